"""Games and profiles of pygambit."""

from lemke.interop.gambit.games import from_pygambit, gambit_sets, to_pygambit
from lemke.interop.gambit.profiles import gambit_profile, to_gambit_profile

__all__ = ["from_pygambit", "gambit_profile", "gambit_sets", "to_gambit_profile", "to_pygambit"]
