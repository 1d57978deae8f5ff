"""Families of games: one module per family, and the table FAMILIES that names them all.

A family of trees is a function from parameters to a game. Most have another, ``NAME_state``, that returns the game's
first state instead (see :class:`lemke.State`), for games that are too large for a tree. A family of strategic games is
a function from parameters to its matrices (A, B); the game is ``FAMILIES["hard-to-solve"].make(d=6)``.
"""

from lemke.generators import bidding, dice, inspecting, kuhn_poker, leduc_poker, no_limit_poker, patrolling, signaling
from lemke.generators.bidding import goofspiel, goofspiel_state
from lemke.generators.bimatrix import (
    all_ties,
    contests,
    coordination,
    dual_cyclic,
    few_payoffs,
    hard_to_solve,
    hard_unit_vector,
    many_equilibria,
    near_zero_sum,
    patterns,
    printed,
    random_bimatrix,
    random_payoffs,
    random_unit_vector,
    ranking,
    sgc,
    tournament,
    two_components,
    von_stengel_6x6,
    winkels,
)
from lemke.generators.dice import liars_dice, liars_dice_state
from lemke.generators.family import Family, Parameter
from lemke.generators.inspecting import inspection, inspection_state
from lemke.generators.kuhn_poker import kuhn, kuhn_state
from lemke.generators.leduc_poker import leduc, leduc_state
from lemke.generators.no_limit_poker import no_limit_kuhn, no_limit_kuhn_state
from lemke.generators.patrolling import border_patrol, border_patrol_state
from lemke.generators.signaling import random_signaling

FAMILIES: dict[str, Family] = {
    "all-ties": patterns.ALL_TIES,
    "border-patrol": patrolling.FAMILY,
    "coordination": patterns.COORDINATION,
    "few-payoffs": random_payoffs.FEW_PAYOFFS,
    "goofspiel": bidding.FAMILY,
    "hard-to-solve": dual_cyclic.HARD_TO_SOLVE,
    "hard-unit-vector": dual_cyclic.HARD_UNIT_VECTOR,
    "inspection": inspecting.FAMILY,
    "kuhn": kuhn_poker.FAMILY,
    "leduc": leduc_poker.FAMILY,
    "liars-dice": dice.FAMILY,
    "many-equilibria": dual_cyclic.MANY_EQUILIBRIA,
    "near-zero-sum": random_payoffs.NEAR_ZERO_SUM,
    "no-limit-kuhn": no_limit_poker.FAMILY,
    "random-bimatrix": random_payoffs.RANDOM_BIMATRIX,
    "random-unit-vector": random_payoffs.RANDOM_UNIT_VECTOR,
    "ranking": contests.RANKING,
    "sgc": patterns.SGC,
    "signaling": signaling.FAMILY,
    "tournament": contests.TOURNAMENT,
    "two-components": printed.TWO_COMPONENTS,
    "von-stengel-6x6": printed.VON_STENGEL_6X6,
    "winkels": printed.WINKELS,
}
"""The families, by name."""

__all__ = [
    "FAMILIES",
    "Family",
    "Parameter",
    "all_ties",
    "border_patrol",
    "border_patrol_state",
    "coordination",
    "few_payoffs",
    "goofspiel",
    "goofspiel_state",
    "hard_to_solve",
    "hard_unit_vector",
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
    "random_unit_vector",
    "ranking",
    "sgc",
    "tournament",
    "two_components",
    "von_stengel_6x6",
    "winkels",
]
