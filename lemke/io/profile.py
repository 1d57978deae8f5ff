"""Profiles as text, told apart by content: Gambit's ``NE,`` lines, JSON and CSV.

An ``NE,`` line lists probabilities: players in order; for each player the information sets, by first appearance in
depth-first order; for each set the moves in order.

JSON is a document with ``format`` (see :mod:`lemke.io.equilibrium`), or an object with the key ``behavior``,
``realization_plans`` or ``mixed_strategies``, or a mapping from information sets to actions to probabilities (see
:func:`lemke.game.strategy.by_name`). An object may have beliefs beside a behavior: ``{"behavior": …, "beliefs": …}``.

CSV has one probability in each row. Its heading has the columns ``player``, ``information set``, ``action`` and
``probability``, in any order, and may have others. A table of :meth:`lemke.game.played.Played.to_pandas` has the number
of an information set and its label in two columns; both together identify the set.

Numbers are decimals or fractions, all exact: ``0.1`` is 1/10.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from itertools import islice
from typing import TypeAlias

from gmpy2 import mpq

from lemke.certificate import Claim
from lemke.errors import FormatError, ProfileError, located
from lemke.game import Game
from lemke.game.names import SetNames
from lemke.game.strategy import Missing, Profile, beliefs_by_name, by_name
from lemke.ground.rational import parse, quoted, text
from lemke.ground.words import count
from lemke.io.source import read_text

Order: TypeAlias = Sequence[Sequence[int]]
"""For each player, the indices of the information sets in the order of an ``NE,`` line."""

COLUMNS = ("player", "information set", "action", "probability")


def dumps(game: Game, *profiles: Profile) -> str:
    """Return a line ``NE,…`` for every profile."""
    order = game.preorder_sets()
    lines = []
    for profile in profiles:
        words = ["NE"]
        for player, sets in enumerate(order):
            distributions = dict(zip(game.sets_of(player), profile.behavior[player], strict=True))
            words += [text(probability) for index in sets for probability in distributions[index]]
        lines.append(",".join(words) + "\n")
    return "".join(lines)


def loads(
    content: str, game: Game, source: str | None = None, normalize: bool = False, missing: Missing = None
) -> list[Claim]:
    """Return the profiles in a text, at least one, with the claims that the text makes about each profile.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> children = builder.move(builder.root, 0, ["L", "R"], "start")
    >>> game = builder.build(unpaid="zero")
    >>> loads("NE,1/3,2/3", game)[0].profile.behavior
    (((mpq(1,3), mpq(2,3)),), ())
    >>> loads('{"start": {"R": 0.1, "L": 0.3}}', game, normalize=True)[0].profile.behavior
    (((mpq(3,4), mpq(1,4)),), ())
    """
    content = content.removeprefix("\ufeff")
    if content.lstrip().startswith("{"):
        return [_from_json(content, game, source, normalize, missing)]
    first, _, _ = content.lstrip().partition("\n")
    cells = [cell.strip().strip('"').lower() for cell in first.split(",")]
    if "probability" in cells:
        if missing_columns := [name for name in COLUMNS if name not in cells]:
            with located(source, 1):
                raise FormatError(f"CSV without the column {missing_columns[0]!r}, expected {', '.join(COLUMNS)}")
        return [Claim(_from_csv(content, game, source, normalize, missing))]
    claims = []
    order = game.preorder_sets()
    for number, line in enumerate(content.splitlines(), 1):
        if line.strip():
            with located(source, number):
                claims.append(Claim(_from_line(line.strip(), game, order, normalize)))
    if not claims:
        with located(source):
            raise FormatError("no profile, expected a line that starts with NE, a JSON object or CSV")
    return claims


def read(path: str, game: Game, purpose: str = "", normalize: bool = False, missing: Missing = None) -> Claim:
    """Return the one profile in a file, or on the standard input for ``-``, with the claims about the profile there.

    ``purpose`` ends the message about several profiles; the other parameters are those of :func:`loads`.
    """
    return only(loads(read_text(path), game, path, normalize, missing), path, purpose)


def only(claims: Sequence[Claim], source: str | None = None, purpose: str = "") -> Claim:
    """Return the only profile in a file. Without exactly one profile, a ProfileError names the ``source``."""
    if len(claims) != 1:
        with located(source):
            raise ProfileError(f"{len(claims)} profiles, expected one{purpose}")
    return claims[0]


def _from_json(content: str, game: Game, source: str | None, normalize: bool, missing: Missing) -> Claim:
    from lemke.ground import exact_json  # noqa: PLC0415  loaded for JSON only
    from lemke.io import equilibrium  # noqa: PLC0415

    document = exact_json.loads(content, source)
    if equilibrium.is_document(document):
        return equilibrium.claim_of(document, game, source, normalize)
    with located(source):
        stated, beliefs = document, None
        if set(document) == {"behavior", "beliefs"} and isinstance(document["behavior"], dict):
            stated, beliefs = document["behavior"], beliefs_by_name(game, document["beliefs"])
        return Claim(by_name(game, stated, missing, normalize=normalize), beliefs=beliefs)


def _from_csv(content: str, game: Game, source: str | None, normalize: bool, missing: Missing) -> Profile:
    rows = csv.reader(io.StringIO(content), strict=True)
    heading: list[str] = []
    names = SetNames(game)
    stated: dict[tuple[str, str], dict[str, mpq]] = {}
    try:
        for row in rows:
            with located(source, rows.line_num):
                if not heading:
                    heading = [cell.strip().lower() for cell in row]
                    if repeated := [name for name in COLUMNS if heading.count(name) > 1]:
                        raise FormatError(f"the column {repeated[0]!r} twice, expected once")
                elif row:
                    _add_row(dict(zip(heading, row, strict=False)), stated, names)
    except csv.Error as error:
        with located(source, rows.line_num):
            raise FormatError(f"no CSV ({error}), expected rows of {', '.join(COLUMNS)}") from None
    with located(source):
        return by_name(game, stated, missing, normalize=normalize)


def _add_row(row: dict[str, str], stated: dict[tuple[str, str], dict[str, mpq]], names: SetNames) -> None:
    """Add the probability in a row of a table to ``stated``, by player and information set, then by action."""
    if missing_columns := [name for name in COLUMNS if name not in row]:
        raise FormatError(f"a row without {missing_columns[0]}, expected {', '.join(COLUMNS)}")
    player, information_set, action, probability = (row[name].strip() for name in COLUMNS)
    if "label" in row:
        # in a table with labels, the cell has only the set's number, which may be the label of another set
        information_set = names.tabulated(player, information_set, row["label"].strip()) or information_set
    moves = stated.setdefault((player, information_set), {})
    if action in moves:
        raise FormatError(f"the action {quoted(action)} at {quoted(information_set)} twice, expected once")
    moves[action] = parse(probability)


def _from_line(line: str, game: Game, order: Order, normalize: bool) -> Profile:
    head = line.partition(",")[0]
    if head.strip() != "NE":
        expected_columns = f"CSV with the columns {', '.join(COLUMNS)}"
        raise FormatError(f"{head[:20]!r}, expected a line that starts with NE, a JSON object, or {expected_columns}")
    _, *numbers = line.split(",")
    return from_flat(game, order, list(map(parse, numbers)), normalize=normalize)


def from_flat(
    game: Game, order: Order, numbers: Sequence[object], floats: bool = False, normalize: bool = False
) -> Profile:
    """Return the profile whose probabilities come in the order of ``NE,`` lines.

    ``order`` is ``game.preorder_sets()``; ``floats`` and ``normalize`` are as in :meth:`Profile.of`.
    """
    sizes = [[len(game.information_sets[index].actions) for index in sets] for sets in order]
    if len(numbers) != (expected := sum(map(sum, sizes))):
        raise ProfileError(f"{count(len(numbers), 'probability')}, expected {expected}")
    remaining = iter(numbers)
    behavior = []
    for sets, set_sizes in zip(order, sizes, strict=True):
        distributions = {index: list(islice(remaining, size)) for index, size in zip(sets, set_sizes, strict=True)}
        # a profile lists sets in breadth-first order, which is the order of their indices
        behavior.append([distributions[index] for index in sorted(distributions)])
    return Profile.of(game, behavior, floats, normalize)
