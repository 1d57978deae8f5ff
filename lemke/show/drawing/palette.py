"""Colours by style, for light and for dark paper.

Lines and markers of players have the colours of M. Okabe and K. Ito (2002, Color universal design), which nearly
everybody can tell apart; their texts are darker or lighter shades of these, in contrast with the paper.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from lemke.show.drawing.picture import Shape


class Shades(NamedTuple):
    """A colour on light and on dark paper."""

    light: str
    dark: str


PLAYERS = (
    Shades("#0072b2", "#56b4e9"),
    Shades("#d55e00", "#ff8c3b"),
    Shades("#009e73", "#2fc79b"),
    Shades("#cc79a7", "#e394bf"),
    Shades("#e69f00", "#f2b632"),
    Shades("#56b4e9", "#8ecdf2"),
    Shades("#8c6d31", "#c7a55e"),
)
WRITTEN = (
    Shades("#005f95", "#6cc0ef"),
    Shades("#a84800", "#ff9b57"),
    Shades("#00724f", "#3fd0a6"),
    Shades("#9c3f73", "#eaa6ca"),
    Shades("#835a00", "#f2b632"),
    Shades("#1b6a97", "#8ecdf2"),
    Shades("#6e5524", "#d2b272"),
)
SHAPES: tuple[Shape, ...] = ("disc", "ring", "square", "frame")
"""Of the players' nodes, so that they differ without colours as well."""

PALETTE: Mapping[str, Shades] = {
    "paper": Shades("#ffffff", "#14171c"),
    "ink": Shades("#1b1f24", "#e8eaed"),
    "line": Shades("#57606a", "#a9b1bb"),
    "muted": Shades("#5f6770", "#a3abb5"),
    "pale": Shades("#c3c9d0", "#4a525c"),
    "chance": Shades("#57606a", "#a9b1bb"),
    "positive": Shades("#0072b2", "#56b4e9"),
    "negative": Shades("#d55e00", "#ff8c3b"),
    **{f"player{k}": shades for k, shades in enumerate(PLAYERS, 1)},
    **{f"player{k}-text": shades for k, shades in enumerate(WRITTEN, 1)},
}


def player_style(player: int) -> str:
    """Return the style of a player's nodes and lines; after the last colour the first comes again."""
    return f"player{player % len(PLAYERS) + 1}"


def player_shape(player: int) -> Shape:
    """Return the shape of a player's nodes."""
    return SHAPES[player % len(SHAPES)]
