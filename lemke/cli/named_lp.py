"""``lemke lp``."""

from __future__ import annotations

import click

from lemke.cli import games
from lemke.cli.options import emit, limits, make_watch, output
from lemke.errors import NotProvedError, ProfileError, located
from lemke.game import Game
from lemke.io import lp_text
from lemke.io import profile as profiles
from lemke.io.source import read_text
from lemke.lp import Optimal
from lemke.named_lp import FORMS, NamedLP
from lemke.pivoting import solve
from lemke.sequence_form import SequenceForm, sequence_form
from lemke.sparse import Vector
from lemke.strategy import centroid, realization_plan
from lemke.views.named_lp import solution_text
from lemke.watch import Watch

_FORMS_HELP = "\b\nForms, of player N; M is the other one:\n" + "\n".join(
    f"  {name}\n      {form.description}" for name, form in FORMS.items()
)
_SYMMETRY = "For player 2 exchange x and y, A and B', E and F, e and f, u and v."


@click.command(epilog=f"{_FORMS_HELP}\n\n{_SYMMETRY}")
@click.argument("game")
@click.option("--player", type=click.IntRange(1, 2), default=1, show_default=True, help="N, whose program it is.")
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
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@output
@limits
def lp(
    game: str,
    player: int,
    name: str,
    bounds: bool,
    against: str | None,
    solved: bool,
    form: str,
    output: str,
    time_limit: float | None,
    memory_limit: int | None,
    quiet: bool,
) -> int:
    """Write a linear program of GAME for other solvers, or solve it exactly.

    The text is CPLEX's LP format, exact, with the variables of the lectures: in the information-set forms r1(a,c) is
    the probability of player 1's sequence a, c, and v(I) the value of the information set I; in the others plans are
    x(a,c), y(e), and values u(I), v(I). With --solve, the value, the variables and the
    multipliers of the rows are printed as exact numbers. Best-response forms take any two-player game, the others
    zero-sum and constant-sum ones.

    \b
    Examples:
      lemke lp examples/games/small_poker_lecture.efg
      lemke lp examples/games/small_poker_lecture.efg --player 2 --solve
      lemke lp examples/games/kuhn3.efg --form dual -o kuhn3.lp
      echo "NE,1/3,2/3,0,1,1,0,0,1" | lemke lp examples/games/tracing_2002.efg --form best-response --against - --solve
    """
    chosen = FORMS[name]
    if against is not None and chosen.takes != "plan":
        raise click.UsageError(f"--against with the form {name}, expected a best-response form")
    if bounds and chosen.takes != "bounds":
        raise click.UsageError(f"--bounds with the form {name}, expected an information-set form")
    watch = make_watch(time_limit, memory_limit, quiet)
    read_game = games.read_game(game, watch)
    with located(game):
        built = sequence_form(read_game, watch)
    extra: list[object] = [bounds] if chosen.takes == "bounds" else []
    if chosen.takes == "plan":
        extra = [_plan("centroid" if against is None else against, read_game, built, 2 - player, watch)]
    with located(game):
        named = chosen.build(built, player - 1, *extra)
        watch.check()
        content = _SOLUTIONS[form](named, _optimum(named, watch)) if solved else _PROGRAMS[form](named, watch)
        watch.check()
    emit(output, content)
    return 0


_PROGRAMS = {"text": lp_text.dumps, "json": lp_text.dumps_json}
_SOLUTIONS = {"text": solution_text, "json": lp_text.solution_json}


def _plan(name: str, game: Game, form: SequenceForm, player: int, watch: Watch) -> Vector:
    """Return the realization plan of a player in the profile of that name."""
    own = form.sequences[player]
    if name == "centroid":
        return realization_plan(own, centroid(own))
    claims = profiles.loads(read_text(name, watch), game, name, watch)
    if len(claims) != 1:
        with located(name):
            raise ProfileError(f"{len(claims)} profiles, expected one to play against")
    return realization_plan(own, claims[0].profile.behavior[player])


def _optimum(named: NamedLP, watch: Watch) -> Optimal:
    """Return the optimal solution after checking feasibility and strong duality, which imply slackness."""
    outcome = solve(named.program, watch)
    assert isinstance(outcome, Optimal)  # there are plans, and payoffs are bounded
    # solve has checked it; the text that is printed claims it, so what is printed is checked here, whoever solved it
    defect = named.check(outcome)
    if defect is not None:
        raise NotProvedError(f"the solution of the linear program is wrong: {defect}")
    return outcome
