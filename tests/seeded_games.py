"""Random games from a seed: every shape, with ties, zero payoffs, single actions and zero-probability chance."""

import random
from collections.abc import Sequence

from gmpy2 import mpq

from lemke.game import CHANCE, Game, GameBuilder
from lemke.game.builder import Node

PAYOFFS = {
    "ties": (0, 0, 1),
    "small": tuple(range(-3, 4)),
    "wide": tuple(range(-1000, 1001)),
    "fractions": tuple(mpq(p, q) for p in range(-5, 6) for q in (1, 2, 3, 7)),
    "huge": tuple(sign * mpq(10) ** power for power in range(-15, 16, 3) for sign in (-1, 1)),
    "close": tuple(1 + mpq(k, 10**25) for k in range(4)),
}


ADVERSARIAL = ("huge", "close")
"""Payoffs beyond what floats tell apart."""


def payoff_kind(seed: int) -> str:
    """Which payoffs the game of a seed has."""
    return random.Random(seed).choice(list(PAYOFFS))


def random_game(seed: int, nodes: int = 60) -> Game:
    """A random two-player game with perfect recall."""
    source = random.Random(seed)
    payoffs = PAYOFFS[source.choice(list(PAYOFFS))]  # the first draw, as in payoff_kind
    is_zero_sum, sharing = source.random() < 0.3, source.choice((0.3, 0.7, 0.95))
    return grown(GameBuilder(title=f"random game {seed}"), source, nodes, payoffs, is_zero_sum, sharing)


def grown(
    builder: GameBuilder,
    source: random.Random,
    nodes: int,
    payoffs: Sequence[int | mpq],
    is_zero_sum: bool,
    sharing: float,
    actions: Sequence[int] = (1, 2, 2, 2, 3, 4),
    weights: Sequence[int] = (0, 1, 1, 2, 10**19),
) -> Game:
    """A tree grown from the root of an empty builder until it has about so many nodes.

    Nodes where a player has the same past share an information set with the probability ``sharing``. Payoffs, numbers
    of actions and weights of chance moves are drawn from those that are given.
    """
    sets: dict[tuple[object, ...], int] = {}
    stack: list[tuple[Node, tuple[tuple[object, ...], ...], int]] = [(builder.root, ((), ()), 0)]
    made = 1
    while stack:
        node, past, depth = stack.pop(source.randrange(len(stack)))
        if made >= nodes or (depth and source.random() < 0.15):
            payoff_1 = source.choice(payoffs)
            builder.pay(node, payoff_1, -payoff_1 if is_zero_sum else source.choice(payoffs))
            continue
        mover = source.choice((0, 1, 0, 1, CHANCE))
        labels = [str(k) for k in range(source.choice(actions))]
        made += len(labels)
        if mover == CHANCE:
            drawn = [source.choice(weights) for _ in labels]
            drawn[0] += not any(drawn)
            handle = builder.chance_set(labels, [mpq(weight, sum(drawn)) for weight in drawn])
            stack.extend((child, past, depth + 1) for child in builder.decide(node, handle))
            continue
        view = 0 if source.random() < sharing else source.randrange(10**9)
        key = (mover, past[mover], len(labels), view)
        if key not in sets:
            sets[key] = builder.information_set(mover, labels)
        for k, child in enumerate(builder.decide(node, sets[key])):
            history = (*past[mover], (key[2:], k))
            stack.append((child, (history, past[1]) if mover == 0 else (past[0], history), depth + 1))
    return builder.build(unpaid="zero")
