"""The public functions: their signatures, what they accept for a game and a profile, and what they refuse."""

import importlib
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq

import lemke
from lemke.errors import InputError, LemkeError, NumberError, ProfileError
from lemke.game.implicit import TreeState

A, B = [[3, 0], [1, 2]], [[2, 0], [0, 1]]
KUHN = lemke.example("kuhn3")
KNOWN = lemke.solve(KUHN)
PENNIES = lemke.example("matching_pennies")
HALF = lemke.solve(PENNIES)
FUNCTIONS = {name: value for name in lemke.__all__ if inspect.isfunction(value := getattr(lemke, name))}
LAZY = ["lemke", "lemke.certificate", "lemke.forms.normal_form", "lemke.forms.sequence_form"]
LAZY += ["lemke.linear.exact", "lemke.linear.guided"]
CLASSES = {"Equilibrium", "Game", "GameBuilder", "LCP", "LP", "LemkeError", "NormalForm", "ParametricGame", "Profile"}


# ---------------------------------------------------------------------- signatures


def test_there_are_few_names_and_all_are_functions_classes_or_chance() -> None:
    assert {*lemke.__all__} == {*FUNCTIONS} | CLASSES | {"CHANCE"}
    assert len(FUNCTIONS) <= 35
    assert {*lemke.__all__} <= {*dir(lemke)}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_is_documented_and_has_types(name: str) -> None:
    function = FUNCTIONS[name]
    assert ">>> " in (function.__doc__ or "")
    for parameter in inspect.signature(function).parameters.values():
        assert parameter.annotation is not inspect.Parameter.empty
        assert "Any" not in str(parameter.annotation)
        assert parameter.kind not in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@pytest.mark.parametrize("package", LAZY)
def test_the_table_of_names_is_that_of_the_type_checkers(package: str) -> None:
    module = importlib.import_module(package)
    source = inspect.getsource(module).split("if TYPE_CHECKING:")[1].split("else:")[0]
    listed = [(name, f"{package}.{home}") for home, names in module._NAMES.items() for name in names.split()]
    assert sorted(re.findall(r"^    from (\S+) import \(?\s*(\w+) as \2\b", source, re.MULTILINE)) == sorted(
        (home, name) for name, home in listed
    )
    assert all(hasattr(module, name) for name, _ in listed)
    with pytest.raises(AttributeError, match=f"'{package}' has no attribute 'nothing'"):
        module.__getattr__("nothing")


SNIPPET = """
import lemke
import numpy as np

game = lemke.read("example:kuhn3")
reveal_type(lemke.solve(game))  # Equilibrium
reveal_type(lemke.solve("x.nfg"))  # Equilibrium
reveal_type(lemke.solve(lemke.bimatrix([[1, "1/2"]], np.eye(2))))  # Equilibrium
reveal_type(lemke.solve(lemke.sequence_form(game)))  # ProvedPlans
reveal_type(lemke.enumerate(game, "sets", first=3))  # EquilibriumSets
lemke.solve(game, priro="x")  # error
lemke.solve([[1, 2]])  # error
lemke.verify(game, lemke.solve(game))
lemke.verify(game, {"K": {"bet": "1/3"}, "Q": [0.5, 0.5]}, missing="uniform")
lemke.verify(game, {(0, "K"): {"bet": 0.5}})
lemke.verify(game, np.array([0.5]), normalize=True)
lemke.verify(game, lambda state: {0: 1.0})
lemke.verify(game, 3)  # error
lemke.verify(game, [[0.5, 0.5]])  # error
"""


def test_type_checkers_know_the_answers_and_find_mistakes(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "snippet.py").write_text(SNIPPET)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-pretty", "snippet.py"]
    printed = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False).stdout
    lines: dict[int, str] = {}
    for line in printed.splitlines():
        if line.startswith("snippet.py:") and int(line.split(":")[1]) not in lines:
            lines[int(line.split(":")[1])] = line
    for number, line in enumerate(SNIPPET.splitlines(), 1):
        expected = line.partition("  # ")[2]
        if expected == "error":
            assert " error: " in lines.pop(number)
        elif expected:
            assert lines.pop(number).endswith(f'.{expected}"')
    assert not lines, printed


# ---------------------------------------------------------------------- games

