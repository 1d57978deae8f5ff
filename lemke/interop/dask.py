"""Clusters of Dask as executors of this package's tasks (``pip install 'lemke[dask]'``).

The tasks come from :mod:`lemke.studies.explore` and :mod:`lemke.solvers.race`. These modules take any executor; the
option ``--scheduler`` passes them an executor of this module.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Any, ParamSpec, TypeVar

from lemke.errors import InputError
from lemke.ground.packages import require
from lemke.ground.workers import Stoppable, stopped_by

P = ParamSpec("P")
T = TypeVar("T")

SECONDS = 10
"""The most seconds to wait for a scheduler."""
GLANCE = 0.5
"""A worker asks the scheduler at most once in this number of seconds whether to stop."""


@contextmanager
def dask_executor(address: str) -> Iterator[Stoppable]:
    """Yield an executor whose tasks run on the workers of a scheduler; the end of the block stops them.

    Parameters
    ----------
    address : str
        Address of the scheduler, such as ``tcp://127.0.0.1:8786``. Its workers need this package in the same version.

    Raises
    ------
    InputError
        If Dask is not installed, no scheduler answers, or a worker does not have this package in the same version.
    """
    distributed = require("distributed", "dask")
    for name in ("distributed", "distributed.client", "concurrent.futures"):
        # Dask would warn about lost tasks; but a lost task is sent again, or reported in one line
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        distributed.comm.resolve_address(address)  # a client would print a traceback for a bad address
        client = distributed.Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        expected = f"a scheduler that answers within {SECONDS} s"
        raise InputError(f"no connection to the scheduler {address} ({error}), expected {expected}") from None
    with client:
        _require_same_version(client)
        executor = _StoppableExecutor(client)
        try:
            yield executor
        finally:
            executor.stop()


class _StoppableExecutor(Stoppable):
    """An executor that stops its tasks by an event of the cluster: Dask itself does not stop a running task."""

    def __init__(self, client: Any) -> None:
        self._client, self._executor = client, client.get_executor()
        self._event = self._new_event()

    def _new_event(self) -> Any:
        return require("distributed", "dask").Event(f"lemke-{uuid.uuid4().hex}", client=self._client)

    def submit(self, function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs) -> Future[T]:
        if self._client.status in ("closing", "closed"):
            raise RuntimeError("its scheduler was lost")
        call = _call_until_stopped, self._event.name, function
        future: Future[T] = self._executor.submit(*call, *arguments, **options)
        return future

    def stop(self) -> None:
        if self._client.status == "running":  # else no worker can be reached
            self._event.set()
        self._event = self._new_event()  # for later tasks, which the old event would stop at once


def _call_until_stopped(name: str, function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs) -> T:
    """Call a function in a worker; the call ends with a LimitError if the event with this name is set meanwhile."""
    event = require("distributed", "dask").Event(name)
    last_question = time.monotonic()

    def is_set() -> bool:
        nonlocal last_question
        if time.monotonic() - last_question < GLANCE:
            return False
        last_question = time.monotonic()
        return bool(event.is_set())

    with stopped_by(is_set):
        return function(*arguments, **options)


def _require_same_version(client: Any) -> None:
    """Raise :class:`InputError` unless all workers have this version of lemke: a task kills a worker without it."""
    client_version = version("lemke")
    for worker, worker_version in client.run(version, "lemke", on_error="return").items():
        if worker_version != client_version:
            installed = "no lemke" if isinstance(worker_version, PackageNotFoundError) else f"lemke {worker_version}"
            raise InputError(f"{installed} at the worker {worker}, expected lemke {client_version} as in this process")
