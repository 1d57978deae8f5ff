"""What the public functions accept: one game in all its forms gives one answer, and a profile in all its forms too."""

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given

import lemke
from lemke.errors import FormatError, InputError, NumberError, ProbabilityError, ProfileError, UnknownNameError
from lemke.forms.normal_form import NormalForm
from lemke.game import Game
from lemke.game.implicit import TreeState
from strategies import games

A, B = [[3, 0], [1, 2]], [[2, 0], [0, 1]]
KUHN = lemke.example("kuhn3")


def forms(tmp_path: Path) -> list[Any]:
    path = tmp_path / "kuhn.efg"
    lemke.write(KUHN, path)
    return [KUHN, "example:kuhn3", str(path), path, lemke.sequence_form(KUHN)]


DOORS: dict[str, Callable[[Any], Any]] = {
    "solve": lambda game: lemke.solve(game).payoffs,
    "verify": lambda game: lemke.verify(game, lemke.solve(KUHN)).payoffs,
    "verify_all": lambda game: [report.payoffs for report in lemke.verify_all(game, [lemke.solve(KUHN)])],
    "enumerate": lambda game: lemke.enumerate(game).stopped,
    "ranges": lambda game: lemke.ranges(game, only="J").to_table().rows,
    "polish": lambda game: lemke.polish(game, {}, missing="uniform").equilibrium.payoffs,
    "explore": lambda game: len(lemke.explore(game, starts=2).equilibria),
    "learn": lambda game: lemke.learn(game, 4).steps,
    "draw": lambda game: lemke.draw(game, {}, missing="uniform").svg,
    "report": lambda game: "both regrets are exactly 0" in lemke.report(game, lemke.solve(KUHN)),
    "path": lambda game: len(lemke.path(game)),
    "double_oracle": lambda game: lemke.double_oracle(game).last.lower,
    "eliminate": lambda game: len(lemke.eliminate(game, rounds=1).eliminated),
    "normal_form": lambda game: lemke.normal_form(game).shape,
    "sequence_form": lambda game: lemke.sequence_form(game).A.shape,
    "pure_strategies": lambda game: lemke.pure_strategies(game, 0).count,
    "reach": lambda game: lemke.reach(game, lemke.solve(KUHN)).payoffs,
    "expected_payoffs": lambda game: lemke.expected_payoffs(game, lemke.solve(KUHN)),
    "counterfactual": lambda game: lemke.counterfactual(game, lemke.solve(KUHN), 1).payoff,
    "sha256": lemke.sha256,
}
OF_FORMS = {"solve", "enumerate", "path", "double_oracle", "eliminate", "draw", "sequence_form"}
"""What answers otherwise of a sequence form, or is not for one."""


@pytest.mark.parametrize("name", DOORS)
def test_a_game_in_all_its_forms_gives_one_answer(name: str, tmp_path: Path) -> None:
    expected = DOORS[name](KUHN)
    for form in forms(tmp_path)[: -1 if name in OF_FORMS else None]:
        assert DOORS[name](form) == expected


def test_matrices_are_bimatrix_games() -> None:
    expected = lemke.solve(NormalForm.of(A, B))
    for answer in (
        lemke.solve(A, B),
        lemke.solve((A, B)),
        lemke.solve([A, B]),
        lemke.solve(np.array(A), np.array(B)),
        lemke.solve(np.array([A, B])),
        lemke.solve(A, B, method="lcp"),
    ):
        assert answer.payoffs == expected.payoffs
        assert answer.form.regrets(answer.strategies) == (0, 0)
    assert len(lemke.enumerate(A, B).equilibria) == len(lemke.enumerate(NormalForm.of(A, B)).equilibria) == 3
    assert lemke.verify((A, B), expected).is_equilibrium
    assert lemke.verify((A, B), [["1/3", "2/3"], [1, 0]]).regrets == lemke.NormalForm.of(A, B).regrets(
        [["1/3", "2/3"], [1, 0]]
    )


