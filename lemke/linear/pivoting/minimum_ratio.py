"""The minimum ratio test in integers: least ratios, the rules for ties, and cycles where a rule allows them.

As a variable grows, the basic variable of a row falls at a rate from its value; the row with the least value / rate > 0
blocks first. The lexicographic test compares further columns of the tied rows in turn, each divided by the rates:
coefficients of a symbol ε, columns of the inverse of the basis. Where z0 is among the tied, z0 leaves. Rules for the
others:

``"ascending"``, ``"descending"``, or a sequence of all pairs
    The lexicographic rule: the constants are thought of as q + Σₜ bₜ εᵗ, bₜ the columns of the start basis in this
    order of their pairs (zᵢ, wᵢ). No rule of this kind ever cycles (Cottle, Pang, Stone 1992, section 4.9).
``"least-index"``
    The first of the tied in the order z1, …, zn, w1, …, wn leaves, and nothing is perturbed. Lemke's algorithm may then
    cycle: it does on the example of Kostreva (1979). What comes next depends on the basis and the entering variable
    alone, so it cycles iff these come again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, TypeAlias, TypeVar, get_args

from gmpy2 import mpz

from lemke.errors import InputError, NotProvedError
from lemke.linear.lcp import LCP

NamedRule: TypeAlias = Literal["ascending", "descending", "least-index"]
TieRule: TypeAlias = NamedRule | Sequence[int]
"""A name, or all pairs that have a sign, 0, 1, …, in the order in which they are perturbed, the largest first."""
TIE_RULES: tuple[NamedRule, ...] = get_args(NamedRule)
SHOWN = 8
"""Pivots of a cycle that a message tells."""

Row = TypeVar("Row")


def least_ratios(rates: dict[Row, mpz], terms: Iterable[mpz]) -> dict[Row, mpz]:
    """Return the rows with the least term / rate, and their rates, which are positive; terms come in the rows' order.

    >>> least_ratios({"a": mpz(2), "b": mpz(3), "c": mpz(4)}, [mpz(1), mpz(3), mpz(2)])
    {'a': mpz(2), 'c': mpz(4)}
    """
    least, least_rate = mpz(1), mpz(0)  # 1 / 0 is beyond every ratio
    tied: dict[Row, mpz] = {}
    for (row, rate), term in zip(rates.items(), terms, strict=True):
        difference = term * least_rate - least * rate
        if difference < 0:
            least, least_rate, tied = term, rate, {row: rate}
        elif not difference:
            tied[row] = rate
    return tied


def lexicographic_minimum(
    rates: dict[Row, mpz], columns: Iterable[Callable[[Iterable[Row]], Iterable[mpz]]]
) -> dict[Row, mpz]:
    """Return the rows with the least ratios in column after column, as long as several are tied.

    >>> columns = [lambda rows: [mpz(ord(row[0])) for row in rows], lambda rows: [mpz(ord(row[1])) for row in rows]]
    >>> lexicographic_minimum({"ab": mpz(1), "ad": mpz(1), "cc": mpz(1)}, columns)
    {'ab': mpz(1)}
    """
    for column in columns:
        if len(rates) < 2:
            break
        rates = least_ratios(rates, column(rates))
    return rates


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
        return cls(f"the tie rule least-index cycles: {found}; expected a lexicographic rule", cycle)


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


class Returns:
    """Tells whether a walk without memory has come back to a state, within about three times the cycle (Brent 1980).

    One state is kept, that after 1, 2, 4, 8, … steps: paths of 2ⁿ pivots take no more memory than short ones.

    Attributes
    ----------
    steps : list
        What was recorded since then: the cycle, once it is closed.
    """

    def __init__(self) -> None:
        self._kept: object = None
        self._count, self._patience = 0, 1
        self.steps: list[tuple[int, int]] = []

    def closed(self, state: object, step: tuple[int, int] | None = None) -> bool:
        """Return whether the state, to which a step has led, is the one kept; record the step if it is told."""
        self._count += 1
        if step is not None:
            self.steps.append(step)
        if state == self._kept:
            return True
        if self._count == self._patience:
            self._kept, self._count, self._patience = state, 0, 2 * self._patience
            self.steps.clear()
        return False
