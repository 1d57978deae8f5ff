"""Parts that many documents share: JSON objects of games, information sets and profiles, and lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from lemke.errors import one_line
from lemke.game.canonical import sha256
from lemke.game.strategy.profile import Normalization, Profile
from lemke.game.tree import Game, InformationSet, unique_names
from lemke.ground.rational import short
from lemke.ground.words import count

LONGEST = 24
"""A fraction with more characters is printed as a decimal in texts; JSON always has the fraction."""


def identity(game: Game) -> dict[str, Any]:
    """Return a JSON object that identifies a game."""
    return {"title": game.title, "players": game.players, "sha256": sha256(game)}


def statement(game: Game, claim: str) -> dict[str, Any]:
    """Return the first members of a certificate: the game, the claim, and the program that wrote it."""
    version = import_module("importlib.metadata").version("lemke")
    return {"game": identity(game), "claim": claim, "program": f"lemke {version}"}


def named_sets(game: Game, player: int) -> Iterator[tuple[int, InformationSet, dict[str, Any]]]:
    """Yield the information sets of a player in depth-first order.

    Yields triples: the set's position in breadth-first order, the set, and a dictionary with the members ``index``
    (from 1, in depth-first order), ``number`` and ``label`` of JSON objects.
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


def normalization_object(normalization: Normalization | None) -> dict[str, Any] | None:
    """Return the :class:`~lemke.game.strategy.Normalization` of a profile as a JSON object, or None."""
    if normalization is None:
        return None
    return {"sets": normalization.sets, "largest": normalization.largest, "place": normalization.place}


def origin_lines(profile: Profile) -> Iterator[str]:
    """Yield lines that say at how many information sets a profile was filled in or normalized."""
    normalization = profile.normalization
    if filled := sum(map(len, profile.filled)):
        yield f"Not stated, but filled in: {count(filled, 'information set')}."
    if normalization is None:
        return
    if not normalization.sets:
        yield "All probabilities summed to 1 as they were."
        return
    sets, sign = count(normalization.sets, "information set"), "-" if normalization.largest < 0 else "+"
    farthest = f"1 {sign} {short(abs(normalization.largest), LONGEST)}, at {one_line(normalization.place)}"
    yield f"Probabilities at {sets} did not sum to 1 and were divided by their exact sum. Farthest off: {farthest}."
