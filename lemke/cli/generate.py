"""The command ``lemke generate``, with a subcommand for every family of games in FAMILIES."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args, get_origin

import click
from click.core import ParameterSource

from lemke.cli.group import Group, show
from lemke.cli.options import game_format_option, limited, output
from lemke.cli.terminal import wipe
from lemke.errors import question
from lemke.generators import FAMILIES, Family
from lemke.ground import limits
from lemke.ground.rational import quoted
from lemke.io import suffix_format, write

_SHORT = 42
"""If a family's name and example have more characters together, ``-o FILE`` is on a second line of the example."""


@click.group(cls=Group, kind="family", invoke_without_command=True, subcommand_metavar="FAMILY [OPTIONS]")
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


class _FamilyCommand(click.Command):
    """A command that takes only options; for a value without an option, the message suggests the option."""

    def __init__(self, *arguments: Any, parameters: Sequence[str], **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._parameters = parameters

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse options; for values without an option raise a UsageError that suggests the unused options."""
        ctx.allow_extra_args = True  # so that super().parse_args() returns values without an option
        has_no_options = not any(argument.startswith("-") for argument in args)
        values = super().parse_args(ctx, args)
        if not values or ctx.resilient_parsing:
            return values
        options = [option for option in self.params if option.name in self._parameters]
        unused = [
            option.opts[0]
            for option in options
            if option.nargs == 1
            and not getattr(option, "is_flag", False)
            and ctx.get_parameter_source(option.name or "") is ParameterSource.DEFAULT
        ]
        corrected = " ".join(f"{option} {value}" for option, value in zip(unused, values, strict=False))
        if has_no_options:  # then the whole command is known
            corrected = f"{ctx.command_path} {corrected}"
        hint = question([corrected] if len(values) <= len(unused) else [])
        names = ", ".join(option.opts[0] for option in options)
        raise click.UsageError(f"{quoted(' '.join(values))} without an option, expected one of {names}{hint}", ctx)


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
            suffix_format(output)  # an unknown suffix is an error before the game is made
        game = family.make(**parameters)
        limits.check()
        wipe(for_good=True)
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
