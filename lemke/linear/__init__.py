"""Rows and columns: LCPs, linear programs, pivoting. No games."""
