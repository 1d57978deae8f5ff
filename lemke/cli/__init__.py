"""The command line: results go to stdout, progress and errors to stderr. An error is one line, unless it is a bug."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click
from click.shell_completion import shell_complete

from lemke.errors import LemkeError, one_line

COMPLETE_VARIABLE = "_LEMKE_COMPLETE"
"""The environment variable by which a shell asks click for completions."""
COMMANDS = {
    "Solve": {
        "solve": ("solve:solve", "Find an equilibrium of a game, exact and proved."),
        "enumerate": ("sets:enumerate_", "List all equilibria, with a proof that none is missing."),
        "ranges": ("sets:ranges", "Prove bounds on move probabilities over all equilibria."),
        "explore": ("solve:explore", "Find different equilibria from many random starts."),
        "learn": ("solve:learn", "Learn strategies by self-play, and judge them exactly."),
        "polish": ("judge:polish", "Find an exact equilibrium near an approximate one."),
        "sweep": ("sets:sweep", "Follow equilibria while a parameter changes."),
        "lcp": ("solve:lcp", "Solve a linear complementarity problem."),
    },
    "Judge": {"verify": ("judge:verify", "Judge a profile exactly: payoffs and regrets.")},
    "Look": {
        "show": ("show:show", "Show a game: facts, forms, strategies, subgames, values."),
        "path": ("solve:path", "Show Lemke's path, pivot by pivot."),
        "draw": ("pictures:draw", "Draw a game's tree, its matrices, a path or ranges."),
        "report": ("pictures:report", "Write a report as a web page."),
    },
    "Make and transform": {
        "examples": ("games:examples", "List, print and copy the games that come with lemke."),
        "generate": ("games:generate", "Write a game of a well-known family, of any size."),
        "convert": ("games:convert", "Convert a game, a part of it, or a proof."),
    },
}
"""All commands by purpose: the place of the command, ``module:function``, and the first sentence of its help."""

ALONE = """\
lemke finds exact Nash equilibria of two-player games in extensive form, and proves them.

Try
  lemke solve example:kuhn3                    an equilibrium of Kuhn poker
  lemke draw example:kuhn3 -o kuhn3.svg        a picture of the game tree
  lemke examples                               the other games that come with lemke

Then
  lemke solve FILE                             a game of your own: .efg, .nfg or .json
  lemke --help                                 all commands
  lemke COMMAND --help                         what a command does, with examples

The documentation is in the source, from docs/index.md on."""


PLACES = {name: place for entries in COMMANDS.values() for name, (place, _) in entries.items()}


class LazyGroup(click.Group):
    """The group of COMMANDS; only the command that runs is imported."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of the table."""
        return list(PLACES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None if there is no command of this name."""
        if cmd_name not in PLACES:
            return None
        module, function = PLACES[cmd_name].split(":")
        command: click.Command = getattr(import_module(f"lemke.cli.{module}"), function)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the names and summaries of the table, without importing a command."""
        width = max(map(len, PLACES))
        for purpose, entries in COMMANDS.items():
            with formatter.section(purpose):
                formatter.write_dl([(name.ljust(width), summary) for name, (_, summary) in entries.items()])


def _print_version(context: click.Context, parameter: click.Parameter, is_asked: bool) -> None:
    if is_asked:
        from importlib.metadata import version
        from platform import python_version

        from gmpy2 import mp_version

        click.echo(f"lemke, version {version('lemke')}")
        click.echo(f"Python {python_version()}, gmpy2 {version('gmpy2')}, {mp_version()}")
        context.exit()


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the versions of lemke, Python and the number libraries.",
)
@click.pass_context
def commands(context: click.Context) -> None:
    """Find exact Nash equilibria of two-player games in extensive form, and prove them.

    GAME is a file (.efg, .nfg or .json, recognized by content), - for stdin, example:NAME for a game that comes with
    lemke, or openspiel:NAME for a game of OpenSpiel, if OpenSpiel is installed.

    \b
    Example:
      lemke solve example:kuhn3

    \b
    Exit status: 0 done, or the claim holds; 1 the answer is no; 2 bad input;
    3 a limit was reached; 4 no answer could be proved; 130 interrupted.
    """
    if context.invoked_subcommand is None:
        click.echo(ALONE)
        context.exit()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit with its status."""
    # numpy and scipy each load an OpenBLAS that starts threads; starting them takes longer than solving a small game
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    asked = os.environ.get(COMPLETE_VARIABLE)
    status: int = shell_complete(commands, {}, "lemke", COMPLETE_VARIABLE, asked) if asked else run(arguments)
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:  # a full disk or a closed pipe: Python must not print its own message at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = status or 2
    sys.exit(status)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; errors become one line on stderr, except bugs, which are raised."""
    try:
        # not commands.main(): at an interrupt, main() prints a message of click
        with commands.make_context("lemke", list(sys.argv[1:] if arguments is None else arguments)) as context:
            status = commands.invoke(context)
    except LemkeError as error:
        return _fail(str(error), error.exit_status)
    except click.exceptions.Exit as done:
        if sys.stdout is None:  # click has printed nothing
            return _fail("-: cannot be written: the standard output is closed", 2)
        return done.exit_code
    except click.ClickException as error:
        return _fail(error.format_message(), 2)
    except KeyboardInterrupt:
        return _fail("interrupted", 130)
    except MemoryError:
        return _fail("out of memory, expected a smaller game or more memory", 3)
    except BrokenPipeError:  # the reader of stdout has ended, so no message is needed
        return 2
    except OSError as error:  # from stdout, while help or the version is printed
        return _fail(f"-: cannot be written: {error.strerror}", 2)
    return status if isinstance(status, int) else 0


def _fail(message: str, status: int) -> int:
    click.echo(f"lemke: {one_line(message)}", err=True)
    return status
