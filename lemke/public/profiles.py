"""Profiles that users pass: :func:`as_profile` and, with all claims of a certificate, :func:`as_claim`."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral
from os import PathLike, fspath, path

import numpy as np

from lemke.certificate import Claim
from lemke.errors import InputError, NumberError, ProfileError, type_name
from lemke.game import Game
from lemke.game.played import PlayedProfile
from lemke.game.strategy import Missing, Profile, by_name, check_profile, is_container
from lemke.ground.exact_json import Value
from lemke.ground.rational import binary
from lemke.interop import is_pygambit_profile
from lemke.interop.gambit import gambit_profile
from lemke.interop.openspiel import SpielGame, openspiel_profile
from lemke.io import equilibrium as equilibria
from lemke.io import profile as texts
from lemke.public.accepted import (
    GameLike,
    PriorLike,
    ProfileLike,
    as_game,
    check_choice,
    check_flags,
    is_text,
)
from lemke.solvers import Prior

ACCEPTED = "a profile: a Profile, a result, a dict by labels, a file, a profile of pygambit or a policy of OpenSpiel"


def profile(game: GameLike, profile: ProfileLike, normalize: bool = False, missing: Missing = None) -> PlayedProfile:
    """Return a profile of a game, with the probabilities by information set and action.

    Floats are taken at their exact binary values.

    Parameters
    ----------
    game : game
        As in :func:`lemke.solve`.
    profile : profile
        One of the following. Of a certificate only the strategies are used; :func:`lemke.verify` judges the rest.

        - A :class:`~lemke.Profile`, an equilibrium, or another result with a profile.
        - A mapping: information set → action → probability, or player → information set → action → probability
          (:func:`lemke.game.strategy.by_name`).
        - The path of a file, or its text: an ``NE,`` line, JSON or CSV, as for ``lemke verify``.
        - A profile of pygambit.
        - For a game from OpenSpiel: a policy, a function of states, or a mapping
          information-state string → action number → probability.
        - Only with ``normalize``: an array of the numbers of an ``NE,`` line.

        Nested lists are for :meth:`lemke.Profile.of`, realization plans for :func:`lemke.game.strategy.of_plans`.
    normalize : bool
        Whether to divide nonnegative numbers whose sum is not 1 by their exact sum, and record this in the profile as
        ``normalization``. Otherwise such numbers are refused.
    missing : ``"uniform"`` or None
        How to fill in information sets that a mapping, table or policy leaves out; None refuses them.

    Raises
    ------
    ProfileError, NumberError, FormatError
        If the profile does not fit the game; the message names the information set.

    >>> import lemke
    >>> game = lemke.example("kuhn3")
    >>> half = lemke.profile(game, {"K": {"bet": 1}}, missing="uniform")
    >>> third = lemke.profile(game, {"K": [0.1, 0.2]}, normalize=True, missing="uniform")
    >>> half["J"]["bet"], float(third["K"]["pass"])
    (mpq(1,2), 0.3333333333333333)
    """
    tree = as_game(game)
    claim = as_claim(tree, profile, normalize, missing)
    return PlayedProfile.of_game(tree, claim.profile, claim.beliefs)


def as_profile(game: Game, profile: ProfileLike, normalize: bool = False, missing: Missing = None) -> Profile:
    """Return the :class:`~lemke.Profile` that is stated in one of the ways that :func:`profile` lists."""
    return as_claim(game, profile, normalize, missing).profile


def as_claim(game: Game, stated: ProfileLike, normalize: bool = False, missing: Missing = None) -> Claim:
    """Return a profile with the further claims of an equilibrium or a certificate; errors as in :func:`profile`.

    >>> from lemke.solvers import solve
    >>> game = as_game("example:kuhn3")
    >>> as_claim(game, solve(game)).payoffs, as_claim(game, solve(game).profile).payoffs
    ((mpq(-1,18), mpq(1,18)), ())
    """
    check_flags(normalize=normalize)
    if missing is not None:
        check_choice("missing", missing, ["uniform"])
    try:
        return _claim(game, stated, normalize, missing)
    except (NumberError, ProfileError) as error:
        # a sum of 0 is not inexact: no division makes it 1
        inexact_sum = ("sum to" in error.message and "sum to 0," not in error.message) or "is off by" in error.message
        if inexact_sum and not normalize:
            error.message += "; normalize=True divides by the sum"
        error.message = error.message.replace("or a rule for them", 'or a rule for them: missing="uniform"')
        raise


def as_prior(game: Game, prior: PriorLike) -> Prior:
    """Return a prior that is not given by its name as a :class:`~lemke.Profile`."""
    if isinstance(prior, str) and not is_text(prior) and not path.exists(prior):
        raise InputError(f"the prior {prior!r}, expected auto, centroid, random or a profile")
    game.require_two_players()
    return as_profile(game, prior)


def _claim(game: Game, stated: ProfileLike, normalize: bool, missing: Missing) -> Claim:
    # the claim of a result is a Claim; other objects may have another attribute with the name claim
    claim = stated if isinstance(stated, Claim) else getattr(stated, "claim", None)
    if isinstance(claim, Claim):
        check_profile(game, claim.profile)
        return claim
    if isinstance(stated, str) and is_text(stated):
        return texts.only(texts.loads(stated, game, normalize=normalize, missing=missing))
    if isinstance(stated, str | PathLike):
        return texts.read(fspath(stated), game, normalize=normalize, missing=missing)
    if isinstance(stated, Mapping) and equilibria.is_document(stated):
        return equilibria.claim_of(_document(stated), game, normalize=normalize)
    beliefs = stated.assessment if isinstance(stated, PlayedProfile) else None
    return Claim(_profile(game, stated, normalize, missing), beliefs=beliefs)


def _document(stated: object) -> Value:
    """Return a Python value in the types of :func:`lemke.io.exact_json.loads`; a float means its exact binary value."""
    if isinstance(stated, Mapping):
        return {str(key): _document(value) for key, value in stated.items()}
    if is_container(stated):
        return list(map(_document, stated))
    return stated if stated is None or isinstance(stated, str | bool | int) else binary(stated)


def _profile(game: Game, stated: object, normalize: bool, missing: Missing) -> Profile:
    stated = getattr(stated, "profile", stated)  # a result has a profile
    if isinstance(stated, Profile):
        check_profile(game, stated)
        return stated
    if is_pygambit_profile(stated):
        return gambit_profile(game, stated, normalize, missing)
    if _is_policy(game, stated):
        if isinstance(game, SpielGame):
            return openspiel_profile(game, stated, missing, normalize)
        raise InputError(f"a policy of type {type_name(stated)}, expected a game of OpenSpiel, or {ACCEPTED}")
    if isinstance(stated, Mapping):
        return by_name(game, stated, missing, floats=True, normalize=normalize)
    if normalize and isinstance(stated, list | tuple | np.ndarray) and np.ndim(np.array(stated, dtype=object)) == 1:
        return texts.from_flat(game, game.preorder_sets(), list(stated), floats=True, normalize=True)
    lists = "lemke.Profile.of(game, lists) makes one of nested lists, normalize=True one of the numbers of an NE line"
    wrong = f"an object of type {type_name(stated)}, expected {ACCEPTED}"
    if isinstance(stated, list | tuple | np.ndarray):
        raise ProfileError(f"{wrong}; {lists}")
    raise InputError(wrong)


def _is_policy(game: Game, stated: object) -> bool:
    """Return whether an object is a policy of OpenSpiel, or a mapping that has probabilities by action number."""
    if not isinstance(stated, Mapping):
        return callable(stated) or hasattr(stated, "action_probabilities")
    return isinstance(game, SpielGame) and any(map(_has_action_numbers, stated.values()))


def _has_action_numbers(stated: object) -> bool:
    """Return whether an object is a mapping from action numbers, or has pairs (action number, probability)."""
    if isinstance(stated, Mapping):
        return any(isinstance(action, Integral) and not isinstance(p, Mapping) for action, p in stated.items())
    return isinstance(stated, list | tuple) and any(isinstance(pair, tuple) for pair in stated)
