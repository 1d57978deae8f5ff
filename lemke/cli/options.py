"""Options that several commands share, and functions that write the results of commands."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import wraps
from pathlib import Path, PurePath
from textwrap import fill
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click
from click.core import ParameterSource
from gmpy2 import mpq

from lemke.cli import terminal
from lemke.cli.group import files_or
from lemke.errors import InputError, NumberError, ProfileError, located
from lemke.game.strategy import Missing, with_hint
from lemke.ground import limits
from lemke.ground.document import Document
from lemke.ground.rational import parse, quoted, short
from lemke.ground.results import Result
from lemke.io import FORMATS, SUFFIXES
from lemke.io.proofs import PROOF_FORMATS
from lemke.io.source import Content, write_atomically, write_together
from lemke.linear.guided import KERNELS
from lemke.show import PictureFormat

if TYPE_CHECKING:
    from concurrent.futures import Executor

Command = TypeVar("Command", bound=Callable[..., Any])

_KERNEL_HELP = (
    "The way to follow Lemke's path. exact: in exact arithmetic. guided: in floating point; the last basis is then "
    "solved and checked exactly. auto: exact up to 100 variables of the complementarity problem, guided for more; "
    "solve may use scaled (see docs/how-to/performance.md)."
)
_INDENT = " " * 6
_PICTURES = (".html", *(f".{form}" for form in get_args(PictureFormat)))  # suffixes of pictures and web pages
HOW_WRITTEN = "The format of the result."
BY_SUFFIX = " By default the suffix of OUT decides."
FORMS = ("text", "json", "latex")
"""The formats of every document."""
CERTIFICATE_FORMS = "json: a certificate. gambit: a line NE,…"
"""The help for --format if the result is an equilibrium."""


# ---------------------------------------------------------------------- options


def choices_help(*tables: tuple[str, Mapping[str, str]]) -> str:
    """Return the end of a help text from tables; a table has a title, and choices with their descriptions."""
    sections = []
    for title, table in tables:
        lines = ["\b", f"{title}:"]  # click keeps the lines of a paragraph after \b
        for name, words in table.items():
            indented = fill(words, 78, initial_indent=_INDENT, subsequent_indent=_INDENT, break_on_hyphens=False)
            lines += [f"  {name}", indented]
        sections.append("\n".join(lines))
    return "\n\n".join(sections)


def result(*more_forms: str, help: str = HOW_WRITTEN) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the options --format (with FORMS and ``more_forms``), -o and the limits."""
    return lambda command: format_option([*FORMS, *more_forms], help)(output(limited(command)))


