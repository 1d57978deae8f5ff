"""The table of the families of games, for the command line, the documentation and the tests."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps

from gmpy2 import mpz

from lemke.forms.normal_form import NormalForm
from lemke.game import Game
from lemke.game.implicit import State
from lemke.generators.bidding import goofspiel, goofspiel_state
from lemke.generators.bimatrix import (
    Bimatrix,
    coordination,
    hard_to_solve,
    many_equilibria,
    near_zero_sum,
    random_bimatrix,
)
from lemke.generators.dice import liars_dice, liars_dice_state
from lemke.generators.kuhn_poker import kuhn, kuhn_state, no_limit_kuhn, no_limit_kuhn_state
from lemke.generators.leduc_poker import leduc, leduc_state
from lemke.generators.signaling import random_signaling
from lemke.ground import limits

_CARDS = "Number of cards, at least 2."
_RAKE = "Share of the pot that the house takes."
_SEED = "Seed of the random numbers."
_SIZE = "Number of strategies of each player, even."
_STRATEGIES = "Number of strategies of each player."


@dataclass(frozen=True, slots=True)
class Family:
    """A family of games, described for the command line, the documentation and the tests.

    Attributes
    ----------
    description : str
        One line for help texts.
    make : callable
        Takes the parameters and returns the game.
    state : callable | None
        Takes the same parameters and returns the first state of the game, for the double oracle without a tree.
    descriptions : dict of str to str
        A short description of every parameter, by name.
    example : str
        Options of an example of ``lemke generate``.
    suffix : str
        The suffix of the file that the example writes.
    """

    description: str
    make: Callable[..., Game]
    state: Callable[..., State] | None
    descriptions: dict[str, str]
    example: str
    suffix: str = "efg"

    def parameters(self) -> Mapping[str, inspect.Parameter]:
        """Return the parameters of ``make`` by name, with their types and defaults, in the declared order.

        A type is ``int``, ``int | None``, ``bool``, ``object`` for an exact number, a ``Literal`` of words, or
        ``Sequence[object]``.
        """
        return inspect.signature(self.make, eval_str=True).parameters


def strategic(
    description: str,
    matrices: Callable[..., Bimatrix],
    title: str,
    descriptions: dict[str, str],
    example: str,
) -> Family:
    """Return a family of strategic games, made from a function that returns the matrices.

    ``matrices`` takes the parameters of the family and returns (A, B); ``title`` is a format string for the title of a
    game, with names of parameters in braces.
    """
    signature = inspect.signature(matrices)

    @wraps(matrices)
    def make(*arguments: object, **parameters: object) -> Game:
        limits.check()
        bound = signature.bind(*arguments, **parameters)
        bound.apply_defaults()
        A, B = matrices(*bound.args, **bound.kwargs)
        limits.check()
        # an int as mpz, since Python refuses to print ints of more than 4300 digits
        printable = {name: mpz(value) if type(value) is int else value for name, value in bound.arguments.items()}
        return NormalForm.of(A, B, players=("Player 1", "Player 2"), title=title.format(**printable)).tree()

    return Family(description, make, None, descriptions, example, "nfg")


FAMILIES: dict[str, Family] = {
    "coordination": strategic(
        "a coordination game, with an equilibrium for every nonempty set of strategies",
        coordination,
        "coordination game, {n} x {n}",
        {"n": _STRATEGIES},
        "--n 4",
    ),
    "goofspiel": Family(
        "goofspiel, the game of pure strategy",
        goofspiel,
        goofspiel_state,
        {
            "cards": "Number of cards of each player, and of prizes.",
            "prizes": "The order of the prizes.",
            "returns": "The payoffs; with points the game is general-sum.",
            "seen": "What both players see after each round.",
        },
        "--cards 4 --prizes descending",
    ),
    "hard-to-solve": strategic(
        "the square game of Savani and von Stengel with exponentially long Lemke-Howson paths",
        hard_to_solve,
        "hard-to-solve game of Savani and von Stengel, {d} x {d}",
        {"d": _SIZE},
        "--d 6",
    ),
    "kuhn": Family(
        "Kuhn poker with any number of cards",
        kuhn,
        kuhn_state,
        {"cards": _CARDS, "rake": _RAKE},
        "--cards 5 --rake 1/20",
    ),
    "leduc": Family(
        "Leduc poker with any number of ranks and suits",
        leduc,
        leduc_state,
        {
            "ranks": "Number of ranks.",
            "suits": "Number of suits.",
            "bets": "Amount of a raise in the first and in the second round.",
            "raises": "Largest number of raises in a round.",
            "rake": _RAKE,
            "ante": "Chips that each player puts in the pot before the deal.",
            "distinct": "Let players see suits, although suits have no effect.",
        },
        "--ranks 5 --rake 1/20",
    ),
    "liars-dice": Family(
        "liar's dice",
        liars_dice,
        liars_dice_state,
        {
            "dice": "Number of dice of each player.",
            "faces": "Number of faces of a die.",
            "dice_2": "Number of dice of player 2, if different.",
            "wild": "Dice that count as every face; if ones are wild, there are no bids on ones.",
        },
        "--faces 4",
    ),
    "many-equilibria": strategic(
        "von Stengel's square game; from d = 6 on it has more equilibria than a coordination game",
        many_equilibria,
        "von Stengel's game with many equilibria, {d} x {d}",
        {"d": _SIZE},
        "--d 6",
    ),
    "near-zero-sum": strategic(
        "a random game close to a zero-sum game",
        near_zero_sum,
        "random game {n} x {n} at the distance {distance} from zero-sum, seed {seed}",
        {
            "n": _STRATEGIES,
            "distance": "Player 1's payoff plus player 2's is this number times a random integer from -100 to 100.",
            "seed": _SEED,
        },
        "--n 8 --distance 1/20 --seed 7",
    ),
    "no-limit-kuhn": Family(
        "Kuhn poker with bets of any size",
        no_limit_kuhn,
        no_limit_kuhn_state,
        {"cards": _CARDS, "stack": "Chips of each player after the ante."},
        "--stack 5",
    ),
    "random-bimatrix": strategic(
        "a game with random integer payoffs",
        random_bimatrix,
        "random game {rows} x {columns}, payoffs {least} to {most}, seed {seed}",
        {
            "rows": "Number of strategies of player 1.",
            "columns": "Number of strategies of player 2.",
            "seed": _SEED,
            "least": "Smallest possible payoff.",
            "most": "Largest possible payoff.",
        },
        "--rows 8 --columns 6 --seed 7",
    ),
    "signaling": Family(
        "a random signaling game",
        random_signaling,
        None,
        {
            "types": "Number of types of player 1.",
            "signals": "Number of signals of player 1.",
            "answers": "Number of answers of player 2 to each signal.",
            "seed": _SEED,
        },
        "--types 3 --signals 3 --answers 2 --seed 7",
    ),
}
"""The families, by name."""
