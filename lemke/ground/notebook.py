"""How a notebook shows a game: as a picture, if a higher storey has set the function that draws one.

Games are in a lower storey than drawings. So :mod:`lemke` itself sets the function here, and a game calls it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

game_html: Callable[[Any], str] | None = None
"""Returns the HTML of a :class:`~lemke.game.Game`; without it, a game shows the table of its information sets."""
