"""Bases that solve the conditions of trembling players, proposed in floating point for smaller and smaller ε.

A basis that solves the conditions at a small enough ε solves them for all smaller ε (G. Farina, N. Gatti, T. Sandholm
2018, Practical exact algorithm for trembling-hand equilibrium refinements in games, NeurIPS 31). The solution of a
basis is a power series in ε. The signs of its lowest terms show whether the basis solves the conditions for all small
ε; all terms come from one factorization. If a sign is wrong, the search continues from this basis at a smaller ε.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import count
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError
from lemke.forms.sequence_form import PerturbedForm, TremblingForm
from lemke.game import CHANCE, Game, NodeNames
from lemke.ground.sparse import Vector
from lemke.linear.exact import PowerSeries
from lemke.linear.guided import SMALL, Solver, approximate_end, lemke, may_solve, proposals
from lemke.linear.lcp import Solution
from lemke.linear.lp import Basis, check

PROGRAM, PATH, STEP = 12, 6, 4
"""The first ε is 2^-PROGRAM with linear programs. With paths it is 2^-PATH, since the perturbations of paths hide
smaller trembles. If a basis solves the conditions, the next exponent is larger by STEP."""
GUIDES = (12, 8, 5)
"""The linear programs of a guide have the ε 2^-k, for these k in turn: in deep trees floats lose small trembles."""
ATTEMPTS = 24
"""Largest number of ε that are tried."""
FURTHER = mpq(1, 1 << 4)
"""Before a basis is expanded, it is tested at FURTHER times the ε for which it was proposed. With a much smaller
factor, floats take regular matrices for singular."""
PATIENCE = 3
"""After this many successive terms of a series without a new sign, the unknown signs are left open."""
FormWithTrembles: TypeAlias = PerturbedForm | TremblingForm
"""The conditions of trembling players, for any ε."""


Signs: TypeAlias = Literal["right", "wrong", "open"]
"""Whether the lowest terms show that a basis solves the conditions for all small ε, or that it does not. They are open
if some variables are 0 in all terms that were computed, or the series could not be computed."""


class Expansion(NamedTuple):
    """The first terms of power series in ε for a basis, and what their signs show."""

    terms: Vector  # the series of z, as a matrix: variables x powers of ε
    variables: Vector  # the series of the basic variable of every pair z, w, as a matrix, too
    signs: Signs
    kernel: list[Vector]  # the null vectors of the basis at ε = 0
    # from a variable's number, and whether it is the slack w, to the multipliers that prove that it is 0 for all ε
    vanishing: dict[tuple[int, bool], Vector]


@dataclass(frozen=True, eq=False)
class ProposedBasis:
    """A basis of the conditions, and how it was proposed."""

    form: FormWithTrembles
    basis: frozenset[int]  # codes: i if z_i is basic, n + i if its slack w_i is, with n variables
    kernel: str
    pivots: int
    epsilon: mpq  # the ε for which it was proposed
    program: Basis | None = None  # the same basis in the linear program, if it came from a program
    is_solution: bool = True  # whether it solves the conditions at ``epsilon``, at least approximately

    @cached_property
    def expansion(self) -> Expansion:
        """The solution near ε = 0, as in :func:`expansion_of`.

        The expansion has no terms in two cases. If the basis of a large problem fails at a smaller ε, the signs are
        wrong. If :func:`expansion_of` raises InputError, the signs are open.
        """
        nothing = np.zeros((len(self.form.free), 0), dtype=object)
        is_large = len(self.form.free) > SMALL
        if is_large and not may_solve(self.form.at(self.epsilon * FURTHER), self.basis):
            return Expansion(nothing, nothing, "wrong", [], {})
        try:
            return expansion_of(self.form, self.basis)
        except InputError:
            return Expansion(nothing, nothing, "open", [], {})


NextBasis: TypeAlias = Callable[[mpq, ProposedBasis | None], ProposedBasis | None]
"""A function of ε and the last basis; returns a basis that solves the conditions at ε, or None if it finds none."""


def expansion_of(form: FormWithTrembles, basis: frozenset[int]) -> Expansion:
    """Return the expansion of a basis: terms until all signs are known, a sign is wrong, or no new signs come.

    Raises InputError if the basis does not determine z near ε = 0.
    """
    matrices, constants = form.series
    basic = np.isin(np.arange(len(form.free)), list(basis))
    series = PowerSeries(matrices, constants, basis)
    terms_to_follow = int(bool(series.kernel))  # if the basis is singular at 0, a term is proved only by the next term
    terms, basic_terms, vanishing = list[Vector](), list[Vector](), dict[tuple[int, bool], Vector]()
    undecided, idle = form.watched.copy(), 0  # variables without a sign; successive terms without a new sign
    for z, w in series.terms():
        terms.append(z)
        variables = np.where(basic, z, w)
        basic_terms.append(variables)
        decided = undecided & variables.astype(bool)
        if np.any(variables[decided] < 0):
            return Expansion(np.column_stack(terms), np.column_stack(basic_terms), "wrong", series.kernel, {})
        undecided, idle = undecided & ~decided, 0 if decided.any() else idle + 1
        if len(matrices) == 1:  # the series ends: a variable without a nonzero term is 0
            continue
        if idle == 1:
            assert isinstance(form, TremblingForm)  # a PerturbedForm has a constant matrix
            # the other variables may be 0 for all ε: the loss of a move that pays as much as a move that surely mixes;
            # and variables for which multipliers prove it
            undecided &= ~(basic & form.tied(~basic & ~undecided))
            for variable in np.flatnonzero(undecided & ~form.free).tolist():
                multipliers = series.vanishing(variable, is_slack=not basic[variable])
                if multipliers is not None:
                    vanishing[variable, not basic[variable]] = multipliers
                    undecided[variable] = False
        if (idle == PATIENCE or not undecided.any()) and idle >= terms_to_follow:
            break
    is_open = len(matrices) > 1 and undecided.any()
    signs: Signs = "open" if is_open else "right"
    return Expansion(np.column_stack(terms), np.column_stack(basic_terms), signs, series.kernel, vanishing)


def bases(
    form: FormWithTrembles, kernel: str, seed: int, guide: FormWithTrembles | None = None, *, by_path: bool = False
) -> Iterator[ProposedBasis]:
    """Yield bases proposed at smaller and smaller ε, also bases that turn out not to solve the conditions.

    The kernel follows the path for every ε: ``guided``, ``exact``, or ``auto``, which is exact for small problems.
    Constant-sum games are solved by linear programs, and by paths only with ``by_path``. Paths start at the prior.
    ``guide`` has the conditions of a zero-sum game: this game, or a game near it. With a guide, paths first start at
    bases of the guide's linear programs.
    """
    if not by_path and form.form.total is not None:
        yield from _bases_at_numbers(partial(_basis_from_program, form), PROGRAM)
        return
    follow = partial(_basis_from_path, form, kernel, seed)
    if guide is not None:
        yield from _bases_from_guide(form, guide, follow)
    yield from _bases_at_numbers(follow, PATH)


def _bases_from_guide(form: FormWithTrembles, guide: FormWithTrembles, follow: NextBasis) -> Iterator[ProposedBasis]:
    """Yield the bases of a guide's programs and the ends of paths from them, until a path from a basis has an end."""
    for exponent in GUIDES:
        epsilon = mpq(1, 1 << exponent)
        _, program_basis = Solver(guide.lp_at(epsilon)).propose()
        if program_basis is None:
            continue
        start = last = ProposedBasis(form, guide.basis_of_lp(program_basis), "highs", 0, epsilon, is_solution=False)
        yield start
        for last in _bases_at_numbers(follow, exponent, start):
            yield last
        if last is not start:
            return


