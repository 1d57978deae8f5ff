"""Strategies: realization plans, behavior strategies and profiles; what names in somebody's profile stand for."""

from lemke.game.strategy.named import Missing as Missing
from lemke.game.strategy.named import SetNames as SetNames
from lemke.game.strategy.named import by_name as by_name
from lemke.game.strategy.named import complete_numbers as complete_numbers
from lemke.game.strategy.named import with_hint as with_hint
from lemke.game.strategy.profile import LONGEST as LONGEST
from lemke.game.strategy.profile import Behavior as Behavior
from lemke.game.strategy.profile import Distribution as Distribution
from lemke.game.strategy.profile import Normalization as Normalization
from lemke.game.strategy.profile import PartialBehavior as PartialBehavior
from lemke.game.strategy.profile import Profile as Profile
from lemke.game.strategy.profile import balanced as balanced
from lemke.game.strategy.profile import behavior as behavior
from lemke.game.strategy.profile import behavior_object as behavior_object
from lemke.game.strategy.profile import behavior_of as behavior_of
from lemke.game.strategy.profile import centroid as centroid
from lemke.game.strategy.profile import check_profile as check_profile
from lemke.game.strategy.profile import exact_and_decimal as exact_and_decimal
from lemke.game.strategy.profile import identity as identity
from lemke.game.strategy.profile import is_container as is_container
from lemke.game.strategy.profile import is_realization_plan as is_realization_plan
from lemke.game.strategy.profile import named_sets as named_sets
from lemke.game.strategy.profile import normalization_object as normalization_object
from lemke.game.strategy.profile import origin_lines as origin_lines
from lemke.game.strategy.profile import random_behavior as random_behavior
from lemke.game.strategy.profile import realization_plan as realization_plan
