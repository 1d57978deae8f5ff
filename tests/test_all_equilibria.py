"""All equilibria of a game: every one is proved on the matrices and on the tree, and none is missing."""

import json
from collections.abc import Sequence
from functools import partial

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import assume, given
from hypothesis import strategies as st

import lemke
from hard_games import all_ties, bundled
from lemke.errors import GameError, NotProvedError, RecallError
from lemke.forms.normal_form import AllEquilibria, NashSubset, NormalForm, Probabilities
from lemke.forms.normal_form import form as strategic_forms
from lemke.game import Game
from lemke.game.pure_strategies import MixedStrategy
from lemke.game.recall import player_sequences
from lemke.game.strategy import realization_plan
from lemke.generators import coordination
from lemke.linear.lp import LP, Optimal
from lemke.solvers import enumeration as module
from mixtures import mixed_of_plan
from naive import naive_payoffs, naive_regrets
from named_games import GAMES, STRATEGIC
from strategies import games

SMALL = 40
"""Combinations of reduced strategies beyond which a game is left out."""


enumerate_strategies = partial(lemke.enumerate, by="strategies")


def tree(name: str) -> Game:
    return lemke.read(GAMES / f"{name}.efg")


def subsets(enumeration: AllEquilibria) -> list[NashSubset]:
    return [subset for component in enumeration.components for subset in component.subsets]


def in_hull(point: Sequence[mpq], vertices: Sequence[Probabilities]) -> bool:
    """Whether a strategy is a convex combination of others, by linear programming unless that is clear at once."""
    if tuple(point) in vertices or any(p and not any(weights) for p, *weights in zip(point, *vertices, strict=True)):
        return tuple(point) in vertices
    program = LP.of(list(zip(*vertices, strict=True)), point, [0] * len(vertices), ["="] * len(point))
    return isinstance(lemke.solve_lp(program), Optimal)


def is_covered(enumeration: AllEquilibria, x: Sequence[mpq], y: Sequence[mpq]) -> bool:
    """Whether a pair of strategies lies in one of the maximal Nash subsets."""
    return any(in_hull(x, subset.x) and in_hull(y, subset.y) for subset in subsets(enumeration))


# ---------------------------------------------------------------------- games with known equilibria

