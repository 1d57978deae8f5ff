"""What the public functions accept: paths, names and foreign objects become games and profiles here."""
