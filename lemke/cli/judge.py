"""``lemke verify``, ``lemke values`` and ``lemke polish``: commands that read a profile."""

from __future__ import annotations

from dataclasses import replace

import click

from lemke.api import games
from lemke.certificate import SEQUENTIAL, Judge, Verdict, replay, verdicts_document
from lemke.cli.group import files_or
from lemke.cli.options import emit, emit_stream, profile_options, rendered, result, seed_option
from lemke.errors import InputError, LimitError, ProfileError, located
from lemke.game.best_response import counterfactual, values_document
from lemke.game.reach import node_values_document, reach
from lemke.game.strategy import Missing
from lemke.ground import limits
from lemke.io import beliefs as beliefs_at
from lemke.io import enumeration
from lemke.io import profile as profiles
from lemke.io.source import read_text
from lemke.solvers.equilibrium_sets import compared
from lemke.solvers.refinements import REFINEMENTS, judged_claim


@click.command()
@click.argument("game")
@click.argument("profile")
@click.option(
    "--refine",
    type=click.Choice([*REFINEMENTS]),
    metavar="NAME",
    help="Ask for an equilibrium of this refinement, as in lemke solve.",
)
@click.option(
    "--beliefs",
    metavar="FILE",
    shell_complete=files_or(),
    help="With --refine sequential: the beliefs at information sets, JSON from their names to probabilities.",
)
@click.option("--against-all", is_flag=True, help="Compare the profile with all equilibria.")
@profile_options
@result(help="json: every number in full.")
def verify(
    game: str,
    profile: str,
    refine: str | None,
    beliefs: str | None,
    against_all: bool,
    normalize: bool,
    missing: Missing,
    form: str,
    output: str,
) -> int:
    """Judge a profile exactly: payoffs and regrets.

    Prints for each player the payoff, the best response value and the regret, and at which information sets the regret
    is lost. Any number of players with perfect recall. --against-all, all refinements but subgame-perfect, and proofs
    about all equilibria take two players.

    PROFILE is one of these, recognised by its content: lines "NE,1/2,1/2,…" as Gambit prints them; a certificate or
    other JSON of lemke, such as {"behavior": …}; JSON such as {"1": {"SET": {"ACTION": 0.5, …}, …}, "2": …}; or CSV
    with the columns player, information set, action and probability. Everything that a certificate claims is checked,
    and so are the proofs of lemke enumerate and lemke ranges. Numbers are exact: 0.1 is 1/10.

    With --refine: subgame-perfect and normal-form-perfect are decided from the profile. Other refinements are proved by
    a certificate. Without one, a profile may be refuted, with a witness; otherwise it is "not proved". For sequential,
    the beliefs are those that follow from the profile, and elsewhere those of --beliefs.

    With --against-all: the moves whose probability occurs in no equilibrium, and the distance of each plan to the
    nearest equilibrium (the sum of absolute differences of realization weights).

    Status 0: an equilibrium, and all that a certificate claims is true. For a certificate of an approximate
    equilibrium: its regrets are as stated. Status 1: not so, or not proved; of several lines the worst counts. Status
    4: it may be a sequential equilibrium, but the beliefs are not known, or not known to be consistent.

    \b
    Examples:
      lemke solve example:kuhn3 --format json -o kuhn3.json
      lemke verify example:kuhn3 kuhn3.json
      echo "NE,1,0,0,1" > threat.ne
      lemke verify example:entry_deterrence threat.ne --refine subgame-perfect
      echo "NE,0,1,0,1,1,0,0,1" > q.ne
      echo '{"beer": {"wimp beer": 1}}' > b.json
      lemke verify example:beer_quiche q.ne --refine sequential --beliefs b.json
      echo "NE,0.333,0.666,0.5,0.5" > float.ne
      lemke verify example:entry_deterrence float.ne --normalize --against-all
    """
    if beliefs is not None and refine != SEQUENTIAL:
        beside = f"--refine {refine}" if refine else "no --refine"
        raise InputError(f"--beliefs with {beside}, expected --refine {SEQUENTIAL}")
    read_game = games.read_game(game)
    with located(game):
        judge = Judge.of_any(read_game)
    stated = read_text(profile)
    proved = enumeration.stated_in(stated, read_game, profile)
    if proved is not None:
        if refine is not None or against_all:
            option = "--against-all" if refine is None else f"--refine {refine}"
            raise InputError(f"{option} of a proof about all equilibria, expected a profile")
        with located(game):
            replayed = replay(read_game, proved)
        emit(output, rendered(replayed.document(), form))
        return 0 if replayed.holds else 1
    with located(game):
        if against_all:
            read_game.require_two_players(" with --against-all")
    claims = profiles.loads(stated, read_game, profile, normalize, missing)
    if beliefs is not None:
        believed = beliefs_at.read(beliefs, read_game)
        claims = [replace(claim, beliefs=believed) for claim in claims]
    verdicts = []
    with located(game):
        for claim in claims:
            try:
                report = judged_claim(judge, claim, refine)
            except ProfileError as error:  # the profile was read, so beliefs are missing
                error.source = beliefs
                raise
            verdicts.append(Verdict(read_game, claim, report))
            limits.check()
    stopped: LimitError | KeyboardInterrupt | None = None
    if against_all:
        try:
            with located(game):
                comparisons = list(compared(read_game, [claim.profile for claim in claims]))
            verdicts = [
                replace(verdict, comparison=beside) for verdict, beside in zip(verdicts, comparisons, strict=True)
            ]
        except (LimitError, KeyboardInterrupt) as error:  # the verdict is printed without the comparison
            stopped = error
    with limits.lifted():
        emit(output, rendered(verdicts_document(read_game, verdicts), form))
    if stopped is not None:
        raise stopped
    statuses = {verdict.report.exit_status for verdict in verdicts}
    return next(status for status in (1, 4, 0) if status in statuses)


