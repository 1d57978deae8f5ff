"""Games as JSON, ``"format": "lemke-game/2"``: everything that a :class:`~lemke.game.Game` holds.

Labels, ``title`` and ``comment`` may be left out. Probabilities and payoffs are text, ``"1/3"``, or JSON numbers, which
are exact decimals: 0.1 is 1/10. A game with the member ``parameter`` has expressions in the parameter in their place;
:class:`lemke.studies.parametric.ParametricGame` interprets their text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic, Literal, NoReturn, TypeVar

from gmpy2 import mpq
from msgspec import UNSET, Struct, UnsetType

from lemke.errors import FormatError, InputError, located
from lemke.game import NONE, Game, GameBuilder, sha256
from lemke.game.builder import SetHandle
from lemke.game.canonical import game_object
from lemke.ground import exact_json
from lemke.ground.words import count
from lemke.io.grammar import check_players, player_index

FORMAT = "lemke-game/2"
Number = TypeVar("Number", mpq, str)


class StatedSet(Struct, Generic[Number], frozen=True, forbid_unknown_fields=True):
    """An information set of a player or chance.

    Attributes
    ----------
    player : int or "chance"
        Players count from 1.
    number : int
        Unique among the sets of the player.
    actions : tuple of str
        Labels of the moves.
    label : str
    probabilities : tuple of numbers
        At a set of chance: the probabilities of the moves.
    """

    player: int | Literal["chance"]
    number: int
    actions: tuple[str, ...]
    label: str = ""
    probabilities: tuple[Number, ...] | UnsetType = UNSET


class StatedOutcome(Struct, Generic[Number], frozen=True, forbid_unknown_fields=True):
    """Payoffs that nodes may have.

    Attributes
    ----------
    number : int
        Unique among the outcomes.
    payoffs : tuple of numbers
        One for each player.
    label : str
    """

    number: int
    payoffs: tuple[Number, ...]
    label: str = ""


class StatedNode(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A node of the tree; indices count from 0.

    Attributes
    ----------
    set : int or null
        The index of the node's information set; null at a leaf.
    outcome : int or null
        The index of an outcome, whose payoffs are added at every leaf below; null without payoffs.
    label : str
    """

    set: int | None
    outcome: int | None
    label: str = ""


class StatedGame(Struct, Generic[Number], frozen=True, forbid_unknown_fields=True):
    """A game.

    Attributes
    ----------
    players : tuple of str
        The labels of the players.
    information_sets : list of StatedSet
    outcomes : list of StatedOutcome
    nodes : list of StatedNode
        All nodes in depth-first order.
    title, comment : str
    strategic : bool
        Whether the game is in strategic form: each player moves once, in order, and sees nothing.
    sha256 : str
        The SHA-256 of the canonical form, in a result about the game.
    parameter : str
        The name of the parameter; payoffs and probabilities are then texts of expressions.
    format : str
        Absent in the member ``game`` of a result.
    """

    players: tuple[str, ...]
    information_sets: list[StatedSet[Number]]
    outcomes: list[StatedOutcome[Number]]
    nodes: list[StatedNode]
    title: str = ""
    comment: str = ""
    strategic: bool = False
    sha256: str = ""
    parameter: str = ""
    format: str = FORMAT


def dumps(game: Game) -> str:
    """Return a game as JSON, one information set, outcome or node per line.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann"], title="choice")
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(left, "0.5")
    >>> loads(dumps(builder.build(unpaid="zero")))
    <Game 'choice': 1 player, 3 nodes>
    """
    return exact_json.dumps({"format": FORMAT, **game_object(game)})


def loads(content: str, source: str | None = None) -> Game:
    """Return the game of a JSON text."""
    with located(source):
        document = exact_json.loads(content)
        exact_json.require_format(document, FORMAT)
        return game_of(document)


def game_of(value: Any, path: str = "$") -> Game:
    """Return the game of a JSON object; if the object has the SHA-256 of the game, it must be right."""
    if isinstance(value, dict) and "parameter" in value:
        takes = "lemke sweep and lemke.ParametricGame.read take it"
        raise FormatError(f"a game with a parameter, expected a game without one; {takes}")
    stated = exact_json.convert(value, StatedGame[mpq], path)
    return built_game(
        stated,
        [row.payoffs for row in stated.outcomes],
        [() if row.probabilities is UNSET else row.probabilities for row in stated.information_sets],
        path,
    )


def built_game(
    stated: StatedGame[Any], payoffs: Sequence[Sequence[mpq]], chance: Sequence[Sequence[mpq]], path: str
) -> Game:
    """Return the game with the stated tree, and with payoffs of every outcome and probabilities of every set."""
    with _within(f"{path}.players"):
        check_players(len(stated.players))
    builder = GameBuilder(stated.players, stated.title, stated.comment)
    builder.strategic = stated.strategic
    handles: list[SetHandle] = []
    for k, (item, probabilities) in enumerate(zip(stated.information_sets, chance, strict=True)):
        with _within(f"{path}.information_sets[{k}]"):
            if (item.player == "chance") != (item.probabilities is not UNSET):
                raise FormatError("expected probabilities at sets of chance, and only there")
            if item.player == "chance":
                handles.append(builder.chance_set(item.actions, probabilities, item.label, item.number))
                continue
            player = player_index(item.player, len(stated.players))
            handles.append(builder.information_set(player, item.actions, item.label, item.number))
    for k, (outcome, row) in enumerate(zip(stated.outcomes, payoffs, strict=True)):
        with _within(f"{path}.outcomes[{k}]"):
            builder.outcome(row, outcome.label, outcome.number)
    game = _with_nodes(builder, stated.nodes, handles, path)
    if stated.sha256 and stated.sha256 != (digest := sha256(game)):
        raise FormatError(f"{path}.sha256: {stated.sha256[:12]}..., expected {digest[:12]}..., that of the game here")
    return game


def _with_nodes(builder: GameBuilder, nodes: Sequence[StatedNode], handles: Sequence[SetHandle], path: str) -> Game:
    missing_nodes = 1  # nodes still to come: the root, then the children of nodes that were read
    moves = [len(builder.sets[handle].actions) for handle in handles]
    outcomes, labels = len(builder.outcomes), {}
    for k, node in enumerate(nodes):
        where = f"{path}.nodes[{k}]"
        if not missing_nodes:
            raise FormatError(f"{where}: a node after the last one of the tree, expected {count(k, 'node')}")
        if node.outcome is not None and not 0 <= node.outcome < outcomes:
            _refuse(f"{where}.outcome", node.outcome, "outcome")
        if node.set is not None and not 0 <= node.set < len(moves):
            _refuse(f"{where}.set", node.set, "information set")
        if node.label:
            labels[k] = node.label
        missing_nodes += (0 if node.set is None else moves[node.set]) - 1
    if missing_nodes:
        raise FormatError(f"{path}.nodes: {count(len(nodes), 'node')}, expected at least {missing_nodes} more")
    sets = [NONE if node.set is None else handles[node.set] for node in nodes]
    return builder.build_depth_first(sets, [NONE if node.outcome is None else node.outcome for node in nodes], labels)


def _refuse(where: str, index: int, kind: str) -> NoReturn:
    raise FormatError(f"{where}: {index}, expected the index of an {kind}, from 0, or null")


@contextmanager
def _within(where: str) -> Iterator[None]:
    """Put ``where``, the path of a part of the document, before the message of every error in the block."""
    try:
        yield
    except InputError as error:
        error.message = f"{where}: {error.message}"
        raise
