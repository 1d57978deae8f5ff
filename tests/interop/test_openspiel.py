"""Games of OpenSpiel as trees: nothing is lost or rounded, and OpenSpiel's own judge agrees."""

import random
from fractions import Fraction
from typing import Any

import pyspiel
import pytest
from gmpy2 import mpq
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import TabularPolicy

import lemke
from lemke.game import CHANCE, TERMINAL
from lemke.game.recall import histories, require_perfect_recall
from lemke.game.strategy import centroid, random_behavior
from lemke.interop.openspiel import ChanceNodes, SpielGame, from_openspiel, openspiel_profile, to_openspiel
from spiel_games import SMALL, Census, in_turn


@pytest.fixture(scope="module", params=SMALL)
def game(request: Any) -> SpielGame:
    return from_openspiel(request.param)


def uniform(game: lemke.Game) -> lemke.Profile:
    sequences = require_perfect_recall(game, histories(game))
    return lemke.Profile.of(game, [centroid(player_sequences) for player_sequences in sequences])


def test_the_tree_has_all_nodes_sets_and_moves_of_openspiel(game: SpielGame) -> None:
    census = Census(in_turn(game.name))
    leaves, chance = (int((game.player == kind).sum()) for kind in (TERMINAL, CHANCE))
    assert {"leaf": leaves, "chance": chance, "decision": game.size - leaves - chance} == dict(
        {"leaf": 0, "chance": 0, "decision": 0}, **census.nodes
    )
    assert {*game.states} == {(player, label) for player in (0, 1) for label in census.sets[player]}
    for player in (0, 1):
        sets = [game.information_sets[index] for index in game.sets_of(player)]
        assert len(sets) == len(census.sets[player])
        assert sum(len(information_set.actions) for information_set in sets) == census.moves[player]
    assert game.provenance.hit.nodes == chance
    assert game.provenance.near == ChanceNodes()
    assert lemke.reach(game, uniform(game)).payoffs == tuple(map(mpq, census.payoffs))


def test_sets_and_leaves_have_their_states(game: SpielGame) -> None:
    first = game.first_nodes().tolist()
    for (player, label), index in random.Random(1).sample(sorted(game.states.items()), min(40, len(game.states))):
        state = game.state(first[index])
        assert (state.current_player(), state.information_state_string()) == (player, label)
        assert tuple(state.legal_actions()) == game.action_ids[index]
        assert game.information_sets[index].actions == tuple(map(state.action_to_string, state.legal_actions()))
    for leaf in game.leaves[:: 1 + len(game.leaves) // 40].tolist():
        state = game.state(leaf)
        payoffs = game.outcomes[game.outcome[leaf]].payoffs
        assert state.is_terminal() and payoffs == tuple(mpq(Fraction(payoff)) for payoff in state.returns())


def test_the_regrets_are_openspiels_in_floats(game: SpielGame) -> None:
    """OpenSpiel computes the NashConv of random policies in floats, so only here numbers may differ a bit."""
    policy = random_policy(game, random.Random(game.name))
    report = lemke.verify(game, openspiel_profile(game, policy, normalize=True))
    assert abs(sum(report.regrets) - mpq(exploitability.nash_conv(game.spiel, policy))) < mpq(1, 10**12)


def random_policy(game: SpielGame, source: random.Random) -> TabularPolicy:
    policy = TabularPolicy(game.spiel)
    for row, legal in enumerate(policy.legal_actions_mask):
        weights = [source.random() if is_legal else 0.0 for is_legal in legal]
        policy.action_probability_array[row] = [weight / sum(weights) for weight in weights]
    return policy


LEDUC = mpq(-1454920850547486749701863871533, 16995463438839962469905132501930)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kuhn_poker", mpq(-1, 18)),
        ("python_kuhn_poker", mpq(-1, 18)),
        ("leduc_poker", LEDUC),
        ("leduc_poker(suit_isomorphism=True)", LEDUC),
        ("liars_dice(dice_sides=3)", mpq(1, 9)),
        ("liars_dice(dice_sides=4)", mpq(1, 16)),
        ("matrix_rps", 0),
        ("connect_four(rows=3,columns=3,x_in_row=3)", 0),
    ],
)
def test_games_have_their_known_values(name: str, value: object) -> None:
    assert lemke.solve(from_openspiel(name)).payoffs == (value, -value)


@pytest.mark.parametrize("name", ["first_sealed_auction(max_value=4)", "sheriff(num_rounds=2)", "matrix_sh"])
def test_equilibria_of_general_sum_games_have_no_regret_in_openspiel(name: str) -> None:
    game = from_openspiel(name)
    equilibrium = lemke.solve(game)
    report = lemke.verify(game, equilibrium.profile)
    assert report.is_equilibrium
    policy = to_openspiel(game, equilibrium.profile)
    assert exploitability.nash_conv(game.spiel, policy) < 1e-12


@pytest.mark.parametrize("name", ["kuhn_poker(players=3)", "goofspiel(players=3,num_cards=2)"])
def test_more_players_are_judged_as_by_openspiel(name: str) -> None:
    game = from_openspiel(name)
    assert len(game.players) == 3
    chosen = random.Random(1)
    sequences = require_perfect_recall(game, histories(game))
    for behavior in (
        [centroid(player_sequences) for player_sequences in sequences],
        [random_behavior(player_sequences, chosen) for player_sequences in sequences],
    ):
        profile = lemke.Profile.of(game, behavior)
        report = lemke.verify(game, profile)
        conv = exploitability.nash_conv(game.spiel, to_openspiel(game, profile), return_only_nash_conv=False)
        floats = [conv.nash_conv, *conv.player_improvements]
        assert all(
            abs(float(exact) - approximate) < 1e-12
            for exact, approximate in zip([report.nash_conv, *report.regrets], floats, strict=True)
        )
        assert report.exploitability is None


def test_a_game_may_be_given_as_an_object() -> None:
    spiel = pyspiel.load_game("goofspiel(num_cards=3)")
    game = from_openspiel(spiel)
    from_string = from_openspiel("goofspiel(num_cards=3)")
    assert game.name == str(spiel)
    assert game.spiel.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    assert lemke.dumps(game).split("\n")[1:] == lemke.dumps(from_string).split("\n")[1:]


def test_payoffs_are_binary_unless_they_are_snapped_and_listed() -> None:
    binary, snapped = (from_openspiel("tiny_bridge_2p", payoffs=payoffs) for payoffs in ("binary", "snapped"))
    off = 19.999999999999996
    assert binary.provenance.snapped == ()
    assert mpq(Fraction(off)) in {outcome.payoffs[0] for outcome in binary.outcomes}
    assert dict(snapped.provenance.snapped)[off] == 20
    assert mpq(20) in {outcome.payoffs[0] for outcome in snapped.outcomes}
    assert "snapped within 4 units in the last place" in snapped.comment
    assert f"{off} to 20" in snapped.comment
    changed = dict(snapped.provenance.snapped)
    for binary_outcome, snapped_outcome in zip(binary.outcomes, snapped.outcomes, strict=True):
        for before, after in zip(binary_outcome.payoffs, snapped_outcome.payoffs, strict=True):
            assert after == changed.get(float(before), before)
