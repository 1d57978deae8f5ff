"""Adapters to other programs, whose packages are optional: each is imported by its adapter, when that is used."""
