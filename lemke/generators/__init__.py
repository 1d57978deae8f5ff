"""Families of games: one module per family, and the table FAMILIES that names them all.

A family of trees is a function from parameters to a game. Most have another, ``NAME_state``, that returns the game's
first state instead (see :class:`lemke.game.implicit.State`), for games that are too large for a tree. A family of
strategic games is a function from parameters to its matrices (A, B); the game is
``FAMILIES["hard-to-solve"].make(d=6)``.
"""

from lemke.generators import (
    bidding,
    bimatrix,
    dice,
    dual_cyclic,
    inspecting,
    kuhn_poker,
    leduc_poker,
    no_limit_poker,
    patrolling,
    signaling,
)
from lemke.generators.bidding import goofspiel, goofspiel_state
from lemke.generators.bimatrix import coordination, near_zero_sum, random_bimatrix
from lemke.generators.dice import liars_dice, liars_dice_state
from lemke.generators.dual_cyclic import hard_to_solve, many_equilibria
from lemke.generators.family import Family, Parameter
from lemke.generators.inspecting import inspection, inspection_state
from lemke.generators.kuhn_poker import kuhn, kuhn_state
from lemke.generators.leduc_poker import leduc, leduc_state
from lemke.generators.no_limit_poker import no_limit_kuhn, no_limit_kuhn_state
from lemke.generators.patrolling import border_patrol, border_patrol_state
from lemke.generators.signaling import random_signaling

FAMILIES: dict[str, Family] = {
    "border-patrol": patrolling.FAMILY,
    "coordination": bimatrix.COORDINATION,
    "goofspiel": bidding.FAMILY,
    "hard-to-solve": dual_cyclic.HARD_TO_SOLVE,
    "inspection": inspecting.FAMILY,
    "kuhn": kuhn_poker.FAMILY,
    "leduc": leduc_poker.FAMILY,
    "liars-dice": dice.FAMILY,
    "many-equilibria": dual_cyclic.MANY_EQUILIBRIA,
    "near-zero-sum": bimatrix.NEAR_ZERO_SUM,
    "no-limit-kuhn": no_limit_poker.FAMILY,
    "random-bimatrix": bimatrix.RANDOM_BIMATRIX,
    "signaling": signaling.FAMILY,
}
"""The families, by name."""

__all__ = [
    "FAMILIES",
    "Family",
    "Parameter",
    "border_patrol",
    "border_patrol_state",
    "coordination",
    "goofspiel",
    "goofspiel_state",
    "hard_to_solve",
    "inspection",
    "inspection_state",
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
