"""Equilibria, profiles and verdicts as JSON: typed readers of ``lemke-equilibrium/2`` and its relatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic

import numpy as np
from gmpy2 import mpq
from msgspec import Struct, field

from lemke.certificate import (
    EXTENSIVE_FORM_PERFECT,
    PROOFS,
    SEQUENTIAL,
    SUBGAME_PERFECT,
    Claim,
    Comparison,
    Dominated,
    Equilibrium,
    How,
    Identity,
    Judge,
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
from lemke.ground.exact_json import Value, convert, of_members, require_format
from lemke.ground.rational import ZERO, quoted
from lemke.ground.sparse import Vector, zeros
from lemke.ground.words import count
from lemke.io.game_json import Number, game_of

Beliefs = dict[str, Any]
"""Beliefs by name, as :func:`~lemke.game.strategy.beliefs_by_name` reads them."""
PROFILES = "behavior", "realization_plans", "mixed_strategies"
"""The members by which a document may state a profile."""


class StatedSet(Struct, Generic[Number], frozen=True, forbid_unknown_fields=True):
    """The moves of a profile, or of a dominating plan, at an information set.

    Attributes
    ----------
    actions : dict
        From the names of all moves to their probabilities; in a sweep, null if the player's plan does not reach the
        set.
    index : int
        The position in this list, from 1: the sets of the player in depth-first order.
    number, label : int, str
        The set's number and label in the game.
    filled : bool
        Whether the moves were filled in because the player's plan does not reach the set.
    """

    actions: dict[str, Number] | None = None
    index: int | None = None
    number: int | None = None
    label: str = ""
    filled: bool = False


class StatedStrategy(Struct, Generic[Number], frozen=True, forbid_unknown_fields=True):
    """The behavior strategy of a player.

    Attributes
    ----------
    information_sets : list of StatedSet
    player : int
        1, then 2, …
    """

    information_sets: list[StatedSet[Number]]
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
    behavior: list[StatedStrategy[mpq]]
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
    behavior: list[StatedStrategy[mpq]] | None = None
    realization_plans: list[Vector] | None = None
    mixed_strategies: list[dict[str, mpq]] | None = None
    beliefs: Beliefs | None = None
    format: str = PlayedProfile.json_format


REFINED = {*PROOFS, SUBGAME_PERFECT}
"""The names of all refinements."""


def is_document(stated: Mapping[Any, object]) -> bool:
    """Return whether a mapping is a document for :func:`claim_of`, not probabilities by names of sets and moves."""
    return isinstance(stated.get("format"), str) or any(isinstance(stated.get(name), list | tuple) for name in PROFILES)


def claim_of(document: Value, game: Game, source: str | None = None, normalize: bool = False) -> Claim:
    """Return what a JSON document states about a game: a profile and, in a certificate, claims about the profile.

    ``normalize`` is as in :meth:`Profile.of`.
    """
    with located(source):
        if "format" in document:
            require_format(document, Equilibrium.json_format, PlayedProfile.json_format)
        if "format" in document or "game" in document:
            require_same_game(document.get("game"), game)
        if document.get("format") == Equilibrium.json_format:
            return _claim(convert(document, StatedEquilibrium), game, normalize)
        stated = convert(document, StatedProfile)
        return Claim(_profile(stated, game, normalize), beliefs=_beliefs(stated.beliefs, game))


def require_same_game(stated: Value, game: Game) -> None:
    """Raise a ProfileError unless the member ``game`` of a document has the SHA-256 of a game."""
    digest = stated.get("sha256") if isinstance(stated, dict) else None
    if not isinstance(digest, str):
        raise FormatError("$.game: no sha256, expected the SHA-256 of the game")
    if digest != (expected := sha256(game)):
        raise ProfileError(f"a result about another game, SHA-256 {digest[:12]}..., expected {expected[:12]}...")


def equilibrium_of(document: Value) -> tuple[Equilibrium, Claim]:
    """Return the equilibrium of a document ``lemke-equilibrium/2``, and its claims, which are not judged here."""
    stated = convert(document, StatedEquilibrium)
    game = game_of(stated.game, "$.game")
    game.require_two_players(" for an equilibrium with its proof")
    claim = _claim(stated, game)
    plan_1, plan_2 = stated.realization_plans
    payoff_1, payoff_2 = stated.payoffs
    regret_1, regret_2 = stated.regrets or (ZERO, ZERO)
    equilibrium = Equilibrium(
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
    return equilibrium, claim


def load_profile(document: Value) -> PlayedProfile:
    """Return the profile of a document ``lemke-profile/2``."""
    stated = convert(document, StatedProfile)
    game = game_of(stated.game, "$.game")
    return PlayedProfile.of_game(game, _profile(stated, game), _beliefs(stated.beliefs, game))


def _claim(stated: StatedEquilibrium, game: Game, normalize: bool = False) -> Claim:
    """Return the claims of a certificate, after a check of how many numbers there are."""
    for name in ("payoffs", "realization_plans", "duals", "regrets"):
        if (parts := getattr(stated, name)) is not None:
            _expect(f"$.{name}", len(parts), len(game.players))
    for vector in (*stated.realization_plans, *(stated.duals or ())):
        _expect("$.realization_plans, $.duals", f"{vector.ndim}-fold lists", "1-fold lists")
    is_approximate = bool(stated.epsilon)
    is_sound = is_approximate == (stated.regrets is not None) == (stated.duals is None)
    exact_only = stated.refinement is not None or stated.method in REFINED
    is_sound = is_sound and not (exact_only if is_approximate else stated.interval)
    if not is_sound or stated.epsilon != max(stated.regrets or [ZERO]):
        raise FormatError("$.epsilon: expected 0 with duals, or the greatest of the regrets without a refinement")
    profile = _of_behavior(stated.behavior, game, normalize)
    payoffs, plans = stated.payoffs, stated.realization_plans
    trembles = _trembles(stated.refinement, stated.method)
    beliefs = _beliefs(stated.beliefs, game)
    if beliefs is not None and (trembles is None or trembles.name not in PROOFS[SEQUENTIAL]):
        raise FormatError("$.beliefs: expected them only with a refinement that gives beliefs")
    if is_approximate:
        return Claim(profile, payoffs, plans, regrets=stated.regrets or (), interval=stated.interval or ())
    return Claim(profile, payoffs, plans, stated.duals or (), stated.method, refinement=trembles, beliefs=beliefs)


def _how(stated: StatedEquilibrium) -> How:
    how = of_members({"kernel": "", **stated.how}, How, "$.how", method=stated.method)
    return how if how.label is None else replace(how, label=how.label - 1)


def _trembles(stated: StatedTrembles | None, method: str) -> Trembles | None:
    """Return the proof of a refinement; None if none is stated."""
    if stated is None:
        return None
    if stated.name != method or method not in PROOFS or (stated.epsilon is None and method != EXTENSIVE_FORM_PERFECT):
        raise FormatError(f"$.refinement: {quoted(stated.name)}, expected a proof of {quoted(method)} with its epsilon")
    for player, (plan, kernel) in enumerate(zip(stated.plans, stated.kernels, strict=True)):
        if plan.ndim != 2 or not plan.shape[1] or any(change.shape != (len(plan),) for change in kernel):
            expected = "a list for every sequence, of equal lengths, and changes with a number for every sequence"
            raise FormatError(f"$.refinement, plan of player {player + 1}: expected {expected}")
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
    _expect(f"$.{names[0]}", count(len(getattr(stated, names[0])), "player"), count(len(game.players), "player"))
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
    return _of_behavior(convert(behavior, list[StatedStrategy[mpq]], path), game)


def _of_behavior(players: Sequence[StatedStrategy[mpq]], game: Game, normalize: bool = False) -> Profile:
    _expect("$.behavior", count(len(players), "player"), count(len(game.players), "player"))
    behavior, filled = [], []
    for player, strategy in enumerate(players):
        path, indices = f"$.behavior[{player}]", game.preorder_sets()[player]
        if strategy.player is not None:
            _expect(f"{path}.player", strategy.player, player + 1)
        sets = [count(len(listed), "information set") for listed in (strategy.information_sets, indices)]
        _expect(f"{path}.information_sets", *sets)
        by_index = dict(zip(indices, strategy.information_sets, strict=True))
        for k, (index, stated) in enumerate(by_index.items()):
            where, names = f"{path}.information_sets[{k}]", unique_names(game.information_sets[index].actions)
            if stated.index is not None:
                _expect(f"{where}.index", stated.index, k + 1)
            actions = stated.actions or {}
            if set(actions) != set(names):
                _expect(f"{where}.actions", quoted(", ".join(actions)), quoted(", ".join(names)))
        moves_at = [(by_index[index], game.information_sets[index]) for index in game.sets_of(player)]
        moves = [(stated.actions or {}, unique_names(item.actions)) for stated, item in moves_at]
        behavior.append([[actions[name] for name in names] for actions, names in moves])
        filled.append(frozenset(h for h, (stated, _) in enumerate(moves_at) if stated.filled))
    return replace(Profile.of(game, behavior, normalize=normalize), filled=tuple(filled))


def _expect(path: str, found: object, expected: object) -> None:
    """Raise a ProfileError unless a part of a document is as the game needs it."""
    if found != expected:
        raise ProfileError(f"{path}: {found}, expected {expected}")


def _beliefs(stated: Beliefs | None, game: Game) -> dict[int, Distribution] | None:
    return None if stated is None else beliefs_by_name(game, stated)


# ---------------------------------------------------------------- verdicts


class StatedDominance(Struct, frozen=True, forbid_unknown_fields=True):
    """A plan, or moves at a set, that weakly dominate what a player plays.

    Attributes
    ----------
    player : int
        1 or 2.
    from_set : StatedSet
        The member ``from``: the information set where the compared plans begin; null: whole plans.
    gain : number
        How much more the dominating plan or moves get if all moves of the other player are equally likely.
    changes : list of StatedSet
        Each information set where the dominating plan or moves differ from what is played.
    plan : vector or null
        The dominating plan; null if only the moves at the set are compared.
    """

    player: int
    gain: mpq
    changes: list[StatedSet[mpq]]
    plan: Vector | None = None
    from_set: StatedSet[mpq] | None = field(default=None, name="from")


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
    normalization : object
        Only if the numbers were normalized: how many ``sets`` had a wrong sum, the ``largest`` error of a sum, and its
        ``place``.
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
    deviations : list of objects
        A best response of each ``player`` with a regret, at each of its ``information_sets``: ``index``, ``number``,
        ``label``, the ``action``, whether the response reaches the set (``played``), the part of the regret that
        arises there (``loss``), and the ``counterfactual_regret``.
    against_all : Comparison
        Only if the profile was compared with all equilibria.
    """

    behavior: list[StatedStrategy[mpq]]
    payoffs: tuple[mpq, ...]
    best_response_values: tuple[mpq, ...]
    regrets: tuple[mpq, ...]
    nash_conv: mpq
    max_counterfactual_regret: mpq
    is_equilibrium: bool
    regrets_claimed: bool
    deviations: list[dict[str, Any]]
    exploitability: mpq | None = None
    normalization: Normalization | None = None
    objections: tuple[str, ...] | None = None
    refinements: dict[str, list[str]] = {}
    standing: dict[str, RefinementStanding] = {}
    dominated: dict[str, StatedDominance] = {}
    against_all: Comparison | None = None


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
    if not stated.profiles:
        raise FormatError("$.profiles: empty, expected one or more")
    judge = Judge.of_any(game_of(stated.game, "$.game"))
    verdicts = tuple(_verdict(judge, profile, f"$.profiles[{k}]") for k, profile in enumerate(stated.profiles))
    return verdicts[0] if len(verdicts) == 1 else Verdicts(verdicts)


