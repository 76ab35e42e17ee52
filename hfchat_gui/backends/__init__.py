"""How to talk to a kind of server: one module for each protocol, and what they share."""
