"""``lemke verify``."""

from __future__ import annotations

import click

from lemke.api import games
from lemke.certificate import Judge, Verdict, verdicts_document
from lemke.cli.options import emit, limited, output, profile_options, rendered
from lemke.cli.shared_options import format_option
from lemke.errors import located
from lemke.game.strategy import Missing
from lemke.ground import limits
from lemke.io import profile as profiles
from lemke.io.source import read_text
from lemke.solvers.refinements import REFINEMENTS, objections_to


@click.command()
@click.argument("game")
@click.argument("profile")
@click.option(
    "--refine", type=click.Choice([*REFINEMENTS]), help="Ask for more than an equilibrium, as in lemke solve."
)
@profile_options
@format_option(["text", "json"], "json has every number in full.")
@output
@limited
def verify(
    game: str, profile: str, refine: str | None, normalize: bool, missing: Missing, form: str, output: str
) -> int:
    """Judge a profile exactly: payoffs and regrets.

    Prints what each player gets in GAME and could gain, and how a best response gains it. PROFILE is a certificate or
    other JSON with "behavior", one or more lines "NE,1/2,1/2,…" as Gambit prints them, JSON such as {"1": {"SET":
    {"ACTION": 0.5, …}, …}, "2": …}, or CSV with the columns player, information set, action and probability; the
    content decides. Numbers mean what they say: 0.1 is 1/10. What is lost is told by information set: the parts add up
    to the regret. Fractions beyond 100 characters are shown as decimals, in full with --format json.

    Status 0: an equilibrium, and whatever a certificate claims is true, a refinement as well, or the exact regrets of a
    profile that is none. Status 1: not so; with several lines, the worst counts.

    \b
    Examples:
      lemke solve example:kuhn3 --format json -o kuhn3.json
      lemke verify example:kuhn3 kuhn3.json
      echo "NE,1,0,0,1" > threat.ne
      lemke verify example:entry_deterrence threat.ne --refine subgame-perfect
      echo "NE,0.333,0.666,0.5,0.5" > float.ne
      lemke verify example:entry_deterrence float.ne --normalize
    """
    read_game = games.read_game(game)
    with located(game):
        judge = Judge.of(read_game)
    claims = profiles.loads(read_text(profile), read_game, profile, normalize, missing)
    verdicts = []
    for claim in claims:
        report, objections = judge.judge(claim)
        verdicts.append(Verdict(read_game, claim, report, objections, objections_to(read_game, claim, refine)))
        limits.check()
    emit(output, rendered(verdicts_document(read_game, verdicts), form))
    return 0 if all(verdict.holds for verdict in verdicts) else 1
