"""Tests of outside solvers: a solver runs on one game after another, and its answers are judged exactly.

A solver is a command line. It gets the path of an ``.efg`` file, has no standard input, and prints its answer. It runs
in a process group of its own. The group is killed when the time is up, when the output is too long, or on an interrupt.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from threading import Lock, Thread
from typing import IO, Literal, TypeAlias, cast

from gmpy2 import mpq

from lemke.certificate import Claim, Judge, Report
from lemke.errors import InputError, LemkeError, PlayersError, RecallError, one_line
from lemke.game import Game
from lemke.ground import limits
from lemke.ground.document import Document, Format
from lemke.ground.rational import decimal, short, text
from lemke.ground.tables import WIDEST, Table, page_table
from lemke.ground.words import count
from lemke.solvers.refinements import judged_claim
from lemke.studies.challenge.games import CHALLENGES as CHALLENGES

CHALLENGE = Format(
    "lemke-challenge/1",
    """
command, timeout, normalize | text; a decimal as text; true, false | the command line of the solver; the seconds for
    each game; whether `--normalize` was given
summary | object | how often each verdict occurs
games | list | a verdict on each game
- name | text | the name of the game, for a file the name of the file
- verdict | text | `right`, `wrong`, `malformed`, `no answer`, `crashed`, `timed out`, `refused` or `skipped`
- message | text | what is wrong, in words; may be empty
- seconds, profiles | a decimal as text, whole | how long the solver ran, and how many profiles were judged
- regret | number, null | the largest regret of a player in any of the profiles; null without profiles
- defect | number, null | with `--normalize`: the largest error of a sum, with its sign: the sum of probabilities at a
    set minus 1, or in a realization plan Σ_c x(σ_h c) − x(σ_h); null without profiles
""",
)

AnswerVerdict: TypeAlias = Literal[
    "right", "wrong", "malformed", "no answer", "crashed", "timed out", "refused", "skipped"
]
AnswerReader: TypeAlias = Callable[[str, Game], Sequence[Claim]]
"""A function from a solver's output and the game to claims about the profiles in the output. Without a profile it
raises an InputError."""

REFUSED = 77
"""The exit status of a solver that is not made for the game; Automake uses this status for skipped tests."""
MAX_MEBIBYTES = 64
"""The length of the longest answer that is read, in MiB."""

_ERROR_BYTES = 1 << 12  # how many of the last bytes of the standard error are kept
_CHUNK = 1 << 16  # bytes read from a pipe at once
_POLL_SECONDS = 0.1  # between two checks of the limits
_PIPE_SECONDS = 1.0  # how long to wait for the last output after a solver has ended


@dataclass(frozen=True, slots=True)
class Judgement:
    """The result of a solver on one game.

    Attributes
    ----------
    name : str
        The name of the game.
    verdict : str
        ``right``: in every profile printed both regrets are exactly 0, and all other claims are true. ``wrong``: a
        profile has a positive regret, or a claim is false or not proved. ``malformed``: the output is too long, or has
        no profile of the game. ``no answer``: the output is empty. ``timed out``: the solver was killed when its time
        was up. ``refused``: the exit status is :data:`REFUSED`. ``crashed``: the exit status is neither 0 nor
        :data:`REFUSED`. ``skipped``: the solver was not run, because the game cannot be read, or does not have two
        players with perfect recall.
    message : str
        What is wrong, in words; empty if the verdict says it all.
    seconds : float
        From the start to the end of the process; 0 if the solver was not run.
    profiles : int
        The number of profiles judged; 0 if the answer is malformed.
    regret : mpq | None
        The largest regret of a player in any of the profiles; None without profiles.
    defect : mpq | None
        The largest error of a sum, with its sign: the sum of probabilities at a set minus 1, or in a realization plan
        Σ_c x(σ_h c) − x(σ_h). None if the probabilities were not divided by their sums.
    """

    name: str
    verdict: AnswerVerdict
    message: str = ""
    seconds: float = 0.0
    profiles: int = 0
    regret: mpq | None = None
    defect: mpq | None = None

    def cells(self) -> Iterator[str]:
        """Yield the cells of a table row, with the regret as a decimal and, if it is short, as a fraction."""
        fraction = "" if self.regret is None else text(self.regret)
        yield from (self.name, self.verdict, fraction if len(fraction) <= WIDEST else "")
        yield decimal(self.regret) if self.regret else ""
        yield "" if self.verdict == "skipped" else f"{self.seconds:.2f}"
        defect = f"largest defect of a sum {short(self.defect)}" if self.defect else ""
        yield "; ".join(filter(None, [one_line(self.message), defect]))


@dataclass(frozen=True, eq=False)
class ChallengeTask:
    """A game that a solver is tested on."""

    name: str
    path: str  # of the ``.efg`` file, which the solver reads
    game: Game | LemkeError  # the game in that file, or why it cannot be read


def challenge(
    command: str, tasks: Iterable[ChallengeTask], read_answer: AnswerReader, timeout: float, count: int | None = None
) -> Iterator[Judgement]:
    """Run a solver on games and yield a judgement on each.

    Parameters
    ----------
    command : str
        A command line, split into words as a shell does, but not run by a shell. The path of the game replaces ``{}``;
        without ``{}`` it is added at the end.
    tasks : iterable of ChallengeTask
    read_answer : callable
        A function from the solver's output and the game to claims about the profiles in this output, at least one. An
        InputError that it raises makes the answer ``malformed``.
    timeout : float
        Seconds for each game.
    count : int, optional
        The number of games, for reports of progress.

    Raises
    ------
    InputError
        The command is empty, has an open quotation, or cannot be started.
    LimitError
        A limit is reached.

    >>> from lemke.game import GameBuilder
    >>> from lemke.game.strategy import Profile
    >>> builder = GameBuilder()
    >>> builder.pay(builder.move(builder.root, 0, ["L", "R"])[0], 1, 0)
    >>> def left_always(text, game):
    ...     return [Claim(Profile.of(game, [[text.split()], []]))]
    >>> task = ChallengeTask("choice", "choice.efg", builder.build(unpaid="zero"))
    >>> [judgement.verdict for judgement in challenge("echo 9/10 0.1 {}", [task], left_always, 10)]
    ['malformed']
    >>> solver = "sh -c 'echo 9/10 0.1'"
    >>> [(judgement.verdict, str(judgement.regret)) for judgement in challenge(solver, [task], left_always, 10)]
    [('wrong', '1/10')]
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InputError(f"the command {command!r}: {error}, expected a command line as in a shell") from None
    if not words:
        raise InputError("an empty command, expected the command line of a solver")
    if not any("{}" in word for word in words):
        words.append("{}")
    for number, task in enumerate(tasks):
        limits.report(partial("running {} of {}: {}".format, number + 1, count, task.name))
        if isinstance(task.game, LemkeError):
            yield Judgement(task.name, "skipped", task.game.message)
            continue
        try:
            judge = Judge.of(task.game)
        except (PlayersError, RecallError) as error:
            yield Judgement(task.name, "skipped", error.message)
            continue
        run = _run([word.replace("{}", task.path) for word in words], timeout)
        yield _judgement(task.name, judge, run, read_answer)


