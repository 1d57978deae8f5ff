"""Tests of outside solvers: a solver runs on one game after another, and its answers are judged exactly.

A solver is a command line. It gets the path of an ``.efg`` file, has no standard input, and prints its answer. It runs
in its own process group, which is killed when its time is up, when it prints too much, or on an interrupt.
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
from lemke.ground.process import postponed
from lemke.ground.rational import decimal, short, text
from lemke.ground.tables import WIDEST, Table, page_table
from lemke.ground.words import count
from lemke.solvers.refinements import judged_claim
from lemke.studies.challenge.games import CHALLENGES as CHALLENGES

CHALLENGE = Format(
    "lemke-challenge/1",
    """
command, timeout, normalize | text, text, true or false | as in the command; seconds as decimals
summary | object | from verdicts to numbers of games
games | list |
- name, verdict, message | texts |
- seconds | a decimal as text |
- profiles | whole | the number of profiles printed
- regret | number, null | the largest regret
- defect | number, null | the largest defect of a sum that was divided
""",
)

AnswerVerdict: TypeAlias = Literal[
    "right", "wrong", "malformed", "no answer", "crashed", "timed out", "refused", "skipped"
]
AnswerReader: TypeAlias = Callable[[str, Game], Sequence[Claim]]
"""From a solver's output to the profiles in it; raises a LemkeError if there are none."""

REFUSED = 77
"""The exit status with which a solver refuses a game that it is not made for; as Automake's for skipped tests."""
MAX_MEBIBYTES = 64
"""The longest answer that is read."""

_TAIL = 1 << 12  # bytes of the standard error that are kept
_CHUNK = 1 << 16
_GLANCE = 0.1  # seconds between two looks at the limits
_FAREWELL = 1.0  # seconds to wait for the pipes of a solver that has ended


@dataclass(frozen=True, slots=True)
class Judgement:
    """The result of a solver on one game.

    Attributes
    ----------
    name : str
        The name of the game.
    verdict : str
        ``right``: in every profile printed both regrets are exactly 0, and all other claims are true.
        ``wrong``: a profile has a regret, or a claim is false. ``malformed``: the output is no profile of the game.
        ``no answer``: the output is empty. ``crashed``: the exit status is not 0. ``timed out``.
        ``refused``: the exit status is :data:`REFUSED`. ``skipped``: the solver was not run, as the game does not have
        two players with perfect recall.
    message : str
        What is wrong, in words.
    seconds : float
        From the start of the process to its end.
    profiles : int
        The number of profiles printed.
    regret : mpq | None
        The largest regret of a player in any of the profiles; None without profiles.
    defect : mpq | None
        The sum of probabilities at an information set that is furthest from 1, minus 1; None if no sums were divided.
    """

    name: str
    verdict: AnswerVerdict
    message: str = ""
    seconds: float = 0.0
    profiles: int = 0
    regret: mpq | None = None
    defect: mpq | None = None

    def cells(self) -> Iterator[str]:
        """Yield the cells of a table row; a regret is a fraction, if that is short, and a decimal."""
        exactly = "" if self.regret is None else text(self.regret)
        yield from (self.name, self.verdict, exactly if len(exactly) <= WIDEST else "")
        yield decimal(self.regret) if self.regret else ""
        yield "" if self.verdict == "skipped" else f"{self.seconds:.2f}"
        defect = f"largest defect of a sum {short(self.defect)}" if self.defect else ""
        yield "; ".join(filter(None, [one_line(self.message), defect]))


@dataclass(frozen=True, eq=False)
class ChallengeTask:
    """A game that a solver is tested on."""

    name: str
    path: str  # of the ``.efg`` file that the solver is given
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
        From the solver's output and the game to the profiles in it.
    timeout : float
        Seconds for each game.
    count : int, optional
        The number of games, for the progress.

    Raises
    ------
    InputError
        The command cannot be run at all.

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
        raise InputError(f"the command {command!r}: {error}, expected words as in a shell") from None
    if not words:
        raise InputError("an empty command, expected a solver")
    if not any("{}" in word for word in words):
        words.append("{}")
    for number, task in enumerate(tasks):
        limits.report(partial("running: {}".format, task.name), number, count)
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
    """What a process did; ``status`` is None if it was killed because its time was up or its output too long."""

    output: bytes
    errors: bytes
    status: int | None
    seconds: float
    overflown: bool


def _judgement(name: str, judge: Judge, run: _SolverRun, read_answer: AnswerReader) -> Judgement:
    if run.overflown:
        return Judgement(name, "malformed", f"more than {MAX_MEBIBYTES} MiB, expected an answer", run.seconds)
    if run.status is None:
        return Judgement(name, "timed out", seconds=run.seconds)
    if run.status:
        verdict: AnswerVerdict = "refused" if run.status == REFUSED else "crashed"
        return Judgement(name, verdict, _last_words(run), run.seconds)
    try:
        answer = run.output.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Judgement(name, "malformed", "is binary, expected text in UTF-8", run.seconds)
    if not answer.strip():
        return Judgement(name, "no answer", seconds=run.seconds)
    try:
        verdicts = [_judged(judge, claim) for claim in read_answer(answer, judge.game)]
    except InputError as error:
        where = f"line {error.line}: " if error.line else ""
        return Judgement(name, "malformed", where + error.message, run.seconds)
    return _verdict(name, run.seconds, verdicts)


