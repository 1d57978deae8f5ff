"""The page of the commands, from their help; `python docs/commands.py` writes it.

What is above the mark in the page is written by hand, and so are the options that commands share.
"""

import re
from collections.abc import Iterator
from copy import copy
from pathlib import Path

import click

from lemke.cli import COMMANDS, commands

PAGE = Path(__file__).parent / "reference" / "commands.md"
MARK = "<!-- From here on `python docs/commands.py` writes this page. -->\n"
SHARED = {"--output", "--time-limit", "--memory-limit", "--quiet", "--help", "--normalize", "--missing"}
"""Options that the part above the mark describes."""
CHOSEN = {"--format", "--to"}
"""Options of which that part describes all but the choices."""


def brief(parameter: click.Parameter, command: str, seen: dict[tuple[str, str], str]) -> click.Parameter:
    """A parameter; an option with a text that the page has had (``seen``) names the command there."""
    if not isinstance(parameter, click.Option) or parameter.help is None:
        return parameter
    long = len(parameter.help.split()) > 8
    option = copy(parameter)
    if CHOSEN.intersection(parameter.opts):
        option.help = f"{parameter.help.partition('; the suffix')[0].rstrip('.')}."
        option.show_default = False
    elif long and (first := seen.setdefault((parameter.opts[0], parameter.help), command)) != command:
        option.help = f"As for {first}."
    return option


def section(
    command: click.Command, context: click.Context, level: int, seen: dict[tuple[str, str], str]
) -> Iterator[str]:
    """The help of a command, and those of its subcommands."""
    short = copy(command)
    short._help_option = None  # click keeps the one of an earlier context, which may have other names
    short.params = [
        brief(parameter, context.command_path, seen)
        for parameter in command.params
        if not SHARED.intersection(parameter.opts)
    ]
    page = re.sub(r"(\n\nOptions:)?\n  (-h, )?--help .*", "", short.get_help(context)).partition("\n\nCommands:\n")[0]
    yield f"{'#' * level} {context.command_path}\n\n```\n{page}\n```\n\n"
    for name in command.list_commands(context) if isinstance(command, click.Group) else ():
        subcommand = command.get_command(context, name)
        assert subcommand is not None
        yield from section(subcommand, click.Context(subcommand, info_name=name, parent=context), level + 1, seen)


def written() -> str:
    """The part of the page below the mark: a section for each command."""
    # a command keeps the help option of its first context, so that needs the settings
    settings = commands.context_settings | {"terminal_width": 100}
    top = click.Context(commands, info_name="lemke", **settings)
    pieces: list[str] = []
    seen: dict[tuple[str, str], str] = {}
    for name in [name for entries in COMMANDS.values() for name in entries]:
        command = commands.get_command(top, name)
        assert command is not None
        pieces += section(command, click.Context(command, info_name=name, parent=top, terminal_width=100), 2, seen)
    return "\n" + "".join(pieces).rstrip() + "\n"


if __name__ == "__main__":
    above, mark, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    PAGE.write_text(above + MARK + written(), encoding="utf-8")
