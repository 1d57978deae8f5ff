"""The strategic (normal) form of a game: a payoff for every combination of pure strategies.

Given by arrays of payoffs (:class:`NormalForm`) or made from a game (:func:`normal_form`).
"""

from lemke.forms.normal_form.form import MixedStrategies, NormalForm, StrategicForm, Strategies, strategic_leaves
from lemke.forms.normal_form.labels import LabelPath, labeled_strategies
from lemke.forms.normal_form.of_game import TreeNormalForm, normal_form, strategic_form
from lemke.forms.normal_form.positive_costs import PositiveCosts

__all__ = [
    "LabelPath",
    "MixedStrategies",
    "NormalForm",
    "PositiveCosts",
    "StrategicForm",
    "Strategies",
    "TreeNormalForm",
    "labeled_strategies",
    "normal_form",
    "strategic_form",
    "strategic_leaves",
]
