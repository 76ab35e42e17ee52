"""What is on disk: the only room that knows SQLite."""
