"""HF Chat: a desktop chat program that finds the backend that serves a model and speaks to it."""

__version__ = "0.1.0"
