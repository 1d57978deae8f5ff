"""Profiles in any form become profiles of a game; a certificate or an equilibrium also has further claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral
from os import PathLike, fspath
from typing import Any, TypeAlias, TypeGuard

from gmpy2 import mpq

from lemke.api import games
from lemke.certificate import Claim, DescribedSet
from lemke.errors import InputError, NumberError, ProfileError, require_flag, type_name
from lemke.forms.normal_form import ExtremeEquilibrium
from lemke.game import Game
from lemke.game.played import PlayedProfile
from lemke.game.pure_strategies import MixedStrategy, plan_of_mixed, pure_strategies
from lemke.game.recall import player_sequences
from lemke.game.strategy import Missing, Profile, by_name, check_profile, is_container, of_plans, with_hint
from lemke.ground.exact_json import Value
from lemke.ground.rational import binary
from lemke.ground.sparse import Vector
from lemke.ground.words import count
from lemke.interop import is_pygambit_profile
from lemke.interop.gambit import gambit_profile
from lemke.interop.openspiel import SpielGame, openspiel_profile
from lemke.io import equilibrium as equilibria
from lemke.io import profile as texts

Equilibria: TypeAlias = DescribedSet | ExtremeEquilibrium
"""An entry of an enumeration: a maximal set, or an extreme equilibrium."""
NORMALIZE, UNIFORM = "normalize=True", 'missing="uniform"'
"""Options that an error message suggests, as users write them in Python."""


def profile(game: object, stated: object, normalize: bool = False, missing: Missing = None) -> PlayedProfile:
    """Return a profile that is stated in any form; floats are taken at their exact binary values.

    Parameters
    ----------
    game : Game, or what :func:`lemke.api.games.game` takes for one
    stated : object
        One of the following. Of a certificate only the strategies are used; :func:`lemke.verify` judges the payoffs,
        plans and duals.

        - A :class:`~lemke.Profile`, an equilibrium, or a single equilibrium in a result of :func:`lemke.enumerate`.
        - The path of a file, or text: an ``NE,`` line, JSON or CSV, as for ``lemke verify``.
        - A mapping: information set → action → probability, or player → information set → action → probability
          (:func:`lemke.game.strategy.by_name`).
        - Nested sequences or arrays, by player, then information set in breadth-first order, then move.
        - A realization plan for every player, with one number per sequence.
        - For a strategic game, a mixed strategy for every player.
        - One flat sequence in the order of ``NE,`` lines.
        - A profile of pygambit.
        - For a game from OpenSpiel: a policy, a function of states, or a mapping
          information-state string → action number → probability.
    normalize : bool
        Whether to divide nonnegative numbers whose sum is not 1 by their exact sum, and record this in the profile as
        ``normalization``. Otherwise such numbers are refused.
    missing : ``"uniform"`` or None
        How to fill in information sets that a mapping, table or policy leaves out; None refuses them.

    Raises
    ------
    ProfileError, NumberError, FormatError
        If the profile does not fit the game; the message names the information set.
    InputError
        If the object cannot be read as a profile.

    >>> from lemke.generators import kuhn
    >>> game = kuhn(3)
    >>> half = profile(game, {"3": {"bet": 1}}, missing="uniform")  # the label of a set is player 1's card
    >>> third = profile(game, {(0, "1"): [0.1, 0.2]}, normalize=True, missing="uniform")
    >>> half["1"]["bet"], float(third["1"]["pass"])
    (mpq(1,2), 0.3333333333333333)
    """
    tree = games.game(game)
    stated_claim = claim(tree, stated, normalize, missing)
    return PlayedProfile.of_game(tree, stated_claim.profile, stated_claim.beliefs)


def claim(game: Game, stated: object, normalize: bool = False, missing: Missing = None) -> Claim:
    """Return a profile with the further claims of an equilibrium or a certificate.

    Accepts what :func:`profile` accepts, with the same errors.

    >>> from lemke.solvers import solve
    >>> game = games.game("example:kuhn3")
    >>> claim(game, solve(game)).payoffs, claim(game, solve(game).profile).payoffs
    ((mpq(-1,18), mpq(1,18)), ())
    """
    require_flag(normalize, "normalize")
    try:
        return _claim(game, stated, normalize, missing)
    except (NumberError, ProfileError) as error:
        error.message = with_hint(error.message, normalize, NORMALIZE, UNIFORM)
        raise


def claims(game: Game, stated: object, normalize: bool = False, missing: Missing = None) -> list[Claim]:
    """Return the claims of all profiles in a list, or of a single profile; errors as in :func:`profile`."""
    profiles = stated if _is_several(stated) else [stated]
    return [claim(game, single_profile, normalize, missing) for single_profile in profiles]


def _is_several(stated: object) -> TypeGuard[Sequence[object]]:
    """Return whether an object is a list of profiles, not a list of the numbers of one profile."""
    return isinstance(stated, list | tuple) and any(map(_is_profile, stated))


def _is_profile(entry: object) -> bool:
    """Return whether an entry of a list is a profile, not a number as text or a list of numbers."""
    if isinstance(entry, str):
        return is_text(entry)
    is_ours = isinstance(entry, Claim | Mapping | PathLike | Profile | Equilibria) or hasattr(entry, "profile")
    return is_ours or is_pygambit_profile(entry) or callable(entry) or hasattr(entry, "action_probabilities")


def _claim(game: Game, stated: object, normalize: bool, missing: Missing) -> Claim:
    # the claim of a result is a Claim; other objects may have another attribute with the name claim
    own_claim = stated if isinstance(stated, Claim) else getattr(stated, "claim", None)
    if isinstance(own_claim, Claim):
        check_profile(game, own_claim.profile)
        return own_claim
    if isinstance(stated, str) and is_text(stated):
        return texts.only(texts.loads(stated, game, normalize=normalize, missing=missing))
    if isinstance(stated, str | PathLike):
        return texts.read(fspath(stated), game, normalize=normalize, missing=missing)
    if isinstance(stated, Mapping) and equilibria.is_document(stated):
        return equilibria.claim_of(_document(stated), game, normalize=normalize)
    if isinstance(stated, PlayedProfile):
        check_profile(game, stated)
        return Claim(stated, beliefs=stated.assessment)
    return Claim(_profile(game, stated, normalize, missing))


def _document(stated: object) -> Value:
    """Return a Python value in the types of :func:`lemke.io.exact_json.loads`; a float means its exact binary value."""
    if isinstance(stated, Mapping):
        return {str(key): _document(value) for key, value in stated.items()}
    if is_container(stated):
        return list(map(_document, stated))
    return stated if stated is None or isinstance(stated, str | bool | int) else binary(stated)


def _profile(game: Game, stated: object, normalize: bool, missing: Missing) -> Profile:
    stated = getattr(stated, "profile", stated)  # an equilibrium has a profile
    if isinstance(stated, Profile):
        check_profile(game, stated)
        return stated
    if isinstance(stated, Equilibria):
        return _enumerated_profile(game, stated)
    if hasattr(stated, "profiles"):
        expected = "expected one profile, such as an entry of the object's profiles"
        raise ProfileError(f"an object of type {type_name(stated)}, {expected}")
    if _is_several(stated):
        raise ProfileError(f"a list of {count(len(stated), 'profile')}, expected one; lemke.verify_all takes several")
    if type(stated).__module__.partition(".")[0] == "pygambit":
        return gambit_profile(game, stated, normalize, missing)
    if _is_policy(game, stated):
        if isinstance(game, SpielGame):
            return openspiel_profile(game, stated, missing, normalize)
        expected = "expected a mapping, lists or a file; policies are for games that from_openspiel returned"
        raise InputError(f"a profile of type {type_name(stated)}, {expected}")
    if isinstance(stated, Mapping):
        return by_name(game, stated, missing).profile(game, floats=True, normalize=normalize)
    if is_container(stated):
        return _nested_profile(game, _as_list(stated), normalize)
    expected = "expected a profile: a mapping, lists, a file, a policy"
    if hasattr(stated, "average_policy"):
        expected = "a solver, expected its policy, average_policy()"
    raise InputError(f"an object of type {type_name(stated)}, {expected}")


def _enumerated_profile(game: Game, stated: Equilibria) -> Profile:
    """Return the profile of an enumerated equilibrium; a ProfileError for a set that may have several equilibria."""
    if isinstance(stated, ExtremeEquilibrium):
        return of_plans(game, [_plan(game, player, shares) for player, shares in enumerate((stated.x, stated.y))])
    if stated.dimensions != (0, 0):
        several = "several equilibria" if None not in stated.dimensions else "equilibria of an unknown dimension"
        expected = "expected one, such as an entry of profiles in the result of lemke.enumerate"
        raise ProfileError(f"a set of {several}, {expected}")
    return of_plans(game, stated.equilibrium_set.plans)


def _plan(game: Game, player: int, shares: Sequence[mpq]) -> Vector:
    """Return the realization plan of a mixed strategy; ``shares`` has a number per reduced pure strategy."""
    strategies = pure_strategies(game, player, reduced=True)
    if len(shares) != strategies.count:
        expected = f"expected {strategies.count}, one per reduced pure strategy"
        raise ProfileError(
            f"a mixed strategy of player {player + 1} with {count(len(shares), 'probability')}, {expected}"
        )
    mixed = MixedStrategy.of(strategies, {strategies.nth(k): share for k, share in enumerate(shares) if share})
    return plan_of_mixed(player_sequences(game, player), mixed)


def is_text(stated: str) -> bool:
    """Return whether a text is a profile, beliefs or a certificate, not the path of a file with one."""
    return "\n" in stated or stated.lstrip("\ufeff ").startswith(("NE,", "{"))


def _is_policy(game: Game, stated: object) -> bool:
    """Return whether an object is a policy of OpenSpiel, or a mapping that has probabilities by action number."""
    if not isinstance(stated, Mapping):
        return callable(stated) or hasattr(stated, "action_probabilities")
    return isinstance(game, SpielGame) and any(map(_has_action_numbers, stated.values()))


def _has_action_numbers(stated: object) -> bool:
    """Return whether an object is a mapping from action numbers, or has pairs (action number, probability)."""
    if isinstance(stated, Mapping):
        return any(isinstance(action, Integral) and not is_container(value) for action, value in stated.items())
    return is_container(stated) and any(isinstance(pair, tuple) for pair in stated)


def _as_list(stated: object) -> Any:
    """Return an array as lists, any other object unchanged."""
    return stated.tolist() if hasattr(stated, "tolist") else stated


def _nested_profile(game: Game, stated: Sequence[Any], normalize: bool) -> Profile:
    """Return the profile of sequences that are nested in one, two or three levels, as :func:`profile` lists them."""
    depth = _depth(stated)
    if depth <= 1:
        return texts.from_flat(game, game.preorder_sets(), list(stated), floats=True, normalize=normalize)
    sizes = [len(player_part) if is_container(player_part) else 0 for player_part in stated]
    if depth > 2 or not any(sizes):  # no sizes: no player has an information set
        return Profile.of(game, stated, floats=True, normalize=normalize)
    if game.strategic and sizes == [len(information_set.actions) for information_set in game.information_sets]:
        return Profile.of(game, [[distribution] for distribution in stated], floats=True, normalize=normalize)
    try:
        return of_plans(game, stated, normalize)
    except ProfileError as error:
        if game.strategic:  # perhaps mixed strategies of wrong sizes
            lengths = " and ".join(str(len(information_set.actions)) for information_set in game.information_sets)
            error.message += f"; or mixed strategies of {lengths} probabilities"
        raise


def _depth(stated: object) -> int:
    """Return how deep sequences are nested, at most 3.

    The deepest place counts, because a player without information sets has an empty list.
    """
    depth, level = 0, [stated]
    while depth < 3 and (sequences := [_as_list(item) for item in level if is_container(item)]):
        depth, level = depth + 1, [item for sequence in sequences for item in sequence]
    return depth
