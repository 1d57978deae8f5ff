"""How JSON is laid out: what is short on one line, and what is long piece by piece, without holding it whole."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

WIDTH = 120
"""Characters of a line, unless a single text is longer."""


def dumps(document: Mapping[str, Any]) -> str:
    """Return the text of an object: a member per line, whatever fits on one line there, lists of numbers filled.

    >>> print(dumps({"format": "lemke-example/1", "plans": [["1", "1/2"], ["1"]], "none": {}}), end="")
    {
     "format": "lemke-example/1",
     "plans": [["1", "1/2"], ["1"]],
     "none": {}
    }
    """
    return _broken("{}", _members(document, 0), 0) + "\n"


def pieces(members: Iterable[tuple[str, object]]) -> Iterator[str]:
    """Yield the text of an object; an iterator becomes an array with an element per line, of which none is kept.

    Members are asked for one after the other, so that a later one may tell what became of an earlier one.

    >>> print("".join(pieces([("format", "lemke-example/1"), ("items", iter([1, [2, 3]])), ("none", iter([]))])))
    {
     "format": "lemke-example/1",
     "items": [
      1,
      [2, 3]
     ],
     "none": []
    }
    <BLANKLINE>
    """
    before = "{\n "
    for name, value in members:
        head, before = f"{before}{_line(name)}: ", ",\n "
        if not isinstance(value, Iterator):
            yield head + _laid_out(value, 1, len(head))
            continue
        yield f"{head}["
        between = "\n  "
        for element in value:
            yield between + _line(element)
            between = ",\n  "
        yield "\n ]" if between.startswith(",") else "]"
    yield "\n}\n"


def _laid_out(value: Any, indent: int, column: int) -> str:
    """Return the text of a value that begins in a column, of an object or a list whose members are indented so far."""
    if isinstance(value, Mapping):
        return _container("{}", _members(value, indent), indent, column)
    if not isinstance(value, list | tuple):
        return _line(value)
    if any(isinstance(each, Mapping | list | tuple) for each in value):
        return _container("[]", [_laid_out(each, indent + 1, indent + 1) for each in value], indent, column)
    line = _line(value)
    return line if column + len(line) < WIDTH else _broken("[]", _filled(value, indent + 1), indent)


def _members(value: Mapping[str, Any], indent: int) -> list[str]:
    heads = [f"{_line(name)}: " for name in value]
    return [
        head + _laid_out(each, indent + 1, indent + 1 + len(head))
        for head, each in zip(heads, value.values(), strict=True)
    ]


def _container(brackets: str, parts: list[str], indent: int, column: int) -> str:
    """Return parts on one line if there is room and none of them is broken, else a line or more for each."""
    size = column + sum(map(len, parts)) + 2 * len(parts)
    if size < WIDTH and not any("\n" in part for part in parts):
        return f"{brackets[0]}{', '.join(parts)}{brackets[1]}"
    return _broken(brackets, parts, indent)


def _broken(brackets: str, parts: list[str], indent: int) -> str:
    margin = "\n" + " " * indent
    return f"{brackets[0]}{margin} {f',{margin} '.join(parts)}{margin}{brackets[1]}"


def _filled(values: Iterable[Any], indent: int) -> list[str]:
    """Return lines with as many values on each as there is room for."""
    lines = [""]
    for part in map(_line, values):
        if lines[-1] and indent + len(lines[-1]) + len(part) + 3 > WIDTH:
            lines.append("")
        lines[-1] += f", {part}" if lines[-1] else part
    return lines


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
