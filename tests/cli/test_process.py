"""How a command ends: interrupts at any moment, requests to end, a limited address space, odd output files."""

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no such signals")

# Sends itself a signal once, before a line of a file whose name ends in FILE, in a function called NAME.
INTERRUPTED = """
import os, runpy, signal, sys

file, name, *words = sys.argv[1:]

def local(frame, event, argument):
    if event == "line":
        sys.settrace(None)
        os.kill(os.getpid(), signal.SIGINT)
    return local

def calls(frame, event, argument):
    code = frame.f_code
    return local if code.co_filename.endswith(file) and code.co_name == name else None

signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the suite runs in the background
sys.argv = ["-m", *words[1:]]
sys.settrace(calls)
runpy.run_module("lemke", run_name="__main__", alter_sys=True)
"""


def end_of(script: str, *words: str, folder: Path | None = None) -> tuple[int, str, str]:
    """The status of a Python program, and what it writes."""
    ran = subprocess.run(
        [sys.executable, "-c", script, *words], capture_output=True, text=True, cwd=folder, check=False, timeout=300
    )
    return ran.returncode, ran.stdout, ran.stderr


def interrupted(file: str, name: str, command: str = "solve example:kuhn3 --kernel guided") -> tuple[int, str, str]:
    return end_of(INTERRUPTED, file, name, "lemke", *command.split())


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("lemke/ground/process.py", "<module>"),
        ("lemke/cli/__init__.py", "<module>"),
        ("click/core.py", "<module>"),
        ("lemke/cli/__init__.py", "main"),
        ("click/core.py", "invoke"),
        ("lemke/cli/solve.py", "<module>"),
        ("numpy/__init__.py", "<module>"),
        ("core/multiarray.py", "<module>"),
        ("scipy/__init__.py", "<module>"),
        ("lemke/linear/guided/revised_basis.py", "factor"),
        ("lemke/cli/options.py", "emit"),
    ],
)
def test_an_interrupt_at_any_moment_ends_with_one_line(file: str, name: str) -> None:
    assert interrupted(file, name) == (130, "", "lemke: interrupted\n")


# Imports numpy by a finder that is interrupted and swallows every exception.
SWALLOWED = """
import os, runpy, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            try:
                os.kill(os.getpid(), signal.SIGINT)
            except BaseException:
                pass

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Finder())
sys.argv = ["-m", *sys.argv[2:]]
runpy.run_module("lemke", run_name="__main__", alter_sys=True)
"""


def test_an_interrupt_waits_for_a_package_that_would_swallow_it() -> None:
    end = end_of(SWALLOWED, "lemke", "explore", "example:tracing_2002", "--starts", "10000")
    assert end == (130, "", "lemke: interrupted\n")


NAMED_ALIKE = "import signal, lemke; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"


@pytest.mark.parametrize("name", ["my-lemke", "lemke/__main__.py"])
def test_other_programs_keep_their_interrupts(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("")
    script = (
        f"import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); sys.argv = [{str(path)!r}]\n"
    )
    assert end_of(script + NAMED_ALIKE) == (0, "True\n", "")


def test_a_module_with_lemke_among_its_arguments_keeps_its_interrupts(tmp_path: Path) -> None:
    (tmp_path / "tool").mkdir()
    before = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    (tmp_path / "tool" / "__init__.py").write_text(before + NAMED_ALIKE)
    (tmp_path / "tool" / "__main__.py").write_text("")
    tool = [sys.executable, "-m", "tool", "lemke"]
    ran = subprocess.run(tool, capture_output=True, text=True, cwd=tmp_path, check=False, timeout=300)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "True\n", "")


@pytest.mark.slow
@pytest.mark.parametrize("limited", ["", "import resource; resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))"])
def test_a_command_runs_outside_the_main_thread(limited: str) -> None:
    script = (
        f"import sys, threading; sys.argv = ['lemke']\n{limited}\n"
        "def command():\n"
        "    from lemke.cli import main\n"
        "    main(['info', 'example:kuhn3'])\n"
        "thread = threading.Thread(target=command); thread.start(); thread.join()"
    )
    status, out, err = end_of(script)
    assert (status, err) == (0, "") and out


def test_ignored_interrupts_stay_ignored() -> None:
    """A shell ignores them for a command that it starts in the background."""
    script = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "from lemke.cli import main; from lemke.io import source\n"
        "write = source._print\n"
        "source._print = lambda text: (os.kill(os.getpid(), signal.SIGINT), write(text))\n"
        "main(['info', 'example:kuhn3'])"
    )
    status, out, err = end_of(script)
    assert (status, err) == (0, "") and out


@pytest.mark.slow
def test_a_test_of_an_interrupt_passes_in_the_background() -> None:
    file = str(Path(__file__).with_name("test_progress.py"))
    chosen = ["-q", "-p", "no:cacheprovider", "-k", "an_interrupt_leaves"]
    ignoring = ["sh", "-c", f"trap '' INT; exec {shlex.join([sys.executable, '-m', 'pytest', *chosen, file])}"]
    ran = subprocess.run(ignoring, capture_output=True, text=True, check=False, timeout=300)
    assert ran.returncode == 0 and "1 passed" in ran.stdout, ran.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("file", "name"), [("lemke/ground/process.py", "end"), ("threading.py", "_shutdown")])
