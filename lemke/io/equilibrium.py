"""Equilibria, profiles and verdicts as JSON: typed readers of ``lemke-equilibrium/2`` and its relatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
from gmpy2 import mpq
from msgspec import Struct, field
from msgspec.structs import asdict

from lemke.certificate import (
    EXTENSIVE_FORM_PERFECT,
    PROOFS,
    Claim,
    Comparison,
    Dominated,
    Equilibrium,
    How,
    Identity,
    Judge,
    StrangeMove,
    Trembles,
    Verdict,
    Verdicts,
)
from lemke.certificate.verdict import RefinementStanding
from lemke.errors import FormatError, ProfileError, located
from lemke.game import Game, sha256
from lemke.game.builder import check_distribution
from lemke.game.played import PlayedProfile
from lemke.game.pure_strategies import MixedStrategy, PureStrategy, plan_of_mixed, pure_strategies
from lemke.game.recall import Sequences, histories, require_perfect_recall
from lemke.game.strategy import Distribution, Normalization, Profile, beliefs_by_name, of_plans
from lemke.game.tree import split_moves, unique_names
from lemke.ground.exact_json import Value, convert, require_format
from lemke.ground.rational import ZERO, quoted
from lemke.ground.sparse import Vector, zeros
from lemke.ground.words import count
from lemke.io.game_json import game_of

Beliefs = dict[str, Any]
"""Beliefs by name, as :func:`~lemke.game.strategy.beliefs_by_name` reads them."""
PROFILES = "behavior", "realization_plans", "mixed_strategies"
"""The members by which a document may state a profile."""


class StatedSet(Struct, frozen=True, forbid_unknown_fields=True):
    """The moves of a profile at an information set.

    Attributes
    ----------
    actions : dict
        From the names of all moves to their probabilities.
    index : int
        The position in this list, from 1: the sets of the player in depth-first order.
    number, label : int, str
        The set's number and label in the game.
    filled : bool
        Whether the moves were filled in because the player's plan does not reach the set.
    """

    actions: dict[str, mpq]
    index: int | None = None
    number: int | None = None
    label: str = ""
    filled: bool = False


class StatedStrategy(Struct, frozen=True, forbid_unknown_fields=True):
    """The behavior strategy of a player.

    Attributes
    ----------
    information_sets : list of StatedSet
    player : int
        1, then 2, …
    """

    information_sets: list[StatedSet]
    player: int | None = None


class StatedIdentity(Struct, frozen=True, forbid_unknown_fields=True):
    """A proof that a sequence has exactly its tremble, or is as good as others, for all ε.

    Attributes
    ----------
    player : int
        1 or 2: the player of the sequence.
    sequence : int
        The position of the sequence in the plan, from 0, the empty sequence.
    mixing : bool
        Whether the last move of the sequence counts as mixing.
    change : list of lists
        For every changed sequence its position, then the coefficients of ε⁰, ε¹, … of its change.
    """

    player: int
    sequence: int
    mixing: bool
    change: Vector


class StatedTrembles(Struct, frozen=True, forbid_unknown_fields=True):
    """The proof of a refinement.

    Attributes
    ----------
    name : str
        The same as ``method``.
    epsilon : number or null
        ε₀ > 0; null if the plans are first terms of power series.
    plans : pair of lists of lists
        x(ε), then y(ε): for every sequence the coefficients of ε⁰, ε¹, …; in ``extensive-form-perfect`` with an ε₀,
        each plan is to be divided by its first row, a polynomial.
    kernels : pair of lists of vectors
        Changes of x, then of y; only if the proof needs them.
    identities : list of StatedIdentity
        Only if the proof needs them.
    """

    name: str
    plans: tuple[Vector, Vector]
    epsilon: mpq | None = None
    kernels: tuple[list[Vector], list[Vector]] = ([], [])
    identities: list[StatedIdentity] = []


class StatedEquilibrium(Struct, frozen=True, forbid_unknown_fields=True):
    """An equilibrium with its proof, or an ε-equilibrium with its exact regrets.

    Attributes
    ----------
    game : object
        The game, as in ``lemke-game/2``, and its ``sha256``.
    payoffs : list of numbers
        Expected payoff of each player.
    behavior : list of StatedStrategy
    realization_plans : list of vectors
        x, then y: a probability for every sequence.
    epsilon : number
        0, or the greatest of the regrets.
    duals : list of vectors
        u, then v: the player's payoff, then a value for every information set; only if ``epsilon`` is 0.
    regrets : list of numbers
        The most that each player can gain; only if ``epsilon`` is positive.
    interval : pair of numbers
        Bounds of the value that the strategies guarantee; only in constant-sum games, with ``epsilon`` > 0.
    method : str
        The method that found the equilibrium, or a refinement, which is then claimed.
    how : object
        Further facts about the search, as in :class:`~lemke.certificate.How`; a label counts from 1.
    refinement : StatedTrembles
        Only if the refinement needs a proof.
    beliefs : object
        Player → information set → node → probability, if ``refinement`` gives beliefs.
    format : str
    """

    game: dict[str, Any]
    payoffs: tuple[mpq, ...]
    behavior: list[StatedStrategy]
    realization_plans: tuple[Vector, ...]
    epsilon: mpq = ZERO
    duals: tuple[Vector, ...] | None = None
    regrets: tuple[mpq, ...] | None = None
    interval: tuple[mpq, mpq] | None = None
    method: str = ""
    how: dict[str, Any] = {}
    refinement: StatedTrembles | None = None
    beliefs: Beliefs | None = None
    format: str = Equilibrium.json_format


class StatedProfile(Struct, frozen=True, forbid_unknown_fields=True):
    """A profile, in one of three forms, perhaps with beliefs.

    Attributes
    ----------
    game : object
        The game, as in ``lemke-game/2``, and its ``sha256``.
    behavior : list of StatedStrategy
    realization_plans : list of vectors
        A probability for every sequence, for each player.
    mixed_strategies : list of objects
        From reduced strategies, as ``lemke show GAME strategies`` lists them, to their probabilities, for each player.
    beliefs : object
        Information set → node → probability, or with one more level player → information set → node → probability. The
        beliefs at a set may also be a list, in the order of the nodes.
    format : str
    """

    game: dict[str, Any] | None = None
    behavior: list[StatedStrategy] | None = None
    realization_plans: list[Vector] | None = None
    mixed_strategies: list[dict[str, mpq]] | None = None
    beliefs: Beliefs | None = None
    format: str = PlayedProfile.json_format


def is_document(stated: Mapping[Any, object]) -> bool:
    """Return whether a mapping is a document for :func:`claim_of`, not probabilities by names of sets and moves."""
    return isinstance(stated.get("format"), str) or any(isinstance(stated.get(name), list | tuple) for name in PROFILES)


def claim_of(document: Value, game: Game, source: str | None = None, normalize: bool = False) -> Claim:
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
        if "format" in document:
            require_format(document, Equilibrium.json_format, PlayedProfile.json_format)
            _require_same_game(document.get("game"), game)
        if document.get("format") == Equilibrium.json_format:
            return _claim(convert(document, StatedEquilibrium), game, normalize)
        stated = convert(document, StatedProfile)
        return Claim(_profile(stated, game, normalize), beliefs=_beliefs(stated.beliefs, game))


def _require_same_game(stated: Value, game: Game) -> None:
    digest = stated.get("sha256") if isinstance(stated, dict) else None
    if not isinstance(digest, str):
        raise FormatError("$.game: no sha256, expected the SHA-256 of the game")
    if digest != (expected := sha256(game)):
        raise ProfileError(f"a result about another game, SHA-256 {digest[:12]}..., expected {expected[:12]}...")


def load_equilibrium(document: Value) -> Equilibrium:
    """Return the equilibrium of a document ``lemke-equilibrium/2``."""
    stated = convert(document, StatedEquilibrium)
    game = game_of(stated.game, "$.game")
    game.require_two_players(" for an equilibrium with its proof")
    claim = _claim(stated, game)
    plan_1, plan_2 = stated.realization_plans
    payoff_1, payoff_2 = stated.payoffs
    regret_1, regret_2 = stated.regrets or (ZERO, ZERO)
    return Equilibrium(
        plans=(plan_1, plan_2),
        duals=None if stated.duals is None else (stated.duals[0], stated.duals[1]),
        payoffs=(payoff_1, payoff_2),
        how=_how(stated),
        game=game,
        profile=claim.profile,
        refinement=claim.refinement,
        regrets=(regret_1, regret_2),
        interval=stated.interval,
    )


def load_profile(document: Value) -> PlayedProfile:
    """Return the profile of a document ``lemke-profile/2``."""
    stated = convert(document, StatedProfile)
    if stated.game is None:
        raise FormatError("$.game: missing, expected the game of the profile")
    game = game_of(stated.game, "$.game")
    return PlayedProfile.of_game(game, _profile(stated, game), _beliefs(stated.beliefs, game))


def _claim(stated: StatedEquilibrium, game: Game, normalize: bool = False) -> Claim:
    """Return the claims of a certificate, after a check of how many numbers there are."""
    for name in ("payoffs", "realization_plans", "duals", "regrets"):
        parts = getattr(stated, name)
        if parts is not None and len(parts) != len(game.players):
            raise FormatError(f"$.{name}: {len(parts)}, expected {len(game.players)}, one for each player")
    if stated.epsilon < 0 or bool(stated.epsilon) != (stated.regrets is not None):
        raise FormatError("$.epsilon: expected 0 without regrets, or the greatest regret with regrets")
    if stated.regrets is not None and stated.epsilon != max(stated.regrets):
        raise FormatError("$.epsilon: expected the greatest of the regrets")
    if bool(stated.epsilon) != (stated.duals is None):
        raise FormatError("$.duals: expected duals if epsilon is 0, and none otherwise")
    profile = _of_behavior(stated.behavior, game, normalize)
    payoffs, plans = stated.payoffs, stated.realization_plans
    if stated.epsilon:
        return Claim(profile, payoffs, plans, regrets=stated.regrets or (), interval=stated.interval or ())
    trembles = _trembles(stated.refinement, stated.method)
    return Claim(profile, payoffs, plans, stated.duals or (), stated.method, refinement=trembles)


def _how(stated: StatedEquilibrium) -> How:
    names = [fact.name for fact in fields(How) if fact.name != "method"]
    if unknown := [name for name in stated.how if name not in names]:
        raise FormatError(f"$.how: the member {quoted(unknown[0])}, expected only {', '.join(names)}")
    how = convert({"kernel": "", **stated.how, "method": stated.method}, How, "$.how")
    return how if how.label is None else replace(how, label=how.label - 1)


def _trembles(stated: StatedTrembles | None, method: str) -> Trembles | None:
    """Return the proof of a refinement; None if no known refinement is stated."""
    if stated is None or not (method in PROOFS or stated.name in PROOFS):
        return None
    if stated.name != method:
        raise FormatError(f"$.refinement.name: {quoted(stated.name)}, expected the method, {quoted(method)}")
    if stated.epsilon is None and stated.name != EXTENSIVE_FORM_PERFECT:
        raise FormatError(f"$.refinement.epsilon: missing, expected a positive number for {stated.name}")
    for player, (plan, kernel) in enumerate(zip(stated.plans, stated.kernels, strict=True)):
        if plan.ndim != 2 or not plan.shape[1]:
            raise FormatError(f"$.refinement.plans[{player}]: expected lists of equal length, one per sequence")
        if any(change.shape != (len(plan),) for change in kernel):
            raise FormatError(f"$.refinement.kernels[{player}]: expected changes of {len(plan)} numbers")
    identities = tuple(
        _identity(identity, f"$.refinement.identities[{k}]", stated.plans)
        for k, identity in enumerate(stated.identities)
    )
    changes_1, changes_2 = map(tuple, stated.kernels)
    return Trembles(stated.name, stated.epsilon, stated.plans, (changes_1, changes_2), identities)


def _identity(stated: StatedIdentity, path: str, plans: Sequence[Vector]) -> Identity:
    """Return an identity. A document states only the nonzero rows of ``change``; the returned matrix has all rows."""
    rows = stated.change
    if stated.player not in (1, 2) or rows.ndim != 2 or rows.shape[1] < 2:
        raise FormatError(f"{path}: expected a player, 1 or 2, and a change with rows of 2 numbers or more")
    size = len(plans[2 - stated.player if stated.mixing else stated.player - 1])  # the plan that changes
    sequences = rows[:, 0].tolist()  # a row starts with the number of its sequence
    if len({*sequences}) < len(sequences) or not all(sequence in range(size) for sequence in sequences):
        raise FormatError(f"{path}.change: expected different sequences, from 0 to {size - 1}")
    change = np.array([zeros(rows.shape[1] - 1) for _ in range(size)])
    change[list(map(int, sequences))] = rows[:, 1:]
    return Identity(stated.player - 1, stated.sequence, stated.mixing, change)


# ---------------------------------------------------------------- profiles


def _profile(stated: StatedProfile, game: Game, normalize: bool = False) -> Profile:
    """Return the profile of a document, which must have exactly one of the members PROFILES."""
    names = [name for name in PROFILES if getattr(stated, name) is not None]
    if len(names) != 1:
        raise FormatError(f"{' and '.join(names) or 'no profile'}, expected one of {', '.join(PROFILES)}")
    if len(players := getattr(stated, names[0])) != len(game.players):
        raise ProfileError(f"$.{names[0]}: {count(len(players), 'player')}, expected {len(game.players)}")
    if stated.behavior is not None:
        return _of_behavior(stated.behavior, game, normalize)
    if stated.realization_plans is not None:
        return of_plans(game, stated.realization_plans, normalize)
    sequences = require_perfect_recall(game, histories(game))
    plans = []
    for player, shares in enumerate(stated.mixed_strategies or ()):
        plans.append(_plan_of_mixed(game, sequences[player], shares, f"$.mixed_strategies[{player}]", normalize))
    return of_plans(game, plans, normalize)


def _plan_of_mixed(game: Game, sequences: Sequences, shares: dict[str, mpq], path: str, normalize: bool) -> Vector:
    """Return the realization plan of a mixed strategy (Kuhn 1953)."""
    # if one of the pure strategies contains ``*``, all are names of reduced pure strategies
    strategies = pure_strategies(game, sequences.player, reduced=any("*" in split_moves(name) for name in shares))
    probabilities: dict[PureStrategy, mpq] = {}
    with located(path):
        for name, share in shares.items():
            strategy = strategies.parse(name)
            probabilities[strategy] = probabilities.get(strategy, ZERO) + share
        numbers = tuple(probabilities.values())
        if not (normalize and any(numbers) and min(numbers) >= 0):  # of_plans divides the plan by the sum
            check_distribution(numbers)
    return plan_of_mixed(sequences, MixedStrategy(strategies, probabilities))


def profile_of(behavior: Value, game: Game, path: str = "$.behavior") -> Profile:
    """Return the profile that a member ``behavior`` states."""
    return _of_behavior(convert(behavior, list[StatedStrategy], path), game)


def _of_behavior(players: Sequence[StatedStrategy], game: Game, normalize: bool = False) -> Profile:
    if len(players) != len(game.players):
        raise ProfileError(f"$.behavior: {count(len(players), 'player')}, expected {len(game.players)}")
    behavior, filled = [], []
    for player, strategy in enumerate(players):
        path, indices = f"$.behavior[{player}]", game.preorder_sets()[player]
        if strategy.player not in (None, player + 1):
            raise ProfileError(f"{path}.player: {strategy.player}, expected {player + 1}")
        if len(strategy.information_sets) != len(indices):
            sets = count(len(strategy.information_sets), "information set")
            raise ProfileError(f"{path}.information_sets: {sets}, expected {len(indices)}")
        by_index = dict(zip(indices, strategy.information_sets, strict=True))
        for k, (index, stated) in enumerate(by_index.items()):
            names = unique_names(game.information_sets[index].actions)
            where = f"{path}.information_sets[{k}]"
            if stated.index not in (None, k + 1):
                raise ProfileError(f"{where}.index: {stated.index}, expected {k + 1}")
            if set(stated.actions) != set(names):
                stated_names, expected = quoted(", ".join(stated.actions)), quoted(", ".join(names))
                raise ProfileError(f"{where}.actions: {stated_names}, expected {expected}")
        moves_at = [(by_index[index], game.information_sets[index]) for index in game.sets_of(player)]
        behavior.append([[stated.actions[name] for name in unique_names(item.actions)] for stated, item in moves_at])
        filled.append(frozenset(h for h, (stated, _) in enumerate(moves_at) if stated.filled))
    return replace(Profile.of(game, behavior, normalize=normalize), filled=tuple(filled))


def _beliefs(stated: Beliefs | None, game: Game) -> dict[int, Distribution] | None:
    return None if stated is None else beliefs_by_name(game, stated)


# ---------------------------------------------------------------- verdicts


class StatedPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """An information set of a player, by its position from 1, its number and its label, perhaps with moves.

    Attributes
    ----------
    index, number, label : int, int, str
    actions : dict
        From the names of all moves to their probabilities, of the dominating plan or moves.
    """

    index: int
    number: int
    label: str
    actions: dict[str, mpq] = {}


class StatedDominance(Struct, frozen=True, forbid_unknown_fields=True):
    """A plan, or moves at a set, that weakly dominate what a player plays.

    Attributes
    ----------
    player : int
        1 or 2.
    from_set : StatedPlace
        The member ``from``: the information set where the compared plans begin; null: whole plans.
    gain : number
        How much more the dominating plan or moves get if all moves of the other player are equally likely.
    changes : list of StatedPlace
        Each information set where the dominating plan or moves differ from what is played.
    plan : vector or null
        The dominating plan; null if only the moves at the set are compared.
    """

    player: int
    gain: mpq
    changes: list[StatedPlace]
    plan: Vector | None = None
    from_set: StatedPlace | None = field(default=None, name="from")


class StatedComparison(Struct, frozen=True, forbid_unknown_fields=True):
    """A profile compared with all equilibria.

    Attributes
    ----------
    sets : int
        The number of maximal sets of equilibria.
    distances : pair of numbers
        The sum of absolute differences between the player's plan and the plan in ``nearest``.
    nearest : pair of vectors
        An equilibrium for which the sum of the distances is least.
    moves : list of StrangeMove
    """

    sets: int
    distances: tuple[mpq, mpq]
    nearest: tuple[Vector, Vector]
    moves: tuple[StrangeMove, ...]


class StatedLoss(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player loses at an information set against a best response.

    Attributes
    ----------
    index, number, label : int, int, str
    action : str
        The move of a best response.
    played : bool
        Whether this response reaches the set.
    loss : number
        The part of the player's regret that arises at the set.
    counterfactual_regret : number
    """

    index: int
    number: int
    label: str
    action: str
    played: bool
    loss: mpq
    counterfactual_regret: mpq


