"""Clusters of Dask as executors of this package's tasks (``pip install 'lemke[dask]'``)."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from lemke.errors import InputError
from lemke.packages import require

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
        If Dask is not installed, or no scheduler answers.
    """
    distributed = require("distributed", "dask")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what is lost is sent again, or told in one line
    try:
        client = distributed.Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise InputError(f"the scheduler {address}: {error}, expected one that answers within {SECONDS} s") from None
    with client:
        yield client.get_executor()