CALLS: dict[str, Callable[[Any], Any]] = {
    "solve": lambda game: lemke.solve(game).payoffs,
    "lemke_howson": lambda game: len(lemke.lemke_howson(game).paths),
    "path": lambda game: len(lemke.path(game)),
    "double_oracle": lambda game: lemke.double_oracle(game).last.lower,
    "verify": lambda game: lemke.verify(game, HALF).payoffs,
    "reach": lambda game: lemke.reach(game, HALF).payoffs,
    "counterfactual": lambda game: lemke.counterfactual(game, HALF, 1).payoff,
    "profile": lambda game: lemke.profile(game, HALF).behavior,
    "enumerate": lambda game: len(lemke.enumerate(game)),
    "ranges": lambda game: lemke.ranges(game, only="1").to_table().rows,
    "polish": lambda game: lemke.polish(game, {}, missing="uniform").equilibrium.payoffs,
    "learn": lambda game: lemke.learn(game, iterations=4).steps,
    "explore": lambda game: len(lemke.explore(game, starts=2).equilibria),
    "eliminate": lambda game: len(lemke.eliminate(game, rounds=1).eliminated),
    "describe": lambda game: lemke.describe(game).nodes,
    "sha256": lemke.sha256,
    "sequence_form": lambda game: lemke.sequence_form(game).A.shape,
    "normal_form": lambda game: lemke.normal_form(game).shape,
    "pure_strategies": lambda game: lemke.pure_strategies(game, 0).count,
    "dumps": lemke.dumps,
    "draw": lambda game: lemke.draw(game, {}, missing="uniform").svg,
    "report": lambda game: "both regrets are exactly 0" in lemke.report(game, HALF).html,
}
"""A call of every public function that takes a game."""


def test_every_public_function_of_a_game_is_called_here() -> None:
    takes_games = {name for name, function in FUNCTIONS.items() if "GameLike" in str(inspect.signature(function))}
    takes_games |= {"dumps", "write"}
    assert takes_games == {*CALLS, "write"}


@pytest.mark.parametrize("name", CALLS)
def test_a_game_in_all_its_forms_gives_one_answer(name: str, tmp_path: Path) -> None:
    lemke.write(PENNIES, path := tmp_path / "pennies.json")
    expected = CALLS[name](PENNIES)
    for form in ("example:matching_pennies", str(path), path):
        assert CALLS[name](form) == expected


def test_a_strategic_form_is_a_game() -> None:
    form = lemke.bimatrix(A, B, players=("x", "y"))
    for options in ({}, {"method": "lcp"}, {"method": "lemke-howson"}, {"refine": "normal-form-perfect"}):
        equilibrium = lemke.solve(form, **options)
        assert isinstance(equilibrium, lemke.Equilibrium)
        assert lemke.verify(form, equilibrium).holds and lemke.verify(form.tree(), equilibrium.to_json()).holds
    assert lemke.solve(form, "lemke-howson", label=1).payoffs != lemke.solve(form, "lemke-howson", label=0).payoffs
    assert len(lemke.enumerate(form).equilibria) == len(lemke.enumerate(form.tree()).equilibria) == 3
    assert lemke.solve(lemke.bimatrix([[1, -1], [-1, 1]])).payoffs == (0, 0)
    assert lemke.bimatrix([[1]], strategies=(["a"], ["b"]), title="t").strategies == (("a",), ("b",))
    with pytest.raises(NumberError, match="float"):
        lemke.bimatrix([[0.5]])
    assert lemke.bimatrix(np.array([[0.5]]), floats=True).payoffs[1].tolist() == [[mpq(-1, 2)]]


