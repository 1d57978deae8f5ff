"""Other solvers, one function each: the seconds of a call and, if the game is zero-sum, the value that it finds."""

from __future__ import annotations

import re
import subprocess
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import lemke
from benchmarks.clock import best
from benchmarks.ladders import Case
from lemke.forms.normal_form import normal_form
from lemke.ground.rational import common_denominator
from lemke.ground.sparse import floats
from lemke.linear.lp import LP

Figures = dict[str, Any]


def gambit(case: Case, solver: str, **options: Any) -> Figures:
    """Measure a solver of pygambit on a game already read; for one of the strategic form, read as such."""
    import pygambit

    kind = "nfg" if options.get("use_strategic") else "efg"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"game.{kind}")
        path.write_text(lemke.dumps(case.game(), kind), encoding="utf-8")
        game = (pygambit.read_nfg if kind == "nfg" else pygambit.read_efg)(path)
    result, seconds = best(lambda: getattr(pygambit.nash, solver)(game, rational=True, **options), case.limit)
    if not result.equilibria:
        raise RuntimeError("no equilibrium found")
    return {"seconds": seconds, "value": float(result.equilibria[0].payoff(next(iter(game.players))))}


def program_of(case: Case) -> LP:
    """Return the linear program of a zero-sum game, whose value is player 1's."""
    return lemke.sequence_form(case.game()).lp()


def highs(case: Case, solver: str) -> Figures:
    """Measure ``run()`` of HiGHS, in floats, on the linear program that ``lemke`` solves."""
    import highspy

    program = program_of(case)
    matrix = program.A.to_scipy().tocsc()
    right = floats(program.b)
    model = highspy.HighsLp()
    model.num_row_, model.num_col_ = matrix.shape
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_, model.a_matrix_.index_, model.a_matrix_.value_ = matrix.indptr, matrix.indices, matrix.data
    model.col_cost_ = floats(program.c)
    model.col_lower_ = np.where(program.free, -highspy.kHighsInf, 0.0)
    model.col_upper_ = np.full(matrix.shape[1], highspy.kHighsInf)
    model.row_lower_ = np.where(program.senses < 0, -highspy.kHighsInf, right)
    model.row_upper_ = np.where(program.senses > 0, highspy.kHighsInf, right)
    solve = highspy.Highs()
    solve.setOptionValue("output_flag", False)
    solve.setOptionValue("solver", solver)
    solve.passModel(model)
    _, seconds = best(lambda: (solve.clearSolver(), solve.run()), case.limit)
    if solve.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        raise RuntimeError(f"status {solve.getModelStatus()}")
    return {"seconds": seconds, "value": solve.getObjectiveValue()}


def openspiel(case: Case) -> Figures:
    """Measure OpenSpiel's linear program, in floats, on its own game: it walks the tree as well as solving."""
    import pyspiel
    from open_spiel.python.algorithms.sequence_form_lp import solve_zero_sum_game

    game = pyspiel.load_game(case.ladder.openspiel.format(case.size))
    (value, *_), seconds = best(lambda: solve_zero_sum_game(game), case.limit)
    return {"seconds": seconds, "value": float(value)}


def esolver(case: Case) -> Figures:
    """Measure QSopt_ex's program, exact, on the linear program that ``lemke`` solves, reading included."""
    with tempfile.TemporaryDirectory() as folder:
        path, solution = Path(folder, "game.lp"), Path(folder, "game.sol")
        path.write_text(lp_text(program_of(case)), encoding="ascii")
        seconds, _ = external(["esolver", "-L", "-O", str(solution), str(path)], case.limit)
        match = re.search(r"Value = (-?\d+)(?:/(\d+))?", solution.read_text(encoding="ascii"))
    if not match:
        raise RuntimeError("no value in the solution of esolver")
    return {"seconds": seconds, "value": int(match[1]) / int(match[2] or 1)}


def lp_text(program: LP) -> str:
    """Return a linear program in CPLEX's LP format; rows are scaled to integers, costs have to be integers."""
    m, n = program.A.shape
    rows: list[list[tuple[int, Any]]] = [[] for _ in range(m)]
    for i, j, value in program.A.entries:
        rows[i].append((j, value))

    def linear(terms: list[tuple[int, Any]]) -> str:
        return "\n ".join(f"{'-' if value < 0 else '+'} {abs(value)} x{j}" for j, value in terms)

    lines = ["Minimize", f" cost: {linear([(j, value) for j, value in enumerate(program.c) if value])}", "Subject To"]
    for i, terms in enumerate(rows):
        scale = common_denominator([program.b[i], *(value for _, value in terms)])
        sense = {1: ">=", 0: "=", -1: "<="}[int(program.senses[i])]
        lines.append(f" r{i}: {linear([(j, value * scale) for j, value in terms])} {sense} {program.b[i] * scale}")
    lines += ["Bounds", *(f" x{j} free" for j in range(n) if program.free[j]), "End", ""]
    return "\n".join(lines)


def lrsnash(case: Case) -> Figures:
    """Measure ``lrsnash`` of lrslib, exact, which lists all extreme equilibria, reading included."""
    payoffs = normal_form(case.game()).payoffs
    tables = ["\n".join(" ".join(map(str, row)) for row in table) for table in payoffs]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "game")
        path.write_text("\n\n".join([" ".join(map(str, payoffs[0].shape)), *tables, ""]), encoding="ascii")
        seconds, output = external(["lrsnash", str(path)], case.limit)
    match = re.search(r"Number of equilibria found: *(\d+)", output)
    if not match or not int(match[1]):
        raise RuntimeError("no equilibrium found")
    return {"seconds": seconds}


def external(command: list[str], limit: float) -> tuple[float, str]:
    """Return the seconds and the output of a program; TimeoutExpired beyond the limit."""
    call = partial(subprocess.run, command, capture_output=True, text=True, errors="replace", check=True)
    run, seconds = best(lambda: call(timeout=limit), limit + 1)
    return seconds, run.stdout
