"""The strategic (normal) form of a game: a payoff for every combination of pure strategies.

Given by arrays of payoffs (:class:`NormalForm`) or made from a game (:func:`normal_form`).
"""

from lemke.normal_form.form import MixedStrategies, NormalForm, StrategicForm, strategic_leaves
from lemke.normal_form.of_game import TreeNormalForm, normal_form

__all__ = ["MixedStrategies", "NormalForm", "StrategicForm", "TreeNormalForm", "normal_form", "strategic_leaves"]
