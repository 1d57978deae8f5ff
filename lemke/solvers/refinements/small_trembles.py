"""Bases that solve the conditions of trembling players, proposed in floating point at ever smaller numbers ε.

For small enough ε the same basis solves them, up to 0 (G. Farina, N. Gatti, T. Sandholm 2018, Practical exact algorithm
for trembling-hand equilibrium refinements in games, NeurIPS 31). Whether a basis does so for all small ε is seen from
the signs of the lowest terms of its power series in ε, which come from one factorisation. Where a sign is wrong the
search goes on from that basis at a smaller number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, partial
from itertools import count
from typing import NamedTuple, TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError
from lemke.forms.sequence_form import PerturbedForm, TremblingForm
from lemke.game import CHANCE, Game, NodeNames
from lemke.ground import limits
from lemke.ground.sparse import Vector
from lemke.linear.exact import PowerSeries
from lemke.linear.guided import SMALL, Solver, approximate_end, lemke, may_solve, proposals
from lemke.linear.lcp import Solution
from lemke.linear.lp import Basis, check

PROGRAM, PATH, STEP = 12, 6, 4
"""Minus the binary logarithm of the first ε, with linear programs and with paths, whose perturbations drown small
trembles; and what is added to it where a basis solves the conditions."""
GUIDES = (12, 8, 5)
"""Those of the programs of guides from which paths start, in turn: in deep trees small trembles are lost in floats."""
ATTEMPTS = 24
FURTHER = mpq(1, 1 << 4)
"""Factor from ε to where a basis is tried, before it is expanded; with much less floats take matrices for singular."""
PATIENCE = 3
"""Terms of a series that may decide nothing before the rest is left open."""
FormWithTrembles: TypeAlias = PerturbedForm | TremblingForm
"""Conditions with trembles, at any number."""


class Signs(Enum):
    """What the lowest terms say of a basis: it solves the conditions for all small ε, or it does not."""

    RIGHT = "right"
    WRONG = "wrong"
    OPEN = "open"
    """Some variables are 0 in all terms that were computed, or the basis is singular at ε = 0."""


class Expansion(NamedTuple):
    """The first terms of z(ε), and of the basic variables, z or w, both variables x powers of ε; and what they say.

    ``kernel`` has the null vectors of the basis at ε = 0, ``vanishing`` the multipliers that prove that variables are
    0: by variable, and whether it is a slack.
    """

    terms: Vector
    variables: Vector
    signs: Signs
    kernel: list[Vector]
    vanishing: dict[tuple[int, bool], Vector]


@dataclass(frozen=True, eq=False)
class ProposedBasis:
    """A basis of conditions, by its codes, and how it was proposed.

    ``epsilon`` is where it was proposed, and ``is_solution`` says that it solves the conditions there, at least
    approximately. ``program`` is the same basis in the linear program, if there is one.
    """

    form: FormWithTrembles
    basis: frozenset[int]
    kernel: str
    pivots: int
    epsilon: mpq
    program: Basis | None = None
    is_solution: bool = True

    @cached_property
    def expansion(self) -> Expansion:
        """What the basis stands for near ε = 0; open if it does not determine that, wrong if it fails further on."""
        nothing = np.zeros((len(self.form.free), 0), dtype=object)
        is_large = len(self.form.free) > SMALL
        if is_large and not may_solve(self.form.at(self.epsilon * FURTHER), self.basis):
            return Expansion(nothing, nothing, Signs.WRONG, [], {})
        try:
            return expanded(self.form, self.basis)
        except InputError:  # singular at ε = 0
            return Expansion(nothing, nothing, Signs.OPEN, [], {})


NextBasis: TypeAlias = Callable[[mpq, ProposedBasis | None], ProposedBasis | None]
"""From ε and the basis before to one that solves the conditions at ε; None if there is none in sight."""


def expanded(form: FormWithTrembles, basis: frozenset[int]) -> Expansion:
    """Return so many terms of z(ε) that all signs of a basis are known, or one is wrong, or the others stay open.

    Raises
    ------
    InputError
        If the basis does not determine z near ε = 0.
    """
    matrices, constants = form.series
    basic = np.isin(np.arange(len(form.free)), list(basis))
    series = PowerSeries(matrices, constants, basis)
    to_come = int(bool(series.kernel))  # the last term of a singular basis is not proved
    terms, basics, vanishing = list[Vector](), list[Vector](), dict[tuple[int, bool], Vector]()
    undecided, idle = form.watched.copy(), 0
    for z, w in series.terms():
        terms.append(z)
        variables = np.where(basic, z, w)
        basics.append(variables)
        decided = undecided & variables.astype(bool)
        if np.any(variables[decided] < 0):
            return Expansion(np.column_stack(terms), np.column_stack(basics), Signs.WRONG, series.kernel, {})
        undecided, idle = undecided & ~decided, 0 if decided.any() else idle + 1
        if len(matrices) == 1:  # the series end, and what is 0 by then is 0
            continue
        if idle == 1:
            assert isinstance(form, TremblingForm)  # the matrix of the others is constant
            undecided &= ~(basic & form.tied(~basic & ~undecided))
            for variable in np.flatnonzero(undecided & ~form.free).tolist():
                multipliers = series.vanishing(variable, is_slack=not basic[variable])
                if multipliers is not None:
                    vanishing[variable, not basic[variable]] = multipliers
                    undecided[variable] = False
        if (idle == PATIENCE or not undecided.any()) and idle >= to_come:
            break
    is_open = len(matrices) > 1 and undecided.any()
    signs = Signs.OPEN if is_open else Signs.RIGHT
    return Expansion(np.column_stack(terms), np.column_stack(basics), signs, series.kernel, vanishing)


def bases(
    form: FormWithTrembles, kernel: str, seed: int, guide: FormWithTrembles | None = None, *, by_path: bool = False
) -> Iterator[ProposedBasis]:
    """Yield bases proposed at smaller and smaller ε, also those that are found not to solve the conditions.

    The kernel is that of paths at a number: ``guided``, ``exact``, or ``auto`` for the exact one where they are short.
    Paths are followed in constant-sum games only if that is asked for. They start from the linear program of a guide,
    if there is one: the conditions of a zero-sum game that is near, or is this game.
    """
    if not by_path and form.form.total is not None:
        yield from _by_numbers(partial(_by_program, form), PROGRAM)
        return
    follow = partial(_by_path, form, kernel, seed)
    if guide is not None:
        yield from _by_guide(form, guide, follow)
    yield from _by_numbers(follow, PATH)


def _by_guide(form: FormWithTrembles, guide: FormWithTrembles, follow: NextBasis) -> Iterator[ProposedBasis]:
    """Yield bases of programs of a guide, and what paths from there end at; no more programs once a path has an end."""
    for exponent in GUIDES:
        epsilon = mpq(1, 1 << exponent)
        if (near := Solver(guide.lp_at(epsilon)).propose()[1]) is None:
            continue
        start = last = ProposedBasis(form, guide.basis_of_lp(near), "highs", 0, epsilon, is_solution=False)
        yield start
        for last in _by_numbers(follow, exponent, start):
            yield last
        if last is not start:
            return


def _by_numbers(solve: NextBasis, exponent: int, last: ProposedBasis | None = None) -> Iterator[ProposedBasis]:
    """Yield bases that solve the conditions at smaller and smaller ε.

    Where the way from a basis to the next ε is too far an ε between comes first.
    """
    reached = 0
    for _ in range(ATTEMPTS):
        limits.report(partial("trembles of 2^-{}".format, exponent))
        solved = solve(mpq(1, 1 << exponent), last)
        if solved is not None:
            yield solved
            is_same = last is not None and last.is_solution and solved.basis == last.basis
            if is_same and len(solved.form.free) > SMALL and solved.expansion.signs is Signs.OPEN:
                return  # no sign is wrong, and none would be new
            reached, last, exponent = exponent, solved, exponent + STEP
        elif exponent - reached > 1:
            exponent = (exponent + reached) // 2
        else:
            return


def _by_program(form: FormWithTrembles, epsilon: mpq, last: ProposedBasis | None) -> ProposedBasis | None:
    """Solve the linear program of a constant-sum game at a number, from the last basis on; None if that fails."""
    program = replace(form.lp_at(epsilon), start=last.program if last is not None else None)
    for optimal in proposals(program, count(1)):
        if optimal.basis is not None and check(program, optimal) is None:
            basis = form.basis_of_lp(optimal.basis)
            return ProposedBasis(form, basis, optimal.kernel, optimal.pivots, epsilon, optimal.basis)
    return None


def _by_path(
    form: FormWithTrembles, kernel: str, seed: int, epsilon: mpq, last: ProposedBasis | None
) -> ProposedBasis | None:
    """Follow a path at a number from the prior, or from the last basis on; None if no end solves the conditions."""
    problem = form.at(epsilon)
    if kernel == "exact" or (kernel == "auto" and problem.size <= SMALL):
        exact = lemke(problem, "exact", rays=False).outcome
        assert isinstance(exact, Solution)
        return ProposedBasis(form, frozenset(exact.basis), "exact", exact.pivots, epsilon)
    end = approximate_end(problem, seed, last.basis if last is not None else None)
    return ProposedBasis(form, end.basis, "guided", end.pivots, epsilon) if end is not None else None


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
