"""Pictures of game trees, of the matrices of the sequence form, of Lemke's path, and of ranges over all equilibria.

:func:`draw` is the only entry. A picture is plain data (:mod:`~lemke.show.drawing.picture`), which SVG, TikZ and
matplotlib draw in the same way; matplotlib makes plots of paths and ranges (:mod:`lemke.show.plots`). For a tree, an
excerpt is chosen (:mod:`~lemke.show.drawing.excerpt`) and laid out (:mod:`~lemke.show.drawing.layout`); then links and
texts are added.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from numbers import Integral
from typing import TYPE_CHECKING, Any

from lemke.certificate import Equilibrium, EquilibriumRanges
from lemke.errors import InputError, require_flag, require_type, type_name
from lemke.forms.sequence_form import SequenceForm, TracingPath
from lemke.game import Game
from lemke.game.strategy import Profile
from lemke.io.source import write_atomically
from lemke.show import PictureFormat as PictureFormat
from lemke.show import plots
from lemke.show.drawing.canvas import pdf, png
from lemke.show.drawing.excerpt import DrawnNode as DrawnNode
from lemke.show.drawing.excerpt import excerpt as excerpt
from lemke.show.drawing.marks import marks
from lemke.show.drawing.matrices import matrix_picture
from lemke.show.drawing.picture import Picture as Picture
from lemke.show.drawing.svg import svg
from lemke.show.drawing.tikz import tikz
from lemke.show.drawing.tree import tree_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure


NODES = 200
"""The most nodes drawn, by default."""
DEPTH = 24
"""The most moves drawn on a path through the tree, by default."""


FORMATS: dict[PictureFormat, Callable[[Picture], str | bytes]] = {"svg": svg, "png": png, "pdf": pdf, "tex": tikz}
"""The function that turns a picture into the content of a file, by the suffix of files."""


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
    *suffixes, last = (f".{form}" for form in FORMATS)
    raise InputError(f"the file {name}, expected a name that ends in {', '.join(suffixes)} or {last}")


@dataclass(frozen=True)
class Drawing:
    """A picture, which notebooks show. Made by :func:`draw`.

    Attributes
    ----------
    picture : Picture or matplotlib.figure.Figure
        The content as plain data; for a path or ranges, a figure.
    """

    picture: Picture | Figure

    @cached_property
    def svg(self) -> str:
        """The picture as SVG, for a file or to be put into a page.

        Its colours follow the page's ``color-scheme``, light or dark. A page may set them by the custom properties
        ``--lemke-ink``, ``--lemke-paper``, ``--lemke-player1`` and so on. Texts stay texts.
        """
        return str(self.content("svg"))

    @cached_property
    def png(self) -> bytes:
        """The picture as pixels, 200 per inch."""
        return bytes(self.content("png"))

    @cached_property
    def pdf(self) -> bytes:
        """The picture as PDF, in its size; texts stay texts."""
        return bytes(self.content("pdf"))

    @cached_property
    def tikz(self) -> str:
        """The picture as a LaTeX document with TikZ; not for a path or ranges."""
        return str(self.content("tex"))

    def content(self, form: PictureFormat) -> Any:
        """Return the content of a file in a format, text or bytes; always the same for the same picture.

        Raises InputError if the format is unknown or cannot show a plot (TikZ); LimitError if a limit is reached.
        """
        if form not in FORMATS:
            raise InputError(f"the format {form!r}, expected one of {', '.join(FORMATS)}")
        if isinstance(self.picture, Picture):
            return FORMATS[form](self.picture)
        if form == "tex":
            raise InputError("a plot in the format 'tex', expected svg, png or pdf")
        return plots.saved(self.picture, form)

    def save(self, path: str | os.PathLike[str], form: PictureFormat | None = None) -> None:
        """Write the picture to a file, by default in the format of its suffix; the same picture gives the same bytes.

        Raises InputError if the format is unknown, or the file cannot be written.
        """
        write_atomically(path, self.content(picture_format(os.fspath(path)) if form is None else form))

    def traced_svg(self, name: str) -> str:
        """Return the picture of a tree as SVG with attributes ``data-nodes``: the nodes to which an element belongs.

        Nodes are indices in the :func:`excerpt`. The name must be unique in the page that contains the picture.
        """
        if not isinstance(self.picture, Picture):
            raise InputError("a plot with nodes, expected the picture of a tree")
        return svg(self.picture, name)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        if isinstance(self.picture, Picture):
            title, wide, high = self.picture.title, self.picture.width, self.picture.height
        else:
            title, (wide, high) = self.picture.get_suptitle(), 72 * self.picture.get_size_inches()
        return f"<Drawing of {title!r}, {wide:.0f} × {high:.0f} points>"


def draw(
    subject: Game | SequenceForm | TracingPath[Any] | EquilibriumRanges,
    profile: Profile | Equilibrium | None = None,
    *,
    down: bool = False,
    nodes: int = NODES,
    depth: int = DEPTH,
    subgames: bool = False,
    containing: Sequence[int | str] = (),
    augmented: int | None = None,
) -> Drawing:
    """Draw the tree of a game, the matrices of a sequence form, Lemke's path, or ranges over all equilibria.

    In a tree, moves have their labels, chance moves their exact probabilities, and leaves their payoffs; a dashed link
    joins the nodes of an information set. Large games are drawn as an excerpt, in which subtrees are folded into
    triangles that show their sizes. Subtrees far from the root are folded first, and smaller ones before larger ones;
    with a profile, the subtrees that it does not reach come before all others.

    For matrices, the picture shows where A, B, E, F and the blocks of the LCP have entries; for a path, z0 and both
    players' plans over the pivots; for ranges, the least and the greatest probability of every move.

    Parameters
    ----------
    subject : Game, SequenceForm, TracingPath or EquilibriumRanges
        A game may have any number of players and any recall.
    profile : Profile | Equilibrium | None
        A profile of the game. Then moves have their exact probabilities; played moves are thick, moves of probability 0
        pale.
    down : bool
        Whether play goes downwards, as in textbooks, instead of from left to right with a row for every leaf.
    nodes, depth : int
        The most nodes of a tree, and the most moves on a path through it, that are drawn.
    subgames : bool
        Whether proper subgames, other than the game itself, are shaded.
    containing : sequence of int or str
        Nodes in breadth-first order, or histories as ``lemke subgames`` reads them: the smallest imperfect-information
        subgame that contains them is shaded.
    augmented : int | None
        A player, 0, 1, …: instead of information sets, nodes of this player's augmented information sets are linked.

    Returns
    -------
    Drawing
        With ``svg``, ``png``, ``pdf``, ``tikz`` and ``save``; notebooks show it.

    Raises
    ------
    InputError, ProfileError, ProbabilityError
        The subject cannot be drawn, the profile is not one of the game, or ``nodes`` is below 1.
    LimitError
        A limit is reached.

    >>> from lemke.generators import kuhn
    >>> from lemke.forms.sequence_form import sequence_form
    >>> draw(kuhn(3))
    <Drawing of 'Kuhn poker, 3 cards', ... points>
    >>> "LCP, 40 variables" in draw(sequence_form(kuhn(3))).svg
    True
    """
    require_flag(down, "down")
    require_flag(subgames, "subgames")
    require_type(nodes, Integral, "a whole number of nodes", "nodes")
    require_type(depth, Integral, "a whole number of moves", "a depth")
    match subject:
        case Game():
            marked = marks(subject, subgames, containing, augmented)
            return Drawing(tree_picture(subject, profile, down, nodes, depth, marked))
        case SequenceForm() if profile is None:
            return Drawing(matrix_picture(subject))
        case TracingPath() if profile is None:
            return Drawing(plots.path(subject))
        case EquilibriumRanges() if profile is None:
            return Drawing(plots.ranges(subject))
    alone = " with a profile" if profile is not None else ", a SequenceForm, a TracingPath or EquilibriumRanges"
    raise InputError(f"an object of type {type_name(subject)}, expected a Game{alone}")
