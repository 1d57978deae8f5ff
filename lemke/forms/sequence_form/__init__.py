"""The sequence form: for two players with its LCP and LP, for any number of players, and its test of equilibria.

Reading order: :mod:`~lemke.forms.sequence_form.two_players` → :mod:`~lemke.forms.sequence_form.players` (any number of
players) → :mod:`~lemke.forms.sequence_form.complementarity` (Theorem 2.66) →
:mod:`~lemke.forms.sequence_form.tracing` (paths from a prior) → :mod:`~lemke.forms.sequence_form.perturbed`
and :mod:`~lemke.forms.sequence_form.trembling` (trembling players: quasi-perfect and perfect equilibria) →
:mod:`~lemke.forms.sequence_form.units` (payoffs of any size).
"""

from lemke.forms.sequence_form.complementarity import is_equilibrium_by_lcp as is_equilibrium_by_lcp
from lemke.forms.sequence_form.documents import WIDE as WIDE
from lemke.forms.sequence_form.documents import TurningPoints as TurningPoints
from lemke.forms.sequence_form.documents import end_line as end_line
from lemke.forms.sequence_form.documents import path_lines as path_lines
from lemke.forms.sequence_form.documents import turning_text as turning_text
from lemke.forms.sequence_form.perturbed import PerturbedForm as PerturbedForm
from lemke.forms.sequence_form.perturbed import limit_behavior as limit_behavior
from lemke.forms.sequence_form.players import PlayersForm as PlayersForm
from lemke.forms.sequence_form.players import players_form as players_form
from lemke.forms.sequence_form.tracing import TracingForm as TracingForm
from lemke.forms.sequence_form.tracing import TracingPath as TracingPath
from lemke.forms.sequence_form.tracing import TracingPoint as TracingPoint
from lemke.forms.sequence_form.tracing import TracingVertex as TracingVertex
from lemke.forms.sequence_form.tracing import columns_of as columns_of
from lemke.forms.sequence_form.tracing import plan_columns as plan_columns
from lemke.forms.sequence_form.tracing import row_of as row_of
from lemke.forms.sequence_form.trembling import TremblingForm as TremblingForm
from lemke.forms.sequence_form.two_players import Plans as Plans
from lemke.forms.sequence_form.two_players import SequenceForm as SequenceForm
from lemke.forms.sequence_form.two_players import TreeForm as TreeForm
from lemke.forms.sequence_form.two_players import constraints as constraints
from lemke.forms.sequence_form.two_players import matrices_of as matrices_of
from lemke.forms.sequence_form.two_players import sequence_form as sequence_form
from lemke.forms.sequence_form.units import are_short as are_short
from lemke.forms.sequence_form.units import in_units as in_units
from lemke.forms.sequence_form.units import models as models