def test_one_matrix_is_a_zero_sum_game() -> None:
    assert lemke.solve([[1, -1], [-1, 1]]).payoffs == (0, 0)
    assert lemke.solve([["1/3", "2/3"]]).payoffs == (mpq(1, 3), mpq(-1, 3))


def test_a_game_as_states_is_taken() -> None:
    state = TreeState.root(KUHN)
    assert lemke.learn(state, 4).regrets == lemke.learn(KUHN, 4).regrets


def test_matrices_may_be_named() -> None:
    A, B = [[3, 0], [1, 2]], [[2, 0], [0, 1]]
    assert lemke.solve(A=A, B=B).payoffs == lemke.solve(A, B).payoffs
    assert lemke.solve(A=A, method="lp").payoffs == lemke.solve(A, method="lp").payoffs
    assert lemke.ranges(A=A, B=B).to_text() == lemke.ranges((A, B)).to_text()
    with pytest.raises(InputError, match="the option A"):
        lemke.solve(KUHN, A=A)
    with pytest.raises(InputError, match="of type NoneType, expected a Game"):
        lemke.solve()


def test_floats_in_matrices_are_refused_with_the_way_to_take_them() -> None:
    with pytest.raises(NumberError, match=r"lemke\.NormalForm\.of\(A, B, floats=True\)"):
        lemke.solve(np.array([[0.5, 1.0]]))


@pytest.mark.parametrize("wrong", [[[[1, 2]], [[1]]], [[]], [1, 2], [[[1]]], ["x"], [[None]], {"a": 1}, [[1, [2]]]])
def test_what_is_no_game_is_refused(wrong: Any) -> None:
    for function in (lemke.solve, lemke.ranges, lemke.draw, lemke.sha256):
        with pytest.raises(InputError):
            function(wrong)


def test_a_prior_is_a_profile_in_any_form(tmp_path: Path) -> None:
    game = lemke.example("battle_of_the_sexes")
    stated = {"man": {"fight": "9/10", "ballet": "1/10"}, "woman": {"fight": "9/10", "ballet": "1/10"}}
    path = tmp_path / "prior.json"
    path.write_text(json.dumps(stated))
    expected = lemke.solve(game, method="lcp", prior=lemke.profile(game, stated))
    assert expected.payoffs == lemke.solve(game, method="lcp", prior=stated).payoffs
    assert expected.payoffs == lemke.solve(game, method="lcp", prior=str(path)).payoffs
    assert len(lemke.path(game, prior=stated)) == len(lemke.path(game, prior=lemke.profile(game, stated)))
    with pytest.raises(InputError, match="the prior 'centriod', expected auto"):
        lemke.solve(game, prior="centriod")


def test_profiles_in_all_their_forms_are_one(tmp_path: Path) -> None:
    equilibrium = lemke.solve(KUHN)
    line = lemke.dumps(equilibrium, "gambit")
    path = tmp_path / "kuhn.json"
    lemke.write(equilibrium, path)
    for stated in (
        equilibrium,
        equilibrium.profile,
        line,
        equilibrium.to_json(),
        path,
        str(path),
        equilibrium.to_dict(),
        equilibrium.profile.behavior,
        equilibrium.plans,
        dict(equilibrium),
        lemke.profile(KUHN, equilibrium),
        lemke.polish(KUHN, equilibrium),
    ):
        assert lemke.verify("example:kuhn3", stated).is_equilibrium
        assert lemke.expected_payoffs(KUHN, stated) == equilibrium.payoffs


def test_errors_of_profiles_name_what_would_help() -> None:
    with pytest.raises(ProfileError, match='or a rule for them: missing="uniform"'):
        lemke.verify(KUHN, {"J": {"bet": 1}})
    with pytest.raises(ProbabilityError, match="normalize=True divides by the sum"):
        lemke.verify(KUHN, {"J": {"bet": "1/2"}}, missing="uniform")
    assert lemke.verify(KUHN, {"J": {"bet": "1/2"}}, normalize=True, missing="uniform").normalization.sets == 1


