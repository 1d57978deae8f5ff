"""Pictures of game trees, of the matrices that games make, of Lemke's path, and of what all equilibria play.

:func:`draw` is the one way in. A picture is plain data (:mod:`~lemke.show.drawing.picture`), which SVG, TikZ and
matplotlib draw alike; plots of paths and ranges are made by matplotlib (:mod:`lemke.show.plots`). Of a tree, an
excerpt is chosen first (:mod:`~lemke.show.drawing.excerpt`), then laid out (:mod:`~lemke.show.drawing.layout`), linked
and written on.
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
"""How many nodes are drawn, if nothing else is said."""
DEPTH = 24
"""How many moves on a path are drawn, if nothing else is said."""


FORMATS: dict[PictureFormat, Callable[[Picture], str | bytes]] = {"svg": svg, "png": png, "pdf": pdf, "tex": tikz}
"""What makes a file's content of a picture, by the suffix of files."""


def picture_format(name: str) -> PictureFormat:
    """Return the format that a file's name asks for; SVG for ``-``, the standard output.

    Raises InputError for another suffix, or none.

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
    """A picture, shown by notebooks as it is. Made by :func:`draw`.

    Attributes
    ----------
    picture : Picture or matplotlib.figure.Figure
        All there is to draw: plain data; of a path or of ranges, a figure.
    """

    picture: Picture | Figure

    @cached_property
    def svg(self) -> str:
        """The picture as SVG: a file of its own, which may as well stand in a page.

        Its colours are those of the page's ``color-scheme``, light or dark; a page may set them by the custom
        properties ``--lemke-ink``, ``--lemke-paper``, ``--lemke-player1`` and so on. Texts stay texts.
        """
        return str(self.content("svg"))

    @cached_property
    def png(self) -> bytes:
        """The picture as pixels, 200 per inch."""
        return bytes(self.content("png"))

    @cached_property
    def pdf(self) -> bytes:
        """The picture as PDF, in its size; texts are texts."""
        return bytes(self.content("pdf"))

    @cached_property
    def tikz(self) -> str:
        """The picture as a document for LaTeX, by TikZ; not of a path or of ranges."""
        return str(self.content("tex"))

    def content(self, form: PictureFormat) -> Any:
        """Return the content of a file in a format, text or bytes: always the same for the same picture.

        Raises InputError for another format, and for a plot as TikZ; LimitError if a limit is reached.
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

        Raises InputError for another format, and if the file cannot be written.
        """
        write_atomically(path, self.content(picture_format(os.fspath(path)) if form is None else form))

    def traced_svg(self, name: str) -> str:
        """Return the picture of a tree as SVG whose attributes ``data-nodes`` say whose nodes elements are.

        These are places in the :func:`excerpt`. The name is to be unique in the page that the picture stands in.
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
    """Draw the tree of a game, the matrices of a sequence form, Lemke's path, or what all equilibria play.

    In a tree, moves have their labels, chance moves their exact probabilities, leaves the payoffs, nodes of an
    information set a dashed link. Large games are drawn as an excerpt: subtrees are folded into triangles that tell
    their sizes, those far from the root first and the smaller ones before the larger ones; with a profile, first those
    it does not reach. Of matrices it is drawn where A, B, E and F and the blocks of the LCP have entries; of a path, z0
    and both players' plans by pivots; of ranges, the least and the greatest probability of every move.

    Parameters
    ----------
    subject : Game, SequenceForm, TracingPath or EquilibriumRanges
        A game may have any number of players and any recall.
    profile : Profile | Equilibrium | None
        Of the game: moves have their exact probabilities then; those that are played are thick, those of probability 0
        pale.
    down : bool
        Whether play goes downwards, as in textbooks, instead of from left to right, where every leaf is a row.
    nodes, depth : int
        How many nodes of a tree, and how many moves on a path through it, are drawn at most.
    subgames : bool
        Whether proper subgames, but for the game itself, stand on shaded ground.
    containing : sequence of int or str
        Nodes in breadth-first order, or histories as ``lemke subgames`` reads them: the smallest imperfect-information
        subgame that holds them is shaded.
    augmented : int | None
        A player, 0, 1, …: instead of information sets, nodes of this player's augmented information sets are linked.

    Returns
    -------
    Drawing
        With ``svg``, ``png``, ``pdf``, ``tikz`` and ``save``; notebooks show it.

    Raises
    ------
    InputError, ProfileError, ProbabilityError
        For a subject that cannot be drawn, what is no profile of the game, and limits below one node.
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
