"""The public functions: paths, names and foreign objects become games and profiles here."""