def test_floats_that_sum_to_1_but_for_rounding_are_said_to() -> None:
    game = lemke.example("matching_pennies")
    with pytest.raises(ProbabilityError, match="1 but for the rounding of floats"):
        lemke.verify(game, [[[0.1, 0.9]], [[0.7, 0.3]]])
    with pytest.raises(ProbabilityError) as caught:
        lemke.verify(game, [[[0.1, 0.8]], [[0.5, 0.5]]])
    assert "rounding" not in str(caught.value)


@given(games())
def test_what_goes_in_comes_out(game: Game) -> None:
    half = lemke.profile(game, {}, missing="uniform")
    again = lemke.profile(game, half.to_dict())
    assert again.behavior == half.behavior
    assert lemke.profile(game, dict(half)).behavior == half.behavior
    assert lemke.profile(game, json.dumps(half.to_dict(floats=True)), normalize=True).behavior == half.behavior
    assert pickle.loads(pickle.dumps(half)) == half
    assert len(half.keys()) == sum(each.player >= 0 for each in game.information_sets)
    for player, name in half:
        index = half._place((player, name))
        assert game.information_sets[index].player == player


def test_names_that_repeat_are_told_apart() -> None:
    builder = lemke.GameBuilder(["x", "x"])
    left, right = builder.move(builder.root, 0, ["a", "a"], "2")
    builder.move(left, 0, ["", "b"], "")
    builder.move(right, 1, ["c", "d"], "2")
    game = builder.build(unpaid="zero")
    profile = lemke.profile(game, [[["1/3", "2/3"], [0, 1]], [["1/4", "3/4"]]])
    assert len({*profile.keys()}) == 3
    assert lemke.profile(game, profile.to_dict()).behavior == profile.behavior
    with pytest.raises(KeyError, match="names 2 information sets"):
        profile["2"]
    assert profile[0, "2"] == {"a#1": mpq(1, 3), "a#2": mpq(2, 3)}


def test_unknown_names_are_key_errors_with_a_suggestion() -> None:
    equilibrium = lemke.solve(KUHN)
    for name in ("Q:bb", (0, "Q:bb"), (7, "J"), None, 1.5):
        with pytest.raises(KeyError):
            equilibrium[name]  # type: ignore[index]
        assert name not in equilibrium
    with pytest.raises(UnknownNameError, match="did you mean 'Q:p' or 'Q:b'"):
        equilibrium[1, "Q:bp"]


def test_public_functions_are_pickled_by_name() -> None:
    for name in lemke.__all__:
        value = getattr(lemke, name)
        if callable(value):
            assert pickle.loads(pickle.dumps(value)) is value


def test_doors_say_what_they_take() -> None:
    for name in ("solve", "verify", "draw", "report", "enumerate", "ranges", "polish", "explore", "learn"):
        assert "example:NAME" in (getattr(lemke, name).__doc__ or "")


def test_games_are_games() -> None:
    assert isinstance(lemke.Game, type) and issubclass(lemke.Game, Game)


def test_a_verdict_in_python_is_that_of_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from lemke.cli import run

    path = tmp_path / "kuhn.json"
    path.write_text(json.dumps({"1": {}, "2": {}}))
    report = lemke.verify(KUHN, path, missing="uniform")
    for form in ("text", "json"):
        assert run(["verify", "example:kuhn3", str(path), "--missing", "uniform", "--format", form]) == 1
        printed = capsys.readouterr().out
        if form == "json":
            assert json.loads(printed) == json.loads(report.to_json())
        else:
            assert [line for line in printed.splitlines() if not line.startswith("Not stated")] == str(
                report
            ).splitlines()
    assert report.to_dict()["profiles"][0]["regrets"][0]["exact"] == report.regrets[0]


