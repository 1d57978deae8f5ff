"""The ladders: each is one kind of game, from small to large, with the tools that are measured on it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from lemke import Game, GameBuilder
from lemke.generators import goofspiel, kuhn, leduc, liars_dice, random_signaling


@dataclass(frozen=True)
class Ladder:
    """Games of one kind by their size.

    Attributes
    ----------
    title : str
        The kind of game, and what the sizes count.
    make : function from a size to a game
    sizes : tuple of int
        Ascending.
    quick : int
        The largest size of a quick run.
    tools : dict of str to int
        Names of :data:`benchmarks.tools.TOOLS` and the largest size that each gets, besides ``lemke``.
    openspiel : str
        OpenSpiel's name of the game, with {} for the size.
    """

    title: str
    make: Callable[[int], Game]
    sizes: tuple[int, ...]
    quick: int
    tools: dict[str, int] = field(default_factory=dict)
    openspiel: str = ""


@dataclass(frozen=True)
class Case:
    """A rung of a ladder, and the seconds that a call is given."""

    ladder: Ladder
    size: int
    limit: float

    def game(self) -> Game:
        """Return the game, made anew."""
        return self.ladder.make(self.size)


def bimatrix(actions: int) -> Game:
    """Return a dense random bimatrix game, nearly zero-sum: payoffs a and −a + noise; |a| ≤ 1000, |noise| ≤ 10."""
    source = random.Random(actions)
    builder = GameBuilder(title=f"bimatrix {actions}")
    labels = [str(k + 1) for k in range(actions)]
    answer = builder.information_set(1, labels)
    for node in builder.move(builder.root, 0, labels):
        for leaf in builder.decide(node, answer):
            payoff = source.randint(-1000, 1000)
            builder.pay(leaf, payoff, source.randint(-10, 10) - payoff)
    return builder.build()


LADDERS = {
    "leduc-raked": Ladder(
        "Leduc poker, rake 1/20, by ranks",
        lambda ranks: leduc(ranks, rake="1/20"),
        sizes=(2, 3, 5, 8, 13),
        quick=3,
        tools={"lemke centroid": 8, "lemke exact": 2, "Gambit lcp": 2},
    ),
    "leduc-raked-distinct": Ladder(
        "Leduc poker, rake 1/20, suits distinct, by ranks",
        lambda ranks: leduc(ranks, rake="1/20", distinct=True),
        sizes=(2, 3, 4, 5),
        quick=2,
        tools={"lemke centroid": 3},
    ),
    "kuhn-raked": Ladder(
        "Kuhn poker, rake 1/20, by cards",
        lambda cards: kuhn(cards, "1/20"),
        sizes=(6, 10, 13, 16, 20),
        quick=6,
        tools={"lemke exact": 20, "Gambit lcp": 16},
    ),
    "kuhn": Ladder(
        "Kuhn poker, by cards",
        kuhn,
        sizes=(6, 10, 16, 20),
        quick=6,
        tools={"lemke lcp": 20, "lemke exact": 20, "Gambit lcp": 10, "Gambit lp": 16, "esolver": 20},
    ),
    "leduc": Ladder(
        "Leduc poker, zero-sum, by ranks",
        leduc,
        sizes=(3, 5, 8, 13),
        quick=3,
        tools={"HiGHS": 13, "HiGHS ipm": 13, "OpenSpiel": 3, "Gambit lp": 3, "esolver": 8},
        openspiel="leduc_poker(suit_isomorphism=True)",
    ),
    "goofspiel": Ladder(
        "Goofspiel, prizes descending, only the winner seen, zero-sum, by cards",
        lambda cards: goofspiel(cards, "descending", seen="winner"),
        sizes=(3, 4, 5, 6),
        quick=4,
        tools={"HiGHS": 6, "HiGHS ipm": 6, "OpenSpiel": 5, "Gambit lp": 4, "esolver": 5},
        openspiel="turn_based_simultaneous_game(game=goofspiel("
        "imp_info=True,num_cards={},points_order=descending,returns_type=win_loss))",
    ),
    "liars-dice": Ladder(
        "liar's dice, one die each, zero-sum, by faces",
        lambda faces: liars_dice(faces=faces),
        sizes=(2, 3, 4, 5, 6),
        quick=3,
        tools={"HiGHS": 6, "HiGHS ipm": 6, "OpenSpiel": 5, "Gambit lp": 2, "esolver": 5},
        openspiel="liars_dice(dice_sides={})",
    ),
    "bimatrix": Ladder(
        "dense bimatrix games, nearly zero-sum, by actions",
        bimatrix,
        sizes=(10, 20, 50, 100, 200),
        quick=20,
        tools={"lemke exact": 100, "Gambit Lemke-Howson": 100, "lrsnash": 20},
    ),
    "signaling": Ladder(
        "random signaling games, by types",
        lambda types: random_signaling(types, types // 2 + 1, types // 2 + 1, seed=1),
        sizes=(4, 6, 8, 10, 16, 30),
        quick=6,
        tools={"lemke exact": 16, "Gambit lcp": 10},
    ),
}
"""The ladders, by name."""
