"""Games and profiles go to pygambit and back, and its exact regrets are ours."""

import io
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pygambit
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.errors import InputError, NumberError, ProfileError
from lemke.game import CHANCE, Game, GameBuilder, canonical_lines
from lemke.game.strategy import Profile
from lemke.generators import kuhn
from lemke.ground.rational import text
from lemke.interop.gambit import from_pygambit, gambit_profile, gambit_sets, to_gambit_profile, to_pygambit
from named_games import GAMES
from strategies import ODD_LABELS, games


def tree(content: str) -> Any:
    return pygambit.read_efg(io.StringIO(content))


@st.composite
def profiles(draw: st.DrawFn, game: Game) -> Profile:
    """Behavior strategies of small numbers, some of them 0."""
    behavior = []
    for player in range(len(game.players)):
        behavior.append([])
        for index in game.sets_of(player):
            size = len(game.information_sets[index].actions)
            weights = draw(st.lists(st.integers(0, 3), min_size=size, max_size=size).filter(any))
            behavior[-1].append([mpq(weight, sum(weights)) for weight in weights])
    return Profile.of(game, behavior)


# ---------------------------------------------------------------------- games


@pytest.mark.parametrize("players", range(4))
@pytest.mark.parametrize("perfect_recall", [True, False])
@given(data=st.data())
def test_random_games_come_back_as_they_were(players: int, perfect_recall: bool, data: st.DataObject) -> None:
    game = data.draw(games(players, perfect_recall, labels=ODD_LABELS))
    gambit_game = to_pygambit(game)
    assert list(canonical_lines(from_pygambit(gambit_game))) == list(canonical_lines(game))
    for information_set, gambit_set in zip(game.information_sets, gambit_sets(game, gambit_game), strict=True):
        assert gambit_set.is_chance == (information_set.player == CHANCE)
        assert len(gambit_set.actions) == len(information_set.actions)


def test_payoffs_given_by_a_program_are_exact() -> None:
    gambit_game = pygambit.Game.new_tree(players=["A", "B"])
    gambit_game.append_move(gambit_game.root, gambit_game.players.chance, ["x", "y"])
    gambit_game.set_chance_probs(gambit_game.root.infoset, [Decimal("0.3"), Decimal("0.7")])
    for leaf, payoffs in zip(gambit_game.root.children, [(Fraction(1, 7), 2), (Decimal("1.25"), -3)], strict=True):
        outcome = gambit_game.add_outcome(f"at {leaf.prior_action.label}", list(payoffs))
        gambit_game.set_outcome(leaf, outcome)
    game = from_pygambit(gambit_game)
    assert list(canonical_lines(game)) == ["players 2", "c 3/10 7/10", "t 1/7 2", "t 5/4 -3"]
    assert game.outcomes[0].label == "at x"


def test_labels_with_backslashes_survive() -> None:
    gambit_game = pygambit.Game.new_tree(players=["back\\", 'a "b"'], title="t\\")
    gambit_game.append_move(gambit_game.root, "back\\", ["\\", "u"])
    gambit_game.root.infoset.label = "set\\"
    game = from_pygambit(gambit_game)
    assert (game.title, game.players) == ("t\\", ("back\\", 'a "b"'))
    assert (game.information_sets[0].label, game.information_sets[0].actions) == ("set\\", ("\\", "u"))


def test_labels_are_made_acceptable_and_sets_are_found_by_their_places() -> None:
    builder = GameBuilder(["Änne", "Änne"], title="日")
    left, right = builder.move(builder.root, 0, ["ü", "ü"], "")
    builder.move(left, 1, ["", ""], "same")
    builder.pay(builder.move(right, 1, ["a\\", "b"], "same")[1], 1, 2)
    game = builder.build(unpaid="zero")
    gambit_game = to_pygambit(game)
    sets = gambit_sets(game, gambit_game)
    assert [gambit_set.label for gambit_set in sets] == ["", "same", "same_2"]
    assert [[move.label for move in gambit_set.actions] for gambit_set in sets[:1]] == [["\\xfc_1", "\\xfc_2"]]
    profile = Profile.of(game, [[["1/3", "2/3"]], [[1, 0], ["1/4", "3/4"]]])
    written = to_gambit_profile(game, profile, gambit_game)
    assert [written[move] for move in sets[2].actions] == [Fraction(1, 4), Fraction(3, 4)]
    assert gambit_profile(game, written) == profile


def test_tables_are_strategic_games() -> None:
    gambit_game = pygambit.Game.from_arrays([[1, 2, 3], [4, 5, Fraction(1, 3)]], [[0, 0, 0], [0, 0, Decimal("0.1")]])
    game = from_pygambit(gambit_game)
    assert game.strategic
    form = lemke.normal_form(game)
    assert form.payoffs[0].tolist() == [[1, 2, 3], [4, 5, mpq(1, 3)]]
    assert form.payoffs[1][1, 2] == mpq(1, 10)
    back = from_pygambit(to_pygambit(game))
    assert list(canonical_lines(back)) == list(canonical_lines(game))


