"""Families of games, and the table FAMILIES of them all.

A family of trees is a function from parameters to a game. Most have another function, ``NAME_state``, that returns the
game's first state instead (see :class:`lemke.game.implicit.State`), for games that are too large for a tree. A family
of strategic games is a function from parameters to its matrices (A, B). The game itself is, for example,
``FAMILIES["hard-to-solve"].make(d=6)``.
"""

from lemke.generators.bidding import goofspiel, goofspiel_state
from lemke.generators.bimatrix import coordination, near_zero_sum, random_bimatrix
from lemke.generators.dice import liars_dice, liars_dice_state
from lemke.generators.dual_cyclic import hard_to_solve, many_equilibria
from lemke.generators.family import Family, strategic
from lemke.generators.inspecting import inspection, inspection_state
from lemke.generators.kuhn_poker import kuhn, kuhn_state, no_limit_kuhn, no_limit_kuhn_state
from lemke.generators.leduc_poker import leduc, leduc_state
from lemke.generators.patrolling import border_patrol, border_patrol_state
from lemke.generators.signaling import random_signaling

FAMILIES: dict[str, Family] = {
    "border-patrol": Family(
        "a border patrol, a search game on a graph",
        border_patrol,
        border_patrol_state,
        {
            "rows": "Rows of the graph, in which the attacker crosses.",
            "units": "Units of the defender, one per zone.",
            "turns": "Turns; after the last one the game is a draw.",
        },
        "--rows 2 --units 2 --turns 4",
    ),
    "coordination": strategic(
        "a coordination game, with an equilibrium for every set of strategies",
        coordination,
        "coordination game, {n} x {n}",
        {"n": "Strategies of each player."},
        "--n 4",
    ),
    "goofspiel": Family(
        "goofspiel, the game of pure strategy",
        goofspiel,
        goofspiel_state,
        {
            "cards": "Cards of each player, and prizes.",
            "prizes": "The order of the prizes.",
            "returns": "The payoffs; points make the game general-sum.",
            "seen": "What both players see after each round.",
        },
        "--cards 4 --prizes descending",
    ),
    "hard-to-solve": strategic(
        "the square game of Savani and von Stengel with exponentially long Lemke-Howson paths",
        hard_to_solve,
        "hard-to-solve game of Savani and von Stengel, {d} x {d}",
        {"d": "Strategies of each player, an even number."},
        "--d 6",
    ),
    "inspection": Family(
        "an inspection game of many rounds",
        inspection,
        inspection_state,
        {
            "sites": "Sites; a violation at site i gains i.",
            "rounds": "Rounds; the violator acts in one of them.",
        },
        "--sites 5 --rounds 3",
    ),
    "kuhn": Family(
        "Kuhn poker with any number of cards",
        kuhn,
        kuhn_state,
        {"cards": "Cards, at least 2.", "rake": "Share of the pot that nobody gets."},
        "--cards 5 --rake 1/20",
    ),
    "leduc": Family(
        "Leduc poker with any number of ranks and suits",
        leduc,
        leduc_state,
        {
            "ranks": "Ranks of the cards.",
            "suits": "Cards of each rank.",
            "bets": "The amount of a raise in the first and in the second round.",
            "raises": "The most raises in a round.",
            "rake": "Share of the pot that nobody gets.",
            "ante": "The chips of each player in the pot before the deal.",
            "distinct": "Players see suits, which have no effect.",
        },
        "--ranks 5 --rake 1/20",
    ),
    "liars-dice": Family(
        "liar's dice",
        liars_dice,
        liars_dice_state,
        {
            "dice": "Dice of each player.",
            "faces": "Faces of a die.",
            "dice_2": "Dice of player 2, if the number differs.",
            "wild": "Which dice count as every face; if ones are wild, there are no bids on ones.",
        },
        "--faces 4",
    ),
    "many-equilibria": strategic(
        "von Stengel's square game with more equilibria than a coordination game",
        many_equilibria,
        "von Stengel's game with many equilibria, {d} x {d}",
        {"d": "Strategies of each player, an even number."},
        "--d 6",
    ),
    "near-zero-sum": strategic(
        "a random game near a zero-sum game",
        near_zero_sum,
        "random game {n} x {n} at the distance {distance} from zero-sum, seed {seed}",
        {
            "n": "Strategies of each player.",
            "distance": "The factor of the random payoffs that are added to player 2's.",
            "seed": "The same seed makes the same game everywhere.",
        },
        "--n 8 --distance 1/20 --seed 7",
    ),
    "no-limit-kuhn": Family(
        "Kuhn poker with bets of any size",
        no_limit_kuhn,
        no_limit_kuhn_state,
        {"cards": "Cards, at least 2.", "stack": "Chips of each player after the ante."},
        "--stack 5",
    ),
    "random-bimatrix": strategic(
        "a game with random integer payoffs",
        random_bimatrix,
        "random game {rows} x {columns}, payoffs {least} to {most}, seed {seed}",
        {
            "rows": "Strategies of player 1.",
            "columns": "Strategies of player 2.",
            "seed": "The same seed makes the same game everywhere.",
            "least": "The least payoff.",
            "most": "The largest payoff.",
        },
        "--rows 8 --columns 6 --seed 7",
    ),
    "signaling": Family(
        "a random signaling game",
        random_signaling,
        None,
        {
            "types": "Types of player 1, drawn by chance.",
            "signals": "Signals of player 1.",
            "answers": "Answers of player 2 to each signal.",
            "seed": "The same seed makes the same game everywhere.",
        },
        "--types 3 --signals 3 --answers 2 --seed 7",
    ),
}
"""The families, by name."""

__all__ = [
    "FAMILIES",
    "Family",
    "border_patrol",
    "border_patrol_state",
    "coordination",
    "goofspiel",
    "goofspiel_state",
    "hard_to_solve",
    "inspection",
    "inspection_state",
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
