"""Families of games with parameters, such as Kuhn poker with any number of cards; FAMILIES is the table of them.

A family of extensive games is a function that takes the parameters and returns the game. Most of these families have a
second function, ``NAME_state``, for games that are too large for a tree: it returns only the first state of the game
(see :class:`lemke.game.implicit.State`). A family of strategic games is a function that returns the matrices (A, B).
For every family, ``FAMILIES[NAME].make`` returns the game, for example ``FAMILIES["hard-to-solve"].make(d=6)``.
"""

from lemke.generators.bidding import goofspiel, goofspiel_state
from lemke.generators.bimatrix import coordination, near_zero_sum, random_bimatrix
from lemke.generators.dice import liars_dice, liars_dice_state
from lemke.generators.dual_cyclic import hard_to_solve, many_equilibria
from lemke.generators.family import Family, strategic
from lemke.generators.kuhn_poker import kuhn, kuhn_state, no_limit_kuhn, no_limit_kuhn_state
from lemke.generators.leduc_poker import leduc, leduc_state
from lemke.generators.signaling import random_signaling

_CARDS = "Number of cards, at least 2."
_RAKE = "Share of the pot that the house takes."
_SEED = "Seed of the random numbers."
_SIZE = "Number of strategies of each player, even."
_STRATEGIES = "Number of strategies of each player."

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

__all__ = [
    "FAMILIES",
    "Family",
    "coordination",
    "goofspiel",
    "goofspiel_state",
    "hard_to_solve",
    "kuhn",
    "kuhn_state",
    "leduc",
    "leduc_state",
    "liars_dice",
    "liars_dice_state",
    "many_equilibria",
    "near_zero_sum",
    "no_limit_kuhn",
    "no_limit_kuhn_state",
    "random_bimatrix",
    "random_signaling",
]
