"""The commands ``examples``, ``generate`` and ``convert``, which write games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import click

import lemke
from lemke.cli import shared
from lemke.errors import InputError, located
from lemke.game import NodeNames
from lemke.game.chance import propagated, prune
from lemke.game.subgames import subgame
from lemke.generators import FAMILIES
from lemke.io import FORMATS, suffix_format
from lemke.io.bundled import examples as list_examples
from lemke.io.bundled import examples_table, find
from lemke.io.proofs import PROOF_FORMATS, format_of, output_files
from lemke.io.source import read_text, write_together


@click.group(invoke_without_command=True)
@click.pass_context
def examples(context: click.Context) -> None:
    """List, print and copy the games that come with lemke.

    \b
    Examples:
      lemke examples
      lemke solve example:kuhn3
      lemke examples show kuhn3
      lemke examples copy games
    """
    if context.invoked_subcommand is None:
        shared.write_text("-", f"{examples_table()}\n")


@examples.command()
@click.argument("name")
@shared.output_option
def show(name: str, output: str) -> None:
    """Print the file of a game; its comment has the source.

    \b
    Example:
      lemke examples show tracing_2002
    """
    shared.write_text(output, read_text(find(name.removeprefix("example:")).path))


@examples.command()
@click.argument("folder", type=shared.FILE)
@click.option("--force", is_flag=True, help="Overwrite existing files.")
def copy(folder: str, force: bool) -> None:
    """Copy all games into FOLDER, which is created if it does not exist, and print the paths of the copies.

    \b
    Example:
      lemke examples copy games
    """
    copies = {Path(folder, example.file): example.path.read_bytes() for example in list_examples()}
    if not force and (existing := [path for path in copies if path.exists()]):
        raise InputError(f"{existing[0]} would be overwritten, expected --force or another folder")
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be written: {error.strerror}") from None
    write_together(copies.items())
    shared.write_text("-", "".join(f"{path}\n" for path in copies))


# ---------------------------------------------------------------------- families


@click.group(invoke_without_command=True, subcommand_metavar="FAMILY [OPTIONS]")
@click.pass_context
def generate(context: click.Context) -> None:
    """Write a game of a well-known family, of any size.

    lemke generate FAMILY --help lists the parameters of a family. Numbers are exact: 0.05 is 1/20. The same parameters
    and seed give the same game on every machine.

    \b
    Example:
      lemke generate leduc --ranks 5 --rake 1/20 -o leduc5.efg
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
        context.exit()


def _make_command(name: str, family: Any) -> click.Command:
    words = f"""Write {family.description}.

    \b
    Example:
      lemke generate {name} {family.example}
    """

    parameters = family.parameters().items()
    options = [_make_option(parameter, kind, family.descriptions[parameter]) for parameter, kind in parameters]

    @click.command(name, params=[*options], help=words)
    @click.option(
        "--to", "form", type=click.Choice([*FORMATS]), help="The format; the suffix of OUT decides by default."
    )
    @shared.output_option
    @shared.limit_options
    def command(form: str | None, output: str, **parameters: object) -> None:
        if form is None:
            suffix_format(output)  # an unknown suffix is an error before the game is made
        game = family.make(**parameters)
        shared.stop_progress()
        lemke.write(game, output, form)

    return command


def _make_option(name: str, parameter: Any, description: str) -> click.Option:
    """Return the option of a parameter of a family; exact numbers pass their text to the family."""
    kind: dict[str, Any] = {"type": str, "metavar": "NUMBER"}
    if parameter.annotation in (int, int | None):
        kind = {"type": int, "metavar": "N"}
    elif parameter.annotation is bool:
        kind = {"is_flag": True}
    elif get_origin(parameter.annotation) is Literal:
        kind = {"type": click.Choice(get_args(parameter.annotation))}
    elif get_origin(parameter.annotation) is Sequence:
        kind |= {"nargs": len(parameter.default), "metavar": " ".join(["NUMBER"] * len(parameter.default))}
    kind |= {"default": parameter.default, "show_default": parameter.annotation is not bool}
    return click.Option([f"--{name.replace('_', '-')}"], help=description, **kind)


for _name, _family in FAMILIES.items():
    generate.add_command(_make_command(_name, _family))


