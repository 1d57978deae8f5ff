"""General LCPs as plain text: ``n= 2  M= 2 1  1 2  q= -5 -6  d= 1 1``.

The format of B. von Stengel's programs for Lemke's algorithm and of their Python successor: M row by row, white space
of any kind, lines that begin with ``#``, ``%`` or ``*`` left out; the covering vector d is optional here, and the parts
may stand in any order. Numbers are integers, fractions or decimals, all exact (the successor rounds decimals to four
digits).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NoReturn

import numpy as np
from gmpy2 import mpq

from lemke.errors import FormatError, InputError, located
from lemke.ground.rational import parse, quoted, text
from lemke.ground.sparse import SparseMatrix, Vector
from lemke.linear.lcp import LCP

MAX_SIZE = 100_000

_TOKEN = re.compile(r"([A-Za-z]+)\s*=|(\S+)")
_COMMENT = ("#", "%", "*")


def loads(content: str, source: str | None = None) -> LCP:
    """Return the problem of a text.

    Raises
    ------
    FormatError, NumberError
        With source and line: no such text, numbers too few or too many, or what is no number.

    >>> loads("n= 2 M= 2 1 1 2 q= -5 -6").M.to_lists()
    [[mpq(2,1), mpq(1,1)], [mpq(1,1), mpq(2,1)]]
    """
    with located(source):
        sections, lines = _sections(content)
        for name in ("n", "M", "q"):
            if name not in sections:
                raise FormatError(f"no {name}=, expected n=, M= and q=")
        with located(line=lines["n"]):
            n = _size(sections["n"])
        for name, expected in (("M", n * n), ("q", n), ("d", n)):
            if name in sections and len(sections[name]) != expected:
                with located(line=lines[name]):
                    raise FormatError(f"{len(sections[name])} numbers after {name}=, expected {expected}")
        rows, columns = np.divmod(np.arange(n * n), max(n, 1))
        return LCP.of(SparseMatrix.from_entries((n, n), rows, columns, sections["M"]), sections["q"], sections.get("d"))


def _sections(content: str) -> tuple[dict[str, list[mpq]], dict[str, int]]:
    """Return the numbers after each name, and the line in which the name stands."""
    sections: dict[str, list[mpq]] = {}
    lines: dict[str, int] = {}
    number = lru_cache(1 << 12)(parse)  # zeros and ones come again and again
    current: list[mpq] | None = None
    for line, words in enumerate(content.split("\n"), 1):
        if words.lstrip().startswith(_COMMENT):
            continue
        for name, token in _TOKEN.findall(words):
            if name:
                if name not in ("n", "M", "q", "d") or name in sections:
                    _refuse(line, f"{quoted(name + '=')}, expected n=, M=, q= and d= once each")
                current, lines[name] = sections.setdefault(name, []), line
            elif current is None:
                _refuse(line, f"{quoted(token)}, expected n= first")
            else:
                with located(line=line):
                    current.append(number(token))
    return sections, lines


def _size(numbers: list[mpq]) -> int:
    if len(numbers) != 1 or numbers[0].denominator != 1 or not 0 <= numbers[0] <= MAX_SIZE:
        raise FormatError(f"no size after n=, expected one whole number from 0 to {MAX_SIZE}")
    return int(numbers[0])


def _refuse(line: int, message: str) -> NoReturn:
    with located(line=line):
        raise FormatError(message)


def dumps(problem: LCP) -> str:
    """Return a problem as text, every number of M among them.

    Raises
    ------
    InputError
        Free variables or a start, which the format does not have.

    >>> print(dumps(LCP.of([[2, "1/2"], [1, 2]], [-5, -6])), end="")
    n= 2
    M=
    2 1/2
    1 2
    q= -5 -6
    d= 1 1
    """
    if problem.free.any() or problem.start is not None:
        raise InputError("a problem with free variables or a start, expected none in plain text; JSON has both")
    lines = [" ".join(map(text, row)) for row in problem.M.to_lists()]
    return "\n".join([f"n= {problem.size}", "M=", *lines, f"q= {_row(problem.q)}", f"d= {_row(problem.d)}"]) + "\n"


def _row(values: Vector) -> str:
    return " ".join(map(text, values))
