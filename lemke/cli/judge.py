"""``lemke verify``."""

from __future__ import annotations

import click

from lemke.certificate import Judge
from lemke.cli.options import emit, limits, make_watch
from lemke.errors import located
from lemke.io import profile as profiles
from lemke.io import read
from lemke.io.source import read_text
from lemke.refinements import REFINEMENTS
from lemke.views.equilibrium import report_text


@click.command()
@click.argument("game")
@click.argument("profile")
@click.option(
    "--refine", type=click.Choice([*REFINEMENTS]), help="Ask for more than an equilibrium, as in lemke solve."
)
@limits
def verify(
    game: str, profile: str, refine: str | None, time_limit: float | None, memory_limit: int | None, quiet: bool
) -> int:
    """Judge PROFILE exactly: payoffs and regret of each player in GAME.

    PROFILE is a certificate or other JSON with "behavior", or one or more lines "NE,1/2,1/2,…" as Gambit prints them;
    the content decides. Status 0: an equilibrium, and whatever a certificate claims is true, a refinement as well, or
    the exact regrets of a profile that is none. Status 1: not so; with several lines, the worst counts.

    \b
    Examples:
      lemke solve examples/games/kuhn3.efg --format json -o kuhn3.json
      lemke verify examples/games/kuhn3.efg kuhn3.json
      echo "NE,1,0,0,1" | lemke verify examples/games/entry_deterrence.efg - --refine subgame-perfect
    """
    watch = make_watch(time_limit, memory_limit, quiet)
    read_game = read(game, watch)
    with located(game):
        judge = Judge.of(read_game, watch)
    claims = profiles.loads(read_text(profile, watch), read_game, profile, watch)
    status = 0
    for number, claim in enumerate(claims, 1):
        report, objections = judge.judge(claim)
        gains = {
            name: refinement.objections_to(read_game, claim.profile, watch)
            for name, refinement in REFINEMENTS.items()
            if name in (refine, claim.method)
        }
        heading = f"Profile {number}\n" if len(claims) > 1 else ""
        emit("-", heading + report_text(read_game, report, objections, claim) + _refined(gains))
        watch.check()
        if objections or not (report.is_equilibrium or claim.regrets) or any(gains.values()):
            status = 1
    return status


def _refined(gains: dict[str, list[str]]) -> str:
    """Return a line for every refinement that was asked for or claimed: that it holds, or who gains where."""
    lines = (f"Not {name}: {'; '.join(found)}.\n" if found else f"It is {name}.\n" for name, found in gains.items())
    return "".join(lines)
