"""The named games on which every method and kernel is run, with their known payoffs."""

from dataclasses import dataclass
from pathlib import Path

from gmpy2 import mpq

GAMES = Path(__file__).parent.parent / "examples" / "games"


@dataclass(frozen=True)
class Known:
    """A file in ``examples/games`` and the payoff pairs of its equilibria, where they are known to be finitely many."""

    file: str
    payoffs: frozenset[tuple[mpq, mpq]] = frozenset()


def known(file: str, *payoffs: tuple[object, object]) -> Known:
    return Known(file, frozenset((mpq(a), mpq(b)) for a, b in payoffs))


NAMED = [
    known("always_lost.efg", (-1, 1)),
    known("battle_of_the_sexes.efg", (2, 1), (1, 2), ("1/5", "1/5")),
    known("beer_quiche.efg", ("29/10", 0), ("21/10", 0)),
    known("blind_threat.efg", (4, 2), (2, 5)),
    known("centipede6.efg", ("2/5", "1/10")),
    known("chance_in_the_middle.efg", ("-4/19", "-48/35")),
    known("double_oracle_lecture.efg", ("-1/2", "1/2")),
    known("entry_deterrence.efg", (2, 2), (1, 5)),
    known("fear_of_slips.efg", (1, 0)),
    known("guess_the_ace.efg", (0, 0)),
    known("hope_for_a_mistake.efg", (1, 2)),
    known("inner_payoffs.efg", ("-1/18", "1/18")),
    known("kuhn3.efg", ("-1/18", "1/18")),
    known("kuhn3_raked.efg", ("-23/210", "-7/360")),
    known("kuhn4.efg", ("-1/24", "1/24")),
    known("kuhn5.efg", ("-1/15", "1/15")),
    known("lecture9_imperfect.efg", (4, "8/3"), (3, 3)),
    known("lecture9_perfect.efg", (3, 8), (5, 5)),
    known("matching_pennies.efg", (0, 0)),
    known("mertens_voting.efg", (1, 1)),
    known("myerson_1978.efg", (1, 1), (0, 0), (-7, -7)),
    known("prisoners_dilemma.efg", (-2, -2)),
    known("public_chance.efg", ("1/3", "-1/3")),
    known("rock_paper_scissors.efg", (0, 0)),
    known("savani_von_stengel_6x6.efg", ("3/2", "3/2")),
    known("sequence_lecture.efg", ("11/7", "-11/7")),
    known("sequence_lecture_with_chance.efg", ("11/7", "-11/7")),
    known("signaling_spence.efg", ("9/8", 0), ("4/3", "-2/9")),
    known("silent_player.efg", ("45/2", "39/100")),
    known("small_poker.efg", ("-1/6", "1/6")),
    known("small_poker_g_values.efg", ("7/3", "-7/3")),
    known("stoc_1994.efg", (13, -13)),
    known("tracing_2002.efg", (11, 3), (4, "7/3"), (4, "3/2")),
]

MORE_PLAYERS = {"selten_horse.efg": 3}
"""Games of more than two players, which are judged and not solved."""

STRATEGIC = {"degenerate_2007.nfg": (3, 2), "von_stengel_1999.nfg": (75, 75), "winkels_1979.nfg": (12, 1)}
"""Extreme equilibria and components of the strategic games among the examples."""

KUHN_VALUES = {3: "-1/18", 4: "-1/24", 5: "-1/15", 6: "-11/180", 7: "-1/14", 8: "-1/16"}
"""Payoff of player 1 in Kuhn poker with so many cards."""
