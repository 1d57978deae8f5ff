"""Families of games with parameters, such as Kuhn poker with any number of cards; FAMILIES is the table of them.

A family of extensive games is a function that takes the parameters and returns the game. Most of these families have a
second function, ``NAME_state``, for games that are too large for a tree: it returns only the first state of the game
(see :class:`lemke.game.implicit.State`). A family of strategic games is a function that returns the matrices (A, B).
For every family, ``FAMILIES[NAME].make`` returns the game, for example ``FAMILIES["hard-to-solve"].make(d=6)``.
"""

from lemke.generators.bidding import goofspiel, goofspiel_state
from lemke.generators.bimatrix import coordination, hard_to_solve, many_equilibria, near_zero_sum, random_bimatrix
from lemke.generators.dice import liars_dice, liars_dice_state
from lemke.generators.families import FAMILIES, Family
from lemke.generators.kuhn_poker import kuhn, kuhn_state, no_limit_kuhn, no_limit_kuhn_state
from lemke.generators.leduc_poker import leduc, leduc_state
from lemke.generators.signaling import random_signaling

__all__ = [
    "FAMILIES",
    "Family",
    "coordination",
    "goofspiel",
    "goofspiel_state",
    "hard_to_solve",
    "kuhn",
    "kuhn_state",
    "leduc",
    "leduc_state",
    "liars_dice",
    "liars_dice_state",
    "many_equilibria",
    "near_zero_sum",
    "no_limit_kuhn",
    "no_limit_kuhn_state",
    "random_bimatrix",
    "random_signaling",
]
