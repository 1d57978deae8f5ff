"""The directive `command-line`: a section for each command of the parser, with what its `--help` says."""

import inspect
import re

import click
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from lemke.cli import COMMANDS, commands


def described(text: str) -> list[str]:
    """The prose of a help text in reStructuredText; a paragraph below a line of `\\b` keeps its lines."""
    lines = []
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(text)):
        head, *rest = paragraph.removeprefix("\b\n").splitlines()
        if not paragraph.startswith("\b\n"):
            lines += [escaped(paragraph), ""]
        elif rest and all(line.startswith(" ") for line in rest):
            lines += [escaped(head), "", ".. code-block:: text", "", *(f"    {line.strip()}" for line in rest), ""]
        else:
            lines += [*(f"| {escaped(line)}" for line in (head, *rest)), ""]
    return lines


def escaped(text: str) -> str:
    """The text in one line, with reStructuredText's marks as themselves."""
    return re.sub(r"([\\*`|_])", r"\\\1", " ".join(text.split()))


def options(command: click.Command, context: click.Context) -> list[str]:
    """A table of the options with their help."""
    rows = []
    for option in command.get_params(context):
        names, text = option.get_help_record(context) or ("", "")
        if text:
            rows += [f"   * - ``{names}``", f"     - {escaped(text)}"]
    return [".. list-table::", "   :class: options", "   :widths: 35 65", "", *rows, ""]


class CommandLine(SphinxDirective):
    """Sections, one a purpose; in each, sections, one a command."""

    def run(self) -> list[nodes.Node]:
        top = click.Context(commands, info_name="lemke")
        found: list[nodes.Node] = []
        for purpose, entries in COMMANDS.items():
            found.append(self.section(purpose, nodes.make_id(purpose)))
            for name in entries:
                command = commands.get_command(top, name)
                assert command is not None
                found[-1] += self.command(command, click.Context(command, info_name=name, parent=top))
        return found

    def section(self, title: str, place: str) -> nodes.section:
        section = nodes.section("", nodes.title(text=title), ids=[place], names=[place])
        self.state.document.note_explicit_target(section)
        return section

    def command(self, command: click.Command, context: click.Context) -> nodes.section:
        path = context.command_path
        section = self.section(path, nodes.make_id(path))
        usage = " ".join([path, *command.collect_usage_pieces(context)])
        section += nodes.literal_block(usage, usage, language="text")
        lines = [*described(command.help or ""), *options(command, context)]
        self.state.nested_parse(StringList(lines, source=f"{path} --help"), 0, section)
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                each = command.get_command(context, name)
                assert each is not None
                section += self.command(each, click.Context(each, info_name=name, parent=context))
        return section


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("command-line", CommandLine)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
