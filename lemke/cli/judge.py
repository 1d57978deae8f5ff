"""The commands ``verify`` and ``polish``, which read a profile."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

import lemke
from lemke.certificate import Judge, Verdicts
from lemke.certificate.replaying import replay
from lemke.cli import shared
from lemke.errors import InputError, LimitError, located
from lemke.io import enumeration
from lemke.io import profile as profiles
from lemke.io.source import read_text
from lemke.solvers.equilibrium_sets import compared
from lemke.solvers.refinements import REFINEMENTS, judged_claim

profile_argument = click.argument("profile", type=shared.FILE)


@click.command()
@shared.game_argument
@profile_argument
@click.option(
    "--refine",
    type=click.Choice([*REFINEMENTS]),
    metavar="NAME",
    help="Judge whether the profile is an equilibrium of this refinement, listed by lemke solve --help.",
)
@click.option(
    "--against-all",
    is_flag=True,
    help="Print the moves whose probability occurs in no equilibrium, and the distances to the nearest equilibrium.",
)
@shared.profile_options
@shared.result_options("text", "json", "latex")
def verify(game: str, profile: str, refine: str | None, form: str, output: str, **options: Any) -> int:
    """Judge a profile exactly: payoffs and regrets.

    Prints for every player the payoff, the best response value and the regret, and the information sets at which the
    player loses payoff. Any number of players with perfect recall.

    PROFILE is lines "NE,1/2,1/2,…" as Gambit prints them, a certificate or other JSON of lemke, JSON such as
    {"1": {"SET": {"ACTION": 0.5, …}, …}, "2": …}, or CSV (see docs/reference/file-formats.md). Numbers are exact: 0.1
    is 1/10. All claims of a certificate are checked, as are the proofs of lemke enumerate and lemke ranges.

    Status 0: an equilibrium, or exactly the regrets that a file states, also in the sense of --refine, and all claims
    are true. Status 4: it may be sequential, but its beliefs are not known to be consistent. Status 1: otherwise. Of
    several profiles, the worst counts.

    \b
    Examples:
      lemke solve example:kuhn3 -o kuhn3.json
      lemke verify example:kuhn3 kuhn3.json
    """
    against_all = options.pop("against_all")
    tree = lemke.read(game)
    with located(game):
        judge = Judge.of_any(tree)
        if against_all:
            tree.require_two_players(" with --against-all")
    text = read_text(profile)
    proof = enumeration.stated_in(text, tree, profile)  # None unless the text is a proof about all equilibria
    if proof is not None:
        if refine is not None or against_all:
            raise InputError("--refine or --against-all with a proof about all equilibria, expected a profile")
        with located(game):
            check = replay(tree, proof).verdict
        shared.write_result(check, form, output)
        return 0 if check.holds else 1
    claims = profiles.loads(text, tree, profile, **options)
    with located(game):
        verdicts = [judged_claim(judge, claim, refine) for claim in claims]
    stopped: LimitError | KeyboardInterrupt | None = None
    if against_all:
        try:
            with located(game):
                comparisons = list(compared(tree, [claim.profile for claim in claims]))
            verdicts = [replace(verdict, comparison=comparison) for verdict, comparison in zip(verdicts, comparisons)]
        except (LimitError, KeyboardInterrupt) as error:  # the verdict is printed without the comparison
            stopped = error
    shared.write_result(verdicts[0] if len(verdicts) == 1 else Verdicts(tuple(verdicts)), form, output)
    if stopped is not None:
        raise stopped
    statuses = {verdict.exit_status for verdict in verdicts}
    return next(status for status in (1, 4, 0) if status in statuses)  # the worst status


@click.command()
@shared.game_argument
@profile_argument
@shared.profile_options
@shared.seed_option("The seed of perturbations.")
@shared.result_options("text", "json", "gambit", "latex")
def polish(game: str, profile: str, form: str, output: str, **options: Any) -> None:
    """Find an exact equilibrium near an approximate one.

    PROFILE is an approximate equilibrium, as for lemke verify. An exact equilibrium stays as it is. The text says how
    the equilibrium was found, and how far it is from PROFILE.

    \b
    Examples:
      echo "NE,0.333,0.667,0.2,0.8" > float.ne
      lemke polish example:battle_of_the_sexes float.ne
    """
    tree = lemke.read(game)
    with located(game):
        polished = lemke.polish(tree, profile, **options)
    gambit = {"gambit": lambda: profiles.dumps(tree, polished.equilibrium.profile)}
    shared.write_result(polished, form, output, gambit)
