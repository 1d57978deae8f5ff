"""Subgames: augmented information sets, imperfect-information subgames, proper subgames, and regrets in them.

Reading order: :mod:`~lemke.game.subgames.augmented` → :mod:`~lemke.game.subgames.forests` (subgames of imperfect
information) → :mod:`~lemke.game.subgames.proper` → :mod:`~lemke.game.subgames.stages` (proper subgames less those
inside them) → :mod:`~lemke.game.subgames.regrets` (the judge of subgame perfection).
"""

from lemke.game.subgames.augmented import augmented_information_sets as augmented_information_sets
from lemke.game.subgames.forests import Subgame as Subgame
from lemke.game.subgames.forests import is_subgame as is_subgame
from lemke.game.subgames.forests import minimal_subgames as minimal_subgames
from lemke.game.subgames.forests import smallest_subgame as smallest_subgame
from lemke.game.subgames.proper import proper_subgames as proper_subgames
from lemke.game.subgames.proper import subtree_totals as subtree_totals
from lemke.game.subgames.regrets import Deviation as Deviation
from lemke.game.subgames.regrets import SubgameRegrets as SubgameRegrets
from lemke.game.subgames.regrets import subgame_regrets as subgame_regrets
from lemke.game.subgames.stages import Stages as Stages
from lemke.game.subgames.stages import stage_game as stage_game
from lemke.game.subgames.stages import stages as stages
