"""Best responses by backward induction on the tree, counterfactual values, and the moves that a plan leaves open."""

from lemke.game.best_response.counterfactual import Counterfactual, SetValues, counterfactual
from lemke.game.best_response.deviation import Deviation
from lemke.game.best_response.induction import BestResponse, best_response, complete, plan_value, sequence_values

__all__ = [
    "BestResponse",
    "Counterfactual",
    "Deviation",
    "SetValues",
    "best_response",
    "complete",
    "counterfactual",
    "plan_value",
    "sequence_values",
]
