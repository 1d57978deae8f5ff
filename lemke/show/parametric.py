"""Equilibria in closed form over an interval of a parameter, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from lemke.errors import one_line
from lemke.ground.rational import decimal, text
from lemke.ground.tables import columns
from lemke.ground.words import count, player_name


class Interval(Protocol):
    """See :class:`lemke.studies.parametric.Interval`."""

    @property
    def low(self) -> Any:
        """The lower end."""

    @property
    def high(self) -> Any:
        """The upper end."""


class Equilibrium(Protocol):
    """See :attr:`lemke.studies.parametric.ParametricEquilibrium.texts`."""

    @property
    def payoffs(self) -> tuple[str, str]:
        """Expressions as text."""

    @property
    def behavior(self) -> Sequence[Mapping[str, Mapping[str, str] | None]]:
        """Per player information set → move → expression as text."""


class WithTexts(Protocol):
    """See :class:`lemke.studies.parametric.ParametricEquilibrium`."""

    @property
    def texts(self) -> Equilibrium:
        """Of payoffs and behavior strategies."""


class Piece(Protocol):
    """See :class:`lemke.studies.parametric.Piece`."""

    @property
    def interval(self) -> Interval:
        """Where it holds."""

    @property
    def equilibrium(self) -> WithTexts:
        """In closed form."""


def sweep_text(
    title: str,
    players: Sequence[str],
    parameter: str,
    interval: Interval,
    pieces: Sequence[Piece],
    critical: Sequence[Any],
    undefined: Sequence[Any],
    samples: Sequence[Any] = (),
) -> str:
    """Return the critical values, for every piece the payoffs and behavior strategies, and what was looked at."""
    lines = [one_line(title)] if title else []
    lines.append(f"{parameter} in {interval}: {count(len(pieces), 'piece')}")
    for heading, values in (("Critical values", critical), ("Undefined at", undefined)):
        if values:
            lines += ["", heading, *columns([_number(each) for each in values])]
    for number, piece in enumerate(pieces, 1):
        lines += ["", f"{number}. {parameter} in {piece.interval}", *_equilibrium(piece.equilibrium.texts, players)]
    lines += ["", "Proved for all values in the intervals."]
    if samples:
        places = ", ".join(map(text, samples))
        lines.append(f"Equilibria were looked for at {parameter} = {places}; others may exist between.")
    return "\n".join(lines) + "\n"


def _number(value: Any) -> list[str]:
    """Return a rational number with its decimal, or a root with its polynomial."""
    if hasattr(value, "polynomial"):
        return [str(value), value.decimal(), f"root {value.number + 1} of {value.polynomial}"]
    return [text(value)] if value.denominator == 1 else [text(value), decimal(value)]


def _equilibrium(equilibrium: Equilibrium, players: Sequence[str]) -> Iterator[str]:
    names = [player_name(players, player) for player in (0, 1)]
    yield "  Payoffs"
    yield from columns([[name, each] for name, each in zip(names, equilibrium.payoffs, strict=True)], "    ")
    for name, strategy in zip(names, equilibrium.behavior, strict=True):
        if strategy:
            yield f"  {name}"
            yield from columns([*_rows(strategy)], "    ")


def _rows(strategy: Mapping[str, Mapping[str, str] | None]) -> Iterator[list[str]]:
    for name, moves in strategy.items():
        if moves is None:
            yield [name, "any", "not reached"]
            continue
        played = [(move, probability) for move, probability in moves.items() if probability != "0"]
        for k, (move, probability) in enumerate(played):
            yield ["" if k else name, move, probability]
