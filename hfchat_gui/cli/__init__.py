"""HF Chat without a window: the command line, one file for each command."""
