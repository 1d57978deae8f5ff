"""Pure and reduced strategies, counted, numbered and generated in one order; mixed strategies over them."""

from lemke.game.pure_strategies.enumeration import STAR, PureStrategies, Strategy, pure_strategies
from lemke.game.pure_strategies.mixed import (
    MixedStrategy,
    behavior_of_mixed,
    is_behavior_strategy,
    marginal_behavior,
    mixed_of_behavior,
    mixed_of_plan,
    plan_of_mixed,
    realization_equivalent,
)

__all__ = [
    "STAR",
    "MixedStrategy",
    "PureStrategies",
    "Strategy",
    "behavior_of_mixed",
    "is_behavior_strategy",
    "marginal_behavior",
    "mixed_of_behavior",
    "mixed_of_plan",
    "plan_of_mixed",
    "pure_strategies",
    "realization_equivalent",
]
