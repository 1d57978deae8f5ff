"""The strategies of both players: every information set with its moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from gmpy2 import mpq

from lemke.errors import one_line
from lemke.game.best_response import Deviation
from lemke.game.reach import Reach, reach
from lemke.game.tree import unique_names
from lemke.ground.words import count, player_name
from lemke.show.equilibrium import FILLED, UNREACHED
from lemke.show.web_page.numbers import ASIDE, Number, brief, number, percent
from lemke.show.web_page.subject import Subject

OPEN = 24
"""Information sets beyond which all are folded at first."""
SETS = 2000
"""Information sets of a player that are on a page."""
GLANCE = 4
"""Moves whose probabilities are told beside a folded set."""
UNSTATED = "not stated; all moves equally likely"


@dataclass(frozen=True)
class Move:
    """A move with its probability; ``start`` and ``width`` place it in a bar from 0 to 100.

    ``best`` says that no other move gets the player more, against the other's strategy.
    """

    name: str
    share: Number
    start: str
    width: str
    best: bool


@dataclass(frozen=True)
class SetView:
    """An information set with the moves that are made there, ``more`` than a few of them counted.

    ``before`` is the player's own sequence that leads there, ``reach`` the probability of getting there; ``loss`` and
    ``regret``, the counterfactual one, are in units of payoff. ``led`` unless the other or chance never leads there.
    """

    anchor: str
    number: str
    label: str
    mark: str
    glance: tuple[tuple[str, str], ...]
    more: str
    moves: tuple[Move, ...]
    before: str
    led: bool
    reach: Number
    loss: Number
    regret: Number


@dataclass(frozen=True)
class PlayerView:
    """A player's strategy; ``left_out`` counts the sets that are not on the page."""

    anchor: str
    name: str
    sets: tuple[SetView, ...]
    left_out: str


@dataclass(frozen=True)
class Strategies:
    """The strategies of both players; ``sets`` counts those on the page, ``opened`` if they need not be folded."""

    players: tuple[PlayerView, ...]
    sets: int
    opened: bool


def strategies(subject: Subject) -> Strategies:
    """Return the strategies of a profile, information sets in depth-first order."""
    game = subject.verdict.game
    reached = reach(game, subject.verdict.claim.profile)
    order = game.preorder_sets()
    players = []
    for player, deviation in enumerate(subject.verdict.report.deviations):
        left = len(order[player]) - SETS
        players.append(
            PlayerView(
                f"player-{player + 1}",
                player_name(game.players, player),
                tuple(_sets(subject, deviation, order[player][:SETS], reached)),
                count(left, "more information set") if left > 0 else "",
            )
        )
    here = sum(len(each.sets) for each in players)
    return Strategies(tuple(players), here, here <= OPEN)


def anchor(player: int, place: int) -> str:
    """Return the name by which links find a player's information set; places count from 1, in depth-first order."""
    return f"set-{player + 1}-{place}"


def _sets(subject: Subject, deviation: Deviation, order: tuple[int, ...], reached: Reach) -> Iterator[SetView]:
    game, profile, own = subject.verdict.game, subject.verdict.claim.profile, deviation.sequences
    names = list(map(one_line, own.names()))
    position = {index: h for h, index in enumerate(own.sets)}
    worth = deviation.values.copy()  # of every sequence, weighted with the reach of the other, if play goes on at best
    np.add.at(worth, own.parent, deviation.response.set_values)
    led = set(game.information_set[reached.others(own.player).astype(bool)].tolist())
    filled = UNSTATED if subject.equilibrium is None else FILLED
    for k, index in enumerate(order, 1):
        each, h = game.information_sets[index], position[index]
        shares = profile.behavior[own.player][h]
        labels = list(map(one_line, unique_names(each.actions)))
        off = "" if reached.sets[index] else UNREACHED
        made = [(label, brief(share)) for label, share in zip(labels, shares, strict=True) if share]
        best = (worth[own.moves(h)] == deviation.response.set_values[h]) & (index in led)
        yield SetView(
            anchor=anchor(own.player, k),
            number="" if game.strategic else str(each.number),
            label=one_line(each.label),
            mark=filled if h in profile.filled[own.player] else off,
            glance=tuple(made[:GLANCE]),
            more=f"{len(made) - GLANCE} more" if len(made) > GLANCE else "",
            moves=tuple(_moves(labels, shares, best)),
            before=names[own.parent[h]],
            led=index in led,
            reach=number(reached.sets[index], ASIDE),
            loss=number(deviation.losses[h], ASIDE),
            regret=number(deviation.counterfactual_regrets[h], ASIDE),
        )


def _moves(labels: list[str], shares: tuple[mpq, ...], best: Iterable[object]) -> Iterator[Move]:
    start = mpq(0)
    for label, share, is_best in zip(labels, shares, best, strict=True):
        yield Move(label, number(share), percent(start), percent(share), bool(is_best))
        start += share
