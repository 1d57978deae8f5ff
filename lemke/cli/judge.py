"""``lemke verify``, ``lemke values`` and ``lemke polish``: what becomes of a profile."""

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
    help="Ask for more than an equilibrium, as in lemke solve.",
)
@click.option(
    "--beliefs",
    metavar="FILE",
    shell_complete=files_or(),
    help="With --refine sequential: what is believed at information sets, JSON from their names to probabilities.",
)
@click.option("--against-all", is_flag=True, help="Compare it with all equilibria, as lemke ranges finds them.")
@profile_options
@result(help="json has every number in full.")
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

    Prints what each player gets in GAME and could gain, and how a best response gains it. Any number of players, all
    with perfect recall; --against-all, proofs about all equilibria, and all refinements but subgame-perfect take two.
    PROFILE is a certificate or
    other JSON with "behavior", one or more lines "NE,1/2,1/2,…" as Gambit prints them, JSON such as {"1": {"SET":
    {"ACTION": 0.5, …}, …}, "2": …}, or CSV with the columns player, information set, action and probability; the
    content decides. The JSON of lemke enumerate and lemke ranges is checked, step by step. Numbers mean what they
    say: 0.1 is 1/10. The losses at the information sets add up to the regret. Fractions beyond 100 characters are shown
    as decimals, in full with --format json.

    With --refine: subgame-perfect and normal-form-perfect are decided from the profile. The other refinements are
    proved by a certificate; without it the answer is no where dominated plans or moves refute it, else "not proved".
    What is refuted has a witness, such as a plan that never gets less, and what it gains where. A sequential
    equilibrium is judged by its beliefs: those that follow from the profile, and where none do, those of --beliefs.

    With --against-all: the moves that no equilibrium plays with such a probability, and how far both plans are from the
    nearest equilibrium (the sum of absolute differences of realization weights).

    Status 0: an equilibrium, and whatever a certificate claims is true, a refinement as well, or the exact regrets of a
    profile that is none. Status 1: not so, or not proved; with several lines, the worst counts. Status 4: it may be
    a sequential equilibrium, but beliefs are not known, or not known to be consistent.

    \b
    Examples:
      lemke solve example:kuhn3 --format json -o kuhn3.json
      lemke verify example:kuhn3 kuhn3.json
      echo "NE,1,0,0,1" > threat.ne
      lemke verify example:entry_deterrence threat.ne --refine subgame-perfect
      lemke verify example:entry_deterrence threat.ne --refine normal-form-perfect
      echo "NE,0,1,0,1,1,0,0,1" > q.ne
      echo '{"beer": {"wimp beer": 1}}' > b.json
      lemke verify example:beer_quiche q.ne --refine sequential --beliefs b.json
      echo "NE,0.333,0.666,0.5,0.5" > float.ne
      lemke verify example:entry_deterrence float.ne --normalize
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
            except ProfileError as error:  # the profile fits the game, so it is beliefs that are missing
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
        except (LimitError, KeyboardInterrupt) as error:  # the verdict stands without the comparison
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
@click.option("--nodes", is_flag=True, help="Of every node instead: its reach, by whom, the belief, its values.")
@profile_options
@result(help="json has every number in full.")
def values(game: str, profile: str, nodes: bool, normalize: bool, missing: Missing, form: str, output: str) -> None:
    """Show what a profile reaches, and what is at stake there.

    For every information set: the probability that it is reached, by the profile and by the others alone, and its
    counterfactual value under the profile and under the best response; for its moves, their probabilities and values
    under the profile. A dash is undefined: a value where the others do not get, a belief where the profile does not.
    Numbers are exact up to 40 characters. Any number of players; with --nodes, any recall.

    \b
    Examples:
      lemke solve example:kuhn3 --format gambit -o kuhn3.ne
      lemke values example:kuhn3 kuhn3.ne
      lemke values example:kuhn3 kuhn3.ne --nodes --format json
    """
    read_game = games.read_game(game)
    given = profiles.read(profile, read_game, normalize=normalize, missing=missing).profile
    with located(game):
        reached = reach(read_game, given)
        limits.check()
        if nodes:
            found = node_values_document(reached)
        else:
            players = range(len(read_game.players))
            found = values_document(reached, [counterfactual(read_game, given, player) for player in players])
        emit_stream(game, output, found.pieces() if form == "json" else [rendered(found, form)])


@click.command()
@click.argument("game")
@click.argument("profile")
@profile_options
@seed_option("Of the guided kernel's perturbations, if a path has to be followed.")
@result("gambit", help="json is a certificate, gambit a line NE,....")
def polish(game: str, profile: str, normalize: bool, missing: Missing, seed: int, form: str, output: str) -> None:
    """Find an exact equilibrium near an approximate one.

    It is proved. PROFILE, an approximate equilibrium, is what lemke verify reads. Supports are guessed from its numbers
    and solved for exactly; then linear programs start from PROFILE; if none leads to an equilibrium, Lemke's path from
    PROFILE and a game of the moves that it makes race. The text says which way it went and how far the profile moved.

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
    given = profiles.read(profile, tree, " to polish", normalize, missing).profile
    with located(game):
        found = polished(tree, given, seed)
        emit(output, rendered(found.document(), form, gambit=lambda: profiles.dumps(tree, found.equilibrium.profile)))
