"""Benchmarks of ``lemke`` and of other programs on the same games: ``python -m benchmarks``."""