class StatedDeviation(Struct, frozen=True, forbid_unknown_fields=True):
    """A best response of a player.

    Attributes
    ----------
    player : int
    information_sets : list of StatedLoss
    """

    player: int
    information_sets: list[StatedLoss]


class StatedNormalization(Struct, frozen=True, forbid_unknown_fields=True):
    """How far stated numbers were from distributions.

    Attributes
    ----------
    sets : int
        How many sets had a wrong sum.
    largest : number
        The largest error of a sum.
    place : str
        Where it is; empty if no sum was wrong.
    """

    sets: int
    largest: mpq
    place: str


class StatedVerdict(Struct, frozen=True, forbid_unknown_fields=True):
    """The verdict on a profile.

    Attributes
    ----------
    behavior : list of StatedStrategy
        The profile.
    payoffs, best_response_values, regrets : lists of numbers, per player
    nash_conv : number
        The sum of the regrets.
    exploitability : number
        Half of ``nash_conv``; only in constant-sum games of two players.
    max_counterfactual_regret : number
    is_equilibrium : bool
        Whether all regrets are exactly 0.
    regrets_claimed : bool
        Whether the profile comes with a claim about its regrets.
    normalization : StatedNormalization
        Only if the numbers were normalized.
    objections : list of texts
        The false claims of a certificate, without the claims that the profile is an equilibrium or has a refinement;
        absent if only the profile was judged.
    refinements : object
        For each refinement that was asked for or claimed a list of texts: which player gains where, or what is not
        proved; empty if the refinement holds.
    standing : object
        For each of these refinements ``holds``, ``refuted``, ``not proved`` or ``open``.
    dominated : object
        For each refinement that is refuted by a weak dominance a StatedDominance.
    deviations : list of StatedDeviation
    against_all : StatedComparison
        Only if the profile was compared with all equilibria.
    """

    behavior: list[StatedStrategy]
    payoffs: tuple[mpq, ...]
    best_response_values: tuple[mpq, ...]
    regrets: tuple[mpq, ...]
    nash_conv: mpq
    max_counterfactual_regret: mpq
    is_equilibrium: bool
    regrets_claimed: bool
    deviations: list[StatedDeviation]
    exploitability: mpq | None = None
    normalization: StatedNormalization | None = None
    objections: tuple[str, ...] | None = None
    refinements: dict[str, list[str]] = {}
    standing: dict[str, RefinementStanding] = {}
    dominated: dict[str, StatedDominance] = {}
    against_all: StatedComparison | None = None


