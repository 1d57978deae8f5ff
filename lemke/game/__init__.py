"""Games in extensive form: the immutable :class:`Game`, its builder, names of nodes, and the canonical form."""

from lemke.game.builder import GameBuilder as GameBuilder
from lemke.game.canonical import canonical_lines as canonical_lines
from lemke.game.canonical import sha256 as sha256
from lemke.game.names import NodeNames as NodeNames
from lemke.game.tree import CHANCE as CHANCE
from lemke.game.tree import NONE as NONE
from lemke.game.tree import TERMINAL as TERMINAL
from lemke.game.tree import Game as Game
from lemke.game.tree import InformationSet as InformationSet
from lemke.game.tree import Outcome as Outcome
