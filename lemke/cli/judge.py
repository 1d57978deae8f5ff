"""The commands ``lemke verify``, ``lemke values`` and ``lemke polish``, which read a profile."""

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
    help="Judge whether the profile is an equilibrium of this refinement; for a list, see lemke solve --help.",
)
@click.option(
    "--beliefs",
    metavar="FILE",
    shell_complete=files_or(),
    help="With --refine sequential: the beliefs, as JSON with the probabilities of the nodes by information set.",
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

    Prints for every player the payoff, the best response value and the regret, and the information sets at which the
    player loses payoff. Any number of players with perfect recall. --against-all, all refinements except
    subgame-perfect, and proofs about all equilibria need two players.

    PROFILE is one of these, recognized by its content: lines "NE,1/2,1/2,…" as Gambit prints them; a certificate or
    other JSON of lemke, such as {"behavior": …}; JSON such as {"1": {"SET": {"ACTION": 0.5, …}, …}, "2": …}; or CSV
    with the columns player, information set, action and probability. All claims of a certificate are checked, as are
    the proofs of lemke enumerate and lemke ranges. Numbers are exact: 0.1 is 1/10.

    With --refine: whether an equilibrium is subgame-perfect or normal-form-perfect is decided from the profile. Other
    refinements are proved by a certificate. Without a certificate, an equilibrium may be refuted with a witness;
    otherwise it is "not proved". Whether it is sequential is decided without a certificate, too, if the profile reaches
    every information set that has several nodes: then all beliefs follow from the profile. For the other sets --beliefs
    states beliefs: the equilibrium is refuted if a player gains by another move; otherwise the status is 4,
    since stated beliefs are not proved to be consistent.

    With --against-all: prints the moves whose probability occurs in no equilibrium, and the distance of every player's
    plan to the nearest equilibrium (the sum of absolute differences of realization weights).

    Status 0: the profile is an equilibrium, also in the sense of --refine, and all claims of a certificate are true.
    For a certificate of an approximate equilibrium: its regrets are as stated. Status 4: the profile may be a
    sequential equilibrium, but the beliefs are not known, or not known to be consistent. Status 1: otherwise, also if a
    refinement or another claim is not proved. With several profiles: 1 if one of them has the status 1; otherwise 4 if
    one of them has the status 4.

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
        refinement = f"--refine {refine}" if refine else "no --refine"
        raise InputError(f"--beliefs with {refinement}, expected --refine {SEQUENTIAL}")
    read_game = games.read_game(game)
    with located(game):
        judge = Judge.of_any(read_game)
    text = read_text(profile)
    proof = enumeration.stated_in(text, read_game, profile)  # None unless the text is a proof about all equilibria
    if proof is not None:
        if refine is not None or against_all:
            option = "--against-all" if refine is None else f"--refine {refine}"
            raise InputError(f"{option} with a proof about all equilibria, expected a profile")
        with located(game):
            check = replay(read_game, proof)
        emit(output, rendered(check.document(), form))
        return 0 if check.holds else 1
    with located(game):
        if against_all:
            read_game.require_two_players(" with --against-all")
    claims = profiles.loads(text, read_game, profile, normalize, missing)
    if beliefs is not None:
        stated_beliefs = beliefs_at.read(beliefs, read_game)
        claims = [replace(claim, beliefs=stated_beliefs) for claim in claims]
    verdicts = []
    with located(game):
        for claim in claims:
            try:
                report = judged_claim(judge, claim, refine)
            except ProfileError as error:  # the profile was read without an error, so this one is about the beliefs
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
                replace(verdict, comparison=comparison)
                for verdict, comparison in zip(verdicts, comparisons, strict=True)
            ]
        except (LimitError, KeyboardInterrupt) as error:  # the verdict is printed without the comparison
            stopped = error
    with limits.lifted():
        emit(output, rendered(verdicts_document(read_game, verdicts), form))
    if stopped is not None:
        raise stopped
    statuses = {verdict.report.exit_status for verdict in verdicts}
    return next(status for status in (1, 4, 0) if status in statuses)  # the worst status


@click.command()
@click.argument("game")
@click.argument("profile")
@click.option("--nodes", is_flag=True, help="Print for every node the reach probabilities, the belief and the values.")
@profile_options
@result(help="json: every number in full.")
def values(game: str, profile: str, nodes: bool, normalize: bool, missing: Missing, form: str, output: str) -> None:
    """Show reach probabilities and values of a profile.

    Prints for every information set the probability that the profile reaches it, and this probability if the player
    plays to reach it; then its counterfactual value under the profile, and under the player's counterfactual best
    response. Prints for every move its probability and value. A dash is an undefined value: the counterfactual value of
    a set that the others never reach, or the belief at a set that the profile does not reach. Any number of players;
    with --nodes, also without perfect recall.

    \b
    Examples:
      lemke solve example:kuhn3 --format gambit -o kuhn3.ne
      lemke values example:kuhn3 kuhn3.ne
      lemke values example:kuhn3 kuhn3.ne --nodes --format json
    """
    read_game = games.read_game(game)
    read_profile = profiles.read(profile, read_game, normalize=normalize, missing=missing).profile
    with located(game):
        reach_probabilities = reach(read_game, read_profile)
        limits.check()
        if nodes:
            document = node_values_document(reach_probabilities)
        else:
            players = range(len(read_game.players))
            values_by_player = [counterfactual(read_game, read_profile, player) for player in players]
            document = values_document(reach_probabilities, values_by_player)
        emit_stream(game, output, document.pieces() if form == "json" else [rendered(document, form)])


@click.command()
@click.argument("game")
@click.argument("profile")
@profile_options
@seed_option("The seed of the perturbations of the guided kernel, if a path is followed.")
@result("gambit", help="json: a certificate. gambit: a line NE,…")
def polish(game: str, profile: str, normalize: bool, missing: Missing, seed: int, form: str, output: str) -> None:
    """Find an exact equilibrium near an approximate one.

    PROFILE is an approximate equilibrium in any form that lemke verify reads. If it is an equilibrium, it stays as it
    is. Otherwise the command tries three methods: exact solutions for supports that the numbers of PROFILE suggest;
    then linear programs that start from PROFILE; then, in turns, Lemke's path from PROFILE and the solution of the game
    restricted to the moves of PROFILE. The text says which method found the equilibrium, and how far the equilibrium is
    from PROFILE.

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
