"""The command ``lemke convert``."""

from __future__ import annotations

import click
from click.core import ParameterSource
from gmpy2 import mpq

from lemke.cli.group import files_or
from lemke.cli.options import (
    Parsed,
    choices_help,
    containing_option,
    emit,
    emit_files,
    game_or_proof_format_option,
    limited,
    output,
    profile_options,
)
from lemke.cli.terminal import stop_progress
from lemke.errors import InputError, located
from lemke.game import Game, NodeNames
from lemke.game.chance import propagated, prune
from lemke.game.strategy import Missing
from lemke.game.subgames import smallest_subgame, subgame
from lemke.ground.rational import parse
from lemke.io import profile as profiles
from lemke.io import write
from lemke.io.proofs import PROOF_FORMATS, format_of, output_files
from lemke.public import accepted as games
from lemke.public import proofs


def _numbers(value: str) -> list[mpq]:
    return list(map(parse, value.split(",")))


_SEVERAL_ROOTS = "A first move of chance draws one of several roots."
_PROOFS_HELP = choices_help(
    (
        "Proofs",
        {
            "vipr": "linear programs with exact solutions, which viprchk checks; the names of the files are printed",
            "proof": "lines for the checker whose soundness is proved in Coq",
            "coq": "a small game and its proof as a Coq file (.v), with theorems about this game",
            "bundle": "a zip with the game, the certificate, the VIPR files and programs in Python that check them",
        },
    )
)


@click.command(epilog=_PROOFS_HELP)
@click.argument("game")
@click.argument("target", metavar="[OUT]", required=False)
@game_or_proof_format_option
@click.option(
    "--certificate",
    metavar="FILE",
    shell_complete=files_or(),
    help="Write a proof for other programs instead of the game. FILE is the JSON of lemke solve or, for vipr, of lemke "
    "ranges of a constant-sum game.",
)
@click.option(
    "--chance",
    type=click.Choice(["propagate", "prune"]),
    help="propagate: make chance uniform and move its probabilities into the payoffs. prune: remove the chance nodes "
    "that influence only payoffs at the end. Both keep the equilibria.",
)
@click.option(
    "--subgame",
    "roots",
    multiple=True,
    metavar="HISTORY",
    help="Write only the subgame at this node. HISTORY is as in lemke subgames. May be given several times. "
    f"{_SEVERAL_ROOTS}",
)
@containing_option("Write only", _SEVERAL_ROOTS)
@click.option(
    "--probabilities",
    type=Parsed("numbers", _numbers),
    metavar="P,...",
    help="The probabilities of several roots, with the sum 1. By default the probabilities with which chance "
    "reaches the roots, divided by their sum.",
)
@click.option(
    "--profile",
    metavar="PROFILE",
    help="Use the probabilities with which this profile reaches the roots, divided by their sum.",
)
@profile_options
@click.option(
    "--snap-payoffs",
    is_flag=True,
    help="For a game of OpenSpiel, whose payoffs are floats: replace each payoff by the simplest rational next to it, "
    "and list the changes in the game's comment.",
)
@output
@limited
def convert(
    game: str,
    target: str | None,
    form: str | None,
    certificate: str | None,
    chance: str | None,
    roots: tuple[str, ...],
    containing: tuple[str, ...],
    probabilities: list[mpq] | None,
    profile: str | None,
    normalize: bool,
    missing: Missing,
    snap_payoffs: bool,
    output: str,
) -> int:
    """Convert a game, a part of it, or a proof.

    A strategic game written as .efg becomes a tree in which players move in turn without seeing each other's moves. A
    tree written as .nfg becomes its full strategic form. Any number of players and any recall.

    --certificate is for two players with perfect recall. The certificate is checked first. Status 1: it does not hold,
    and nothing is written.

    \b
    Examples:
      lemke convert example:kuhn3 kuhn3.json
      lemke convert example:public_chance tails.efg --subgame tails
      lemke convert example:rock_paper_scissors --containing R --to json
      lemke convert example:sequence_lecture_with_chance pruned.efg --chance prune
      lemke solve example:kuhn3 --format json -o proved.json
      lemke convert example:kuhn3 kuhn3.vipr --certificate proved.json
    """
    if target is not None and click.get_current_context().get_parameter_source("output") is not ParameterSource.DEFAULT:
        raise InputError(f"OUT {target} and -o {output}, expected one of them")
    if profile is not None and probabilities is not None:
        raise InputError("--probabilities and --profile, expected at most one of them")
    if roots and containing:
        raise InputError("--subgame and --containing, expected at most one of them")
    if profile is None and (normalize or missing):
        raise InputError(f"{'--normalize' if normalize else '--missing'} without --profile, expected --profile as well")
    if not (roots or containing) and (profile is not None or probabilities is not None):
        option = "--probabilities" if profile is None else "--profile"
        raise InputError(f"{option} without roots, expected --subgame or --containing as well")
    form = _proof_form(form, target or output, certificate)
    if certificate is not None and (roots or containing or chance is not None):
        option = "--subgame" if roots else "--containing" if containing else "--chance"
        raise InputError(f"--certificate and {option}, expected at most one of them")
    read_game = games.read(game, snap_payoffs=snap_payoffs)
    if certificate is not None:
        return _write_proof(game, read_game, certificate, target or output, str(form))
    # the text " to take" continues a message such as "2 profiles, expected one"
    read_profile = (
        None if profile is None else profiles.read(profile, read_game, " to take", normalize, missing).profile
    )
    with located(game):
        if roots or containing:
            nodes = list(map(NodeNames(read_game).node, roots or containing))
            subgame_roots = nodes if roots else smallest_subgame(read_game, nodes)
            read_game = subgame(read_game, subgame_roots, read_profile or probabilities)
        if chance is not None:
            read_game = propagated(read_game) if chance == "propagate" else prune(read_game).game
    stop_progress()
    write(read_game, target or output, form)
    return 0


def _proof_form(form: str | None, out: str, certificate: str | None) -> str | None:
    """Return the format of --to, or else the format of proofs with the suffix of OUT; None if there is none.

    Raises InputError for the format of a proof without --certificate, and for any other format with --certificate.
    """
    form = form or format_of(out)
    if certificate is None and form in PROOF_FORMATS:
        raise InputError(f"the format {form} is for proofs, expected --certificate as well")
    if certificate is not None and form not in PROOF_FORMATS:
        format_name = f"the format {form}" if form else "no format" if out == "-" else f"OUT {out}"
        raise InputError(f"--certificate with {format_name}, expected --to {' or '.join(PROOF_FORMATS)}")
    return form


def _write_proof(source: str, game: Game, certificate: str, out: str, form: str) -> int:
    with located(source):
        game.require_two_players(" with --certificate")
    stated = proofs.certificate_or_ranges(game, certificate)
    with located(source):
        refused = proofs.refusal(stated)
    if refused is not None:
        stop_progress()
        click.echo(f"lemke: {certificate}: refused: {refused}", err=True)
        return 1
    with located(source):
        files = list(output_files(proofs.files(stated, form), out))
    emit_files(source, files)
    if len(files) > 1:
        emit("-", "".join(f"{path}\n" for path, _ in files))
    return 0
