"""asyncio on Qt's loop: start, end, stray exceptions, and dialogs without nested loops."""
