"""The sequence form: of two players with its LCP and LP, of any number of players, and its test of equilibria.

Reading order: :mod:`~lemke.forms.sequence_form.two_players` → :mod:`~lemke.forms.sequence_form.players` (any number) →
:mod:`~lemke.forms.sequence_form.complementarity` (Theorem 2.66).
"""

from lemke.forms.sequence_form.complementarity import Broken, Multipliers, is_equilibrium_by_lcp
from lemke.forms.sequence_form.players import PlayersForm, players_form
from lemke.forms.sequence_form.two_players import (
    Plans,
    SequenceForm,
    TreeForm,
    constraints,
    sequence_form,
)

__all__ = [
    "Broken",
    "Multipliers",
    "Plans",
    "PlayersForm",
    "SequenceForm",
    "TreeForm",
    "constraints",
    "is_equilibrium_by_lcp",
    "players_form",
    "sequence_form",
]
