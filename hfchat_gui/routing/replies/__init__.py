"""Backends around a backend: what is done so that one reply comes, each step in sight."""
