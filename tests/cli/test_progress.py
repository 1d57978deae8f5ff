"""Progress at a terminal: shown if a command takes long, cleared before other output, never on stdout."""

import os

import pytest

from terminals import at_terminal, plain

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no pseudo terminals")
# A slow command: a loop that reports its stages.
SLOW = """
import sys, time, click
from lemke.cli import shared
from lemke.errors import InputError
from lemke.ground import limits

shared.ProgressLine.patience, shared.ProgressLine.between = 0.05, 0.02

@click.command()
@click.argument("way")
@shared.limit_options
def slow(way):
    for k in range(8):
        time.sleep(0.05)
        limits.report(lambda: f"pivot {k} of [bold]")
    if way == "fails":
        raise InputError("found nothing")
    shared.write_text("-", "the result\\n")

import lemke.cli
lemke.cli.PLACES["slow"] = "slow:slow"
sys.modules["lemke.cli.slow"] = sys.modules["__main__"]
lemke.cli.main(sys.argv[1:])
"""


def slow(*arguments: str, **settings: object) -> tuple[int, str, str]:
    return at_terminal(["-c", SLOW, "slow", *arguments], **settings)


def test_a_slow_command_shows_its_stage_and_the_time_on_stderr() -> None:
    status, got, piped = slow("succeeds", separate=True)
    assert (status, piped) == (0, "the result\n")
    assert "of [bold]" in plain(got) and "0:00:00" in plain(got)


def test_progress_is_cleared_before_the_result_and_before_an_error() -> None:
    for way, end in (("succeeds", "\x1b[2Kthe result\r\n"), ("fails", "found nothing\r\n")):
        _, got, _ = slow(way)
        assert "pivot" in got and got.endswith(end) and "pivot" not in got.rpartition("\x1b[2K")[2]


@pytest.mark.parametrize(("words", "environment"), [(["-q"], {}), ([], {"TERM": "dumb"})], ids=["quiet", "dumb"])
def test_a_quiet_command_and_a_dumb_terminal_show_no_progress(words: list[str], environment: dict[str, str]) -> None:
    assert slow("succeeds", *words, environment=environment)[:2] == (0, "the result\r\n")


@pytest.mark.parametrize(
    ("words", "expected"), [("draw nowhere --format png", "-o FILE.png"), ("report nowhere", "-o report.html")]
)
def test_pictures_and_pages_are_not_for_a_terminal(words: str, expected: str) -> None:
    status, got, _ = at_terminal(["-m", "lemke", *words.split()])
    assert status == 2 and expected in plain(got) and got.count("\n") == 1
