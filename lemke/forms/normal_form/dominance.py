"""The claims of an elimination of dominated strategies, with witnesses, and their exact check.

A mixed strategy strictly dominates a strategy of the same player if the mixed strategy pays more against all
combinations of the opponents' strategies. It dominates weakly if it never pays less and sometimes pays more. A strategy
is strictly dominated by no mixed strategy iff it is a best reply to a belief: a distribution over all combinations of
the opponents' strategies. For weak dominance the belief must give every combination a positive probability (Pearce
1984). With three or more players a belief may be correlated.

The check does not rely on the search (:mod:`lemke.solvers.dominance`): it only adds and compares payoffs. For
dominance by pure strategies alone, the remaining strategies have no witnesses, and are compared with each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias, TypeVar

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.forms.normal_form.form import Array, NormalForm
from lemke.ground import limits
from lemke.ground.rational import ONE, short
from lemke.ground.results import Result
from lemke.ground.sparse import Indices, Vector, over_one_denominator, vector
from lemke.ground.table import Table

NAMED = 10
"""The most remaining strategies of a player that a table names."""

Surviving: TypeAlias = tuple[tuple[int, ...], ...]
"""For each player the numbers of the surviving strategies, ascending."""
Scalar = TypeVar("Scalar", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Dominated:
    """A strategy that was eliminated. Players and strategies are numbers from 0 in the original game.

    Attributes
    ----------
    player : int
    strategy : int
    label : str
        The label of the strategy.
    mixture : dict from strategy to mpq
        The mixed strategy that dominates the strategy: positive probabilities of strategies that survive the round.
    strict : bool
        Whether the mixture is better against all remaining combinations of the opponents' strategies.
    round : int
        From 1. A round eliminates all strategies that are dominated in the game left by the previous round.
    """

    player: int
    strategy: int
    label: str
    mixture: dict[int, mpq]
    strict: bool
    round: int


@dataclass(frozen=True, slots=True, eq=False)
class Undominated:
    """A remaining strategy that no mixed one dominates; the other attributes are as in :class:`Dominated`.

    Attributes
    ----------
    belief : exact array
        The strategy is a best reply to these probabilities of the combinations of the opponents' strategies. The array
        has an axis for each opponent, in the order of the players, with an index for every remaining strategy. For weak
        dominance all probabilities are positive.
    """

    player: int
    strategy: int
    label: str
    belief: Array


@dataclass(frozen=True, eq=False)
class Elimination(Result):
    """Strategies eliminated round by round.

    Attributes
    ----------
    original : NormalForm
        The game before the elimination.
    form : NormalForm
        The remaining game.
    surviving : tuple of tuple of int, one per player
        The remaining strategies, by their numbers from 0 in the original game.
    eliminated : tuple of Dominated
        In the order of rounds, players and strategies.
    undominated : tuple of Undominated
        All remaining strategies, with beliefs which prove that they are undominated. Empty if the elimination was
        stopped early. Empty also for dominance by pure strategies, where no such belief need exist.
    weak : bool
        Whether weakly dominated strategies are eliminated too.
    pure : bool
        Whether only pure strategies count as dominating.
    complete : bool
        Whether no strategy is dominated in the remaining game. False if the elimination was stopped early.
    """

    original: NormalForm
    form: NormalForm
    surviving: Surviving
    eliminated: tuple[Dominated, ...]
    undominated: tuple[Undominated, ...]
    weak: bool
    pure: bool
    complete: bool

    def __repr__(self) -> str:
        return f"<Elimination in {self.original!r}: {len(self.eliminated)} eliminated, {self.form!r} left>"

    @property
    def rounds(self) -> int:
        """The number of rounds that eliminated strategies."""
        return self.eliminated[-1].round if self.eliminated else 0

    def to_table(self) -> Table:
        """Return the eliminated strategies, and the mixtures that dominate them; below, the remaining strategies."""
        rows = []
        for step in self.eliminated:
            labels = self.original.strategies[step.player]
            mixture = (
                labels[k] if share == ONE else f"{short(share)} {labels[k]}" for k, share in step.mixture.items()
            )
            kind = "strictly" if step.strict else "weakly"
            rows.append((step.round, step.player + 1, step.label, kind, " + ".join(mixture)))
        kind = f"{'weakly' if self.weak else 'strictly'} dominated{' by a pure one' * self.pure}"
        verdict = f"no strategy is {kind}" if self.complete else "stopped early: perhaps some strategies are dominated"
        shape = " x ".join(map(str, self.form.shape))
        notes = [f"After {self.rounds} rounds, {shape} strategies are left; {verdict}."]
        for player, labels in enumerate(self.form.strategies, 1):
            more = f", and {len(labels) - NAMED} more" if len(labels) > NAMED else ""
            notes.append(f"player {player}: {', '.join(labels[:NAMED])}{more}")
        return Table(("round", "player", "strategy", "dominated", "by"), rows, self.original.title, notes, 1)


def restricted(form: NormalForm, surviving: Sequence[Sequence[int]]) -> NormalForm:
    """Return the game in which every player has only the surviving strategies, given as numbers from 0."""
    strategies = tuple(
        tuple(names[strategy] for strategy in numbers)
        for names, numbers in zip(form.strategies, surviving, strict=True)
    )
    return NormalForm(form.players, strategies, tuple(table[np.ix_(*surviving)] for table in form.payoffs), form.title)


def gains(
    form: NormalForm, player: int, mixture: Mapping[int, mpq], strategy: int, surviving: Sequence[Sequence[int]]
) -> Vector:
    """Return a mixed strategy's payoffs minus those of ``strategy``, for all surviving combinations of the opponents.

    >>> form = NormalForm.zero_sum([[3, 0], [0, 3], [1, 1]])
    >>> gains(form, 0, {0: mpq(1, 2), 1: mpq(1, 2)}, 2, [[0, 1, 2], [0, 1]])
    array([mpq(1,2), mpq(1,2)], dtype=object)
    """
    rows = [*mixture, strategy]
    indices = [rows if k == player else strategies for k, strategies in enumerate(surviving)]
    table = form.payoffs[player][np.ix_(*indices)]
    difference: Vector = vector([*mixture.values(), -1]) @ by_strategies(table, player)
    return difference


def by_strategies(table: NDArray[Scalar], player: int) -> NDArray[Scalar]:
    """Return a table with a row per strategy of a player, and a column per combination of the opponents' strategies."""
    return np.moveaxis(table, player, 0).reshape(table.shape[player], -1)


