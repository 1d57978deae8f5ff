"""Parts of documents that come again and again: a game, its information sets, a profile and where it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gmpy2 import mpq

from lemke.errors import one_line
from lemke.game import Game, InformationSet, sha256
from lemke.game.strategy.profile import Normalization, Profile
from lemke.game.tree import unique_names
from lemke.ground.rational import decimal, short, text
from lemke.ground.words import count

LONGEST = 100
"""Characters beyond which nobody reads a fraction: its decimal stands in, and the JSON format has all of it."""
DIGITS = 15


def identity(game: Game) -> dict[str, Any]:
    """Return what tells a game from others as a JSON object."""
    return {"title": game.title, "players": game.players, "sha256": sha256(game)}


def named_sets(game: Game, player: int) -> Iterator[tuple[int, InformationSet, dict[str, Any]]]:
    """Yield a player's information sets in depth-first order as documents tell them from each other.

    For each its position in breadth-first order, the set itself, and its ``index``, ``number`` and ``label``.
    """
    position = {index: h for h, index in enumerate(game.sets_of(player))}
    for k, index in enumerate(game.preorder_sets()[player], 1):
        information_set = game.information_sets[index]
        names = {"index": k, "number": information_set.number, "label": information_set.label}
        yield position[index], information_set, names


def behavior(game: Game, profile: Profile) -> list[dict[str, Any]]:
    """Return a profile as JSON objects, one for each player."""
    return [
        {
            "player": player + 1,
            "information_sets": [
                names
                | {
                    "actions": dict(zip(unique_names(information_set.actions), strategy[h], strict=True)),
                    "filled": h in profile.filled[player],
                }
                for h, information_set, names in named_sets(game, player)
            ],
        }
        for player, strategy in enumerate(profile.behavior)
    ]


def exact_and_decimal(value: mpq) -> dict[str, str]:
    """Return a number as a JSON object: the fraction, and a decimal near it."""
    return {"exact": text(value), "decimal": decimal(value, DIGITS)}


def normalization(missed: Normalization | None) -> dict[str, Any] | None:
    """Return what it took to make a profile of the numbers that were given as a JSON object."""
    if missed is None:
        return None
    return {"sets": missed.sets, "largest": exact_and_decimal(missed.largest), "place": missed.place}


def origin_lines(profile: Profile) -> Iterator[str]:
    """Yield lines that say what it took to make a profile of what was given."""
    if filled := sum(map(len, profile.filled)):
        yield f"Not stated, so all moves are equally likely: {count(filled, 'information set')}."
    missed = profile.normalization
    if missed is None:
        return
    if not missed.sets:
        yield "All probabilities summed to 1 as they were."
        return
    sets, sign = count(missed.sets, "information set"), "-" if missed.largest < 0 else "+"
    yield (
        f"Divided by their exact sums, which were not 1 at {sets}; farthest off at {one_line(missed.place)}: "
        f"1 {sign} {short(abs(missed.largest), LONGEST)}."
    )
