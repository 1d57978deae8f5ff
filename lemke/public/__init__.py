"""The public functions of :mod:`lemke`, one file per group of verbs.

``accepted`` has the types of what users may pass for a game, and checks arguments; ``profiles`` does the same for
profiles. Every function checks its arguments once; the functions that it calls trust their types.
"""
