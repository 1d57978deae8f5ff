"""Pictures of game trees, of the matrices of the sequence form, of Lemke's path, and of ranges over all equilibria.

The function to call is :func:`draw`. The picture of a tree or of matrices is plain data
(:mod:`~lemke.show.drawing.picture`). Functions for SVG, TikZ and matplotlib draw this data in the same way. Pictures of
paths and ranges are figures of matplotlib (:mod:`lemke.show.plots`). For a tree, an excerpt is chosen
(:mod:`~lemke.show.drawing.excerpt`) and laid out (:mod:`~lemke.show.drawing.layout`); then links and texts are added.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass
from functools import cached_property
from numbers import Integral
from typing import TYPE_CHECKING, Any

from lemke.certificate import Equilibrium, EquilibriumRanges
from lemke.errors import InputError, require_flag, require_type, type_name
from lemke.forms.sequence_form import SequenceForm, TracingPath
from lemke.game import Game
from lemke.game.strategy import Profile
from lemke.ground.rational import shown
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
"""The largest number of nodes drawn, by default."""
DEPTH = 24
"""The largest number of moves drawn on a path through the tree, by default."""


FORMATS: dict[PictureFormat, Callable[[Picture], str | bytes]] = {"svg": svg, "png": png, "pdf": pdf, "tex": tikz}
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
    *suffixes, last = (f".{form}" for form in FORMATS)
    raise InputError(f"the file {name}, expected a name that ends in {', '.join(suffixes)} or {last}")


@dataclass(frozen=True)
class Drawing:
    """A picture, which notebooks show. :func:`draw` returns it.

    Attributes
    ----------
    picture : Picture or matplotlib.figure.Figure
        Plain data, or a figure for a path or ranges.
    """

    picture: Picture | Figure

    @cached_property
    def svg(self) -> str:
        """The picture as SVG, for a file or for insertion into a page.

        Texts are not converted to outlines. The colors of trees and matrices follow the page's ``color-scheme``, light
        or dark. A page may set colors by the custom properties ``--lemke-ink``, ``--lemke-paper``, ``--lemke-player1``
        and so on. A path and ranges have fixed colors on white.
        """
        return str(self.content("svg"))

    @cached_property
    def png(self) -> bytes:
        """The picture as pixels, 200 per inch; a tree or matrices have fewer if a side would exceed 12 000 pixels."""
        return bytes(self.content("png"))

    @cached_property
    def pdf(self) -> bytes:
        """The picture as PDF, in its own size; texts are not converted to outlines."""
        return bytes(self.content("pdf"))

    @cached_property
    def tikz(self) -> str:
        """The picture as a LaTeX document with TikZ; an InputError for a path or ranges."""
        return str(self.content("tex"))

    def content(self, form: PictureFormat) -> Any:
        """Return the content of a file in a format, text or bytes; always the same for the same picture.

        Raises InputError if the format is unknown, or is TikZ for a path or ranges; LimitError if a limit is reached.
        """
        if form not in FORMATS:
            raise InputError(f"the format {shown(form)}, expected one of {', '.join(FORMATS)}")
        if isinstance(self.picture, Picture):
            return FORMATS[form](self.picture)
        if form == "tex":
            raise InputError("a plot in the format 'tex', expected svg, png or pdf")
        return plots.file_content(self.picture, form)

    def save(self, path: str | os.PathLike[str], form: PictureFormat | None = None) -> None:
        """Write the picture to a file, by default in the format of the file's suffix.

        The same picture always gives the same bytes.

        Raises the errors of :meth:`content`, and an InputError if the suffix is unknown or the file cannot be written.
        """
        write_atomically(path, self.content(picture_format(os.fspath(path)) if form is None else form))

    def traced_svg(self, name: str) -> str:
        """Return the picture of a tree as SVG whose elements have an attribute ``data-nodes``.

        The attribute lists the nodes to which the element belongs, as indices in the :func:`excerpt`. The ``name`` of
        the picture must be unique in the page. Raises InputError for a path or ranges.
        """
        if not isinstance(self.picture, Picture):
            raise InputError("a plot, expected the picture of a tree, whose elements belong to nodes")
        return svg(self.picture, name)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        if isinstance(self.picture, Picture):
            title, width, height = self.picture.title, self.picture.width, self.picture.height
        else:
            title, (width, height) = self.picture.get_suptitle(), 72 * self.picture.get_size_inches()
        return f"<Drawing of {title!r}, {width:.0f} × {height:.0f} points>"


def _is_set(containing: object) -> bool:
    return containing is not None and not (isinstance(containing, Sized) and len(containing) == 0)


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

    A tree shows the labels of moves, the exact probabilities of chance moves, and the payoffs at leaves. Numbers of
    more than 11 characters are shortened (… or ≈). A dashed link joins the nodes of an information set. Large games are
    drawn as an excerpt: triangles represent folded subtrees and show the sizes of these subtrees. Subtrees far from the
    root are folded first, and at one depth small subtrees before large ones. With a profile, subtrees that the profile
    does not reach are folded before all others, and at one depth unlikely subtrees before likely ones, whatever their
    sizes.

    For matrices, the picture shows where A, B, E, F and the blocks of the LCP have entries; for a path, z0 and both
    players' plans over the pivots; for ranges, the least and the greatest probability of every move.

    Parameters
    ----------
    subject : Game, SequenceForm, TracingPath or EquilibriumRanges
        A game may have any number of players and any recall. The other parameters are for games.
    profile : Profile | Equilibrium | None
        A profile of the game. With a profile, the tree shows the exact probabilities of all moves. Edges that play may
        take are thick; edges of moves with probability 0 are pale.
    down : bool
        Whether the root is on top, as in textbooks. By default it is on the left.
    nodes, depth : int
        The largest number of nodes drawn, and of moves drawn on a path through the tree.
    subgames : bool
        Whether proper subgames, other than the game itself, are shaded.
    containing : sequence of int or str
        Nodes by their breadth-first number, or histories as ``lemke subgames`` reads them. The smallest
        imperfect-information subgame that contains these nodes is shaded.
    augmented : int | None
        A player, 0, 1, …. Links then show this player's augmented information sets, instead of all information sets.

    Returns
    -------
    Drawing
        It has ``svg``, ``png``, ``pdf``, ``tikz`` and ``save``; notebooks show it.

    Raises
    ------
    InputError, ProfileError, ProbabilityError
        The subject cannot be drawn, the profile is not one of the game, an option is only for games, ``nodes`` is below
        1, ``depth`` is below 0, or a player, node or history is unknown.
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
    sizes = {"down": down, "nodes": nodes != NODES, "depth": depth != DEPTH}
    options = {**sizes, "subgames": subgames, "containing": _is_set(containing), "augmented": augmented is not None}
    if not isinstance(subject, Game) and (option := next((name for name, is_set in options.items() if is_set), None)):
        raise InputError(f"{option} with an object of type {type_name(subject)}, expected {option} only with a Game")
    match subject:
        case Game():
            tree_marks = marks(subject, subgames, containing, augmented)
            return Drawing(tree_picture(subject, profile, down, nodes, depth, tree_marks))
        case SequenceForm() if profile is None:
            return Drawing(matrix_picture(subject))
        case TracingPath() if profile is None:
            return Drawing(plots.path(subject))
        case EquilibriumRanges() if profile is None:
            return Drawing(plots.ranges(subject))
    expected = "a Game, a SequenceForm, a TracingPath or EquilibriumRanges"
    if profile is not None:
        expected = "a Game, the only subject that is drawn with a profile"
    raise InputError(f"an object of type {type_name(subject)}, expected {expected}")
