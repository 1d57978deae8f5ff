"""The strategic (normal) form of a game: a payoff for every combination of pure strategies.

Given by arrays of payoffs (:class:`NormalForm`) or made from a game (:func:`normal_form`).
"""

from lemke.forms.normal_form.form import MixedStrategies as MixedStrategies
from lemke.forms.normal_form.form import NormalForm as NormalForm
from lemke.forms.normal_form.form import StrategicForm as StrategicForm
from lemke.forms.normal_form.form import Strategies as Strategies
from lemke.forms.normal_form.form import strategic_leaves as strategic_leaves
from lemke.forms.normal_form.labels import LabelPath as LabelPath
from lemke.forms.normal_form.labels import labeled_strategies as labeled_strategies
from lemke.forms.normal_form.of_game import TreeNormalForm as TreeNormalForm
from lemke.forms.normal_form.of_game import normal_form as normal_form
from lemke.forms.normal_form.of_game import strategic_form as strategic_form
from lemke.forms.normal_form.positive_costs import PositiveCosts as PositiveCosts