@dataclass(frozen=True, slots=True)
class _SolverRun:
    """The output and the end of a solver's process."""

    output: bytes
    errors: bytes  # the last bytes of the standard error
    status: int | None  # None if the process was killed: the time was up, or the output too long
    seconds: float
    overflown: bool  # whether the output was too long


def _judgement(name: str, judge: Judge, run: _SolverRun, read_answer: AnswerReader) -> Judgement:
    """Return the judgement on a solver's run on the game with this name."""
    if run.overflown:
        message = f"the output is longer than {MAX_MEBIBYTES} MiB, expected a shorter answer"
        return Judgement(name, "malformed", message, run.seconds)
    if run.status is None:
        return Judgement(name, "timed out", seconds=run.seconds)
    if run.status:
        verdict: AnswerVerdict = "refused" if run.status == REFUSED else "crashed"
        return Judgement(name, verdict, _exit_message(run), run.seconds)
    try:
        answer = run.output.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Judgement(name, "malformed", "the output is binary, expected text in UTF-8", run.seconds)
    if not answer.strip():
        return Judgement(name, "no answer", seconds=run.seconds)
    try:
        reports = [_report_and_objections(judge, claim) for claim in read_answer(answer, judge.game)]
    except InputError as error:
        where = f"line {error.line}: " if error.line else ""
        return Judgement(name, "malformed", where + error.message, run.seconds)
    return _judgement_on_profiles(name, run.seconds, reports)


def _report_and_objections(judge: Judge, claim: Claim) -> tuple[Report, list[str]]:
    """Return the report on a profile, and the objections to all claims about it, including refinements."""
    limits.check()
    report = judged_claim(judge, claim)
    prefixes = {"refuted": "not {}: ", "not proved": "not proved {}: "}  # none for "open": the reason says so
    unconfirmed = [
        prefixes.get(report.standing[name], "").format(name) + reason
        for name, reasons in report.refinements.items()
        for reason in reasons
    ]
    return report, [*(report.objections or ()), *unconfirmed]


def _judgement_on_profiles(name: str, seconds: float, reports: list[tuple[Report, list[str]]]) -> Judgement:
    """Return the judgement on a solver's profiles from the report on each profile and the objections to it."""
    regret = max(max(report.regrets) for report, _ in reports)
    # a dict, as it drops repeated objections and keeps their order
    objections = list(dict.fromkeys(reason for _, reasons in reports for reason in reasons))
    failures = sum(not report.is_equilibrium for report, _ in reports)
    share = [f"{failures} of {len(reports)} profiles"] if failures and len(reports) > 1 else []
    defects = [report.normalization.largest for report, _ in reports if report.normalization is not None]
    return Judgement(
        name,
        "wrong" if regret or objections else "right",
        "; ".join([*share, *objections]),
        seconds,
        len(reports),
        regret,
        max(defects, key=abs, default=None),
    )


