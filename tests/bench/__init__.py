"""Benchmarks: each measures the program beside a reference in one run, and knows its budget."""
