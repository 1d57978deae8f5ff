"""The command line: results go to stdout, progress and errors to stderr. An error is one line, unless it is a bug."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click
from click.shell_completion import shell_complete

from lemke.cli.group import Entry, LazyGroup, show
from lemke.cli.terminal import complaint
from lemke.errors import LemkeError, one_line

COMPLETE_VARIABLE = "_LEMKE_COMPLETE"
"""The environment variable by which a shell asks click for completions."""
COMMANDS = {
    "Solve": {
        "solve": Entry("solve:solve", "Find an equilibrium of a game, exact and proved."),
        "enumerate": Entry("enumerate:enumerate_", "List all equilibria, with a proof that none is missing."),
        "ranges": Entry("enumerate:ranges", "Prove bounds on move probabilities over all equilibria."),
        "explore": Entry("explore:explore", "Find different equilibria from many random starts."),
        "learn": Entry("learn:learn", "Learn strategies by self-play, and judge them exactly."),
        "polish": Entry("judge:polish", "Find an exact equilibrium near an approximate one."),
        "lcp": Entry("programs:lcp", "Solve a linear complementarity problem."),
    },
    "Judge": {
        "verify": Entry("judge:verify", "Judge a profile exactly: payoffs and regrets."),
        "values": Entry("judge:values", "Show reach probabilities and values of a profile."),
    },
    "Look": {
        "info": Entry("describe:info", "Describe a game: its size, recall, subgames, payoffs."),
        "draw": Entry("path:draw", "Draw a game's tree, its matrices, a path or ranges."),
        "report": Entry("report:report", "Write a report as a web page."),
        "path": Entry("path:path", "Show Lemke's path, pivot by pivot."),
        "strategies": Entry("describe:strategies", "List pure strategies, or convert a profile."),
        "subgames": Entry("describe:subgames", "List the subgames of a game."),
        "sequence-form": Entry("describe:sequence_form", "Print the sequence form: E, e, F, f, A, B."),
        "normal-form": Entry("describe:normal_form", "Print the strategic form."),
    },
    "Make and transform": {
        "examples": Entry("examples:examples", "List, print and copy the games that come with lemke."),
        "generate": Entry("generate:generate", "Write a game of a well-known family, of any size."),
        "convert": Entry("convert:convert", "Convert a game, a part of it, or a proof."),
        "dominance": Entry("describe:dominance", "Eliminate dominated strategies, round by round."),
        "lp": Entry("programs:lp", "Write or solve a linear program of a game."),
    },
    "Study": {
        "sweep": Entry("sweep:sweep", "Follow equilibria while a parameter changes."),
    },
}
"""All commands by purpose. A new command needs a function in a module and a line here."""

_ALONE = """\
lemke finds exact Nash equilibria of two-player games in extensive form, and proves them.

Try
  lemke solve example:kuhn3                    an equilibrium of Kuhn poker
  lemke draw example:kuhn3 -o kuhn3.svg        a picture of the game tree
  lemke examples                               the other games that come with lemke

Then
  lemke solve FILE                             a game of your own: .efg, .nfg or .json
  lemke --help                                 all commands
  lemke COMMAND --help                         what a command does, with examples

The documentation is in the source, from docs/index.md on.
"""


def _version(context: click.Context, parameter: click.Parameter, show_version: bool) -> None:
    if show_version:
        from importlib.metadata import version
        from platform import python_version

        from gmpy2 import mp_version

        show(
            f"lemke, version {version('lemke')}\nPython {python_version()}, gmpy2 {version('gmpy2')}, {mp_version()}\n"
        )
        context.exit()


@click.group(
    cls=LazyGroup,
    table=COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
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
        show(_ALONE)


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
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 2
    except click.exceptions.Exit as done:
        if sys.stdout is None:  # click would print nothing and report success
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
    click.echo(complaint("lemke: " + one_line(message)), err=True)
    return status
