"""The command ``lemke generate``, with a subcommand for every family of games in FAMILIES."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args, get_origin

import click

from lemke.cli.group import Group, show
from lemke.cli.options import game_format_option, limited, output
from lemke.cli.terminal import stop_progress
from lemke.generators import FAMILIES, Family
from lemke.io import suffix_format, write

_SHORT = 42
"""If a family's name and example have more characters together, ``-o FILE`` is on a second line of the example."""


@click.group(cls=Group, invoke_without_command=True, subcommand_metavar="FAMILY [OPTIONS]")
@click.pass_context
def generate(context: click.Context) -> None:
    """Write a game of a well-known family, of any size.

    lemke generate FAMILY --help lists the parameters of a family. Numbers are exact: 0.05 is 1/20. The same parameters
    and seed give the same game on every machine. --to and -o are as in lemke convert.

    \b
    Example:
      lemke generate leduc --ranks 5 --rake 1/20 -o leduc5.efg
    """
    if context.invoked_subcommand is None:
        show(context.get_help())


def _command(name: str, family: Family) -> click.Command:
    end = " " if len(name + family.example) <= _SHORT else " \\\n          "
    words = f"""Write {family.description}.

    \b
    Example:
      lemke generate {name} {family.example}{end}-o game.{family.suffix}
    """

    @click.command(name, params=_options(family), help=words)
    @game_format_option
    @output
    @limited
    def command(form: str | None, output: str, **parameters: object) -> None:
        if form is None:
            suffix_format(output)  # an unknown suffix is an error before the game is made
        game = family.make(**parameters)
        stop_progress()
        write(game, output, form)

    return command


def _options(family: Family) -> list[click.Parameter]:
    """Return an option for every parameter of a family; options of exact numbers pass their text to the family."""
    options: list[click.Parameter] = []
    for name, parameter in family.parameters().items():
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
        options.append(click.Option([f"--{name.replace('_', '-')}"], help=family.descriptions[name], **kind))
    return options


for name, family in FAMILIES.items():
    generate.add_command(_command(name, family))
