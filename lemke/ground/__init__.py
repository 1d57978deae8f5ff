"""The ground floor, which all storeys use: exact numbers, sparse matrices, tables, limits."""