def _verdict(judge: Judge, stated: StatedVerdict, path: str) -> Verdict:
    game = judge.game
    profile = replace(_of_behavior(stated.behavior, game), normalization=stated.normalization)
    verdict, _ = judge.judge(Claim(profile))
    names = ("payoffs", "regrets", "nash_conv", "exploitability", "max_counterfactual_regret", "is_equilibrium")
    is_right = all(getattr(stated, name) == getattr(verdict, name) for name in names)
    if not is_right or stated.best_response_values != verdict.best_values:
        raise FormatError(f"{path}: other payoffs, best response values or regrets than those of the profile")
    holds = {name: not objections for name, objections in stated.refinements.items()}
    is_known = holds.keys() <= REFINED and (verdict.is_equilibrium or not any(holds.values()))
    if not is_known or holds != {name: words == "holds" for name, words in stated.standing.items()}:
        raise FormatError(f"{path}.standing: expected that of each refinement, holds where there are no objections")
    return replace(
        verdict,
        objections=stated.objections,
        refinements=stated.refinements,
        standing=stated.standing,
        dominated={name: _dominance(judge, dominance) for name, dominance in stated.dominated.items()},
        regrets_claimed=stated.regrets_claimed,
        comparison=stated.against_all,
    )


def _dominance(judge: Judge, stated: StatedDominance) -> Dominated:
    player, has_moves = stated.player - 1, stated.from_set is not None and len(stated.changes) == 1
    places = [*stated.changes, *([] if stated.from_set is None else [stated.from_set])]
    if player not in (0, 1) or not (has_moves or stated.plan is not None):
        raise FormatError("a dominance, expected a plan, or moves at one information set, of player 1 or 2")
    order, indices = judge.game.preorder_sets()[player], judge.game.sets_of(player)
    for place in places:
        if not 1 <= (place.index or 0) <= len(order):
            raise FormatError(f"a dominance at the information set {place.index}, expected an index up to {len(order)}")
    numbers = [indices.index(order[(place.index or 0) - 1]) for place in places]
    for number, place in zip(numbers, stated.changes, strict=False):
        names = unique_names(judge.game.information_sets[indices[number]].actions)
        _expect("the moves of a dominance", quoted(list(place.actions or {})), quoted(names))
    changes = {h: tuple((place.actions or {}).values()) for h, place in zip(numbers, stated.changes, strict=False)}
    h = None if stated.from_set is None else numbers[-1]
    return Dominated(player, h, stated.plan, stated.gain, changes, judge.sequences[player])
