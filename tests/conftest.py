"""Hypothesis profiles, chosen by the environment variable LEMKE_HYPOTHESIS_PROFILE.

`default` tries the same few examples on every run, so that a change fails only for what it changed. `brief` tries fewer
of them, and `long` many more, also the same ones on every run. `mutants` is `brief` without the search for the shortest
example that fails. There is no deadline, since exact arithmetic on an unlucky example may be slow.

All results that are written as JSON are checked by `examples/check.py`.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from hypothesis import HealthCheck, Phase, settings

# Programs that a shell starts in the background ignore SIGINT and SIGQUIT, those of nohup SIGHUP. Commands that the
# tests run would inherit this. A handler is not inherited, so with one, even an empty one, they react as usual.
for _number in [signal.SIGINT] if os.name == "nt" else [signal.SIGINT, signal.SIGHUP, signal.SIGQUIT]:
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, lambda *_: None)

# The tests do not depend on the terminal in which they run; tests of terminals set their own variables.
os.environ["COLUMNS"] = "80"
for _name in ("LINES", "NO_COLOR", "FORCE_COLOR"):
    os.environ.pop(_name, None)

settings.register_profile("default", max_examples=32, derandomize=True, deadline=None, print_blob=True)
settings.register_profile("brief", settings.get_profile("default"), max_examples=8)
settings.register_profile("mutants", settings.get_profile("brief"), phases=[Phase.explicit, Phase.generate])
settings.register_profile(
    "long",
    max_examples=100,
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
PROFILE = os.environ.get("LEMKE_HYPOTHESIS_PROFILE", "default")
settings.load_profile(PROFILE)


@pytest.fixture(scope="session", autouse=True)
def _certificates_are_checked() -> Iterator[None]:
    """Every certificate that a test makes goes to the stand-alone checker as well, which must accept it."""
    from certificates import watched

    with (
        watched() if PROFILE != "mutants" else nullcontext()
    ):  # watched, every test would count as a test of every function there
        yield


@pytest.fixture(scope="session", autouse=True)
def _messages_have_one_line() -> Iterator[None]:
    """No error that the package raises has a message of several lines; tests of messages ask for key words only."""
    from lemke.errors import LemkeError

    initialise, several = LemkeError.__init__, set[str]()

    def recorded(error: LemkeError, message: str) -> None:
        initialise(error, message)
        raised_by = sys._getframe(1).f_globals.get("__name__", "")
        if raised_by.startswith("lemke.") and len(str(message).splitlines()) > 1:
            several.add(message)

    LemkeError.__init__ = recorded
    yield
    LemkeError.__init__ = initialise
    assert not several
