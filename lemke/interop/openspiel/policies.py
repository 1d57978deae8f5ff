"""Policies of OpenSpiel become profiles, and profiles become tabular policies of OpenSpiel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from numbers import Integral
from typing import Any

from lemke.errors import InputError, ProfileError, type_name
from lemke.game import CHANCE, Game, InformationSet
from lemke.game.played import Played
from lemke.game.strategy import Missing, Profile, check_profile, complete_numbers
from lemke.ground.packages import require
from lemke.ground.rational import approximate, quoted
from lemke.interop.openspiel.game import SpielGame
from lemke.interop.openspiel.strings import EXTRA, quiet

FIRST_WEIGHT = 1e-6
"""``open_spiel.python.algorithms.mccfr`` begins the sum of an action's weights with this number instead of 0."""


def openspiel_profile(game: SpielGame, policy: Any, missing: Missing = None, normalize: bool = False) -> Profile:
    """Return a policy of OpenSpiel as a profile; floats mean their exact binary values.

    Parameters
    ----------
    game : SpielGame
    policy : object
        A policy of ``pyspiel`` or of ``open_spiel.python.policy``; or a function from a state to probabilities; or a
        mapping from information-state strings, or from pairs ``(player, string)`` with players from 0, to
        probabilities. A policy without a table is asked at one state of every information set.

        Probabilities are a mapping from action numbers, or pairs (action number, probability). An action that is left
        out has probability 0. If there are no probabilities, or None, the information set is missing.

        An information set is also missing if a ``PartialTabularPolicy`` has no entry or a sampling solver has no
        average for the set. OpenSpiel answers even there, mostly with uniform probabilities. To take these answers,
        pass the method ``action_probabilities`` of the policy. One case is not recognized: if a sampling solver in C++
        has reached a set without updating the average there, the uniform probabilities are taken.
    missing, normalize
        See :func:`lemke.profile`.

    Raises
    ------
    ProfileError
        For a missing set if ``missing`` is None, an information state that the game does not have, a set or an action
        stated twice, or an illegal action with a probability other than 0.
    NumberError
        For numbers that are no distribution; the message names the information set.
    InputError
        For a game that was not loaded from OpenSpiel, or an object that is no policy.
    """
    _check_game(game)
    numbers: dict[int, list[object]] = {}
    for index, stated in _entries(game, policy):
        if index in numbers:
            raise ProfileError(f"{game.set_name(index)} is stated twice, expected once")
        if moves := _moves(game.information_sets[index], game.action_ids[index], stated):
            numbers[index] = moves
    return complete_numbers(game, numbers, missing, floats=True, normalize=normalize)


def to_openspiel(game: SpielGame, profile: Profile | Played) -> Any:
    """Return a profile, or the profile of an equilibrium, as an ``open_spiel.python.policy.TabularPolicy``.

    Every probability is the nearest float. The game of the policy is ``game.spiel``, with moves in turn.

    Raises
    ------
    InputError
        If OpenSpiel is not installed, or the game was not loaded from OpenSpiel.
    ProfileError, NumberError
        If the profile does not fit the game. A ProfileError also if two players have the same information-state string
        and different probabilities there: a tabular policy has one row for every string.
    """
    _check_game(game)
    profile = profile.profile if isinstance(profile, Played) else profile
    check_profile(game, profile)
    policy = require("open_spiel.python.policy", EXTRA).TabularPolicy(game.spiel)
    policy.action_probability_array[:] = 0  # the rows begin with uniform probabilities
    rows: dict[str, dict[int, float]] = {}
    for player, strategy in enumerate(profile.behavior):
        for index, distribution in zip(game.sets_of(player), strategy, strict=True):
            state = game.information_sets[index].label
            probabilities = dict(zip(game.action_ids[index], map(approximate, distribution), strict=True))
            if rows.setdefault(state, probabilities) != probabilities:
                raise ProfileError(
                    f"players who share the information state {quoted(state)} and have different probabilities there, "
                    "expected equal probabilities, because a tabular policy has one row for this state"
                )
            row = policy.policy_for_key(state)
            for action, probability in probabilities.items():
                row[action] = probability
    return policy


def _check_game(game: Game) -> None:
    if not isinstance(game, SpielGame):
        raise InputError(f"an object of type {type_name(game)}, expected a game that from_openspiel returned")