def _judged(judge: Judge, claim: Claim) -> tuple[Report, list[str]]:
    """Judge a profile and all claims about it, including refinements; return the report and the objections."""
    limits.check()
    report = judged_claim(judge, claim)
    refuted = [f"not {name}: {gain}" for name, gains in report.refinements.items() for gain in gains]
    return report, [*(report.objections or ()), *refuted]


def _verdict(name: str, seconds: float, verdicts: list[tuple[Report, list[str]]]) -> Judgement:
    regret = max(max(report.regrets) for report, _ in verdicts)
    objections = list(dict.fromkeys(reason for _, reasons in verdicts for reason in reasons))
    gaining = sum(not report.is_equilibrium for report, _ in verdicts)
    several = [f"{gaining} of {len(verdicts)} profiles"] if gaining and len(verdicts) > 1 else []
    taken = [report.normalization.largest for report, _ in verdicts if report.normalization is not None]
    return Judgement(
        name,
        "wrong" if regret or objections else "right",
        "; ".join([*several, *objections]),
        seconds,
        len(verdicts),
        regret,
        max(taken, key=abs, default=None),
    )


def _last_words(run: _SolverRun) -> str:
    lines = run.errors.decode(errors="replace").strip().splitlines()
    words = [one_line(lines[-1])] if lines else []
    if run.status is not None and run.status != REFUSED:
        words.insert(0, f"ended by the signal {-run.status}" if run.status < 0 else f"exit status {run.status}")
    return ": ".join(words)


def judgements_document(command: str, timeout: float, normalize: bool, judgements: Sequence[Judgement]) -> Document:
    """Return a table of the games, and the number of games per verdict."""
    return Document(
        lambda: [_table(judgements), "", _sentence(judgements)],
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
    """Return the same table in Markdown."""
    table = _table(judgements)
    rules = ["---:" if k in (table.right or ()) else "---" for k in range(len(table.columns))]
    rows = [[one_line(str(cell)).replace("\\", "\\\\").replace("|", "\\|") for cell in row] for row in table.rows]
    lines = [f"| {' | '.join(row)} |" for row in (table.columns, rules, *rows)]
    return "\n".join([*lines, "", _sentence(judgements)]) + "\n"


def _table(judgements: Sequence[Judgement]) -> Table:
    columns = ["game", "verdict", "regret", "about", "seconds", "message"]
    return page_table([list(judgement.cells()) for judgement in judgements], columns, indent="", right={4})


def _sentence(judgements: Sequence[Judgement]) -> str:
    verdicts = Counter(judgement.verdict for judgement in judgements)  # in the order of their first appearance
    listed = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.items())
    return f"{count(len(judgements), 'game')}: {listed}."


# ---------------------------------------------------------------------- processes


class _Stream(Thread):
    """Reads a stream of a process to its end; keeps its beginning or, as a tail, its last bytes.

    Bytes beyond the limit, or after the result was taken, are read and dropped, so that no process waits on a full
    pipe.
    """

    def __init__(self, stream: IO[bytes], limit: int, tail: bool = False) -> None:
        super().__init__(daemon=True)
        self._stream, self._limit, self._tail = stream, limit, tail
        self._lock = Lock()  # on all that follows
        self._kept = bytearray()
        self._closed = self.overflown = False
        self.start()

    def run(self) -> None:
        while chunk := os.read(self._stream.fileno(), _CHUNK):
            with self._lock:
                if self._closed:
                    continue
                self.overflown |= not self._tail and len(self._kept) + len(chunk) > self._limit
                if not self.overflown:
                    self._kept += chunk
                    del self._kept[: -self._limit]
        self._stream.close()

    def result(self) -> bytes:
        """Return the bytes kept, once the process has ended. Its children may still hold the stream open and write."""
        self.join(_FAREWELL)
        with self._lock:
            self._closed = True
        return bytes(self._kept)


def _run(words: list[str], timeout: float) -> _SolverRun:
    """Run a command to its end, or kill it when its time is up, its output too long, or on an interrupt."""
    begin = time.perf_counter()
    process: subprocess.Popen[bytes] | None = None
    status: int | None = None
    try:
        with postponed():
            process = _started(words)
        output = _Stream(cast(IO[bytes], process.stdout), MAX_MEBIBYTES << 20)
        errors = _Stream(cast(IO[bytes], process.stderr), _TAIL, tail=True)
        while status is None and not output.overflown and (left := begin + timeout - time.perf_counter()) > 0:
            limits.check()
            with suppress(subprocess.TimeoutExpired):
                status = process.wait(min(left, _GLANCE))
        seconds = time.perf_counter() - begin
    finally:
        if process is not None:
            with postponed():
                _end(process)  # with its children, which may hold the pipes
    return _SolverRun(output.result(), errors.result(), status, seconds, output.overflown)


def _started(words: list[str]) -> subprocess.Popen[bytes]:
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    try:
        return subprocess.Popen(words, stdin=nothing, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{words[0]!r} cannot be run: {reason}, expected a solver") from None


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its group, and wait for it."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):  # all of them have ended
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
