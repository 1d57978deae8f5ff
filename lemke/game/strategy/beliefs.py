"""Beliefs by name: from a mapping of names to probabilities, the belief at every node of an information set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Integral
from typing import Any

from lemke.errors import NumberError, ProbabilityError, ProfileError
from lemke.game.builder import check_distribution
from lemke.game.names import NodeNames
from lemke.game.strategy.named import SetNames, entries_by_set
from lemke.game.strategy.profile import Distribution, is_container
from lemke.game.tree import Game
from lemke.ground.document import Format
from lemke.ground.rational import ZERO, binary, quoted

BELIEFS = Format(
    "lemke-beliefs/1",
    """
game | a game | may be left out; only `sha256` is compared
beliefs | object | from information sets to beliefs: a list of probabilities in the order of the set's nodes, or an
    object from nodes to probabilities; a node that is left out has probability 0
""",
)


def beliefs_by_name(game: Game, stated: Mapping[Any, object]) -> dict[int, Distribution]:
    """Return the beliefs in a mapping, by index of information set; each lists its nodes in breadth-first order.

    The mapping goes from information sets, named as in :func:`~lemke.game.strategy.by_name`, to probabilities: a
    sequence in that order, or a mapping from nodes, 0 where left out. A node is named by the moves that lead there, or
    by ``@N`` or the whole number N: the N-th node in breadth-first order, from 0.

    Raises
    ------
    ProfileError
        For names that fit nothing or several things, and for a wrong number of probabilities.
    ProbabilityError, NumberError
        If probabilities are no distribution over the nodes of a set.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann", "Bob"])
    >>> blind = builder.information_set(1, ["l", "r"], "blind")
    >>> for node in builder.move(builder.root, 0, ["L", "R"], "first"):
    ...     _ = builder.decide(node, blind)
    >>> game = builder.build(unpaid="zero")
    >>> beliefs_by_name(game, {"blind": ["1/3", "2/3"]}) == beliefs_by_name(game, {"blind": {"L": "1/3", 2: "2/3"}})
    True
    """
    names, node_names, members = SetNames(game), NodeNames(game), game.nodes_by_set()
    beliefs: dict[int, Distribution] = {}
    for player, name, numbers in entries_by_set(names, stated):
        index = names.find(name, player)
        place = game.set_name(index)
        if index in beliefs:
            raise ProfileError(f"beliefs at {place} twice, expected once")
        beliefs[index] = _distribution(place, node_names, members[index].tolist(), numbers)
    return beliefs


def _distribution(place: str, names: NodeNames, nodes: list[int], stated: object) -> Distribution:
    """Return the probabilities of the nodes of a set, after checking that they are a distribution."""
    numbers = list(
        _by_node(place, names, nodes, stated).values() if isinstance(stated, Mapping) else _listed(place, stated)
    )
    if len(numbers) != len(nodes):
        raise ProfileError(f"{len(numbers)} beliefs at {place}, expected {len(nodes)}, one per node")
    try:
        distribution = tuple(map(binary, numbers))
        check_distribution(distribution)
    except (NumberError, ProbabilityError) as error:
        error.message = f"beliefs at {place}: {error.message}"
        raise
    return distribution


def _listed(place: str, stated: object) -> Iterable[object]:
    if not is_container(stated):
        raise ProfileError(f"{quoted(str(stated))} believed at {place}, expected probabilities of its nodes")
    return stated


def _by_node(place: str, names: NodeNames, nodes: list[int], stated: Mapping[Any, object]) -> dict[int, object]:
    """Return the numbers of a set's nodes in their order, given by names of nodes; 0 for nodes left out."""
    numbers: dict[int, object] = dict.fromkeys(nodes, ZERO)
    seen = set()
    for name, number in stated.items():
        node = int(name) if isinstance(name, Integral) else names.node(str(name))
        if node not in numbers:
            expected = ", ".join(quoted(names.place(member)) for member in nodes)
            raise ProfileError(f"the node {quoted(str(name))} at {place}, expected one of {expected}")
        if node in seen:
            raise ProfileError(f"the node {quoted(names.place(node))} twice at {place}, expected once")
        seen.add(node)
        numbers[node] = number
    return numbers
