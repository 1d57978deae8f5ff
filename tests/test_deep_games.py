"""Games as deep as they are large: numbers stay short, and the limits are checked on the way."""

import pytest

from lemke import verify
from lemke.forms.sequence_form import sequence_form
from lemke.game import Game, GameBuilder
from lemke.game.strategy import balanced, centroid, realization_plan
from lemke.solvers import solve


def chain(levels: int) -> Game:
    """Return a game in which the players alternate and may stop."""
    builder = GameBuilder()
    node = builder.root
    for level in range(levels):
        stop, node = builder.move(node, level % 2, ["stop", "go"])
        builder.pay(stop, level * 7 % 5, level * 3 % 7)
    builder.pay(node, 3, 1)
    return builder.build()


def test_the_numbers_of_a_balanced_plan_do_not_grow_with_the_depth() -> None:
    levels = 2000
    for sequences in sequence_form(chain(levels)).sequences:
        plan = realization_plan(sequences, balanced(sequences))
        assert min(plan) > 0
        assert max(number.denominator.bit_length() for number in plan) <= levels.bit_length()
        assert max(number.denominator for number in realization_plan(sequences, centroid(sequences))) == 2 ** (
            levels // 2
        )


def test_the_balanced_profile_of_a_balanced_tree_is_the_centroid() -> None:
    builder = GameBuilder()
    for node in builder.move(builder.root, 0, ["a", "b", "c"]):
        for leaf in builder.move(node, 0, ["l", "r"]):
            builder.pay(leaf, 1, 1)
    (sequences, _) = sequence_form(builder.build()).sequences
    assert balanced(sequences) == centroid(sequences)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["auto", "lcp"])
def test_a_deep_chain_is_solved_from_another_start_than_the_centroid(method: str) -> None:
    game = chain(4200)
    equilibrium = solve(game, method)
    assert equilibrium.how.prior == ("balanced" if method == "lcp" else None)
    assert verify(game, equilibrium.profile).is_equilibrium
    shallow = solve(chain(400), "lcp")
    assert shallow.how.prior == "centroid"


def test_a_centipede_of_a_thousand_levels_is_solved_without_the_exact_tableau() -> None:
    """The player who stops gets two more than the opponent."""
    levels = 1000
    builder = GameBuilder()
    node = builder.root
    for level in range(levels):
        player = level % 2
        stop, node = builder.move(node, player, ["stop", "go"])
        builder.pay(stop, *(level // 2 + 2 * (receiver == player) for receiver in (0, 1)))
    builder.pay(node, 1, 2)
    equilibrium = solve(builder.build(), "lcp")
    assert equilibrium.kernel == "guided"
    assert equilibrium.payoffs == (2, 0)
