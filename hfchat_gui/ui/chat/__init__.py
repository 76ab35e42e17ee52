"""One chat on screen, around its transcript: notices, the empty state, the system prompt, undo."""
