"""How the process of a command ends: by signals, and within a limited address space.

Only the command line calls :func:`begin`. If lemke is used as a library, signals are handled as before, except for
short times in which they wait (:func:`postponed`).
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from mmap import mmap
from threading import current_thread, main_thread
from types import FrameType, TracebackType
from typing import Any, NoReturn

INTERRUPTED = 130
OUT_OF_MEMORY = 3

_GRACE = 0.05  # seconds left to finish writing a result after an interrupt
_GLANCE = 0.001  # seconds until an interrupt during an import is tried again
_ENDED = 64  # added to a child's status if our code ended it: a library may exit with 1, or kill it
_BLAS = 100 << 20  # bytes: the library, 32 MiB that it takes at once, and libraries that it loads
_NO_MEMORY = (MemoryError, ImportError, OSError, SystemError)  # what libraries raise without memory
_PR_SET_PDEATHSIG = 1  # from linux/prctl.h
_handles_interrupts = _is_command = _is_child = False
_stderr = 2  # for our messages; in a child, libraries write to another file


class Ended(BaseException):
    """A signal has asked the process to end."""

    def __init__(self, number: int) -> None:
        self.number = number


def begin() -> None:
    """Let an interrupt end this process at once, with one line: there is nothing to clean up yet.

    Outside the main thread, where Python handles no signals, there is no command to begin.
    """
    global _handles_interrupts, _is_command  # noqa: PLW0603  signals are the process's, too
    if current_thread() is not main_thread():
        return
    _is_command = True
    # numpy's library and scipy's each start threads as they are loaded, which takes longer than small games
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if sys.platform != "win32" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _handles_interrupts = True  # unless they are ignored, as in the background
        signal.signal(signal.SIGINT, _exit)
        sys.unraisablehook = _again


def interruptible() -> None:
    """From now on an interrupt raises KeyboardInterrupt."""
    if _handles_interrupts:
        signal.signal(signal.SIGINT, _interrupt)
        signal.signal(signal.SIGALRM, _interrupt)


@contextmanager
def finishing() -> Iterator[None]:
    """Write the result of a command in a block; after it, interrupts are ignored.

    An interrupt raises KeyboardInterrupt a moment later: if all is written by then, the interrupt came too late.
    """
    if _handles_interrupts:
        signal.signal(signal.SIGINT, lambda *_: signal.setitimer(signal.ITIMER_REAL, _GRACE))
    yield
    finished()


def finished() -> None:
    """Ignore interrupts, also while Python ends."""
    if _handles_interrupts:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGALRM, signal.SIG_IGN)


@contextmanager
def ending_on_request() -> Iterator[None]:
    """Raise :class:`Ended` in a command that is asked to end, or loses its terminal, so that it can clean up.

    Outside of the block such a signal ends the process at once, even in the middle of a library's work. Ignored signals
    stay ignored, as under ``nohup``.
    """
    numbers = (signal.SIGTERM, signal.SIGHUP) if _is_command and sys.platform != "win32" else ()
    before = {number: signal.getsignal(number) for number in numbers}
    try:
        for number in numbers:
            if before[number] == signal.SIG_DFL:
                signal.signal(number, _end)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def postponed() -> Iterator[None]:
    """Let signals that Python handles in the main thread wait until a block has ended.

    So a process that is started there is always known to the code that has to end it.
    """
    came: list[int] = []
    before: dict[int, Any] = {}
    try:
        for name in ("SIGINT", "SIGALRM", "SIGTERM", "SIGHUP") if current_thread() is main_thread() else ():
            number = getattr(signal, name, None)  # Windows has only two of them
            if number is not None and callable(handler := signal.getsignal(number)):
                before[number] = handler
                signal.signal(number, lambda number, _: came.append(number))
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in came:
            signal.raise_signal(number)


def end_by(number: int) -> NoReturn:
    """End by a signal, as if it had not been handled."""
    with suppress(OSError):  # SIGKILL has no handler
        signal.signal(number, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
    signal.raise_signal(number)
    os._exit(128 + number)


def _exit(number: int, frame: FrameType | None) -> NoReturn:
    _say("\r\033[K" * os.isatty(_stderr) + "lemke: interrupted")
    os._exit(INTERRUPTED + _ENDED * _is_child)


def _say(line: str) -> None:
    if sys.stderr is not None:  # otherwise descriptor 2 may be another file
        with suppress(OSError):
            os.write(_stderr, f"{line}\n".encode())


def _interrupt(number: int, frame: FrameType | None) -> None:
    if number == signal.SIGINT and signal.getitimer(signal.ITIMER_REAL)[0]:
        _exit(number, frame)  # a second interrupt
    outer = frame
    while outer is not None:
        if outer.f_code.co_filename == "<frozen importlib._bootstrap>":
            # packages may catch an exception during their import: it waits until they are imported
            signal.setitimer(signal.ITIMER_REAL, _GLANCE)
            return
        outer = outer.f_back
    raise KeyboardInterrupt


def _end(number: int, frame: FrameType | None) -> NoReturn:
    raise Ended(number)


def _again(lost: sys.UnraisableHookArgs) -> None:
    """Repeat an interrupt that came where Python cannot raise, as in a destructor."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        signal.setitimer(signal.ITIMER_REAL, _GRACE)
    else:
        sys.__unraisablehook__(lost)


