"""Games of pygambit 16.7 become games, and games become games of pygambit, both exactly.

Trees from pygambit are walked node by node, because the text that Gambit writes loses backslashes in labels. Gambit's
payoffs and probabilities are rationals and decimals, which are kept exactly. A game goes to pygambit as our ``.efg`` or
``.nfg`` text, in which labels that Gambit refuses are changed (:mod:`lemke.io.efg`); if moves at a set have equal
labels, pygambit adds numbers to them. Nothing here depends on labels: positions identify sets, moves and strategies.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import product
from typing import Any

from lemke.errors import InputError, NumberError, require_type
from lemke.forms.normal_form import strategic_leaves
from lemke.game import CHANCE, NONE, Game, GameBuilder
from lemke.game.builder import OutcomeHandle, SetHandle
from lemke.game.tree import require_game
from lemke.ground.packages import require
from lemke.io import dumps

EXTRA = "gambit"
"""The extra of this package that installs pygambit."""


def from_pygambit(pygambit_game: Any) -> Game:
    """Return a game of pygambit as a tree; a table becomes a tree in which the players choose in turn, unseen.

    Parameters
    ----------
    pygambit_game : pygambit.Game
        A game of any number of players, with or without perfect recall.
    """
    require_type(pygambit_game, require("pygambit", EXTRA).Game, "a pygambit.Game")
    builder = GameBuilder(
        [player.label for player in pygambit_game.players], pygambit_game.title, pygambit_game.description
    )
    with short_numbers():
        if pygambit_game.is_tree:
            return _tree(pygambit_game, builder)
        return _table(pygambit_game, builder)


def _tree(pygambit_game: Any, builder: GameBuilder) -> Game:
    sets: dict[Any, SetHandle] = {}
    outcomes = _outcomes(pygambit_game, builder)
    node_sets: list[int] = []
    node_outcomes: list[int] = []
    labels = {}
    for position, (node, information_set) in enumerate(_walk(pygambit_game)):
        if information_set is not None and information_set not in sets:
            sets[information_set] = _add_set(builder, information_set)
        node_sets.append(NONE if information_set is None else sets[information_set])
        node_outcomes.append(outcomes[node.outcome] if node.outcome else NONE)
        labels[position] = node.label
    return builder.build_depth_first(node_sets, node_outcomes, labels)


def _walk(pygambit_game: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the nodes in depth-first order with their information sets, None at leaves."""
    owners = [pygambit_game.players.chance, *pygambit_game.players]
    set_of = {
        node: information_set
        for owner in owners
        for information_set in owner.infosets
        for node in information_set.members
    }
    stack = [pygambit_game.root]
    while stack:
        node = stack.pop()
        yield node, set_of.get(node)
        stack += reversed(list(node.children))


def _add_set(builder: GameBuilder, pygambit_set: Any) -> SetHandle:
    """Add an information set of pygambit to a builder; pygambit numbers information sets from 0."""
    actions, number = [action.label for action in pygambit_set.actions], pygambit_set.number + 1
    if pygambit_set.is_chance:
        return builder.chance_set(actions, [action.prob for action in pygambit_set.actions], pygambit_set.label, number)
    return builder.information_set(pygambit_set.player.number, actions, pygambit_set.label, number)


def _outcomes(pygambit_game: Any, builder: GameBuilder) -> dict[Any, OutcomeHandle]:
    return {
        outcome: builder.outcome([outcome[player] for player in pygambit_game.players], outcome.label, number)
        for number, outcome in enumerate(pygambit_game.outcomes, 1)
    }


def _table(pygambit_game: Any, builder: GameBuilder) -> Game:
    builder.strategic = True
    strategies = [[strategy.label for strategy in player.strategies] for player in pygambit_game.players]
    outcomes = _outcomes(pygambit_game, builder)
    # strategic_leaves changes the first player's strategy fastest, product changes the last argument's: so product gets
    # the players in reverse order, and each combination is reversed back
    combinations = [choice[::-1] for choice in product(*(range(len(labels)) for labels in reversed(strategies)))]
    for leaf, number in strategic_leaves(builder, strategies):
        outcome = pygambit_game[combinations[number]]
        if outcome is not None and not outcomes:  # an action graph has no list of outcomes, only payoffs
            builder.pay(leaf, *(outcome[player] for player in pygambit_game.players))
        elif outcome is not None:
            builder.attach(leaf, outcomes[outcome])
    return builder.build(unpaid="zero")  # leaves without an outcome


def to_pygambit(game: Game) -> Any:
    """Return a game as a ``pygambit.Game``, exact: a strategic game as a table, any other as a tree.

    :func:`gambit_sets` returns the information sets of the new game in the order of ``game.information_sets``.
    """
    require_game(game)
    pygambit = require("pygambit", EXTRA)
    read = pygambit.read_nfg if game.strategic else pygambit.read_efg
    return read(BytesIO(dumps(game).encode("ascii")))


def gambit_sets(game: Game, pygambit_game: Any) -> tuple[Any, ...]:
    """Return pygambit's information sets in the order of ``game.information_sets``; moves have the same order.

    Parameters
    ----------
    game : Game
    pygambit_game : pygambit.Game
        The same tree: the result of :func:`to_pygambit`, or the argument of :func:`from_pygambit`. Payoffs are not
        compared.
    """
    require_game(game)
    require_type(pygambit_game, require("pygambit", EXTRA).Game, "a pygambit.Game")
    if not pygambit_game.is_tree:
        raise InputError("a table of pygambit, expected a tree: a table has strategies and no information sets")
    matches: dict[int, Any] = {}
    nodes = [pygambit_set for _, pygambit_set in _walk(pygambit_game)]
    indices = game.information_set[game.preorder()].tolist()
    for pygambit_set, index in zip(nodes, indices):  # of a longer and a shorter list, the last comparison tells
        matches.setdefault(index, pygambit_set)
    pygambit_sets = [matches.get(index) for index in range(len(game.information_sets))]
    is_same_tree = len(pygambit_game.players) == len(game.players) and len({*matches.values()}) == len(matches)
    # a leaf has no set; all nodes of one of our sets have the pygambit set of the first of these nodes
    is_same_tree &= matches.get(NONE) is None and nodes == list(map(matches.get, indices))
    if not is_same_tree or list(map(_moves_of, pygambit_sets)) != [
        (item.player, len(item.actions)) for item in game.information_sets
    ]:
        raise InputError(f"another tree of pygambit, expected the same tree as {game!r}")
    return tuple(pygambit_sets)


def _moves_of(pygambit_set: Any) -> tuple[int, int]:
    """Return the player and the number of moves at an information set of pygambit."""
    owner = CHANCE if pygambit_set.is_chance else pygambit_set.player.number
    return owner, len(pygambit_set.actions)


@contextmanager
def short_numbers() -> Iterator[None]:
    """Replace Python's error about long numbers by one of our own.

    Numbers pass between Python and pygambit as text, and Python limits the length of numbers in text.
    """
    try:
        yield
    except ValueError as error:
        if "integer string conversion" not in str(error):
            raise
        raise NumberError(
            "a number too long for pygambit, expected at most as many digits as sys.get_int_max_str_digits() allows"
        ) from None
