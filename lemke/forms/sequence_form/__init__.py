"""The sequence form of two players, with its LCP and LP, and its test of equilibria.

Reading order: :mod:`~lemke.forms.sequence_form.two_players` (Theorem 2.66) →
:mod:`~lemke.forms.sequence_form.tracing` (paths from a prior) → :mod:`~lemke.forms.sequence_form.perturbed`
and :mod:`~lemke.forms.sequence_form.trembling` (trembling players: quasi-perfect and perfect equilibria) →
:mod:`~lemke.forms.sequence_form.units` (payoffs of any size).
"""

from typing import TYPE_CHECKING

from lemke.ground.names import importer

_NAMES = {
    "perturbed": "PerturbedForm limit_behavior",
    "tracing": "TracingPath TracingVertex variable_names",
    "trembling": "TremblingForm",
    "two_players": "Plans SequenceForm TreeForm constraints is_equilibrium_by_lcp matrices_of sequence_form",
    "units": "in_units",
}

if TYPE_CHECKING:  # the same table for type checkers and editors
    from lemke.forms.sequence_form.perturbed import PerturbedForm as PerturbedForm
    from lemke.forms.sequence_form.perturbed import limit_behavior as limit_behavior
    from lemke.forms.sequence_form.tracing import TracingPath as TracingPath
    from lemke.forms.sequence_form.tracing import TracingVertex as TracingVertex
    from lemke.forms.sequence_form.tracing import variable_names as variable_names
    from lemke.forms.sequence_form.trembling import TremblingForm as TremblingForm
    from lemke.forms.sequence_form.two_players import Plans as Plans
    from lemke.forms.sequence_form.two_players import SequenceForm as SequenceForm
    from lemke.forms.sequence_form.two_players import TreeForm as TreeForm
    from lemke.forms.sequence_form.two_players import constraints as constraints
    from lemke.forms.sequence_form.two_players import is_equilibrium_by_lcp as is_equilibrium_by_lcp
    from lemke.forms.sequence_form.two_players import matrices_of as matrices_of
    from lemke.forms.sequence_form.two_players import sequence_form as sequence_form
    from lemke.forms.sequence_form.units import in_units as in_units
else:
    __getattr__ = importer(__name__, _NAMES)
