"""``lemke lp``."""

from __future__ import annotations

from textwrap import fill

import click

from lemke.api import games
from lemke.cli.options import emit, rendered, result
from lemke.errors import NotProvedError, located
from lemke.forms.programs import FORMS, NamedLP, solution_document
from lemke.forms.sequence_form import SequenceForm, sequence_form
from lemke.game import Game
from lemke.game.strategy import centroid, realization_plan
from lemke.ground import limits
from lemke.ground.sparse import Vector
from lemke.io import profile as profiles
from lemke.io.lp_text import program_document
from lemke.linear.guided import solve_lp
from lemke.linear.lp import Optimal

_INDENT = " " * 6
_FORMS_HELP = "\b\nForms, of player N; M is the other one:\n" + "\n".join(
    f"  {name}\n{fill(form.description, 78, initial_indent=_INDENT, subsequent_indent=_INDENT, break_on_hyphens=False)}"
    for name, form in FORMS.items()
)
_SYMMETRY = "For player 2 exchange x and y, A and B', E and F, e and f, u and v."


@click.command(epilog=f"{_FORMS_HELP}\n\n{_SYMMETRY}")
@click.argument("game")
@click.option(
    "--player", type=click.IntRange(1, 2), default=1, show_default=True, metavar="N", help="Whose program it is."
)
@click.option(
    "--form",
    "name",
    type=click.Choice(list(FORMS)),
    metavar="FORM",
    default="information-set",
    show_default=True,
    help="Which program, see below.",
)
@click.option("--bounds", is_flag=True, help="State r <= 1 in rows of the information-set forms; it follows anyway.")
@click.option(
    "--against",
    metavar="centroid|PROFILE",
    help="What M plays in the best-response forms: all moves equally likely, unless a profile's file is given.",
)
@click.option("--solve", "solved", is_flag=True, help="Solve the program exactly and print the solution instead.")
@result("text", "json")
def lp(
    game: str, player: int, name: str, bounds: bool, against: str | None, solved: bool, form: str, output: str
) -> int:
    """Write or solve a linear program of a game.

    It is written for other solvers: the text is CPLEX's LP format, exact, with the variables of the lectures: in the
    information-set forms r1(a,c) is the probability of player 1's sequence a, c, and v(I) the value of the information
    set I; in the others plans are x(a,c), y(e), and values u(I), v(I). With --solve, the value, the variables and the
    multipliers of the rows are printed as exact numbers. Best-response forms take any two-player game, the others
    zero-sum and constant-sum ones.

    \b
    Examples:
      lemke lp example:small_poker_lecture
      lemke lp example:small_poker_lecture --player 2 --solve
      lemke lp example:kuhn3 --form dual -o kuhn3.lp
      lemke lp example:tracing_2002 --form best-response --solve
    """
    chosen = FORMS[name]
    if against is not None and chosen.takes != "plan":
        raise click.UsageError(f"--against with the form {name}, expected a best-response form")
    if bounds and chosen.takes != "bounds":
        raise click.UsageError(f"--bounds with the form {name}, expected an information-set form")
    read_game = games.read_game(game)
    with located(game):
        built = sequence_form(read_game)
    extra: list[object] = [bounds] if chosen.takes == "bounds" else []
    if chosen.takes == "plan":
        extra = [_plan("centroid" if against is None else against, read_game, built, 2 - player)]
    with located(game):
        named = chosen.build(built, player - 1, *extra)
        limits.check()
        found = solution_document(named, _optimum(named)) if solved else program_document(named)
        content = rendered(found, form)
        limits.check()
    emit(output, content)
    return 0


def _plan(name: str, game: Game, form: SequenceForm, player: int) -> Vector:
    """Return the realization plan of a player in the profile of that name."""
    own = form.sequences[player]
    if name == "centroid":
        return realization_plan(own, centroid(own))
    return realization_plan(own, profiles.read(name, game, " to play against").profile.behavior[player])


def _optimum(named: NamedLP) -> Optimal:
    """Return the optimal solution after checking feasibility and strong duality, which imply slackness."""
    outcome = solve_lp(named.program)
    assert isinstance(outcome, Optimal)  # there are plans, and payoffs are bounded
    # solve has checked it; the text that is printed claims it, so what is printed is checked here, whoever solved it
    defect = named.check(outcome)
    if defect is not None:
        raise NotProvedError(f"the solution of the linear program is wrong: {defect}")
    return outcome
