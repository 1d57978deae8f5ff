"""The lowest layer, used by all others: exact numbers, sparse matrices, tables, limits, worker processes."""
