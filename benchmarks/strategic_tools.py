"""The tools for games in strategic form: one function for each calls it and returns its seconds and answers.

Every tool gets the matrices A and B in whole numbers and first makes its own kind of game from them. Its answer is a
list of pairs (x, y) of mixed strategies, in exact numbers or in floats.
"""

from __future__ import annotations

import re
import signal
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from gmpy2 import mpq

import lemke
from benchmarks.clock import best
from benchmarks.peers import external
from benchmarks.tools import Tool
from lemke.forms.normal_form import NormalForm
from lemke.generators.bimatrix import Bimatrix, Matrix
from lemke.ground.rational import common_denominator
from lemke.linear.pivoting import lemke_howson
from lemke.solvers.enumeration import extreme_equilibria

Pair = tuple[Sequence[Any], Sequence[Any]]


@dataclass(frozen=True)
class Answer:
    """Seconds of the call, the equilibria that it claims, and the lengths of the paths where the tool tells them."""

    seconds: float
    pairs: list[Pair]
    lengths: tuple[int, ...] = ()


# ---------------------------------------------------------------------- our own


def extreme(A: Matrix, B: Matrix, limit: float) -> Answer:
    """Enumerate all extreme equilibria."""
    pairs, seconds = best(lambda: extreme_equilibria(A, B), limit)
    return Answer(seconds, list(pairs))


def solver_call(A: Matrix, B: Matrix, limit: float, **options: Any) -> Answer:
    """Solve the sequence form: proved plans."""
    form = NormalForm.of(A, B).sequence_form()
    proved, seconds = best(lambda: lemke.solve(form, **options), limit)
    x, y = proved.plans
    return Answer(seconds, [(x[1:], y[1:])])


def one_path(A: Matrix, B: Matrix, limit: float) -> Answer:
    """Walk the path of the first label."""
    path, seconds = best(lambda: lemke_howson.lemke_howson(A, B, 0), limit)
    return _of_paths(seconds, [path])


def all_paths(A: Matrix, B: Matrix, limit: float) -> Answer:
    """Walk the paths of all labels."""
    labels = range(sum(np.shape(A)))
    paths, seconds = best(lambda: [lemke_howson.lemke_howson(A, B, label) for label in labels], limit)
    return _of_paths(seconds, paths)


def _of_paths(seconds: float, paths: Sequence[lemke_howson.LemkeHowsonPath]) -> Answer:
    return Answer(seconds, [(end.x, end.y) for end, _ in paths], tuple(len(picked_up) for _, picked_up in paths))


# ---------------------------------------------------------------------- exact peers


def gambit(A: Matrix, B: Matrix, limit: float, solver: str, **options: Any) -> Answer:
    """Call a solver of pygambit with rational numbers."""
    import pygambit

    rational = np.frompyfunc(lambda value: pygambit.Rational(int(value.numerator), int(value.denominator)), 1, 1)
    game = pygambit.Game.from_arrays(rational(A), rational(B))
    result, seconds = best(lambda: getattr(pygambit.nash, solver)(game, rational=True, **options), limit)
    profiles = [
        tuple([mpq(str(profile[strategy])) for strategy in player.strategies] for player in game.players)
        for profile in result.equilibria
    ]
    return Answer(seconds, [(x, y) for x, y in profiles])


def lrsnash(A: Matrix, B: Matrix, limit: float) -> Answer:
    """Call ``lrsnash`` of lrslib: a process that reads a file and prints."""
    tables = ["\n".join(" ".join(map(str, row)) for row in matrix) for matrix in (A, B)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "game")
        path.write_text("\n\n".join([" ".join(map(str, A.shape)), *tables, ""]), encoding="ascii")
        seconds, output = external(["lrsnash", str(path)], limit)
    return Answer(seconds, lrsnash_pairs(output))


def lrsnash_pairs(output: str) -> list[Pair]:
    """Read what ``lrsnash`` prints: blocks of lines, a player, its strategy, and the other player's payoff.

    >>> lrsnash_pairs("2  1  0  1/2 \\n2  1/3  2/3  5 \\n1  1  3 \\n\\n*Number of equilibria found: 2\\n")
    [([mpq(1,1)], [mpq(1,1), mpq(0,1)]), ([mpq(1,1)], [mpq(1,3), mpq(2,3)])]
    """
    pairs = []
    for block in output.split("\n\n"):
        rows = [line.split() for line in block.splitlines() if line[:2] in ("1 ", "2 ")]
        strategies_1, strategies_2 = (
            [[mpq(value) for value in row[1:-1]] for row in rows if row[0] == player] for player in "12"
        )
        pairs += list(product(strategies_1, strategies_2))
    told = re.search(r"Number of equilibria found: *(\d+)", output)
    if not told or int(told[1]) != len(pairs):
        raise RuntimeError(f"{len(pairs)} equilibria read, expected {told[1] if told else 'a number'} as lrsnash says")
    return pairs


