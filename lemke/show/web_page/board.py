"""The part of a page about one profile: the moves at every information set, the tree, and facts about every node."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from gmpy2 import mpq

from lemke.certificate import Verdict
from lemke.errors import one_line
from lemke.game import CHANCE, TERMINAL, Game
from lemke.game.best_response import Deviation
from lemke.game.played import FILLED, UNREACHED, PlayedProfile
from lemke.game.reach import Reach, reach
from lemke.game.strategy import Distribution, Profile
from lemke.game.tree import unique_names
from lemke.ground.rational import decimal, text
from lemke.ground.sparse import Vector
from lemke.ground.words import count, player_name
from lemke.show.drawing import NODES, DrawnNode, excerpt, svg, tree_picture

TemplateValues: TypeAlias = dict[str, Any]
"""Values for the template, by name."""

SETS = 2000
"""The largest number of information sets of a player on a page, divided among the views."""
DRAWN = 4000
"""The largest number of nodes drawn on a page, divided among the views; in a view at least FEWEST."""
FEWEST = 50
SUMMARY_MOVES = 4
"""The largest number of moves whose probabilities are shown at a folded information set."""
LABEL_LENGTH = 22
"""The largest number of characters of an information set's label in the list of strategies."""
HISTORY_LENGTH = 60
"""The largest number of characters for the moves that lead to a node."""
MAX_INLINE_FRACTION = 24
"""The largest number of characters of a fraction in a line of text; for a longer one the line has only a decimal."""