def _exit_message(run: _SolverRun) -> str:
    """Return the exit status or signal, unless it means a refusal, and the last line of the standard error."""
    lines = run.errors.decode(errors="replace").strip().splitlines()
    words = [one_line(lines[-1])] if lines else []
    if run.status is not None and run.status != REFUSED:
        # a negative status is, without its sign, the number of the signal that ended the process
        words.insert(0, f"ended by the signal {-run.status}" if run.status < 0 else f"exit status {run.status}")
    return ": ".join(words)


def judgements_document(command: str, timeout: float, normalize: bool, judgements: Sequence[Judgement]) -> Document:
    """Return a document with a table of the games, and the number of games per verdict."""
    return Document(
        lambda: [_table(judgements), "", _summary(judgements)],
        CHALLENGE,
        lambda: {
            "command": command,
            "timeout": f"{timeout:.15g}",
            "normalize": normalize,
            "summary": Counter(judgement.verdict for judgement in judgements),
            "games": [asdict(judgement) | {"seconds": f"{judgement.seconds:.3f}"} for judgement in judgements],
        },
        spread=True,
    )


def judgements_markdown(judgements: Sequence[Judgement]) -> str:
    """Return the table of the games and the number of games per verdict in Markdown."""
    table = _table(judgements)
    # a colon aligns a column to the right
    rules = ["---:" if k in (table.right or ()) else "---" for k in range(len(table.columns))]
    rows = [[one_line(str(cell)).replace("\\", "\\\\").replace("|", "\\|") for cell in row] for row in table.rows]
    lines = [f"| {' | '.join(row)} |" for row in (table.columns, rules, *rows)]
    return "\n".join([*lines, "", _summary(judgements)]) + "\n"


def _table(judgements: Sequence[Judgement]) -> Table:
    columns = ["game", "verdict", "regret", "about", "seconds", "message"]
    return page_table([list(judgement.cells()) for judgement in judgements], columns, indent="", right={4})  # seconds


def _summary(judgements: Sequence[Judgement]) -> str:
    """Return the number of games per verdict as a sentence."""
    numbers = Counter(judgement.verdict for judgement in judgements)  # verdicts in order of first appearance
    parts = ", ".join(f"{number} {verdict}" for verdict, number in numbers.items())
    return f"{count(len(judgements), 'game')}: {parts}."


# ---------------------------------------------------------------------- processes


class _Stream(Thread):
    """A thread that reads a stream of a process to its end and keeps at most ``limit`` bytes.

    If ``tail`` is true, the thread keeps the last bytes. Otherwise it keeps the first bytes, and sets ``overflown`` if
    there are more. It reads and drops all other bytes, also after :meth:`result`, so that no process waits on a full
    pipe.
    """

    def __init__(self, stream: IO[bytes], limit: int, tail: bool = False) -> None:
        super().__init__(daemon=True)
        self._stream, self._limit, self._tail = stream, limit, tail
        self._lock = Lock()  # guards the members below, which two threads use
        self._bytes = bytearray()
        self._closed = self.overflown = False
        self.start()

    def run(self) -> None:
        while chunk := os.read(self._stream.fileno(), _CHUNK):
            with self._lock:
                if self._closed:
                    continue
                self.overflown |= not self._tail and len(self._bytes) + len(chunk) > self._limit
                if not self.overflown:
                    self._bytes += chunk
                    del self._bytes[: -self._limit]  # deletes nothing unless this is a tail
        self._stream.close()

    def result(self) -> bytes:
        """Return the bytes kept, after the process has ended. Children of the process may still write to the stream."""
        self.join(_PIPE_SECONDS)
        with self._lock:
            self._closed = True
        return bytes(self._bytes)


def _run(words: list[str], timeout: float) -> _SolverRun:
    """Run a command to its end; kill it when the time is up, when the output is too long, or on an interrupt."""
    begin = time.perf_counter()
    process: subprocess.Popen[bytes] | None = None
    status: int | None = None
    try:
        process = _start(words)
        output = _Stream(cast(IO[bytes], process.stdout), MAX_MEBIBYTES << 20)  # in bytes
        errors = _Stream(cast(IO[bytes], process.stderr), _ERROR_BYTES, tail=True)
        deadline = begin + timeout
        while status is None and not output.overflown and (seconds_left := deadline - time.perf_counter()) > 0:
            limits.check()
            with suppress(subprocess.TimeoutExpired):
                status = process.wait(min(seconds_left, _POLL_SECONDS))
        seconds = time.perf_counter() - begin
    finally:
        if process is not None:
            _kill(process)  # with its children, which may hold the pipes
    return _SolverRun(output.result(), errors.result(), status, seconds, output.overflown)


def _start(words: list[str]) -> subprocess.Popen[bytes]:
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    try:
        return subprocess.Popen(words, stdin=nothing, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{words[0]!r} cannot be run: {reason}, expected the command line of a solver") from None


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its group, and wait for it."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):  # the processes of the group have all ended
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
