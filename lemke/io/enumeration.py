"""All equilibria of a game as JSON, ``"format": "lemke-equilibria/1"``.

``title`` and ``players`` are labels; ``strategies`` has a list of labels per player, of reduced strategies for a game
in extensive form. ``vertices`` has a list per player of its different strategies in extreme equilibria, each a list of
probabilities. ``equilibria`` has an object for every extreme equilibrium: ``x`` and ``y``, numbers of vertices,
``payoffs`` and ``class``, which is the same number for those that are realization equivalent. ``components`` has a list
for every component of its maximal Nash subsets, each the product of the convex hulls of the vertices ``x`` and ``y``.

Vertices and classes are numbered from 1. Probabilities and payoffs are text, ``"p/q"``.
"""

from __future__ import annotations

from collections.abc import Iterable

from gmpy2 import mpq

from lemke.forms.normal_form.equilibria import AllEquilibria
from lemke.ground.rational import text
from lemke.io import json_text

FORMAT = "lemke-equilibria/1"


def dumps(found: AllEquilibria) -> str:
    """Return all equilibria as one JSON object."""
    x, y = found.vertices
    classes = {number: k for k, members in enumerate(found.classes, 1) for number in members}
    document = {
        "format": FORMAT,
        "title": found.form.title,
        "players": list(found.form.players),
        "strategies": [list(own) for own in found.form.strategies],
        "vertices": [[_texts(vertex) for vertex in own] for own in found.vertices],
        "equilibria": [
            {"x": x[each.x] + 1, "y": y[each.y] + 1, "payoffs": _texts(each.payoffs), "class": classes[number]}
            for number, each in enumerate(found.equilibria)
        ],
        "components": [
            [
                {"x": [x[vertex] + 1 for vertex in subset.x], "y": [y[vertex] + 1 for vertex in subset.y]}
                for subset in component.subsets
            ]
            for component in found.components
        ],
    }
    return json_text.dumps(document)


def _texts(values: Iterable[mpq]) -> list[str]:
    return list(map(text, values))
