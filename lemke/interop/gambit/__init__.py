"""Games and profiles of pygambit."""

from lemke.interop.gambit.games import from_pygambit as from_pygambit
from lemke.interop.gambit.games import gambit_sets as gambit_sets
from lemke.interop.gambit.games import to_pygambit as to_pygambit
from lemke.interop.gambit.profiles import gambit_profile as gambit_profile
from lemke.interop.gambit.profiles import to_gambit_profile as to_gambit_profile
