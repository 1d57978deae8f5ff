"""Best responses by backward induction on the tree, counterfactual values, and completions of partial strategies."""

from lemke.game.best_response.counterfactual import Counterfactual as Counterfactual
from lemke.game.best_response.counterfactual import SetValues as SetValues
from lemke.game.best_response.counterfactual import counterfactual as counterfactual
from lemke.game.best_response.counterfactual import counterfactual_values as counterfactual_values
from lemke.game.best_response.induction import BestResponse as BestResponse
from lemke.game.best_response.induction import Deviation as Deviation
from lemke.game.best_response.induction import best_response as best_response
from lemke.game.best_response.induction import complete as complete
from lemke.game.best_response.induction import sequence_values as sequence_values
