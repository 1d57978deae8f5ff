"""Adapters to other programs, whose packages are optional: each is imported by its adapter, when that is used."""

OPENSPIEL = "openspiel:"
"""Begins the name of an OpenSpiel game where files are expected too."""