def test_action_graph_games_are_strategic_games_too() -> None:
    """Two players choose one of two actions; payoffs depend on the action and on how many choose it."""
    gambit_game = pygambit.read_agg(io.StringIO("#AGG\n2\n2\n0\n2 2\n0 1\n0 1\n2 0 1\n2 0 1\n0 3 1\n0 4 2\n"))
    form = lemke.normal_form(from_pygambit(gambit_game))
    assert [matrix.tolist() for matrix in form.payoffs] == [[[1, 3], [2, 4]], [[1, 2], [3, 4]]]


def test_sets_of_another_game_are_refused() -> None:
    game = kuhn(3)
    with pytest.raises(InputError, match="expected the same tree as <Game 'Kuhn"):
        gambit_sets(game, to_pygambit(kuhn(4)))
    with pytest.raises(InputError, match="table of pygambit, expected a tree"):
        gambit_sets(game, pygambit.Game.new_table([2, 2]))
    pennies = [tree(f'EFG 2 R "" {{ "A" "B" }} {lines}') for lines in PENNIES]
    for first in range(len(pennies)):
        for second in range(len(pennies)):
            if first == second:
                assert len(gambit_sets(from_pygambit(pennies[first]), pennies[second])) > 1
            else:
                with pytest.raises(InputError, match="expected the same tree"):
                    gambit_sets(from_pygambit(pennies[first]), pennies[second])


LEAVES = 't "" 0 t "" 0'
PENNIES = [
    f'p "" 1 1 "" {{ "a" "b" }} 0 p "" 2 1 "" {{ "l" "r" }} 0 {LEAVES} p "" 2 1 0 {LEAVES}',
    f'p "" 1 1 "" {{ "a" "b" }} 0 p "" 2 1 "" {{ "l" "r" }} 0 {LEAVES} p "" 2 2 "" {{ "l" "r" }} 0 {LEAVES}',
    f'p "" 2 1 "" {{ "a" "b" }} 0 p "" 1 1 "" {{ "l" "r" }} 0 {LEAVES} p "" 1 1 0 {LEAVES}',
    f'p "" 1 1 "" {{ "a" }} 0 p "" 2 1 "" {{ "l" "r" }} 0 p "" 2 2 "" {{ "x" "y" "z" }} 0 t "" 0 {LEAVES} t "" 0',
]
"""Trees of seven nodes: matching pennies, with perfect information, the players changed, and another shape."""


# ---------------------------------------------------------------------- profiles


@given(st.data())
def test_profiles_come_back_as_they_were(data: st.DataObject) -> None:
    game = data.draw(games(data.draw(st.integers(0, 3)), perfect_recall=data.draw(st.booleans()), labels=ODD_LABELS))
    profile = data.draw(profiles(game))
    assert gambit_profile(game, to_gambit_profile(game, profile, to_pygambit(game))) == profile


@given(st.data())
def test_regrets_and_payoffs_are_those_of_pygambit(data: st.DataObject) -> None:
    game = data.draw(games())
    profile = data.draw(profiles(game))
    gambit_answer = to_gambit_profile(game, profile, to_pygambit(game))
    report = lemke.verify(game, profile)
    assert [text(payoff) for payoff in report.payoffs] == [
        str(gambit_answer.payoff(player)) for player in gambit_answer.game.players
    ]
    mixed = gambit_answer.as_strategy()
    assert text(max(report.regrets)) == str(mixed.max_regret())
    assert [text(regret) for regret in report.regrets] == [
        str(mixed.player_regret(player)) for player in gambit_answer.game.players
    ]


@given(st.data())
def test_mixed_strategies_are_the_behavior_that_they_came_from(data: st.DataObject) -> None:
    """pygambit mixes over its reduced strategies, so sets that are not reached are open when the profile comes back."""
    game = data.draw(games(data.draw(st.integers(1, 3)), max_depth=3))
    profile = data.draw(profiles(game))
    gambit_answer = to_gambit_profile(game, profile, to_pygambit(game)).as_strategy()
    back = gambit_profile(game, gambit_answer, missing="uniform")
    for player in range(len(game.players)):
        for h, (moves, before) in enumerate(zip(back.behavior[player], profile.behavior[player], strict=True)):
            assert moves == ((mpq(1, len(moves)),) * len(moves) if h in back.filled[player] else before)
    if any(back.filled):
        with pytest.raises(ProfileError, match="no probabilities at information set"):
            gambit_profile(game, gambit_answer)
    assert gambit_answer.as_behavior().payoff(next(iter(gambit_answer.game.players))) == gambit_answer.payoff(
        next(iter(gambit_answer.game.players))
    )


def test_floats_mean_their_binary_values() -> None:
    game = kuhn(3)
    gambit_answer = to_pygambit(game).mixed_behavior_profile()
    part, sets = 2 / 3, gambit_sets(game, gambit_answer.game)
    move, second_move = sets[game.sets_of(0)[0]].actions
    gambit_answer[move], gambit_answer[second_move] = part, 1 - part
    profile = gambit_profile(game, gambit_answer)
    assert profile.behavior[0][0] == (mpq(part), 1 - mpq(part))
    gambit_answer[second_move] = 1 / 3 + 1e-10
    with pytest.raises(NumberError, match="sum to 18014398511283423/18014398509481984"):
        gambit_profile(game, gambit_answer)
    profile = gambit_profile(game, gambit_answer, normalize=True)
    total = mpq(part) + mpq(1 / 3 + 1e-10)
    assert profile.behavior[0][0] == (mpq(part) / total, mpq(1 / 3 + 1e-10) / total)
    assert profile.normalization is not None
    assert (profile.normalization.sets, profile.normalization.largest) == (1, total - 1)


