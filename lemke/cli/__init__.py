"""The command line: results on stdout, everything else on stderr, errors in one line, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from lemke.cli.challenge import challenge
from lemke.cli.convert import convert
from lemke.cli.describe import info, sequence_form
from lemke.cli.dominance import dominance
from lemke.cli.enumerate import enumerate_
from lemke.cli.exact_values import exact_values
from lemke.cli.explore import explore
from lemke.cli.generate import generate
from lemke.cli.judge import verify
from lemke.cli.lcp import lcp
from lemke.cli.matrix_class import matrix_class
from lemke.cli.named_lp import lp
from lemke.cli.path import path
from lemke.cli.polish import polish
from lemke.cli.solve import solve
from lemke.cli.strategies import normal_form, strategies
from lemke.cli.subgames import subgames
from lemke.cli.sweep import sweep
from lemke.cli.values import values
from lemke.errors import LemkeError, one_line


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="lemke", prog_name="lemke")
def commands() -> None:
    """Exact Nash equilibria of two-player games in extensive form, proved.

    GAME is a file (.efg, .nfg, .json; recognised by content), - for stdin, or a game of OpenSpiel where that is
    installed, openspiel:NAME.

    \b
    Example:
      lemke solve examples/games/kuhn3.efg

    \b
    Exit status: 0 done, the claim holds; 1 the answer is no; 2 bad input; 3 a limit was reached;
    4 no kernel could prove an answer; 130 interrupted.
    """


for command in (
    solve,
    path,
    verify,
    polish,
    challenge,
    enumerate_,
    explore,
    values,
    info,
    sequence_form,
    strategies,
    normal_form,
    dominance,
    lcp,
    matrix_class,
    lp,
    convert,
    generate,
    subgames,
    exact_values,
    sweep,
):
    commands.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit with its status."""
    status = run(arguments)
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:  # full, or its reader has gone: spare Python's own message at its last flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = status or 2
    sys.exit(status)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; every error becomes one line on stderr."""
    try:
        # not commands.main(), which writes to stderr by itself when interrupted
        with commands.make_context("lemke", list(sys.argv[1:] if arguments is None else arguments)) as context:
            status = commands.invoke(context)
    except LemkeError as error:
        return _fail(str(error), error.exit_status)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 2
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as error:
        return _fail(error.format_message(), 2)
    except (KeyboardInterrupt, click.Abort):
        return _fail("interrupted", 130)
    except MemoryError:
        return _fail("out of memory, expected a smaller game or a larger machine", 3)
    except BrokenPipeError:  # the reader has gone and needs no message
        return 2
    except OSError as error:  # the standard output of help and version
        return _fail(f"cannot be written: {error.strerror}", 2)
    return status if isinstance(status, int) else 0


def _fail(message: str, status: int) -> int:
    click.echo("lemke: " + one_line(message), err=True)
    return status
