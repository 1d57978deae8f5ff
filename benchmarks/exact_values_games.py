"""The standard games in the table of exact values: what is played, and the commands that solve them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Variant:
    """A game of a family, and the command that proves its value."""

    name: str
    title: str
    command: str


@dataclass(frozen=True)
class Family:
    """Games of one kind: their rules and their source."""

    name: str
    rules: str
    source: str
    variants: tuple[Variant, ...]


def generated(name: str, title: str, options: str) -> Variant:
    """Return a game of ``lemke generate``."""
    return Variant(name, title, f"lemke generate {options} | lemke solve -")


def spiel(name: str, title: str, game: str, options: str = "") -> Variant:
    """Return a game of OpenSpiel."""
    return Variant(name, title, f'lemke solve "openspiel:{game}"{options}')


OPENSPIEL = "OpenSpiel (M. Lanctot et al., 2019, arXiv:1908.09453)"
EXACT = " --kernel exact"
ORACLE = " --method double-oracle"
SEEN = {"bids": "", "winner": ", only the winner seen"}


def _kuhn() -> tuple[Variant, ...]:
    return tuple(
        generated(f"kuhn-{cards}", f"Kuhn poker, {cards} cards", f"kuhn --cards {cards}") for cards in range(3, 14)
    )


def _leduc() -> tuple[Variant, ...]:
    more = (
        generated("leduc-3-distinct", "Leduc poker, 3 ranks x 2 suits, suits seen", "leduc --ranks 3 --distinct"),
        generated("leduc-3-3suits", "Leduc poker, 3 ranks x 3 suits", "leduc --ranks 3 --suits 3"),
        generated("leduc-3-4suits", "Leduc poker, 3 ranks x 4 suits", "leduc --ranks 3 --suits 4"),
    )
    ranks = [
        generated(f"leduc-{ranks}", f"Leduc poker, {ranks} ranks x 2 suits", f"leduc --ranks {ranks}")
        for ranks in (2, 3, 4, 5, 6, 8, 13)
    ]
    return (*ranks[:2], *more, *ranks[2:])


def _liars_dice() -> tuple[Variant, ...]:
    sizes = [(1, faces) for faces in range(2, 7)] + [(2, 2), (2, 3)]
    return tuple(
        generated(
            f"liars-dice-{dice}x{faces}",
            f"liar's dice, {dice} {'die' if dice == 1 else 'dice'} each, {faces} faces",
            f"liars-dice{f' --dice {dice}' if dice > 1 else ''} --faces {faces}",
        )
        for dice, faces in sizes
    )


def _goofspiel() -> tuple[Variant, ...]:
    sizes = (
        *((cards, "random", "bids") for cards in (2, 3, 4)),
        *((cards, "random", "winner") for cards in (3, 4)),
        *((cards, "descending", "bids") for cards in (3, 4, 5)),
        *((cards, "descending", "winner") for cards in (3, 4, 5, 6)),
        *((cards, "ascending", "bids") for cards in (3, 4, 5)),
    )
    return tuple(
        generated(
            f"goofspiel-{cards}-{prizes}{'-hidden' if seen == 'winner' else ''}",
            f"goofspiel, {cards} cards, prizes {prizes}{SEEN[seen]}",
            f"goofspiel --cards {cards} --prizes {prizes}{' --seen winner' if seen == 'winner' else ''}",
        )
        for cards, prizes, seen in sizes
    )


def _battleship() -> tuple[Variant, ...]:
    sizes = (
        ("1x2-2", (1, 2, 2, "1")),
        ("1x3-3", (1, 3, 3, "1")),
        ("2x2-2", (2, 2, 2, "1")),
        ("2x2-3", (2, 2, 3, "1")),
        ("2x2-4", (2, 2, 4, "1")),
        ("2x3-2", (2, 3, 2, "1")),
        ("2x2-3-ship2", (2, 2, 3, "2")),
        ("2x2-2-ships12", (2, 2, 2, "1;2")),
    )
    return tuple(
        spiel(
            f"battleship-{name}",
            f"battleship, {height} x {width}, {shots} shots, "
            + ("ships of 1 and 2" if ";" in ships else f"a ship of {ships}"),
            f"battleship(board_height={height},board_width={width},num_shots={shots},ship_sizes=[{ships}],"
            f"ship_values=[{ships}],allow_repeated_shots=False)",
        )
        for name, (height, width, shots, ships) in sizes
    )


def _auctions() -> tuple[Variant, ...]:
    return tuple(
        spiel(
            f"auction-{most}",
            f"first-price auction, values 1 to {most}",
            f"first_sealed_auction(max_value={most})",
            EXACT,
        )
        for most in (3, 4, 6, 8, 10)
    )


def _sheriff() -> tuple[Variant, ...]:
    return tuple(
        spiel(
            f"sheriff-{items}-{rounds}",
            f"sheriff, up to {items} items, bribes up to 3, {rounds} {'round' if rounds == 1 else 'rounds'}",
            f"sheriff(max_items={items},num_rounds={rounds})",
            EXACT,
        )
        for items, rounds in ((3, 1), (5, 1), (10, 1), (3, 2), (5, 2))
    )


FAMILIES = (
    Family(
        "Kuhn poker",
        "Both players ante 1 and get one of the cards 1, …, n. Player 1 passes or bets 1. A bet is answered by pass "
        "(fold) or bet (call). After a pass player 2 may bet as well, which player 1 answers. Where nobody folds, "
        "the higher card wins the pot.",
        "H. W. Kuhn, A simplified two-person poker, Contributions to the Theory of Games I (1950), 97–103; rules as "
        f"in {OPENSPIEL}, kuhn_poker.",
        _kuhn(),
    ),
    Family(
        "Leduc poker",
        "Both players ante 1 and get one card of a deck of ranks x suits. There are two rounds of betting, player 1 "
        "first, and between them one card comes face up. A raise is by 2 in the first round and by 4 in the second, "
        "with at most two raises in a round. At the showdown a pair with the open card wins, else the higher rank; "
        "equal ranks split the pot. Suits mean nothing: cards of one rank count as one, but where suits are seen.",
        f"F. Southey et al., Bayes' bluff: opponent modelling in poker, UAI 2005, 550–558; rules as in {OPENSPIEL}, "
        "leduc_poker.",
        _leduc(),
    ),
    Family(
        "liar's dice",
        "Both players roll their dice and see only their own. In turn, player 1 first, they bid on how many of all "
        "dice show a face, every bid with a greater quantity than the last or with the same quantity and a higher "
        "face; or call the last bid a lie, which ends the game. The highest face counts as every face. The bidder "
        "wins 1 if the bid holds, else the other does.",
        "C. P. Ferguson and T. S. Ferguson, Models for the game of liar's dice, Stochastic Games and Related Topics "
        f"(1991), 15–28; rules as in {OPENSPIEL}, liars_dice.",
        _liars_dice(),
    ),
    Family(
        "goofspiel",
        "Both players hold the cards 1, …, n, and the prizes 1, …, n are shown one by one: shuffled (random), from "
        "the highest (descending) or from the lowest (ascending). For each both bid a card at the same time. The "
        "higher bid gets the prize, on a tie nobody does; the players see the bids or, if it says so, only who won. "
        "The last cards are bid without asking. More points win 1 from the other. The game is symmetric, so that "
        "its value is 0 by theory; the commands prove it by an equilibrium.",
        "S. M. Ross, Goofspiel – the game of pure strategy, Journal of Applied Probability 8 (1971), 621–625; rules "
        f"as in {OPENSPIEL}, goofspiel.",
        _goofspiel(),
    ),
    Family(
        "dark hex",
        "Hex whose players do not see each other's stones: player 1 joins two sides of the board, player 2 the "
        "other two, and the winner gets 1 from the other. Who tries an occupied cell learns that it is occupied, "
        "and tries again in classical dark hex, but has lost the turn in abrupt dark hex.",
        f"{OPENSPIEL}, dark_hex.",
        (
            spiel("dark-hex-2x2", "classical dark hex, 2 x 2", "dark_hex(board_size=2)"),
            spiel("dark-hex-2x2-abrupt", "abrupt dark hex, 2 x 2", "dark_hex(board_size=2,gameversion=adh)"),
            spiel(
                "dark-hex-2x3-abrupt",
                "abrupt dark hex, 2 rows x 3 columns",
                "dark_hex(num_rows=2,num_cols=3,gameversion=adh)",
            ),
            spiel(
                "dark-hex-3x2-abrupt",
                "abrupt dark hex, 3 rows x 2 columns",
                "dark_hex(num_rows=3,num_cols=2,gameversion=adh)",
            ),
        ),
    ),
    Family(
        "battleship",
        "Both players secretly place ships on boards of their own, player 1 first. Then each shoots in turn, player "
        "1 first, at a cell of the other's board where it has not shot before, and learns whether it hit and what "
        "it sank. The game ends when all shots are fired or a player has no ship left. A ship is worth its length, "
        "which who sinks it wins from the other.",
        "G. Farina, C. K. Ling, F. Fang and T. Sandholm, Correlation in extensive-form games: saddle-point "
        f"formulation and benchmarks, NeurIPS 2019; rules as in {OPENSPIEL}, battleship.",
        _battleship(),
    ),
    Family(
        "tiny bridge",
        "Bridge with the cards J, Q, K, A of hearts and spades, two for each of four players. Only two partners "
        "bid, in turn, who do not see each other's cards. Both get the expected score of the last bid, with all "
        "cards played openly: 10 for a contract of one trick, and 10 more for an overtrick; 30, or 35 without "
        "trumps, for two tricks; −20 for every trick that is missing. The game is cooperative and has equilibria "
        "with many payoffs. OpenSpiel computes scores in floating point; snapped, they are the simple fractions "
        "that are meant. In the abstracted version similar hands are one.",
        f"{OPENSPIEL}, tiny_bridge_2p, by E. Lockhart.",
        (
            Variant(
                "tiny-bridge-snapped",
                "tiny bridge, scores snapped",
                f"lemke convert openspiel:tiny_bridge_2p bridge.efg --snap-payoffs && lemke solve bridge.efg{ORACLE}",
            ),
            spiel("tiny-bridge-binary", "tiny bridge, scores as floats", "tiny_bridge_2p", ORACLE),
            Variant(
                "tiny-bridge-abstracted-snapped",
                "abstracted tiny bridge, scores snapped",
                'lemke convert "openspiel:tiny_bridge_2p(abstracted=True)" bridge.efg --snap-payoffs && '
                f"lemke solve bridge.efg{ORACLE}",
            ),
        ),
    ),
    Family(
        "tiny Hanabi",
        "Each of two players gets one of two cards and sees only its own. Player 1 takes one of three actions, "
        "which player 2 sees, then player 2 does. Both get what a table says for cards and actions, at best 10. The "
        "game is cooperative and has equilibria with different payoffs, one of them without cooperation.",
        f"J. Foerster et al., Bayesian action decoder, 2018, arXiv:1811.01458; table of {OPENSPIEL}, tiny_hanabi.",
        (spiel("tiny-hanabi", "tiny Hanabi", "tiny_hanabi", EXACT),),
    ),
    Family(
        "first-price auction",
        "Both players have a value drawn from 1, …, K, all equally likely, and see only their own. At the same time "
        "they bid a whole number from 0 to their value less 1. The higher bid gets the value and pays the bid; on a "
        "tie a coin decides.",
        "W. Vickrey, Counterspeculation, auctions, and competitive sealed tenders, Journal of Finance 16 (1961), "
        f"8–37; rules as in {OPENSPIEL}, first_sealed_auction.",
        _auctions(),
    ),
    Family(
        "sheriff",
        "A smuggler (player 1) loads some illegal items. In every round it offers a bribe from 0 to 3, and a "
        "sheriff (player 2) says whether it would inspect; only the last round counts. Without inspection the "
        "smuggler gets 1 for each item and pays the bribe to the sheriff. With it the smuggler pays the sheriff 2 "
        "for each item; if there is none the sheriff pays 3.",
        "G. Farina, C. K. Ling, F. Fang and T. Sandholm, Correlation in extensive-form games: saddle-point "
        f"formulation and benchmarks, NeurIPS 2019; rules as in {OPENSPIEL}, sheriff.",
        _sheriff(),
    ),
    Family(
        "bargaining",
        "Two players divide items of three kinds; what these are worth to each, 10 in all, is drawn from a list and "
        "told to each player apart. In turn, player 1 first, they offer a division or agree to the last one. "
        "Without an agreement both get nothing.",
        "M. Lewis et al., Deal or no deal? End-to-end learning for negotiation dialogues, EMNLP 2017; rules and "
        f"list of {OPENSPIEL}, bargaining.",
        (
            spiel(
                "bargaining-5-2",
                "bargaining, the first 5 instances, 2 turns",
                "bargaining(max_num_instances=5,max_turns=2)",
                EXACT,
            ),
        ),
    ),
)
"""The families, in the order of the table."""
