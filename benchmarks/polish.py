"""Measure how often guesses from an approximate profile suffice to find an exact equilibrium.

Equilibria are found from random priors and disturbed: a random float between 0 and the noise is added to every
probability, and the numbers of each information set are divided by their sum. :mod:`lemke.studies.polish` gets the
disturbed profile; ``lemke.solve`` gets only the game, for comparison. The second table has average strategies of CFR+
(``lemke.learn``) instead of disturbed equilibria.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from statistics import mean, median
from typing import Any

import lemke
from benchmarks.clock import timed
from benchmarks.program import Run, Tables
from benchmarks.tables import Table
from lemke import CHANCE, Game, GameBuilder, NormalForm, Profile
from lemke.generators import kuhn, leduc, random_bimatrix, random_signaling
from lemke.ground.rational import decimal
from lemke.studies.polish import Polished, polish

NOISE = (1e-2, 1e-3, 1e-4, 1e-6, 1e-8)


def random_tree(nodes: int, zero_sum: bool, seed: int) -> Game:
    """Return a game with inner nodes drawn one by one; nodes where the player has the same past mostly share a set."""
    source = random.Random(seed)
    builder = GameBuilder(title=f"tree {seed}")
    sets: dict[tuple[Any, ...], Any] = {}
    pending: list[tuple[Any, tuple[tuple[Any, ...], ...]]] = [(builder.root, ((), ()))]
    made = 1
    while pending:
        node, past = pending.pop(source.randrange(len(pending)))
        if made >= nodes:
            payoff = source.randint(-100, 100)
            builder.pay(node, payoff, -payoff if zero_sum else source.randint(-100, 100))
            continue
        mover, moves = source.choice((0, 1, 0, 1, CHANCE)), source.choice((2, 2, 3))
        made += moves
        if mover == CHANCE:
            weights = [source.randint(1, 5) for _ in range(moves)]
            chances = [f"{weight}/{sum(weights)}" for weight in weights]
            pending += [(child, past) for child in builder.decide(node, builder.chance_set([""] * moves, chances))]
            continue
        key = (mover, past[mover], moves, source.random() < 0.3 and node)
        if key not in sets:
            sets[key] = builder.information_set(mover, [""] * moves)
        for move, child in enumerate(builder.decide(node, sets[key])):
            history = (*past[mover], (key[2:], move))
            pending.append((child, (history, past[1]) if mover == 0 else (past[0], history)))
    return builder.build()


def bimatrix(size: int, zero_sum: bool, seed: int) -> Game:
    """Return a strategic game of integers from −100 to 100."""
    A, B = random_bimatrix(size, size, seed)
    return NormalForm.of(A, [[-payoff for payoff in row] for row in A] if zero_sum else B).tree()


@dataclass(frozen=True)
class Family:
    """Games by a seed; those without randomness differ in the equilibrium that is disturbed."""

    name: str
    make: Callable[[int], Game]
    games: int = 20


FAMILIES = (
    *(
        Family(f"{name} tree, {nodes} nodes", partial(random_tree, nodes, zero_sum))
        for nodes in (50, 200, 800)
        for name, zero_sum in (("zero-sum", True), ("general-sum", False))
    ),
    *(
        Family(f"{name} bimatrix, {size} x {size}", partial(bimatrix, size, zero_sum))
        for size in (5, 15, 40)
        for name, zero_sum in (("zero-sum", True), ("general-sum", False))
    ),
    Family("signaling, 8 types, 5 messages, 5 responses", partial(random_signaling, 8, 5, 5)),
    Family("Kuhn poker, 3 cards", lambda seed: kuhn(3), 10),
    Family("Kuhn poker, 6 cards, rake 1/20", lambda seed: kuhn(6, "1/20"), 10),
    Family("Leduc poker", lambda seed: leduc(), 5),
    Family("Leduc poker, rake 1/20", lambda seed: leduc(rake="1/20"), 5),
)


def disturbed(game: Game, profile: Profile, noise: float, seed: int) -> Profile:
    """Return floats near a profile."""
    source = random.Random(seed)
    near = [
        [[float(p) + noise * source.random() for p in moves] for moves in strategy] for strategy in profile.behavior
    ]
    return Profile.of(game, near, floats=True, normalize=True)


def noise_rows(quick: bool) -> Iterator[tuple[str, ...]]:
    """Yield, for every family and noise, how often each way succeeded, and its effort."""
    for family in FAMILIES[:: 6 if quick else 1]:
        games = [family.make(seed) for seed in range(2 if quick else family.games)]
        equilibria = [lemke.solve(game, prior="random", seed=seed) for seed, game in enumerate(games)]
        solving = mean(timed(partial(lemke.solve, game))[1] for game in games)
        for noise in NOISE:
            timings: list[tuple[Polished, float]] = []
            for seed, (game, equilibrium) in enumerate(zip(games, equilibria, strict=True)):
                timings.append(timed(partial(polish, game, disturbed(game, equilibrium.profile, noise, seed))))
            polished = [answer for answer, _ in timings]
            ways = Counter(answer.way for answer in polished)
            yield (
                family.name,
                f"{noise:.0e}",
                str(len(games)),
                *(str(ways[way]) for way in ("support", "program", "path", "restricted")),
                f"{mean(answer.guesses for answer in polished):.1f}",
                decimal(median(answer.distance for answer in polished), 2),
                f"{mean(seconds for _, seconds in timings):.4f}",
                f"{solving:.4f}",
            )


def cfr_rows(quick: bool) -> Iterator[tuple[str, ...]]:
    """Yield how the average strategies of CFR+ are polished."""
    games = [
        ("Kuhn poker", kuhn()),
        ("Kuhn poker, rake 1/20", kuhn(3, "1/20")),
        ("Leduc poker", leduc()),
        ("Leduc poker, rake 1/20", leduc(rake="1/20")),
        ("Leduc poker, 5 ranks", leduc(ranks=5)),
    ]
    for name, game in games[: 1 if quick else None]:
        _, solving = timed(partial(lemke.solve, game))
        for iterations in (1, 10, 100, 1000, 10_000):
            profile = lemke.learn(game, iterations, rule="cfr+").profile
            polished, seconds = timed(partial(polish, game, profile))
            yield (
                name,
                str(iterations),
                decimal(max(polished.given.regrets), 2),
                polished.way,
                str(polished.guesses),
                decimal(polished.distance, 2),
                f"{seconds:.3f}",
                f"{solving:.3f}",
            )


WARM = kuhn(), [[["1/2", "1/2"]] * 6] * 2
SHARED = ("guesses", "distance", "polish s", "solve s")


def noise_table(run: Run) -> Table:
    """Return the table of disturbed equilibria."""
    polish(WARM[0], Profile.of(*WARM))  # packages are loaded before anything is measured
    heading = ["games", "noise", "number", "support", "program", "path", "restricted", *SHARED]
    return Table(heading, list(noise_rows(run.quick)))


def cfr_table(run: Run) -> Table:
    """Return the table of average strategies of CFR+."""
    polish(WARM[0], Profile.of(*WARM))
    return Table(["game", "iterations of CFR+", "largest regret", "way", *SHARED], list(cfr_rows(run.quick)))


LONG: Tables = {
    "polish": ("Disturbed equilibria, polished", noise_table),
    "polish-cfr": ("Averages of CFR+, polished", cfr_table),
}
"""Measured only by name."""
