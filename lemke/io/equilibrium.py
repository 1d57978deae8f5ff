"""Certificates of equilibria, certificates of profiles with exact regrets, and profiles without proof, as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from gmpy2 import mpq

from lemke.certificate import (
    BEST,
    ENUMERATION,
    EXTENSIVE_FORM_PERFECT,
    PROOFS,
    RANGES,
    Claim,
    EpsilonEquilibrium,
    Equilibrium,
    Identity,
    Trembles,
)
from lemke.certificate.epsilon import EPSILON_EQUILIBRIUM
from lemke.certificate.proved import EQUILIBRIUM
from lemke.errors import FormatError, InputError, NumberError, ProfileError, located
from lemke.game import Game, sha256
from lemke.game.builder import check_distribution
from lemke.game.conversions import PROFILE
from lemke.game.pure_strategies import MixedStrategy, PureStrategy, plan_of_mixed, pure_strategies
from lemke.game.recall import Sequences, histories, require_perfect_recall
from lemke.game.strategy import Profile, of_plans
from lemke.game.tree import split_moves, unique_names
from lemke.ground.rational import ZERO, quoted
from lemke.ground.sparse import Vector, vector, zeros
from lemke.ground.words import count
from lemke.io.exact_json import Value, described, elements, entry, integer, member, number, numbers, of_kind


def dumps(equilibrium: Equilibrium | EpsilonEquilibrium) -> str:
    """Return the certificate as JSON text."""
    return equilibrium.document().to_json()


def is_document(stated: Mapping[Any, object]) -> bool:
    """Return whether a mapping is a document for :func:`loads`, not probabilities by names of sets and moves."""
    return isinstance(stated.get("format"), str) or any(isinstance(stated.get(name), list | tuple) for name in PROFILES)


def loads(document: Value, game: Game, source: str | None = None, normalize: bool = False) -> Claim:
    """Return what a JSON document states about a game: a profile and, in a certificate, claims about the profile.

    ``normalize`` is as in :meth:`Profile.of`.

    Raises
    ------
    FormatError, NumberError, ProfileError, InputError
        For a mistake; the message has the source. A certificate of another game raises a ProfileError. An unknown pure
        strategy in a mixed strategy raises an InputError.
    RecallError
        If the document states plans or mixed strategies, and a player has no perfect recall.
    """
    with located(source):
        if "format" not in document:
            if unknown := [key for key in document if key not in PROFILES]:
                expected = f"a certificate with the key format, or only one of the keys {', '.join(PROFILES)}"
                raise FormatError(f"the key {quoted(unknown[0])}, expected {expected}")
            return Claim(_stated_profile(document, game, normalize))
        if document["format"] not in (EQUILIBRIUM.name, EPSILON_EQUILIBRIUM.name, PROFILE.name):
            if document["format"] in (ENUMERATION.name, RANGES.name, BEST.name):
                raise FormatError(f"format is {document['format']}, a proof about all equilibria, expected one profile")
            kinds = f"{EQUILIBRIUM.name}, {EPSILON_EQUILIBRIUM.name} or {PROFILE.name}"
            raise FormatError(f"format is {described(document['format'])}, expected one profile: {kinds}")
        kind = "profile" if document["format"] == PROFILE.name else "certificate"
        digest = member(member(document, "game", dict, f"the {kind}"), "sha256", str, "game")
        if digest != (expected := sha256(game)):
            raise ProfileError(f"a {kind} of another game, SHA-256 {digest[:12]}..., expected {expected[:12]}...")
        if document["format"] == PROFILE.name:
            return Claim(_stated_profile(document, game, normalize))
        payoffs = _numbers(document, "payoffs", len(game.players))
        if document["format"] == EPSILON_EQUILIBRIUM.name:
            regrets = _numbers(document, "regrets", len(game.players))
            interval = () if document.get("interval") is None else _numbers(document, "interval", 2)
            return Claim(profile(document, game, normalize), payoffs, regrets=regrets, interval=interval)
        plans, duals = (
            _vectors(member(document, name, list, "the certificate"), name, len(game.players))
            for name in ("realization_plans", "duals")
        )
        method = of_kind(document.get("method", ""), str, "method")
        trembles = _trembles(document.get("refinement"), method)
        return Claim(
            profile(document, game, normalize), payoffs, tuple(plans), tuple(duals), method, refinement=trembles
        )


def _trembles(stated: Value, method: str) -> Trembles | None:
    """Return the proof of a refinement from the member ``refinement``; None if no known refinement is stated."""
    proved = stated.get("name") if isinstance(stated, dict) else None
    if stated is None or not (method in PROOFS or (isinstance(proved, str) and proved in PROOFS)):
        return None
    name = member(of_kind(stated, dict, "refinement"), "name", str, "refinement")
    if name != method:
        raise FormatError(f"refinement.name is {quoted(name)}, expected the method, {quoted(method)}")
    plans = member(stated, "plans", list, "refinement")
    if len(plans) != 2:
        raise FormatError(f"refinement.plans has {count(len(plans), 'list')}, expected 2, one for each player")
    tables = []
    for plan, where in elements(plans, "refinement.plans"):
        rows = [vector(numbers(row, place)) for row, place in elements(plan, where)]
        lengths = {len(row) for row in rows}  # a row is a polynomial; all rows have the same number of coefficients
        if len(lengths) != 1 or lengths == {0}:
            stated_rows = (
                f"lists of {' and '.join(map(str, sorted(lengths)))} numbers" if lengths else "no lists of numbers"
            )
            raise FormatError(
                f"{where} has {stated_rows}, expected lists of equal length, with at least one number each"
            )
        tables.append(np.array(rows, dtype=object))
    # if epsilon is null, the plans are the first terms of power series
    is_series = name == EXTENSIVE_FORM_PERFECT and "epsilon" in stated and stated["epsilon"] is None
    epsilon = None if is_series else number(stated.get("epsilon"), "refinement.epsilon")
    changes = of_kind(stated.get("kernels", [[], []]), list, "refinement.kernels")
    if len(changes) != 2:
        raise FormatError(f"refinement.kernels has {count(len(changes), 'list')}, expected 2, one for each player")
    x_changes, y_changes = (
        tuple(vector(numbers(row, place)) for row, place in elements(kernel, where))
        for kernel, where in elements(changes, "refinement.kernels")
    )
    identities = [
        _identity(identity, where, tables)
        for identity, where in elements(stated.get("identities", []), "refinement.identities")
    ]
    return Trembles(name, epsilon, (tables[0], tables[1]), (x_changes, y_changes), tuple(identities))


def _identity(stated: Value, where: str, plans: Sequence[Vector]) -> Identity:
    """Return an identity. A document states only the nonzero rows of ``change``; the returned matrix has all rows."""
    player = integer(entry(stated, "player", where), f"{where}.player")
    sequence = integer(entry(stated, "sequence", where), f"{where}.sequence")
    mixing = member(stated, "mixing", bool, where)
    if player not in (1, 2):
        raise FormatError(f"{where}.player is {player}, expected 1 or 2")
    size = len(plans[2 - player if mixing else player - 1])  # for a mixing move the other player's plan changes
    rows = [numbers(row, place) for row, place in elements(member(stated, "change", list, where), f"{where}.change")]
    widths = {len(row) for row in rows}
    if len(widths) != 1 or min(widths) < 2:
        stated_rows = f"rows of {' and '.join(map(str, sorted(widths)))} numbers" if widths else "no rows"
        raise FormatError(f"{where}.change has {stated_rows}, expected rows of one length, 2 or more")
    change = np.array([zeros(min(widths) - 1) for _ in range(size)])  # a row starts with the number of its sequence
    sequences = [integer(row[0], f"{where}.change") for row in rows]
    if outside := [sequence for sequence in sequences if sequence not in range(size)]:
        raise FormatError(f"{where}.change names the sequence {outside[0]}, expected 0 to {size - 1}")
    if len({*sequences}) < len(sequences):
        repeated = next(sequence for sequence in sequences if sequences.count(sequence) > 1)
        raise FormatError(f"{where}.change names the sequence {repeated} again, expected it once")
    change[sequences] = [row[1:] for row in rows]
    return Identity(player - 1, sequence, mixing, change)


def _numbers(document: Value, name: str, expected: int) -> tuple[mpq, ...]:
    """Return the numbers in the list ``document[name]``, whose length must be ``expected``."""
    values = numbers(member(document, name, list, "the certificate"), name)
    if len(values) != expected:
        raise FormatError(f"{name} has {count(len(values), 'number')}, expected {expected}")
    return tuple(values)


def _vectors(values: Value, where: str, expected: int) -> list[Vector]:
    if len(values) != expected:
        raise FormatError(f"{where} has {count(len(values), 'list')}, expected {expected}, one for each player")
    return [vector(numbers(row, place)) for row, place in elements(values, where)]


def _stated_profile(document: Value, game: Game, normalize: bool) -> Profile:
    """Return the profile in a document, which must have exactly one of the keys of :data:`PROFILES`."""
    stated = [key for key in PROFILES if key in document]
    if len(stated) != 1:
        raise FormatError(f"{' and '.join(stated) or 'no profile'}, expected one of {', '.join(PROFILES)}")
    return PROFILES[stated[0]](document, game, normalize)


def _of_plans(document: Value, game: Game, normalize: bool) -> Profile:
    plans = member(document, "realization_plans", list, "the document")
    return of_plans(game, _vectors(plans, "realization_plans", len(game.players)), normalize)


def _of_mixed(document: Value, game: Game, normalize: bool) -> Profile:
    """Return the behavior strategies that have the same realization plans as mixed strategies (Kuhn 1953)."""
    players = member(document, "mixed_strategies", list, "the document")
    if len(players) != len(game.players):
        raise ProfileError(f"mixed_strategies of {count(len(players), 'player')}, expected {len(game.players)}")
    sequences = require_perfect_recall(game, histories(game))
    stated = zip(sequences, elements(players, "mixed_strategies"), strict=True)
    plans = [_plan_of_mixed(game, player_sequences, *mixed, normalize) for player_sequences, mixed in stated]
    return of_plans(game, plans, normalize)


def _plan_of_mixed(game: Game, sequences: Sequences, stated: Value, where: str, normalize: bool) -> Vector:
    """Return the plan of a mixed strategy, which is stated as an object from pure strategies to probabilities.

    If one of these pure strategies contains ``*``, all are names of reduced pure strategies.
    """
    of_kind(stated, dict, where)
    strategies = pure_strategies(game, sequences.player, reduced=any("*" in split_moves(name) for name in stated))
    probabilities: dict[PureStrategy, mpq] = {}
    for name, share in stated.items():
        try:
            strategy = strategies.parse(name)
        except InputError as error:
            error.message = f"{where}: {error.message}"
            raise
        probabilities[strategy] = probabilities.get(strategy, ZERO) + number(share, f"{where}.{name}")
    shares = tuple(probabilities.values())
    try:
        if not (normalize and any(shares) and min(shares) >= 0):  # if normalized, of_plans divides the plan by the sum
            check_distribution(shares)
    except NumberError as error:
        raise NumberError(f"{where}: {error.message}") from None
    return plan_of_mixed(sequences, MixedStrategy(strategies, probabilities))


def profile(document: Value, game: Game, normalize: bool = False) -> Profile:
    """Return the profile that the member ``behavior`` states."""
    players = member(document, "behavior", list, "the document")
    if len(players) != len(game.players):
        raise ProfileError(f"behavior of {count(len(players), 'player')}, expected {len(game.players)}")
    behavior = []
    for player, stated_strategy in enumerate(players):
        where = f"behavior[{player}]"
        of_kind(stated_strategy, dict, where)
        _check_place(stated_strategy, "player", player + 1, where)
        sets = member(stated_strategy, "information_sets", list, where)
        indices = game.preorder_sets()[player]
        if len(sets) != len(indices):
            raise ProfileError(f"{where} has {count(len(sets), 'information set')}, expected {len(indices)}")
        strategy = {
            index: _probabilities(game, index, k + 1, stated, f"{where}.information_sets[{k}]")
            for k, (index, stated) in enumerate(zip(indices, sets, strict=True))
        }
        behavior.append([strategy[index] for index in game.sets_of(player)])
    return Profile.of(game, behavior, normalize=normalize)


def _probabilities(game: Game, index: int, position: int, stated: Value, where: str) -> list[mpq]:
    """Return the stated probabilities of the moves at an information set, in the order of the game."""
    of_kind(stated, dict, where)
    _check_place(stated, "index", position, where)
    actions = member(stated, "actions", dict, where)
    names = unique_names(game.information_sets[index].actions)
    if set(actions) != set(names):
        stated_names, expected = quoted(", ".join(actions)), quoted(", ".join(names))
        raise ProfileError(f"{where} names the actions {stated_names}, expected {expected}")
    return [number(actions[name], f"{where}.actions.{name}") for name in names]


def _check_place(stated: Value, key: str, expected: int, where: str) -> None:
    """Raise a ProfileError if ``stated[key]`` is not the number ``expected``. True is refused, though True == 1.

    The key may be missing.
    """
    number = stated.get(key, expected)
    if isinstance(number, bool) or number != expected:
        raise ProfileError(f"{where}.{key} is {described(number)}, expected {expected}")


PROFILES: dict[str, Callable[[Value, Game, bool], Profile]] = {
    "behavior": profile,
    "realization_plans": _of_plans,
    "mixed_strategies": _of_mixed,
}
"""From a key under which a document may state a profile to the function that reads this profile."""
