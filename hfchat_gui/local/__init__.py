"""The model on this computer: llama.cpp in a child process, and the files it runs."""
