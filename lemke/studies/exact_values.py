"""Exact values of standard games: a table to cite, every line with the command that proves it again.

The data stand in ``exact_values.json`` beside this file, which ``benchmarks/exact_values.py`` writes: an object with
``"format": "lemke-exact-values/1"`` and ``values``, a list of objects with the fields of :class:`ExactValue`, payoffs
as text ``"p/q"``, and player 1's payoff again as ``value`` and ``decimal``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from gmpy2 import mpq

from lemke.errors import InputError
from lemke.ground.rational import decimal, parse, quoted, text

FORMAT = "lemke-exact-values/1"
DATA = Path(__file__).with_name("exact_values.json")
DIGITS = 15
"""Of decimals."""


@dataclass(frozen=True, slots=True)
class ExactValue:
    """The payoffs of a standard game in equilibrium, and how to prove them.

    Attributes
    ----------
    name : str
        What the command line calls it: the kind of game and, after hyphens, its parameters.
    family, title : str
        The kind of game, and the same with its parameters, for people.
    rules, source : str
        What exactly is played, the same for all of a family, and where it is from.
    nodes : int
    information_sets, sequences : (int, int)
        Of each player; the empty sequence counts.
    payoffs : (mpq, mpq)
    unique : bool
        Whether all equilibria pay this, since the game is constant-sum. If not, one equilibrium does.
    command : str
        A line for a shell that solves the game and proves the answer.
    sha256 : str
        Of the game, as :func:`lemke.sha256` returns it.
    """

    name: str
    family: str
    title: str
    rules: str
    source: str
    nodes: int
    information_sets: tuple[int, int]
    sequences: tuple[int, int]
    payoffs: tuple[mpq, mpq]
    unique: bool
    command: str
    sha256: str

    @property
    def value(self) -> mpq:
        """Player 1's payoff."""
        return self.payoffs[0]

    @property
    def decimal(self) -> str:
        """Player 1's payoff to 15 digits."""
        return decimal(self.value, DIGITS)

    def to_json(self) -> dict[str, Any]:
        """Return the object that stands for it in JSON."""
        own = {each.name: getattr(self, each.name) for each in fields(self)}
        return own | {"payoffs": list(map(text, self.payoffs)), "value": text(self.value), "decimal": self.decimal}


def exact_values() -> tuple[ExactValue, ...]:
    """Return the table of exact values of standard games.

    >>> first = exact_values()[0]
    >>> first.title, first.value, first.command
    ('Kuhn poker, 3 cards', mpq(-1,18), 'lemke generate kuhn --cards 3 | lemke solve -')
    """
    return loads(DATA.read_text(encoding="utf-8"))


def named(names: Sequence[str]) -> tuple[ExactValue, ...]:
    """Return the games of these names, or whose names start so; all of them for no name.

    Raises
    ------
    InputError
        A name that fits none.

    >>> [each.name for each in named(["leduc-3", "kuhn-5"])]
    ['kuhn-5', 'leduc-3', 'leduc-3-distinct', 'leduc-3-3suits', 'leduc-3-4suits']
    """
    values = exact_values()
    for name in names:
        if not any(_fits(each, name) for each in values):
            raise InputError(
                f"no game {quoted(name)} in the table, expected a name there, such as {values[0].name}, "
                "or its beginning up to a hyphen"
            )
    return tuple(each for each in values if not names or any(_fits(each, name) for name in names))


def dumps(values: Sequence[ExactValue]) -> str:
    """Return games of the table as JSON text, which :func:`loads` reads."""
    document = {"format": FORMAT, "values": [each.to_json() for each in values]}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def loads(document: str) -> tuple[ExactValue, ...]:
    """Return the games in a JSON text that :func:`dumps` has written."""
    return tuple(map(_entry, json.loads(document)["values"]))


def _entry(found: dict[str, Any]) -> ExactValue:
    own = {each.name: found[each.name] for each in fields(ExactValue)}
    pairs = {name: tuple(own[name]) for name in ("information_sets", "sequences")}
    return ExactValue(**own | pairs | {"payoffs": tuple(map(parse, own["payoffs"]))})


def _fits(value: ExactValue, name: str) -> bool:
    return value.name == name or value.name.startswith(f"{name}-")
