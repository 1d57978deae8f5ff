"""Clusters of Dask as executors of this package's tasks (``pip install 'lemke[dask]'``).

The tasks are those of :mod:`lemke.studies.explore`, which takes any executor; the command line joins the two.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from lemke.errors import InputError
from lemke.ground.packages import require

SECONDS = 10
"""To reach a scheduler."""


@contextmanager
def dask_executor(address: str) -> Iterator[Executor]:
    """Give an executor whose tasks are done by the workers of a scheduler; at the end of the block they are cancelled.

    Parameters
    ----------
    address : str
        Of the scheduler, such as ``tcp://127.0.0.1:8786``. Its workers have this package, in the same version.

    Raises
    ------
    InputError
        If Dask is not installed, no scheduler answers, or a worker has another version of this package, or none.
    """
    distributed = require("distributed", "dask")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what is lost is sent again, or reported in one line
    try:
        client = distributed.Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise InputError(f"the scheduler {address}: {error}, expected one that answers within {SECONDS} s") from None
    with client:
        _require_here_and_there(client)
        yield client.get_executor()


def _require_here_and_there(client: Any) -> None:
    """Raise :class:`InputError` unless all workers have this version; without it the first task would kill them."""
    here = version("lemke")
    for worker, there in client.run(version, "lemke", on_error="return").items():
        if there != here:
            what = "no lemke" if isinstance(there, PackageNotFoundError) else f"lemke {there}"
            raise InputError(f"{what} at the worker {worker}, expected {here} as here")