# ---------------------------------------------------------------------- convert

PROOFS = """
    \b
    Proofs (--to, or the suffix of OUT):
      vipr    .vipr, linear programs with exact solutions, for viprchk; several files
      proof   .proof, lines for the checker whose soundness is proved in Coq
      coq     .v, a small game and its proof as a Coq file, with theorems about this game
      bundle  .zip, the game, the certificate, the VIPR files and programs that check them
"""


@click.command(epilog=PROOFS)
@shared.game_argument
@click.argument("target", metavar="[OUT]", required=False, type=shared.FILE)
@click.option(
    "--to",
    "form",
    type=click.Choice([*FORMATS, *PROOF_FORMATS]),
    metavar="FORMAT",
    help="efg, nfg or json, or the format of a proof.",
)
@click.option(
    "--certificate",
    type=shared.FILE,
    metavar="FILE",
    help="Write a proof instead: FILE is the JSON of lemke solve or, for vipr, of lemke ranges of a constant-sum game.",
)
@click.option(
    "--chance",
    type=click.Choice(["propagate", "prune"]),
    help="propagate: make chance uniform, its probabilities become factors of payoffs. prune: remove the chance nodes "
    "that influence only payoffs at the end.",
)
@click.option(
    "--subgame",
    "roots",
    multiple=True,
    metavar="HISTORY",
    help="Write only the subgame at this node: its moves from the root, or @N, the N-th node in breadth-first order. "
    "Several nodes: chance draws one of the roots.",
)
@click.option("--snap-payoffs", is_flag=True, help="Take payoffs of OpenSpiel, which are floats, as simple rationals.")
@shared.output_option
@shared.limit_options
def convert(
    game: str, target: str | None, form: str | None, certificate: str | None, output: str, **changes: Any
) -> int:
    """Convert a game, a part of it, or a proof.

    A strategic game written as .efg becomes a tree in which players move in turn without seeing each other's moves. A
    tree written as .nfg becomes its full strategic form. Any number of players and any recall.

    --certificate is for two players with perfect recall. Status 1: the certificate does not hold, and nothing is
    written.

    \b
    Examples:
      lemke convert example:kuhn3 kuhn3.json
      lemke convert example:public_chance tails.efg --subgame tails
      lemke solve example:kuhn3 --format json -o proved.json
      lemke convert example:kuhn3 kuhn3.vipr --certificate proved.json
    """
    if target is not None and shared.is_given("output"):
        raise InputError(f"OUT {target} and -o {output}, expected one of them")
    if certificate and (changes["roots"] or changes["chance"]):
        raise InputError("--certificate with --subgame or --chance, expected one of them")
    target = target or output
    form = form or format_of(target)
    if (certificate is None) is (form in PROOF_FORMATS):
        raise InputError(f"--certificate and the format of a proof ({', '.join(PROOF_FORMATS)}), expected both or none")
    with located(game):
        tree = _change(lemke.read(game, snap_payoffs=changes["snap_payoffs"]), changes["roots"], changes["chance"])
    if certificate is not None and form is not None:
        return _write_proof(game, tree, certificate, target, form)
    shared.stop_progress()
    lemke.write(tree, target, form)
    return 0


def _change(tree: lemke.Game, roots: Sequence[str], chance: str | None) -> lemke.Game:
    if roots:
        tree = subgame(tree, list(map(NodeNames(tree).node, roots)), None)
    if chance is None:
        return tree
    return propagated(tree) if chance == "propagate" else prune(tree)


def _write_proof(game: str, tree: lemke.Game, certificate: str, out: str, form: str) -> int:
    from lemke.public import proofs

    with located(game):
        tree.require_two_players(" with --certificate")
    stated = proofs.certificate_or_ranges(tree, certificate)
    with located(game):
        refused = proofs.refusal(stated)
        if refused is not None:
            shared.stop_progress()
            click.echo(f"lemke: {certificate}: refused: {refused}", err=True)
            return 1
        files = list(output_files(proofs.files(stated, form), out))
        shared.stop_progress()
        write_together(files)
    if len(files) > 1:
        shared.write_text("-", "".join(f"{path}\n" for path, _ in files))
    return 0
