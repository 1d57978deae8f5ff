"""Beliefs given by names of information sets and nodes, as a user or a file states them."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral
from typing import Any

from lemke.errors import NumberError, ProfileError
from lemke.game.builder import check_distribution
from lemke.game.names import NodeNames
from lemke.game.strategy.named import SetNames, entries_by_set, require_new
from lemke.game.strategy.profile import Distribution, list_of
from lemke.game.tree import Game
from lemke.ground.rational import ZERO, binary, plain, quoted


def beliefs_by_name(game: Game, stated: Mapping[Any, object]) -> dict[int, Distribution]:
    """Return the stated beliefs by index of information set: probabilities of the set's nodes in breadth-first order.

    Parameters
    ----------
    game : Game
    stated : mapping from information sets to probabilities
        Sets are named as in :func:`~lemke.game.strategy.by_name`. The probabilities of a set are a sequence in
        breadth-first order of its nodes, or a mapping from nodes; nodes left out have probability 0. A node is named by
        the moves that lead to it, or by its number N in breadth-first order, from 0, as a text ``@N`` or an integer.

    Raises
    ------
    ProfileError
        For an unknown or ambiguous name of a set, a node outside the set, a set or a node stated twice, and a wrong
        number of probabilities.
    InputError
        For an unknown name of a node.
    NumberError
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
    set_names, node_names, nodes_by_set = SetNames(game), NodeNames(game), game.nodes_by_set()
    beliefs: dict[int, Distribution] = {}
    for player, name, numbers in entries_by_set(set_names, stated):
        index = set_names.find(name, player)
        set_name = game.set_name(index)
        require_new(index, beliefs, f"beliefs at {set_name}")
        beliefs[index] = _distribution(set_name, node_names, nodes_by_set[index].tolist(), numbers)
    return beliefs


def _distribution(set_name: str, node_names: NodeNames, nodes: list[int], stated: object) -> Distribution:
    """Return the probabilities of the nodes of a set, after checking that they are a distribution."""
    if isinstance(stated, Mapping):
        stated = list(_by_node(set_name, node_names, nodes, stated).values())
    numbers = list_of(stated, len(nodes), "belief", f" at {set_name}")
    try:
        distribution = tuple(map(binary, numbers))
        check_distribution(distribution)
    except NumberError as error:
        error.message = f"beliefs at {set_name}: {error.message}"
        raise
    return distribution


def _by_node(set_name: str, node_names: NodeNames, nodes: list[int], stated: Mapping[Any, object]) -> dict[int, object]:
    """Return a dictionary from a set's nodes to the numbers that ``stated`` has by name; 0 for nodes left out."""
    numbers: dict[int, object] = dict.fromkeys(nodes, ZERO)
    stated_nodes: set[int] = set()
    for name, number in stated.items():
        node = int(name) if isinstance(name, Integral) else node_names.node(plain(name))
        if node not in numbers:
            expected = ", ".join(quoted(node_names.place(member)) for member in nodes)
            raise ProfileError(f"the node {quoted(name)} at {set_name}, expected one of {expected}")
        require_new(node, stated_nodes, f"the node {quoted(node_names.place(node))} at {set_name}")
        stated_nodes.add(node)
        numbers[node] = number
    return numbers
