"""The double oracle of trees: bounds, regrets, restricted games, temporary leaves, responses, beside naive ones."""

import random
from collections.abc import Iterable
from itertools import pairwise
from typing import ClassVar

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.errors import GameError, InputError, RecallError
from lemke.game import CHANCE, Game
from lemke.game.implicit import State, TreeState
from lemke.game.strategy import Profile
from lemke.generators import goofspiel_state, kuhn, kuhn_state, leduc_state, liars_dice_state
from lemke.ground.rational import exact
from lemke.solvers.double_oracle import PartialStrategy, RestrictedGame, Round, iterations
from lemke.solvers.double_oracle.responses import DEFAULT
from methods import solved_by
from strategies import games, opposed

EXPANSIONS = pytest.mark.parametrize("expansion", ["both", "larger"])


def profile(game: Game, strategies: Iterable[PartialStrategy]) -> Profile:
    """Partial strategies as distributions over the moves of all sets."""

    def distribution(strategy: PartialStrategy, index: int) -> list[mpq]:
        return [dict(strategy(index)).get(k, mpq(0)) for k in range(len(game.information_sets[index].actions))]

    behavior = [[distribution(strategy, k) for k in game.sets_of(i)] for i, strategy in enumerate(strategies)]
    return Profile.of(game, behavior)


# ---------------------------------------------------------------------- the run


@given(games(), st.sampled_from(["both", "larger"]), st.sampled_from([None, mpq(0), mpq(7, 3)]))
def test_every_round_has_true_bounds_or_regrets(game: Game, expansion: str, total: mpq | None) -> None:
    """``total`` is the sum of the payoffs; None stands for a general-sum game."""
    played = game if total is None else opposed(game, total)
    rounds = list(iterations(TreeState.root(played), expansion, constant_sum=total is not None))
    assert [step.number for step in rounds] == list(range(1, len(rounds) + 1))
    assert len(rounds) <= sum(sequences.size for sequences in lemke.sequence_form(played).sequences)
    for step in rounds:
        report = lemke.verify(played, profile(played, step.strategies))
        if total is None:
            assert (report.payoffs, report.regrets, max(report.regrets)) == (step.payoffs, step.regrets, step.gap)
        else:
            assert report.best_values == (step.upper, total - step.lower)
            assert step.gap == step.upper - step.lower
    for before, after in pairwise(rounds):
        assert before.gap >= after.gap and before.gap > 0
        assert sum(before.sizes) < sum(after.sizes)
        if total is not None:
            assert before.lower <= after.lower <= after.upper <= before.upper
    assert rounds[-1].gap == 0
    if total is not None:
        assert rounds[-1].lower == solved_by(played, "lp").payoffs[0]


@EXPANSIONS
@pytest.mark.parametrize(
    ("root", "value"),
    [
        (kuhn_state(3), "-1/18"),
        (kuhn_state(5), "-1/15"),
        (leduc_state(ranks=2), "0"),
        (liars_dice_state(faces=3), "1/9"),
        (goofspiel_state(3, "descending", seen="winner"), "0"),
    ],
    ids=["kuhn", "kuhn 5", "leduc", "liar's dice", "goofspiel"],
)
def test_known_games_have_their_known_values(root: State, value: str, expansion: str) -> None:
    *_, last = iterations(root, expansion)
    assert (last.lower, last.upper) == (mpq(value), mpq(value))


def test_default_actions_are_added_at_temporary_leaves_that_an_equilibrium_reaches() -> None:
    """While player 1's second move is not allowed, the temporary leaf is worth as much as y, but the default is x.

    So player 1 goes there in the restricted equilibrium but stops in its best response. Neither has a new sequence.
    """
    builder = lemke.GameBuilder()
    stop, go = builder.move(builder.root, 0, ["stop", "go"])
    r, on = builder.move(go, 1, ["r", "on"])
    a, b = builder.move(on, 0, ["a", "b"])
    x, y = builder.move(a, 1, ["x", "y"])
    for node, payoffs in ((stop, (1, 0)), (r, (2, 1)), (b, (-6, -6)), (x, (-5, 0)), (y, (5, 3))):
        builder.pay(node, *payoffs)
    game = builder.build()
    steps = list(iterations(TreeState.root(game), constant_sum=False))
    assert [step.sizes for step in steps] == [(1, 1), (2, 1), (2, 2), (3, 2), (4, 2)]
    assert [step.gap for step in steps] == [1, 1, 1, 1, 0]
    assert solved_by(game, "double-oracle").payoffs == (1, 0)


