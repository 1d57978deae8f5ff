"""Commands at a pseudo-terminal, and what it then shows."""

import os
import re
import select
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

SIZE = struct.Struct("HHHH")


def at_terminal(
    arguments: Sequence[str],
    columns: int = 80,
    environment: dict[str, str] | None = None,
    separate: bool = False,
    once: Callable[[str, subprocess.Popen[bytes]], None] | None = None,
    program: str = sys.executable,
    keys: str = "",
) -> tuple[int, str, str]:
    """Run a program, by default Python, at a terminal; return its status and its outputs to the terminal and a pipe.

    With ``separate`` stdout is that pipe. Whenever the terminal gets more, ``once`` is called with all that it has got.
    ``keys`` are typed at the beginning.
    """
    import fcntl
    import pty
    import termios

    terminal, child_end = pty.openpty()
    fcntl.ioctl(child_end, termios.TIOCSWINSZ, SIZE.pack(24, columns, 0, 0))
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "FORCE_COLOR")}
    with subprocess.Popen(
        [program, *arguments],
        stdin=child_end,
        stdout=subprocess.PIPE if separate else child_end,
        stderr=child_end,
        env=kept | {"TERM": "xterm"} | (environment or {}),
        start_new_session=True,
    ) as running:
        os.close(child_end)
        # read at once: a program with more output than a pipe holds would wait
        pipe = ThreadPoolExecutor(1).submit(running.stdout.read) if running.stdout else None
        os.write(terminal, keys.encode())
        got, end = b"", time.monotonic() + 60
        while time.monotonic() < end and select.select([terminal], [], [], end - time.monotonic())[0]:
            try:
                part = os.read(terminal, 1 << 16)
            except OSError:  # how a terminal says that it is closed
                break
            got += part
            if once is not None:
                once(got.decode(errors="replace"), running)
        piped = pipe.result().decode() if pipe else ""
        status = running.wait(60)
    os.close(terminal)
    return status, got.decode(), piped


def plain(output: str) -> str:
    """The text without colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", output)
