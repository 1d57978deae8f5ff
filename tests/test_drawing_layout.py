"""The tidy layout of trees: its invariants, and its agreement with a naive layout that keeps every place."""

from hypothesis import given
from hypothesis import strategies as st

from lemke.show.drawing.layout import tidy

Tree = tuple["Tree", ...] | int
"""The children of a node, or how many depths a leaf takes up."""

TREES = st.recursive(st.integers(1, 2), lambda trees: st.lists(trees, min_size=1, max_size=5).map(tuple), max_leaves=40)


def laid_out(tree: Tree) -> dict[tuple[int, ...], float]:
    """The place of every node, which is named by the moves that lead to it."""
    names: list[tuple[int, ...]] = [()]
    nodes, parents = [tree], [-1]
    for place, node in enumerate(nodes):  # grows as it goes
        for move, child in enumerate(() if isinstance(node, int) else node):
            names.append((*names[place], move))
            nodes.append(child)
            parents.append(place)
    lengths = [node if isinstance(node, int) else 1 for node in nodes]
    return dict(zip(names, tidy(parents, lengths), strict=True))


def naive(tree: Tree) -> dict[tuple[int, ...], float]:
    """The same by definition: subtrees side by side, as near as possible, and gaps widened as soon as necessary."""
    if isinstance(tree, int):
        return {(): 0.0}
    subtrees = [naive(child) for child in tree]
    rows = [rows_of(child, places) for child, places in zip(tree, subtrees, strict=True)]
    roots = [0.0]
    for number in range(1, len(subtrees)):
        roots.append(roots[-1])
        for depth in range(len(rows[number])):
            before = [k for k in range(number) if len(rows[k]) > depth]
            if not before:
                break
            lack = roots[before[-1]] + max(rows[before[-1]][depth]) + 1 - roots[number] - min(rows[number][depth])
            gaps = number - before[-1]
            for k in range(1, gaps + 1):
                roots[before[-1] + k] += max(lack, 0) * k / gaps
    middle = roots[-1] / 2
    return {(): 0.0} | {
        (number, *name): root - middle + place
        for number, (root, places) in enumerate(zip(roots, subtrees, strict=True))
        for name, place in places.items()
    }


def rows_of(tree: Tree, places: dict[tuple[int, ...], float]) -> list[list[float]]:
    """The places that are taken at every depth, from left to right."""
    rows: list[list[float]] = []
    nodes: list[tuple[tuple[int, ...], Tree]] = [((), tree)]
    for name, node in nodes:  # grows as it goes
        for depth in range(len(name), len(name) + (node if isinstance(node, int) else 1)):
            rows += [[]] * (depth == len(rows))
            rows[depth] = [*rows[depth], places[name]]
        nodes += [((*name, move), child) for move, child in enumerate(() if isinstance(node, int) else node)]
    return [sorted(row) for row in rows]


def mirrored(tree: Tree) -> Tree:
    return tree if isinstance(tree, int) else tuple(map(mirrored, reversed(tree)))


def near(first: float, second: float) -> bool:
    """Whether two places differ by rounding alone."""
    return abs(first - second) < 0.001


@given(TREES)
def test_the_layout_agrees_with_the_definition(tree: Tree) -> None:
    places, expected = laid_out(tree), naive(tree)
    leftmost = min(expected.values())
    assert all(near(place, expected[name] - leftmost) for name, place in places.items())
    assert min(places.values()) == 0


@given(TREES)
def test_the_mirror_image_of_a_tree_is_drawn_as_the_mirror_image(tree: Tree) -> None:
    places, mirror = laid_out(tree), laid_out(mirrored(tree))
    rightmost = max(places.values())
    for row, image in zip(rows_of(tree, places), rows_of(mirrored(tree), mirror), strict=True):
        assert all(near(rightmost - place, reflected) for place, reflected in zip(reversed(row), image, strict=True))