def _bases_at_numbers(solve: NextBasis, exponent: int, last: ProposedBasis | None = None) -> Iterator[ProposedBasis]:
    """Yield bases that solve the conditions at smaller and smaller ε.

    If no basis is found at the next ε, an ε between the last one and this one is tried.
    """
    last_exponent = 0  # no basis yet: ε = 2^0 is larger than any tremble
    for _ in range(ATTEMPTS):
        proposal = solve(mpq(1, 1 << exponent), last)
        if proposal is not None:
            yield proposal
            is_same = last is not None and last.is_solution and proposal.basis == last.basis
            if is_same and len(proposal.form.free) > SMALL and proposal.expansion.signs == "open":
                return  # a smaller ε would give the same basis again, with the same open signs
            last_exponent, last, exponent = exponent, proposal, exponent + STEP
        elif exponent - last_exponent > 1:
            exponent = (exponent + last_exponent) // 2
        else:
            return


def _basis_from_program(form: FormWithTrembles, epsilon: mpq, last: ProposedBasis | None) -> ProposedBasis | None:
    """Solve the linear program of a constant-sum game for a given ε, from the last basis; None if that fails."""
    program = replace(form.lp_at(epsilon), start=last.program if last is not None else None)
    for optimal in proposals(program, count(1)):
        if optimal.basis is not None and check(program, optimal) is None:
            basis = form.basis_of_lp(optimal.basis)
            return ProposedBasis(form, basis, optimal.kernel, optimal.pivots, epsilon, optimal.basis)
    return None


def _basis_from_path(
    form: FormWithTrembles, kernel: str, seed: int, epsilon: mpq, last: ProposedBasis | None
) -> ProposedBasis | None:
    """Follow a path for a given ε, from the prior or the last basis; None if no end solves the conditions."""
    problem = form.at(epsilon)
    if kernel == "exact" or (kernel == "auto" and problem.size <= SMALL):
        exact = lemke(problem, "exact", rays=False).outcome
        assert isinstance(exact, Solution)
        return ProposedBasis(form, frozenset(exact.basis), "exact", exact.pivots, epsilon)
    end = approximate_end(problem, seed, last.basis if last is not None else None)
    return ProposedBasis(form, end.basis, "guided", end.pivots, epsilon) if end is not None else None


def impossible_move(game: Game) -> str:
    """Return in words a move of chance with probability zero, which no tremble plays; "" if there is none."""
    for node in game.first_nodes():
        index = int(game.information_set[node])
        player, probabilities = game.information_sets[index].player, game.information_sets[index].probabilities
        if player == CHANCE and not all(probabilities):
            names = NodeNames(game)
            move = names.moves(index)[probabilities.index(0)]
            return f"the move {move!r} of chance at {names.place(int(node))!r} has probability 0"
    return ""


def require_possible_moves(game: Game, refinement: str) -> None:
    """Raise InputError if a move of chance has probability zero."""
    if impossible := impossible_move(game):
        raise InputError(f"{impossible}, expected a positive probability with the refinement {refinement}")
