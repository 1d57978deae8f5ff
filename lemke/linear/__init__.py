"""Rows and columns: LCPs, linear programs, pivoting, classes of matrices. No games."""
