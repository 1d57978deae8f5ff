"""Solves named programs, and judges the optima by theory."""

from lemke.forms.programs import NamedLP
from lemke.ground.sparse import Vector
from lemke.linear.guided import solve_lp
from lemke.linear.lp import LP, Optimal, check


def judged_optimum(program: NamedLP) -> Optimal:
    """An optimal solution of which feasibility, strong duality and complementary slackness are confirmed."""
    outcome = solve_lp(program.program)
    assert isinstance(outcome, Optimal)
    assert check(program.program, outcome) is None
    assert are_complementary(program.program, outcome.x, outcome.y)
    return outcome


def are_complementary(program: LP, x: Vector, y: Vector) -> bool:
    """Whether x(c − Aᵀy) = 0 and y(A x − b) = 0: feasible x and y are optimal iff so (Schrijver 1986, section 7.9)."""
    at_columns, at_rows = x * (program.c - program.A.T @ y), y * (program.A @ x - program.b)
    return not (at_columns.any() or at_rows.any())
