"""What is said about a game without solving it."""

import pytest
from gmpy2 import mpq

from lemke import io
from lemke.forms import facts
from lemke.forms.facts import game_facts
from lemke.game.pure_strategies import enumeration


def in_turn(players: int) -> str:
    """A strategic game in which each of so many players has one strategy and gets 1."""
    return " ".join(['NFG 1 R "x" {', '"A" ' * players, "} {", "1 " * players, "}", "1 " * players])


def test_a_game_of_as_many_players_as_may_be() -> None:
    """Whatever looks for every player at all players' moves more often than once makes this endless."""
    found = game_facts(io.loads(in_turn(1000), "nfg"))
    assert (found.nodes, found.leaves, found.constant_sum) == (1001, 1, mpq(1000))
    assert len(found.players) == 1000
    assert {(each.sequences, each.pure_strategies, each.reduced_strategies) for each in found.players} == {(2, 1, 1)}


def test_histories_are_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    computed = []

    def counted(*arguments: object) -> object:
        computed.append(arguments)
        return original(*arguments)

    original = facts.histories
    for module in (facts, enumeration):
        monkeypatch.setattr(module, "histories", counted)
    assert len(game_facts(io.loads(in_turn(5), "nfg")).players) == 5
    assert len(computed) == 1
