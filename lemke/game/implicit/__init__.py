"""Games given as states instead of trees: the protocol, the tree of such a game, and what its sequence form needs."""

from lemke.game.implicit.expansion import ChanceMove, expand
from lemke.game.implicit.state import (
    BoundedState,
    Progress,
    State,
    available,
    bounds,
    draws,
    mover,
    other_actions,
    results,
)
from lemke.game.implicit.traversal import Leaves, OwnSets, traverse
from lemke.game.implicit.tree import TreeState

__all__ = [
    "BoundedState",
    "ChanceMove",
    "Leaves",
    "OwnSets",
    "Progress",
    "State",
    "TreeState",
    "available",
    "bounds",
    "draws",
    "expand",
    "mover",
    "other_actions",
    "results",
    "traverse",
]
