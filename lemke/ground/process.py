"""How the process of a command ends: by a signal, or because the memory that ``ulimit -v`` or ``-d`` allows is full.

Only the command line calls :func:`begin`. If lemke is used as a library, signals keep their handlers, except that
:func:`postponed` delays signals for short times.
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
"""The exit status of a command after an interrupt: 128 + SIGINT, as shells report it."""
OUT_OF_MEMORY = 3
"""The exit status of a command that ran out of memory."""

_GRACE = 0.05  # seconds that a command has after an interrupt to finish writing its result
_RETRY = 0.001  # seconds after which an interrupt that came during an import is raised again
_ENDED = 64  # this module adds it to the status of a child that it ends; without it, a library called exit or abort
_BLAS = 100 << 20  # bytes that loading scipy's BLAS takes: 32 MiB of buffers, and libraries
_NO_MEMORY = (MemoryError, ImportError, OSError, SystemError)  # errors that libraries raise without memory
_PR_SET_PDEATHSIG = 1  # from linux/prctl.h
_handles_interrupts = _is_command = False  # set by begin
_is_child = False  # set by within_address_space
_stderr = 2  # file descriptor of our messages; in a child, descriptor 2 is /dev/null, for messages of libraries


class Ended(BaseException):
    """A signal has asked the process to end."""

    def __init__(self, number: int) -> None:
        self.number = number


def begin() -> None:
    """From now on an interrupt ends this process at once with a one-line message; there is nothing to clean up yet.

    Outside the main thread the function does nothing, since Python handles signals only in the main thread. On Windows,
    or if interrupts are ignored or have another handler, their handling stays as it is.
    """
    global _handles_interrupts, _is_command  # noqa: PLW0603  signals are the process's, too
    if current_thread() is not main_thread():
        return
    _is_command = True
    # numpy and scipy each load an OpenBLAS that starts threads; starting them takes longer than solving a small game
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if sys.platform != "win32" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _handles_interrupts = True  # stays False if interrupts are ignored, as in a background job
        signal.signal(signal.SIGINT, _exit)
        sys.unraisablehook = _repeat_interrupt


def interruptible() -> None:
    """From now on an interrupt raises KeyboardInterrupt."""
    if _handles_interrupts:
        signal.signal(signal.SIGINT, _interrupt)
        signal.signal(signal.SIGALRM, _interrupt)  # timers repeat an interrupt by this signal


@contextmanager
def finishing() -> Iterator[None]:
    """Enter a block that writes the result of a command; after the block, interrupts are ignored.

    An interrupt within the block raises KeyboardInterrupt a moment later, unless the block has ended by then.
    """
    if _handles_interrupts:  # the timer sends SIGALRM, which raises KeyboardInterrupt
        signal.signal(signal.SIGINT, lambda *_: signal.setitimer(signal.ITIMER_REAL, _GRACE))
    yield
    finished()


def finished() -> None:
    """Ignore interrupts from now on, also while Python shuts down."""
    if _handles_interrupts:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGALRM, signal.SIG_IGN)


@contextmanager
def ending_on_request() -> Iterator[None]:
    """Within a block, raise :class:`Ended` when a command gets SIGTERM or SIGHUP, so that it can clean up.

    Outside the block these signals end the process at once, even within a library's code. Signals that are ignored,
    as under ``nohup``, stay ignored.
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
    """Delay SIGINT, SIGALRM, SIGTERM and SIGHUP to the end of a block, if Python handles them.

    For blocks that start a process: no signal can come between the start and the line that stores the process, so the
    process can always be ended later. Outside the main thread the function does nothing.
    """
    pending: list[int] = []
    handlers: dict[int, Any] = {}
    try:
        for name in ("SIGINT", "SIGALRM", "SIGTERM", "SIGHUP") if current_thread() is main_thread() else ():
            number = getattr(signal, name, None)  # Windows has only SIGINT and SIGTERM
            if number is not None and callable(handler := signal.getsignal(number)):
                handlers[number] = handler
                signal.signal(number, lambda number, _: pending.append(number))
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number in pending:
            signal.raise_signal(number)


