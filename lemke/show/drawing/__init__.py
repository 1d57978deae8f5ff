"""Pictures of game trees, of the matrices of the sequence form, of Lemke's path, and of ranges over all equilibria.

The function to call is :func:`draw`. The picture of a tree or of matrices is plain data
(:mod:`~lemke.show.drawing.picture`). Functions for SVG, TikZ and matplotlib draw this data in the same way. Pictures of
paths and ranges are figures of matplotlib (:mod:`lemke.show.plots`). For a tree, an excerpt is chosen
(:mod:`~lemke.show.drawing.layout`) and laid out (:mod:`~lemke.show.drawing.layout`); then links and texts are added.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from lemke.certificate import EquilibriumRanges
from lemke.errors import InputError
from lemke.forms.sequence_form import SequenceForm, TracingPath
from lemke.game import Game
from lemke.game.played import Played
from lemke.game.strategy import Profile
from lemke.ground.rational import shown
from lemke.io.source import write_atomically
from lemke.show import PictureFormat as PictureFormat
from lemke.show import plots
from lemke.show.drawing.formats import paint, render, tikz
from lemke.show.drawing.formats import svg as svg
from lemke.show.drawing.layout import NODES as NODES
from lemke.show.drawing.layout import DrawnNode as DrawnNode
from lemke.show.drawing.layout import excerpt as excerpt
from lemke.show.drawing.matrices import matrix_picture
from lemke.show.drawing.picture import Picture as Picture
from lemke.show.drawing.tree import tree_picture as tree_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure


FORMATS: dict[PictureFormat, Callable[[Picture], str | bytes]] = {
    "svg": svg,
    "png": partial(render, form="png"),
    "pdf": partial(render, form="pdf"),
    "tex": tikz,
}
"""From the suffix of a file to the function that turns a picture into the content of this file."""


def picture_format(name: str) -> PictureFormat:
    """Return the format of a file by its suffix; SVG for ``-``, the standard output.

    Raises InputError if the suffix is unknown or missing.

    >>> picture_format("tree.PDF"), picture_format("-")
    ('pdf', 'svg')
    >>> picture_format("tree.jpg")
    Traceback (most recent call last):
        ...
    lemke.errors.InputError: the file tree.jpg, expected a name that ends in .svg, .png, .pdf or .tex
    """
    for form in FORMATS:
        if name.lower().endswith(f".{form}") or (name == "-" and form == "svg"):
            return form
    raise InputError(f"the file {name}, expected a name that ends in .svg, .png, .pdf or .tex")


@dataclass(frozen=True)
class Drawing:
    """A picture, which notebooks show. :func:`draw` returns it.

    Attributes
    ----------
    picture : Picture or matplotlib.figure.Figure
        Plain data, or a figure for a path or ranges.
    """

    picture: Picture | Figure

    @property
    def svg(self) -> str:
        """The picture as SVG, for a file or for insertion into a page.

        Texts are not converted to outlines. The colors of trees and matrices follow the page's ``color-scheme``, light
        or dark. A page may set colors by the custom properties ``--lemke-ink``, ``--lemke-paper``, ``--lemke-player1``
        and so on. A path and ranges have fixed colors on white.
        """
        return str(self.content("svg"))

    @property
    def tikz(self) -> str:
        """The picture as a LaTeX document with TikZ; InputError for a path or ranges."""
        return str(self.content("tex"))

    def content(self, form: PictureFormat) -> Any:
        """Return the content of a file in a format: text for ``svg`` and ``tex``, bytes for ``png`` and ``pdf``.

        It is always the same for the same picture. A PNG has 200 pixels per inch; a tree or matrices have fewer if a
        side would exceed 12 000 pixels. ``tex`` is a LaTeX document with TikZ.

        Raises InputError if the format is unknown, or is ``tex`` for a path or ranges.
        """
        if form not in FORMATS:
            raise InputError(f"the format {shown(form)}, expected one of {', '.join(FORMATS)}")
        if isinstance(self.picture, Picture):
            return FORMATS[form](self.picture)
        if form == "tex":
            raise InputError("a plot in the format 'tex', expected svg, png or pdf")
        return plots.file_content(self.picture, form)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to a file, in the format of the file's suffix.

        Raises the errors of :meth:`content`, and an InputError if the suffix is unknown or the file cannot be written.
        """
        write_atomically(path, self.content(picture_format(os.fspath(path))))

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        if isinstance(self.picture, Picture):
            title, width, height = self.picture.title, self.picture.width, self.picture.height
        else:
            title, (width, height) = self.picture.axes[0].get_title(), 72 * self.picture.get_size_inches()
        return f"<Drawing of {title!r}, {width:.0f} × {height:.0f} points>"


def draw(
    subject: Game | SequenceForm | TracingPath[Any] | EquilibriumRanges,
    profile: Profile | Played | None = None,
    *,
    down: bool = False,
    depth: int | None = None,
    subgames: bool = False,
    augmented: int | None = None,
    ax: Any = None,
) -> Drawing:
    """Draw a tree, matrices of a sequence form, Lemke's path, or ranges over equilibria, as :func:`lemke.draw`."""
    if isinstance(subject, Game):
        picture = tree_picture(subject, profile, down=down, depth=depth, subgames=subgames, augmented=augmented)
    elif isinstance(subject, SequenceForm):
        picture = matrix_picture(subject)
    elif isinstance(subject, TracingPath):
        return Drawing(plots.path(subject, ax=ax))
    else:
        return Drawing(plots.ranges(subject, ax=ax))
    if ax is not None:
        paint(picture, ax)
    return Drawing(picture)
