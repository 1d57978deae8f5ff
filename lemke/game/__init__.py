"""Games in extensive form: the immutable :class:`Game`, its builder and its canonical form."""

from lemke.game.builder import GameBuilder
from lemke.game.canonical import canonical_lines, sha256
from lemke.game.names import NodeNames
from lemke.game.tree import CHANCE, NONE, TERMINAL, Game, InformationSet, Outcome

__all__ = [
    "CHANCE",
    "NONE",
    "TERMINAL",
    "Game",
    "GameBuilder",
    "InformationSet",
    "NodeNames",
    "Outcome",
    "canonical_lines",
    "sha256",
]