REFUSED: dict[str, tuple[object, str]] = {
    "matrix": (A, r"of type list, .*lemke\.bimatrix\(A, B\)"),
    "array": (np.eye(2), r"lemke\.bimatrix\(A, B\)"),
    "state": (TreeState.root(KUHN), r"lemke\.game\.implicit\.expand\(state\)"),
    "number": (3, "of type int, expected a game"),
    "class": (lemke.Game, "expected a game: a Game, a file"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_an_object_that_is_no_game_is_refused_with_the_call_that_makes_one(case: str) -> None:
    stated, words = REFUSED[case]
    for function in (lemke.solve, lemke.ranges, lemke.sha256):
        with pytest.raises(InputError, match=words):
            function(stated)


def test_a_bundled_game_without_its_prefix_is_named() -> None:
    with pytest.raises(LemkeError, match="example:kuhn3"):
        lemke.solve("kuhn3")
    with pytest.raises(InputError, match="OpenSpiel"):
        lemke.read("example:kuhn3", snap_payoffs=True)


# ---------------------------------------------------------------------- profiles


def test_all_forms_of_a_profile_give_the_same_answer(tmp_path: Path) -> None:
    line = lemke.dumps(KNOWN, "gambit")
    lemke.write(KNOWN, path := tmp_path / "kuhn.json")
    polished = lemke.polish(KUHN, KNOWN)
    texts = line, KNOWN.to_json(), path, str(path)
    for stated in (KNOWN, KNOWN.profile, *texts, KNOWN.to_dict(), dict(KNOWN), lemke.profile(KUHN, KNOWN), polished):
        assert lemke.profile(KUHN, stated).behavior == KNOWN.profile.behavior
        assert lemke.verify("example:kuhn3", stated).is_equilibrium


def test_numbers_of_a_line_are_a_profile_only_if_they_may_be_normalized() -> None:
    numbers = np.array([0.25, 0.75, 0.5, 0.5])
    game = lemke.example("matching_pennies")
    for stated in (numbers, numbers.tolist()):
        profile = lemke.profile(game, stated, normalize=True)
        assert profile.behavior == (((mpq(1, 4), mpq(3, 4)),), ((mpq(1, 2),) * 2,))
        with pytest.raises(ProfileError, match=r"lemke\.Profile\.of"):
            lemke.profile(game, stated)


WRONG_PROFILES: dict[str, tuple[object, str]] = {
    "number": (3, "type int, expected a profile"),
    "nested lists": (KNOWN.profile.behavior, r"lemke\.Profile\.of\(game, lists\)"),
    "policy": (lambda state: {0: 1}, "policy of type function, expected a game of OpenSpiel"),
    "two lines": ("NE,1\nNE,1", "1 probability"),
    "incomplete": ({"K": {"bet": 1}}, "missing="),
    "other game": (lemke.solve("example:matching_pennies"), "expected"),
}


@pytest.mark.parametrize("case", WRONG_PROFILES)
def test_an_object_that_is_no_profile_is_refused(case: str) -> None:
    stated, words = WRONG_PROFILES[case]
    for function in (lemke.profile, lemke.verify, lemke.polish):
        with pytest.raises(LemkeError, match=words):
            function(KUHN, stated)


def test_a_prior_is_a_name_or_a_profile(tmp_path: Path) -> None:
    game = lemke.example("battle_of_the_sexes")
    stated = {"man": {"fight": "9/10", "ballet": "1/10"}, "woman": {"fight": "9/10", "ballet": "1/10"}}
    (tmp_path / "prior.json").write_text(json.dumps(stated))
    expected = lemke.solve(game, method="lcp", prior=lemke.profile(game, stated))
    for prior in (stated, tmp_path / "prior.json", str(tmp_path / "prior.json")):
        assert lemke.solve(game, method="lcp", prior=prior).payoffs == expected.payoffs
        assert lemke.path(game, prior=prior).prior_name == "profile"
    with pytest.raises(InputError, match="the prior 'centriod', expected auto"):
        lemke.solve(game, prior="centriod")


# ---------------------------------------------------------------------- options

OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"method": "lpp"}, "method 'lpp', expected one of auto, lcp"),
    ({"kernel": "none"}, "kernel 'none', expected one of auto"),
    ({"seed": -1}, "seed -1, expected a whole number"),
    ({"seed": True}, "seed True, expected a whole number"),
    ({"label": 1}, "label, expected it with the method lemke-howson"),
    ({"method": "lp", "gap": 1}, "gap, expected it with the method double-oracle"),
    ({"method": "lemke-howson", "refine": "sequential", "label": 1}, "without refine"),
    ({"executor": 3}, "executor of type int"),
    ({"rounds": 1}, "rounds of type int, expected True or False"),
    ({"prior": 3}, "type int, expected a profile"),
]


@pytest.mark.parametrize(("options", "words"), OPTIONS)
def test_wrong_options_of_solve_are_refused(options: Mapping[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        lemke.solve(KUHN, **options)


WRONG = [3, True, -1, 1.5, [None], {"x": 1}, np.array([1, 2]), object]


@pytest.mark.parametrize("name", [name for name in CALLS if name not in ("dumps", "report")])
def test_a_wrong_argument_is_refused_with_an_error_of_ours(name: str) -> None:
    function = FUNCTIONS[name]
    parameters = inspect.signature(function).parameters
    required = {"game": PENNIES, "subject": PENNIES, "profile": {}, "missing": "uniform", "player": 0, "starts": 2}
    given = {key: value for key, value in required.items() if key in parameters}
    for key in {*parameters} - {"ax"}:
        for wrong in WRONG:
            try:
                function(**given | {key: wrong})
            except LemkeError as error:
                assert str(error) and "\n" not in str(error)
