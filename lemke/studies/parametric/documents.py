"""The pieces of a sweep as a document: equilibria in closed form over an interval of a parameter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from lemke.errors import one_line
from lemke.game.strategy import named_sets
from lemke.ground.document import Block, Document, Format, Members
from lemke.ground.rational import text
from lemke.ground.tables import page_table
from lemke.ground.words import count, decimal_beside, player_name
from lemke.studies.parametric.roots import Algebraic, Real

if TYPE_CHECKING:
    from lemke.studies.parametric.sweeps import Sweep, SweepPiece

SWEEP = Format(
    "lemke-sweep/1",
    """
game | object | `title` and `players`; no SHA-256, because numbers depend on the parameter
parameter | text | the name of the parameter that changes
critical | list of values | where pieces begin or end, without the two ends of the sweep. A value is a number or, if it
    is irrational, an object: a `polynomial`, the position of the value among its real roots (`root`, 1 is the least),
    and the ends of an `interval` that has no other root
undefined | list of values | where the game is undefined
samples | list of values | with `--all`: where the search looked for equilibria
pieces | list | each has one equilibrium in closed form; with `--all` pieces may overlap
- number | whole | 1, 2, … in this list
- low, high, closed | values; list of two truth values | the ends of the piece, and whether each end belongs to it
- payoffs | two texts | per player, as expressions in the parameter
- behavior | list, per player | `player` and `information_sets`, as in certificates; `actions` maps moves to
    expressions, or is null at sets that the player's plan does not reach
""",
)


def sweep_document(sweep: Sweep) -> Document:
    """Return the critical values, the payoffs and behavior strategies of every piece, and the samples."""
    game, parameter = sweep.game, sweep.parameter.name

    def blocks() -> Iterator[Block]:
        if game.title:
            yield one_line(game.title)
        yield f"{parameter} in {sweep.interval}: {count(len(sweep.pieces), 'piece')}"
        for heading, values in (("Critical values", sweep.critical), ("Undefined at", sweep.undefined)):
            if values:
                yield from ("", heading, page_table([_cells(value) for value in values]))
        for number, piece in enumerate(sweep.pieces, 1):
            yield ""
            yield f"{number}. {parameter} in {piece.interval}"
            yield from _equilibrium(sweep, piece)
        yield from ("", "Proved for all values in the intervals.")
        if sweep.samples:
            points = ", ".join(map(text, sweep.samples))
            yield f"Equilibria were searched for at {parameter} = {points}; others may exist elsewhere."

    def members() -> Members:
        return {
            "game": {"title": game.title, "players": game.structure.players},
            "parameter": parameter,
            "critical": list(map(_value, sweep.critical)),
            "undefined": list(map(_value, sweep.undefined)),
            "samples": sweep.samples,
            "pieces": [
                {
                    "number": number,
                    "low": _value(piece.interval.low),
                    "high": _value(piece.interval.high),
                    "closed": piece.interval.closed,
                    "payoffs": piece.equilibrium.texts[0],
                    "behavior": list(_behavior(sweep, piece)),
                }
                for number, piece in enumerate(sweep.pieces, 1)
            ],
        }

    return Document(blocks, SWEEP, members)


def _cells(value: Real) -> list[object]:
    """Return the cells of a row: a rational number with its decimal, or a root with its decimal and polynomial."""
    if isinstance(value, Algebraic):
        return [str(value), value.decimal(), f"root {value.number + 1} of {value.polynomial}"]
    return [value, decimal_beside(value)]


def _value(value: Real | None) -> object:
    """Return a value as a member of JSON: a number, or an object if it is irrational."""
    if not isinstance(value, Algebraic):
        return value
    return {"polynomial": str(value.polynomial), "root": value.number + 1, "interval": value.isolating}


def _behavior(sweep: Sweep, piece: SweepPiece) -> Iterator[dict[str, object]]:
    """Yield the behavior strategy of each player as a member of JSON."""
    for player, strategy in enumerate(piece.equilibrium.texts[1]):
        moves = list(strategy.values())
        sets = [names | {"actions": moves[h]} for h, _, names in named_sets(sweep.game.structure, player)]
        yield {"player": player + 1, "information_sets": sets}


def _equilibrium(sweep: Sweep, piece: SweepPiece) -> Iterator[Block]:
    """Yield the payoffs and the behavior strategies of a piece."""
    payoffs, behavior = piece.equilibrium.texts
    names = [player_name(sweep.game.structure.players, player) for player in (0, 1)]
    yield "  Payoffs"
    yield page_table(list(zip(names, payoffs, strict=True)), indent="    ")
    for name, strategy in zip(names, behavior, strict=True):
        if strategy:
            yield f"  {name}"
            yield page_table(list(_rows(strategy)), indent="    ")


def _rows(strategy: Mapping[str, Mapping[str, str] | None]) -> Iterator[list[str]]:
    """Yield a row for every move that is played; only the first row of an information set has the set's name."""
    for name, moves in strategy.items():
        if moves is None:
            yield [name, "any", "not reached"]
            continue
        played = [(move, probability) for move, probability in moves.items() if probability != "0"]
        for k, (move, probability) in enumerate(played):
            yield ["" if k else name, move, probability]
