"""Families of games."""

from lemke.generators.poker import kuhn
from lemke.generators.signaling import random_signaling

__all__ = ["kuhn", "random_signaling"]
