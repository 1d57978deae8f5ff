"""Lemke–Howson paths in two naive ways, a naive judge, and equilibria by support enumeration.

Paths on Gale strings take no arithmetic at all; those of dense tableaux are the textbook's, in rationals with symbolic
perturbation. The kernel must take the same pivots, one by one.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from gmpy2 import mpq

from lemke.linear.pivoting.lemke_howson import LemkeHowsonPath, lemke_howson

Table = Sequence[Sequence[object]]


def all_labels(A: Table, B: Table) -> list[LemkeHowsonPath]:
    """The paths of all labels from the artificial pair."""
    return [lemke_howson(A, B, label) for label in range(len(A) + len(A[0]))]


def svs_label(d: int) -> list[int]:
    """The label of facet k = 0 … 2d − 1 of the second polytope (Savani and von Stengel 2006, section 4), 0-based."""
    from_one = [1, *(k + (-1) ** k for k in range(2, d)), d, *(k - (-1) ** k for k in range(d + 1, 2 * d + 1))]
    return [k - 1 for k in from_one]


def other_end(string: list[bool], k: int) -> int:
    """Leave facet k of a Gale string, in place: its run splits into an even and an odd part, and the odd part grows."""
    size = len(string)
    string[k] = False
    for way in (1, -1):
        reach = 1
        while string[(k + way * reach) % size]:
            reach += 1
        if reach % 2 == 0:
            met = (k + way * reach) % size
            string[met] = True
            return met
    raise AssertionError("no odd run beside a facet of a Gale string")


def gale_path_length(d: int, missing: int) -> int:
    """The length of a path by combinatorics alone, from the first d facets with the last d."""
    strings = [[k < d for k in range(2 * d)], [k >= d for k in range(2 * d)]]
    labels = [list(range(2 * d)), svs_label(d)]
    facets = [[player_labels.index(label) for label in range(2 * d)] for player_labels in labels]
    side = int(missing >= d)
    label, length = missing, 0
    while True:
        label = labels[side][other_end(strings[side], facets[side][label])]
        length, side = length + 1, 1 - side
        if label == missing:
            return length


def naive_path(A: Table, B: Table, missing: int) -> list[tuple[int, int, int]]:
    """(polytope, dropped, picked up) of every pivot: dense tableaux of all variables, symbolically perturbed."""
    m, n = len(A), len(A[0])
    least = min(Fraction(value) for table in (A, B) for row in table for value in row)
    payoffs_1, payoffs_2 = ([[Fraction(value) - least + 1 for value in row] for row in table] for table in (A, B))

    def unit(k: int) -> list[Fraction]:
        return [Fraction(int(k == label)) for label in range(m + n)]

    def put(values: list[Fraction], at: int) -> list[Fraction]:
        return [Fraction(0)] * at + values + [Fraction(0)] * (m + n - at - len(values))

    columns = [[row[j] for row in payoffs_2] for j in range(n)]
    tables = [
        [[a + b for a, b in zip(put(columns[j], 0), unit(m + j), strict=True)] + [Fraction(1)] for j in range(n)],
        [[a + b for a, b in zip(put(payoffs_1[i], m), unit(i), strict=True)] + [Fraction(1)] for i in range(m)],
    ]
    bases = [list(range(m, m + n)), list(range(m))]
    slacks = [list(range(m, m + n)), list(range(m))]
    side, dropped, steps = int(missing >= m), missing, []
    while True:
        table, basis = tables[side], bases[side]
        blocked = [row for row in range(len(table)) if table[row][dropped] > 0]
        order = [-1, *slacks[side]]
        leaving = min(blocked, key=lambda row: [table[row][t] / table[row][dropped] for t in order])
        factor = table[leaving][dropped]
        table[leaving] = [value / factor for value in table[leaving]]
        for row in range(len(table)):
            if row != leaving and table[row][dropped]:
                rate = table[row][dropped]
                table[row] = [a - rate * b for a, b in zip(table[row], table[leaving], strict=True)]
        picked_up, basis[leaving] = basis[leaving], dropped
        steps.append((side, dropped, picked_up))
        if picked_up == missing:
            return steps
        dropped, side = picked_up, 1 - side


def is_equilibrium(A: Table, B: Table, x: Sequence[mpq], y: Sequence[mpq]) -> bool:
    """Whether both are mixed strategies and no pure strategy is better than those played."""
    m, n = len(A), len(A[0])
    rows = [sum(mpq(A[i][j]) * y[j] for j in range(n)) for i in range(m)]
    columns = [sum(mpq(B[i][j]) * x[i] for i in range(m)) for j in range(n)]
    return (
        (len(x), len(y)) == (m, n)
        and all(min(strategy) >= 0 and sum(strategy) == 1 for strategy in (x, y))
        and all(rows[i] == max(rows) for i in range(m) if x[i])
        and all(columns[j] == max(columns) for j in range(n) if y[j])
    )


def solved(matrix: list[list[mpq]], right: list[mpq]) -> list[mpq] | None:
    """The solution of a square system, None where it is singular."""
    rows = [[*map(mpq, row), mpq(value)] for row, value in zip(matrix, right, strict=True)]
    for c in range(len(rows)):
        pivot = next((r for r in range(c, len(rows)) if rows[r][c]), None)
        if pivot is None:
            return None
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = [value / rows[c][c] for value in rows[c]]
        for r in range(len(rows)):
            if r != c:
                rows[r] = [a - rows[r][c] * b for a, b in zip(rows[r], rows[c], strict=True)]
    return [row[-1] for row in rows]


def indifferent(
    payoffs: Table, support: tuple[int, ...], opponent_support: tuple[int, ...], size: int
) -> list[mpq] | None:
    """The mixed strategy on ``opponent_support`` that makes all of ``support`` equally good, None if there is none."""
    system = [[mpq(payoffs[i][j]) for j in opponent_support] + [mpq(-1)] for i in support] + [
        [mpq(1)] * len(opponent_support) + [mpq(0)]
    ]
    solution = solved(system, [mpq(0)] * len(support) + [mpq(1)])
    if solution is None:
        return None
    shares = dict(zip(opponent_support, solution, strict=False))  # the last entry of the solution is the payoff
    return [shares.get(j, mpq(0)) for j in range(size)]


def by_supports(A: Table, B: Table) -> Iterator[tuple[tuple[mpq, ...], tuple[mpq, ...]]]:
    """All equilibria of a nondegenerate game: supports of equal size (von Stengel 2002, algorithm 2.4)."""
    m, n = len(A), len(A[0])
    transposed = [list(row) for row in zip(*B, strict=True)]
    for size in range(1, min(m, n) + 1):
        for rows in combinations(range(m), size):
            for columns in combinations(range(n), size):
                y, x = indifferent(A, rows, columns, n), indifferent(transposed, columns, rows, m)
                if x is not None and y is not None and is_equilibrium(A, B, x, y):
                    yield tuple(x), tuple(y)
