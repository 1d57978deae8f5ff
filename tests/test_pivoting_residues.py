"""Integers as residues: signs, inverses, and primes enough for every minor of a tableau."""

from collections.abc import Iterator
from itertools import combinations
from math import prod

import gmpy2
import numpy as np
import pytest
from gmpy2 import mpz
from hypothesis import given
from hypothesis import strategies as st

from lemke.linear.pivoting import vertex_enumeration as residues
from lemke.linear.pivoting.vertex_enumeration import Moduli, Tableaux, minors_bound

Rows = list[list[int]]

ONE, TWO = Moduli(1 << 40).primes
HALVES = [ONE // 2, ONE * TWO // 2]
"""The greatest integers that one prime and two primes can tell from their negatives."""


@st.composite
def matrices(draw: st.DrawFn) -> Rows:
    width = draw(st.integers(1, 4))
    row = st.lists(st.integers(0, 9), min_size=width, max_size=width)
    return draw(st.lists(row, min_size=1, max_size=4))


def integers(rows: Rows) -> np.ndarray:
    return np.array([[mpz(value) for value in row] for row in rows], dtype=object)


def minors(table: np.ndarray) -> Iterator[int]:
    for size in range(1, min(table.shape) + 1):
        for rows in combinations(range(table.shape[0]), size):
            for columns in combinations(range(table.shape[1]), size):
                yield determinant(table[np.ix_(rows, columns)].tolist())


def determinant(table: Rows) -> int:
    """The determinant by expansion along the first row."""
    if not table:
        return 1
    smaller = ([row[:j] + row[j + 1 :] for row in table[1:]] for j in range(len(table)))
    return sum((-1) ** j * a * determinant(minor) for j, (a, minor) in enumerate(zip(table[0], smaller, strict=True)))


# ---------------------------------------------------------------------- signs


BOUNDS = [0, 1, 2**29 - 1, 2**29, 10**9, (1 << 30) + 5, (1 << 31) - 2, 2**60, (1 << 61) + 1, *HALVES, 10**100]


@pytest.mark.parametrize("bound", BOUNDS)
def test_the_greatest_integers_have_the_right_signs(bound: int) -> None:
    moduli = Moduli(bound)
    values = np.array([bound, -bound], dtype=object)
    assert moduli.signs(moduli.residues(values)).tolist() == ([1, -1] if bound else [0, 0])


@pytest.mark.parametrize("bound", BOUNDS)
def test_the_product_of_the_primes_exceeds_four_times_the_bound(bound: int) -> None:
    primes = Moduli(bound).primes
    assert prod(primes) > 4 * bound
    assert len(set(primes)) == len(primes)
    assert all(gmpy2.is_prime(prime) and prime.bit_length() <= residues.WORD for prime in primes)


# ---------------------------------------------------------------------- inverses and unlucky primes


# ---------------------------------------------------------------------- bounds of minors


@given(matrices())
def test_no_minor_is_beyond_the_bound(rows: Rows) -> None:
    table = integers(rows)
    assert max(map(abs, minors(table))) <= minors_bound(table)


def test_primes_of_a_tableau_are_enough_for_minors_with_right_hand_sides() -> None:
    """A minor of (M, 1) is 2 · 660³, above Hadamard's bound √3 · 660³ of M; primes for that bound would be too few."""
    table = integers([[660, 0, 0], [0, 660, 0], [0, 0, 660], [660, 660, 660]])
    greatest = max(map(abs, minors(np.hstack([table, integers([[1]] * 4)]))))
    assert greatest == 2 * 660**3
    assert 4 * minors_bound(table) < ONE < 4 * greatest
    assert prod(Tableaux.origin(table, ()).moduli.primes) > 4 * greatest