KNOWN = {
    "all ties": (all_ties(), 4, 1),
    **{f"coordination {n}": (coordination(n), 2**n - 1, 2**n - 1) for n in range(1, 7)},
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_games_have_their_known_numbers_of_equilibria(name: str) -> None:
    (A, B), equilibria, components = KNOWN[name]
    form = NormalForm.of(A, B)
    enumeration = enumerate_strategies(form)
    assert enumeration.form is form
    assert len(enumeration.equilibria) == equilibria
    assert components in (None, len(enumeration.components))
    assert enumeration.classes == tuple((number,) for number in range(equilibria))
    assert all(form.regrets((equilibrium.x, equilibrium.y)) == (0, 0) for equilibrium in enumeration.equilibria)
    assert all(
        form.expected((equilibrium.x, equilibrium.y)) == equilibrium.payoffs for equilibrium in enumeration.equilibria
    )


def test_extreme_equilibria_with_the_same_plans_are_one_class() -> None:
    enumeration = enumerate_strategies(tree("tracing_2002"))
    expected = {
        ("1 0 0", "1 0 0 0", "11 3"),
        ("1 0 0", "1/12 11/12 0 0", "11 3"),
        ("0 1/3 2/3", "0 0 2/3 1/3", "4 7/3"),
        ("5/14 3/14 3/7", "1/8 0 13/24 1/3", "4 3/2"),
        ("5/14 3/14 3/7", "0 1/8 2/3 5/24", "4 3/2"),
    }
    assert {
        tuple(" ".join(map(str, part)) for part in (e.x, e.y, e.payoffs)) for e in enumeration.equilibria
    } == expected
    assert len(enumeration.components) == 3
    assert enumeration.classes == ((0,), (1,), (2, 3), (4,))
    assert len(enumeration.profiles) == 4
    assert enumeration.profiles[0].filled == (frozenset([1]), frozenset())


@pytest.mark.parametrize("file", STRATEGIC)
def test_strategic_examples_have_their_numbers_of_equilibria_and_components(file: str) -> None:
    enumeration = enumerate_strategies(lemke.read(GAMES / file))
    assert (len(enumeration.equilibria), len(enumeration.components)) == STRATEGIC[file]


def test_a_tree_that_only_says_it_is_strategic_is_refused() -> None:
    document = json.loads(lemke.dumps(tree("tracing_2002"), "json"))
    with pytest.raises(GameError, match="strategic"):
        lemke.loads(json.dumps(document | {"strategic": True}), "json")


# ---------------------------------------------------------------------- random games

PAYOFFS = st.sampled_from([0, 0, 1, 1, 2])
MIXED = st.lists(st.integers(0, 2), min_size=3, max_size=3).filter(any)


@given(st.lists(PAYOFFS, min_size=18, max_size=18), MIXED, MIXED)
def test_a_pair_is_an_equilibrium_iff_it_lies_in_a_nash_subset(
    payoffs: list[int], rows: list[int], columns: list[int]
) -> None:
    A, B = np.array(payoffs).reshape(2, 3, 3).tolist()
    x, y = ([mpq(weight, sum(weights)) for weight in weights] for weights in (rows, columns))
    row_payoffs = [sum(a * q for a, q in zip(row, y, strict=True)) for row in A]
    column_payoffs = [sum(row[j] * p for row, p in zip(B, x, strict=True)) for j in range(3)]
    best = all(
        value == max(values)
        for values, mixed in ((row_payoffs, x), (column_payoffs, y))
        for value, probability in zip(values, mixed, strict=True)
        if probability
    )
    assert is_covered(enumerate_strategies(NormalForm.of(A, B)), x, y) == best


@given(games(max_depth=3, max_moves=2), st.integers(0, 9))
def test_the_enumeration_agrees_with_the_definitions_and_with_lemkes_paths(game: Game, seed: int) -> None:
    assume(lemke.normal_form(game, reduced=True).payoffs[0].size <= SMALL)
    enumeration = enumerate_strategies(game)
    assert len(enumeration.profiles) == len(enumeration.classes)
    for profile, members in zip(enumeration.profiles, enumeration.classes, strict=True):
        assert naive_regrets(game, profile.behavior) == (0, 0)
        for number in members:
            assert naive_payoffs(game, profile.behavior) == enumeration.equilibria[number].payoffs
    ends = lemke.solve(game, prior="random", seed=seed).profile.behavior
    sequences = [player_sequences(game, player) for player in (0, 1)]
    plans = map(realization_plan, sequences, ends)
    pure = [lemke.pure_strategies(game, player) for player in (0, 1)]
    mixed = map(mixed_of_plan, sequences, pure, plans)
    assert is_covered(enumeration, *map(probabilities, mixed))


def probabilities(mixed: MixedStrategy) -> list[mpq]:
    """The probabilities of all reduced strategies, in their order."""
    return [mixed.probabilities.get(strategy, mpq(0)) for strategy in mixed.strategies]


# ---------------------------------------------------------------------- unsuitable games, limits, wrong results


def test_unsuitable_games_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    three = NormalForm.of(*[[[[1]]]] * 3)
    for problem in (three, three.tree()):
        with pytest.raises(GameError, match="a game of 3 players"):
            enumerate_strategies(problem)
    builder = lemke.GameBuilder()
    again = builder.information_set(0, ["on", "off"])
    builder.decide(builder.decide(builder.root, again)[0], again)
    with pytest.raises(RecallError, match="absent-mindedness at information set 1 of player 1"):
        enumerate_strategies(builder.build(unpaid="zero"))
    monkeypatch.setattr(strategic_forms, "MAX_COMBINATIONS", 11)
    with pytest.raises(GameError, match="a strategic form of 3 x 4 strategies, expected at most 11 combinations"):
        enumerate_strategies(tree("tracing_2002"))


def wrong(*_: object) -> list[tuple[np.ndarray, np.ndarray]]:
    """The entrant stays out, the chain store shares."""
    return [(lemke.vector([1, 0]), lemke.vector([1, 0]))]


def test_a_wrong_equilibrium_is_not_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tree("entry_deterrence")
    monkeypatch.setattr(module, "extreme_equilibria", wrong)
    with pytest.raises(NotProvedError, match="regrets 1, 0 on the matrices, expected 0"):
        enumerate_strategies(game)
    monkeypatch.setattr(NormalForm, "judge", lambda form, strategies: ((0, 0), (0, 0)))
    with pytest.raises(NotProvedError, match="regrets 1, 0 on the tree"):
        enumerate_strategies(game)


def test_dominated_strategies_are_left_out_first_and_come_back_as_zeros() -> None:
    A, B = bundled("degenerate_2007")
    dominated = [[*row, -9] for row in A.tolist()] + [[-10, -10, -10]], [[*row, -9] for row in B.tolist()] + [[0, 0, 0]]
    enumeration, core = enumerate_strategies(NormalForm.of(*dominated)), enumerate_strategies(NormalForm.of(A, B))
    assert [(equilibrium.x, equilibrium.y) for equilibrium in enumeration.equilibria] == [
        ((*equilibrium.x, mpq(0)), (*equilibrium.y, mpq(0))) for equilibrium in core.equilibria
    ]
    assert enumeration.form.shape == (4, 3)
