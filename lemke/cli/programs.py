"""The commands ``lemke lcp`` and ``lemke lp``."""

from __future__ import annotations

import click

from lemke.cli.options import choices_help, emit, kernel_option, rendered, result
from lemke.errors import NotProvedError, located
from lemke.forms.programs import FORMS, NamedLP, ProgramSolution
from lemke.forms.sequence_form import sequence_form
from lemke.game.strategy import centroid, realization_plan
from lemke.io import profile as profiles
from lemke.io.lcp_formats import read_lcp
from lemke.io.lp_text import dumps
from lemke.linear.guided import solve_lcp, solve_lp
from lemke.linear.lcp import Solution
from lemke.linear.lp import Optimal
from lemke.public import accepted as games


@click.command()
@click.argument("file")
@kernel_option
@result()
def lcp(file: str, kernel: str, form: str, output: str) -> int:
    """Solve a linear complementarity problem.

    The problem is w = q + M z, w >= 0, z >= 0, zw = 0, with rational M and q. FILE is a text such as
    "n= 2 M= 2 1 1 2 q= -5 -6 d= 1 1" (M row by row, d optional), or JSON (see docs/reference/file-formats.md). Numbers
    are exact: 0.1 is 1/10.

    Status 1: multipliers prove that there is no solution, or the path ended in a ray that proves nothing.

    \b
    Example:
      echo "n= 2 M= 2 1 1 2 q= -5 -6" | lemke lcp -
    """
    problem = read_lcp(file)
    with located(file):
        outcome = solve_lcp(problem, kernel=kernel)
    emit(output, rendered(outcome, form))
    return 0 if isinstance(outcome, Solution) else 1


# ---------------------------------------------------------------------- linear programs of games

_FORMS_HELP = choices_help(
    ("Forms (N is the player, M the opponent)", {name: form.description for name, form in FORMS.items()})
)
_SYMMETRY = "For player 2 exchange x and y, A and B', E and F, e and f, u and v."


@click.command(epilog=f"{_FORMS_HELP}\n\n{_SYMMETRY}")
@click.argument("game")
@click.option(
    "--player",
    type=click.IntRange(1, 2),
    default=1,
    show_default=True,
    metavar="N",
    help="The player whose plan or values the program computes.",
)
@click.option(
    "--form",
    "name",
    type=click.Choice(list(FORMS)),
    metavar="FORM",
    default="information-set",
    show_default=True,
    help="The form of the program, listed below.",
)
@click.option(
    "--bounds", is_flag=True, help="In information-set forms: add the rows r <= 1, which follow from the other rows."
)
@click.option(
    "--against",
    metavar="centroid|PROFILE",
    help="In best-response forms: the opponent's strategy; by default centroid, all moves equally likely.",
)
@click.option(
    "--solve",
    "solving",
    is_flag=True,
    help="Solve the program exactly; print the value, the variables and the multipliers of the rows.",
)
@result()
def lp(
    game: str, player: int, name: str, bounds: bool, against: str | None, solving: bool, form: str, output: str
) -> None:
    """Write or solve a linear program of a game.

    The text is in CPLEX's LP format, which most solvers read; its numbers are exact integers. r1(a,c), x(a,c) and
    y(e) are realization weights of sequences, u(I) and v(I) values of information sets (see
    docs/textbook/sequence_form_programs.md).

    Best-response forms take any two-player game with perfect recall; the other forms take only constant-sum games.

    \b
    Examples:
      lemke lp example:small_poker_g_values --player 2 --solve
      lemke lp example:kuhn3 --form dual -o kuhn3.lp
      lemke lp example:tracing_2002 --form best-response --solve
    """
    program_form = FORMS[name]
    if against is not None and program_form.takes != "plan":
        raise click.UsageError(f"--against with the form {name}, expected {_forms('plan')}")
    if bounds and program_form.takes != "bounds":
        raise click.UsageError(f"--bounds with the form {name}, expected {_forms('bounds')}")
    read_game = games.read(game)
    with located(game):
        game_form = sequence_form(read_game)
    extra: list[object] = [bounds] if program_form.takes == "bounds" else []
    if program_form.takes == "plan":
        opponent = 2 - player  # players 1 and 2 have the indices 0 and 1
        if against in (None, "centroid"):
            strategy = centroid(game_form.sequences[opponent])
        else:
            strategy = profiles.read(against, read_game, " to play against").profile.behavior[opponent]
        extra = [realization_plan(game_form.sequences[opponent], strategy)]
    with located(game):
        program = program_form.build(game_form, player - 1, *extra)
        if solving:
            content = rendered(_solution(program), form)
        else:
            content = dumps(program) if form == "text" else rendered(program, form)
    emit(output, content)


def _forms(takes: str) -> str:
    """Return, for messages, ``--form`` with the forms that take this kind of argument."""
    return f"--form {' or '.join(name for name, form in FORMS.items() if form.takes == takes)}"


def _solution(program: NamedLP) -> ProgramSolution:
    """Return the optimal solution of a program, after checking the solution."""
    outcome = solve_lp(program.program)
    assert isinstance(outcome, Optimal)  # the program is feasible, since plans exist, and payoffs are bounded
    # solve_lp has checked feasibility and duality; check compares the variables with what their names mean in the game
    if defect := program.check(outcome):
        raise NotProvedError(f"the solution of the linear program is wrong: {defect}")
    return ProgramSolution(program, outcome)