# ------------------------------------------------------------ a limited address space


def within_address_space() -> None:
    """Under a limit such as that of ``ulimit -v`` go on in a child, and end with its status; on Linux only.

    Without memory, a library may abort, exit or raise any error. Then this process reports that memory ran out.
    """
    global _is_child  # noqa: PLW0603
    limit = address_space()
    if sys.platform != "linux" or not _is_command or limit is None:
        return
    requests = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # if it were ignored, the child's status would be lost
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {*requests, signal.SIGCHLD})
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        _is_child = True
        _become_child(parent)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        return
    ended = 0
    while not ended:
        received = signal.sigwaitinfo({*requests, signal.SIGCHLD})
        if received.si_signo == signal.SIGCHLD:  # or it has only stopped, or goes on
            ended, state = os.waitpid(child, os.WNOHANG)
        elif received.si_code <= 0:  # sent by a process to this one alone; a terminal sends it to the child, too
            os.kill(child, received.si_signo)
    status = os.waitstatus_to_exitcode(state)
    if status < 0 and -status not in (signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS):
        end_by(-status)
    if status < _ENDED:
        _say(f"lemke: out of memory within {limit >> 10} KiB (ulimit -v), expected more, or less to do")
        status = OUT_OF_MEMORY + _ENDED
    os._exit(status - _ENDED)


def end(status: int) -> NoReturn:
    """End with a status."""
    if _is_child:  # Python's own end may hang if threads could not start
        os._exit(status + _ENDED)
    sys.exit(status)


def address_space() -> int | None:
    """Return the bytes that this process may map at most, if there is a limit."""
    if sys.platform == "win32":
        return None
    import resource  # noqa: PLC0415

    limit: int = min(resource.getrlimit(kind)[0] % (1 << 64) for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA))
    return None if limit == resource.RLIM_INFINITY % (1 << 64) else limit


def watch_blas() -> None:
    """In a limited address space, raise MemoryError if scipy is imported without room for it."""
    if address_space() is not None:
        sys.meta_path.insert(0, _RoomForBlas())


class _RoomForBlas:
    """Refuses to load scipy's BLAS if there is no room for it: otherwise it would ask for memory for ever."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Raise MemoryError, or leave the search to others."""
        if name == "scipy.linalg":
            try:
                mmap(-1, _BLAS).close()
            except OSError:
                raise MemoryError from None


def _become_child(parent: int) -> None:
    """Keep Python's streams, but hide what libraries write before they abort; start no threads."""
    global _stderr  # noqa: PLW0603
    with suppress(*_NO_MEMORY):
        import ctypes  # noqa: PLC0415

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)  # the child dies with its parent, however that ends
    if os.getppid() != parent:
        os._exit(1)
    os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # each would reserve memory, or wait for it
    watch_blas()
    sys.excepthook = _end_with_error
    if sys.stderr is not None:
        _stderr = os.dup(2)
        sys.stderr = os.fdopen(_stderr, "w", buffering=1, encoding=sys.stderr.encoding, errors="backslashreplace")
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)


def _end_with_error(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> NoReturn:
    """End the child as Python ends by an error, unless libraries may have raised it because they got no memory."""
    if issubclass(kind, _NO_MEMORY):
        os._exit(1)
    sys.__excepthook__(kind, error, traceback)
    os._exit(1 + _ENDED)
