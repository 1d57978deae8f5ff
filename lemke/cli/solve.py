"""The commands ``solve``, ``explore``, ``learn``, ``path`` and ``lcp``: from a game or a problem to answers."""

from __future__ import annotations

from typing import Any

import click

import lemke
from lemke.cli import shared
from lemke.errors import InputError, LimitError, NotProvedError, located
from lemke.io import profile as profiles
from lemke.linear.lcp import Solution
from lemke.linear.pivoting import TIE_RULES
from lemke.solvers import METHODS, REFINEMENTS

CHOICES = """
    \b
    Methods:
      auto           lcp in small games; else lp for constant sums, a race of lcp and learn otherwise
      lcp            Lemke's algorithm on the sequence form
      learn          learning in floating point, then exact linear programs
      lp             linear programs on the sequence form, for constant-sum games
      lemke-howson   a Lemke-Howson path on the reduced strategic form
      double-oracle  restricted games that grow by best responses

    \b
    Refinements:
      subgame-perfect         an equilibrium of every proper subgame, also off the path
      sequential              best moves at every information set, given consistent beliefs
      quasi-perfect           best replies to trembling opponents; sequential and undominated
      extensive-form-perfect  a limit of equilibria in which every move has a small probability
      normal-form-perfect     plans that are best replies to completely mixed plans near them
"""
solving_options = shared.with_options(
    click.option(
        "--method", type=click.Choice(["auto", *METHODS]), default="auto", metavar="NAME", help="The method; see below."
    ),
    click.option("--refine", type=click.Choice([*REFINEMENTS]), metavar="NAME", help="The refinement; see below."),
    shared.kernel_option,
    click.option(
        "--prior",
        default="auto",
        metavar="PRIOR",
        help="Where Lemke's path starts: auto, centroid, random or the file of a profile.",
    ),
    shared.seed_option("The seed of the random prior, of perturbations and of learning."),
)


@click.command(epilog=CHOICES)
@shared.game_argument
@solving_options
@click.option(
    "--label", type=shared.POSITIVE, metavar="K", help="With lemke-howson: the label of the path, by default 1."
)
@click.option(
    "--lp-method",
    type=click.Choice(["simplex", "ipm"]),
    help="With lp: the simplex or the interior point method; by default, large programs take the quicker one.",
)
@click.option("--all-labels", is_flag=True, help="With lemke-howson: follow all paths, and list where they end.")
@click.option("--gap", metavar="EPS", help="With double-oracle: stop when the proved gap is at most EPS.")
@shared.workers_option
@shared.result_options("text", "json", "gambit", "latex")
def solve(
    game: str, method: str, label: int | None, gap: str | None, workers: int, form: str, output: str, **options: Any
) -> None:
    """Find an equilibrium of a game, exact and proved.

    GAME has two players with perfect recall. The last line of the text names the method and the kernel. The JSON is a
    certificate, for lemke verify; gambit is a line NE,…

    \b
    Examples:
      lemke solve example:kuhn3
      lemke solve example:tracing_2002 --prior random --seed 7
      lemke solve example:centipede6 --refine subgame-perfect
      lemke solve example:kuhn3 --method double-oracle
      lemke generate leduc --rake 1/20 | lemke solve -
    """
    tree = lemke.read(game)
    if method == "double-oracle":
        gap = gap or "0"  # so that a search that a limit stops returns its proved bounds
    options |= {"gap": gap, "label": None if label is None else label - 1}
    if method == "lemke-howson" and label is not None:
        with located(game):
            labels = sum(lemke.pure_strategies(tree, player, True).count for player in range(len(tree.players)))
        if label > labels:
            raise InputError(f"--label {label}, expected a number from 1 to {labels}")
    all_labels = options.pop("all_labels")
    if all_labels and (method != "lemke-howson" or label is not None or options["refine"] or form == "json"):
        wrong = "--label, --refine and --format json"
        raise InputError(f"--all-labels, expected it with --method lemke-howson and without {wrong}")
    given = {name: value for name, value in options.items() if value is not None and value is not False}
    with shared.open_workers(workers) as executor, located(game):
        answer: Any
        if all_labels:
            answer = lemke.lemke_howson(tree)
        else:
            answer = lemke.solve(tree, method=method, executor=executor, **given)
    equilibria = getattr(answer, "ends", [answer])  # the paths of all labels end at several
    is_unfinished = bool(getattr(answer, "epsilon", 0))
    if form != "gambit" or not is_unfinished:
        shared.write_result(answer, form, output, {"gambit": lambda: _write_lines(tree, equilibria)})
    shared.require_end(getattr(answer, "how", None), game)
    if form == "gambit" and is_unfinished:
        raise InputError(f"--format gambit with --gap {gap}, expected text, json or latex: it is no equilibrium")