def ranked(table: Array) -> Indices:
    """Return the ranks of the payoffs: integers that compare like the payoffs, exactly but faster."""
    return np.unique(table, return_inverse=True)[1].reshape(table.shape)


def dominated_rows(ranks: Indices, weak: bool) -> dict[int, int]:
    """Return for every row that other rows dominate the dominating row with the greatest sum of ranks.

    No row dominates this dominating row, since its sum of ranks would be greater still.
    """
    sums = ranks.sum(axis=1)
    dominating = {}
    for row, row_ranks in enumerate(ranks):
        limits.check()
        better = (ranks >= row_ranks).all(axis=1) & (sums > sums[row]) if weak else (ranks > row_ranks).all(axis=1)
        if better.any():
            dominating[row] = int(np.where(better, sums, -1).argmax())  # sums are not negative
    return dominating


def objections(elimination: Elimination) -> list[str]:
    """Return the errors of an elimination, claim by claim; an empty list if its witnesses prove all claims.

    All payoffs are computed again from the original game, in exact arithmetic. The claims about the remaining game are
    checked only if the steps are correct and lead to that game. Errors number players and strategies from 0, as the
    claims do. Raises LimitError if a limit is reached.
    """
    return list(_faults_of_steps(elimination)) or list(_faults_of_remaining_game(elimination))


def _faults_of_steps(elimination: Elimination) -> Iterator[str]:
    before: Surviving = tuple(tuple(range(size)) for size in elimination.original.shape)
    for position, (number, group) in enumerate(groupby(elimination.eliminated, key=lambda step: step.round), 1):
        steps = list(group)
        eliminated = {(step.player, step.strategy) for step in steps}
        after = tuple(
            tuple(strategy for strategy in strategies if (player, strategy) not in eliminated)
            for player, strategies in enumerate(before)
        )
        if number != position:
            yield f"round {number} in place of round {position}, expected rounds 1, 2, … in this order"
        if len(eliminated) < len(steps):
            yield f"round {number} eliminates a strategy twice, expected it once"
        for step in steps:
            yield from (f"{_name(step)} in round {number}: {why}" for why in _faults(elimination, step, before, after))
        before = after
    if before != elimination.surviving:
        yield f"the strategies {elimination.surviving} survive, expected {before}"


