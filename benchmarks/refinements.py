"""Compare the time of refined equilibria with the time of an equilibrium without a refinement.

Small games: ``lemke.solve`` with the kernel ``exact``, compared with ``refine="quasi-perfect"`` and
``refine="normal-form-perfect"``. Large games: ``lemke.solve`` with defaults, compared with ``refine="quasi-perfect"``
and ``refine="extensive-form-perfect"``. Each time is from the game to the equilibrium judged on the tree, and each
ratio is relative to the first time. A call that takes longer than the limit of the run has a dash.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

import lemke
from benchmarks.clock import timed
from benchmarks.polish import random_tree
from benchmarks.program import Run, Tables
from benchmarks.tables import Table
from lemke import Game
from lemke.errors import LimitError
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
    for old_node in range(game.size):
        if not game.children(old_node):
            builder.pay(node[old_node], source.randint(0, 1), source.randint(0, 1))
            continue
        set_index = int(game.information_set[old_node])
        if set_index not in handles:
            handles[set_index] = builder.declare(game.information_sets[set_index])
        node |= dict(zip(game.children(old_node), builder.decide(node[old_node], handles[set_index]), strict=True))
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


def figures(group: list[Game]) -> tuple[str, ...]:
    """Return the cells of a row."""

    def run(solve: Callable[..., lemke.Equilibrium]) -> tuple[float, int]:
        equilibria, seconds = timed(lambda: [solve(game) for game in group], REPEATS)
        return seconds, sum(equilibrium.pivots for equilibrium in equilibria)

    plain, pivots = run(partial(lemke.solve, kernel="exact"))
    quasi, more = run(partial(lemke.solve, refine="quasi-perfect"))
    perfect, _ = run(partial(lemke.solve, refine="normal-form-perfect"))
    size = sum(lemke.sequence_form(game).lcp_size for game in group) // len(group)
    cells = [plain, pivots, quasi, more, quasi / plain, perfect, perfect / plain]
    return str(size), *(f"{cell:.3g}" if isinstance(cell, float) else str(cell) for cell in cells)


def refinements_table(run: Run) -> Table:
    """Return the table of refinements."""
    return Table(HEADINGS, [(name, *figures(together)) for name, together in games(run.quick)])


LARGE_HEADINGS = (
    *("game", "variables", "solve, s", "quasi-perfect, s", "ratio", "bits", "bits of 1/ε₀"),
    *("extensive-form perfect, s", "ratio", "terms", "null vectors", "identities"),
)


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


def large_figures(game: Game, limit: float) -> tuple[str, ...]:
    """Return the cells of a row."""

    def run(**options: str) -> tuple[lemke.Equilibrium | None, float]:
        with suppress(LimitError), lemke.limits(time=limit):
            return timed(lambda: lemke.solve(game, **options), 1)
        return None, limit

    def cells(equilibrium: lemke.Equilibrium | None, seconds: float, *numbers: int) -> list[str]:
        ratio = [f"{seconds:.3g}", f"{seconds / plain:.3g}"]
        return [*ratio, *map(str, numbers)] if equilibrium is not None else ["-"] * (2 + len(numbers))

    _, plain = run()
    quasi, seconds = run(refine="quasi-perfect")
    sizes = (quasi.how.bits, quasi.refinement.epsilon.denominator.bit_length()) if quasi else (0, 0)
    row = [str(lemke.sequence_form(game).lcp_size), f"{plain:.3g}", *cells(quasi, seconds, *sizes)]
    perfect, seconds = run(refine="extensive-form-perfect")
    proof = perfect.refinement if perfect else None
    counts = (proof.plans[0].shape[1], sum(map(len, proof.kernels)), len(proof.identities)) if proof else (0, 0, 0)
    return *row, *cells(perfect, seconds, *counts)


def large_table(run: Run) -> Table:
    """Return the table of refinements of large games."""
    large_figures(leduc(2), run.limit)  # loads what all need
    return Table(LARGE_HEADINGS, [(name, *large_figures(make(), run.limit)) for name, make in large_games(run.quick)])


TABLES: Tables = {
    "refinements": ("Refined equilibria beside any", refinements_table),
    "refinements-large": ("Refined equilibria of large games beside any", large_table),
}
