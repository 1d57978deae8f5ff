"""Profiles as text: Gambit's ``NE,`` lines and JSON, told apart by content.

An ``NE,`` line lists probabilities: players in order, each player's information sets by first appearance in depth-first
order, moves in order, as decimals or fractions; all exact.

JSON is a certificate, ``"format": "lemke-equilibrium/1"`` (see :mod:`lemke.io.equilibrium`) or
``"lemke-epsilon-equilibrium/1"`` (see :mod:`lemke.io.epsilon_equilibrium`), or just an object with its ``"behavior"``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from gmpy2 import mpq

from lemke.certificate import Claim
from lemke.errors import FormatError, ProfileError, located
from lemke.game import Game
from lemke.io import epsilon_equilibrium, equilibrium, exact_json
from lemke.rational import parse, text
from lemke.strategy import Profile
from lemke.watch import Watch


def dumps(game: Game, profile: Profile) -> str:
    """Return one ``NE,`` line."""
    return ",".join(["NE", *map(text, _flat(game, profile))]) + "\n"


def _flat(game: Game, profile: Profile) -> Iterator[mpq]:
    for player, sets in enumerate(game.preorder_sets()):
        position = {index: h for h, index in enumerate(game.sets_of(player))}
        for index in sets:
            yield from profile.behavior[player][position[index]]


def loads(content: str, game: Game, source: str | None = None, watch: Watch | None = None) -> list[Claim]:
    """Return the profiles of a text, each with what it claims of itself; at least one.

    Raises
    ------
    FormatError, NumberError, ProfileError, ProbabilityError
        With source and line.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> children = builder.move(builder.root, 0, ["L", "R"])
    >>> loads("NE,1/3,2/3", builder.build())[0].profile.behavior
    (((mpq(1,3), mpq(2,3)),), ())
    """
    if content.lstrip().startswith("{"):
        document = exact_json.loads(content, source)
        reader = epsilon_equilibrium if document.get("format") == epsilon_equilibrium.FORMAT else equilibrium
        return [reader.loads(document, game, source)]
    claims = []
    for number, line in enumerate(content.splitlines(), 1):
        if line.strip():
            if watch:
                watch.check()
            with located(source, number):
                claims.append(Claim(_from_line(line.strip(), game)))
    if not claims:
        with located(source):
            raise FormatError("no profile, expected a line that starts with NE, or a JSON object")
    return claims


def _from_line(line: str, game: Game) -> Profile:
    head, *numbers = line.split(",")
    if head.strip() != "NE":
        raise FormatError(f"{head[:20]!r}, expected a line that starts with NE, or a JSON object")
    sizes = [[len(game.information_sets[index].actions) for index in sets] for sets in game.preorder_sets()]
    if len(numbers) != (expected := sum(map(sum, sizes))):
        raise ProfileError(f"{len(numbers)} probabilities, expected {expected}")
    rest = map(parse, numbers)
    return from_preorder(game, [[list(islice(rest, size)) for size in own] for own in sizes])


def from_preorder(game: Game, behavior: list[list[list[mpq]]]) -> Profile:
    """Return the profile whose information sets are given in depth-first order."""
    by_breadth = []
    for player, (sets, own) in enumerate(zip(game.preorder_sets(), behavior, strict=True)):
        at = dict(zip(sets, own, strict=True))
        by_breadth.append([at[index] for index in game.sets_of(player)])
    return Profile.of(game, by_breadth)
