"""Which backend serves a model, and why."""
