"""The sequence form: of two players with its LCP and LP, of any number of players, and its test of equilibria.

Reading order: :mod:`~lemke.forms.sequence_form.two_players` → :mod:`~lemke.forms.sequence_form.players` (any number) →
:mod:`~lemke.forms.sequence_form.complementarity` (Theorem 2.66).
"""

from lemke.forms.sequence_form.complementarity import Broken as Broken
from lemke.forms.sequence_form.complementarity import Multipliers as Multipliers
from lemke.forms.sequence_form.complementarity import is_equilibrium_by_lcp as is_equilibrium_by_lcp
from lemke.forms.sequence_form.players import PlayersForm as PlayersForm
from lemke.forms.sequence_form.players import players_form as players_form
from lemke.forms.sequence_form.two_players import Plans as Plans
from lemke.forms.sequence_form.two_players import SequenceForm as SequenceForm
from lemke.forms.sequence_form.two_players import TreeForm as TreeForm
from lemke.forms.sequence_form.two_players import constraints as constraints
from lemke.forms.sequence_form.two_players import sequence_form as sequence_form
