"""The part of a page about one profile: its strategies set by set, its tree, and facts about every node."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.errors import one_line
from lemke.game import CHANCE, TERMINAL
from lemke.game.best_response import Deviation
from lemke.game.played import UNREACHED
from lemke.game.reach import Reach, reach
from lemke.game.tree import unique_names
from lemke.ground import limits
from lemke.ground.sparse import Vector
from lemke.ground.words import count, player_name
from lemke.show.drawing import DEPTH, NODES, DrawnNode, Picture, draw, excerpt
from lemke.show.web_page.subject import ASIDE, LONG, View, beside, brief, middle, number, percent

TemplateValues: TypeAlias = dict[str, Any]
"""Values for the template, by name."""

SETS = 2000
"""The most information sets of a player on a page, shared by its views."""
DRAWN = 4000
"""The most nodes drawn on a page, shared by its views."""
FEWEST = 50
"""Every view has room for this many information sets of a player, and nodes."""
GLANCE = 4
"""The most moves whose probabilities are shown beside a folded set."""
QUICK = 50_000
"""The most nodes of a game for which values of nodes are computed."""
NAME = 22
"""The most characters of an information set's label in the list of strategies."""
WAY = 60
"""The most characters for the moves that lead to a node."""


def boards(views: Sequence[View]) -> Iterator[TemplateValues]:
    """Yield the template's values for every view."""
    sets, nodes = (max(FEWEST, most // max(1, len(views))) for most in (SETS, DRAWN))
    for place, view in enumerate(views):
        limits.check()
        yield _Board(view, "" if place == 0 else f"-v{place + 1}", sets, min(nodes, NODES)).part()


def anchor(player: int, place: int, suffix: str = "") -> str:
    """Return the name by which links find a player's information set; ``place`` counts from 1, in depth-first order."""
    return f"set-{player + 1}-{place}{suffix}"


def more(number: int, noun: str) -> str:
    """Return a text with the number of items not shown; empty if there are none."""
    return count(number, f"more {noun}") if number > 0 else ""


class _Board:
    """One view of a page, and values computed once for it."""

    def __init__(self, view: View, suffix: str, sets: int, nodes: int) -> None:
        self.view, self.suffix, self.sets, self.nodes = view, suffix, sets, nodes
        self.game, self.profile = view.verdict.game, view.verdict.claim.profile
        self.report = view.verdict.report

    @cached_property
    def reached(self) -> Reach:
        return reach(self.game, self.profile)

    @cached_property
    def places(self) -> dict[int, tuple[Deviation, int]]:
        """For every information set, its player's deviation and its number h among the player's sets."""
        return {
            index: (deviation, h)
            for deviation in self.report.deviations
            for h, index in enumerate(deviation.sequences.sets)
        }

    @cached_property
    def worth(self) -> tuple[Vector, ...]:
        """For each player, the value of every sequence with best replies after it, times the opponent's reach."""

        def of(deviation: Deviation) -> Vector:
            worth = deviation.values.copy()
            np.add.at(worth, deviation.sequences.parent, deviation.response.set_values)
            return worth

        return tuple(map(of, self.report.deviations))

    def part(self) -> TemplateValues:
        game, order = self.game, self.game.preorder_sets()
        names = [player_name(game.players, player) for player in (0, 1)]
        players: list[TemplateValues] = [
            {
                "anchor": f"player-{player + 1}{self.suffix}",
                "name": names[player],
                "sets": list(self._sets(deviation, order[player][: self.sets])),
                "left_out": more(len(order[player]) - self.sets, "information set"),
            }
            for player, deviation in enumerate(self.report.deviations)
        ]
        listed = [information_set for player in players for information_set in player["sets"]]
        drawing = draw(game, self.profile, nodes=self.nodes)
        assert isinstance(drawing.picture, Picture)  # of a game
        stated = self.view.payoffs or (None, None)
        paid = zip(names, self.report.payoffs, stated, strict=True)
        return {
            "suffix": self.suffix,
            "name": self.view.name,
            "about": self.view.about,
            "payoffs": [{"player": name, "text": text, "value": number(value)} for name, value, text in paid],
            "glance": ", ".join(text or brief(value) for _, value, text in zip(names, self.report.payoffs, stated)),
            "players": players,
            "name_width": max((len(row["number"]) + len(row["shown"]) + 1 for row in listed), default=0),
            "count": len(listed),
            "tree": drawing.traced_svg(f"tree-picture{self.suffix}"),
            "wide": f"{drawing.picture.width:.0f}pt",
            "rows": list(self._nodes(excerpt(game, self.profile, self.nodes, DEPTH), names)),
            "folded": game.size > self.nodes,
            "equilibrium": self.report.is_equilibrium,
            "as_read": not any(self.profile.filled)
            and (self.profile.normalization is None or not self.profile.normalization.sets),
        }

    # ---------------------------------------------------------------------- information sets

    def _sets(self, deviation: Deviation, order: Sequence[int]) -> Iterator[TemplateValues]:
        """Yield information sets with their moves.

        ``before`` is the player's own sequence that leads there. ``led`` is true if the opponent and chance reach it.
        """
        game, sequences = self.game, deviation.sequences
        player = sequences.player
        names = list(map(one_line, sequences.names()))
        led = set(game.information_set[self.reached.others(player).astype(bool)].tolist())
        for k, index in enumerate(order, 1):
            information_set, h = game.information_sets[index], self.places[index][1]
            shares = self.profile.behavior[player][h]
            labels = list(map(one_line, unique_names(information_set.actions)))
            stated = self.view.beside.get((player, h), [""] * len(shares))
            moves = list(self._moves(deviation, h, labels, shares, stated, index in led))
            played = [
                (middle(label), label, text if 0 < len(text) <= LONG else brief(share))
                for label, share, text in zip(labels, shares, stated, strict=True)
                if share
            ]
            mark = "" if self.reached.sets[index] else UNREACHED
            filled = h in self.profile.filled[player]
            label, loss = one_line(information_set.label), deviation.losses[h]
            yield {
                "anchor": anchor(player, k, self.suffix),
                "index": index,
                "number": "" if game.strategic else str(information_set.number),
                "label": label,
                "shown": middle(label, NAME),
                "mark": self.view.filled if filled else mark,
                "lost": brief(loss) if loss else "",
                "glance": played[:GLANCE],
                "more": f"{len(played) - GLANCE} more" if len(played) > GLANCE else "",
                "moves": moves,
                "stated": any(stated),
                "before": names[sequences.parent[h]],
                "led": index in led,
                "reach": number(self.reached.sets[index], ASIDE),
                "loss": number(loss, ASIDE),
                "regret": number(deviation.counterfactual_regrets[h], ASIDE),
            }

    def _moves(
        self,
        deviation: Deviation,
        h: int,
        labels: Sequence[str],
        shares: Iterable[mpq],
        stated: Iterable[str],
        led: bool,
    ) -> Iterator[TemplateValues]:
        """Yield moves; ``start`` and ``width`` are their positions in a bar from 0 to 100."""
        start, sequences, best = mpq(0), deviation.sequences, deviation.response.set_values[h]
        worth = self.worth[sequences.player]
        for label, share, text, sequence in zip(labels, shares, stated, sequences.moves(h), strict=True):
            bar = {"start": percent(start), "width": percent(share)}
            is_best = led and bool(worth[sequence] == best)
            yield {"name": label, "share": number(share), "stated": text, "best": is_best, **bar}
            start += share

    # ---------------------------------------------------------------------- nodes

    def _nodes(self, drawn: Sequence[DrawnNode], names: Sequence[str]) -> Iterator[TemplateValues]:
        """Yield a row for every node drawn; ``cells`` are pairs of a heading and a number or a name."""
        game = self.game
        quick = game.size <= QUICK
        values = [self.reached.values(player) for player in (0, 1)] if quick else []
        ways: list[str] = []
        for shown in drawn:
            leads = list(self._move(drawn, shown))
            step = middle(str(dict(leads).get("move", "")), WAY)
            ways.append(" › ".join(filter(None, [ways[shown.above] if shown.above > 0 else "", step])))
            index, is_set = int(game.information_set[shown.node]), shown.kind in ("decision", "folded")
            cells = chain(self._decision_cells(shown, index) if is_set else (), self._worth(shown, values, names))
            yield {
                "above": shown.above,
                "set": index if is_set and game.player[shown.node] != CHANCE else "",
                "way": middle(ways[-1], WAY) or "the start",
                "move": dict(leads).get("move", ""),
                "cells": dict(chain(leads[1:], [("reached", beside(shown.reach or mpq(0)))], cells)),
            }

    def _move(self, drawn: Sequence[DrawnNode], shown: DrawnNode) -> Iterator[tuple[str, str]]:
        """Yield the cells about the move that leads to a node: its name first."""
        if shown.above < 0:
            return
        index = int(self.game.information_set[drawn[shown.above].node])
        if shown.kind == "rest":
            yield "move", "more moves"
        else:
            yield "move", one_line(unique_names(self.game.information_sets[index].actions)[shown.move])
        if shown.step is not None:
            yield "probability of the move", beside(shown.step)
        if shown.kind != "rest" and index in self.places:
            deviation, h = self.places[index]
            sequence = deviation.sequences.moves(h)[shown.move]
            lost = deviation.response.set_values[h] - self.worth[deviation.sequences.player][sequence]
            yield "worse than the best move by", beside(lost)

    def _decision_cells(self, shown: DrawnNode, index: int) -> Iterator[tuple[str, str]]:
        """Yield the cells about a node at which a player moves."""
        game = self.game
        if self.game.player[shown.node] in (CHANCE, TERMINAL):
            return
        deviation, h = self.places[index]
        name = f"{game.information_sets[index].number} {one_line(game.information_sets[index].label)}".rstrip()
        yield "information set", name
        total = self.reached.sets[index]
        yield "belief in its set", beside(self.reached.nodes[shown.node] / total) if total else "undefined"
        if deviation.losses[h]:
            yield "lost at the set", beside(deviation.losses[h])
        yield "counterfactual regret", beside(deviation.counterfactual_regrets[h])

    def _worth(self, shown: DrawnNode, values: Sequence[Vector], names: Sequence[str]) -> Iterator[tuple[str, str]]:
        if shown.kind != "rest":
            for name, worth in zip(names, values, strict=False):
                yield f"worth to {name}", beside(worth[shown.node])
