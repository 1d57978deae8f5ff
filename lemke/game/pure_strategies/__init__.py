"""Pure and reduced strategies: their count, their list, and the number of a strategy; mixed strategies."""

from lemke.game.pure_strategies.slots import STAR as STAR
from lemke.game.pure_strategies.slots import PureStrategy as PureStrategy
from lemke.game.pure_strategies.strategies import MixedStrategy as MixedStrategy
from lemke.game.pure_strategies.strategies import PureStrategies as PureStrategies
from lemke.game.pure_strategies.strategies import plan_of_mixed as plan_of_mixed
from lemke.game.pure_strategies.strategies import pure_strategies as pure_strategies
