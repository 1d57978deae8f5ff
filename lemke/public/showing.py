"""Games and results shown: pictures and web pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from lemke.certificate import Equilibrium, EquilibriumRanges, EquilibriumSets, ProvedPlans
from lemke.errors import InputError, type_name
from lemke.forms.normal_form import AllEquilibria
from lemke.forms.sequence_form import SequenceForm, TracingPath
from lemke.game.played import Played
from lemke.game.strategy import Missing
from lemke.public.accepted import GameLike, ProfileLike, as_game, check_choice, check_flags
from lemke.public.profiles import as_claim, as_profile
from lemke.public.profiles import profile as profile_of
from lemke.public.solving import solve
from lemke.show import drawing
from lemke.show.drawing import Drawing
from lemke.show.web_page import WebPage
from lemke.solvers.pure_equilibria import PureEquilibria
from lemke.solvers.refinements import REFINEMENTS
from lemke.studies import report as reporting
from lemke.studies.parametric import ParametricGame, Sweep

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Drawable: TypeAlias = SequenceForm | TracingPath[Equilibrium] | TracingPath[ProvedPlans] | EquilibriumRanges
Reportable: TypeAlias = Equilibrium | EquilibriumSets | AllEquilibria | PureEquilibria | Sweep


def draw(
    subject: GameLike | Drawable,
    profile: ProfileLike | None = None,
    *,
    down: bool = False,
    depth: int | None = None,
    subgames: bool = False,
    augmented: int | None = None,
    ax: Axes | Sequence[Axes] | None = None,
    normalize: bool = False,
    missing: Missing = None,
) -> Drawing:
    """Draw the tree of a game, the matrices of a sequence form, Lemke's path, or ranges over all equilibria.

    A tree shows the labels of moves, the exact probabilities of chance moves, and the payoffs at leaves. Numbers of
    more than 11 characters are shortened (… or ≈). A dashed link joins the nodes of an information set. A triangle
    represents a folded subtree and shows the size of this subtree.

    For matrices, the picture shows where A, B, E, F and the blocks of the LCP have entries; for a path, z0 and both
    players' plans over the pivots; for ranges, the least and the greatest probability of every move.

    Parameters
    ----------
    subject : game, SequenceForm, TracingPath or EquilibriumRanges
        A game as in :func:`lemke.solve`, with any number of players and any recall.
    profile : profile, optional
        As in :func:`lemke.profile`. With a profile, the tree shows the exact probabilities of all moves. Edges that
        play may take are thick; edges of moves with probability 0 are pale. Beliefs that are stated, or that the proof
        of a refinement gives, are in brackets at the nodes.
    down : bool
        Whether the root of a tree is on top, as in textbooks. By default it is on the left.
    depth : int, optional
        The depth at which the tree is cut; subtrees below it are folded. By default the largest depth at which at most
        200 nodes are drawn.
    subgames : bool
        Whether proper subgames of a game, other than the game itself, are shaded.
    augmented : int, optional
        A player of the game, 0, 1, …. Links then show this player's augmented information sets, instead of all
        information sets.
    ax : matplotlib.axes.Axes, three of them for a path, optional
        Axes on which the picture is drawn as well, as large as the Axes are now. For a path, the Axes of z0 and of
        both players' plans.
    normalize, missing
        As in :func:`lemke.profile`.

    Returns
    -------
    Drawing
        It has ``svg``, ``content`` and ``save``; notebooks show it.

    Raises
    ------
    InputError, ProfileError, NumberError
        The subject cannot be drawn, the profile is not one of the game, an option is only for games, ``depth`` is below
        0, or a player is unknown.

    >>> import lemke
    >>> lemke.draw("example:kuhn3")
    <Drawing of 'Kuhn poker, 3 cards', ... points>
    >>> "LCP, 40 variables" in lemke.draw(lemke.sequence_form("example:kuhn3")).svg
    True
    """
    check_flags(down=down, subgames=subgames)
    if isinstance(subject, SequenceForm | TracingPath | EquilibriumRanges):
        if profile is not None or down or subgames or depth is not None or augmented is not None:
            raise InputError(f"{type_name(subject)} with a profile or an option of trees, expected a game")
        return drawing.draw(subject, ax=ax)
    tree = as_game(subject)
    stated: Played | None = None
    if isinstance(profile, Played):  # with its beliefs
        as_profile(tree, profile)
        stated = profile
    elif profile is not None:
        stated = profile_of(tree, profile, normalize, missing)
    return drawing.draw(tree, stated, down=down, depth=depth, subgames=subgames, augmented=augmented, ax=ax)


def report(
    game: GameLike | ParametricGame,
    profile: ProfileLike | Sequence[ProfileLike] | Reportable | None = None,
    normalize: bool = False,
    missing: Missing = None,
    refine: str | None = None,
) -> WebPage:
    """Return a report as a self-contained web page, which loads nothing.

    The page shows the game, its tree and its sequence form, the strategies with exact and decimal probabilities,
    payoffs and regrets, beliefs if a proof gives them, the path that led to the equilibrium if it is short and exact,
    and the certificate to save. If there are several equilibria, a slider chooses which one is shown. The same game and
    profile give the same page.

    Parameters
    ----------
    game : game or ParametricGame
        As in :func:`lemke.solve`; for a sweep, the game with the parameter.
    profile : profile, list of profiles, or a result, optional
        An equilibrium of the game; profiles as in :func:`lemke.profile`, which are judged first; a result of
        :func:`lemke.enumerate` or :func:`lemke.sweep`. By default the equilibrium that :func:`lemke.solve` finds.
    normalize, missing
        As in :func:`lemke.profile`.
    refine : str, optional
        A refinement for which given profiles are judged, too, as in :func:`lemke.verify`.

    Raises
    ------
    GameError, RecallError
        The game does not have two players with perfect recall.
    ProfileError
        A profile does not fit the game, or the equilibria or the sweep belong to another game.

    >>> import lemke
    >>> page = lemke.report("example:kuhn3")
    >>> page, "An equilibrium, proved: both regrets are exactly 0." in page.html
    (<WebPage 'Kuhn poker, 3 cards: an equilibrium, proved'>, True)
    """
    if isinstance(game, ParametricGame):
        if not isinstance(profile, Sweep):
            raise InputError(f"a ParametricGame with {type_name(profile)}, expected its Sweep")
        return reporting.report(game, profile)
    tree = as_game(game)
    if refine is not None:
        check_choice("refine", refine, REFINEMENTS)
    if profile is None and refine is not None:
        return reporting.report(tree, solve(tree, refine=refine))
    if profile is None or isinstance(profile, Reportable):
        if refine is not None:
            raise InputError("refine with a result that is proved, expected it with profiles that are judged")
        return reporting.report(tree, profile)
    if isinstance(profile, list | tuple) and not profile:
        raise InputError("an empty list of profiles, expected one or more")
    return reporting.report(tree, [as_claim(tree, single, normalize, missing) for single in _several(profile)], refine)


def _several(profile: ProfileLike | Sequence[ProfileLike]) -> Sequence[ProfileLike]:
    """Return profiles in a list as they are, a single profile as a list."""
    return profile if isinstance(profile, list | tuple) else [profile]  # type: ignore[list-item]  # a text is one