def test_a_finished_result_is_not_reported_as_interrupted(file: str, name: str) -> None:
    status, out, err = interrupted(file, name)
    assert (status, err) == (0, "") and "Proved exactly" in out


def test_an_interrupt_right_after_the_last_byte_comes_too_late() -> None:
    """The reader already has the whole result, so the command has succeeded."""
    script = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from lemke.cli import main; from lemke.io import source\n"
        "write = source._print\n"
        "source._print = lambda text: (write(text), os.kill(os.getpid(), signal.SIGINT))\n"
        "main(['info', 'example:kuhn3'])"
    )
    status, out, err = end_of(script)
    assert (status, err) == (0, "") and out


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs pipes of 64 KiB that report how full they are")
@pytest.mark.parametrize("target", ["-", "/dev/stdout"])
@pytest.mark.parametrize("size", [65_537, 73_728])
def test_an_interrupt_before_a_reader_reads_on_loses_nothing_silently(target: str, size: int) -> None:
    """Python's own buffer drops what a full pipe did not take."""
    from fcntl import ioctl
    from termios import FIONREAD

    script = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import lemke.cli; from lemke.cli.options import emit\n"
        f"lemke.cli.run = lambda arguments: emit({target!r}, 'x' * {size}) or 0\n"
        "lemke.cli.main([])"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as writer:
        assert writer.stdout
        while int.from_bytes(ioctl(writer.stdout, FIONREAD, bytes(4)), sys.byteorder) < 1 << 16:
            assert writer.poll() is None
        writer.send_signal(signal.SIGINT)
        writer.wait(300)
        out, err = writer.communicate()
    assert (writer.returncode, len(out), err) == (130, 1 << 16, b"lemke: interrupted\n")


@pytest.mark.parametrize("target", ["-", "/dev/stdout"])
def test_a_large_result_is_whole_for_a_reader_that_was_slow(target: str) -> None:
    script = (
        "import lemke.cli; from lemke.cli.options import emit\n"
        f"lemke.cli.run = lambda arguments: emit({target!r}, 'ä' * 100_000) or 0\n"
        "lemke.cli.main([])"
    )
    assert end_of(script) == (0, "ä" * 100_000, "")


def test_an_interrupt_in_a_destructor_is_not_lost() -> None:
    script = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import lemke.cli; from lemke.cli import main\n"
        "class Lost:\n"
        "    def __del__(self): os.kill(os.getpid(), signal.SIGINT); len('')\n"
        "def run(arguments):\n"
        "    Lost()\n"
        "    while True: pass\n"
        "lemke.cli.run = run\n"
        "main([])"
    )
    assert end_of(script) == (130, "", "lemke: interrupted\n")


@pytest.mark.parametrize("request_to_end", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize(
    "limited", ["", "import resource; resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))\n"]
)
def test_a_request_to_end_removes_temporary_files(request_to_end: int, limited: str, tmp_path: Path) -> None:
    script = (
        f"import os, signal; signal.signal({int(request_to_end)}, signal.SIG_DFL)\n{limited}"
        "from lemke.cli import main\n"
        f"os.replace = lambda *_: os.kill(os.getpid(), {int(request_to_end)})\n"
        "main(['generate', 'kuhn', '-o', 'out.efg'])"
    )
    assert end_of(script, folder=tmp_path) == (-request_to_end, "", "")
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------ a limited address space

LIMITED = (
    "import resource; resource.setrlimit(resource.RLIMIT_AS, ({0} << 10, {0} << 10))\nfrom lemke.cli import main\n"
)


@pytest.mark.parametrize("kibibytes", [60_000, 100_000, 150_000, 200_000, 230_000, 260_000, 340_000, 600_000])
@pytest.mark.parametrize("method", ["--kernel guided", "--method lp"])
def test_a_limited_address_space_ends_with_one_line_or_the_answer(kibibytes: int, method: str) -> None:
    status, out, err = end_of(f"{LIMITED.format(kibibytes)}main('solve example:kuhn3 {method}'.split())")
    if status == 0:
        assert "Proved exactly" in out and err == ""
        assert method.removeprefix("--") in out and "could be proved" not in out
    else:
        assert (status, out) == (3, "") and err.startswith("lemke: out of memory") and err.count("\n") == 1


def limited_run(body: str, before: str = "") -> tuple[int, str, str]:
    """How a command ends whose body is a line of Python, within a generous memory limit, after the line ``before``."""
    lines = f"{before}\n{LIMITED.format(4 << 20)}import lemke.cli, os, signal, sys, time\ndef run(arguments):\n"
    return end_of(
        f"{lines}    os.write(2, b'GNU MP: Cannot allocate memory')\n    {body}\nlemke.cli.run = run\nmain([])"
    )


@pytest.mark.parametrize(
    "death",
    [
        "os.abort()",
        "os.kill(os.getpid(), signal.SIGSEGV)",
        "os.kill(os.getpid(), signal.SIGBUS)",
        "os._exit(1)",
        "raise ImportError('no memory')",
        "raise SystemError",
    ],
)
def test_a_library_that_dies_without_memory_is_reported(death: str) -> None:
    status, out, err = limited_run(death)
    assert (status, out) == (3, "") and err.startswith("lemke: out of memory") and err.count("\n") == 1


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGXCPU, signal.SIGQUIT])
def test_a_signal_that_ends_a_child_is_not_taken_for_a_lack_of_memory(number: int) -> None:
    assert limited_run(f"os.kill(os.getpid(), {int(number)})") == (-number, "", "")


