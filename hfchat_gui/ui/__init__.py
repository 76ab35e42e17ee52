"""Widgets: they read conversations, call the session, and decide nothing."""