def _write_lines(tree: lemke.Game, equilibria: Any) -> str:
    """Return a line NE,… for every equilibrium, each line once."""
    return "".join(dict.fromkeys(profiles.dumps(tree, equilibrium.profile) for equilibrium in equilibria))


@click.command()
@shared.game_argument
@click.option("--starts", type=shared.POSITIVE, default=100, metavar="N", help="Random priors.")
@shared.seed_option("The seed of the first prior; the others have the next numbers.")
@shared.workers_option
@shared.result_options("text", "gambit", "latex")
def explore(game: str, starts: int, seed: int, workers: int, form: str, output: str) -> None:
    """Find different equilibria from many random starts.

    Lists the equilibria at which Lemke's paths from random priors end, and how many paths end there. To print one in
    full, take its seed for lemke solve --prior random --seed K. Status 4: no start led to an equilibrium.

    \b
    Example:
      lemke explore example:tracing_2002 --starts 500
    """
    tree = lemke.read(game)
    with shared.open_workers(workers) as executor, located(game):
        exploration = lemke.explore(tree, starts, seed, executor)
    equilibria = [group.equilibrium for group in exploration.equilibria]
    shared.write_result(exploration, form, output, {"gambit": lambda: _write_lines(tree, equilibria)})
    with located(game):
        if exploration.reason:
            raise LimitError(exploration.reason)
        if not equilibria:
            raise NotProvedError(f"none of {starts} starts led to an equilibrium")


@click.command()
@shared.game_argument
@click.option("--iterations", type=shared.POSITIVE, default=1000, metavar="N", help="The largest number of iterations.")
@shared.seed_option("0: all moves are equally likely at first. Any other seed: random regrets.")
@click.option(
    "--rule",
    type=click.Choice(["predictive", "cfr+", "cfr"]),
    default="predictive",
    help="Predictive CFR+, CFR+ or CFR.",
)
@shared.result_options("text", "json", "latex")
def learn(game: str, iterations: int, seed: int, rule: str, form: str, output: str) -> None:
    """Learn strategies by self-play, and judge them exactly.

    The method is counterfactual regret minimization in floating point. Prints the regrets after 1, 2, 4, 8, …
    iterations, and the exact regrets of the learned profile. The JSON is this profile, for lemke verify and lemke
    polish. In zero-sum games the average strategies converge to an equilibrium, in general-sum games not always.

    \b
    Examples:
      lemke learn example:kuhn3
      lemke learn example:beer_quiche --iterations 200 -o learned.json
    """
    tree = lemke.read(game)
    with located(game):
        learned = lemke.learn(tree, iterations, seed, rule)
    shared.write_result(learned, form, output)


@click.command()
@shared.game_argument
@click.option(
    "--prior",
    default="centroid",
    metavar="PRIOR",
    help="Where the path starts: centroid, random or the file of a profile.",
)
@shared.seed_option("The seed of the random prior.")
@click.option(
    "--tie-rule",
    type=click.Choice(TIE_RULES),
    default="ascending",
    help="Which variable leaves the basis in a tie: the lexicographic rule in one of two orders, or the least index.",
)
@shared.result_options("text", "latex")
def path(game: str, form: str, output: str, **options: Any) -> None:
    """Show Lemke's path, pivot by pivot.

    The path leads from a prior to an equilibrium of GAME, in exact arithmetic. z0 is the weight of the prior: 1 at the
    start, 0 at the end. Status 4: the path cycles, which is possible with the least index only.

    \b
    Examples:
      lemke path example:tracing_2002 --prior random --seed 2
      lemke path example:kuhn3 --tie-rule descending
    """
    tree = lemke.read(game)
    with located(game):
        tracing = lemke.path(tree, **options)
    shared.write_result(tracing, form, output)


@click.command()
@click.argument("file", type=shared.FILE)
@shared.kernel_option
@shared.result_options("text", "latex")
def lcp(file: str, kernel: str, form: str, output: str) -> int:
    """Solve a linear complementarity problem.

    The problem is w = q + M z, w >= 0, z >= 0, zw = 0, with rational M and q. FILE is a text such as
    "n= 2 M= 2 1 1 2 q= -5 -6 d= 1 1" (M row by row, d optional), or JSON. Numbers are exact: 0.1 is 1/10.

    Status 1: multipliers prove that there is no solution, or the path ended in a ray that proves nothing.

    \b
    Example:
      echo "n= 2 M= 2 1 1 2 q= -5 -6" | lemke lcp -
    """
    from lemke.io.lcp_formats import read_lcp  # loads msgspec

    problem = read_lcp(file)
    with located(file):
        outcome = lemke.solve_lcp(problem, kernel=kernel)
    shared.write_result(outcome, form, output)
    return 0 if isinstance(outcome, Solution) else 1
