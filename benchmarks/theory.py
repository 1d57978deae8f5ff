"""Measure the operations of the theory on growing games, and print Markdown tables: ``python -m benchmarks.theory``.

Seconds for every operation, each the least of up to three runs, from a game that is held as a tree. The last column is
the exponent k with which they grew between the two largest games, time ~ nodesᵏ: 1 is linear. Where pygambit is
installed, it is asked for what it knows of the same nodes, in rationals too.
"""

from __future__ import annotations

import argparse
import importlib.util
import io
import os
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import log
from typing import Any

import lemke
from benchmarks.clock import timed
from benchmarks.way import deep, wide
from lemke import Game, GameBuilder
from lemke.forms.programs import best_response_lp, information_set_lp
from lemke.forms.sequence_form import SequenceForm, is_equilibrium_by_lcp, players_form
from lemke.game.best_response import counterfactual
from lemke.game.chance import propagated, prune, weighted_leaves
from lemke.game.pure_strategies import mixed_of_behavior, pure_strategies
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
    """Games of one kind, by a number, about ten times larger each time; the operations that it is not for."""

    name: str
    make: Callable[[int], Game]
    sizes: tuple[int, ...]
    without: frozenset[str] = frozenset()


FAMILIES = (
    Family("Kuhn poker, cards", partial(kuhn, rake="1/20"), (15, 45, 140), frozenset({"information-set program"})),
    Family("Kuhn poker without rake, cards", kuhn, (15, 45, 140)),
    Family("wide, deals", wide, (300, 3_000, 30_000), frozenset({"information-set program"})),
    Family("deep, information sets", deep, (500, 5_000, 50_000), frozenset({"information-set program"})),
    Family("perfect information, moves", tree, (10, 13, 16), frozenset({"information-set program"})),
    Family("games of matching pennies", pennies, (15, 150, 1_500)),
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
            [[int(k == h % len(each.actions)) for k in range(len(each.actions))] for h, each in enumerate(own)]
            for own in sets
        ]
        profile = Profile.of(game, moves)
        sequences = require_perfect_recall(game, histories(game))
        plans = tuple(
            realization_plan(own, strategy) for own, strategy in zip(sequences, profile.behavior, strict=True)
        )
        return cls(game, profile, plans, lemke.sequence_form(game))


OPERATIONS: dict[str, Callable[[Case], object]] = {
    "reach of all nodes and sets": lambda case: reach(case.game, case.profile).sets,
    "values of all nodes": lambda case: reach(case.game, case.profile).values(0),
    "counterfactual values": lambda case: counterfactual(case.game, case.profile, 0).weighted_regrets,
    "count of reduced strategies": lambda case: pure_strategies(case.game, 0).count,
    "rank of a reduced strategy": lambda case: (own := pure_strategies(case.game, 0)).rank(own.nth(own.count // 3)),
    "plan to mixed strategy": lambda case: mixed_of_behavior(case.game, 0, case.profile.behavior[0]),
    "sequence form of n players": lambda case: players_form(case.game),
    "Theorem 2.66": lambda case: bool(is_equilibrium_by_lcp(case.form, *case.plans)),
    "best-response program": lambda case: best_response_lp(case.form, 0, case.plans[1]),
    "information-set program": lambda case: information_set_lp(case.form, 0),
    "leaves weighted with chance": lambda case: weighted_leaves(case.game),
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


def growth(sizes: list[int], seconds: list[float]) -> str:
    """Return the exponent between the two largest sizes."""
    return f"n^{log(seconds[-1] / seconds[-2]) / log(sizes[-1] / sizes[-2]):.2f}"


def once_or_more(function: Callable[[], object]) -> float:
    """Return the least seconds of up to three runs."""
    _, seconds = timed(function)
    return seconds if seconds > LONG else min(seconds, timed(function, repeats=2)[1])


def rows(family: Family, cases: list[Case]) -> Iterator[tuple[str, ...]]:
    """Yield the cells of a family: a row per operation."""
    operations = {name: each for name, each in OPERATIONS.items() if name not in family.without}
    if family.make in (tree, deep, pennies):
        operations[SOLVES] = lambda case: lemke.solve(case.game, refine="subgame-perfect")
    nodes = [case.game.size for case in cases]
    for name, operation in operations.items():
        seconds = [once_or_more(partial(operation, case)) for case in cases]
        yield name, *(f"{each:.4f}" for each in seconds), growth(nodes, seconds)


def peer_rows(limit: float) -> Iterator[tuple[str, ...]]:
    """Yield seconds for reach, beliefs and values of all nodes of raked Kuhn poker, ours and pygambit's."""
    import pygambit

    for cards in (3, 6, 10, 15, 20, 30, 45):
        game = kuhn(cards, "1/20")
        uniform = Profile.of(game, [[["1/2", "1/2"]] * len(game.sets_of(player)) for player in (0, 1)])
        theirs = pygambit.read_efg(io.StringIO(lemke.dumps(game, "efg")))
        mine = once_or_more(partial(all_of_ours, game, uniform))
        _, peer = timed(partial(all_of_gambit, theirs, theirs.mixed_behavior_profile(rational=True)))
        yield str(cards), str(game.size), f"{mine:.4f}", f"{peer:.3f}", f"{peer / mine:.0f}"
        if peer > limit:
            return


def all_of_ours(game: Game, profile: Profile) -> list[object]:
    """Return π(h), beliefs and both players' values of all nodes."""
    found = reach(game, profile)
    beliefs = [found.beliefs(each) for player in (0, 1) for each in game.sets_of(player)]
    return [found.nodes, beliefs, found.values(0), found.values(1)]


def all_of_gambit(game: Any, profile: Any) -> list[object]:
    """Return the same as pygambit gives it, node by node; a centroid is what its profiles are at first."""
    return [
        (
            profile.realiz_prob(node),
            None if node.is_terminal or node.player.is_chance else profile.belief(node),
            [profile.node_value(player, node) for player in game.players],
        )
        for node in game.nodes
    ]


def table(headings: tuple[str, ...], lines: Iterator[tuple[str, ...]]) -> None:
    """Print a Markdown table as its rows come."""
    for cells in (headings, ("---",) * len(headings)):
        print("| " + " | ".join(cells) + " |")
    for cells in lines:
        print("| " + " | ".join(cells) + " |", flush=True)
    print()


def main() -> None:
    """Run all families, then the peer."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.theory", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only the small games")
    parser.add_argument("--limit", type=float, default=20.0, help="seconds after which the peer gets no larger game")
    options = parser.parse_args()
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"lemke {lemke.__version__} on {machine}\n")
    for family in FAMILIES:
        sizes = family.sizes[:-1] if options.quick else family.sizes
        cases = [Case.of(family.make(size)) for size in sizes]
        table(
            (
                f"{family.name}: nodes",
                *(f"{size}: {case.game.size}" for size, case in zip(sizes, cases, strict=True)),
                "growth",
            ),
            rows(family, cases),
        )
    if importlib.util.find_spec("pygambit"):
        limit = 1.0 if options.quick else options.limit
        table(("reach, beliefs, values; cards", "nodes", "lemke s", "pygambit s", "ratio"), peer_rows(limit))


if __name__ == "__main__":
    sys.exit(main())
