"""How a command ends: at an interrupt, at a limit, without memory, at a closed pipe; and odd output files."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lemke.cli import run

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no such signals")

LEMKE = [sys.executable, "-m", "lemke"]


def end_of(*words: str, **settings: object) -> tuple[int, str, str]:
    """The status of a command, and what it writes."""
    ran = subprocess.run([*LEMKE, *words], capture_output=True, text=True, check=False, timeout=300, **settings)
    return ran.returncode, ran.stdout, ran.stderr


def test_an_interrupt_ends_with_one_line() -> None:
    script = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the suite ignores it\n"
        "from lemke.cli import main; main(['enumerate', 'example:kuhn4', '--by', 'strategies'])"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", script], stdout=pipe, stderr=pipe, text=True) as command:
        time.sleep(3)
        command.send_signal(signal.SIGINT)
        out, err = command.communicate(timeout=60)
    assert (command.returncode, out, err) == (130, "", "lemke: interrupted\n")


def test_a_long_run_ends_at_its_time_limit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = str(tmp_path / "leduc.efg")
    assert run(["generate", "leduc", "--ranks", "9", "--rake", "1/20", "-o", game]) == 0
    begin = time.monotonic()
    assert run(["solve", game, "--time-limit", "1"]) == 3
    assert time.monotonic() - begin < 20
    out, err = capsys.readouterr()
    assert out == "" and "time limit of 1 s" in err and err.count("\n") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="the option is for Linux")
def test_too_little_memory_ends_with_one_line_and_enough_with_the_answer(tmp_path: Path) -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    for mebibytes, expected in (("1", 3), ("4000", 0)):
        status, out, err = end_of("solve", "example:kuhn3", "--kernel", "guided", "--memory-limit", mebibytes)
        assert status == expected and bool(out) == (status == 0)
        assert err.startswith("lemke: out of memory") and err.count("\n") == 1 if status else err == ""
    assert run(["solve", "example:kuhn3", "--memory-limit", "1000000", "-o", str(tmp_path / "out")]) == 0
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_a_memory_limit_is_refused_where_the_system_has_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert run(["solve", "example:kuhn3", "--memory-limit", "100"]) == 2
    assert "not available" in capsys.readouterr().err


def test_a_reader_that_ends_early_ends_the_command_quietly() -> None:
    line = f"{sys.executable} -m lemke strategies example:kuhn5 --player 1 | head -n 1"
    ran = subprocess.run(line, shell=True, capture_output=True, text=True, check=False, timeout=300)
    assert ran.stdout.count("\n") == 1 and ran.stderr == ""


# ------------------------------------------------------------ where results are written


def test_a_loop_of_links_is_refused(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.symlink_to(second)
    second.symlink_to(first)
    status, out, err = end_of("info", "example:kuhn3", "-o", str(first))
    assert (status, out) == (2, "") and "first: cannot be written" in err
    assert first.is_symlink() and second.is_symlink()


@pytest.mark.slow
def test_a_device_is_written_to_and_stays(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("/dev/null")
    for path in (str(link), "/dev/null"):
        assert end_of("info", "example:kuhn3", "-o", path) == (0, "", "")
    assert link.is_symlink() and Path("/dev/null").is_char_device()


def test_a_copy_of_a_game_does_not_replace_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "kuhn3.efg")
    status, _, err = end_of("examples", "copy", "--force", "kuhn3", str(tmp_path))
    assert status == 2 and "pipe" in err
    assert (tmp_path / "kuhn3.efg").is_fifo()
