"""Pictures of the window for people to look at; no test compares them with anything."""
