"""Solves named programs, and judges the optima by theory."""

from lemke.forms.programs import NamedLP
from lemke.linear.guided import solve_lp
from lemke.linear.lp import Optimal, check, complementary_slackness


def judged_optimum(program: NamedLP) -> Optimal:
    """An optimal solution of which feasibility, strong duality and complementary slackness are confirmed."""
    outcome = solve_lp(program.program)
    assert isinstance(outcome, Optimal)
    assert check(program.program, outcome) is None
    assert complementary_slackness(program.program, outcome.x, outcome.y) is None
    return outcome
