"""Paths from a prior as JSON, ``"format": "lemke-path/1"``, and tables as CSV.

A path has ``game`` (as in certificates), ``prior`` (``name``, ``seed``, and the ``realization_plans`` p and q),
``tie_rule`` (a name, or the pairs in their order, from 0), ``sequences`` (names, per player), ``pivots``,
``turning_points`` (numbers of pivots), ``vertices``, and ``equilibrium``, the certificate of the end (see
:mod:`lemke.io.equilibrium`). A vertex has the number of the ``pivot`` that leads there, 0 at the start, ``entering``
and ``leaving`` (null at the start), ``z0``, ``bits``, ``realization_plans`` (x + p z0 and y + q z0), the ``payoffs``
under these and the ``best_response_values`` against them, and ``duals`` (u and v). Numbers of the game are text,
``"p/q"``; counts are JSON numbers.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO
from typing import Any

from gmpy2 import mpq

from lemke.certificate import Equilibrium
from lemke.forms.sequence_form.tracing import TracingPath, TracingVertex
from lemke.game.strategy.documents import identity
from lemke.ground.rational import text
from lemke.ground.sparse import Vector
from lemke.io import json_text
from lemke.io.equilibrium import certificate

FORMAT = "lemke-path/1"

_MPQ = type(mpq())


def dumps(path: TracingPath[Equilibrium]) -> str:
    """Return a path as JSON text."""
    return json_text.dumps(document(path))


def document(path: TracingPath[Equilibrium]) -> dict[str, Any]:
    """Return a path as a JSON object."""
    return {
        "format": FORMAT,
        "game": identity(path.equilibrium.game),
        "prior": {"name": path.prior_name, "seed": path.seed, "realization_plans": list(map(_texts, path.prior))},
        "tie_rule": path.tie_rule if isinstance(path.tie_rule, str) else list(path.tie_rule),
        "sequences": [path.form.sequence_names(player) for player in (0, 1)],
        "pivots": path.pivots,
        "turning_points": list(path.turning_points),
        "vertices": list(map(_vertex, path.vertices)),
        "equilibrium": certificate(path.equilibrium),
    }


def csv_line(cells: Iterable[object]) -> str:
    r"""Return the cells of a row as a line of CSV, exact numbers as ``p/q``, nothing for None.

    >>> csv_line([1, mpq(2, 3), "a, b", None])
    '1,2/3,"a, b",\n'
    """
    target = StringIO()
    csv.writer(target, lineterminator="\n").writerow([text(each) if isinstance(each, _MPQ) else each for each in cells])
    return target.getvalue()


def _vertex(vertex: TracingVertex) -> dict[str, Any]:
    return {
        "pivot": vertex.number,
        "entering": vertex.entering or None,
        "leaving": vertex.leaving or None,
        "z0": text(vertex.z0),
        "bits": vertex.bits,
        "payoffs": list(map(text, vertex.payoffs)),
        "best_response_values": list(map(text, vertex.best_values)),
        "realization_plans": list(map(_texts, vertex.plans)),
        "duals": [_texts(vertex.u), _texts(vertex.v)],
    }


def _texts(numbers: Vector) -> list[str]:
    return [text(number) for number in numbers]