def _entries(game: SpielGame, policy: Any) -> Iterator[tuple[int, Any]]:
    """Yield the index of an information set with the probabilities that the policy states there."""
    stated = _table(policy)
    if stated is not None:
        for key, distribution in stated.items():
            yield from ((index, distribution) for index in _sets_of_key(game, key))
        return
    for index, node in enumerate(game.first_nodes().tolist()):
        if game.information_sets[index].player != CHANCE:
            yield index, _answer(policy, game.state(node))


def _sets_of_key(game: SpielGame, key: Any) -> list[int]:
    """Return the information sets of a key; a string without a player means the sets of all players with it."""
    if isinstance(key, str):
        indices = [game.states[player, key] for player in range(len(game.players)) if (player, key) in game.states]
    else:
        indices = [game.states[key]] if isinstance(key, tuple) and key in game.states else []
    if not indices:
        expected = f"an information state of {game.name}: a string, or a pair (player, string) with players from 0"
        raise ProfileError(f"the information state {quoted(key)}, expected {expected}")
    return indices


def _moves(information_set: InformationSet, ids: tuple[int, ...], stated: Any) -> list[object]:
    """Return the probabilities at a set in the order of the moves; an empty list if nothing is stated."""
    name = information_set.name
    try:
        items = stated.items() if isinstance(stated, Mapping) else stated
        pairs = [] if items is None else [(action, probability) for action, probability in items]
    except (TypeError, ValueError):
        expected = "a mapping from action numbers to probabilities, or pairs (action number, probability)"
        raise ProfileError(f"the probabilities {quoted(stated)} at {name}, expected {expected}") from None
    numbers: dict[object, object] = {}
    for action, probability in pairs:
        if action in numbers:
            raise ProfileError(f"the action {_shown(action)} twice at {name}, expected once")
        numbers[action] = probability
        if action not in ids and probability != 0:
            legal = quoted(", ".join(map(str, ids)))
            raise ProfileError(f"the action {_shown(action)} at {name}, expected the number of a legal action: {legal}")
    return [numbers.get(action, 0) for action in ids] if pairs else []


def _shown(action: object) -> str:
    """Return an action for a message: a number without quotes, a text in quotes."""
    return str(action) if isinstance(action, Integral) else quoted(repr(action))


def _table(policy: Any) -> Mapping[Any, Any] | None:
    """Return the table of a mapping or a tabular policy, by information state; None for a policy that must be asked.

    A ``PartialTabularPolicy`` has a fallback policy for states outside the table; the fallback is not used. A subclass
    must be asked, because the answers may differ from the table.
    """
    if isinstance(policy, Mapping):
        return policy
    if _kind(policy) in ("pyspiel.TabularPolicy", "pyspiel.PartialTabularPolicy"):
        stated: Mapping[Any, Any] = policy.policy_table()
        return stated
    if _kind(policy) == "open_spiel.python.policy.TabularPolicy":
        rows = policy.action_probability_array.tolist()
        return {key: list(enumerate(rows[row])) for key, row in policy.state_lookup.items()}
    return None


def _answer(policy: Any, state: Any) -> Any:
    """Return the probabilities that a policy or a function states at a state; None if nothing is stated there.

    The average policy of a sampling solver answers uniformly at sets that the solver has not visited; this function
    returns None there. An average in C++ is asked by information-state string instead of state: it raises an error at
    such a set. An average in Python has a table, which shows such a set.
    """
    kind = _kind(policy)
    if kind == "pyspiel.Policy":  # the averages of solvers in C++; other policies have classes of their own
        try:
            with quiet():
                return policy.action_probabilities(state.information_state_string())
        except require("pyspiel", EXTRA).SpielError:
            return None
    if kind == "open_spiel.python.algorithms.mccfr.AveragePolicy" and not _is_averaged(policy, state):
        return None
    ask = getattr(policy, "action_probabilities", policy)
    return ask(state)


def _is_averaged(policy: Any, state: Any) -> bool:
    """Return whether ``mccfr`` has added weights to its average at the information state."""
    entry = policy._infostates.get(state.information_state_string())
    if entry is None:
        return False
    weights = entry[1]  # entry[0] has the regrets
    return bool((weights != FIRST_WEIGHT).any())


def _kind(policy: Any) -> str:
    return f"{type(policy).__module__}.{type(policy).__qualname__}"
