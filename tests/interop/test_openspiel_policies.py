"""Policies of OpenSpiel as profiles, whatever they are, and the way back."""

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pyspiel
import pytest
from gmpy2 import mpq
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr, outcome_sampling_mccfr

import lemke
from lemke.errors import InputError, ProbabilityError, ProfileError
from lemke.generators import kuhn
from lemke.ground.rational import binary
from lemke.interop.openspiel import SpielGame, from_openspiel, openspiel_profile, to_openspiel

KUHN = "kuhn_poker"


@pytest.fixture(scope="module")
def game() -> SpielGame:
    return from_openspiel(KUHN)


def weights(source: random.Random, size: int) -> list[float]:
    """Multiples of 1/64 that sum to 1: their floats are exact."""
    cuts = sorted(source.randint(0, 64) for _ in range(size - 1))
    return [(above - below) / 64 for below, above in zip([0, *cuts], [*cuts, 64], strict=True)]


def random_table(game: SpielGame, seed: int) -> dict[str, dict[int, float]]:
    source = random.Random(seed)
    ids = {label: game.action_ids[index] for (_, label), index in game.states.items()}
    return {label: dict(zip(own, weights(source, len(own)), strict=True)) for label, own in ids.items()}


def python_policy(game: SpielGame, table: dict[str, dict[int, float]]) -> policies.TabularPolicy:
    policy = policies.TabularPolicy(game.spiel)
    for label, own in table.items():
        policy.policy_for_key(label)[:] = [own.get(action, 0) for action in range(game.spiel.num_distinct_actions())]
    return policy


class Asked(policies.Policy):
    """A policy without a table that is known."""

    def __init__(self, game: Any, table: dict[str, dict[int, float]]) -> None:
        super().__init__(game, [0, 1])
        self._own = table

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        return self._own[state.information_state_string()]


class Subclass(policies.TabularPolicy):
    """A tabular policy that does not do what its table says."""

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        return {state.legal_actions()[-1]: 1.0}


