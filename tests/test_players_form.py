"""The sequence form of any number of players beside the tree, and beside the matrices of two."""

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.errors import GameError, InputError, ProfileError, RecallError
from lemke.forms.sequence_form import players_form
from lemke.game import CHANCE, Game
from lemke.game.strategy import realization_plan
from lemke.ground.sparse import vector
from naive import behaviors, leaves, naive_payoffs, own_sets, payoff, steps
from named_games import GAMES, NAMED
from strategies import games


@pytest.mark.parametrize("players", [1, 2, 3])
def test_expected_payoffs_of_plans_are_those_of_the_tree(players: int) -> None:
    @given(st.data())
    def agrees(data: st.DataObject) -> None:
        game = data.draw(games(players=players, max_depth=3))
        behavior = data.draw(behaviors(game))
        form = players_form(game)
        plans = [
            realization_plan(sequences, strategy) for sequences, strategy in zip(form.sequences, behavior, strict=True)
        ]
        assert form.expected_payoffs(plans) == naive_payoffs(game, behavior)
        for matrix, plan in zip(form.constraints, plans, strict=True):
            assert (matrix @ plan).tolist() == [1] + [0] * (matrix.shape[0] - 1)

    agrees()


@given(games(players=3, max_depth=3))
def test_the_extended_utility_is_the_sum_over_the_leaves_that_the_sequences_lead_to(game: Game) -> None:
    form = players_form(game)
    expected: dict[tuple[int, ...], list[mpq]] = {}
    for leaf in leaves(game):
        chance = mpq(1)
        last = [0, 0, 0]
        for index, move in steps(game, leaf):
            information_set = game.information_sets[index]
            if information_set.player == CHANCE:
                chance *= information_set.probabilities[move]
            else:
                sequences = form.sequences[information_set.player]
                last[information_set.player] = sequences.moves(own_sets(game, information_set.player).index(index))[
                    move
                ]
        sums = expected.setdefault(tuple(last), [mpq(0)] * 3)
        for player in range(3):
            sums[player] += chance * payoff(game, leaf, player)
    assert list(map(tuple, form.support.tolist())) == sorted(expected)
    for key, sums in expected.items():
        assert list(form.utility(key)) == sums


@given(games())
def test_the_matrices_of_two_players_are_the_special_case(game: Game) -> None:
    form, general = lemke.sequence_form(game), players_form(game)
    for matrix, payoffs in zip((form.A, form.B), general.payoffs, strict=True):
        entries = {(i, j): value for i, j, value in matrix.entries}
        assert entries == {tuple(key): value for key, value in zip(general.support.tolist(), payoffs) if value}
    assert general.constraints == (form.E, form.F)


@pytest.mark.parametrize("known", NAMED, ids=lambda known: known.file)
def test_every_pair_of_names_has_the_utility_of_the_matrices(known) -> None:
    game = lemke.read(GAMES / known.file)
    form, general = lemke.sequence_form(game), players_form(game)
    names = [form.sequence_names(player) for player in (0, 1)]
    for player, matrix in enumerate((form.A, form.B)):
        for i, j, value in matrix.entries:
            assert general.utility([names[0][i], names[1][j]])[player] == value


def test_the_table_has_the_payoffs_of_every_tuple_of_sequences() -> None:
    builder = lemke.GameBuilder(["Ann", "Bob", "Ann"])
    left, right = builder.move(builder.root, 0, ["L", "R"])
    stop, on = builder.move(right, 2, ["stop", "on"])
    for leaf, payoffs in ((left, (1, 2, 3)), (stop, (4, 5, 6)), (on, (7, 8, 9))):
        builder.pay(leaf, *payoffs)
    table = players_form(builder.build()).to_table()
    assert table.rows == (("L", "∅", "∅", 1, 2, 3), ("R", "∅", "stop", 4, 5, 6), ("R", "∅", "on", 7, 8, 9))
    assert len({*table.columns}) == 6 and table.columns[1::3] == ("Bob", "payoff Bob")
    assert table.index == 3


def test_sequences_that_lead_to_no_leaf_together_have_utility_zero() -> None:
    form = players_form(lemke.read(GAMES / "sequence_lecture.efg"))
    assert form.utility(["∅", "∅"]) == form.utility([1, "g"]) == (0, 0)


@pytest.mark.parametrize(
    ("sequences", "error", "message"),
    [
        (["∅"], InputError, "1 sequences, expected 2"),
        (["no such", "∅"], ProfileError, "the sequence 'no such' of player 1"),
        ([99, 0], ProfileError, "sequence 99 of player 1, expected one from 0 to 12"),
        ([0, -1], ProfileError, "sequence -1 of player 2"),
    ],
)
def test_sequences_that_there_are_not_are_refused(sequences, error, message) -> None:
    with pytest.raises(error, match=message):
        players_form(lemke.read(GAMES / "kuhn3.efg")).utility(sequences)


def test_no_players_and_plans_of_another_size_are_refused() -> None:
    form = players_form(lemke.GameBuilder(["a", "b", "c"]).build(unpaid="zero"))
    assert form.expected_payoffs([vector([1])] * 3) == (0, 0, 0)
    with pytest.raises(GameError, match="a game of 0 players"):
        players_form(lemke.GameBuilder([]).build(unpaid="zero"))


def test_a_player_who_forgets_is_refused_by_name() -> None:
    builder = lemke.GameBuilder(["a", "b", "c"])
    forgotten = builder.information_set(2, ["l", "r"], "forgotten")
    for node in builder.move(builder.root, 2, ["L", "R"]):
        builder.decide(node, forgotten)
    with pytest.raises(RecallError, match='"forgotten" of player 3'):
        players_form(builder.build(unpaid="zero"))
