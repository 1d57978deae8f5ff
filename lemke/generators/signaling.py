"""Signaling games."""

from __future__ import annotations

from gmpy2 import mpz

from lemke.game import Game, GameBuilder
from lemke.generators.checks import random_source, whole_number
from lemke.ground import limits


def random_signaling(types: int = 2, signals: int = 2, answers: int = 2, seed: int = 0) -> Game:
    """Return a random signaling game.

    Chance draws player 1's type, player 1 sees the type and sends a signal, and player 2 sees the signal and answers.
    Types have random rational probabilities, and payoffs are random integers from 0 to 100. A seed gives the same game
    on every machine.

    >>> random_signaling(2, 2, 2, seed=1)
    <Game 'random signaling game 2 x 2 x 2, seed 1': 2 players, 15 nodes>
    """
    for name, value in (("types", types), ("signals", signals), ("answers", answers)):
        whole_number(name, value, 1)
    source = random_source(seed)
    title = f"random signaling game {types} x {signals} x {answers}, seed {mpz(seed)}"
    builder = GameBuilder(["Sender", "Receiver"], title=title)
    weights = [source.randint(1, 9) for _ in range(types)]
    draw = builder.chance_set(
        [f"t{k + 1}" for k in range(types)], [f"{weight}/{sum(weights)}" for weight in weights], "type"
    )
    signal_names = [f"s{s + 1}" for s in range(signals)]
    answer_names = [f"a{k + 1}" for k in range(answers)]
    receiver_sets = [builder.information_set(1, answer_names, signal) for signal in signal_names]
    for k, type_node in enumerate(builder.decide(builder.root, draw)):
        for signal_node, receiver_set in zip(
            builder.move(type_node, 0, signal_names, f"t{k + 1}"), receiver_sets, strict=True
        ):
            limits.check()
            for leaf in builder.decide(signal_node, receiver_set):
                builder.pay(leaf, source.randint(0, 100), source.randint(0, 100))
    return builder.build()
