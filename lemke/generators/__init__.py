"""Families of games: one module per family, and the table FAMILIES that names them all.

A family of trees is a function from parameters to a game. Most have another, ``NAME_state``, that returns the game's
first state instead (see :class:`lemke.game.implicit.State`), for games that are too large for a tree. A family of
strategic games is a function from parameters to its matrices (A, B); the game is
``FAMILIES["hard-to-solve"].make(d=6)``.
"""

from lemke.generators.bidding import GOOFSPIEL, goofspiel, goofspiel_state
from lemke.generators.bimatrix import (
    COORDINATION,
    NEAR_ZERO_SUM,
    RANDOM_BIMATRIX,
    coordination,
    near_zero_sum,
    random_bimatrix,
)
from lemke.generators.dice import LIARS_DICE, liars_dice, liars_dice_state
from lemke.generators.dual_cyclic import HARD_TO_SOLVE, MANY_EQUILIBRIA, hard_to_solve, many_equilibria
from lemke.generators.family import Family, Parameter
from lemke.generators.inspecting import INSPECTION, inspection, inspection_state
from lemke.generators.kuhn_poker import KUHN, kuhn, kuhn_state
from lemke.generators.leduc_poker import LEDUC, leduc, leduc_state
from lemke.generators.no_limit_poker import NO_LIMIT_KUHN, no_limit_kuhn, no_limit_kuhn_state
from lemke.generators.patrolling import BORDER_PATROL, border_patrol, border_patrol_state
from lemke.generators.signaling import SIGNALING, random_signaling

FAMILIES: dict[str, Family] = {
    "border-patrol": BORDER_PATROL,
    "coordination": COORDINATION,
    "goofspiel": GOOFSPIEL,
    "hard-to-solve": HARD_TO_SOLVE,
    "inspection": INSPECTION,
    "kuhn": KUHN,
    "leduc": LEDUC,
    "liars-dice": LIARS_DICE,
    "many-equilibria": MANY_EQUILIBRIA,
    "near-zero-sum": NEAR_ZERO_SUM,
    "no-limit-kuhn": NO_LIMIT_KUHN,
    "random-bimatrix": RANDOM_BIMATRIX,
    "signaling": SIGNALING,
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
