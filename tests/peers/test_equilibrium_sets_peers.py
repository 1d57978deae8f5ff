"""The maximal sets of equilibria beside the lists of ``lrsnash`` and pygambit for the reduced strategic form.

The vertices of a maximal set, as mixed strategies over reduced strategies, are extreme equilibria. So a set has the
ranges of the extreme equilibria in it, and all of them lie in sets.
"""

import importlib.util
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq

import lemke
from lemke.forms.normal_form import TreeNormalForm
from lemke.game import Game
from lemke.game.pure_strategies import plan_of_mixed
from lemke.generators import coordination, many_equilibria, random_bimatrix
from lemke.ground.sparse import Vector
from lrsnash_program import lrsnash
from maximal_sets import Plans, contains
from seeded_games import ADVERSARIAL, payoff_kind, random_game

LRSNASH = pytest.mark.skipif(shutil.which("lrsnash") is None, reason="lrsnash is not installed")
GAMBIT = pytest.mark.skipif(importlib.util.find_spec("pygambit") is None, reason="pygambit is not installed")

Mixed = tuple[tuple[mpq, ...], tuple[mpq, ...]]
TREES, BATCHES = 240, 12
COMBINATIONS = 48
"""Of reduced strategies, at most: enummixed_solve takes long for many."""
MACHINE_NUMBER = 2**63
"""Numerators and denominators below are read by ``lrsnash`` as they are."""
FAR = 2**31 - 1
"""Apart from each other: payoffs of which Gambit 16.7 lists nothing, see the last test."""


def by_lrsnash(form: TreeNormalForm, folder: Path) -> set[Mixed]:
    pairs = lrsnash(*(payoffs.tolist() for payoffs in form.payoffs), folder)
    return {tuple(tuple(map(mpq, strategy)) for strategy in pair) for pair in pairs}


def by_gambit(form: TreeNormalForm) -> set[Mixed]:
    import pygambit

    rational = np.frompyfunc(lambda value: pygambit.Rational(str(value)), 1, 1)
    game = pygambit.Game.from_arrays(*map(rational, form.payoffs))
    profiles = pygambit.nash.enummixed_solve(game, rational=True).equilibria
    return {
        tuple(tuple(mpq(str(profile[strategy])) for strategy in player.strategies) for player in game.players)
        for profile in profiles
    }


def plans_of(form: TreeNormalForm, sequences: tuple, pair: Mixed) -> Plans:
    first, second = (plan_of_mixed(sequences[player], form.mixed_strategy(player, pair[player])) for player in (0, 1))
    return first, second


def ends(plans: list[Vector]) -> list[tuple[mpq, mpq]]:
    """The least and the greatest weight of every sequence."""
    return [(min(weights), max(weights)) for weights in zip(*plans, strict=True)]


def require_agreement(game: Game, form: TreeNormalForm, pairs: set[Mixed]) -> None:
    """Assert that the sets contain all equilibria of a peer, and that each of them and their union have its ranges."""
    equilibria, known = lemke.enumerate(game, by="sets"), lemke.ranges(game)
    assert equilibria.is_complete and known.equilibria.is_complete
    sequence_form = lemke.sequence_form(game)
    extreme = [plans_of(form, sequence_form.sequences, pair) for pair in sorted(pairs)]
    inside = set()
    for described in equilibria.sets:
        members = [
            number
            for number, plans in enumerate(extreme)
            if contains(sequence_form, described.equilibrium_set.plans, plans)
        ]
        inside.update(members)
        for player in (0, 1):
            weights = [tuple(move.weight) for move in described.moves[player]]
            assert weights == ends([extreme[number][player] for number in members])
    assert inside == set(range(len(extreme))) != set()
    for player in (0, 1):
        weights = [tuple(move.weight) for move in known.equilibria.moves[player]]
        assert weights == ends([plans[player] for plans in extreme])
        payoffs = [sequence_form.payoffs(*plans)[player] for plans in extreme]
        assert tuple(known.equilibria.payoffs[player]) == (min(payoffs), max(payoffs))


# ---------------------------------------------------------------------- games


def reduced(game: Game) -> TreeNormalForm:
    return lemke.normal_form(game, reduced=True)


def trees(batch: int) -> Iterator[Game]:
    """Small trees by seeds: with ties, moves of chance of probability 0, and single moves."""
    for seed in range(batch, TREES, BATCHES):
        if payoff_kind(seed) in ADVERSARIAL:
            continue
        game = random_game(seed, nodes=6 + seed % 20)
        if np.prod(reduced(game).shape) <= COMBINATIONS:
            yield game


def strategic(A: object, B: object) -> Game:
    return lemke.NormalForm.of(A, B).tree()


def bimatrix_games() -> Iterator[Game]:
    """Games in strategic form: most with few payoffs, so with ties and sets of many dimensions."""
    for seed in range(40):
        rows, columns = 1 + seed % 5, 1 + seed // 5 % 5
        least, most = ((0, 1), (-1, 1), (-1000, 1000), (0, 2))[seed % 4]
        yield strategic(*random_bimatrix(rows, columns, seed, least, most))
    yield strategic([[0] * 3] * 3, [[0] * 3] * 3)
    yield strategic(*coordination(4))
    yield strategic(*many_equilibria(4))


def values(form: TreeNormalForm) -> list[mpq]:
    return [value for payoffs in form.payoffs for value in payoffs.ravel()]


def is_for_lrsnash(form: TreeNormalForm) -> bool:
    return all(max(abs(value.numerator), value.denominator) < MACHINE_NUMBER for value in values(form))


def is_for_gambit(form: TreeNormalForm) -> bool:
    return 2 * max(map(abs, values(form))) < FAR


@LRSNASH
@pytest.mark.parametrize("batch", range(BATCHES))
def test_sets_of_trees_agree_with_lrsnash(batch: int, tmp_path: Path) -> None:
    judged = 0
    for game in trees(batch):
        form = reduced(game)
        if is_for_lrsnash(form):
            require_agreement(game, form, by_lrsnash(form, tmp_path))
            judged += 1
    assert judged


@GAMBIT
@pytest.mark.parametrize("batch", range(BATCHES))
def test_sets_of_trees_agree_with_gambit(batch: int) -> None:
    judged = 0
    for game in trees(batch):
        form = reduced(game)
        if is_for_gambit(form):
            require_agreement(game, form, by_gambit(form))
            judged += 1
    assert judged


@LRSNASH
def test_sets_of_games_in_strategic_form_agree_with_lrsnash(tmp_path: Path) -> None:
    for game in bimatrix_games():
        form = reduced(game)
        require_agreement(game, form, by_lrsnash(form, tmp_path))


@GAMBIT
def test_sets_of_games_in_strategic_form_agree_with_gambit() -> None:
    for game in bimatrix_games():
        form = reduced(game)
        require_agreement(game, form, by_gambit(form))


@GAMBIT
def test_gambit_lists_nothing_where_payoffs_are_far_apart() -> None:
    """One move of each player is the equilibrium, whatever the payoff; ``rational=True`` is asked for."""
    import pygambit

    equilibrium = ((mpq(1),), (mpq(1),))
    for payoff in (FAR - 1, FAR):
        pairs = by_gambit(reduced(strategic([[payoff]], [[0]])))
        if payoff < FAR or pairs:  # a later version may list it
            assert pairs == {equilibrium}
        else:
            assert pygambit.__version__.startswith("16.")
