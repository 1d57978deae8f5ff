"""A game as text: the canonical form, the same for all files of the same game, and the members of a JSON object.

The canonical form has one line per node in depth-first order, without labels, titles or numbers from files. Information
sets are numbered per player by first appearance, a leaf has the sum of all payoffs on its path, and fractions are in
lowest terms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lemke.game.tree import CHANCE, NONE, Game, require_game
from lemke.ground.rational import text


def canonical_lines(game: Game) -> Iterator[str]:
    """Yield the lines of the canonical form.

    The first line is ``players N``. Then every node has a line: ``c p1 … pk`` for chance with these probabilities,
    ``p PLAYER SET MOVES`` for a player, ``t u1 … uN`` for a leaf with these payoffs.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["A", "B"])
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(left, 1, "2/4")
    >>> list(canonical_lines(builder.build(unpaid="zero")))
    ['players 2', 'p 1 1 2', 't 1 1/2', 't 0 0']
    """
    yield f"players {len(game.players)}"
    number = {index: k for sets in game.preorder_sets() for k, index in enumerate(sets, 1)}
    payoff_index, payoffs = game.payoffs()
    leaf_indices = set(payoff_index[game.leaves].tolist())
    leaf_lines = {index: " ".join(["t", *map(text, payoffs[index])]) for index in leaf_indices}
    set_lines = [
        " ".join(["c", *map(text, information_set.probabilities)])
        if information_set.player == CHANCE
        else f"p {information_set.player + 1} {number[index]} {len(information_set.actions)}"
        for index, information_set in enumerate(game.information_sets)
    ]
    order = game.preorder()
    for set_index, index in zip(game.information_set[order].tolist(), payoff_index[order].tolist(), strict=True):
        yield leaf_lines[index] if set_index == NONE else set_lines[set_index]


def sha256(game: Game) -> str:
    """Return the SHA-256 of the canonical form in hexadecimal, by which certificates identify a game."""
    import hashlib  # noqa: PLC0415  the import takes longer than a small game

    require_game(game)
    digest = hashlib.sha256()
    for line in canonical_lines(game):
        digest.update(line.encode() + b"\n")
    return digest.hexdigest()


def game_object(
    game: Game, payoffs: Sequence[Sequence[object]] | None = None, chance: Sequence[Sequence[object]] | None = None
) -> dict[str, Any]:
    """Return everything that a game holds as the members of a JSON object, ``lemke-game/2`` without ``format``.

    ``payoffs`` of every outcome and probabilities of every information set, if given, replace those of the game.

    >>> from lemke.game import GameBuilder
    >>> game_object(GameBuilder(["Ann"]).build(unpaid="zero"))["nodes"]
    [{'set': None, 'outcome': None}]
    """
    probabilities = [item.probabilities for item in game.information_sets] if chance is None else chance
    rows = [outcome.payoffs for outcome in game.outcomes] if payoffs is None else payoffs
    return {
        "title": game.title,
        "comment": game.comment,
        "strategic": game.strategic,
        "players": game.players,
        "information_sets": [
            {
                "player": "chance" if item.player == CHANCE else item.player + 1,
                "number": item.number,
                "label": item.label,
                "actions": item.actions,
                **({"probabilities": row} if item.player == CHANCE else {}),
            }
            for item, row in zip(game.information_sets, probabilities, strict=True)
        ],
        "outcomes": [
            {"number": outcome.number, "label": outcome.label, "payoffs": row}
            for outcome, row in zip(game.outcomes, rows, strict=True)
        ],
        "nodes": list(_node_objects(game)),
    }


def identified_game(game: Game) -> dict[str, Any]:
    """Return the member ``game`` of results about a game: :func:`game_object` and the SHA-256 of the canonical form."""
    return {**game_object(game), "sha256": sha256(game)}


def _node_objects(game: Game) -> Iterator[dict[str, Any]]:
    order = game.preorder()
    columns = game.information_set[order].tolist(), game.outcome[order].tolist()
    for node, information_set, outcome in zip(order, *columns, strict=True):
        members = {
            "set": None if information_set == NONE else information_set,
            "outcome": None if outcome == NONE else outcome,
        }
        label = game.node_labels[node]
        yield members | {"label": label} if label else members
