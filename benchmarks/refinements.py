"""What refinements cost.

Small games: the exact kernel as it is (``lemke.solve`` with the kernel ``exact``), ``refine="quasi-perfect"`` and
``refine="normal-form-perfect"`` with defaults otherwise. Large games: ``lemke.solve`` and ``refine="quasi-perfect"``,
both with defaults. Each from the game to the equilibrium, judged on the tree. The ratios are those of the seconds to
the first.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

import lemke
from benchmarks.clock import timed
from benchmarks.polish import random_tree
from benchmarks.program import Run, Tables
from benchmarks.tables import Table
from lemke import Game
from lemke.generators import goofspiel, kuhn, leduc, liars_dice

REPEATS = 3
HEADINGS = (
    *("game", "variables", "exact, s", "pivots", "quasi-perfect, s", "pivots", "ratio"),
    *("normal-form perfect, s", "ratio"),
)


def ties(nodes: int, seed: int) -> Game:
    """Return a random tree with payoffs 0 and 1."""
    game = random_tree(nodes, False, seed)
    source = random.Random(seed)
    builder = lemke.GameBuilder(title=f"ties {seed}")
    node, handles = {0: builder.root}, {}
    for each in range(game.size):
        if not game.children(each):
            builder.pay(node[each], source.randint(0, 1), source.randint(0, 1))
            continue
        own = int(game.information_set[each])
        if own not in handles:
            handles[own] = builder.declare(game.information_sets[own])
        node |= dict(zip(game.children(each), builder.decide(node[each], handles[own]), strict=True))
    return builder.build()


def games(quick: bool) -> Iterator[tuple[str, list[Game]]]:
    """Yield names, and games that are measured together."""
    for cards in (3, 6):
        yield f"Kuhn poker, {cards} cards, raked", [kuhn(cards, "1/20")]
    yield "20 random trees of 50 nodes", [random_tree(50, False, seed) for seed in range(20)]
    yield "20 of 50 nodes, payoffs 0 and 1", [ties(50, seed) for seed in range(20)]
    if not quick:
        yield "10 random trees of 400 nodes", [random_tree(400, False, seed) for seed in range(10)]
        yield "10 of 400 nodes, payoffs 0 and 1", [ties(400, seed) for seed in range(10)]
        yield "Leduc poker, 3 ranks, 1 suit, raked", [leduc(3, 1, rake="1/20")]


def figures(own: list[Game]) -> tuple[str, ...]:
    """Return the cells of a row."""

    def run(solve: Callable[..., lemke.Equilibrium]) -> tuple[float, int]:
        found, seconds = timed(lambda: [solve(game) for game in own], REPEATS)
        return seconds, sum(each.pivots for each in found)

    plain, pivots = run(partial(lemke.solve, kernel="exact"))
    quasi, more = run(partial(lemke.solve, refine="quasi-perfect"))
    perfect, _ = run(partial(lemke.solve, refine="normal-form-perfect"))
    size = sum(lemke.sequence_form(game).lcp_size for game in own) // len(own)
    cells = [plain, pivots, quasi, more, quasi / plain, perfect, perfect / plain]
    return str(size), *(f"{each:.3g}" if isinstance(each, float) else str(each) for each in cells)


def refinements_table(run: Run) -> Table:
    """Return the table of refinements."""
    return Table(HEADINGS, [(name, *figures(together)) for name, together in games(run.quick)])


LARGE_HEADINGS = "game", "variables", "solve, s", "quasi-perfect, s", "ratio", "kernel", "bits", "bits of 1/ε₀"


def large_games(quick: bool) -> Iterator[tuple[str, Callable[[], Game]]]:
    """Yield names and ways to make games."""
    for rake, kind in (("0", ""), ("1/20", ", raked")):
        yield f"Kuhn poker, 13 cards{kind}", partial(kuhn, 13, rake)
        for ranks in (3,) if quick else (3, 5, 8, 13):
            yield f"Leduc poker, {ranks} ranks{kind}", partial(leduc, ranks, rake=rake)
    yield "liar's dice, 3 faces" if quick else "liar's dice, 5 faces", partial(liars_dice, 1, 3 if quick else 5)
    yield "Goofspiel, 4 cards", partial(goofspiel, 4)
    if not quick:
        yield "Goofspiel, 5 cards", partial(goofspiel, 5)


def large_table(run: Run) -> Table:
    """Return the table of refinements of large games."""
    rows = []
    for name, make in large_games(run.quick):
        game = make()
        _, plain = timed(partial(lemke.solve, game), 1)
        equilibrium, quasi = timed(partial(lemke.solve, game, refine="quasi-perfect"), 1)
        epsilon = equilibrium.refinement.epsilon.denominator.bit_length()
        size = str(lemke.sequence_form(game).lcp_size)
        seconds = [f"{number:.3g}" for number in (plain, quasi, quasi / plain)]
        rows.append((name, size, *seconds, equilibrium.kernel, str(equilibrium.how.bits), str(epsilon)))
    return Table(LARGE_HEADINGS, rows)


TABLES: Tables = {
    "refinements": ("Refined equilibria beside any", refinements_table),
    "refinements-large": ("Quasi-perfect equilibria of large games beside any", large_table),
}
