"""A profile of whatever somebody has: one gate for all that can be judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gmpy2 import mpq

from lemke.errors import InputError, ProfileError, ShapeError
from lemke.game import Game
from lemke.game.tree import count
from lemke.interop.gambit import gambit_profile
from lemke.interop.openspiel import SpielGame, openspiel_profile
from lemke.io import profile as texts
from lemke.rational import binary
from lemke.recall import Sequences, histories, require_perfect_recall
from lemke.sparse import Vector, dense
from lemke.strategy import Missing, Profile, behavior, by_name, check_profile, is_realization_plan


def profile(game: Game, stated: object, normalize: bool = False, missing: Missing = None) -> Profile:
    """Return as a profile what somebody states of a game; floats are taken at their exact binary values.

    Parameters
    ----------
    game : Game
    stated : object
        A :class:`~lemke.Profile`. Text: an ``NE,`` line, JSON or CSV, as ``lemke verify`` reads. A mapping from
        information sets to actions to probabilities (:func:`lemke.strategy.by_name`). Nested sequences or arrays:
        player, information set in breadth-first order, move; or two realization plans, one probability per sequence;
        or the two mixed strategies of a strategic game; or one flat sequence in the order of ``NE,`` lines. A profile
        of pygambit. For a game from OpenSpiel a policy of it, a function of its states, or a mapping from
        information-state strings to numbers of actions to probabilities.
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
    >>> half.behavior[0][0], float(third.behavior[0][0][0])
    ((mpq(1,2), mpq(1,2)), 0.3333333333333333)
    """
    if not isinstance(game, Game):
        raise InputError(f"an object of type {type(game).__name__}, expected a Game")
    if isinstance(stated, Profile):
        check_profile(game, stated)
        return stated
    if isinstance(stated, str):
        return _only(texts.loads(stated, game, normalize=normalize, missing=missing))
    if type(stated).__module__.partition(".")[0] == "pygambit":
        return gambit_profile(game, stated, normalize, missing)
    if _is_policy(game, stated):
        return openspiel_profile(game, stated, missing, normalize)  # type: ignore[arg-type]  # it refuses other games
    if isinstance(stated, Mapping):
        return Profile.of(game, by_name(game, stated, missing), floats=True, normalize=normalize)
    if hasattr(stated, "tolist"):
        stated = stated.tolist()
    if isinstance(stated, Sequence) and not isinstance(stated, bytes):
        return _nested(game, stated, normalize)
    raise InputError(f"an object of type {type(stated).__name__}, expected a profile in one of the known forms")


def _only(claims: list[Any]) -> Profile:
    if len(claims) != 1:
        raise ProfileError(f"{len(claims)} profiles, expected one")
    found: Profile = claims[0].profile
    return found


def _is_policy(game: Game, stated: object) -> bool:
    if isinstance(stated, Mapping):
        own = [each for each in stated.values() if isinstance(each, Mapping)]
        return isinstance(game, SpielGame) and any(isinstance(action, int) for each in own for action in each)
    return callable(stated) or hasattr(stated, "action_probabilities")


def _nested(game: Game, stated: Sequence[Any], normalize: bool) -> Profile:
    depth = _depth(stated)
    if depth <= 1:
        return texts.from_flat(game, list(stated), floats=True, normalize=normalize)
    if depth > 2:
        return Profile.of(game, stated, floats=True, normalize=normalize)
    if game.strategic and [len(own) for own in stated] == [len(each.actions) for each in game.information_sets]:
        return Profile.of(game, [[own] for own in stated], floats=True, normalize=normalize)
    return of_plans(game, stated, normalize)


def _depth(stated: object) -> int:
    """Return how deep sequences are nested; a player without information sets says nothing of it."""
    if hasattr(stated, "tolist"):
        stated = stated.tolist()
    if isinstance(stated, str) or not isinstance(stated, Sequence):
        return 0
    return 1 + max(map(_depth, stated), default=0)


def of_plans(game: Game, plans: Sequence[Any], normalize: bool = False) -> Profile:
    """Return the behavior strategies of realization plans, one for each player; what they leave open is uniform.

    Parameters
    ----------
    plans : sequence of vectors, one probability per sequence
        Floats are taken at their exact binary values.
    normalize : bool
        Whether plans are taken that do not split up exactly at every information set: a move's probability is its
        sequence's part of the sum there.

    Raises
    ------
    ProfileError
        For another number or length of plans, and for what is no realization plan.
    ProbabilityError
        For a negative number.
    """
    sequences = require_perfect_recall(game, histories(game))
    if len(plans) != len(sequences):
        raise ProfileError(f"plans of {count(len(plans), 'player')}, expected {len(sequences)}")
    exact = [_plan(own, plan) for own, plan in zip(sequences, plans, strict=True)]
    if not normalize:
        for own, plan in zip(sequences, exact, strict=True):
            if not is_realization_plan(own, plan):
                raise ProfileError(f"the plan of player {own.player + 1} is none, expected sums to match exactly")
    shares: Callable[[Sequences, Vector], Any] = _shares if normalize else behavior
    partial = [shares(own, plan) for own, plan in zip(sequences, exact, strict=True)]
    uniform = [
        [(mpq(1, len(own.moves(h))),) * len(own.moves(h)) if moves is None else moves for h, moves in enumerate(given)]
        for own, given in zip(sequences, partial, strict=True)
    ]
    found = Profile.of(game, uniform, normalize=normalize)
    filled = tuple(frozenset(h for h, moves in enumerate(given) if moves is None) for given in partial)
    return Profile(found.behavior, filled, found.normalization)


def _plan(sequences: Sequences, plan: object) -> Vector:
    name = f"the plan of player {sequences.player + 1}"
    try:
        exact = dense(name, plan, 1, binary)
    except ShapeError as error:
        raise ProfileError(error.message) from None
    if len(exact) != sequences.size:
        raise ProfileError(f"{name} has {len(exact)} probabilities, expected {sequences.size}, one per sequence")
    return exact


def _shares(sequences: Sequences, plan: Vector) -> list[tuple[mpq, ...] | None]:
    """Return each sequence's part of the plan at its prefix, None at sets where all sequences have probability 0."""
    moves = [plan[own.start : own.stop] for own in map(sequences.moves, range(len(sequences.sets)))]
    reach = plan[sequences.parent]
    return [
        tuple(own / reach[h] if reach[h] else own) if own.astype(bool).any() else None for h, own in enumerate(moves)
    ]
