"""Games given as states instead of trees: the protocol, the tree of such a game, and what its sequence form needs."""

from lemke.game.implicit.expansion import expand
from lemke.game.implicit.state import BoundedState, State
from lemke.game.implicit.traversal import Leaves, OwnSets, traverse
from lemke.game.implicit.tree import TreeState

__all__ = ["BoundedState", "Leaves", "OwnSets", "State", "TreeState", "expand", "traverse"]
