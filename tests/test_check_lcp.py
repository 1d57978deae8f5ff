"""The stand-alone checker of LCPs and linear programs, on documents that lemke writes, and on false ones."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq

from certificates import changed, checker, leaves, problem_checker
from lemke.cli import run
from lemke.io.lcp_formats import dumps_lcp
from lemke.linear.lcp import LCP
from named_games import GAMES

TINY = mpq(1, 10**30)
Document = dict[str, Any]


def verdict(problem: Document, document: Document) -> int:
    """The exit status of the checker."""
    try:
        problem_checker.check(json.dumps(problem), json.dumps(document))
    except checker.Refused as refused:
        return int(refused.args[0])
    return 0


@pytest.fixture
def stated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Document]:
    """A function that gives a problem and the JSON that a command writes for it."""

    def stated(problem: LCP | Document) -> tuple[Document, Document]:
        path = tmp_path / "problem.json"
        path.write_text(dumps_lcp(problem) if isinstance(problem, LCP) else json.dumps(problem))
        assert run(["lcp", str(path), "--format", "json"]) in (0, 1)
        return json.loads(path.read_text()), json.loads(capsys.readouterr().out)

    return stated


def small_problem(seed: int, *, free: bool = False) -> LCP:
    """A problem of up to four variables, with many zeros, and perhaps with free variables if ``free``."""
    source = random.Random(seed)
    n = source.randint(1, 4)
    table = [[source.choice((-2, -1, 0, 0, 1, 2, mpq(1, 3))) for _ in range(n)] for _ in range(n)]
    mask = np.array([free and source.random() < 1 / 3 for _ in range(n)])
    problem = LCP.of(table, [source.choice((-2, -1, 0, 1, 2)) for _ in range(n)])
    return LCP(problem.M, problem.q, problem.d, mask) if mask.any() else problem


@pytest.mark.slow
def test_outcomes_of_random_problems_are_accepted_and_no_number_may_change(stated: Callable[..., Any]) -> None:
    kinds = set()
    for seed in range(150):
        problem, document = stated(small_problem(seed))
        kinds.add(document["format"] + " infeasible" * (document.get("infeasible") is not None))
        assert verdict(problem, document) == 0
        if document.get("infeasible") is None:
            for name in ("z", "w", "z0", "direction"):
                for _, place in leaves(document.get(name, []), name, (name,)):
                    forged = changed(document, place, lambda value: str(mpq(value) - TINY))
                    along = name in ("z", "direction") and document.get("direction", ["0"] * 4)[place[1]] != "0"
                    assert along or verdict(problem, forged) == 1
    assert kinds == {"lemke-lcp-solution/2", "lemke-lcp-ray/2", "lemke-lcp-ray/2 infeasible"}


def test_multipliers_that_prove_infeasibility_are_checked(stated: Callable[..., Any]) -> None:
    problem, document = stated(LCP.of([[0, 1], [-1, 0]], [0, -1]))
    assert document["infeasible"] == ["0", "1"] and verdict(problem, document) == 0
    assert verdict(problem, changed(document, ("infeasible", 0), lambda value: "-1/1000")) == 1
    assert verdict(problem, changed(document, ("infeasible", 1), lambda value: "0")) == 1
    assert verdict(problem | {"q": ["0", "0"]}, document) == 1


def test_conditions_of_games_with_free_variables_are_checked(
    capsys: pytest.CaptureFixture[str], stated: Callable[..., Any]
) -> None:
    for name in ("kuhn3", "entry_deterrence", "tracing_2002"):
        assert run(["sequence-form", str(GAMES / f"{name}.efg"), "--format", "lcp"]) == 0
        problem, document = stated(json.loads(capsys.readouterr().out))
        assert problem["free"] and verdict(problem, document) == 0
        for _, place in leaves(document["z"], "z", ("z",)):
            assert verdict(problem, changed(document, place, lambda value: str(mpq(value) + TINY))) == 1


@pytest.mark.parametrize("name", ["kuhn3", "matching_pennies", "guess_the_ace"])
@pytest.mark.parametrize("options", [[], ["--player", "2"], ["--form", "dual"], ["--form", "best-response"]])
def test_solutions_of_linear_programs_are_accepted_and_changed_numbers_rejected(
    name: str, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["lp", str(GAMES / f"{name}.efg"), *options, "--format", "json"]
    assert run(command) == 0
    program = json.loads(capsys.readouterr().out)
    assert run([*command, "--solve"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert verdict(program, document) == 0
    for part in ("variables", "multipliers"):
        for key in document[part]:
            forged = changed(document, (part, key), lambda value: str(mpq(value) + TINY))
            assert verdict(program, forged) == 1 or not involved(program, part, key)
    assert verdict(program, document | {"value": str(mpq(document["value"]) + TINY)}) == 1


def involved(program: Document, part: str, key: str) -> bool:
    """Whether a change of one variable alone breaks an equation."""
    return part == "variables" and any(row["relation"] == "=" and key in row["terms"] for row in program["rows"])


@pytest.mark.parametrize(
    "problem",
    [
        {"M": [[1, 0]], "q": [1]},
        {"M": [[1]], "q": [1], "free": [0.5, "x"]},
        {"M": {"shape": [1, 1], "entries": [[0, 0, 1], [0, 0, 2]]}, "q": [1]},
        {"M": {"shape": [1, 1], "entries": [[0, 1, 1]]}, "q": [1]},
        {"M": "x", "q": [1]},
        {"q": {}},
        {},
        [],
    ],
)
def test_a_document_that_is_no_problem_is_rejected(problem: Document) -> None:
    assert verdict(problem, {"format": "lemke-lcp-solution/2", "z": ["0"], "w": ["1"]}) in (1, 2)
    assert verdict(problem, {"format": "lemke-lp-solution/1", "value": "0"}) in (1, 2)
    assert verdict({"M": [[1]], "q": [1]}, problem) in (1, 2)


DIAGONAL: Document = {"M": {"shape": [2, 2], "entries": [[0, 0, 1], [1, 1, 1]]}, "q": [1, 1]}


@pytest.mark.parametrize(
    "changes",
    [
        {"n": 3},
        {"M": [[1, 0]]},
        {"M": [[1, 0], [0, 1], [0, 0]]},
        {"M": {"shape": [3, 3], "entries": []}},
        {"M": {"entries": []}},
        {"M": {"shape": [2, 2], "entries": [[0.5, 0, 1]]}},
        {"M": {"shape": [2, 2], "entries": [[-1, 0, 1]]}},
        {"free": [0.5]},
        {"free": [-1]},
        {"free": [2]},
        {"format": "lemke-lp/1"},
    ],
    ids=str,
)
def test_a_matrix_that_is_not_square_and_bad_indices_are_rejected(changes: Document) -> None:
    solution = {"format": "lemke-lcp-solution/2", "z": ["0", "0"], "w": ["1", "1"]}
    assert verdict(DIAGONAL, solution) == 0
    assert verdict(DIAGONAL | changes, solution) in (1, 2)


def test_repeated_names_in_a_linear_program_are_rejected() -> None:
    """Two rows of one name both bind, so a checker must not keep only one of them."""
    row: Document = {"name": "row", "terms": {"x": "1"}, "relation": ">=", "right": "1"}
    program: Document = {"direction": "minimize", "objective": {"x": "1"}, "rows": [row]}
    program |= {"variables": ["x"], "free": []}
    solution = {"format": "lemke-lp-solution/1", "value": "1", "variables": {"x": "1"}, "multipliers": {"row": "1"}}
    assert verdict(program, solution) == 0
    assert verdict(program | {"rows": [row | {"right": "100"}, row]}, solution) == 2
    assert verdict(program | {"variables": ["x", "x"]}, solution) == 2
    assert verdict(program | {"free": ["x", "x"]}, solution) == 2
    assert verdict(program | {"free": ["y"]}, solution) == 2
    assert verdict(program | {"format": "lemke-lcp/1"}, solution) == 2


def test_documents_with_a_part_of_another_type_end_with_a_status(
    capsys: pytest.CaptureFixture[str], stated: Callable[..., Any]
) -> None:
    command = ["lp", str(GAMES / "matching_pennies.efg"), "--format", "json"]
    assert run(command) == 0
    program = json.loads(capsys.readouterr().out)
    assert run([*command, "--solve"]) == 0
    pairs = [(program, json.loads(capsys.readouterr().out)), stated(small_problem(1)), stated(small_problem(3))]
    for problem, document in pairs:
        for part in (problem, document):
            for key in part:
                for value in (None, [], {}, 7, "x", [[1]], {"a": []}, ["1", None], [{}]):
                    forged = [
                        {**part, key: value} if part is original else original for original in (problem, document)
                    ]
                    assert verdict(*forged) in (0, 1, 2)