FORMS = {
    "mapping": lambda game, table: table,
    "mapping by player": lambda game, table: {key: table[key[1]] for key in game.states},
    "pairs": lambda game, table: {label: [*own.items()] for label, own in table.items()},
    "function": lambda game, table: lambda state: table[state.information_state_string()],
    "tabular, Python": python_policy,
    "tabular, C++": lambda game, table: pyspiel.TabularPolicy({key: [*own.items()] for key, own in table.items()}),
    "policy, Python": lambda game, table: Asked(game.spiel, table),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", [KUHN, "leduc_poker(suit_isomorphism=True)", "goofspiel(num_cards=3)"])
def test_every_form_is_the_same_profile(name: str, form: str) -> None:
    game = from_openspiel(name)
    table = random_table(game, 3)
    found = openspiel_profile(game, FORMS[form](game, table))
    for player, strategy in enumerate(found.behavior):
        for index, moves in zip(game.sets_of(player), strategy, strict=True):
            own = table[game.information_sets[index].label]
            assert moves == tuple(binary(own[action]) for action in game.action_ids[index])


def test_a_subclass_is_asked_and_not_read() -> None:
    game = from_openspiel(KUHN)
    found = openspiel_profile(game, Subclass(game.spiel))
    assert {moves for strategy in found.behavior for moves in strategy} == {(0, 1)}


@pytest.mark.parametrize("solver", [pyspiel.CFRSolver, pyspiel.CFRPlusSolver])
def test_the_averages_of_openspiels_solvers(game: SpielGame, solver: Any) -> None:
    run = solver(game.spiel)
    for _ in range(100):
        run.evaluate_and_update_policy()
    asked, table = (
        openspiel_profile(game, policy, normalize=True)
        for policy in (run.average_policy(), run.tabular_average_policy())
    )
    assert asked == table
    nash_conv = pyspiel.nash_conv(game.spiel, run.tabular_average_policy())
    report = lemke.verify(game, asked)
    assert 0 < sum(report.regrets) < mpq(1, 10)
    assert abs(sum(report.regrets) - mpq(nash_conv)) < mpq(1, 10**12)


def test_an_average_in_python(game: SpielGame) -> None:
    run = cfr.CFRPlusSolver(game.spiel)
    for _ in range(50):
        run.evaluate_and_update_policy()
    found = openspiel_profile(game, run.average_policy(), normalize=True)
    nash_conv = exploitability.nash_conv(game.spiel, run.average_policy())
    assert abs(sum(lemke.verify(game, found).regrets) - mpq(nash_conv)) < mpq(1, 10**12)


EVEN = (mpq(1, 2), mpq(1, 2))


@pytest.mark.parametrize("fallback", [(), (pyspiel.PreferredActionPolicy([1, 0]),)])
def test_a_partial_table_lacks_what_it_does_not_state(game: SpielGame, fallback: tuple[Any, ...]) -> None:
    policy = pyspiel.PartialTabularPolicy({"0": [(0, 0.25), (1, 0.75)]}, *fallback)
    with pytest.raises(ProfileError, match=r"no probabilities at information set .* and 10 more, expected all"):
        openspiel_profile(game, policy)
    found = openspiel_profile(game, policy, missing="uniform")
    assert [moves for strategy in found.behavior for moves in strategy if moves != EVEN] == [(mpq(1, 4), mpq(3, 4))]
    asked = openspiel_profile(game, policy.action_probabilities)
    first = game.sets_of(0).index(game.states[0, "0"])
    assert asked.behavior[0][first] == (mpq(1, 4), mpq(3, 4))
    assert {*asked.behavior[0], *asked.behavior[1]} - {asked.behavior[0][first]} == {(0, 1) if fallback else EVEN}


def sampled(solver: Any, game: SpielGame, iterations: int) -> Any:
    run = solver(game.spiel)
    for _ in range(iterations):
        run.run_iteration() if hasattr(run, "run_iteration") else run.iteration()
    return run


SAMPLING = [
    external_sampling_mccfr.ExternalSamplingSolver,
    outcome_sampling_mccfr.OutcomeSamplingSolver,
    pyspiel.ExternalSamplingMCCFRSolver,
    lambda game: pyspiel.OutcomeSamplingMCCFRSolver(game, seed=1),
]


@pytest.mark.parametrize("solver", SAMPLING)
def test_a_sampled_average_lacks_the_sets_where_its_solver_has_not_been(
    game: SpielGame, solver: Any, capfd: Any
) -> None:
    np.random.seed(1)
    run = sampled(solver, game, 1)
    with pytest.raises(ProfileError, match=r"no probabilities at information set .* more, expected all, or a rule"):
        openspiel_profile(game, run.average_policy(), normalize=True)
    filled = openspiel_profile(game, run.average_policy(), missing="uniform", normalize=True)
    asked = openspiel_profile(game, run.average_policy().action_probabilities, normalize=True)
    assert filled.behavior == asked.behavior
    assert 0 < sum(map(len, filled.filled)) < 12
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("solver", SAMPLING)
def test_a_sampled_average_lacks_nothing_after_many_iterations(game: SpielGame, solver: Any) -> None:
    np.random.seed(1)
    run = sampled(solver, game, 300)
    found = openspiel_profile(game, run.average_policy(), normalize=True)
    assert found == openspiel_profile(game, run.average_policy().action_probabilities, normalize=True)
    assert sum(map(len, found.filled)) == 0


def test_sets_that_a_solver_in_python_has_seen_but_not_averaged_are_lacking(game: SpielGame) -> None:
    """They answer with the weights that every average starts with."""
    run = sampled(external_sampling_mccfr.ExternalSamplingSolver, game, 0)
    policy = run.average_policy()
    run._lookup_infostate_info("0", 2)
    run._lookup_infostate_info("1", 2)
    run._add_avstrat("1", 0, 1.0)
    found = openspiel_profile(game, policy, missing="uniform", normalize=True)
    places = {game.information_sets[index].label: h for h, index in enumerate(game.sets_of(0))}
    assert places["0"] in found.filled[0] and places["1"] not in found.filled[0]
    assert [len(each) for each in found.filled] == [5, 6]


def test_whole_numbers_of_numpy_are_actions_and_players(game: SpielGame) -> None:
    table = random_table(game, 5)
    numbers = {
        (np.int64(player), label): {np.int64(action): np.float64(weight) for action, weight in table[label].items()}
        for player, label in game.states
    }
    assert openspiel_profile(game, numbers) == openspiel_profile(game, table)


def test_a_policy_of_the_game_with_simultaneous_moves_answers_for_moves_in_turn() -> None:
    game = from_openspiel("matrix_rps")
    found = openspiel_profile(game, lambda state: {0: 0.5, 2: 0.5})
    assert found.behavior == (((mpq(1, 2), 0, mpq(1, 2)),), ((mpq(1, 2), 0, mpq(1, 2)),))


def test_missing_information_states_need_a_rule(game: SpielGame) -> None:
    table = random_table(game, 1)
    del table["0"], table["1pb"]
    with pytest.raises(ProfileError) as caught:
        openspiel_profile(game, table)
    assert str(caught.value) == (
        'no probabilities at information set 1 "0" of player 1 and 1 more, expected all, or a rule for them'
    )
    found = openspiel_profile(game, table, missing="uniform")
    places = {game.information_sets[index].label: h for h, index in enumerate(game.sets_of(0))}
    assert [found.behavior[0][places[label]] for label in ("0", "1pb")] == [(mpq(1, 2), mpq(1, 2))] * 2
    in_c = pyspiel.TabularPolicy({label: [*own.items()] for label, own in table.items()})
    for policy in (in_c, in_c.action_probabilities, lambda state: table.get(state.information_state_string())):
        assert openspiel_profile(game, policy, missing="uniform") == found
        with pytest.raises(ProfileError, match='no probabilities at information set 1 "0" of player 1 and 1 more'):
            openspiel_profile(game, policy)


@pytest.mark.parametrize(
    ("stated", "error", "message"),
    [
        (
            {0: 0.5, 1: 0.25},
            ProbabilityError,
            'information set 1 "0" of player 1: probabilities that sum to 3/4, expected',
        ),
        ({0: 1.5, 1: -0.5}, ProbabilityError, 'information set 1 "0" of player 1: the probability -1/2, expected none'),
        ({0: 0.0, 1: 0.0}, ProbabilityError, "probabilities that sum to 0, expected exactly 1"),
        (
            {0: 0.5, 2: 0.5},
            ProfileError,
            "the action 2 at information set 1 \"0\" of player 1, expected a legal one: '0, 1'",
        ),
        ([(0, 0.5), (1, 0.25), (0, 0.25)], ProfileError, 'the action 0 twice at information set 1 "0" of player 1'),
        (
            [0.5, 0.5],
            ProfileError,
            "'[0.5, 0.5]' at information set 1 \"0\" of player 1, expected probabilities by act",
        ),
        (0.5, ProfileError, "'0.5' at information set 1 \"0\" of player 1, expected probabilities by action number"),
    ],
)
def test_what_is_no_distribution_over_legal_actions_is_refused(
    game: SpielGame, stated: object, error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        openspiel_profile(game, random_table(game, 1) | {"0": stated})
    assert message in str(caught.value)


def test_zeros_at_illegal_actions_and_left_out_actions_do_not_matter(game: SpielGame) -> None:
    table = random_table(game, 1)
    one, other = (openspiel_profile(game, table | {"0": own}) for own in ({0: 1, 1: 0, 7: 0.0}, {0: 1.0}))
    assert one == other


def test_negative_numbers_are_refused_even_where_sums_are_normalized(game: SpielGame) -> None:
    with pytest.raises(ProbabilityError, match="the probability -1/1024, expected none below 0"):
        openspiel_profile(game, random_table(game, 1) | {"0": {0: 1 + 2**-10, 1: -(2**-10)}}, normalize=True)


def test_the_largest_defect_is_told(game: SpielGame) -> None:
    found = openspiel_profile(game, random_table(game, 1) | {"1": {0: 0.25, 1: 0.5}}, normalize=True)
    assert found.normalization is not None
    assert (found.normalization.sets, found.normalization.largest) == (1, mpq(-1, 4))
    assert found.normalization.place == 'information set 3 "1" of player 1'


def test_a_policy_of_another_game_is_refused(game: SpielGame) -> None:
    other = from_openspiel("leduc_poker")
    with pytest.raises(ProfileError, match=r"the information state '0', expected one of the game leduc_poker"):
        openspiel_profile(other, random_table(game, 1))
    with pytest.raises(ProfileError, match=r"the information state .*1, .*, expected one of the game kuhn_poker"):
        openspiel_profile(game, {(1, "0"): {0: 1}})
    with pytest.raises(ProfileError, match='information set 1 "0" of player 1 is stated twice, expected once'):
        openspiel_profile(game, random_table(game, 1) | {(0, "0"): {0: 1}})


def test_what_is_no_policy_or_no_game_of_openspiel_is_refused(game: SpielGame) -> None:
    with pytest.raises(InputError, match="an object of type int, expected a policy, a function or a mapping"):
        openspiel_profile(game, 3)
    profile = openspiel_profile(game, random_table(game, 1))
    for refused in (lambda: openspiel_profile(kuhn(3), {}), lambda: to_openspiel(kuhn(3), profile)):
        with pytest.raises(
            InputError, match=r"an object of type lemke.Game, expected a game that from_openspiel returned"
        ):
            refused()


@pytest.mark.parametrize(
    "name", [KUHN, "leduc_poker", "goofspiel(num_cards=3)", "sheriff(num_rounds=2)", "blotto(coins=4)"]
)
def test_there_and_back(name: str) -> None:
    game = from_openspiel(name)
    table = random_table(game, 7)
    profile = openspiel_profile(game, table)
    back = to_openspiel(game, profile)
    assert isinstance(back, policies.TabularPolicy)
    assert openspiel_profile(game, back) == profile
    expected = python_policy(game, table)
    assert back.state_lookup == expected.state_lookup
    assert np.array_equal(back.action_probability_array, expected.action_probability_array)


def test_back_with_thirds_is_the_nearest_float(game: SpielGame) -> None:
    profile = openspiel_profile(game, {label: {0: 1, 1: 2} for _, label in game.states}, normalize=True)
    rows = to_openspiel(game, profile).action_probability_array.tolist()
    assert rows == [[1 / 3, 2 / 3]] * 12


def test_a_profile_of_another_game_does_not_go_back(game: SpielGame) -> None:
    with pytest.raises(ProfileError):
        to_openspiel(from_openspiel("leduc_poker"), openspiel_profile(game, random_table(game, 1)))


def test_a_table_that_cannot_tell_two_players_apart_does_not_take_different_strategies() -> None:
    rps = from_openspiel("matrix_rps")
    first, second = rps.information_sets
    game = replace(rps, information_sets=(first, replace(second, label=first.label)))
    profile = lemke.Profile.of(game, [[["1/2", "1/4", "1/4"]]] * 2)
    assert openspiel_profile(game, {first.label: {0: 0.5, 1: 0.25, 2: 0.25}}) == profile
    assert to_openspiel(game, profile).policy_for_key(first.label).tolist() == [0.5, 0.25, 0.25]
    with pytest.raises(ProfileError, match=r"players share the information state '.*', expected them to play alike"):
        to_openspiel(game, lemke.Profile.of(game, [[["1/2", "1/4", "1/4"]], [[1, 0, 0]]]))
