"""Bases that solve the conditions of trembling players at ever smaller numbers ε, proposed in floating point.

For small enough ε the same basis solves them, up to 0 (G. Farina, N. Gatti, T. Sandholm 2018, Practical exact algorithm
for trembling-hand equilibrium refinements in games, NeurIPS 31). Whether a basis does so for all small ε is proved
from its polynomials, elsewhere; until it does the search goes on from it at a smaller number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from typing import NamedTuple, TypeAlias

from gmpy2 import mpq

from lemke.forms.sequence_form import PerturbedForm, TremblingForm
from lemke.game import CHANCE, Game, NodeNames
from lemke.ground import limits
from lemke.linear.guided import SMALL, ends, lemke, proposals
from lemke.linear.lcp import Solution
from lemke.linear.lcp import check as check_lcp
from lemke.linear.lp import Basis, check

PROGRAM, PATH = (12, 4), (6, 4)
"""Minus the binary logarithm of the first ε, and what is added to it where a basis solves the conditions: with linear
programs, and with paths, whose perturbations drown small trembles."""
ATTEMPTS = 24
Form: TypeAlias = PerturbedForm | TremblingForm
"""Conditions with trembles, at any number."""


class Solved(NamedTuple):
    """A basis that solves the conditions exactly at a number, by its codes, and how it was proposed.

    ``program`` is the same basis in the linear program, if there is one.
    """

    basis: frozenset[int]
    kernel: str
    pivots: int
    program: Basis | None = None


def bases(perturbed: Form, kernel: str, seed: int, *, by_path: bool = False) -> Iterator[Solved]:
    """Yield bases that solve the conditions at smaller and smaller ε.

    The kernel is that of paths at a number: ``guided``, ``exact``, or ``auto`` for the exact one where they are short.
    Paths are followed in constant-sum games only if that is asked for.

    Where the way from a basis to the next ε is too far an ε between comes first.
    """
    by_path = by_path or perturbed.form.total is None
    solve, (exponent, step) = (_by_path, PATH) if by_path else (_by_program, PROGRAM)
    reached, last = 0, None
    for _ in range(ATTEMPTS):
        limits.report(partial("trembles of 2^-{}".format, exponent))
        solved = solve(perturbed, mpq(1, 1 << exponent), last, kernel, seed)
        if solved is not None:
            yield solved
            reached, last, exponent = exponent, solved, exponent + step
        elif exponent - reached > 1:
            exponent = (exponent + reached) // 2
        else:
            return


def _by_program(perturbed: Form, epsilon: mpq, last: Solved | None, kernel: str, seed: int) -> Solved | None:
    """Solve the linear program of a constant-sum game at a number, from the last basis on; None if that fails."""
    program = replace(perturbed.lp_at(epsilon), start=last and last.program)
    for optimal in proposals(program, count(1)):
        if optimal.basis is not None and check(program, optimal) is None:
            return Solved(perturbed.basis_of_lp(optimal.basis), optimal.kernel, optimal.pivots, optimal.basis)
    return None


def _by_path(perturbed: Form, epsilon: mpq, last: Solved | None, kernel: str, seed: int) -> Solved | None:
    """Follow a path at a number from the prior, or from the last basis on; None if no end solves the conditions."""
    problem = perturbed.at(epsilon)
    if kernel == "exact" or (kernel == "auto" and problem.size <= SMALL):
        exact = lemke(problem, "exact", rays=False).outcome
        assert isinstance(exact, Solution)
        return Solved(frozenset(exact.basis), "exact", exact.pivots)
    for end in ends(problem, seed, last and last.basis):
        if check_lcp(problem, end) is None:
            return Solved(frozenset(end.basis), "guided", end.pivots)
    return None


def impossible_move(game: Game) -> str:
    """Return a move of chance that has probability zero, behind which no tremble leads; in words."""
    for node in game.first_nodes():
        index = int(game.information_set[node])
        player, probabilities = game.information_sets[index].player, game.information_sets[index].probabilities
        if player == CHANCE and not all(probabilities):
            names = NodeNames(game)
            move = names.moves(index)[probabilities.index(0)]
            return f"the move {move!r} of chance at {names.place(int(node))!r} has probability 0"
    return ""