# ---------------------------------------------------------------------- responses


def payoffs(state: State) -> tuple[mpq, mpq]:
    first, second = map(exact, state.payoffs())
    return first, second


# ---------------------------------------------------------------------- restricted games


def naive_secured(state: State, player: int) -> tuple[mpq, mpq]:
    """By definition: the player takes its first action everywhere, and the opponent its best reply."""
    if state.is_terminal():
        return payoffs(state)
    if state.player() == CHANCE:
        below = [(mpq(p), naive_secured(state.child(action), player)) for action, p in state.chance()]
        first, second = (sum((p * pair[i] for p, pair in below), mpq(0)) for i in (0, 1))
        return first, second
    values = [naive_secured(state.child(action), player) for action in state.actions()]
    return values[DEFAULT] if state.player() == player else max(values, key=lambda pair: pair[1 - player])


@given(games(max_depth=3), st.integers(0, 99))
def test_the_payoffs_of_a_restricted_game_follow_its_definition(game: Game, seed: int) -> None:
    zero_sum = opposed(game)
    restricted = RestrictedGame(TreeState.root(zero_sum), True)
    source = random.Random(seed)
    for _ in range(6):
        known = [(player, information_set) for player in (0, 1) for information_set in restricted.sets[player].values()]
        if known:
            player, information_set = source.choice(known)
            restricted.allow(player, information_set, source.randrange(len(information_set.actions)))
        form, (rows, columns) = restricted.form()
        expected: dict[tuple[int, int], mpq] = {}
        pending = [(TreeState.root(zero_sum), (0, 0), mpq(1))]
        while pending:
            state, pair, reach = pending.pop()
            worth = None
            if state.is_terminal():
                worth = state.payoffs()[0]
            elif (mover := state.player()) == CHANCE:
                pending += [(state.child(k), pair, reach * p) for k, p in state.chance() if p]
            else:
                mover_set = restricted.sets[mover][state.information_state()]
                assert mover_set.parent == pair[mover]
                for place, sequence in mover_set.allowed.items():
                    after = (sequence, pair[1]) if mover == 0 else (pair[0], sequence)
                    pending.append((state.child(place), after, reach))
                if not mover_set.allowed:
                    worth = naive_secured(state, mover)[0]
            if worth is not None:
                expected[pair] = expected.get(pair, mpq(0)) + reach * worth
        entries = {(rows[row], columns[column]): value for row, column, value in form.A.entries}
        assert entries == {pair: value for pair, value in expected.items() if value}


# ---------------------------------------------------------------------- refusals, limits, false statements


def test_general_sum_states_need_the_option_constant_sum() -> None:
    root = kuhn_state(3, "1/20")
    with pytest.raises(InputError, match="expected equal sums, or constant_sum=False"):
        lemke.double_oracle(root)
    for flag in (False, np.False_):
        last = lemke.double_oracle(root, constant_sum=flag).last
        assert (last.interval, last.payoffs) == (None, lemke.solve(kuhn(3, "1/20")).payoffs)


def test_imperfect_recall_is_refused() -> None:
    builder = lemke.GameBuilder()
    guess, forgets = builder.information_set(1, ["L", "R"]), builder.information_set(0, ["l", "r"])
    for k, node in enumerate(builder.move(builder.root, 0, ["L", "R"])):
        for j, child in enumerate(builder.decide(node, guess)):
            for leaf in builder.decide(child, forgets):
                builder.pay(leaf, int(j != k), -int(j != k))
    with pytest.raises(RecallError, match="imperfect recall of player 1"):
        list(iterations(TreeState.root(builder.build())))


