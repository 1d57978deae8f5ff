"""The bundled games for outside solvers: small games, each with a property on which solvers fail."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gmpy2 import mpq

from lemke.forms.normal_form import NormalForm
from lemke.game import Game, GameBuilder
from lemke.generators import goofspiel, inspection, kuhn, leduc, liars_dice, random_signaling
from lemke.io import example


def strategic(title: str, A: list[list[object]], B: list[list[object]] | None = None) -> Game:
    """Return the tree of the bimatrix game (A, B), or of the zero-sum game (A, −A) if B is None."""
    form = NormalForm.zero_sum(A, title=title) if B is None else NormalForm.of(A, B, title=title)
    return form.tree()


def never_drawn() -> Game:
    """Return a game with a chance move of probability 0: moves after it have no effect, but belong in the answer."""
    builder = GameBuilder(title="A draw of probability 0")
    unreached, reached = builder.chance(builder.root, {"never": 0, "ever": 1})
    for leaf, payoff in zip(builder.move(unreached, 0, ["a", "b"], "nowhere"), (5, 7), strict=True):
        builder.pay(leaf, payoff, -payoff)
    guess = builder.information_set(1, ["h", "t"])
    for node, sign in zip(builder.move(reached, 0, ["H", "T"], "pennies"), (1, -1), strict=True):
        for leaf, payoff in zip(builder.decide(node, guess), (sign, -sign), strict=True):
            builder.pay(leaf, payoff, -payoff)
    return builder.build()


def missing_outcomes() -> Game:
    """Return a game with payoffs at inner nodes, and with leaves that have no outcome."""
    builder = GameBuilder(title="Paid on the way")
    enter, stay = builder.move(builder.root, 0, ["enter", "stay"])
    builder.pay(enter, -1, 1)
    builder.pay(stay, 0, 2)
    fight, yield_ = builder.move(enter, 1, ["fight", "yield"])
    builder.pay(yield_, 3, -1)
    builder.move(fight, 0, ["go on", "give up"])
    return builder.build()


def single_moves() -> Game:
    """Return a game in which most information sets have one move only."""
    builder = GameBuilder(title="No choice but one")
    (first,) = builder.move(builder.root, 0, ["only"])
    (second,) = builder.chance(first, {"sure": 1}, "certain")
    (third,) = builder.move(second, 1, ["only"])
    for leaf, payoffs in zip(builder.move(third, 0, ["l", "r"]), ((1, 2), (2, 1)), strict=True):
        builder.pay(leaf, *payoffs)
    return builder.build()


def silent_player() -> Game:
    """Return a game whose player 2 gets payoffs but never moves."""
    builder = GameBuilder(["mover", "watcher"], title="A silent player")
    for node, probability in zip(builder.move(builder.root, 0, ["safe", "risky"]), ("1/2", "1/3"), strict=True):
        rise, fall = builder.chance(node, {"rise": probability, "fall": 1 - mpq(probability)})
        builder.pay(rise, 3, 1)
        builder.pay(fall, 1, 0)
    return builder.build()


def odd_labels() -> Game:
    """Return a game with labels that are empty or repeated, are not ASCII, or have quotes, commas or braces."""
    builder = GameBuilder(['say "no"', "Zoë"], title="Labels, {odd} ones")
    guess = builder.information_set(1, ["ü", "ü", ""], "a, b")
    for k, node in enumerate(builder.move(builder.root, 0, ["", "{x}", 'q"q'], "a, b")):
        for j, leaf in enumerate(builder.decide(node, guess)):
            builder.pay(leaf, *((2, 1) if k == j else (0, 3 - k)))
    return builder.build()


def many_ties() -> Game:
    """Return a tree in which player 1 always gets the same payoff, and two moves of player 2 pay the same."""
    builder = GameBuilder(title="Ties everywhere")
    reply = builder.information_set(1, ["a", "b", "c"])
    for k, node in enumerate(builder.chance(builder.root, {"x": "1/2", "y": "1/2"})):
        for child in builder.move(node, 0, ["l", "r"], f"seen {k}"):
            for j, leaf in enumerate(builder.decide(child, reply)):
                builder.pay(leaf, 1, int(j == 0))
    return builder.build()


def always_lost() -> Game:
    """Return a game of perfect information that player 1 loses after any first move: the value is the least payoff.

    In a solver that shifts the payoffs so that the least is 0, and has a nonnegative variable for the value, this
    variable is 0.
    """
    builder = GameBuilder(title="Always lost")
    for k, node in enumerate(builder.move(builder.root, 0, ["up", "down"])):
        for j, leaf in enumerate(builder.move(node, 1, ["left", "right"], f"after {k}")):
            builder.pay(leaf, *((-1, 1) if k == j else (1, -1)))
    return builder.build()


def centipede() -> Game:
    """Return a centipede of six moves, a long and narrow tree; in equilibrium the first move ends the game."""
    builder = GameBuilder(title="Centipede")
    node, large, small = builder.root, mpq(2, 5), mpq(1, 10)
    for k in range(6):
        take, node = builder.move(node, k % 2, ["take", "pass"])
        builder.pay(take, *((large, small) if k % 2 == 0 else (small, large)))
        large, small = 2 * large, 2 * small
    builder.pay(node, large, small)
    return builder.build()


ALMOST_1 = mpq(1) + mpq(1, 10**20)
"""A number that rounds to 1 in floating point."""
LONG_MATRICES = (
    [[mpq(10**30 + 1, 3**40), mpq(-1, 7**20)], [mpq(1, 11), mpq(10**9, 13**15)]],
    [[mpq(1, 2**61 - 1), mpq(5, 3)], [mpq(22, 7), mpq(1, 10**12)]],
)
"""The matrices A and B of a game whose payoffs have long denominators."""

CHALLENGES: dict[str, Callable[[], Game]] = {
    "matching-pennies": partial(strategic, "Matching pennies", [[1, -1], [-1, 1]]),
    "battle-of-the-sexes": partial(strategic, "Battle of the sexes", [[2, 0], [0, 1]], [[1, 0], [0, 2]]),
    "kuhn-3": kuhn,
    "kuhn-5": partial(kuhn, 5),
    "kuhn-3-raked": partial(kuhn, 3, "1/20"),
    "leduc-2": partial(leduc, 2),
    "liars-dice-2": partial(liars_dice, faces=2),
    "goofspiel-3": partial(goofspiel, 3),
    "inspection-2": partial(inspection, 2, 2),
    "signaling": partial(random_signaling, 2, 3, 2, seed=1),
    "centipede": centipede,
    "always-lost": always_lost,
    "never-drawn": never_drawn,
    "missing-outcomes": missing_outcomes,
    "single-moves": single_moves,
    "silent-player": silent_player,
    "odd-labels": odd_labels,
    "many-ties": many_ties,
    "all-ties": partial(strategic, "All ties", [[0, 0, 0], [0, 0, 0]]),
    "winkels": partial(example, "winkels_1979"),
    "von-stengel-6x6": partial(example, "von_stengel_1999"),
    "hair": partial(strategic, "A hair's breadth", [[ALMOST_1, 1], [1, ALMOST_1]]),
    "long-numbers": partial(strategic, "Long numbers", *LONG_MATRICES),
}
"""The games, by name; ``docs/how-to/challenge.md`` says what each game tests."""
