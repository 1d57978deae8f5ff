"""Benchmarks side by side with peers: ``python -m benchmarks``."""
