"""The canonical form of a game: a text that is equal for two files of the same game.

It has one line per node in depth-first order, without labels, titles or file numbers. Information sets are numbered
per player by first appearance, outcomes on the path are added up at the leaves, numbers are in lowest terms.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from lemke.game.tree import CHANCE, NONE, Game, require_game
from lemke.ground.rational import text


def canonical_lines(game: Game) -> Iterator[str]:
    """Yield the lines of the canonical form.

    The first is ``players N``; then each node has ``c p1 … pk`` (chance), ``p PLAYER SET MOVES`` or ``t u1 … uN``
    (leaf).

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["A", "B"])
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(left, 1, "2/4")
    >>> list(canonical_lines(builder.build(unpaid="zero")))
    ['players 2', 'p 1 1 2', 't 1 1/2', 't 0 0']
    """
    yield f"players {len(game.players)}"
    number = {index: k for sets in game.preorder_sets() for k, index in enumerate(sets, 1)}
    total, totals = game.payoffs()
    written = {index: " ".join(["t", *map(text, totals[index])]) for index in set(total[game.leaves].tolist())}
    lines = [
        " ".join(["c", *map(text, information_set.probabilities)])
        if information_set.player == CHANCE
        else f"p {information_set.player + 1} {number[index]} {len(information_set.actions)}"
        for index, information_set in enumerate(game.information_sets)
    ]
    order = game.preorder()
    for index, paid in zip(game.information_set[order].tolist(), total[order].tolist(), strict=True):
        yield written[paid] if index == NONE else lines[index]


def sha256(game: Game) -> str:
    """Return the SHA-256 of the canonical form, in hexadecimal: the game's identity in certificates."""
    require_game(game)
    digest = hashlib.sha256()
    for line in canonical_lines(game):
        digest.update(line.encode() + b"\n")
    return digest.hexdigest()
