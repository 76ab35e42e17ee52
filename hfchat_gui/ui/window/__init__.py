"""The main window: its bars, its menu, and the ways that lead out of it."""
