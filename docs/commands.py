"""The page of the commands, from their help; `python docs/commands.py` writes it.

What is above the mark in the page is written by hand, and so are the options that all commands share.
"""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import click

from lemke.cli import COMMANDS, commands
from lemke.cli.options import BY_SUFFIX, HOW_WRITTEN

PAGE = Path(__file__).parent / "reference" / "commands.md"
MARK = "<!-- From here on `python docs/commands.py` writes this page. -->\n"
SHARED = {"--output", "--time-limit", "--memory-limit", "--quiet", "--help"}
"""Options that the part above the mark describes."""
ENTRIES = {name: entry for entries in COMMANDS.values() for name, entry in entries.items()}
CODE = re.compile(
    r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"  # JSON, three levels deep
    r'|[xy]\("[^)]*\)|"[^"]*"'
    r"|\bdocs/(?P<page>[\w/-]+\.md)"
    rf"|\blemke (?:{'|'.join(ENTRIES)})\b(?: --[a-z-]+(?: \w+)?)*"
    r"|(?<![\w-])--(?:(?:by|format|method|refine) [a-z-]+|[a-z][a-z-]*)"
)
"""What is written as code in Markdown, or as a link if it is the path of a page."""


def marked(text: str) -> str:
    """A text in one line of Markdown."""
    text, pieces, start = " ".join(text.split()), [], 0
    for code in CODE.finditer(text):
        marked_code = f"[{code[0]}](../{code['page']})" if code["page"] else f"`{code[0]}`"
        pieces += [re.sub(r"([*<\[$])", r"\\\1", text[start : code.start()]), marked_code]
        start = code.end()
    return "".join([*pieces, re.sub(r"([*<\[$])", r"\\\1", text[start:])])


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a help text in Markdown; below a line of `\\b` lines are kept, as code if they are indented."""
    for paragraph in filter(None, re.split(r"\n\s*\n", inspect.cleandoc(text))):
        head, *lines = paragraph.removeprefix("\b\n").split("\n")
        if not paragraph.startswith("\b\n"):
            yield f"{marked(paragraph)}\n\n"
        elif head.startswith("Example"):
            yield "".join(f"    {line.strip()}\n" for line in lines) + "\n"
        else:
            yield f"{marked(head)}\n\n" + "".join(described(lines)) + "\n"


def described(lines: list[str]) -> Iterator[str]:
    """A list of the choices in a table of :func:`lemke.cli.options.choices_help`, or the lines as they are."""
    for name, words in re.findall(r"^  (\S+)\n((?: {6}.*\n?)+)", "\n".join(lines), re.MULTILINE):
        yield f"- `{name}`: {marked(words)}\n"


def options(command: click.Command, context: click.Context, seen: dict[tuple[str, str], str]) -> Iterator[str]:
    """A list of the options that not all commands share; ``seen`` has the command that describes an option first."""
    repeated: dict[str, list[str]] = {}
    for option in command.get_params(context):
        names, words = option.get_help_record(context) or ("", "")
        is_format_of_family = context.parent != context.find_root() and option.name == "form"
        if not words or SHARED.intersection(option.opts) or is_format_of_family:
            continue
        first = seen.setdefault((names, words), context.command_path)
        if first != context.command_path and "--format" not in option.opts:
            repeated.setdefault(first, []).append(f"`{names}`")
            continue
        words, _, extra = words.replace(HOW_WRITTEN + BY_SUFFIX, "").replace(BY_SUFFIX, "").partition("  [")
        # the part above the mark has the default of --format
        default = None if "--format" in option.opts else re.match(r"default: ([^;\]]+)", extra)
        words = " ".join([*filter(None, [marked(words)]), *([f"Default: {default[1]}."] if default else [])])
        yield f"- `{names}`{': ' if words else ''}{words}\n"
    for first, names in repeated.items():
        yield f"- {', '.join(names)}: as for [`{first}`](#{first.replace(' ', '-')}).\n"


def section(
    command: click.Command, context: click.Context, level: int, seen: dict[tuple[str, str], str]
) -> Iterator[str]:
    """The section of a command, and those of its subcommands."""
    path = context.command_path
    usage = " ".join([path, *command.collect_usage_pieces(context)])
    yield f"{'#' * level} {path}\n\n"
    if not usage.endswith(f"{path} [OPTIONS]"):
        yield f"    {usage}\n\n"
    help_text = command.help or ""
    if context.parent != context.find_root():  # the group has examples
        help_text = help_text.partition("\b\n")[0].rstrip()
    yield from paragraphs(help_text)
    if lines := "".join(options(command, context, seen)):
        yield f"{lines}\n"
    yield from paragraphs(command.epilog or "")
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            subcommand = command.get_command(context, name)
            assert subcommand is not None
            yield from section(subcommand, click.Context(subcommand, info_name=name, parent=context), level + 1, seen)


def written() -> str:
    """The part of the page below the mark: a list of the commands, and a section for each."""
    # a command keeps the help option of its first context, so that needs the settings
    top = click.Context(commands, info_name="lemke", **commands.context_settings)
    pieces = ["\n## All commands\n\n"]
    for purpose, entries in COMMANDS.items():
        pieces.append(f"{purpose}:\n\n")
        pieces += [f"- [`{name}`](#lemke-{name}): {marked(entry.summary)}\n" for name, entry in entries.items()]
        pieces.append("\n")
    seen: dict[tuple[str, str], str] = {}
    for name in ENTRIES:
        command = commands.get_command(top, name)
        assert command is not None
        pieces += section(command, click.Context(command, info_name=name, parent=top), 2, seen)
    return "".join(pieces).rstrip() + "\n"


if __name__ == "__main__":
    above, mark, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    PAGE.write_text(above + MARK + written(), encoding="utf-8")