@click.command()
@click.argument("game")
@click.argument("profile")
@click.option("--nodes", is_flag=True, help="Print for every node its reach probabilities, its belief and its values.")
@profile_options
@result(help="json: every number in full.")
def values(game: str, profile: str, nodes: bool, normalize: bool, missing: Missing, form: str, output: str) -> None:
    """Show reach probabilities and values of a profile.

    For every information set: the probability of reaching it, under the profile and by the others alone, and its
    counterfactual value under the profile and under the best response. For its moves: their probabilities and values.
    A dash is an undefined value: a counterfactual value where the others do not get, or a belief where the profile does
    not. Any number of players; with --nodes, also without perfect recall.

    \b
    Examples:
      lemke solve example:kuhn3 --format gambit -o kuhn3.ne
      lemke values example:kuhn3 kuhn3.ne
      lemke values example:kuhn3 kuhn3.ne --nodes --format json
    """
    read_game = games.read_game(game)
    stated = profiles.read(profile, read_game, normalize=normalize, missing=missing).profile
    with located(game):
        reached = reach(read_game, stated)
        limits.check()
        if nodes:
            document = node_values_document(reached)
        else:
            players = range(len(read_game.players))
            document = values_document(reached, [counterfactual(read_game, stated, player) for player in players])
        emit_stream(game, output, document.pieces() if form == "json" else [rendered(document, form)])


@click.command()
@click.argument("game")
@click.argument("profile")
@profile_options
@seed_option("The seed of the guided kernel's perturbations, if a path is followed.")
@result("gambit", help="json: a certificate. gambit: a line NE,…")
def polish(game: str, profile: str, normalize: bool, missing: Missing, seed: int, form: str, output: str) -> None:
    """Find an exact equilibrium near an approximate one.

    PROFILE is an approximate equilibrium in any form that lemke verify reads. First its numbers suggest supports, which
    are solved exactly. Then linear programs start from PROFILE. Last, Lemke's path from PROFILE and a game restricted
    to its moves race. The text says which of these led to the equilibrium, and how far it is from PROFILE.

    \b
    Examples:
      echo "NE,0.333,0.667,0.2,0.8" > float.ne
      lemke polish example:battle_of_the_sexes float.ne
      lemke polish example:battle_of_the_sexes float.ne --format json -o ne.json
      lemke verify example:battle_of_the_sexes ne.json
    """
    from lemke.studies.polish import polish as polished

    tree = games.read_game(game)
    with located(game):
        tree.require_two_players(" to polish a profile")
    approximate = profiles.read(profile, tree, " to polish", normalize, missing).profile
    with located(game):
        polishing = polished(tree, approximate, seed)
        emit(
            output,
            rendered(polishing.document(), form, gambit=lambda: profiles.dumps(tree, polishing.equilibrium.profile)),
        )