def limited(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --time-limit, --memory-limit and -q, and run the command within these limits.

    Progress is shown on stderr if stderr is a terminal, unless -q is set.
    """

    @click.option("--time-limit", type=_Seconds(), metavar="S", help="Stop with status 3 after S seconds.")
    @click.option(
        "--memory-limit",
        type=click.IntRange(min=1, max=1 << 40),
        metavar="MIB",
        help="Stop with status 3 if a process needs more than MIB mebibytes of address space; on Linux only.",
    )
    @click.option("-q", "--quiet", is_flag=True, help="Show no progress on stderr.")
    @wraps(command)
    def command_in_limits(*, time_limit: float | None, memory_limit: int | None, quiet: bool, **parameters: Any) -> Any:
        memory = nullcontext() if memory_limit is None else _memory_limit(memory_limit)
        with memory, limits.limits(time_limit, None if quiet else terminal.observer()):
            return command(**parameters)

    return command_in_limits


@contextmanager
def _memory_limit(mebibytes: int) -> Iterator[None]:
    """Limit the address space of this process, and of processes that it starts, in a block."""
    if sys.platform != "linux":
        raise InputError("--memory-limit is not available on this system")
    import resource

    from lemke.linear.guided import load_libraries  # loaded for this option only

    load_libraries()
    before, most = resource.getrlimit(resource.RLIMIT_AS)
    size = mebibytes << 20
    if size < int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize():
        raise MemoryError
    resource.setrlimit(resource.RLIMIT_AS, (size if before == resource.RLIM_INFINITY else min(size, before), most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (before, most))


class _Seconds(click.types.FloatParamType):
    """A number of seconds, 0 or more."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number of seconds."""
        try:
            seconds = float(super().convert(value, param, ctx))
        except click.BadParameter:
            seconds = math.nan
        if math.isnan(seconds) or seconds < 0:
            self.fail(f"{quoted(value)}, expected a number of seconds, 0 or more", param, ctx)
        return seconds


def output(command: Command) -> Command:
    """Add -o."""
    return click.option(
        "-o",
        "--output",
        default="-",
        metavar="OUT",
        help="The file for the result, which is written whole or not at all; - is stdout.",
        shell_complete=files_or(),
    )(command)


def format_option(names: Iterable[str], help: str = HOW_WRITTEN) -> Callable[[Command], Command]:
    """Add --format with a choice of names. By default the suffix of OUT selects a name.

    An unknown suffix, or no suffix as on stdout, selects the first name. The suffix of a picture, a web page, or a
    format that is not among the names is an error without --format.
    """
    choices = list(names)

    def format_or_default(context: click.Context, parameter: click.Parameter, form: str) -> str:
        # click processes defaults after the options that the user wrote, so OUT is known here
        if context.get_parameter_source("form") is not ParameterSource.DEFAULT:
            return form
        out = context.params.get("output", "-")
        suffix = PurePath(out).suffix.lower()
        # an unknown suffix selects the first name; None, which is no choice, is for a picture or web page
        suffix_form = SUFFIXES.get(suffix.removeprefix("."), None if suffix in _PICTURES else form)
        if suffix_form not in choices:
            raise InputError(f"{out}: the suffix {suffix}, expected --format with one of {', '.join(choices)}")
        return suffix_form

    return click.option(
        "--format",
        "form",
        type=click.Choice(choices),
        default=choices[0],
        show_default=True,
        callback=format_or_default,
        help=help + BY_SUFFIX,
    )


def game_format_option(command: Command) -> Command:
    """Add --to, also spelled --format, with the formats of games; its default is None."""
    return _to_option(FORMATS, "")(command)


def game_or_proof_format_option(command: Command) -> Command:
    """Add --to, also spelled --format, with the formats of games and of proofs; its default is None."""
    return _to_option([*FORMATS, *PROOF_FORMATS], f"; with --certificate, of the proof: {', '.join(PROOF_FORMATS)}")(
        command
    )


def _to_option(names: Iterable[str], or_proof: str) -> Callable[[Command], Command]:
    on_stdout = "; on stdout a game is .nfg if it is strategic, otherwise .efg."
    words = f"The format of the game{or_proof}.{BY_SUFFIX.removesuffix('.')}{on_stdout}"
    return click.option("--to", "--format", "form", type=click.Choice(list(names)), help=words)


class Parsed(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.5 on
    """A value that a function reads from text; an InputError of this function becomes a usage error."""

    def __init__(self, name: str, read: Callable[[str], Any]) -> None:
        self.name, self._read = name, read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value read from a text; a default that is no text is returned unchanged."""
        try:
            return self._read(value) if isinstance(value, str) else value
        except InputError as error:
            self.fail(error.message, param, ctx)


def _nonnegative(value: str) -> mpq:
    if (number := parse(value)) < 0:
        raise InputError(f"{short(number)}, expected 0 or more")
    return number


def _seed(value: str) -> int:
    try:
        seed = int(value)
    except ValueError:
        seed = -1
    if seed < 0:
        digits = ", of at most 4300 digits" if value.isdecimal() else ""  # Python converts no longer numbers
        raise InputError(f"{quoted(value)}, expected a whole number, 0 or more{digits}")
    return seed


NUMBER, NONNEGATIVE = Parsed("number", parse), Parsed("number", _nonnegative)
"""``NUMBER`` reads an exact number, ``NONNEGATIVE`` an exact number that is 0 or more."""


def seed_option(help: str) -> Callable[[Command], Command]:
    """Add --seed; its default is 0."""
    return click.option("--seed", type=Parsed("seed", _seed), default=0, show_default=True, metavar="K", help=help)


def kernel_option(command: Command) -> Command:
    """Add --kernel."""
    kernels = click.Choice(["auto", *KERNELS])
    return click.option("--kernel", type=kernels, default="auto", show_default=True, help=_KERNEL_HELP)(command)


def workers_options(command: Command) -> Command:
    """Add --workers and --scheduler, for :func:`executor_of`."""
    scheduler = click.option(
        "--scheduler", metavar="ADDRESS", help="Use the workers of a Dask cluster at tcp://HOST:PORT."
    )
    workers = click.option(
        "--workers",
        type=click.IntRange(min=1, max=61 if sys.platform == "win32" else None),  # a limit of Python on Windows
        default=1,
        show_default=True,
        metavar="N",
        help="The number of processes. --memory-limit holds for each process.",
    )
    return workers(scheduler(command))


def executor_of(workers: int, scheduler: str | None) -> AbstractContextManager[Executor | None]:
    """Return the executor for the options --workers and --scheduler; None if this process does the work."""
    if scheduler is not None and workers > 1:
        raise InputError("--workers and --scheduler, expected at most one of them")
    if scheduler is None and workers == 1:
        return nullcontext()
    from lemke.ground.executors import opened

    return opened(workers, scheduler)


def reduced_option(command: Command) -> Command:
    """Add --reduced."""
    words = "Use reduced strategies, with * at sets that the strategy's own moves exclude."
    return click.option("--reduced", is_flag=True, help=words)(command)


def containing_option(verb: str, more: str) -> Callable[[Command], Command]:
    """Add --containing, which may be given several times."""
    words = (
        f"{verb} the smallest imperfect-information subgame with this node. Given several times: with all these nodes."
    )
    return click.option("--containing", multiple=True, metavar="HISTORY", help=f"{words} {more}")


def profile_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --normalize and --missing; an error that one of these options would avoid names the option."""

    @click.option("--normalize", is_flag=True, help="Divide probabilities that do not sum to 1 by their exact sum.")
    @click.option(
        "--missing",
        type=click.Choice(get_args(get_args(Missing)[0])),  # Missing is a Literal or None
        help="uniform: all moves are equally likely at information sets that PROFILE leaves out. By default such sets "
        "are an error.",
    )
    @wraps(command)
    def command_with_hints(**parameters: Any) -> Any:
        try:
            return command(**parameters)
        except (NumberError, ProfileError) as error:
            if error.source == parameters["profile"]:  # an error of the game has another source
                error.message = with_hint(error.message, parameters["normalize"], "--normalize", "--missing uniform")
            raise

    return command_with_hints


# ---------------------------------------------------------------------- results


def emit(target: str, content: str) -> None:
    """Write a result to a file or to stdout; no progress is shown any more."""
    terminal.stop_progress()
    write_atomically(target, terminal.painted(content) if target == "-" else content)


def rendered(document: Document | Result, form: str, **more_forms: Callable[[], str]) -> str:
    """Return a result in one of FORMS, or in one of ``more_forms``, which maps a format to a function."""
    writers = dict(zip(FORMS, (document.to_text, document.to_json, document.to_latex), strict=True)) | more_forms
    return writers[form]()


def emit_stream(source: str, target: str, pieces: Iterable[str]) -> None:
    """Write a result in pieces, to a file whole or not at all; an error while they are made names ``source``."""
    emit_files(source, [(target, pieces)])


def emit_files(source: str, files: Sequence[tuple[str, Content]]) -> None:
    """Write all of several files, or none; an error while their content is made names the file ``source``."""
    if any(path == "-" for path, _ in files):
        terminal.stop_progress()
    write_together(
        (path, content if isinstance(content, bytes) else _checked(source, content)) for path, content in files
    )


def _checked(source: str, pieces: Iterable[str]) -> Iterator[str]:
    """Yield pieces, and check the time limit before each; an error names the file ``source``."""
    with located(source):
        for piece in pieces:
            limits.check()
            yield piece
