"""Progress at a terminal: shown if a command takes long, cleared before other output, never on stdout."""

import os
import re
import signal
import subprocess

import pytest

from lemke.cli.terminal import clock
from named_games import GAMES
from terminals import at_terminal, plain, seen

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no pseudo terminals")

KUHN = str(GAMES / "kuhn3.efg")
# A slow command: a loop that reports its stages, with or without a count and a total.
SLOW = """
import sys, time, click
from lemke.cli import terminal
from lemke.cli.options import emit, limited, stream
from lemke.errors import InputError
from lemke.ground import limits

terminal.PATIENCE, terminal._BETWEEN = 0.05, 0.02

@click.command()
@click.argument("way")
@limited
def slow(way):
    def line(k):
        time.sleep(0.1)
        limits.report(lambda: "between")
        return f"{k}\\n"

    for k in range(8):
        time.sleep(0.05)
        if way == "counts":
            limits.report(lambda: f"{k} of 8 parts", k, 8)
            limits.report(lambda: f"step {k} within")
        elif way == "wide":
            limits.report(lambda: f"\\u6e38\\u620f\\u7406\\u8bba {k} " * 9)
        else:
            limits.report(lambda: f"pivot {k}, z0 = 0.5")
    if way == "fails":
        raise InputError("found nothing")
    if way == "streams":
        stream("first\\n", map(line, range(3)))
    else:
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


def test_a_count_with_a_total_has_a_bar_and_the_remaining_time() -> None:
    status, got, _ = slow("counts")
    shown = [plain(text).strip() for text in re.split(r"\r\x1b\[2K|\n", got)]
    assert status == 0
    assert any(re.fullmatch(r"[2-6] of 8 parts; step [2-6] within .+ \d\d % 0:0\d, 0:0\d left", text) for text in shown)
    assert seen(got) == "the result"


def test_a_stage_without_a_count_has_the_elapsed_time_alone() -> None:
    status, got, _ = slow("plain")
    assert status == 0 and re.search(r"[-\\|/] pivot [2-6], z0 = 0\.5 0:00", plain(got))
    assert seen(got) == "the result"


@pytest.mark.slow
@pytest.mark.parametrize(("way", "columns"), [("counts", 1), ("wide", 24)])
def test_a_narrow_terminal_has_one_line(way: str, columns: int) -> None:
    status, got, _ = slow(way, columns=columns)
    assert status == 0 and got.count("\n") == 2  # rich's when it ends, and the result's
    assert seen(got) == "the result"


def test_nothing_but_the_result_is_on_stdout() -> None:
    status, got, piped = slow("counts", separate=True)
    assert (status, piped) == (0, "the result\n")
    assert "of 8 parts" in got and seen(got) == ""


def test_no_progress_comes_between_lines_of_a_stream() -> None:
    status, got, _ = slow("streams")
    assert status == 0 and "pivot" in got and "between" not in got
    assert seen(got) == "first\n0\n1\n2"


def test_progress_is_cleared_before_an_error() -> None:
    status, got, _ = slow("fails")
    assert (status, seen(got)) == (2, "lemke: found nothing")


def test_progress_is_cleared_before_a_generated_game() -> None:
    program = "from lemke.cli import main, terminal; terminal.PATIENCE = 0; main('generate leduc --ranks 4'.split())"
    status, got, _ = at_terminal(["-c", program])
    before, _, game = got.partition("EFG 2 R")
    assert status == 0 and "tree: " in before and before.endswith("\x1b[2K")
    assert game and "\x1b" not in game


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "environment"), [(["-q"], {}), ([], {"TERM": "dumb"})], ids=["-q", "dumb"])
def test_a_quiet_command_and_a_dumb_terminal_show_no_progress(
    arguments: list[str], environment: dict[str, str]
) -> None:
    status, got, _ = slow("plain", *arguments, environment=environment)
    assert (status, got) == (0, "the result\r\n")


def test_an_interrupt_leaves_the_terminal_as_it_was() -> None:
    sent = []

    def interrupt(got: str, running: subprocess.Popen[bytes]) -> None:
        if "pivot" in got and not sent:
            sent.append(got)
            running.send_signal(signal.SIGINT)

    status, got, _ = slow("plain", once=interrupt)
    assert (status, seen(got)) == (130, "lemke: interrupted")
    assert "\x1b[?25l" not in got  # the cursor is never hidden: a command that is killed could not show it again


def test_the_clock_shows_minutes_and_hours() -> None:
    assert [clock(seconds) for seconds in (0, 59.9, 60, 3599, 3600)] == ["0:00", "0:59", "1:00", "59:59", "1:00:00"]
