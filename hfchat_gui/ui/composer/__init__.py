"""The message field: what is typed, pasted, dropped and attached, and the drafts of all chats."""
