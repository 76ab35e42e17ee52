"""The panel on the left: the conversations, and what can be done with each."""
