"""Games given by a first state instead of a tree: the protocol of states, and their conversion to trees and back."""

from lemke.game.implicit.state import BoundedState as BoundedState
from lemke.game.implicit.state import Progress as Progress
from lemke.game.implicit.state import State as State
from lemke.game.implicit.state import available as available
from lemke.game.implicit.state import bounds as bounds
from lemke.game.implicit.state import draws as draws
from lemke.game.implicit.state import knowledge as knowledge
from lemke.game.implicit.state import mover as mover
from lemke.game.implicit.state import other_actions as other_actions
from lemke.game.implicit.state import results as results
from lemke.game.implicit.tree import ChanceMove as ChanceMove
from lemke.game.implicit.tree import TreeState as TreeState
from lemke.game.implicit.tree import expand as expand
from lemke.game.implicit.tree import traverse as traverse
