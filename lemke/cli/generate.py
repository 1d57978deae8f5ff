"""``lemke generate FAMILY``: one subcommand for every line of the table FAMILIES."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args, get_origin

import click

from lemke.cli.options import limits, make_watch, output
from lemke.generators import FAMILIES, Family, Parameter
from lemke.generators.family import REQUIRED
from lemke.io import suffix_format, write


@click.group()
def generate() -> None:
    """Write a game of a well-known FAMILY, of any size.

    \b
    Example:
      lemke generate leduc --ranks 5 --rake 1/20 -o leduc5.efg
    """


def _command(name: str, family: Family) -> click.Command:
    words = f"""Write {family.description}.

    The suffix of OUT names the format: .efg, .nfg or .json; stdout is .nfg for strategic games, .efg for others.

    \b
    Example:
      lemke generate {name} {family.example} -o {name}.{family.suffix}
    """

    @click.command(name, params=[_option(each) for each in family.parameters()], help=words)
    @output
    @limits
    def command(
        output: str, time_limit: float | None, memory_limit: int | None, quiet: bool, **parameters: object
    ) -> int:
        watch = make_watch(time_limit, memory_limit, quiet)
        suffix_format(output)
        game = family.make(**parameters, watch=watch)
        watch.check()
        write(game, output)
        return 0

    return command


def _option(parameter: Parameter) -> click.Option:
    """Return the option for a parameter; exact numbers stay text until the family reads them."""
    kind: dict[str, Any] = {"type": str, "metavar": "NUMBER"}
    default = parameter.default
    if parameter.kind is int:
        kind = {"type": int, "metavar": "N"}
    elif parameter.kind is bool:
        kind = {"is_flag": True}
    elif get_origin(parameter.kind) is Literal:
        kind = {"type": click.Choice(get_args(parameter.kind))}
    elif get_origin(parameter.kind) is Sequence and isinstance(default, Sequence):
        kind |= {"nargs": len(default), "metavar": " ".join(["NUMBER"] * len(default))}
    if default is not REQUIRED:
        kind |= {"default": default, "show_default": parameter.kind is not bool}
    return click.Option(
        [f"--{parameter.name.replace('_', '-')}"], help=parameter.description, required=default is REQUIRED, **kind
    )


for name, family in FAMILIES.items():
    generate.add_command(_command(name, family))
