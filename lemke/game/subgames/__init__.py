"""Proper subgames, imperfect-information subgames, stages, subgames as games, and the test of subgame perfection."""

from lemke.game.subgames.cut import subgame as subgame
from lemke.game.subgames.forests import Subgame as Subgame
from lemke.game.subgames.forests import augmented_information_sets as augmented_information_sets
from lemke.game.subgames.forests import is_subgame as is_subgame
from lemke.game.subgames.forests import minimal_subgames as minimal_subgames
from lemke.game.subgames.forests import smallest_subgame as smallest_subgame
from lemke.game.subgames.forests import subgames as subgames
from lemke.game.subgames.proper import Stages as Stages
from lemke.game.subgames.proper import SubgameRegrets as SubgameRegrets
from lemke.game.subgames.proper import proper_subgames as proper_subgames
from lemke.game.subgames.proper import stage_game as stage_game
from lemke.game.subgames.proper import stages as stages
from lemke.game.subgames.proper import subgame_regrets as subgame_regrets
from lemke.game.subgames.proper import subtree_totals as subtree_totals
