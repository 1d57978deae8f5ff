"""The commands ``lemke verify``, ``lemke values`` and ``lemke polish``, which read a profile."""

from __future__ import annotations

from dataclasses import replace

import click

from lemke.certificate import Judge, Verdicts, replay
from lemke.cli.options import CERTIFICATE_FORMS, emit, profile_options, rendered, result, seed_option
from lemke.errors import InputError, LimitError, located
from lemke.game.best_response import counterfactual_values
from lemke.game.reach import reach
from lemke.game.strategy import Missing
from lemke.ground import limits
from lemke.ground.results import Result
from lemke.io import enumeration
from lemke.io import profile as profiles
from lemke.io.source import read_text
from lemke.public import accepted as games
from lemke.solvers.equilibrium_sets import compared
from lemke.solvers.refinements import REFINEMENTS, judged_claim

_IN_FULL = "json: every number in full."


@click.command()
@click.argument("game")
@click.argument("profile")
@click.option(
    "--refine",
    type=click.Choice([*REFINEMENTS]),
    metavar="NAME",
    help="Judge whether the profile is an equilibrium of this refinement; see the end of lemke solve --help.",
)
@click.option(
    "--against-all",
    is_flag=True,
    help="Print the moves whose probability occurs in no equilibrium, and the distance of every player's plan to the "
    "nearest equilibrium: the sum of absolute differences of realization weights.",
)
@profile_options
@result(help=_IN_FULL)
def verify(
    game: str,
    profile: str,
    refine: str | None,
    against_all: bool,
    normalize: bool,
    missing: Missing,
    form: str,
    output: str,
) -> int:
    """Judge a profile exactly: payoffs and regrets.

    Prints for every player the payoff, the best response value and the regret, and the information sets at which the
    player loses payoff. Any number of players with perfect recall; --against-all, all refinements except
    subgame-perfect, and proofs about all equilibria need two players.

    PROFILE is lines "NE,1/2,1/2,…" as Gambit prints them, a certificate or other JSON of lemke, JSON such as
    {"1": {"SET": {"ACTION": 0.5, …}, …}, "2": …}, or CSV (see docs/reference/file-formats.md). Numbers are exact: 0.1
    is 1/10. All claims of a certificate are checked, as are the proofs of lemke enumerate and lemke ranges.

    With --refine: the profile alone decides subgame-perfect and normal-form-perfect. It also decides sequential if it
    reaches every information set that has several nodes. In other cases a certificate proves a refinement. Without a
    certificate, a witness may refute the refinement; otherwise the refinement is "not proved".

    Status 0: the profile is an equilibrium, also in the sense of --refine, and all claims of its certificate are true;
    or PROFILE certifies an approximate equilibrium, with the right regrets. Status 4: the profile may be a sequential
    equilibrium, but its beliefs are not known to be consistent. Status 1: otherwise. For several profiles, the status
    is 1 if a profile has 1, otherwise 4 if a profile has 4.

    \b
    Examples:
      lemke solve example:kuhn3 --format json -o kuhn3.json
      lemke verify example:kuhn3 kuhn3.json
    """
    read_game = games.read(game)
    with located(game):
        judge = Judge.of_any(read_game)
    text = read_text(profile)
    proof = enumeration.stated_in(text, read_game, profile)  # None unless the text is a proof about all equilibria
    if proof is not None:
        if refine is not None or against_all:
            option = "--against-all" if refine is None else f"--refine {refine}"
            raise InputError(f"{option} with a proof about all equilibria, expected a profile")
        with located(game):
            check = replay(read_game, proof).verdict
        emit(output, rendered(check, form))
        return 0 if check.holds else 1
    with located(game):
        if against_all:
            read_game.require_two_players(" with --against-all")
    claims = profiles.loads(text, read_game, profile, normalize, missing)
    with located(game):
        verdicts = [judged_claim(judge, claim, refine) for claim in claims]
    stopped: LimitError | KeyboardInterrupt | None = None
    if against_all:
        try:
            with located(game):
                comparisons = list(compared(read_game, [claim.profile for claim in claims]))
            verdicts = [
                replace(verdict, comparison=comparison)
                for verdict, comparison in zip(verdicts, comparisons, strict=True)
            ]
        except (LimitError, KeyboardInterrupt) as error:  # the verdict is printed without the comparison
            stopped = error
    with limits.lifted():
        emit(output, rendered(verdicts[0] if len(verdicts) == 1 else Verdicts(tuple(verdicts)), form))
    if stopped is not None:
        raise stopped
    statuses = {verdict.exit_status for verdict in verdicts}
    return next(status for status in (1, 4, 0) if status in statuses)  # the worst status


@click.command()
@click.argument("game")
@click.argument("profile")
@click.option("--nodes", is_flag=True, help="Print for every node the reach probabilities, the belief and the values.")
@profile_options
@result(help=_IN_FULL)
def values(game: str, profile: str, nodes: bool, normalize: bool, missing: Missing, form: str, output: str) -> None:
    """Show reach probabilities and values of a profile.

    Prints for every information set the probability that the profile reaches the set, this probability if the player
    plays to reach the set, and the counterfactual values under the profile and under the player's counterfactual best
    response. Prints for every move the probability and the value. A dash is an undefined value: the counterfactual
    value of a set that the others never reach, or the belief at a set that the profile does not reach. Any number of
    players, with --nodes any recall.

    \b
    Examples:
      lemke solve example:kuhn3 --format gambit -o kuhn3.ne
      lemke values example:kuhn3 kuhn3.ne
      lemke values example:kuhn3 kuhn3.ne --nodes
    """
    read_game = games.read(game)
    read_profile = profiles.read(profile, read_game, normalize=normalize, missing=missing).profile
    with located(game):
        values: Result = (reach if nodes else counterfactual_values)(read_game, read_profile)
        emit(output, rendered(values, form))


@click.command()
@click.argument("game")
@click.argument("profile")
@profile_options
@seed_option("The seed of the guided kernel's perturbations.")
@result("gambit", help=CERTIFICATE_FORMS)
def polish(game: str, profile: str, normalize: bool, missing: Missing, seed: int, form: str, output: str) -> None:
    """Find an exact equilibrium near an approximate one.

    PROFILE is an approximate equilibrium, as for lemke verify. An exact equilibrium stays as it is. The text says how
    the equilibrium was found, and how far it is from PROFILE.

    \b
    Examples:
      echo "NE,0.333,0.667,0.2,0.8" > float.ne
      lemke polish example:battle_of_the_sexes float.ne
    """
    from lemke.studies.polish import polish as polished

    tree = games.read(game)
    with located(game):
        tree.require_two_players(" to polish a profile")
    approximate = profiles.read(profile, tree, " to polish", normalize, missing).profile
    with located(game):
        polishing = polished(tree, approximate, seed)
        emit(
            output,
            rendered(polishing, form, gambit=lambda: profiles.dumps(tree, polishing.equilibrium.profile)),
        )