class AlteredState(TreeState):
    """A state of a tree with other bounds, players or keys at some nodes."""

    @classmethod
    def of(cls, game: Game, **changes: dict[int, object]) -> "AlteredState":
        state = cls(TreeState.root(game).tree, 0)
        cls.changes = changes
        return state

    changes: ClassVar[dict[str, dict[int, object]]] = {}

    def child(self, action: int, /) -> "AlteredState":
        below = super().child(action)
        return AlteredState(below.tree, below.node)

    def bounds(self) -> tuple[mpq, mpq]:
        return self.changes.get("bounds", {}).get(self.node, super().bounds())

    def player(self) -> int:
        return self.changes.get("player", {}).get(self.node, super().player())

    def information_state(self) -> int:
        return self.changes.get("key", {}).get(self.node, super().information_state())


@given(games(), st.data())
def test_loose_bounds_change_no_value(game: Game, data: st.DataObject) -> None:
    zero_sum = opposed(game)
    loose: dict[int, object] = {}
    for node in range(len(zero_sum.parent)):
        low, high = TreeState(TreeState.root(zero_sum).tree, node).bounds()
        below, above = (data.draw(st.integers(0, 3), label=f"looser at {node}") for _ in range(2))
        loose[node] = low - below, high + above
    steps = list(iterations(AlteredState.of(zero_sum, bounds=loose)))
    assert steps[-1].lower == steps[-1].upper == solved_by(zero_sum, "lp").payoffs[0]


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ({0: (1, -1)}, "the bounds 1, -1, expected two numbers, the lower bound first"),
        ({0: (1,)}, "the bounds 1, expected two numbers, the lower bound first"),
        ({0: (-1, "1/2")}, "bounds at .* 1 at most 1/2, expected bounds that allow the payoff 1 of leaves below"),
    ],
    ids=["reversed", "one", "too tight"],
)
def test_false_bounds_are_refused_when_they_show(bounds: dict[int, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(iterations(AlteredState.of(lemke.example("matching_pennies"), bounds=bounds)))


def test_bounds_of_the_value_never_cross() -> None:
    nothing = mpq(0), mpq(0)

    def round_of(number: int, strategies: tuple[str, str], lower: object, upper: object) -> Round[str]:
        bounds = mpq(lower), mpq(upper)
        return Round(number, ((), ()), (number, number), nothing, nothing, bounds, bounds[1] - bounds[0], strategies)

    first = round_of(1, ("x", "y"), -1, 1).best_so_far(None)
    assert (first.lower, first.upper) == (-1, 1)
    later = round_of(2, ("x2", "y2"), -2, 0).best_so_far(first)
    assert (later.number, later.lower, later.upper, later.gap, later.strategies) == (2, -1, 0, 1, ("x", "y2"))
    with pytest.raises(InputError, match="the lower bound 1/2 of the value above the upper bound 0"):
        round_of(3, ("x3", "y3"), "1/2", 1).best_so_far(later)


@pytest.mark.parametrize("general", [False, True], ids=["zero-sum", "general-sum"])
@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"player": {3: 2}}, GameError, "the player 2 to move, expected 0, 1 or chance"),
        ({"key": {4: 2}}, GameError, "the actions 0(, 1)? at '2', expected 0(, 1)? as before"),
    ],
    ids=["a third player", "other actions"],
)
def test_mistakes_at_nodes_that_nobody_reaches_are_found(
    changes: dict[str, dict[int, object]], error: type[Exception], message: str, general: bool
) -> None:
    """Player 1's first action ends the game. After the second, player 2 moves at nodes with different actions."""
    builder = lemke.GameBuilder()
    _, on = builder.move(builder.root, 0, ["stop", "on"])
    left, right = builder.chance(on, {"l": "1/2", "r": "1/2"})
    for node, actions in ((left, ["a", "b"]), (right, ["a"])):
        for leaf, prize in zip(builder.move(node, 1, actions), (3, -3), strict=False):
            builder.pay(leaf, prize, -prize)
    game = builder.build(unpaid="zero")
    with pytest.raises(error, match=message):
        list(iterations(AlteredState.of(game, **changes), constant_sum=not general))
