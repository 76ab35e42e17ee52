"""Turns Markdown text into top-level blocks, as it grows. Plain Python: no Qt, no HTML."""
