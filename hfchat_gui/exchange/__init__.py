"""Conversations as files for other programs: one module for each format, values in and text out."""
