"""Facts about a game: sizes, recall and payoffs, without solving it."""

import re
from dataclasses import astuple

from gmpy2 import mpq

from lemke import io
from lemke.forms.facts import game_facts
from lemke.generators import kuhn


def in_turn(players: int) -> str:
    """A strategic game of this number of players, who have one strategy each and get 1."""
    return " ".join(['NFG 1 R "x" {', '"A" ' * players, "} {", "1 " * players, "}", "1 " * players])


def test_a_game_of_1000_players_has_facts() -> None:
    """A loop over all players' moves for every player would take forever."""
    described = game_facts(io.loads(in_turn(1000), "nfg"))
    assert (described.nodes, described.leaves, described.constant_sum) == (1001, 1, mpq(1000))
    assert len(described.players) == 1000
    assert {(player.sequences, player.pure_strategies, player.reduced_strategies) for player in described.players} == {
        (2, 1, 1)
    }


def test_the_facts_of_kuhn_poker_are_its_numbers() -> None:
    facts = game_facts(kuhn(3))
    assert (facts.form, facts.nodes, facts.leaves, facts.chance_nodes) == ("extensive", 55, 30, 1)
    assert [astuple(player) for player in facts.players] == [
        (number, f"Player {number}", 6, 13, 64, reduced, None, True, None) for number, reduced in ((1, 27), (2, 64))
    ]
    assert (facts.perfect_information, facts.largest_set) == (False, ('information set 1 "1" of player 1', 2))
    assert (facts.proper_subgames, facts.constant_sum, facts.bits) == (1, 0, 3)
    assert facts.nonzeros == (30, 30, (13, 13))


FORGETFUL = """EFG 2 R "forgetful" { "A" "B" } ""
p "" 1 1 "" { "l" "r" } 0
p "" 1 2 "later" { "x" "y" } 0
t "" 1 "" { 1, 0 }
t "" 2 "" { 0, -9/7 }
p "" 1 2 "later" { "x" "y" } 0
t "" 3 "" { 0, 1 }
p "" 2 1 "" { "u" } 0
t "" 4 "" { 1, 1 }
"""


def test_the_facts_name_the_information_set_that_a_player_forgets_at() -> None:
    described = game_facts(io.loads(FORGETFUL, "efg"))
    player_1, player_2 = described.players
    assert (player_1.perfect_recall, player_2.perfect_recall, player_2.imperfect_recall) == (False, True, None)
    assert player_1.imperfect_recall is not None and '"later"' in player_1.imperfect_recall
    assert (player_1.label, player_1.player, player_1.information_sets, player_2.information_sets) == ("A", 1, 2, 1)
    assert (described.nonzeros, described.chance_nodes, described.bits, described.constant_sum) == (None, 0, 4, None)
    assert described.largest_set is not None and described.largest_set[1] == 2 and '"later"' in described.largest_set[0]


def test_the_list_of_facts_has_the_numbers_of_the_game() -> None:
    rows = dict(game_facts(io.loads(FORGETFUL, "efg")).rows())
    numbers = {name: [int(word) for word in re.findall(r"-?\d+", text)] for name, text in rows.items()}
    assert (rows["title"], rows["form"], numbers["players"], numbers["nodes"]) == (
        "forgetful",
        "extensive",
        [2],
        [8, 4, 0],
    )
    assert (numbers["player 1"], numbers["player 2"]) == ([2, 5], [1, 2])
    assert (numbers["strategies of player 1"], numbers["strategies of player 2"]) == ([4, 4], [1, 1])
    assert '"later"' in rows["recall of player 1"] and rows["recall of player 2"] == "perfect"
    assert numbers["information"][-1] == 2 and (numbers["proper subgames"], numbers["numbers"]) == ([2], [4])
    assert rows["payoffs"] == "general-sum" and "nonzeros" not in rows
    rows = dict(game_facts(io.loads('EFG 2 R "" { "A" "B" } ""\nt "" 1 "" { 1/9, 0 }', "efg")).rows())
    assert (rows["information"], rows["payoffs"].split(", ")[1:]) == ("perfect", ["1/9"])
    assert dict(game_facts(kuhn(3)).rows())["payoffs"] == "zero-sum"
