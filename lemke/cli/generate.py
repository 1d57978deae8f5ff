"""``lemke generate FAMILY``: one subcommand for every line of the table FAMILIES."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args, get_origin

import click
from click.core import ParameterSource

from lemke.cli.group import Group, show
from lemke.cli.options import game_format_option, limited, output
from lemke.errors import question
from lemke.generators import FAMILIES, Family
from lemke.ground import limits
from lemke.ground.rational import quoted
from lemke.io import suffix_format, suffixes, write

_SHORT = 42
"""The greatest length of a family's name and example for which ``-o FILE`` fits on the same line."""


@click.group(cls=Group, kind="family", invoke_without_command=True, subcommand_metavar="FAMILY [OPTIONS]")
@click.pass_context
def generate(context: click.Context) -> None:
    """Write a game of a well-known family, of any size.

    lemke generate FAMILY --help lists the parameters of a family. Numbers are exact: 0.05 is 1/20. The same parameters
    and seed make the same game on every machine. The suffix of OUT names the format, {suffixes}, unless --to does.
    On stdout it is .nfg for strategic games and .efg for others.

    \b
    Example:
      lemke generate leduc --ranks 5 --rake 1/20 -o leduc5.efg
    """
    if context.invoked_subcommand is None:
        show(context.get_help())


class _FamilyCommand(click.Command):
    """A command with options only; for values without an option the message suggests the options."""

    def __init__(self, *arguments: Any, parameters: Sequence[str], **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._parameters = parameters

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse options; a UsageError for values without an option suggests those that were not given."""
        ctx.allow_extra_args = True
        are_alone = not any(argument.startswith("-") for argument in args)
        values = super().parse_args(ctx, args)
        if not values or ctx.resilient_parsing:
            return values
        options = [option for option in self.params if option.name in self._parameters]
        free = [
            option.opts[0]
            for option in options
            if option.nargs == 1
            and not getattr(option, "is_flag", False)
            and ctx.get_parameter_source(option.name or "") is ParameterSource.DEFAULT
        ]
        meant = " ".join(f"{option} {value}" for option, value in zip(free, values, strict=False))
        known = ", ".join(option.opts[0] for option in options)
        corrected = (
            f"{ctx.command_path} {meant}" if are_alone else meant
        )  # the whole command only if no option was given
        near = question([corrected] if len(values) <= len(free) else [])
        raise click.UsageError(f"{quoted(' '.join(values))} without an option, expected one of {known}{near}", ctx)


def _command(name: str, family: Family) -> click.Command:
    end = " " if len(name + family.example) <= _SHORT else " \\\n          "
    words = f"""Write {family.description}.

    \b
    Example:
      lemke generate {name} {family.example}{end}-o game.{family.suffix}
    """

    @click.command(name, cls=_FamilyCommand, parameters=list(family.parameters()), params=_options(family), help=words)
    @game_format_option
    @output
    @limited
    def command(form: str | None, output: str, **parameters: object) -> None:
        if form is None:
            suffix_format(output)
        game = family.make(**parameters)
        limits.check()
        write(game, output, form)

    return command


def _options(family: Family) -> list[click.Parameter]:
    """Return an option for each parameter; the family itself reads exact numbers from their text."""
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


generate.help = str(generate.help).replace("{suffixes}", suffixes("or"))
for name, family in FAMILIES.items():
    generate.add_command(_command(name, family))