def test_mixed_strategies_in_floats_are_normalized_on_request() -> None:
    game = lemke.read(GAMES / "tracing_2002.efg")
    gambit_answer = to_pygambit(game).mixed_strategy_profile()
    player_1, player_2 = gambit_answer.game.players
    for strategy, value in zip(player_1.strategies, [0.1, 0.2, 0.7], strict=True):
        gambit_answer[strategy] = value
    total = mpq(0.1) + mpq(0.2) + mpq(0.7)
    assert total != 1
    with pytest.raises(NumberError, match=r"mixed strategy of player 1: .*sum to 36028797018963967/3"):
        gambit_profile(game, gambit_answer)
    profile = gambit_profile(game, gambit_answer, normalize=True)
    assert profile.behavior[0][0] == (mpq(0.1) / total, (mpq(0.2) + mpq(0.7)) / total)
    assert profile.behavior[0][1] == (mpq(0.2) / (mpq(0.2) + mpq(0.7)), mpq(0.7) / (mpq(0.2) + mpq(0.7)))
    assert profile.normalization is not None
    assert profile.normalization.largest == total - 1
    assert profile.normalization.place == "the mixed strategy of player 1"
    for strategy in player_2.strategies:
        gambit_answer[strategy] = 0
    with pytest.raises(NumberError, match=r"mixed strategy of player 2: .*sum to 0"):
        gambit_profile(game, gambit_answer, normalize=True)


def test_negative_probabilities_are_refused() -> None:
    game = lemke.read(GAMES / "tracing_2002.efg")
    mixed = to_pygambit(game).mixed_strategy_profile(rational=True)
    for strategy, value in zip(next(iter(mixed.game.players)).strategies, [-1, 1, 1], strict=True):
        mixed[strategy] = value
    with pytest.raises(NumberError, match=r"mixed strategy of player 1: .*-1, expected"):
        gambit_profile(game, mixed, normalize=True)
    behavior = to_pygambit(game).mixed_behavior_profile(rational=True)
    for move, value in zip(next(iter(next(iter(behavior.game.players)).infosets)).actions, [-1, 2], strict=True):
        behavior[move] = value
    with pytest.raises(NumberError, match=r"information set 1 .*-1, expected"):
        gambit_profile(game, behavior, normalize=True)


def test_profiles_of_tables_come_back_as_they_were() -> None:
    game = lemke.NormalForm.of([[3, 0], [0, 1]], [[1, 0], [0, 3]]).tree()
    gambit_answers = pygambit.nash.enummixed_solve(to_pygambit(game), rational=True).equilibria
    our_profiles = [gambit_profile(game, gambit_answer) for gambit_answer in gambit_answers]
    assert [lemke.verify(game, profile).is_equilibrium for profile in our_profiles] == [True] * 3
    for gambit_answer, our_profile in zip(gambit_answers, our_profiles, strict=True):
        assert to_gambit_profile(game, our_profile, gambit_answer.game) == gambit_answer
    with pytest.raises(InputError, match="a profile of a table of 2 x 2 strategies, expected one of <Game 'Kuhn"):
        gambit_profile(kuhn(3), gambit_answers[0])
    with pytest.raises(InputError, match="a table of 2 x 2 strategies, expected one of <Game 'Kuhn"):
        to_gambit_profile(kuhn(3), lemke.solve(kuhn(3)).profile, to_pygambit(game))
    larger = lemke.NormalForm.of([[3, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, 3, 0]]).tree()
    with pytest.raises(InputError, match="a profile of a table of 2 x 2 strategies, expected one of <Game"):
        gambit_profile(larger, gambit_answers[0])
    with pytest.raises(InputError, match="a table of 2 x 2 strategies, expected one of <Game"):
        to_gambit_profile(larger, lemke.solve(larger).profile, to_pygambit(game))
    with pytest.raises(InputError, match="expected a Game"):
        gambit_sets("kuhn3", to_pygambit(kuhn(3)))


# ---------------------------------------------------------------------- limits


def test_numbers_too_long_to_hand_over_are_refused_in_one_line() -> None:
    builder = GameBuilder(["A"])
    builder.pay(builder.move(builder.root, 0, ["l", "r"])[0], mpq(10) ** 5000)
    game = builder.build(unpaid="zero")
    gambit_game = to_pygambit(game)
    with pytest.raises(NumberError, match="number too long"):
        from_pygambit(gambit_game)
    long = Profile.of(game, [[[mpq(1, 3**10000), 1 - mpq(1, 3**10000)]]])
    with pytest.raises(NumberError, match="number too long"):
        to_gambit_profile(game, long, gambit_game)
