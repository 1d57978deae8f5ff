"""Families of games: one module per family, and the table FAMILIES that names them all.

A family is a function from parameters to a game. Most have another, ``NAME_state``, that returns the game's first
state instead (see :class:`lemke.State`), for games that are too large for a tree.
"""

from lemke.generators import bidding, dice, kuhn_poker, leduc_poker, signaling
from lemke.generators.bidding import goofspiel, goofspiel_state
from lemke.generators.dice import liars_dice, liars_dice_state
from lemke.generators.family import Family, Parameter
from lemke.generators.kuhn_poker import kuhn, kuhn_state
from lemke.generators.leduc_poker import leduc, leduc_state
from lemke.generators.signaling import random_signaling

FAMILIES: dict[str, Family] = {
    "goofspiel": bidding.FAMILY,
    "kuhn": kuhn_poker.FAMILY,
    "leduc": leduc_poker.FAMILY,
    "liars-dice": dice.FAMILY,
    "signaling": signaling.FAMILY,
}
"""The families, by name."""

__all__ = [
    "FAMILIES",
    "Family",
    "Parameter",
    "goofspiel",
    "goofspiel_state",
    "kuhn",
    "kuhn_state",
    "leduc",
    "leduc_state",
    "liars_dice",
    "liars_dice_state",
    "random_signaling",
]