@dataclass(frozen=True, eq=False)
class View:
    """A profile on the page; if there are several, the reader chooses one."""

    verdict: Verdict  # on the profile
    filled: str = FILLED  # the mark of information sets whose moves were filled in
    name: str = ""  # by which the reader chooses the view
    about: Sequence[str] = ()  # sentences about the view
    payoffs: Sequence[str] = ()  # of both players, if they are expressions or ranges
    # by player and number h of an information set: expressions or ranges of the probabilities of its moves
    move_texts: Mapping[tuple[int, int], Sequence[str]] = field(default_factory=dict)
    # beliefs that the proof of a refinement gives, by index of information set
    assessment: Mapping[int, Distribution] | None = None
    suffix: str = ""  # makes anchors unique on the page
    sets: int = SETS  # the largest number of information sets of a player
    nodes: int = NODES  # the largest number of drawn nodes

    @property
    def game(self) -> Game:
        """The game."""
        return self.verdict.game

    @property
    def profile(self) -> Profile:
        """The profile."""
        return self.verdict.profile

    @cached_property
    def reach(self) -> Reach:
        """The probabilities with which the profile reaches nodes and information sets."""
        return reach(self.game, self.profile)

    @cached_property
    def deviation_and_number(self) -> dict[int, tuple[Deviation, int]]:
        """For every information set: the player's best deviation, and the set's number h among the player's sets."""
        return {
            index: (deviation, h)
            for deviation in self.verdict.deviations
            for h, index in enumerate(deviation.sequences.sets)
        }

    @cached_property
    def sequence_values(self) -> tuple[Vector, ...]:
        """For each player, the expected payoff of every sequence if best replies follow the sequence.

        Payoffs are weighted with the probability that the opponent and chance reach the leaf.
        """
        return tuple(deviation.response.move_values for deviation in self.verdict.deviations)

    def template_values(self) -> TemplateValues:
        """Return the template's values for the view."""
        game, order = self.game, self.game.preorder_sets()
        names = [player_name(game.players, player) for player in (0, 1)]
        players: list[TemplateValues] = [
            {
                "anchor": f"player-{player + 1}{self.suffix}",
                "name": names[player],
                "sets": list(self._sets(deviation, order[player][: self.sets])),
                "left_out": left_out_text(len(order[player]) - self.sets, "information set"),
            }
            for player, deviation in enumerate(self.verdict.deviations)
        ]
        sets = [information_set for player in players for information_set in player["sets"]]
        played = PlayedProfile.of_game(game, self.profile, self.assessment)
        picture = tree_picture(game, played, nodes=self.nodes)
        payoff_texts = self.payoffs or (None, None)
        payoffs = list(zip(names, self.verdict.payoffs, payoff_texts, strict=True))
        return {
            "suffix": self.suffix,
            "name": self.name,
            "about": self.about,
            "payoffs": [{"player": name, "text": text, "value": value} for name, value, text in payoffs],
            "summary": ", ".join(text or brief_text(value) for _, value, text in payoffs),
            "players": players,
            "name_width": max((len(row["number"]) + len(row["short_label"]) + 1 for row in sets), default=0),
            "count": len(sets),
            "tree": svg(picture, f"tree-picture{self.suffix}"),
            "wide": f"{picture.width:.0f}pt",
            "rows": list(self._nodes(excerpt(game, self.profile, nodes=self.nodes), names)),
            "folded": game.size > self.nodes,
            "equilibrium": self.verdict.is_equilibrium,
        }

    def _sets(self, deviation: Deviation, order: Sequence[int]) -> Iterator[TemplateValues]:
        """Yield a player's information sets with their moves, in the given order.

        ``sequence_before`` is the player's own sequence that leads to the set. ``is_possible`` is true if the opponent
        and chance reach the set with a positive probability.
        """
        game, sequences = self.game, deviation.sequences
        player = sequences.player
        names = list(map(one_line, sequences.names()))
        possible = set(game.information_set[self.reach.others(player).astype(bool)].tolist())
        for k, index in enumerate(order, 1):
            information_set, h = game.information_sets[index], self.deviation_and_number[index][1]
            moves = list(self._moves(deviation, h, index in possible))
            played = [
                (short_label(label), label, text if 0 < len(text) <= MAX_INLINE_FRACTION else brief_text(probability))
                for label, probability, text in ((move["name"], move["probability"], move["text"]) for move in moves)
                if probability
            ]
            mark = "" if self.reach.sets[index] else UNREACHED
            is_filled = h in self.profile.filled[player]
            label, loss = one_line(information_set.label), deviation.losses[h]
            yield {
                "anchor": anchor(player, k, self.suffix),
                "index": index,
                "number": "" if game.strategic else str(information_set.number),
                "label": label,
                "short_label": short_label(label, LABEL_LENGTH),
                "mark": self.filled if is_filled else mark,
                "lost": brief_text(loss) if loss else "",
                "summary": played[:SUMMARY_MOVES],
                "left_out": f"{len(played) - SUMMARY_MOVES} more" if len(played) > SUMMARY_MOVES else "",
                "moves": moves,
                "has_texts": any(move["text"] for move in moves),
                "sequence_before": names[sequences.parent[h]],
                "is_possible": index in possible,
                "reach": self.reach.sets[index],
                "loss": loss,
                "regret": deviation.counterfactual_regrets[h],
            }

    def _moves(self, deviation: Deviation, h: int, is_possible: bool) -> Iterator[TemplateValues]:
        """Yield moves. A bar of width 100 has a part for every move: it begins at ``start`` and is ``width`` wide."""
        sequences, start = deviation.sequences, mpq(0)
        player, best = sequences.player, deviation.response.set_values[h]
        probabilities = self.profile.behavior[player][h]
        labels = map(one_line, unique_names(sequences.information_sets[h].actions))
        texts = self.move_texts.get((player, h), [""] * len(probabilities))
        for label, probability, stated, sequence in zip(labels, probabilities, texts, sequences.moves(h), strict=True):
            bar = {"start": f"{float(100 * start):.4g}", "width": f"{float(100 * probability):.4g}"}
            is_best = is_possible and bool(self.sequence_values[player][sequence] == best)
            yield {"name": label, "probability": probability, "text": stated, "best": is_best, **bar}
            start += probability

    def _nodes(self, drawn: Sequence[DrawnNode], names: Sequence[str]) -> Iterator[TemplateValues]:
        """Yield a row for every node drawn; ``cells`` has a number or a name for each heading."""
        game = self.game
        values = [self.reach.values(player) for player in (0, 1)]
        histories: list[str] = []
        for node in drawn:
            move, cells = "", {}
            if node.parent >= 0:
                index = int(game.information_set[drawn[node.parent].node])
                move = one_line(unique_names(game.information_sets[index].actions)[node.move])
                cells = dict(self._move_cells(node, index))
            before = histories[node.parent] if node.parent > 0 else ""
            histories.append(" › ".join(filter(None, [before, short_label(move, HISTORY_LENGTH)])))
            cells["reached"] = inline_text(node.reach or mpq(0))
            own_set = None if game.player[node.node] in (CHANCE, TERMINAL) else int(game.information_set[node.node])
            if own_set is not None:
                cells |= self._decision_cells(node, own_set)
            cells |= {
                f"worth to {name}": inline_text(node_values[node.node])
                for name, node_values in zip(names, values, strict=True)
            }
            history = short_label(histories[-1], HISTORY_LENGTH) or "the start"
            number_of_set = "" if own_set is None else own_set
            yield {"parent": node.parent, "set": number_of_set, "history": history, "move": move, "cells": cells}

    def _move_cells(self, node: DrawnNode, index: int) -> Iterator[tuple[str, str]]:
        """Yield the cells about the move that leads to a node, which is a move at the information set ``index``."""
        if node.move_probability is not None:
            yield "probability of the move", inline_text(node.move_probability)
        if index in self.deviation_and_number:
            deviation, h = self.deviation_and_number[index]
            sequence = deviation.sequences.moves(h)[node.move]
            loss = deviation.response.set_values[h] - self.sequence_values[deviation.sequences.player][sequence]
            yield "worse than the best move by", inline_text(loss)

    def _decision_cells(self, node: DrawnNode, index: int) -> dict[str, str]:
        """Return the cells about a node of the information set ``index``."""
        deviation, h = self.deviation_and_number[index]
        information_set = self.game.information_sets[index]
        return {
            "information set": f"{information_set.number} {one_line(information_set.label)}".rstrip(),
            "belief in its set": self._belief(node.node, index),
            **({"lost at the set": inline_text(deviation.losses[h])} if deviation.losses[h] else {}),
            "counterfactual regret": inline_text(deviation.counterfactual_regrets[h]),
        }

    def _belief(self, node: int, index: int) -> str:
        """Return the belief at a node of the information set ``index``: proved, or by the reach of the profile."""
        if (beliefs := (self.assessment or {}).get(index)) is not None:
            return inline_text(beliefs[self.game.nodes_by_set()[index].tolist().index(node)])
        return inline_text(self.reach.nodes[node] / self.reach.sets[index]) if self.reach.sets[index] else "undefined"