def end_by(number: int) -> NoReturn:
    """End this process by a signal as if it had no handler, so that its parent sees this signal as the cause."""
    with suppress(OSError):  # no handler can be set for SIGKILL
        signal.signal(number, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
    signal.raise_signal(number)
    os._exit(128 + number)


def _exit(number: int, frame: FrameType | None) -> NoReturn:
    clear_line = "\r\033[K" if os.isatty(_stderr) else ""  # there may be a line of progress
    _say(f"{clear_line}lemke: interrupted")
    os._exit(INTERRUPTED + (_ENDED if _is_child else 0))


def _say(line: str) -> None:
    if sys.stderr is not None:  # otherwise standard error is closed, and descriptor 2 may be any file
        with suppress(OSError):
            os.write(_stderr, f"{line}\n".encode())


def _interrupt(number: int, frame: FrameType | None) -> None:
    if number == signal.SIGINT and signal.getitimer(signal.ITIMER_REAL)[0]:
        _exit(number, frame)  # the timer of a first interrupt is running
    outer = frame
    while outer is not None:
        if outer.f_code.co_filename == "<frozen importlib._bootstrap>":
            # a package may catch an exception during its import: try again when the import may have ended
            signal.setitimer(signal.ITIMER_REAL, _RETRY)
            return
        outer = outer.f_back
    raise KeyboardInterrupt


def _end(number: int, frame: FrameType | None) -> NoReturn:
    raise Ended(number)


def _repeat_interrupt(unraisable: sys.UnraisableHookArgs) -> None:
    """Repeat an interrupt that came where Python cannot raise an exception, for example in a destructor."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        signal.setitimer(signal.ITIMER_REAL, _GRACE)
    else:
        sys.__unraisablehook__(unraisable)


# ------------------------------------------------------------ a limited address space


def within_address_space() -> None:
    """If ``ulimit -v`` or ``-d`` limits the memory, run the command in a child process; on Linux only.

    Then the function returns only in the child. The parent waits, and ends with the child's status. A library without
    memory may abort, exit or raise any error in the child; then the parent reports that memory ran out.
    """
    global _is_child  # noqa: PLW0603
    limit = address_space()
    if sys.platform != "linux" or not _is_command or limit is None:
        return
    requests = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}  # to end the command
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # if SIGCHLD were ignored, the child's status would be lost
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
        if received.si_signo == signal.SIGCHLD:
            ended, state = os.waitpid(child, os.WNOHANG)  # 0 if the child has not ended but stopped or continued
        elif received.si_code <= 0:  # sent by a process to the parent alone; a terminal's signals reach the child, too
            os.kill(child, received.si_signo)
    status = os.waitstatus_to_exitcode(state)  # negative: the number of the signal that killed the child
    if status < 0 and -status not in (signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS):
        end_by(-status)
    if status < _ENDED:
        _say(f"lemke: out of memory within {limit >> 10} KiB (ulimit -v), expected a larger limit, or less to do")
        status = OUT_OF_MEMORY + _ENDED
    os._exit(status - _ENDED)


def end(status: int) -> NoReturn:
    """End this process with an exit status."""
    if _is_child:  # without memory, Python's normal exit may hang if threads could not start
        os._exit(status + _ENDED)
    sys.exit(status)


def address_space() -> int | None:
    """Return how many bytes of address space or of data this process may have, or None without a limit."""
    if sys.platform == "win32":
        return None
    import resource  # noqa: PLC0415

    # RLIM_INFINITY is -1 on some systems: modulo 2^64 it is the largest number
    limit: int = min(resource.getrlimit(kind)[0] % (1 << 64) for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA))
    return None if limit == resource.RLIM_INFINITY % (1 << 64) else limit


def watch_blas() -> None:
    """In a limited address space, make the import of scipy.linalg raise MemoryError if there is no room for it."""
    if address_space() is not None:
        sys.meta_path.insert(0, _RoomForBlas())


class _RoomForBlas:
    """An import hook that checks for memory before scipy's BLAS is loaded, which would ask for memory for ever."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Raise MemoryError if there is no room; None leaves the search to the other import hooks."""
        if name == "scipy.linalg":
            try:
                mmap(-1, _BLAS).close()
            except OSError:
                raise MemoryError from None


def _become_child(parent: int) -> None:
    """Prepare the child: it ends with its parent, libraries start no threads, and their messages are hidden."""
    global _stderr  # noqa: PLW0603
    with suppress(*_NO_MEMORY):
        import ctypes  # noqa: PLC0415

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)  # kill the child when its parent ends, in any way
    if os.getppid() != parent:  # the parent ended before prctl
        os._exit(1)
    os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # every thread would reserve memory
    watch_blas()
    sys.excepthook = _end_with_error
    if sys.stderr is not None:  # Python writes to a copy of descriptor 2; libraries write to 2, now /dev/null
        _stderr = os.dup(2)
        sys.stderr = os.fdopen(_stderr, "w", buffering=1, encoding=sys.stderr.encoding, errors="backslashreplace")
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)


def _end_with_error(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> NoReturn:
    """End the child with an uncaught error; the status is 1, without _ENDED, if a lack of memory may be the cause."""
    if issubclass(kind, _NO_MEMORY):
        os._exit(1)
    sys.__excepthook__(kind, error, traceback)
    os._exit(1 + _ENDED)
