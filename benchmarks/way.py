"""Measure reading a game, building its sequence form, judging a profile, and the start of a process.

The seconds are the least of three runs. The table also has the exponent of the growth from the size before: 1 is
linear.
"""

from __future__ import annotations

import gc
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import log

import lemke
from benchmarks.clock import timed
from benchmarks.program import ROOT, Run, Tables
from benchmarks.tables import Table
from lemke import Game, GameBuilder
from lemke.generators import kuhn


@dataclass(frozen=True)
class Family:
    """Games of one kind, by a number; each size some times the one before."""

    name: str
    make: Callable[[int], Game]
    sizes: tuple[int, ...]


def wide(deals: int) -> Game:
    """Return a game of many deals that player 1 cannot tell apart, every leaf with an outcome of its own."""
    builder = GameBuilder(title=f"wide {deals}")
    deal = builder.chance_set([""] * deals, [f"1/{deals}"] * deals)
    call = builder.information_set(0, ["l", "r"])
    for k, node in enumerate(builder.decide(builder.root, deal)):
        for j, leaf in enumerate(builder.decide(node, call)):
            builder.pay(leaf, k % (5 + j), -(k % 5))
    return builder.build()


def deep(length: int) -> Game:
    """Return a game in which the players stop or go on in turn, each time in an information set of its own."""
    builder = GameBuilder(title=f"deep {length}")
    node = builder.root
    for k in range(length):
        stop, node = builder.move(node, k % 2, ["stop", "go"])
        builder.pay(stop, k % 11, k % 7)
    return builder.build(unpaid="zero")


FAMILIES = (
    Family("Kuhn poker, cards", lambda cards: kuhn(cards, "1/20"), (30, 100, 300)),
    Family("wide, deals", wide, (1_000, 10_000, 330_000)),
    Family("deep, information sets", deep, (1_000, 10_000, 500_000)),
)


def profile(game: Game) -> lemke.Profile:
    """Return a profile in which every set is played purely, so that the numbers stay short in deep games as well."""
    source = random.Random(1)
    sizes = [[len(game.information_sets[index].actions) for index in game.sets_of(player)] for player in (0, 1)]
    choices = [[(size, source.randrange(size)) for size in player_sizes] for player_sizes in sizes]
    return lemke.Profile.of(
        game, [[[int(k == move) for k in range(size)] for size, move in player_choices] for player_choices in choices]
    )


def measure(make: Callable[[int], Game], size: int) -> tuple[int, int, list[float]]:
    """Return nodes, sequences and the three times of a game."""
    text = lemke.dumps(make(size), "efg")
    gc.collect()
    game, read = timed(lambda: lemke.loads(text, "efg"), repeats=3)
    strategies = profile(game)
    # A game keeps the sums of outcomes on its paths, so that every run gets one of its own.
    fresh = iter([lemke.loads(text, "efg") for _ in range(6)])
    form, build = timed(lambda: lemke.sequence_form(next(fresh)), repeats=3)
    _, judge = timed(lambda: lemke.verify(next(fresh), strategies), repeats=3)
    return game.size, sum(side.size for side in form.sequences), [read, build, judge]


def size_table(run: Run) -> Table:
    """Return the table of large trees; a quick run has small ones."""
    rows = []
    for family in FAMILIES:
        before, size = family.sizes[:2] if run.quick else family.sizes[1:]
        (less, _, first), (nodes, sequences, seconds) = (
            measure(family.make, parameter) for parameter in (before, size)
        )
        cells = [f"{b:.2f} n^{log(b / a) / log(nodes / less):.2f}" for a, b in zip(first, seconds, strict=True)]
        rows.append([f"{family.name}: {size}", str(nodes), str(sequences), *cells])
    return Table(["tree", "nodes", "sequences", "read `.efg` s", "sequence form s", "judge s"], rows)


COMMANDS = {
    "an empty Python process": ["-c", "pass"],
    "`import lemke`": ["-c", "import lemke"],
    "`lemke solve examples/games/kuhn3.efg`": ["-m", "lemke", "solve", "examples/games/kuhn3.efg"],
}


def start_table(run: Run) -> Table:
    """Return the table of whole processes, least of five."""
    del run
    call = partial(subprocess.run, cwd=ROOT, check=True, capture_output=True)
    rows = [
        [name, f"{timed(partial(call, [sys.executable, *arguments]), 5)[1]:.2f}"]
        for name, arguments in COMMANDS.items()
    ]
    return Table(["process", "seconds"], rows)


TABLES: Tables = {"size": ("Large trees", size_table), "start-up": ("Start-up", start_table)}
