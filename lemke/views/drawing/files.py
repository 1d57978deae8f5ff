"""The formats of pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from lemke.errors import InputError
from lemke.views.drawing.canvas import pdf, png
from lemke.views.drawing.picture import Picture
from lemke.views.drawing.svg import svg
from lemke.views.drawing.tikz import tikz

Form: TypeAlias = Literal["svg", "png", "pdf", "tex"]

FORMATS: dict[Form, Callable[[Picture], str | bytes]] = {"svg": svg, "png": png, "pdf": pdf, "tex": tikz}
"""By the suffix of files."""


def form_of(name: str) -> Form:
    """Return the format that a file's name asks for; SVG for ``-``, the standard output.

    Raises
    ------
    InputError
        For another suffix, or none.

    >>> form_of("tree.PDF"), form_of("-")
    ('pdf', 'svg')
    >>> form_of("tree.jpg")
    Traceback (most recent call last):
        ...
    lemke.errors.InputError: the file tree.jpg, expected a name that ends in .svg, .png, .pdf or .tex
    """
    for form in FORMATS:
        if name.lower().endswith(f".{form}") or (name == "-" and form == "svg"):
            return form
    *others, last = (f".{form}" for form in FORMATS)
    raise InputError(f"the file {name}, expected a name that ends in {', '.join(others)} or {last}")
