"""Games, information sets and profiles as JSON objects and lines of documents."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from gmpy2 import mpq

from lemke.errors import one_line
from lemke.game.canonical import sha256
from lemke.game.strategy.profile import Normalization, Profile
from lemke.game.tree import Game, InformationSet, unique_names
from lemke.ground.rational import decimal, short
from lemke.ground.words import count

LONGEST = 24
"""Characters of the longest fraction in a text; a longer one is printed as a decimal, and JSON has the fraction."""
DIGITS = 15
"""Digits of a decimal in JSON."""


def identity(game: Game) -> dict[str, Any]:
    """Return a JSON object that identifies a game."""
    return {"title": game.title, "players": game.players, "sha256": sha256(game)}


def statement(game: Game, claim: str) -> dict[str, Any]:
    """Return the first members of a certificate: the game, the claim, and the program that wrote it."""
    version = import_module("importlib.metadata").version("lemke")
    return {"game": identity(game), "claim": claim, "program": f"lemke {version}"}


def named_sets(game: Game, player: int) -> Iterator[tuple[int, InformationSet, dict[str, Any]]]:
    """Yield a player's information sets in depth-first order, with the names that documents give them.

    Each item is the set's position in breadth-first order, the set, and its ``index``, ``number`` and ``label``.
    """
    position = {index: h for h, index in enumerate(game.sets_of(player))}
    for k, index in enumerate(game.preorder_sets()[player], 1):
        information_set = game.information_sets[index]
        names = {"index": k, "number": information_set.number, "label": information_set.label}
        yield position[index], information_set, names


def behavior_object(game: Game, profile: Profile) -> list[dict[str, Any]]:
    """Return a profile as JSON objects, one for each player."""
    players = []
    for player, (strategy, filled) in enumerate(zip(profile.behavior, profile.filled, strict=True)):
        sets = []
        for h, information_set, names in named_sets(game, player):
            actions = dict(zip(unique_names(information_set.actions), strategy[h], strict=True))
            sets.append(names | {"actions": actions, "filled": h in filled})
        players.append({"player": player + 1, "information_sets": sets})
    return players


def exact_and_decimal(value: mpq) -> dict[str, object]:
    """Return a number as a JSON object with the fraction and an approximate decimal."""
    return {"exact": value, "decimal": decimal(value, DIGITS)}


def normalization_object(missed: Normalization | None) -> dict[str, Any] | None:
    """Return the :class:`~lemke.game.strategy.Normalization` of a profile as a JSON object, or None."""
    if missed is None:
        return None
    return {"sets": missed.sets, "largest": exact_and_decimal(missed.largest), "place": missed.place}


def origin_lines(profile: Profile) -> Iterator[str]:
    """Yield lines that say which information sets of a profile were filled in or normalized."""
    return lines_of_origin(sum(map(len, profile.filled)), profile.normalization)


def lines_of_origin(filled: int, missed: Normalization | None) -> Iterator[str]:
    """Yield the same lines, given the number of information sets filled in, and how far sums missed 1."""
    if filled:
        yield f"Not stated, so all moves are equally likely: {count(filled, 'information set')}."
    if missed is None:
        return
    if not missed.sets:
        yield "All probabilities summed to 1 as they were."
        return
    sets, sign = count(missed.sets, "information set"), "-" if missed.largest < 0 else "+"
    farthest = f"1 {sign} {short(abs(missed.largest), LONGEST)}, at {one_line(missed.place)}"
    yield f"Probabilities at {sets} did not sum to 1 and were divided by their exact sum. Farthest off: {farthest}."
