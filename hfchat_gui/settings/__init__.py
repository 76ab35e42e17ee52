"""Where things are, what the person chose, and the token: the only room that knows the keyring."""