def _faults(elimination: Elimination, step: Dominated, before: Surviving, after: Surviving) -> Iterator[str]:
    """Yield the errors in the claim that a mixture of strategies left after a round dominates one left before it."""
    shares = step.mixture.values()
    if step.player not in range(len(before)) or step.strategy not in before[step.player]:
        yield "it is not among the remaining strategies"
    elif not set(step.mixture) <= set(after[step.player]):
        yield "the mixture uses strategies that do not survive the round"
    elif sum(shares) != 1 or min(shares) <= 0 or (elimination.pure and len(shares) > 1):
        yield f"the mixture is not a {'pure strategy' if elimination.pure else 'distribution'}"
    else:
        differences = gains(elimination.original, step.player, step.mixture, step.strategy, before)
        strict = bool((differences > 0).all())
        if strict != step.strict:
            yield f"strict={step.strict}, expected {strict}"
        if not strict and not (elimination.weak and (differences >= 0).all() and differences.any()):
            yield "the mixture does not dominate it"


def _faults_of_remaining_game(elimination: Elimination) -> Iterator[str]:
    """Yield the errors in the remaining game, and in the claims that no strategy of it is dominated."""
    remaining, form = restricted(elimination.original, elimination.surviving), elimination.form
    if remaining.strategies != form.strategies or not all(map(np.array_equal, remaining.payoffs, form.payoffs)):
        yield "the remaining game is not the original game with the surviving strategies"
    claimed = [(claim.player, claim.strategy) for claim in elimination.undominated]
    surviving = [
        (player, strategy) for player, strategies in enumerate(elimination.surviving) for strategy in strategies
    ]
    needs_beliefs = elimination.complete and not elimination.pure
    if claimed != (surviving if needs_beliefs else []):
        expected = "one for every surviving strategy" if needs_beliefs else "none"
        yield f"there are beliefs for {len(claimed)} strategies, expected {expected}"
    for player, payoffs in enumerate(remaining.payoffs):
        if elimination.complete and elimination.pure:
            for row in dominated_rows(by_strategies(ranked(payoffs), player), elimination.weak):
                strategy = elimination.surviving[player][row]
                yield f"strategy {strategy} of player {player}: a remaining pure strategy dominates it"
        elif needs_beliefs and claimed == surviving:
            yield from _faulty_beliefs(elimination, player, payoffs)


def _faulty_beliefs(elimination: Elimination, player: int, payoffs: Array) -> Iterator[str]:
    """Yield the errors of the beliefs to which a player's remaining strategies should be best replies."""
    table = by_strategies(_multiplied(payoffs), player)
    sums = table.sum(axis=1)
    expected = payoffs.shape[:player] + payoffs.shape[player + 1 :]
    best: dict[tuple[mpq, ...], NDArray[np.bool_]] = {}  # belief → its best replies: strategies may share a belief
    claims = [claim for claim in elimination.undominated if claim.player == player]
    for row, claim in enumerate(claims):
        if claim.belief.shape != expected:
            yield f"{_name(claim)}: the belief has shape {claim.belief.shape}, expected {expected}"
            continue
        belief = claim.belief.ravel()
        if belief.sum() != 1 or belief.min() < 0 or (elimination.weak and belief.min() == 0):
            yield f"{_name(claim)}: the belief is not a {'completely mixed ' * elimination.weak}distribution"
        key = tuple(belief)
        if key not in best:
            best[key] = _best_replies(table, sums, belief)
        if not best[key][row]:
            yield f"{_name(claim)}: it is not a best reply to the belief"


def _best_replies(table: Array, sums: Vector, belief: Vector) -> NDArray[np.bool_]:
    """Return which rows are best replies to a belief about the columns, given the sums of the rows.

    Let m be the least probability and J the columns with a greater one. Then the payoffs are m · sums +
    Σ_J (belief − m) · column. So only the columns J need products, and in most beliefs J is small.
    """
    least = belief.min()
    J = np.flatnonzero(belief != least)
    weights = _multiplied(np.append(belief[J] - least, least))
    values = np.column_stack([table[:, J], sums]) @ weights
    best: NDArray[np.bool_] = values == values.max()
    return best


def _multiplied(numbers: Array) -> Array:
    """Return the numbers times a common positive factor: as integers, which are added faster, if these are short."""
    uses = 2 * numbers.size  # enough uses for the conversion to pay
    return over_one_denominator(numbers.ravel(), uses)[0].reshape(numbers.shape)


def _name(claim: Dominated | Undominated) -> str:
    return f"strategy {claim.strategy} of player {claim.player}"