def test_results_show_in_one_line() -> None:
    game = KUHN
    results = [
        lemke.solve(game),
        lemke.solve(game).profile,
        lemke.profile(game, {}, missing="uniform"),
        lemke.normal_form(game),
        lemke.sequence_form(game),
        lemke.enumerate(game),
        lemke.enumerate(game, by="strategies"),
        lemke.ranges(game),
        lemke.learn(game, 4),
        lemke.reach(game, lemke.solve(game)),
        lemke.counterfactual(game, lemke.solve(game), 0),
        lemke.path(game),
        lemke.eliminate(game),
        lemke.double_oracle(game),
        lemke.explore(game, starts=2),
        lemke.solve(game, method="lemke-howson", all_labels=True),
        lemke.solve(lemke.sequence_form(game)),
        lemke.solve_lcp([[1] * 9] * 9, [-1] * 9),
    ]
    for result in results:
        assert len(repr(result)) <= 250 and "\n" not in repr(result), repr(result)


def test_two_matrices_in_front_of_a_profile_are_refused() -> None:
    mixed = [[0.5, 0.5], [0.5, 0.5]]
    for call in (lemke.verify, lemke.polish):
        with pytest.raises(InputError, match="one argument"):
            call(A, B, mixed)
        assert call((A, B), mixed)
    with pytest.raises(InputError, match="normalize"):
        lemke.profile(KUHN, {}, 1)


def test_two_matrices_are_one_game_also_of_functions_of_trees() -> None:
    assert lemke.ranges(A, B).to_table() == lemke.ranges((A, B)).to_table()
    assert lemke.learn(A, B, 4).steps == lemke.learn((A, B), 4).steps


def test_equilibria_of_matrices_are_sequences() -> None:
    found = lemke.enumerate(A, B)
    assert list(found) == list(found.equilibria) and found[-1] is found.equilibria[-1] and len(found) == 3
    equilibrium = lemke.solve(A, B)
    x, y = equilibrium
    assert x.tolist() == equilibrium[0].tolist() == [1, 0] and y.tolist() == equilibrium[1].tolist()
    assert equilibrium.to_dict() == {"1": {"1": 1, "2": 0}, "2": {"1": 1, "2": 0}}


def test_all_equilibria_of_a_tree_are_sequences() -> None:
    sets, pure = lemke.enumerate("example:beer_quiche"), lemke.enumerate("example:beer_quiche", by="pure")
    assert list(sets) == list(sets.sets) and sets[1] is sets.sets[1] and len(sets) == 2
    assert list(pure) == list(pure.equilibria) and pure[1] is pure.equilibria[1] and len(pure) == 2


def test_the_beliefs_of_a_set_are_those_of_its_nodes() -> None:
    equilibrium = lemke.solve(KUHN)
    beliefs = equilibrium.belief("Q:b")
    assert sum(beliefs.values()) == 1 and beliefs == {node: equilibrium.belief(node) for node in beliefs}
    assert list(equilibrium.values()) == [moves for _, moves in equilibrium.items()]


def test_a_bundled_game_without_its_prefix_is_suggested() -> None:
    with pytest.raises(FormatError, match="example:kuhn3"):
        lemke.solve("kuhn3")


def test_a_misspelt_option_or_player_is_told_what_there_is() -> None:
    with pytest.raises(InputError, match="did you mean 'method'"):
        lemke.solve(A, B, methd="lcp")
    equilibrium = lemke.solve(KUHN)
    with pytest.raises(UnknownNameError, match="0 to 1"):
        equilibrium[2, "J"]
    with pytest.raises(ProfileError, match="did you mean 'pass'"):
        lemke.profile(KUHN, {"J": {"passs": 1}}, missing="uniform")


def test_a_solver_is_no_policy_but_has_one() -> None:
    class Solver:
        def average_policy(self) -> None: ...

    with pytest.raises(InputError, match="average_policy"):
        lemke.verify(KUHN, Solver())


def test_results_are_written_as_json(tmp_path: Path) -> None:
    found = lemke.enumerate("example:beer_quiche")
    lemke.write(found, tmp_path / "sets.json")
    assert (tmp_path / "sets.json").read_text(encoding="utf-8") == found.to_json()
    with pytest.raises(FormatError, match="expected json"):
        lemke.dumps(found, "efg")
