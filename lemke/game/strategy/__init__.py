"""Strategies: realization plans, behavior strategies and profiles, and what names in somebody's profile stand for."""

from lemke.game.strategy.named import Missing, Stated, by_name, complete_numbers
from lemke.game.strategy.plans import (
    Behavior,
    Distribution,
    PartialBehavior,
    behavior,
    centroid,
    is_realization_plan,
    random_behavior,
    realization_plan,
)
from lemke.game.strategy.profile import Normalization, Profile, behavior_of, check_profile, is_container

__all__ = [
    "Behavior",
    "Distribution",
    "Missing",
    "Normalization",
    "PartialBehavior",
    "Profile",
    "Stated",
    "behavior",
    "behavior_of",
    "by_name",
    "centroid",
    "check_profile",
    "complete_numbers",
    "is_container",
    "is_realization_plan",
    "random_behavior",
    "realization_plan",
]
