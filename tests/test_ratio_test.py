"""The ratio test of the tableau beside a naive one, in which the symbol ε is a tiny rational number."""

import random
from dataclasses import replace

import numpy as np
import pytest
from gmpy2 import mpq

from lemke import LCP
from lemke.errors import InputError
from lemke.ground.sparse import Vector, vector
from lemke.linear.lcp import StartBasis
from lemke.linear.pivoting.lemke_path import complementary_pivots, start_of_path
from lemke.linear.pivoting.tableau import Tableau, TableauPlace
from naive_lemke_howson import solved

TINY = mpq(1, 10**40)


def problem_with_ties(source: random.Random) -> LCP:
    """A problem with many ties and a start; now and then with equations, or in the middle of nowhere."""
    n = source.randint(2, 5)
    M = [[source.choice([0, 0, 1, 1, 2, -1, mpq(1, 2)]) for _ in range(n)] for _ in range(n)]
    bare = LCP.of(M, [source.choice([-1, -1, -1, 0, 1]) for _ in range(n)], source.choices([1, 1, 2], k=n))
    if source.random() < 0.6:
        return replace(bare, start=StartBasis(frozenset(), mpq(9)))
    free = np.array([source.random() < 0.2 for _ in range(n)])
    basic = frozenset(i for i in range(n) if free[i] or source.random() < 0.4)
    return replace(bare, free=free, start=StartBasis(basic, mpq(source.randint(0, 9))))


def powers_with_ties(source: random.Random, n: int) -> list[Vector]:
    """The coefficients of up to three powers of ε."""
    return [vector(source.choices([0, 0, 1, -1, 2], k=n)) for _ in range(source.randint(0, 3))]


def column(problem: LCP, code: int) -> list[mpq]:
    """The column of a variable in w - M z - d z0 = q."""
    n = problem.size
    if code == 2 * n:
        return list(-problem.d)
    if code >= n:
        return [mpq(i == code - n) for i in range(n)]
    return [-row[code] for row in problem.M.to_lists()]


def coordinates(columns: list[list[mpq]], right: list[mpq]) -> list[mpq]:
    """The x with Σ xⱼ columnⱼ = right."""
    return solved([[*row] for row in zip(*columns, strict=True)], right)


def naive_leaving(
    problem: LCP, powers: list[Vector], basis: list[int], entering: int, perturbed: list[int]
) -> int | None:
    """The variable that leaves: the least ratio where ε is tiny; z0 if it is among the tied without the columns bₜ."""
    n = problem.size
    columns = [column(problem, code) for code in basis]
    right = [sum(terms) for terms in zip(*(side * TINY**k for k, side in enumerate([problem.q, *powers])), strict=True)]
    rates = coordinates(columns, column(problem, entering))
    blocking = [i for i, code in enumerate(basis) if rates[i] > 0 and not (code < n and problem.free[code])]
    if not blocking:
        return None
    values = coordinates(columns, right)
    least = min(values[i] / rates[i] for i in blocking)
    tied = [i for i in blocking if values[i] / rates[i] == least]
    if 2 * n in (basis[i] for i in tied):
        return 2 * n
    for rank, code in enumerate(perturbed, len(powers) + 1):
        right = [side + entry * TINY**rank for side, entry in zip(right, column(problem, code), strict=True)]
    values = coordinates(columns, right)
    return basis[min(tied, key=lambda i: values[i] / rates[i])]


def follows_the_naive_test(
    tableau: Tableau, powers: list[Vector], entering: int, place: TableauPlace | None, perturbed: list[int]
) -> None:
    """Walk the path, and compare every pivot with the naive test."""
    problem = tableau.problem
    basis = list(tableau.basis())
    walk = complementary_pivots(tableau, entering, place)
    while True:
        try:
            entered, left = next(walk)
        except StopIteration as end:
            if end.value is not None:
                assert naive_leaving(problem, powers, basis, end.value, perturbed) is None
            return
        except InputError as error:
            assert "leads back to its start" in str(error)
            return
        if entered != 2 * problem.size:
            assert left == naive_leaving(problem, powers, basis, entered, perturbed)
        basis[basis.index(left)] = entered


@pytest.mark.parametrize("seed", range(300))
def test_polynomials_are_compared_as_at_a_tiny_number(seed: int) -> None:
    source = random.Random(seed)
    problem = problem_with_ties(source)
    powers = powers_with_ties(source, problem.size)
    try:
        tableau = Tableau(problem, powers)
    except InputError as error:
        assert "singular" in str(error)
        return
    place = tableau.leaving(tableau.z0) or tableau.leaving(tableau.z0, decreasing=True)
    if place is None:
        return
    entering = tableau.complement(tableau.exchange(tableau.z0, place))
    perturbed = sorted(tableau.places(), key=lambda code: (code % problem.size, code))
    tableau.rank = {code: rank for rank, code in enumerate(perturbed)}
    follows_the_naive_test(tableau, powers, entering, tableau.leaving(entering), perturbed)


@pytest.mark.parametrize("seed", range(100))
def test_any_order_of_pairs_is_that_of_tiny_numbers(seed: int) -> None:
    source = random.Random(seed)
    problem = problem_with_ties(source)
    order = source.sample(range(problem.size), problem.size)
    try:
        tableau = start_of_path(problem, order)
    except InputError as error:
        assert "singular" in str(error) or "negative at z0" in str(error)
        return
    start = {code % problem.size: code for code in tableau.places()}
    perturbed = [start[pair] for pair in order if pair in start]
    place = tableau.leaving(tableau.z0, decreasing=True)
    if place is not None:
        follows_the_naive_test(tableau, [], tableau.z0, place, perturbed)
