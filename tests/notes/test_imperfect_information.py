"""Notes on imperfect information, sections "Extensive form" and "Sequence form": every definition on a small game.

Ann gets a high or a low card, each with probability 1/2. She passes and loses 1, or bets; then Bob, who does not see
the card, folds and loses 1, or calls, and the card decides about 2.
"""

from gmpy2 import mpq

from lemke.game import Game, GameBuilder
from lemke.game.best_response import counterfactual
from lemke.game.reach import Reach, reach
from lemke.game.recall import player_sequences
from lemke.game.strategy import Profile, realization_plan

LOW, BOB = 2, 3
"""Information sets, as indices into ``GAME.information_sets``; 0 is chance's, 1 the high card."""


def one_card() -> Game:
    builder = GameBuilder(["Ann", "Bob"])
    reply = builder.information_set(1, ["fold", "call"], label="Bob")
    for node, label, stake in zip(
        builder.chance(builder.root, {"high": "1/2", "low": "1/2"}), ("high", "low"), (2, -2), strict=True
    ):
        passed, bet = builder.move(node, 0, ["pass", "bet"], label=label)
        builder.pay(passed, -1, 1)
        folded, called = builder.decide(bet, reply)
        builder.pay(folded, 1, -1)
        builder.pay(called, stake, -stake)
    return builder.build()


GAME = one_card()
PROFILE = Profile.of(GAME, [[[0, 1], ["2/3", "1/3"]], [["1/3", "2/3"]]])
"""The equilibrium: bet the high card, bluff with 1/3; call with 2/3."""


def reach_of_profile() -> Reach:
    return reach(GAME, PROFILE)


def bets() -> list[int]:
    """The two nodes of Bob's set: after a high and after a low card."""
    return [node for node in range(GAME.size) if GAME.information_set[node] == BOB]


def test_the_probability_of_a_history_includes_the_chance_player():
    after_low = bets()[1]
    assert reach_of_profile().chance[after_low] == mpq(1, 2)
    assert reach_of_profile().players[0][after_low] == mpq(1, 3)
    assert reach_of_profile().players[1][after_low] == 1
    assert reach_of_profile().nodes[after_low] == mpq(1, 6)


def test_the_counterfactual_value_is_that_of_a_player_who_plays_to_reach_the_set():
    values = counterfactual(GAME, PROFILE, 0).values
    assert values.reach.tolist() == [mpq(1, 2), mpq(1, 2)]
    assert values.value(0) == mpq(1, 3) * 1 + mpq(2, 3) * 2
    assert values.move_value(1, 1) == mpq(1, 3) * 1 + mpq(2, 3) * -2 == values.move_value(1, 0)
    bob = counterfactual(GAME, PROFILE, 1).values
    assert bob.reach[0] == mpq(2, 3)
    assert bob.move_value(0, 0) == bob.move_value(0, 1) == (mpq(1, 2) * -2 + mpq(1, 6) * 2) / mpq(2, 3) == -1


def decline_or_divide() -> Game:
    """Ann declines and gets 3, or divides 2 and 1 as she likes."""
    builder = GameBuilder(["Ann", "Bob"])
    declined, divide = builder.move(builder.root, 0, ["decline", "divide"], label="first")
    more, less = builder.move(divide, 0, ["more", "less"], label="second")
    for node, payoffs in ((declined, (3, 3)), (more, (2, 1)), (less, (1, 2))):
        builder.pay(node, *payoffs)
    return builder.build()


def test_a_best_response_may_be_arbitrary_at_an_unreached_set_and_then_is_no_counterfactual_one():
    game = decline_or_divide()
    profile = Profile.of(game, [[[1, 0], [0, 1]], []])
    judged = counterfactual(game, profile, 0)
    assert reach(game, profile).sets[1] == 0
    assert judged.is_best_response
    assert not judged.is_counterfactual_best_response


def test_the_counterfactual_best_response_value_is_the_value_under_that_response():
    game = decline_or_divide()
    profile = Profile.of(game, [[[1, 0], [0, 1]], []])
    judged = counterfactual(game, profile, 0)
    assert [judged.values.value(h) for h in range(2)] == [3, 1]
    assert [judged.best_values.value(h) for h in range(2)] == [3, 2]
    response = [[int(k == move) for k in range(2)] for move in judged.response.moves]
    at_response = counterfactual(game, profile.replaced(game, {0: response}), 0)
    assert at_response.values.weighted.tolist() == judged.best_values.weighted.tolist()


def test_a_sequence_has_the_product_of_its_actions_as_realization_probability():
    game = decline_or_divide()
    plan = realization_plan(player_sequences(game, 0), ((mpq(1, 4), mpq(3, 4)), (mpq(1, 3), mpq(2, 3))))
    assert plan.tolist() == [1, mpq(1, 4), mpq(3, 4), mpq(1, 4), mpq(1, 2)]
