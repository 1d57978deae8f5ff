"""Signaling games."""

from __future__ import annotations

from lemke.game import Game, GameBuilder
from lemke.generators.checks import random_source, whole_number
from lemke.ground import limits


def random_signaling(types: int = 2, signals: int = 2, answers: int = 2, seed: int = 0) -> Game:
    """Return a random signaling game: chance draws player 1's type, player 1 signals, player 2 sees only the signal.

    Types have random rational probabilities, and payoffs are random integers from 0 to 100. The same seed gives the
    same game on every machine.

    >>> random_signaling(2, 2, 2, seed=1)
    <Game 'random signaling game 2 x 2 x 2, seed 1': 2 players, 15 nodes>
    """
    for name, value in (("types", types), ("signals", signals), ("answers", answers)):
        whole_number(name, value, 1)
    source = random_source(seed)
    title = f"random signaling game {types} x {signals} x {answers}, seed {seed}"
    builder = GameBuilder(["Sender", "Receiver"], title=title)
    weights = [source.randint(1, 9) for _ in range(types)]
    draw = builder.chance_set(
        [f"t{k + 1}" for k in range(types)], [f"{weight}/{sum(weights)}" for weight in weights], "type"
    )
    heard = [builder.information_set(1, [f"a{k + 1}" for k in range(answers)], f"s{s + 1}") for s in range(signals)]
    for k, drawn in enumerate(builder.decide(builder.root, draw)):
        for s, sent in enumerate(builder.move(drawn, 0, [f"s{s + 1}" for s in range(signals)], f"t{k + 1}")):
            limits.check()
            for leaf in builder.decide(sent, heard[s]):
                builder.pay(leaf, source.randint(0, 100), source.randint(0, 100))
    return builder.build()
