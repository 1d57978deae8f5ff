"""What everything stands on: exact numbers, sparse matrices, tables, limits."""
