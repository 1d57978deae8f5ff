"""Subgames: augmented information sets, imperfect-information subgames, proper subgames, and regrets in them.

Reading order: :mod:`~lemke.game.subgames.augmented` → :mod:`~lemke.game.subgames.forests` (subgames of imperfect
information) → :mod:`~lemke.game.subgames.proper` → :mod:`~lemke.game.subgames.stages` (proper subgames less those
inside them) → :mod:`~lemke.game.subgames.regrets` (the judge of subgame perfection).
"""

from lemke.game.subgames.augmented import augmented_information_sets
from lemke.game.subgames.forests import Subgame, is_subgame, minimal_subgames, smallest_subgame
from lemke.game.subgames.proper import proper_subgames, subtree_totals
from lemke.game.subgames.regrets import Deviation, SubgameRegrets, subgame_regrets
from lemke.game.subgames.stages import Stages, stage_game, stages

__all__ = [
    "Deviation",
    "Stages",
    "Subgame",
    "SubgameRegrets",
    "augmented_information_sets",
    "is_subgame",
    "minimal_subgames",
    "proper_subgames",
    "smallest_subgame",
    "stage_game",
    "stages",
    "subgame_regrets",
    "subtree_totals",
]
