"""Pictures of games for programs and notebooks: drawn by :mod:`lemke.show.drawing`, saved whole or not at all."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property

from lemke.certificate import Equilibrium
from lemke.errors import InputError
from lemke.forms.sequence_form import sequence_form
from lemke.game import Game
from lemke.game.strategy import Profile
from lemke.io.source import write_atomically
from lemke.show.drawing import DEPTH, FORMATS, NODES, Form, Picture, form_of, matrix_picture, tree_picture


@dataclass(frozen=True)
class Drawing:
    """A picture, shown by notebooks as it is. Made by :func:`draw`.

    Attributes
    ----------
    picture : Picture
        All there is to draw, as plain data.
    """

    picture: Picture

    @cached_property
    def svg(self) -> str:
        """The picture as SVG: a file of its own, which may as well stand in a page."""
        return str(FORMATS["svg"](self.picture))

    @cached_property
    def tikz(self) -> str:
        """The picture as a document for LaTeX, by TikZ."""
        return str(FORMATS["tex"](self.picture))

    def save(self, path: str | os.PathLike[str], form: Form | None = None) -> None:
        """Write the picture to a file: .svg, .png, .pdf or .tex; the same picture gives the same bytes.

        Parameters
        ----------
        path : str or path
        form : ``"svg"``, ``"png"``, ``"pdf"``, ``"tex"`` or None
            The format; that of the file's suffix by default.

        Raises
        ------
        InputError
            For another format, and if the file cannot be written.
        """
        if form is not None and form not in FORMATS:
            raise InputError(f"the format {form!r}, expected one of {', '.join(FORMATS)}")
        write_atomically(path, FORMATS[form or form_of(os.fspath(path))](self.picture))

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Drawing of {self.picture.title!r}, {self.picture.width:.0f} × {self.picture.height:.0f} points>"


def draw(
    game: Game,
    profile: Profile | Equilibrium | None = None,
    path: str | os.PathLike[str] | None = None,
    *,
    down: bool = False,
    nodes: int = NODES,
    depth: int = DEPTH,
    matrix: bool = False,
) -> Drawing:
    """Draw the tree of a game, with the probabilities of a profile if there is one; or the matrices of the game.

    Large games are drawn as an excerpt: subtrees are folded into triangles that tell their sizes.

    Parameters
    ----------
    game : Game
        Of any number of players, with any recall.
    profile : Profile | Equilibrium | None
        Moves have their exact probabilities then; those that are played are thick, those of probability 0 pale.
    path : str, path or None
        A file to write the picture to as well: .svg, .png, .pdf or .tex.
    down : bool
        Whether play goes downwards, as in textbooks, instead of from left to right, where every leaf is a row.
    nodes, depth : int
        How many nodes, and how many moves on a path, are drawn at most.
    matrix : bool
        Whether to draw, instead of the tree, where A, B, E and F of the sequence form and the blocks of the LCP have
        entries; for two players with perfect recall.

    Returns
    -------
    Drawing
        With ``svg``, ``tikz`` and ``save``; notebooks show it.

    Raises
    ------
    InputError, ProfileError, ProbabilityError
        For what is no game or no profile of it, for limits below one node, a file that cannot be written.
    PlayersError, RecallError
        For matrices of another game than one of two players with perfect recall.
    LimitError
        A limit of the watch is reached.

    >>> from lemke.generators import kuhn
    >>> draw(kuhn(3))
    <Drawing of 'Kuhn poker, 3 cards', ...>
    """
    if path is not None:
        form_of(os.fspath(path))  # before any work
    if matrix:
        drawing = Drawing(matrix_picture(sequence_form(game)))
    else:
        drawing = Drawing(tree_picture(game, profile, down=down, nodes=nodes, depth=depth))
    if path is not None:
        drawing.save(path)
    return drawing


def tree_html(game: Game) -> str:
    """Return what a notebook shows of a game: its tree, to be scrolled where it is wide."""
    return f'<div style="overflow:auto">{draw(game).svg}</div>'
