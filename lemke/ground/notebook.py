"""The function with which a notebook shows a game as a picture.

Code for games may not import code for drawings, which is in a higher layer. So :mod:`lemke` itself sets the function
here when it is imported, and a game calls it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

game_html: Callable[[Any], str] | None = None
"""Returns the HTML of a :class:`~lemke.game.Game`; without it, a game shows the table of its information sets."""
