"""Components: products of convex hulls whose union is the set of equilibria."""

import random
from itertools import chain, combinations, product

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from hard_games import bundled
from lemke.errors import LimitError
from lemke.forms.normal_form import Component, NashSubset
from lemke.ground.limits import limits
from lemke.solvers.enumeration import components, extreme_equilibria

Edges = list[tuple[int, int]]


def of_edges(edges: Edges) -> tuple[Component, ...]:
    """The components of strategies that are single numbers."""
    return components([([x], [y]) for x, y in edges])


def numbers(subset: NashSubset) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(int(x) for (x,) in subset.x), tuple(int(y) for (y,) in subset.y)


def naive_bicliques(edges: Edges) -> set[tuple[frozenset[int], frozenset[int]]]:
    """Maximal bicliques: for every set of x's, all y's that go with all of them, and then all x's with those y's."""
    xs = sorted({x for x, _ in edges})
    result = set()
    for some in chain.from_iterable(combinations(xs, size) for size in range(1, len(xs) + 1)):
        ys = frozenset(y for _, y in edges if all((x, y) in edges for x in some))
        if ys:
            result.add((frozenset(x for x in xs if all((x, y) in edges for y in ys)), ys))
    return result


def naive_parts(edges: Edges) -> set[frozenset[tuple[int, int]]]:
    """Connected components: parts that share a strategy are joined until none do."""
    parts = [{edge} for edge in edges]
    for x, y in edges:
        touching = [part for part in parts if any(x == a or y == b for a, b in part)]
        parts = [part for part in parts if part not in touching] + [set().union(*touching)]
    return {frozenset(part) for part in parts}


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), unique=True, max_size=16))
def test_components_of_any_graph_are_its_parts_and_maximal_bicliques(edges: Edges) -> None:
    answer = of_edges(edges)
    parts = [[(int(x), int(y)) for (x,), (y,) in component.equilibria] for component in answer]
    assert {frozenset(part) for part in parts} == naive_parts(edges)
    bicliques = [numbers(subset) for component in answer for subset in component.subsets]
    assert len(bicliques) == len(set(bicliques))
    assert {(frozenset(xs), frozenset(ys)) for xs, ys in bicliques} == naive_bicliques(edges)
    for component, part in zip(answer, parts, strict=True):
        covered = set().union(*(set(product(*numbers(subset))) for subset in component.subsets))
        assert covered == set(part)


@pytest.mark.parametrize("seed", range(8))
def test_every_point_of_a_subset_is_an_equilibrium(seed: int) -> None:
    source = random.Random(seed)
    games = [
        bundled("winkels_1979"),
        *([[source.randrange(2) for _ in range(4)] for _ in range(4)] for _ in range(2)),
    ]
    A, B = games[0] if not seed else games[1:]
    for subset in (subset for component in components(extreme_equilibria(A, B)) for subset in component.subsets):
        x, y = mixed(subset.x, source), mixed(subset.y, source)
        rows = [sum(a * q for a, q in zip(row, y, strict=True)) for row in A]
        columns = [sum(row[j] * p for row, p in zip(B, x, strict=True)) for j in range(len(y))]
        assert all(value == max(rows) for value, p in zip(rows, x, strict=True) if p)
        assert all(value == max(columns) for value, q in zip(columns, y, strict=True) if q)


def mixed(points: tuple[tuple[mpq, ...], ...], source: random.Random) -> list[mpq]:
    weights = [source.randint(0, 9) + 1 for _ in points]
    return [
        mpq(sum(w * p for w, p in zip(weights, coordinates, strict=True)), sum(weights))
        for coordinates in zip(*points, strict=True)
    ]


def test_exponentially_many_nash_subsets_are_interrupted() -> None:
    n = 18
    unit = [[int(k == i) for k in range(n)] for i in range(n)]
    pairs = [(unit[i], unit[j]) for i in range(n) for j in range(n) if i != j]
    with pytest.raises(LimitError), limits(time=0.05):
        components(pairs)