def test_a_bug_within_a_limit_shows_its_traceback() -> None:
    status, out, err = limited_run("raise ZeroDivisionError('a bug')")
    assert (status, out) == (1, "") and err.startswith("Traceback") and err.endswith("ZeroDivisionError: a bug\n")


def test_a_limit_holds_where_the_ends_of_children_are_ignored() -> None:
    assert limited_run("return 0", "import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN)") == (0, "", "")


STOP_AND_GO_ON = """
if os.fork() == 0:
    os.kill(os.getppid(), signal.SIGSTOP)
    while ") T" not in open(f"/proc/{os.getppid()}/stat").read(): pass
    os.kill(os.getppid(), signal.SIGCONT); os._exit(0)
os.wait()
os.kill(os.getppid(), signal.SIGTERM)
time.sleep(60)
"""


def test_a_child_that_has_stopped_and_goes_on_can_be_asked_to_end() -> None:
    assert limited_run(STOP_AND_GO_ON.replace("\n", "\n    ")) == (-signal.SIGTERM, "", "")


def test_an_interrupt_as_the_child_begins_ends_with_one_line() -> None:
    """The process does not know yet that it is the child. It once ended with status 66."""
    script = (
        "import os, signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "fork = os.fork\n"
        "def fork_and_interrupt():\n"
        "    child = fork()\n"
        "    if child == 0: os.kill(os.getpid(), signal.SIGINT)\n"
        "    return child\n"
        "os.fork = fork_and_interrupt\n"
        f"{LIMITED.format(4 << 20)}main(['info', 'example:kuhn3'])"
    )
    assert end_of(script) == (130, "", "lemke: interrupted\n")


def test_a_second_interrupt_of_a_child_ends_with_one_line() -> None:
    twice = "from lemke.ground import process; process._exit(2, None)"
    assert limited_run(twice) == (130, "", "lemke: interrupted\n")


@pytest.mark.parametrize("closed", ["os.close(2); sys.stderr = None", "os.dup2(os.open('/dev/full', os.O_WRONLY), 2)"])
@pytest.mark.parametrize(("end", "expected"), [("os.abort()", 3), ("process._exit(2, None)", 130)])
def test_a_line_that_cannot_be_written_changes_no_status(closed: str, end: str, expected: int) -> None:
    script = (
        f"import os, sys; {closed}\n{LIMITED.format(4 << 20)}"
        "import lemke.cli; from lemke.ground import process\n"
        f"lemke.cli.run = lambda arguments: {end}\nmain([])"
    )
    assert end_of(script) == (expected, "", "")


def test_a_child_ends_with_a_parent_that_is_killed() -> None:
    """The test waits until the end of the child closes the pipe."""
    endless = "os.kill(os.getppid(), signal.SIGKILL)\n    while True: signal.pause()"
    assert limited_run(endless) == (-signal.SIGKILL, "", "")


@pytest.mark.parametrize("status", [0, 1, 2, 3, 4, 130])
def test_a_limited_address_space_changes_no_status(status: int) -> None:
    script = f"{LIMITED.format(4 << 20)}import lemke.cli\nlemke.cli.run = lambda arguments: {status}\nmain([])"
    assert end_of(script) == (status, "", "")


# ------------------------------------------------------------ where results are written


def test_a_loop_of_links_is_refused(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.symlink_to(second)
    second.symlink_to(first)
    status, out, err = end_of("from lemke.cli import main; main()", "info", "example:kuhn3", "-o", str(first))
    assert (status, out) == (2, "") and "first: cannot be written" in err
    assert first.is_symlink() and second.is_symlink()


@pytest.mark.slow
def test_a_device_is_written_to_and_stays(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("/dev/null")
    for path in (str(link), "/dev/null"):
        assert end_of("from lemke.cli import main; main()", "info", "example:kuhn3", "-o", path) == (0, "", "")
    assert link.is_symlink() and Path("/dev/null").is_char_device()


def test_a_copy_of_a_game_does_not_replace_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "kuhn3.efg")
    words = ("examples", "copy", "--force", "kuhn3", str(tmp_path))
    status, _, err = end_of("from lemke.cli import main; main()", *words)
    assert status == 2 and "pipe" in err
    assert (tmp_path / "kuhn3.efg").is_fifo()