def boards(views: Sequence[View]) -> Iterator[TemplateValues]:
    """Yield the template's values for every view."""
    sets, nodes = (max(FEWEST, page_limit // max(1, len(views))) for page_limit in (SETS, DRAWN))
    for number_of_view, view in enumerate(views, 1):
        suffix = "" if number_of_view == 1 else f"-v{number_of_view}"
        yield replace(view, suffix=suffix, sets=sets, nodes=min(nodes, NODES)).template_values()


def anchor(player: int, position: int, suffix: str = "") -> str:
    """Return the target of links to a player's information set; ``position`` counts from 1, in depth-first order."""
    return f"set-{player + 1}-{position}{suffix}"


def left_out_text(number: int, noun: str) -> str:
    """Return a text with the number of items that are left out; empty if none is."""
    return count(number, f"more {noun}") if number > 0 else ""


def brief_text(value: mpq) -> str:
    """Return a number in a few characters: the fraction or, if this is long, a decimal.

    >>> brief_text(mpq(1, 3)), brief_text(mpq(1000003, 3000000)), brief_text(1 - mpq(1, 10**12))
    ('1/3', '≈ 0.3333', '≈ 1')
    """
    exact = text(value)
    return exact if len(exact) <= 9 else f"≈ {decimal(value, 4)}"


def inline_text(value: mpq) -> str:
    """Return a number for a line of text: the fraction and a decimal; only the decimal if the fraction is long.

    >>> inline_text(mpq(1, 3)), inline_text(mpq(2)), inline_text(mpq(10**30, 3**40))
    ('1/3 ≈ 0.333333', '2', '≈ 8.22526e+10')
    """
    exact = text(value)
    if len(exact) > MAX_INLINE_FRACTION:
        return f"≈ {decimal(value)}"
    return exact if value.denominator == 1 else f"{exact} ≈ {decimal(value)}"


def short_label(label: str, length: int = 28) -> str:
    """Return a label of at most ``length`` characters; a longer label has … for its middle.

    Two thirds of the characters are from the end of the label, where labels differ most.

    >>> short_label("p1 [round 1][pot: 2][cards: K Q]", 16), short_label("short")
    ('p1 [r…ards: K Q]', 'short')
    """
    if len(label) <= length:
        return label
    front = (length - 1) // 3
    back = length - 1 - front
    return f"{label[:front]}…{label[-back:]}"
