"""What a policy of OpenSpiel says: read from its table, or asked state by state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lemke.errors import InputError
from lemke.ground.packages import require
from lemke.interop.openspiel.failures import quiet
from lemke.interop.openspiel.strings import EXTRA

FIRST_WEIGHT = 1e-6
"""The weight in an average of ``open_spiel.python.algorithms.mccfr`` of an action to which nothing was added yet."""


def table(policy: Any) -> Mapping[Any, Any] | None:
    """Return what a mapping or a tabular policy says by information state; None for a policy that must be asked.

    A partial table answers elsewhere as its fallback does, uniformly if none was given; only what it states is
    returned. A subclass may answer otherwise than its table says, so it is asked.
    """
    if isinstance(policy, Mapping):
        return policy
    if _kind(policy) in ("pyspiel.TabularPolicy", "pyspiel.PartialTabularPolicy"):
        stated: Mapping[Any, Any] = policy.policy_table()
        return stated
    if _kind(policy) == "open_spiel.python.policy.TabularPolicy":
        rows = policy.action_probability_array.tolist()
        return {key: list(enumerate(rows[row])) for key, row in policy.state_lookup.items()}
    return None


def answer(policy: Any, state: Any) -> Any:
    """Return what a policy or a function says at a state; None where it says nothing.

    Averages of sampling solvers answer uniformly where the solver has not been. In C++, they do so for states alone:
    for the string they raise an error. In Python, their table tells.

    Raises
    ------
    InputError
        For an object that is no policy.
    """
    kind = _kind(policy)
    if kind == "pyspiel.Policy":  # of solvers; other policies in C++ have classes of their own
        try:
            with quiet():
                return policy.action_probabilities(state.information_state_string())
        except require("pyspiel", EXTRA).SpielError:
            return None
    if kind == "open_spiel.python.algorithms.mccfr.AveragePolicy" and not _is_averaged(policy, state):
        return None
    ask = getattr(policy, "action_probabilities", policy)
    if not callable(ask):
        raise InputError(f"an object of type {type(policy).__name__}, expected a policy, a function or a mapping")
    return ask(state)


def _is_averaged(policy: Any, state: Any) -> bool:
    """Whether an average of ``mccfr`` has the information state, and something was added to its first weights."""
    found = policy._infostates.get(state.information_state_string())
    return found is not None and bool((found[1] != FIRST_WEIGHT).any())  # regrets, weights


def _kind(policy: Any) -> str:
    return f"{type(policy).__module__}.{type(policy).__qualname__}"
