"""Measure the operations of game theory, such as reach and counterfactual values, on growing games.

A cell has the seconds of an operation on the largest game of a family, the least of up to three runs with the tree in
memory. It also has the exponent k of the growth from the game before, time ~ nodesᵏ: 1 is linear. If pygambit is
installed, it computes the same quantities for the same nodes, in rationals too.
"""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import log
from typing import Any

import lemke
from benchmarks.clock import timed
from benchmarks.program import Run, Tables
from benchmarks.tables import Table
from benchmarks.way import deep, wide
from lemke import Game, GameBuilder
from lemke.forms.programs import best_response_lp, information_set_lp
from lemke.forms.sequence_form import SequenceForm, is_equilibrium_by_lcp
from lemke.game.best_response import counterfactual
from lemke.game.chance import propagated, prune
from lemke.game.pure_strategies import pure_strategies
from lemke.game.reach import reach
from lemke.game.recall import histories, require_perfect_recall
from lemke.game.strategy import Profile, realization_plan
from lemke.game.subgames import augmented_information_sets, minimal_subgames, proper_subgames, subgame_regrets
from lemke.generators import kuhn

LONG = 3.0
"""Seconds from which on one run is enough."""


def tree(moves: int) -> Game:
    """Return a game of perfect information in which both players choose one of two moves in turn, so many times."""
    builder = GameBuilder(title=f"tree {moves}")
    level = [builder.root]
    for depth in range(moves):
        level = [child for node in level for child in builder.move(node, depth % 2, ["l", "r"])]
    for k, leaf in enumerate(level):
        builder.pay(leaf, k % 11, k % 7)
    return builder.build()


def pennies(games: int) -> Game:
    """Return a game of many games of matching pennies, one of them drawn and known to both players."""
    builder = GameBuilder(title=f"pennies {games}")
    for node in builder.decide(builder.root, builder.chance_set([""] * games, [f"1/{games}"] * games)):
        guess = builder.information_set(1, ["h", "t"])
        for k, coin in enumerate(builder.move(node, 0, ["h", "t"])):
            for j, leaf in enumerate(builder.decide(coin, guess)):
                builder.pay(leaf, *((1, -1) if j == k else (-1, 1)))
    return builder.build()


@dataclass(frozen=True)
class Family:
    """Games of one kind, by a number, each about ten times the one before; the operations that do not apply."""

    name: str
    make: Callable[[int], Game]
    sizes: tuple[int, ...]
    without: frozenset[str] = frozenset()


ZERO_SUM_ONLY = frozenset({"information-set program"})
"""Operations that only zero-sum games have."""
FAMILIES = (
    Family("Kuhn poker", kuhn, (45, 140)),
    Family("wide", wide, (3_000, 30_000), ZERO_SUM_ONLY),
    Family("deep", deep, (5_000, 50_000), ZERO_SUM_ONLY),
    Family("perfect information", tree, (13, 16), ZERO_SUM_ONLY),
    Family("small subgames", pennies, (150, 1_500)),
)


@dataclass(frozen=True)
class Case:
    """A game with what the operations are given besides: a profile of pure strategies and its plans."""

    game: Game
    profile: Profile
    plans: tuple[object, ...]
    form: SequenceForm

    @classmethod
    def of(cls, game: Game) -> Case:
        """Return the case of a game, whose totals of outcomes are computed before anything is measured."""
        game.payoffs()
        sets = [[game.information_sets[index] for index in game.sets_of(player)] for player in (0, 1)]
        moves = [
            [
                [int(k == h % len(information_set.actions)) for k in range(len(information_set.actions))]
                for h, information_set in enumerate(player_sets)
            ]
            for player_sets in sets
        ]
        profile = Profile.of(game, moves)
        sequences = require_perfect_recall(game, histories(game))
        plans = tuple(
            realization_plan(side, strategy) for side, strategy in zip(sequences, profile.behavior, strict=True)
        )
        return cls(game, profile, plans, lemke.sequence_form(game))


