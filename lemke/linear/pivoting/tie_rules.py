"""Which of several tied variables leaves in a minimum ratio test, and cycles where the rule allows them.

Where z0 is among the tied, z0 leaves, whatever the rule. The others:

``"ascending"``, ``"descending"``, or a sequence of all pairs
    The lexicographic rule: the constants are thought of as q + Σₜ bₜ εᵗ, bₜ the columns of the start basis in this
    order of their pairs (zᵢ, wᵢ). No rule of this kind ever cycles (Cottle, Pang, Stone 1992, section 4.9).
``"least-index"``
    The first of the tied in the order z1, …, zn, w1, …, wn leaves, and nothing is perturbed. Lemke's algorithm may then
    cycle: it does on the example of Kostreva (1979). What comes next depends on the basis and the entering variable
    alone, so it cycles iff these come again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias, get_args

from lemke.errors import InputError, NotProvedError
from lemke.linear.lcp import LCP

NamedRule: TypeAlias = Literal["ascending", "descending", "least-index"]
TieRule: TypeAlias = NamedRule | Sequence[int]
"""A name, or all pairs that have a sign, 0, 1, …, in the order in which they are perturbed, the largest first."""
TIE_RULES: tuple[NamedRule, ...] = get_args(NamedRule)
LEAST_INDEX = "least-index"
SHOWN = 8
"""Pivots of a cycle that a message tells."""


class CycleError(NotProvedError):
    """A path without a lexicographic rule that comes back to where it was.

    Attributes
    ----------
    cycle : tuple of (int, int)
        The variables that enter and leave in the pivots that repeat for ever, by their codes.
    """

    def __init__(self, message: str, cycle: tuple[tuple[int, int], ...]) -> None:
        super().__init__(message)
        self.cycle = cycle
        self.args = message, cycle

    @classmethod
    def of(cls, cycle: tuple[tuple[int, int], ...], names: Sequence[str]) -> CycleError:
        """Return the error that tells a cycle, given names of the variables."""
        shown = [f"{names[entering]} for {names[leaving]}" for entering, leaving in cycle[:SHOWN]]
        words = ", ".join([*shown, *(["…"] if len(cycle) > SHOWN else [])])
        found = f"the same {len(cycle)} pivots come again and again, {words}"
        return cls(f"the tie rule {LEAST_INDEX} cycles: {found}; expected a lexicographic rule", cycle)


def order_of_pairs(problem: LCP, rule: TieRule) -> list[int] | None:
    """Return the pairs in the order in which a lexicographic rule perturbs them; None for the other rule.

    Raises
    ------
    InputError
        For what is no rule.

    >>> order_of_pairs(LCP.of([[2, 1], [1, 2]], [-5, -6]), "descending")
    [1, 0]
    """
    pairs = range(problem.size)
    match rule:
        case "ascending":
            return list(pairs)
        case "descending":
            return list(reversed(pairs))
        case "least-index":
            return None
    if isinstance(rule, str) or not isinstance(rule, Iterable):
        raise InputError(f"the tie rule {rule!r}, expected {', '.join(TIE_RULES)} or a sequence of all pairs")
    order = list(rule)
    signed = {pair for pair in pairs if not problem.free[pair]}
    if not all(type(pair) is int for pair in order) or len(set(order)) < len(order) or not signed <= set(order):
        raise InputError(f"a tie rule of {len(order)} pairs, expected each of the {len(signed)} with a sign once")
    if not set(order) <= set(pairs):
        raise InputError(f"a tie rule with pairs beyond the {problem.size}, expected numbers from 0")
    return order


class Cycles:
    """Tells whether a walk without memory has come back to a state, and by which steps (Brent 1980).

    One state is kept, that after 1, 2, 4, 8, … steps, and the steps from there on.
    """

    def __init__(self) -> None:
        self._kept: object = None
        self._steps: list[tuple[int, int]] = []
        self._patience = 1

    def closed(self, step: tuple[int, int], state: object) -> tuple[tuple[int, int], ...] | None:
        """Return the steps of the cycle that a step to a state has closed, or None."""
        self._steps.append(step)
        if state == self._kept:
            return tuple(self._steps)
        if len(self._steps) == self._patience:
            self._kept, self._patience = state, 2 * self._patience
            self._steps.clear()
        return None
