"""The games that are measured, from small to large."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lemke import Game
from lemke.generators import kuhn, random_signaling


@dataclass(frozen=True)
class Rung:
    """One game: its name, how to make it, and whether a quick run includes it."""

    name: str
    make: Callable[[], Game]
    quick: bool = False


def _kuhn(cards: int, rake: str, quick: bool = False) -> Rung:
    kind = "raked 1/20" if rake != "0" else "plain"
    return Rung(f"Kuhn {cards} cards, {kind}", lambda: kuhn(cards, rake), quick)


def _signaling(types: int, signals: int, answers: int, quick: bool = False) -> Rung:
    return Rung(
        f"signaling {types} x {signals} x {answers}", lambda: random_signaling(types, signals, answers, seed=1), quick
    )


LADDER = [
    *(_kuhn(cards, rake, cards <= 8) for rake in ("0", "1/20") for cards in (6, 8, 10, 13)),
    _signaling(4, 3, 3, quick=True),
    _signaling(6, 4, 4, quick=True),
    _signaling(8, 5, 5),
    _signaling(10, 6, 6),
]
