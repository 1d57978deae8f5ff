"""The canonical form of a game: a text that is the same for all files of the same game.

It has one line per node in depth-first order, without labels, titles or numbers from files. Information sets are
numbered per player by first appearance, a leaf has the sum of all payoffs on its path, and fractions are in lowest
terms.
"""

from __future__ import annotations

from collections.abc import Iterator

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
