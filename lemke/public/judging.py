"""Profiles judged exactly on the tree: payoffs and regrets, reach probabilities, counterfactual values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from lemke.certificate import SEQUENTIAL, Judge, Verdict
from lemke.errors import InputError, require_type
from lemke.game import best_response
from lemke.game import reach as reaching
from lemke.game.best_response import Counterfactual
from lemke.game.reach import Reach
from lemke.game.strategy import Missing, beliefs_by_name
from lemke.public.accepted import GameLike, Moves, ProfileLike, as_game, check_choice, check_whole
from lemke.public.profiles import as_claim, as_profile
from lemke.solvers.refinements import REFINEMENTS, judged_claim

BeliefsLike: TypeAlias = Mapping[str, Moves] | Mapping[tuple[int, str], Moves]
"""Probabilities of the nodes by information set."""


def verify(
    game: GameLike,
    profile: ProfileLike,
    normalize: bool = False,
    missing: Missing = None,
    *,
    refine: str | None = None,
    beliefs: BeliefsLike | None = None,
) -> Verdict:
    """Judge a profile exactly: payoffs, best responses and regrets, by backward induction on the tree.

    All claims of an equilibrium or a certificate are judged, as by ``lemke verify``: payoffs, plans, duals, a
    refinement. Time is linear in the tree.

    Parameters
    ----------
    game : game
        As in :func:`lemke.solve`, with any number of players.
    profile : profile
        As in :func:`lemke.profile`.
    refine : str, optional
        A further refinement to judge, in :data:`~lemke.solvers.refinements.REFINEMENTS`.
    beliefs : mapping, optional
        With ``refine="sequential"``: from names of information sets to the probabilities of the nodes
        (:func:`~lemke.game.strategy.beliefs_by_name`).
    normalize, missing
        As in :func:`lemke.profile`.

    Returns
    -------
    Verdict
        ``is_equilibrium``, ``payoffs``, ``regrets``; ``objections`` has the false claims, ``refinements`` the
        objections to each refinement that is judged, ``dominated`` the plan or moves that refute one. ``holds`` is True
        if all claims are true.

    Raises
    ------
    RecallError
        Unless all players have perfect recall.
    GameError
        For a refinement other than ``"subgame-perfect"``, unless the game has two players.
    ProfileError, NumberError, FormatError
        If the profile or the beliefs do not fit the game.

    >>> import lemke
    >>> lemke.verify("example:kuhn3", lemke.solve("example:kuhn3")).is_equilibrium
    True
    >>> lemke.verify("example:kuhn3", {}, missing="uniform").regrets
    (mpq(3,8), mpq(13,24))
    """
    tree = as_game(game)
    if refine is not None:
        check_choice("refine", refine, REFINEMENTS)
    claim = as_claim(tree, profile, normalize, missing)
    if beliefs is not None:
        if refine != SEQUENTIAL:
            raise InputError(f"beliefs with refine={refine!r}, expected refine={SEQUENTIAL!r}")
        require_type(beliefs, Mapping, "a mapping", "beliefs")
        claim = replace(claim, beliefs=beliefs_by_name(tree, beliefs))
    return judged_claim(Judge.of_any(tree), claim, refine)


def reach(game: GameLike, profile: ProfileLike, *, normalize: bool = False, missing: Missing = None) -> Reach:
    """Return the probabilities with which a profile reaches the nodes and information sets, and the beliefs there.

    Parameters
    ----------
    game : game
        As in :func:`lemke.solve`; any number of players and any recall.
    profile, normalize, missing
        As in :func:`lemke.profile`.

    >>> import lemke
    >>> reach = lemke.reach("example:matching_pennies", {"1": {"1": ["1/3", "2/3"]}, "2": {"1": [1, 0]}})
    >>> reach.nodes.tolist()
    [mpq(1,1), mpq(1,3), mpq(2,3), mpq(1,3), mpq(0,1), mpq(2,3), mpq(0,1)]
    """
    tree = as_game(game)
    return reaching.reach(tree, as_profile(tree, profile, normalize, missing))


def counterfactual(
    game: GameLike, profile: ProfileLike, player: int, *, normalize: bool = False, missing: Missing = None
) -> Counterfactual:
    """Return a player's counterfactual values under a profile, and the player's counterfactual best response.

    Parameters
    ----------
    game : game
        As in :func:`lemke.solve`, with any number of players.
    profile, normalize, missing
        As in :func:`lemke.profile`.
    player : int
        0, 1, …

    Raises
    ------
    RecallError
        If a player does not have perfect recall.
    GameError
        If there is no such player.

    >>> import lemke
    >>> values = lemke.counterfactual("example:kuhn3", lemke.solve("example:kuhn3"), 0)
    >>> values.is_counterfactual_best_response
    True
    """
    check_whole("player", player, 0)
    tree = as_game(game)
    return best_response.counterfactual(tree, as_profile(tree, profile, normalize, missing), player)