OPERATIONS: dict[str, Callable[[Case], object]] = {
    "reach of all nodes and sets": lambda case: reach(case.game, case.profile).sets,
    "values of all nodes": lambda case: reach(case.game, case.profile).values(0),
    "counterfactual values": lambda case: counterfactual(case.game, case.profile, 0).counterfactual_regrets,
    "count of reduced strategies": lambda case: pure_strategies(case.game, 0).count,
    "rank of a reduced strategy": lambda case: (strategies := pure_strategies(case.game, 0)).rank(
        strategies.nth(strategies.count // 3)
    ),
    "Theorem 2.66": lambda case: bool(is_equilibrium_by_lcp(case.form, *case.plans)),
    "best-response program": lambda case: best_response_lp(case.form, 0, case.plans[1]),
    "information-set program": lambda case: information_set_lp(case.form, 0),
    "chance propagated": lambda case: propagated(case.game),
    "silent chance pruned": lambda case: prune(case.game),
    "augmented information sets": lambda case: augmented_information_sets(case.game),
    "minimal subgames": lambda case: minimal_subgames(case.game),
    "proper subgames": lambda case: proper_subgames(case.game),
    "regrets in all proper subgames": lambda case: subgame_regrets(case.game, case.profile),
}
"""What is measured; all of it is linear in the nodes, but for the digits of long numbers."""

SOLVES = "subgame-perfect equilibrium"
"""Measured where stages are single decisions or very small games."""


def once_or_more(function: Callable[[], object]) -> float:
    """Return the least seconds of up to three runs."""
    _, seconds = timed(function)
    return seconds if seconds > LONG else min(seconds, timed(function, repeats=2)[1])


def column(family: Family, quick: bool) -> tuple[str, dict[str, str]]:
    """Return the heading of a family and the cell of each of its operations."""
    before, case = (Case.of(family.make(size // (10 if quick else 1))) for size in family.sizes)
    operations = {name: operation for name, operation in OPERATIONS.items() if name not in family.without}
    if family.make in (tree, deep, pennies):
        operations[SOLVES] = lambda case: lemke.solve(case.game, refine="subgame-perfect")
    cells = {}
    for name, operation in operations.items():
        less, seconds = (once_or_more(partial(operation, measured_case)) for measured_case in (before, case))
        cells[name] = f"{seconds:.4f} n^{log(seconds / less) / log(case.game.size / before.game.size):.2f}"
    return f"{family.name}, {case.game.size} nodes", cells


def operations_table(run: Run) -> Table:
    """Return the table of operations and families; a quick run has the first family only, a tenth as large."""
    columns = dict(column(family, run.quick) for family in FAMILIES[: 1 if run.quick else None])
    names = dict.fromkeys(name for cells in columns.values() for name in cells)
    rows = [[name, *(cells.get(name, "") for cells in columns.values())] for name in names]
    return Table(["operation", *columns], rows)


def gambit_table(run: Run) -> Table:
    """Return the table of reach, beliefs and values of all nodes of raked Kuhn poker, ours and pygambit's."""
    rows = []
    for cards in (3, 10) if run.quick else (3, 10, 20, 45):
        game = kuhn(cards, "1/20")
        uniform = Profile.of(game, [[["1/2", "1/2"]] * len(game.sets_of(player)) for player in (0, 1)])
        seconds = once_or_more(partial(all_of_ours, game, uniform))
        cells = ["", ""]
        if importlib.util.find_spec("pygambit"):
            import pygambit

            gambit_game = pygambit.read_efg(io.StringIO(lemke.dumps(game, "efg")))
            _, peer = timed(partial(all_of_gambit, gambit_game, gambit_game.mixed_behavior_profile(rational=True)))
            cells = [f"{peer:.3f}", f"{peer / seconds:.0f}"]
        rows.append([str(cards), str(game.size), f"{seconds:.4f}", *cells])
    return Table(["cards", "nodes", "lemke s", "pygambit s", "ratio"], rows)


def all_of_ours(game: Game, profile: Profile) -> list[object]:
    """Return π(h), beliefs and both players' values of all nodes."""
    reached = reach(game, profile)
    beliefs = [reached.beliefs(index) for player in (0, 1) for index in game.sets_of(player)]
    return [reached.nodes, beliefs, reached.values(0), reached.values(1)]


def all_of_gambit(game: Any, profile: Any) -> list[object]:
    """Return the same from pygambit, node by node; its new profiles are centroids."""
    return [
        (
            profile.realiz_prob(node),
            None if node.is_terminal or node.player.is_chance else profile.belief(node),
            [profile.node_value(player, node) for player in game.players],
        )
        for node in game.nodes
    ]


TABLES: Tables = {
    "theory": ("The operations of the theory", operations_table),
    "theory-gambit": ("Reach, beliefs and values of all nodes of Kuhn poker, rake 1/20", gambit_table),
}
