"""All extreme equilibria of a strategic form, and the components of the set of all equilibria.

A game in extensive form has the equilibria of its reduced strategic form: with perfect recall every behavior strategy
is realization equivalent to a mixed reduced strategy (Kuhn 1953).

With payoffs made nonnegative, the polytopes are P = {x ≥ 0: Bᵀ x ≤ 1} and Q = {y ≥ 0: A y ≤ 1}. The inequalities xᵢ ≥ 0
and (A y)ᵢ ≤ 1 have the label i, from 0; yⱼ ≥ 0 and (Bᵀ x)ⱼ ≤ 1 the label m + j. The extreme equilibria are the pairs of
vertices other than (0, 0) at which every label is tight at x or at y, scaled to probabilities. Every equilibrium is a
convex combination of extreme ones (Mangasarian 1964; Avis, Rosenberg, Savani, von Stengel 2010).

The extreme equilibria are the edges of a bipartite graph on strategies x and y. A maximal Nash subset is a maximal
product of sets in which every pair is an equilibrium: the product of the convex hulls of the two sides of a maximal
biclique. The components of the graph are those of the set of equilibria: maximal Nash subsets meet iff they share a
vertex (Winkels 1979; Avis, Rosenberg, Savani, von Stengel 2010).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import compress
from math import comb, prod
from typing import TypeAlias

import numpy as np

from lemke.certificate import Claim, Judge
from lemke.forms.normal_form import (
    AllEquilibria,
    Component,
    ExtremeEquilibrium,
    NashSubset,
    NormalForm,
    Probabilities,
    TreeNormalForm,
    strategic_form,
)
from lemke.game import Game
from lemke.game.pure_strategies import plan_of_mixed
from lemke.game.strategy import Profile
from lemke.ground import limits
from lemke.ground.sparse import Indices, Vector, vector, zeros
from lemke.linear.pivoting import Flags, MatrixLike, Polytope, Position, vertices
from lemke.solvers.answers import confirm, payoffs_on_matrices
from lemke.solvers.dominance import eliminate

MixedPair: TypeAlias = tuple[Vector, Vector]
"""Strategies x and y: probabilities of the rows and of the columns."""

NumberPair: TypeAlias = tuple[int, int]
"""The number of a strategy x, and of a strategy y."""

WIDE = 2
"""Let R be the columns of the larger polytope that are best replies at some vertex of the smaller one. R is a single
support (:func:`_supports`) if R has at most WIDE times as many columns as the smaller polytope has dimensions."""
MANY = 1 << 15
"""R is a single support, too, if R and the slacks leave at most MANY choices of basic variables."""
STRIDE = 1 << 10
"""Number of vertices between two checks of the limits."""
MIXED_DOMINANCE_FROM = 100
"""From this many strategy pairs on, dominance by mixed strategies is tested, too, with linear programs."""

ProfilesByClass: TypeAlias = dict[tuple[int, ...], Profile]
"""From the numbers of the realization equivalent equilibria of a class to a profile of this class."""


def by_strategies(problem: Game | NormalForm) -> AllEquilibria:
    """Return all extreme equilibria of the strategic form, and the components of the set of equilibria.

    In a game in extensive form, equilibria with the same realization plans form a *class*. Each equilibrium is judged
    again on the matrices; in extensive form each class is also judged on the tree, by a profile with best replies
    filled in off the path. A NormalForm, and a game whose ``strategic`` is true, are solved as matrices, even if they
    were made from a tree.
    """
    judge = Judge.of(problem) if isinstance(problem, Game) else None
    form = strategic_form(problem)
    equilibria = tuple(_judged_equilibria(form))
    parts = components((extreme.x, extreme.y) for extreme in equilibria)
    classes: ProfilesByClass
    if judge is None or judge.game.strategic:  # mixed strategies are behavior strategies of players who choose once
        classes = {(number,): Profile.mixed((extreme.x, extreme.y)) for number, extreme in enumerate(equilibria)}
    else:
        classes = _classes(form, judge, equilibria)
    return AllEquilibria(form, equilibria, parts, tuple(classes), tuple(classes.values()))


def _judged_equilibria(form: NormalForm) -> Iterator[ExtremeEquilibrium]:
    """Yield the extreme equilibria, judged on the matrices; strictly dominated strategies are eliminated first."""
    form.matrices()  # raises unless there are two players
    elimination = eliminate(form, pure=prod(form.shape) < MIXED_DOMINANCE_FROM)
    rows, columns = map(list, elimination.surviving)
    for strategies in extreme_equilibria(*elimination.form.matrices()):
        x, y = zeros(form.shape[0]), zeros(form.shape[1])
        x[rows], y[columns] = strategies
        payoffs = payoffs_on_matrices(form, (x, y), "enumeration")
        yield ExtremeEquilibrium(tuple(x), tuple(y), (payoffs[0], payoffs[1]))


def _classes(form: NormalForm, judge: Judge, equilibria: Sequence[ExtremeEquilibrium]) -> ProfilesByClass:
    """Return the classes of equilibria with equal realization plans, each with a profile that the judge confirmed."""
    assert isinstance(form, TreeNormalForm)

    @cache
    def plan(player: int, strategy: Probabilities) -> Probabilities:
        return tuple(plan_of_mixed(judge.sequences[player], form.mixed_strategy(player, strategy)))

    members: dict[tuple[Probabilities, Probabilities], list[int]] = {}
    for number, extreme in enumerate(equilibria):
        members.setdefault((plan(0, extreme.x), plan(1, extreme.y)), []).append(number)
    classes: ProfilesByClass = {}
    for (x, y), numbers in members.items():
        limits.report(lambda: "judging equilibria on the tree")
        plans = vector(x), vector(y)
        profile = classes[tuple(numbers)] = judge.completed(plans)
        confirm(judge, Claim(profile, equilibria[numbers[0]].payoffs, plans), "enumeration")
    return classes


def extreme_equilibria(A: MatrixLike, B: MatrixLike) -> list[MixedPair]:
    """Return all extreme equilibria of a bimatrix game, each once, exactly; also of games with ties.

    They are in descending lexicographic order of x and then of y: equilibria in which player 1 plays the first row with
    a higher probability come first.

    >>> for x, y in extreme_equilibria([[3, 3], [2, 5], [0, 6]], [[3, 3], [2, 6], [3, 1]]):
    ...     print(*x, "|", *y)
    1 0 0 | 1 0
    1 0 0 | 2/3 1/3
    0 1/3 2/3 | 1/3 2/3
    """
    position = Position.artificial(A, B)
    m, n = position.A.shape
    if m > n:  # polytope 1 is always enumerated as a whole: it must be the smaller one
        swapped = extreme_equilibria(position.B.T, position.A.T)
        return sorted(((x, y) for y, x in swapped), key=_sort_key, reverse=True)
    polytope_1, polytope_2 = position.polytopes
    tight_1, strategy_1 = _polytope_vertices(polytope_1, [np.arange(m)])
    tight_2, strategy_2 = _polytope_vertices(polytope_2, _supports(tight_1[:, m:], m))
    pairs = _matching_pairs(tight_1, tight_2)
    x = {i: strategy_1(i) for i in {i for i, _ in pairs}}
    y = {j: strategy_2(j) for j in {j for _, j in pairs}}
    return sorted(((x[i], y[j]) for i, j in pairs), key=_sort_key, reverse=True)


def _sort_key(pair: MixedPair) -> tuple[list[object], list[object]]:
    return pair[0].tolist(), pair[1].tolist()


def _polytope_vertices(polytope: Polytope, supports: list[Indices]) -> tuple[Flags, Callable[[int], Vector]]:
    """Return the vertices other than 0 whose positive entries lie in one of the supports, each vertex once.

    They are given by flags, a row per vertex: whether each label is tight; and by a function from the number of a
    vertex to the vertex, scaled to probabilities.
    """
    rows, columns = np.array(polytope.row_labels), np.array(polytope.column_labels)
    faces = [(support, vertices(polytope.M[:, support])) for support in supports]
    flags, places = [], []
    for face, (support, face_vertices) in enumerate(faces):
        tight = np.ones((len(face_vertices), len(rows) + len(columns)), dtype=np.bool_)
        tight[:, columns[support]], tight[:, rows] = np.split(face_vertices.tight, [len(support)], axis=1)
        flags.append(tight)
        places += [(face, number) for number in range(len(face_vertices))]
    joined = np.concatenate(flags)
    distinct = np.unique(joined, axis=0, return_index=True)[1] if len(faces) > 1 else np.arange(len(joined))
    nonzero = distinct[~joined[distinct][:, columns].all(axis=1)]  # at the vertex 0, all columns are tight

    def strategy(number: int) -> Vector:
        face, number_on_face = places[nonzero[number]]
        support, face_vertices = faces[face]
        z = zeros(len(polytope.scales))
        z[support] = face_vertices.point(number_on_face)
        z *= np.array(polytope.scales, dtype=object)
        z /= sum(z)
        return z

    return joined[nonzero], strategy


def _supports(replies: Flags, rows: int) -> list[Indices]:
    """Return supports such that the best replies at every vertex of player 1 lie in at least one support.

    ``replies`` has a row of flags per vertex: which columns are best replies there. Only best replies are played in
    equilibrium. If few columns are best replies anywhere, one support has all these columns. Otherwise the supports are
    the maximal sets of columns that are best replies at the same vertex.
    """
    best_replies = np.flatnonzero(replies.any(axis=0))
    if len(best_replies) <= WIDE * rows or comb(len(best_replies) + rows, rows) <= MANY:
        return [best_replies]
    sets = np.unique(replies, axis=0)
    sets = sets[np.argsort(-sets.sum(axis=1), kind="stable")]
    greatest = np.empty_like(sets)
    count = 0
    for columns in sets:
        if not (greatest[:count] >= columns).all(axis=1).any():
            greatest[count] = columns
            count += 1
    return [np.flatnonzero(columns) for columns in greatest[:count]]


def _matching_pairs(tight_1: Flags, tight_2: Flags) -> list[tuple[int, int]]:
    """Return the pairs of a row of ``tight_1`` and a row of ``tight_2`` that together have all flags.

    A set of rows of ``tight_2`` is a long integer, bit k for row k. The partners of a row of ``tight_1`` have all flags
    that the row lacks, so they are an intersection of such sets.
    """
    rows_with_flag = [int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little") for flags in tight_2.T]
    all_rows = (1 << len(tight_2)) - 1
    pairs = []
    for number, flags in enumerate(tight_1):
        if not number % STRIDE:
            limits.report(partial("{} of {} vertices matched".format, number, len(tight_1)))
        partners = all_rows
        for rows in compress(rows_with_flag, (~flags).tolist()):
            partners &= rows
            if not partners:
                break
        while partners:
            lowest_bit = partners & -partners
            pairs.append((number, lowest_bit.bit_length() - 1))
            partners ^= lowest_bit
    return pairs


# ---------------------------------------------------------------------- components


def components(equilibria: Iterable[tuple[Sequence[object], Sequence[object]]]) -> tuple[Component, ...]:
    """Return the components of the set of equilibria, given all extreme ones as exact vectors (x, y).

    Components and strategies are in the order in which they first occur among the given equilibria. Maximal Nash
    subsets are sorted by the numbers of their vertices x, then y, in this order.

    >>> for component in components(extreme_equilibria([[3, 3], [2, 5], [0, 6]], [[3, 3], [2, 6], [3, 1]])):
    ...     print(component)
    conv{(1, 0, 0)} x conv{(1, 0), (2/3, 1/3)}
    conv{(0, 1/3, 2/3)} x conv{(1/3, 2/3)}
    """
    # dict.fromkeys keeps one of each, in the order of the equilibria
    pairs = list(dict.fromkeys((tuple(vector(x)), tuple(vector(y))) for x, y in equilibria))
    xs, ys = (list(dict.fromkeys(pair[player] for pair in pairs)) for player in (0, 1))
    x_numbers, y_numbers = ({strategy: k for k, strategy in enumerate(strategies)} for strategies in (xs, ys))
    edges = {(x_numbers[x], y_numbers[y]): (x, y) for x, y in pairs}
    return tuple(
        Component(
            tuple(edges[edge] for edge in component_edges),
            tuple(
                NashSubset(tuple(xs[k] for k in biclique_xs), tuple(ys[k] for k in biclique_ys))
                for biclique_xs, biclique_ys in _maximal_bicliques(component_edges)
            ),
        )
        for component_edges in _edges_by_component(edges)
    )


def _edges_by_component(edges: Iterable[NumberPair]) -> list[list[NumberPair]]:
    """Return the edges of every component of the graph, in the given order."""
    # a node is (0, number of an x) or (1, number of a y)
    neighbors: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for x, y in edges:
        neighbors[0, x].append((1, y))
        neighbors[1, y].append((0, x))
    first_node: dict[tuple[int, int], tuple[int, int]] = {}  # for every node the first node of its component
    for start in neighbors:
        pending = [] if start in first_node else [start]
        for node in pending:  # the list grows during the loop
            first_node[node] = start
            new_nodes = [neighbor for neighbor in neighbors[node] if neighbor not in first_node]
            first_node.update(dict.fromkeys(new_nodes, start))
            pending += new_nodes
    component_edges: dict[tuple[int, int], list[NumberPair]] = defaultdict(list)
    for x, y in edges:
        component_edges[first_node[0, x]].append((x, y))
    return [*component_edges.values()]


def _maximal_bicliques(edges: list[NumberPair]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the maximal bicliques as the numbers of their x's and of their y's, in ascending order.

    In a maximal biclique the y's are all common neighbors of the x's, and the x's all common neighbors of the y's. So
    the sets of y's are the nonempty intersections of neighborhoods.
    """
    neighbors: dict[int, set[int]] = {}
    for x, y in edges:
        neighbors.setdefault(x, set()).add(y)
    intersections: set[frozenset[int]] = set()
    for ys in map(frozenset, neighbors.values()):
        limits.check()
        intersections |= {ys, *(ys & intersection for intersection in intersections)}
    intersections.discard(frozenset())
    return sorted(
        (tuple(sorted(x for x, neighborhood in neighbors.items() if ys <= neighborhood)), tuple(sorted(ys)))
        for ys in intersections
    )
