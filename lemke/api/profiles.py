"""A profile of whatever somebody has: one gate for all that can be judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral
from os import PathLike, fspath
from typing import Any

from gmpy2 import mpq

from lemke.api import games
from lemke.errors import InputError, ProbabilityError, ProfileError, type_name
from lemke.game import Game
from lemke.game.played import PlayedProfile
from lemke.game.recall import Sequences, histories, require_perfect_recall
from lemke.game.strategy import (
    Behavior,
    Missing,
    Normalization,
    Profile,
    by_name,
    check_profile,
    is_container,
    with_hint,
)
from lemke.ground.rational import binary, short
from lemke.ground.sparse import Vector, exact_sum, vector
from lemke.ground.words import count
from lemke.interop.gambit import gambit_profile
from lemke.interop.openspiel import SpielGame, openspiel_profile
from lemke.io import profile as texts

NORMALIZE, UNIFORM = "normalize=True", 'missing="uniform"'
"""What would help with a profile, as Python says it."""


def profile(game: object, stated: object, normalize: bool = False, missing: Missing = None) -> PlayedProfile:
    """Return as a profile what somebody states of a game; floats are taken at their exact binary values.

    Parameters
    ----------
    game : Game, or what :func:`lemke.api.games.game` takes for one
    stated : object
        A :class:`~lemke.Profile`, or an equilibrium that has one. The path of a file, or text: an ``NE,`` line, JSON or
        CSV, as ``lemke verify`` reads. A mapping from information sets to actions to probabilities
        (:func:`lemke.game.strategy.by_name`). Nested sequences or arrays: player, information set in breadth-first
        order, move; or two realization plans, one probability per sequence; or the two mixed strategies of a strategic
        game; or one flat sequence in the order of ``NE,`` lines. A profile of pygambit. For a game from OpenSpiel a
        policy of it, a function of its states, or a mapping from information-state strings to numbers of actions to
        probabilities.
    normalize : bool
        Whether nonnegative numbers that miss the sum 1 are divided by their exact sum, which the profile's
        ``normalization`` then tells; else they are refused.
    missing : ``"uniform"`` or None
        What to do for information sets that a mapping, table or policy leaves out; None is to refuse it.

    Raises
    ------
    ProfileError, ProbabilityError, NumberError, FormatError
        For what does not fit the game, naming the information set.
    InputError
        For what cannot be read as a profile.

    >>> from lemke.generators import kuhn
    >>> game = kuhn(3)
    >>> half = profile(game, {"1": {}, "2": {}}, missing="uniform")
    >>> third = profile(game, {(0, "1"): [0.1, 0.2]}, normalize=True, missing="uniform")
    >>> half["1"]["bet"], float(third["1"]["pass"])
    (mpq(1,2), 0.3333333333333333)
    """
    tree = games.game(game)
    try:
        return PlayedProfile.of_game(tree, _profile(tree, stated, normalize, missing))
    except (ProbabilityError, ProfileError) as error:
        error.message = with_hint(error.message, normalize, NORMALIZE, UNIFORM)
        raise


def _profile(game: Game, stated: object, normalize: bool, missing: Missing) -> Profile:
    stated = getattr(stated, "profile", stated)  # of an equilibrium
    if isinstance(stated, Profile):
        check_profile(game, stated)
        return stated
    if isinstance(stated, str) and is_text(stated):
        return texts.only(texts.loads(stated, game, normalize=normalize, missing=missing)).profile
    if isinstance(stated, str | PathLike):
        return texts.read(fspath(stated), game, normalize=normalize, missing=missing).profile
    if type(stated).__module__.partition(".")[0] == "pygambit":
        return gambit_profile(game, stated, normalize, missing)
    if _is_policy(game, stated):
        return openspiel_profile(game, stated, missing, normalize)  # type: ignore[arg-type]  # it refuses other games
    if isinstance(stated, Mapping):
        return by_name(game, stated, missing).profile(game, floats=True, normalize=normalize)
    if is_container(stated):
        return _nested(game, _plain(stated), normalize)
    raise InputError(f"an object of type {type_name(stated)}, expected a profile in one of the known forms")


def is_text(stated: str) -> bool:
    """Return whether a text is a profile rather than the path of a file with one."""
    return "\n" in stated or stated.lstrip("\ufeff ").startswith(("NE,", "{"))


def _is_policy(game: Game, stated: object) -> bool:
    """Return whether this is a policy of OpenSpiel: of mappings, one that gives actions by number."""
    if not isinstance(stated, Mapping):
        return callable(stated) or hasattr(stated, "action_probabilities")
    return isinstance(game, SpielGame) and any(map(_by_number, stated.values()))


def _by_number(stated: object) -> bool:
    if isinstance(stated, Mapping):
        return any(isinstance(action, Integral) and not is_container(own) for action, own in stated.items())
    return is_container(stated) and any(isinstance(pair, tuple) for pair in stated)


def _plain(stated: object) -> Any:
    """Return an array as lists."""
    return stated.tolist() if hasattr(stated, "tolist") else stated


def _nested(game: Game, stated: Sequence[Any], normalize: bool) -> Profile:
    depth = _depth(stated)
    if depth <= 1:
        return texts.from_flat(game, game.preorder_sets(), list(stated), floats=True, normalize=normalize)
    if depth > 2:
        return Profile.of(game, stated, floats=True, normalize=normalize)
    sizes = [len(own) if is_container(own) else 0 for own in stated]
    if game.strategic and sizes == [len(each.actions) for each in game.information_sets]:
        return Profile.of(game, [[own] for own in stated], floats=True, normalize=normalize)
    return of_plans(game, stated, normalize)


def _depth(stated: object) -> int:
    """Return how deep sequences are nested, at most 3; a player without information sets says nothing of it."""
    depth, level = 0, [stated]
    while depth < 3 and (inner := [_plain(each) for each in level if is_container(each)]):
        depth, level = depth + 1, [each for own in inner for each in own]
    return depth


def of_plans(game: Game, plans: Sequence[Any], normalize: bool = False) -> Profile:
    """Return the behavior strategies of realization plans, one for each player; what they leave open is uniform.

    Parameters
    ----------
    plans : sequence of vectors, one probability per sequence
        Floats are taken at their exact binary values.
    normalize : bool
        Whether plans are taken that do not split up exactly at every information set: a move's probability is its
        sequence's part of the sum there. How far the sums of the plans missed, the profile's ``normalization`` tells.

    Raises
    ------
    ProfileError
        For another number or length of plans.
    ProbabilityError
        For a negative number; without ``normalize`` for sums that do not match exactly, with the exact defect.
    """
    sequences = require_perfect_recall(game, histories(game))
    if len(plans) != len(sequences):
        raise ProfileError(f"plans of {count(len(plans), 'player')}, expected {len(sequences)}")
    exact = list(map(_plan, sequences, plans))
    found = [_split(own, plan, normalize) for own, plan in zip(sequences, exact, strict=True)]
    behavior = tuple(strategy for strategy, _, _ in found)
    defects = sum((defect for _, _, defect in found), Normalization())
    return Profile(behavior, tuple(filled for _, filled, _ in found), defects if normalize else None)


def _split(sequences: Sequences, plan: Vector, normalize: bool) -> tuple[Behavior, frozenset[int], Normalization]:
    """Return the parts of a plan at its sets, the sets that it leaves open, and how far it missed."""
    names = [
        f"the empty sequence of player {sequences.player + 1}",
        *(each.name for each in sequences.information_sets),
    ]
    moves = [plan[own.start : own.stop] for own in map(sequences.moves, range(len(sequences.sets)))]
    sums = [exact_sum(own) for own in moves]
    defects = [plan[0] - 1, *(total - reach for total, reach in zip(sums, plan[sequences.parent], strict=True))]
    missed = [k for k, defect in enumerate(defects) if defect]
    if missed and not normalize:
        where, defect = names[missed[0]], short(defects[missed[0]])
        raise ProbabilityError(
            f"the plan of player {sequences.player + 1} misses its sum at {where} by {defect}, "
            "expected sums to match exactly"
        )
    strategy, filled = [], set()
    for h, (own, total) in enumerate(zip(moves, sums, strict=True)):
        if not total:
            filled.add(h)
        strategy.append(tuple(own / total) if total else (mpq(1, len(own)),) * len(own))
    worst = max(missed, key=lambda k: abs(defects[k]), default=None)
    found = Normalization() if worst is None else Normalization(len(missed), defects[worst], names[worst])
    return tuple(strategy), frozenset(filled), found


def _plan(sequences: Sequences, plan: object) -> Vector:
    name = f"the plan of player {sequences.player + 1}"
    numbers = list(_plain(plan)) if is_container(plan) else []
    if len(numbers) != sequences.size:
        raise ProfileError(f"{name} has {len(numbers)} probabilities, expected {sequences.size}, one per sequence")
    exact = vector(map(binary, numbers))
    if (lowest := min(exact)) < 0:
        raise ProbabilityError(f"{name}: the probability {short(lowest)}, expected none below 0")
    return exact
