"""Plays recorded answers of servers from a folder to the real client, and compares its reading."""
