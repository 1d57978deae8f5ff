"""Progress at a terminal: shown if a command takes long, cleared before other output, never on stdout."""

import os
import signal
import subprocess

import pytest

from named_games import GAMES
from terminals import at_terminal, plain

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no pseudo terminals")

KUHN = str(GAMES / "kuhn3.efg")
# A slow command: a loop that reports its stages.
SLOW = """
import sys, time, click
from lemke.cli import terminal
from lemke.cli.options import emit, emit_stream, limited
from lemke.errors import InputError
from lemke.ground import limits

terminal.PATIENCE, terminal._BETWEEN = 0.05, 0.02

def stages():
    for k in range(8):
        time.sleep(0.05)
        limits.report(lambda: f"pivot {k} of [bold]")
        yield ""

@click.command()
@click.argument("way")
@limited
def slow(way):
    if way == "file":
        emit_stream("game", "/dev/null", stages())
        return
    for _ in stages():
        pass
    if way == "fails":
        raise InputError("found nothing")
    emit("-", "the result\\n")

import lemke.cli
lemke.cli.COMMANDS["Study"]["slow"] = lemke.cli.Entry("slow:slow", "")
sys.modules["lemke.cli.slow"] = sys.modules["__main__"]
lemke.cli.main(sys.argv[1:])
"""


def slow(*arguments: str, **settings: object) -> tuple[int, str, str]:
    return at_terminal(["-c", SLOW, "slow", *arguments], **settings)


def test_a_short_command_shows_its_result_alone() -> None:
    status, got, _ = at_terminal(["-m", "lemke", "solve", KUHN])
    assert status == 0 and "pivot 1" not in got
    assert plain(got).startswith("Kuhn poker, 3 cards\r\n")


def test_a_slow_command_shows_its_stage_and_the_time_on_stderr() -> None:
    status, got, piped = slow("succeeds", separate=True)
    assert (status, piped) == (0, "the result\n")
    assert "of [bold]" in plain(got) and "0:00:00" in plain(got)


def test_progress_is_cleared_before_the_result_and_before_an_error() -> None:
    for way, end in (("succeeds", "\x1b[2Kthe result\r\n"), ("fails", "found nothing\r\n")):
        _, got, _ = slow(way)
        assert "pivot" in got and got.endswith(end) and "pivot" not in got.rpartition("\x1b[2K")[2]


def test_progress_is_shown_while_a_file_is_written_in_pieces() -> None:
    status, got, _ = slow("file")
    assert status == 0 and "of [bold]" in plain(got)


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "environment"), [(["-q"], {}), ([], {"TERM": "dumb"})], ids=["-q", "dumb"])
def test_a_quiet_command_and_a_dumb_terminal_show_no_progress(
    arguments: list[str], environment: dict[str, str]
) -> None:
    status, got, _ = slow("succeeds", *arguments, environment=environment)
    assert (status, got) == (0, "the result\r\n")


def test_an_interrupt_ends_with_one_line() -> None:
    sent = []

    def interrupt(got: str, running: subprocess.Popen[bytes]) -> None:
        if "pivot" in got and not sent:
            sent.append(got)
            running.send_signal(signal.SIGINT)

    status, got, _ = slow("succeeds", once=interrupt)
    assert status == 130 and got.endswith("interrupted\r\n") and "Traceback" not in got