class StatedVerdicts(Struct, frozen=True, forbid_unknown_fields=True):
    """Verdicts on profiles of a game.

    Attributes
    ----------
    game : object
        The game, as in ``lemke-game/2``, and its ``sha256``.
    profiles : list of StatedVerdict
    format : str
    """

    game: dict[str, Any]
    profiles: list[StatedVerdict]
    format: str = Verdict.json_format


def load_verdicts(document: Value) -> Verdict | Verdicts:
    """Return the verdict of a document ``lemke-verdict/2``, or the verdicts on several profiles.

    The profiles are judged again: stated payoffs and regrets of other sizes are refused.
    """
    stated = convert(document, StatedVerdicts)
    judge = Judge.of_any(game_of(stated.game, "$.game"))
    verdicts = tuple(_verdict(judge, profile, f"$.profiles[{k}]") for k, profile in enumerate(stated.profiles))
    return verdicts[0] if len(verdicts) == 1 else Verdicts(verdicts)


def _verdict(judge: Judge, stated: StatedVerdict, path: str) -> Verdict:
    game, normalization = judge.game, stated.normalization
    profile = _of_behavior(stated.behavior, game)
    if normalization is not None:
        sums = Normalization(normalization.sets, normalization.largest, normalization.place)
        profile = replace(profile, normalization=sums)
    verdict, _ = judge.judge(Claim(profile))
    expected = verdict.payoffs, verdict.best_values, verdict.regrets
    if (stated.payoffs, stated.best_response_values, stated.regrets) != expected:
        raise FormatError(f"{path}: other payoffs, best response values or regrets than those of the profile")
    return replace(
        verdict,
        objections=stated.objections,
        refinements=stated.refinements,
        standing=stated.standing,
        dominated={name: _dominance(judge, dominance) for name, dominance in stated.dominated.items()},
        regrets_claimed=stated.regrets_claimed,
        comparison=None if stated.against_all is None else Comparison(**asdict(stated.against_all)),
    )


def _dominance(judge: Judge, stated: StatedDominance) -> Dominated:
    player = stated.player - 1
    if player not in (0, 1):
        raise FormatError(f"dominance of player {stated.player}, expected 1 or 2")
    order, indices = judge.game.preorder_sets()[player], judge.game.sets_of(player)
    h = None if stated.from_set is None else indices.index(order[stated.from_set.index - 1])
    if stated.plan is None and (h is None or len(stated.changes) != 1):
        raise FormatError("dominance without a plan, expected moves at one information set")
    changes = {indices.index(order[place.index - 1]): tuple(place.actions.values()) for place in stated.changes}
    return Dominated(player, h, stated.plan, stated.gain, changes, judge.sequences[player])
