"""Policies of OpenSpiel of every kind as profiles, and profiles as policies."""

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pyspiel
import pytest
from gmpy2 import mpq
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import external_sampling_mccfr, outcome_sampling_mccfr

import lemke
from lemke.errors import NumberError, ProfileError
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
    return {label: dict(zip(actions, weights(source, len(actions)), strict=True)) for label, actions in ids.items()}


def python_policy(game: SpielGame, table: dict[str, dict[int, float]]) -> policies.TabularPolicy:
    policy = policies.TabularPolicy(game.spiel)
    for label, moves in table.items():
        policy.policy_for_key(label)[:] = [moves.get(action, 0) for action in range(game.spiel.num_distinct_actions())]
    return policy


class PolicyWithoutTable(policies.Policy):
    """A policy that answers calls and has no table."""

    def __init__(self, game: Any, table: dict[str, dict[int, float]]) -> None:
        super().__init__(game, [0, 1])
        self._table = table

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        return self._table[state.information_state_string()]


class Subclass(policies.TabularPolicy):
    """A tabular policy whose answers differ from its table."""

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        return {state.legal_actions()[-1]: 1.0}


FORMS = {
    "mapping": lambda game, table: table,
    "mapping by player": lambda game, table: {key: table[key[1]] for key in game.states},
    "pairs": lambda game, table: {label: [*moves.items()] for label, moves in table.items()},
    "function": lambda game, table: lambda state: table[state.information_state_string()],
    "tabular, Python": python_policy,
    "tabular, C++": lambda game, table: pyspiel.TabularPolicy({key: [*moves.items()] for key, moves in table.items()}),
    "policy, Python": lambda game, table: PolicyWithoutTable(game.spiel, table),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", [KUHN, "leduc_poker(suit_isomorphism=True)", "goofspiel(num_cards=3)"])
def test_every_form_of_a_policy_is_the_same_profile(name: str, form: str) -> None:
    game = from_openspiel(name)
    table = random_table(game, 3)
    profile = openspiel_profile(game, FORMS[form](game, table))
    for player, strategy in enumerate(profile.behavior):
        for index, moves in zip(game.sets_of(player), strategy, strict=True):
            stated = table[game.information_sets[index].label]
            assert moves == tuple(binary(stated[action]) for action in game.action_ids[index])


def test_a_subclass_of_a_tabular_policy_is_called_and_its_table_is_not_read() -> None:
    game = from_openspiel(KUHN)
    profile = openspiel_profile(game, Subclass(game.spiel))
    assert {moves for strategy in profile.behavior for moves in strategy} == {(0, 1)}


@pytest.mark.parametrize("solver", [pyspiel.CFRSolver, pyspiel.CFRPlusSolver])
def test_averages_of_solvers_in_c_have_the_regret_of_openspiel(game: SpielGame, solver: Any) -> None:
    run = solver(game.spiel)
    for _ in range(100):
        run.evaluate_and_update_policy()
    by_function, table = (
        openspiel_profile(game, policy, normalize=True)
        for policy in (run.average_policy(), run.tabular_average_policy())
    )
    assert by_function == table
    nash_conv = pyspiel.nash_conv(game.spiel, run.tabular_average_policy())
    report = lemke.verify(game, by_function)
    assert 0 < sum(report.regrets) < mpq(1, 10)
    assert abs(sum(report.regrets) - mpq(nash_conv)) < mpq(1, 10**12)


EVEN = (mpq(1, 2), mpq(1, 2))


@pytest.mark.parametrize("fallback", [(), (pyspiel.PreferredActionPolicy([1, 0]),)])
def test_a_partial_table_lacks_what_it_does_not_state(game: SpielGame, fallback: tuple[Any, ...]) -> None:
    policy = pyspiel.PartialTabularPolicy({"0": [(0, 0.25), (1, 0.75)]}, *fallback)
    with pytest.raises(ProfileError, match=r"information set .* and 10 more sets, expected"):
        openspiel_profile(game, policy)
    profile = openspiel_profile(game, policy, missing="uniform")
    assert [moves for strategy in profile.behavior for moves in strategy if moves != EVEN] == [(mpq(1, 4), mpq(3, 4))]
    by_function = openspiel_profile(game, policy.action_probabilities)
    first = game.sets_of(0).index(game.states[0, "0"])
    assert by_function.behavior[0][first] == (mpq(1, 4), mpq(3, 4))
    assert {*by_function.behavior[0], *by_function.behavior[1]} - {by_function.behavior[0][first]} == {
        (0, 1) if fallback else EVEN
    }


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
def test_a_sampled_average_lacks_the_sets_that_its_solver_has_not_reached(
    game: SpielGame, solver: Any, capfd: Any
) -> None:
    np.random.seed(1)
    run = sampled(solver, game, 1)
    with pytest.raises(ProfileError, match=r"information set .* more sets?, expected"):
        openspiel_profile(game, run.average_policy(), normalize=True)
    filled = openspiel_profile(game, run.average_policy(), missing="uniform", normalize=True)
    by_function = openspiel_profile(game, run.average_policy().action_probabilities, normalize=True)
    assert filled.behavior == by_function.behavior
    assert 0 < sum(map(len, filled.filled)) < 12
    assert capfd.readouterr() == ("", "")


def test_sets_that_a_solver_in_python_has_seen_but_not_averaged_are_lacking(game: SpielGame) -> None:
    """At these sets the policy answers with the weights that every average starts with."""
    run = sampled(external_sampling_mccfr.ExternalSamplingSolver, game, 0)
    policy = run.average_policy()
    run._lookup_infostate_info("0", 2)
    run._lookup_infostate_info("1", 2)
    run._add_avstrat("1", 0, 1.0)
    profile = openspiel_profile(game, policy, missing="uniform", normalize=True)
    places = {game.information_sets[index].label: h for h, index in enumerate(game.sets_of(0))}
    assert places["0"] in profile.filled[0] and places["1"] not in profile.filled[0]
    assert [len(sets) for sets in profile.filled] == [5, 6]


def test_a_policy_of_simultaneous_moves_is_a_profile_of_moves_in_turn() -> None:
    game = from_openspiel("matrix_rps")
    profile = openspiel_profile(game, lambda state: {0: 0.5, 2: 0.5})
    assert profile.behavior == (((mpq(1, 2), 0, mpq(1, 2)),), ((mpq(1, 2), 0, mpq(1, 2)),))


def test_missing_information_states_need_a_rule(game: SpielGame) -> None:
    table = random_table(game, 1)
    del table["0"], table["1pb"]
    with pytest.raises(ProfileError) as caught:
        openspiel_profile(game, table)
    assert 'information set 1 "0" of player 1 and 1 more set, expected' in str(caught.value)
    profile = openspiel_profile(game, table, missing="uniform")
    places = {game.information_sets[index].label: h for h, index in enumerate(game.sets_of(0))}
    assert [profile.behavior[0][places[label]] for label in ("0", "1pb")] == [(mpq(1, 2), mpq(1, 2))] * 2
    in_c = pyspiel.TabularPolicy({label: [*moves.items()] for label, moves in table.items()})
    for policy in (in_c, in_c.action_probabilities, lambda state: table.get(state.information_state_string())):
        assert openspiel_profile(game, policy, missing="uniform") == profile
        with pytest.raises(ProfileError, match='information set 1 "0" of player 1 and 1 more'):
            openspiel_profile(game, policy)


@pytest.mark.parametrize(
    ("stated", "error", "message"),
    [
        ({0: 0.5, 1: 0.25}, NumberError, "sum to 3/4, expected"),
        ({0: 1.5, 1: -0.5}, NumberError, "-1/2, expected"),
        ({0: 0.5, 2: 0.5}, ProfileError, 'action 2 at information set 1 "0" of player 1, expected'),
        ([(0, 0.5), (1, 0.25), (0, 0.25)], ProfileError, 'action 0 twice at information set 1 "0" of player 1'),
        ([0.5, 0.5], ProfileError, "'[0.5, 0.5]' at information set 1 \"0\" of player 1, expected"),
    ],
)
def test_numbers_that_are_no_distribution_over_legal_actions_are_refused(
    game: SpielGame, stated: object, error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        openspiel_profile(game, random_table(game, 1) | {"0": stated})
    assert message in str(caught.value) and 'information set 1 "0" of player 1' in str(caught.value)


def test_a_policy_of_another_game_is_refused(game: SpielGame) -> None:
    leduc = from_openspiel("leduc_poker")
    with pytest.raises(ProfileError, match=r"information state '0', expected .*leduc_poker"):
        openspiel_profile(leduc, random_table(game, 1))
    with pytest.raises(ProfileError, match=r"information state .*1, .*, expected .*kuhn_poker"):
        openspiel_profile(game, {(1, "0"): {0: 1}})
    with pytest.raises(ProfileError, match=r'information set 1 "0" of player 1 .*twice'):
        openspiel_profile(game, random_table(game, 1) | {(0, "0"): {0: 1}})


@pytest.mark.parametrize(
    "name", [KUHN, "leduc_poker", "goofspiel(num_cards=3)", "sheriff(num_rounds=2)", "blotto(coins=4)"]
)
def test_a_profile_goes_to_openspiel_and_back(name: str) -> None:
    game = from_openspiel(name)
    table = random_table(game, 7)
    profile = openspiel_profile(game, table)
    back = to_openspiel(game, profile)
    assert isinstance(back, policies.TabularPolicy)
    assert openspiel_profile(game, back) == profile
    expected = python_policy(game, table)
    assert back.state_lookup == expected.state_lookup
    assert np.array_equal(back.action_probability_array, expected.action_probability_array)


def test_thirds_go_to_openspiel_as_the_nearest_floats(game: SpielGame) -> None:
    profile = openspiel_profile(game, {label: {0: 1, 1: 2} for _, label in game.states}, normalize=True)
    rows = to_openspiel(game, profile).action_probability_array.tolist()
    assert rows == [[1 / 3, 2 / 3]] * 12


def test_a_profile_of_another_game_does_not_go_to_openspiel(game: SpielGame) -> None:
    with pytest.raises(ProfileError):
        to_openspiel(from_openspiel("leduc_poker"), openspiel_profile(game, random_table(game, 1)))


def test_a_table_with_one_information_state_for_two_players_holds_only_equal_strategies() -> None:
    rps = from_openspiel("matrix_rps")
    first, second = rps.information_sets
    game = replace(rps, information_sets=(first, replace(second, label=first.label)))
    profile = lemke.Profile.of(game, [[["1/2", "1/4", "1/4"]]] * 2)
    assert openspiel_profile(game, {first.label: {0: 0.5, 1: 0.25, 2: 0.25}}) == profile
    assert to_openspiel(game, profile).policy_for_key(first.label).tolist() == [0.5, 0.25, 0.25]
    with pytest.raises(ProfileError, match="share the information state"):
        to_openspiel(game, lemke.Profile.of(game, [[["1/2", "1/4", "1/4"]], [[1, 0, 0]]]))
