"""An elimination of dominated strategies for people."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from lemke.forms.normal_form.dominance import Dominated, Elimination
from lemke.game.tree import count
from lemke.ground.rational import ONE, short
from lemke.show.normal_form import normal_form_text
from lemke.show.table import columns, player_name

SHOWN = 100
"""Combinations of strategies up to which the table of what is left is printed."""
NAMED = 10
"""Strategies of a player that are named where it is not."""


def dominance_text(found: Elimination) -> str:
    """Return what was eliminated, round by round, and what is left."""
    return "\n".join("\n".join(part) + "\n" for part in _parts(found))


def _parts(found: Elimination) -> Iterator[list[str]]:
    for number, steps in groupby(found.eliminated, key=lambda step: step.round):
        yield [f"Round {number}", *columns([_row(found, step) for step in steps])]
    yield [_verdict(found)]
    if found.form.payoffs[0].size <= SHOWN:
        yield normal_form_text(found.form).rstrip("\n").split("\n")
    else:
        yield ["Left", *columns([_left(found, player) for player in range(len(found.surviving))])]


def _row(found: Elimination, step: Dominated) -> list[str]:
    labels = found.original.strategies[step.player]
    mixture = " + ".join(
        labels[strategy] if share == ONE else f"{short(share)} {labels[strategy]}"
        for strategy, share in step.mixture.items()
    )
    kind = "strictly" if step.strict else "weakly"
    return [player_name(found.original.players, step.player), step.label, f"{kind} dominated by", mixture]


def _verdict(found: Elimination) -> str:
    left = f"left: {' x '.join(map(str, found.form.shape))}"
    if not found.complete:
        return f"Stopped after {count(found.rounds, 'round')}; {left}, perhaps with dominated strategies."
    after = f"After {count(found.rounds, 'round')}, {left}; no" if found.rounds else "No"
    kind = "weakly" if found.weak else "strictly"
    return f"{after} strategy is {kind} dominated{' by a pure one' if found.pure else ''}."


def _left(found: Elimination, player: int) -> list[str]:
    """Return how many strategies of a player are left, and which."""
    labels = found.form.strategies[player]
    more = f" and {len(labels) - NAMED} more" if len(labels) > NAMED else ""
    number = f"{len(labels)} of {found.original.shape[player]}"
    return [player_name(found.original.players, player), number, ", ".join(labels[:NAMED]) + more]