# ---------------------------------------------------------------------- peers in floats


def nashpy(A: Matrix, B: Matrix, limit: float) -> Answer:
    """Call Nashpy's Lemke–Howson algorithm for the first label; a signal handler can stop it, as it is Python."""
    import nashpy as package

    signal.signal(signal.SIGALRM, _stop)
    game = package.Game(A.astype(float), B.astype(float))
    pair, seconds = best(lambda: game.lemke_howson(initial_dropped_label=0), limit)
    return Answer(seconds, [pair])


def _stop(*_: object) -> None:
    raise TimeoutError


def quantecon(A: Matrix, B: Matrix, limit: float) -> Answer:
    """Call QuantEcon's Lemke–Howson algorithm for the first label, compiled beforehand."""
    from quantecon import game_theory as package

    def game(A: Matrix, B: Matrix) -> Any:
        payoffs = [np.ascontiguousarray(matrix, dtype=float) for matrix in (A, B.T)]
        return package.NormalFormGame([package.Player(table) for table in payoffs])

    package.lemke_howson(game(A[:1, :1], B[:1, :1]))
    problem = game(A, B)
    pair, seconds = best(lambda: package.lemke_howson(problem, init_pivot=0), limit)
    return Answer(seconds, [pair])


STRATEGIC_TOOLS: dict[str, Tool] = {
    "extreme equilibria": Tool(extreme),
    "lemke": Tool(solver_call),
    "lemke exact": Tool(partial(solver_call, kernel="exact")),
    "Lemke–Howson": Tool(one_path),
    "Lemke–Howson, all labels": Tool(all_paths),
    "lrsnash": Tool(lrsnash, program="lrsnash"),
    "Gambit enummixed": Tool(partial(gambit, solver="enummixed_solve"), ("pygambit",)),
    "Gambit lcp": Tool(partial(gambit, solver="lcp_solve", use_strategic=True, stop_after=1), ("pygambit",)),
    "Nashpy": Tool(nashpy, ("nashpy",)),
    "QuantEcon": Tool(quantecon, ("quantecon",)),
}
"""The tools, by name: from A, B and the seconds that a call is given to an :class:`Answer`."""

# ---------------------------------------------------------------------- the judge

VERDICTS = EXACT, APPROXIMATE, WRONG = ("exact", "approximate", "wrong")
NEAR = mpq(1, 10**9)
"""The regret of an approximate equilibrium, as a part of the range of the player's payoffs. It decides no result."""


def verdict(form: NormalForm, pair: Pair) -> str:
    """Judge a claimed equilibrium, floats at their exact binary values.

    Exact: two distributions without regret. Approximate: numbers that are not negative and, divided by their sum, have
    almost no regret. All else is wrong: not-a-number, a negative probability, a vector of another length.
    """
    numbers = [[float(value) if isinstance(value, np.floating) else value for value in strategy] for strategy in pair]
    if any(isinstance(value, float) and not np.isfinite(value) for strategy in numbers for value in strategy):
        return WRONG
    strategies = [[mpq(value) for value in strategy] for strategy in numbers]
    sums = [sum(strategy) for strategy in strategies]
    if tuple(map(len, strategies)) != form.shape or min(map(min, strategies)) < 0 or not all(sums):
        return WRONG
    regrets = form.regrets(
        [[value / total for value in strategy] for strategy, total in zip(strategies, sums, strict=True)]
    )
    if not any(regrets):
        return EXACT if sums == [1, 1] else APPROXIMATE
    ranges = [table.max() - table.min() for table in form.payoffs]
    near = all(regret <= NEAR * payoff_range for regret, payoff_range in zip(regrets, ranges, strict=True))
    return APPROXIMATE if near else WRONG


def whole_payoffs(game: Bimatrix) -> Bimatrix:
    """Return the same game with each matrix multiplied by its common denominator, so that floats hold it exactly."""
    A, B = (matrix * mpq(common_denominator(matrix.ravel())) for matrix in game)
    return A, B
