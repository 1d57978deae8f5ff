"""Measure the way to a solver call and back, and print a Markdown table: ``python -m benchmarks.way``.

Seconds for a game's text to be read, its sequence form to be built, and a profile to be judged on the tree; each the
least of three runs, from nothing but its input. Under each family, the exponent with which they grew: 1 is linear.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import log

import lemke
from benchmarks.__main__ import timed
from lemke import Game, GameBuilder
from lemke.generators import kuhn

HEADINGS = ("game", "nodes", "sequences", "read s", "sequence form s", "judge s")


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
    return builder.build()


FAMILIES = (
    Family("Kuhn poker, cards", lambda cards: kuhn(cards, "1/20"), (10, 30, 100, 300)),
    Family("wide, deals", wide, (1_000, 10_000, 100_000, 330_000)),
    Family("deep, information sets", deep, (1_000, 10_000, 100_000, 500_000)),
)


def profile(game: Game) -> lemke.Profile:
    """Return a profile in which every set is played purely, so that the numbers stay short in deep games as well."""
    source = random.Random(1)
    sizes = [[len(game.information_sets[index].actions) for index in game.sets_of(player)] for player in (0, 1)]
    choices = [[(size, source.randrange(size)) for size in own] for own in sizes]
    return lemke.Profile.of(game, [[[int(k == move) for k in range(size)] for size, move in own] for own in choices])


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
    return game.size, sum(each.size for each in form.sequences), [read, build, judge]


def rows(family: Family, sizes: tuple[int, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the cells of a family: a row per size, then the growth from the last but one to the last."""
    measured: list[tuple[int, int, list[float]]] = []
    for size in sizes:
        measured.append(measure(family.make, size))
        nodes, sequences, seconds = measured[-1]
        yield (f"{family.name}: {size}", str(nodes), str(sequences), *(f"{each:.4f}" for each in seconds))
    (nodes, _, before), (more, _, after) = measured[-2:]
    yield ("growth", "", "", *(f"n^{log(b / a) / log(more / nodes):.2f}" for a, b in zip(before, after, strict=True)))


def main() -> None:
    """Run all families."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.way", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only the small games")
    options = parser.parse_args()
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"lemke {lemke.__version__} on {machine}\n")
    print("| " + " | ".join(HEADINGS) + " |")
    print("|" + "---|" * len(HEADINGS))
    for family in FAMILIES:
        for cells in rows(family, family.sizes[:-1] if options.quick else family.sizes):
            print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
