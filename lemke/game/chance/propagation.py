"""Leaves weighted with the probabilities of chance, and these propagated to the payoffs."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
from gmpy2 import mpq

from lemke.game import CHANCE, NONE, Game, Outcome
from lemke.game.recall import histories, weighted_payoffs
from lemke.game.tree import Integers
from lemke.ground import limits
from lemke.ground.rational import ONE
from lemke.ground.sparse import Vector, vector

BETWEEN_CHECKS = 1 << 10
"""Nodes between two looks at the limits."""


@dataclass(frozen=True, eq=False)
class WeightedLeaves:
    """The leaves of a game and what chance makes of them: the terms of Kubíček's extended utility g.

    Attributes
    ----------
    leaves : int64 array
        The terminal nodes, in breadth-first order; the vectors below have one number for each.
    chance : exact vector
        C(z), the product of the chance probabilities on the path to the leaf.
    payoffs : tuple of exact vectors, one per player
        C(z) u_i(z), in units of payoff.
    """

    leaves: Integers
    chance: Vector
    payoffs: tuple[Vector, ...]


def weighted_leaves(game: Game) -> WeightedLeaves:
    """Return C(z) and C(z) u_i(z) for every leaf z of a game of any number of players and any recall.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> rain, sun = builder.chance(builder.root, {"rain": "1/3", "sun": "2/3"})
    >>> builder.pay(sun, 6, 1)
    >>> found = weighted_leaves(builder.build())
    >>> found.chance, found.payoffs[0]
    (array([mpq(1,3), mpq(2,3)], dtype=object), array([mpq(0,1), mpq(4,1)], dtype=object))
    """
    behind = histories(game)
    terms = (weighted_payoffs(game, behind, player) for player in range(len(game.players)))
    return WeightedLeaves(game.leaves, behind.chance[game.leaves], tuple(values[number] for number, values in terms))


def propagated(game: Game) -> Game:
    """Return the same tree with uniform chance, the probabilities propagated to the payoffs.

    A chance node of k branches draws each with 1/k, and a leaf pays u(z) C(z) Π k, the product taken over the chance
    nodes on its path. Information sets, labels and numbers stay. All payoffs stand at leaves, those that never come
    about pay 0; equal ones share an outcome. The matrices E, F, A, B of the sequence form are the same, entry by entry,
    so the equilibria are; beliefs at information sets are not. A zero-sum game stays one, a constant sum does not. The
    comment, if there is one, says what was done. What a subclass of :class:`~lemke.Game` adds is not kept.

    Subgame-perfect equilibria stay so, too. Conversely, those of the new game are subgame perfect in the old one only
    where no probability is zero: behind one that is, everything pays 0, and any moves will do.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> rain, sun = builder.chance(builder.root, {"rain": "1/3", "sun": "2/3"})
    >>> builder.pay(sun, 6, 1)
    >>> game = propagated(builder.build())
    >>> game.information_sets[0].probabilities, game.leaf_payoffs(0)
    ((mpq(1,2), mpq(1,2)), array([mpq(0,1), mpq(8,1)], dtype=object))
    """
    factors = _factors(game)[game.leaves]
    payoffs = [factors * game.leaf_payoffs(player) for player in range(len(game.players))]
    table: dict[tuple[mpq, ...], int] = {}
    paid = np.full(game.size, NONE)
    rows = zip(*payoffs, strict=True) if payoffs else ((),) * len(factors)
    paid[game.leaves] = [table.setdefault(row, len(table)) for row in rows]
    # Not of a subclass: what that knows of the game may not be so any longer.
    plain = Game(**{each.name: getattr(game, each.name) for each in fields(Game)})
    return replace(
        plain,
        comment=_comment(game),
        outcome=paid,
        outcomes=tuple(Outcome(number, "", row) for number, row in enumerate(table, 1)),
        information_sets=tuple(
            replace(each, probabilities=tuple(mpq(1, len(each.actions)) for _ in each.probabilities))
            for each in game.information_sets
        ),
    )


def _comment(game: Game) -> str:
    """Return the comment, which says what was done if there was chance; none stays none."""
    if not game.comment or all(each.player != CHANCE for each in game.information_sets):
        return game.comment
    stop = "." if game.comment.endswith(".") else ""
    return f"{game.comment.removesuffix(stop)}; chance propagated into the payoffs{stop}"


def _factors(game: Game) -> Vector:
    """Return Π p k for every node, over chance's moves on its path, of probability p among k.

    The factors are multiplied as p k, so that no number grows where chance is uniform already.
    """
    own = [[p * len(each.actions) for p in each.probabilities] for each in game.information_sets]
    found = [ONE] * game.size
    above = game.parent[1:]
    columns = above, game.information_set[above], game.move[1:]
    for node, (parent, each, move) in enumerate(zip(*(column.tolist() for column in columns), strict=True), 1):
        found[node] = found[parent] * own[each][move] if own[each] else found[parent]
        if node % BETWEEN_CHECKS == 0:
            limits.check()
    limits.check()
    return vector(found)
