"""Choosing a model: the button in the bar, and the list that it opens."""
