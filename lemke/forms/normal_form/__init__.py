"""The strategic (normal) form of a game: a payoff for every combination of pure strategies.

It is given by arrays of payoffs (:class:`NormalForm`) or made from a game (:func:`normal_form`). The elimination of
dominated strategies returns an :class:`Elimination`, and the enumeration of all equilibria an :class:`AllEquilibria`.
"""

from typing import TYPE_CHECKING

from lemke.ground.names import importer

_NAMES = {
    "dominance": "Dominated Elimination Surviving Undominated by_strategies dominated_rows gains objections ranked "
    "restricted",
    "equilibria": "AllEquilibria Component ExtremeEquilibrium NashSubset Probabilities",
    "form": "MAX_COMBINATIONS NormalForm StrategicForm Strategies TreeNormalForm normal_form strategic_form "
    "strategic_leaves",
}

if TYPE_CHECKING:  # the same table for type checkers and editors
    from lemke.forms.normal_form.dominance import Dominated as Dominated
    from lemke.forms.normal_form.dominance import Elimination as Elimination
    from lemke.forms.normal_form.dominance import Surviving as Surviving
    from lemke.forms.normal_form.dominance import Undominated as Undominated
    from lemke.forms.normal_form.dominance import by_strategies as by_strategies
    from lemke.forms.normal_form.dominance import dominated_rows as dominated_rows
    from lemke.forms.normal_form.dominance import gains as gains
    from lemke.forms.normal_form.dominance import objections as objections
    from lemke.forms.normal_form.dominance import ranked as ranked
    from lemke.forms.normal_form.dominance import restricted as restricted
    from lemke.forms.normal_form.equilibria import AllEquilibria as AllEquilibria
    from lemke.forms.normal_form.equilibria import Component as Component
    from lemke.forms.normal_form.equilibria import ExtremeEquilibrium as ExtremeEquilibrium
    from lemke.forms.normal_form.equilibria import NashSubset as NashSubset
    from lemke.forms.normal_form.equilibria import Probabilities as Probabilities
    from lemke.forms.normal_form.form import MAX_COMBINATIONS as MAX_COMBINATIONS
    from lemke.forms.normal_form.form import NormalForm as NormalForm
    from lemke.forms.normal_form.form import StrategicForm as StrategicForm
    from lemke.forms.normal_form.form import Strategies as Strategies
    from lemke.forms.normal_form.form import TreeNormalForm as TreeNormalForm
    from lemke.forms.normal_form.form import normal_form as normal_form
    from lemke.forms.normal_form.form import strategic_form as strategic_form
    from lemke.forms.normal_form.form import strategic_leaves as strategic_leaves
else:
    __getattr__ = importer(__name__, _NAMES)
