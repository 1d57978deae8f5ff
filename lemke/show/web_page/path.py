"""The path from the prior to the equilibrium: its vertices, and its picture."""

from __future__ import annotations

from dataclasses import dataclass

from lemke.errors import one_line
from lemke.forms.sequence_form.turning import Turning
from lemke.ground.words import count
from lemke.show import plots
from lemke.show.path import turning_text
from lemke.show.web_page.files import data_uri
from lemke.show.web_page.numbers import Number, number
from lemke.show.web_page.subject import Subject

VERTICES = 200
"""Vertices of a path that are listed."""


@dataclass(frozen=True)
class Step:
    """A vertex of the path, and the exchange of variables that led there."""

    number: int
    z0: Number
    rises: bool
    entering: str
    leaving: str


@dataclass(frozen=True)
class PathView:
    """The path; ``picture`` is the address of an image that holds all of it."""

    label: str
    pivots: str
    turns: str
    picture: str
    steps: tuple[Step, ...]
    left_out: str


def path_view(subject: Subject) -> PathView | None:
    """Return the path that led to the equilibrium, if there is one."""
    found = subject.path
    if found is None:
        return None
    turning, steps = Turning(), []
    for vertex in found.vertices[:VERTICES]:
        rises = turning.rises(vertex.number, vertex.z0)
        entering, leaving = map(one_line, vertex.names)
        steps.append(Step(vertex.number, number(vertex.z0), rises, entering, leaving))
    left = len(found) - VERTICES
    return PathView(
        one_line(found.label),
        count(found.pivots, "pivot"),
        turning_text(found.turning_points),
        data_uri("image/svg+xml", plots.svg(plots.plot_path(found))),
        tuple(steps),
        count(left, "more step") if left > 0 else "",
    )
