"""A naive, exact reader of CPLEX's LP format: linear expressions, rows and whole programs.

Rows may have terms on both sides and numbers may be fractions, so that programs can be copied from print.
"""

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from gmpy2 import mpq

from lemke.forms.programs import NamedLP

Terms: TypeAlias = dict[str, mpq]
Row: TypeAlias = tuple[Terms, str, mpq]


@dataclass
class Read:
    """A linear program as the text has it."""

    direction: str = ""
    objective: Terms = field(default_factory=dict)
    rows: dict[str, Row] = field(default_factory=dict)
    free: set[str] = field(default_factory=set)


def expression(text: str) -> Terms:
    """Coefficients by name, the constant under the empty name; zeros left out."""
    terms: Terms = {}
    coefficient, sign = mpq(1), 1
    number = False
    for token in [*text.split(), "+"]:
        if token in ("+", "-"):
            if number:
                terms[""] = terms.get("", mpq(0)) + sign * coefficient
            coefficient, sign, number = mpq(1), (-1 if token == "-" else 1), False
        elif re.fullmatch(r"-?[0-9]+(/[0-9]+)?", token):
            coefficient, number = mpq(token), True
        else:
            terms[token] = terms.get(token, mpq(0)) + sign * coefficient
            number = False
    return {name: value for name, value in terms.items() if value}


def row(text: str) -> Row:
    """A row with all variables on the left and the constant on the right."""
    (relation,) = re.findall(r"<=|>=|=", text)
    left, right = map(expression, text.split(relation))
    terms = {name: left.get(name, mpq(0)) - right.get(name, mpq(0)) for name in {**left, **right} if name}
    return (
        {name: value for name, value in terms.items() if value},
        relation,
        right.get("", mpq(0)) - left.get("", mpq(0)),
    )


def read(text: str) -> Read:
    """The program of a text, whose lines may be broken anywhere between two words."""
    program = Read()
    lines = [line for line in text.splitlines() if not line.startswith("\\")]
    assert lines[-1] == "End"
    body = " ".join(lines[:-1])
    body, _, bounds = body.partition("Bounds")
    head, _, rows = body.partition("Subject To")
    program.direction, _, objective = head.partition("obj:")
    program.direction = program.direction.strip()
    program.objective = expression(objective)
    parts = re.split(r"(\S+):", rows)
    for name, row_text in zip(parts[1::2], parts[2::2], strict=True):
        assert name not in program.rows
        program.rows[name] = row(row_text)
    words = bounds.split()
    assert words[1::2] == ["free"] * (len(words) // 2)
    program.free = set(words[::2])
    return program


def named_rows(named: NamedLP) -> dict[str, Row]:
    """The rows of a program in the same shape."""
    relation = {1: ">=", 0: "=", -1: "<="}
    terms: list[Terms] = [{} for _ in named.rows]
    for i, j, value in named.program.A.entries:
        terms[i][named.variables[j]] = value
    return {
        name: (row_terms, relation[int(sense)], right)
        for name, row_terms, sense, right in zip(named.rows, terms, named.program.senses, named.program.b, strict=True)
    }


def named_objective(named: NamedLP) -> Terms:
    """The objective of a program in the same shape."""
    return {name: value for name, value in zip(named.variables, named.objective, strict=True) if value}


def free_variables(named: NamedLP) -> set[str]:
    """The names of the variables without a sign."""
    return {name for name, free in zip(named.variables, named.program.free, strict=True) if free}
