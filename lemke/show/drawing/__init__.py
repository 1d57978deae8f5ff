"""Pictures of game trees and of the matrices that games make.

A picture is plain data (:mod:`~lemke.show.drawing.picture`), which SVG, TikZ and matplotlib draw alike. Of a tree, an
excerpt is chosen first (:mod:`~lemke.show.drawing.excerpt`), then laid out by igraph
(:mod:`~lemke.show.drawing.layout`), linked and written on.
"""

from __future__ import annotations

from lemke.certificate import Equilibrium
from lemke.errors import InputError
from lemke.forms.sequence_form import SequenceForm
from lemke.game import CHANCE, Game
from lemke.game.strategy import Profile, check_profile
from lemke.game.tree import require_game
from lemke.show.drawing.captions import captions
from lemke.show.drawing.excerpt import drawn_sets, excerpt
from lemke.show.drawing.files import FORMATS, Form, form_of
from lemke.show.drawing.framing import framed
from lemke.show.drawing.layout import across
from lemke.show.drawing.links import links
from lemke.show.drawing.matrices import matrix_picture
from lemke.show.drawing.orientation import SIDEWAYS, downward
from lemke.show.drawing.picture import Picture
from lemke.show.drawing.svg import svg
from lemke.show.drawing.tikz import tikz
from lemke.show.drawing.tree import Scene

__all__ = [
    "FORMATS",
    "Form",
    "Picture",
    "form_of",
    "matrix_picture",
    "matrix_svg",
    "tree_picture",
    "tree_svg",
    "tree_tikz",
]

NODES = 200
"""How many nodes are drawn, if nothing else is said."""
DEPTH = 24
"""How many moves on a path are drawn, if nothing else is said."""


def tree_picture(
    game: Game,
    profile: Profile | Equilibrium | None = None,
    *,
    down: bool = False,
    nodes: int = NODES,
    depth: int = DEPTH,
) -> Picture:
    """Return the picture of a game tree, for any number of players and any recall.

    Moves have their labels, chance moves their exact probabilities, leaves the payoffs, nodes of an information set a
    dashed link. Large games are drawn as an excerpt: subtrees are folded into triangles that tell their sizes, those
    far from the root first and the smaller ones before the larger ones; with a profile, first those it does not reach.

    Parameters
    ----------
    game : Game
    profile : Profile | Equilibrium | None
        With one, moves have their probabilities too, those that are played are thick, those of probability 0 pale.
    down : bool
        Whether play goes downwards, as in textbooks, instead of from left to right, where every leaf is a row.
    nodes : int
        How many nodes are drawn at most, one at least.
    depth : int
        How many moves are drawn on a path at most.

    Raises
    ------
    InputError, ProfileError, ProbabilityError
        For fewer nodes or moves than that, or what is no game or no profile of it.
    LimitError
        A limit of the watch is reached.

    >>> from lemke.generators import kuhn
    >>> picture = tree_picture(kuhn(3))
    >>> picture.title, "1-2 1/6" in [text.words for text in picture.texts]
    ('Kuhn poker, 3 cards', True)
    """
    require_game(game)
    played = profile.profile if isinstance(profile, Equilibrium) else profile
    if played is not None:
        check_profile(game, played)
    if nodes < 1 or depth < 0:
        raise InputError(f"{nodes} nodes down to depth {depth}, expected at least 1 node and depth 0")
    drawn = excerpt(game, played, nodes, depth)
    sets = drawn_sets(game, drawn)
    places, texts = across(drawn), captions(game, drawn, sets)
    way = downward(drawn, places, texts) if down else SIDEWAYS
    hidden_from = {index: own for index, own in sets.items() if game.information_sets[index].player != CHANCE}
    scene = Scene(game, drawn, places, texts, links(drawn, places, hidden_from), way)
    return framed(game, played, drawn, scene.items())


def tree_svg(
    game: Game,
    profile: Profile | Equilibrium | None = None,
    *,
    down: bool = False,
    nodes: int = NODES,
    depth: int = DEPTH,
) -> str:
    """Return :func:`tree_picture` as SVG, a file of its own that may as well stand in a page.

    Its colours are those of the page's ``color-scheme``, light or dark; a page may set them by the custom properties
    ``--lemke-ink``, ``--lemke-paper``, ``--lemke-player1`` and so on. Texts stay texts.

    >>> from lemke.generators import kuhn
    >>> tree_svg(kuhn(3)).startswith("<svg xmlns=")
    True
    """
    return svg(tree_picture(game, profile, down=down, nodes=nodes, depth=depth))


def tree_tikz(
    game: Game,
    profile: Profile | Equilibrium | None = None,
    *,
    down: bool = False,
    nodes: int = NODES,
    depth: int = DEPTH,
) -> str:
    r"""Return :func:`tree_picture` as a document for LaTeX, by TikZ.

    >>> from lemke.generators import kuhn
    >>> tree_tikz(kuhn(3)).splitlines()[1]
    '\\documentclass[tikz,border=2pt]{standalone}'
    """
    return tikz(tree_picture(game, profile, down=down, nodes=nodes, depth=depth))


def matrix_svg(form: SequenceForm) -> str:
    """Return :func:`matrix_picture` as SVG.

    >>> from lemke.generators import kuhn
    >>> from lemke.forms.sequence_form import sequence_form
    >>> "LCP, 40 variables" in matrix_svg(sequence_form(kuhn(3)))
    True
    """
    return svg(matrix_picture(form))
