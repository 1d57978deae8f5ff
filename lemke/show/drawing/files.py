"""The formats of pictures."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

from lemke.errors import InputError
from lemke.show.drawing.canvas import pdf, png
from lemke.show.drawing.picture import Picture
from lemke.show.drawing.svg import svg
from lemke.show.drawing.tikz import tikz

Form: TypeAlias = Literal["svg", "png", "pdf", "tex"]


class Writer(Protocol):
    """Makes a file's content of a picture."""

    def __call__(self, picture: Picture) -> str | bytes:
        """Return the content; the watch has limits of time and memory."""


FORMATS: dict[Form, Writer] = {"svg": svg, "png": png, "pdf": pdf, "tex": tikz}
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
