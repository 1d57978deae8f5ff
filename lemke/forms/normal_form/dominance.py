"""What an elimination of dominated strategies claims, with a witness for every claim, and the exact check of them all.

A mixed strategy dominates a strategy of the same player strictly if it gets more whatever the others do, weakly if it
never gets less and once gets more. No mixed strategy dominates a strategy iff it is a best reply to a belief about the
others, a distribution over all combinations of their strategies; for weak dominance, to one that gives every
combination a positive probability (Pearce 1984). With three or more players a belief may be correlated.

The check shares nothing with the search (:mod:`lemke.solvers.dominance`): it adds and compares payoffs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias, TypeVar

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.forms.normal_form.documents import labels
from lemke.forms.normal_form.form import Array, NormalForm
from lemke.ground import limits
from lemke.ground.document import Block, Document, Format, Tabular
from lemke.ground.rational import ONE, short
from lemke.ground.sparse import Vector, over_one_denominator, vector
from lemke.ground.tables import Table, page_table
from lemke.ground.words import count, player_name

DOMINANCE = Format(
    "lemke-dominance/1",
    """
weak, pure | true, false | as asked for
complete, rounds | true or false, whole | whether nothing more is dominated, after how many rounds
title, players, strategies | text, lists of texts | the original game
eliminated | list | in which `round`, whose (`player`), which (`strategy`), whether `strict`; `mixture`: pairs of a
    strategy and its probability
surviving | list of lists | the strategies left, per player
undominated | list | for each `player` and `strategy` of them a `belief` to which it is a best reply: probabilities,
    nested by the surviving strategies of the others
""",
)
SHOWN = 100
"""Combinations of strategies up to which the table of what is left is shown."""
NAMED = 10
"""Strategies of a player that are named where it is not."""

Surviving: TypeAlias = tuple[tuple[int, ...], ...]
"""Strategies per player, in ascending order."""
Entry = TypeVar("Entry", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Dominated:
    """A strategy that was eliminated. Players and strategies are numbers from 0 in the original game.

    Attributes
    ----------
    player, strategy : int
    label : str
        The strategy's.
    mixture : dict from strategy to mpq
        The probabilities, all positive, of the mixed strategy that dominates it. Its strategies outlive the round.
    strict : bool
        Whether that is better against every combination of the others' strategies that was left.
    round : int
        From 1; in one round fall all strategies that are dominated in the game as it was left by the one before.
    """

    player: int
    strategy: int
    label: str
    mixture: dict[int, mpq]
    strict: bool
    round: int


@dataclass(frozen=True, slots=True, eq=False)
class Undominated:
    """A strategy that no mixed one dominates in the game that is left; the first attributes as in :class:`Dominated`.

    Attributes
    ----------
    belief : exact array
        To which the strategy is a best reply: a probability for every combination of what is left to the others, in
        the order of the players. All are positive if weak dominance is meant.
    """

    player: int
    strategy: int
    label: str
    belief: Array


@dataclass(frozen=True, eq=False)
class Elimination(Tabular):
    """Strategies eliminated round by round.

    Attributes
    ----------
    original, form : NormalForm
        The game, and what is left of it.
    surviving : tuple of tuple of int, one per player
        The strategies left, as numbers from 0 in the original game.
    eliminated : tuple of Dominated
        By rounds, players and strategies.
    undominated : tuple of Undominated
        All strategies left, with the beliefs that prove it; none if elimination was stopped before the end, or only
        dominance by pure strategies was asked about, for which there need be no belief.
    weak, pure : bool
        Which dominance was meant.
    complete : bool
        Whether nothing is dominated in the game that is left; else elimination was stopped before that was known.
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
        """How many rounds eliminated something."""
        return self.eliminated[-1].round if self.eliminated else 0

    def to_table(self) -> Table:
        """Return the eliminated strategies, and what dominates them."""
        rows = tuple((step.round, *self._row(step)) for step in self.eliminated)
        return Table(("round", "player", "strategy", "dominance", "by"), rows, repr(self)[1:-1], 1)

    def document(self) -> Document:
        """Return what was eliminated, round by round, and what is left; JSON has all witnesses."""
        return Document(self._blocks, DOMINANCE, lambda: dict(self._members()))

    def _blocks(self) -> Iterator[Block]:
        for number, steps in groupby(self.eliminated, key=lambda step: step.round):
            yield f"Round {number}"
            yield page_table([self._row(step) for step in steps])
            yield ""
        yield self._verdict()
        yield ""
        if self.form.payoffs[0].size <= SHOWN:
            yield from self.form.document().blocks()
        else:
            yield "Left"
            yield page_table([self._left(player) for player in range(len(self.surviving))])

    def _row(self, step: Dominated) -> list[str]:
        strategies = self.original.strategies[step.player]
        mixture = (
            strategies[strategy] if share == ONE else f"{short(share)} {strategies[strategy]}"
            for strategy, share in step.mixture.items()
        )
        kind = f"{'strictly' if step.strict else 'weakly'} dominated by"
        return [player_name(self.original.players, step.player), step.label, kind, " + ".join(mixture)]

    def _verdict(self) -> str:
        left = f"left: {' x '.join(map(str, self.form.shape))}"
        if not self.complete:
            return f"Stopped after {count(self.rounds, 'round')}; {left}, perhaps with dominated strategies."
        after = f"After {count(self.rounds, 'round')}, {left}; no" if self.rounds else "No"
        kind = "weakly" if self.weak else "strictly"
        return f"{after} strategy is {kind} dominated{' by a pure one' if self.pure else ''}."

    def _left(self, player: int) -> list[str]:
        """Return how many strategies of a player are left, and which."""
        left = self.form.strategies[player]
        more = f" and {len(left) - NAMED} more" if len(left) > NAMED else ""
        number = f"{len(left)} of {self.original.shape[player]}"
        return [player_name(self.original.players, player), number, ", ".join(left[:NAMED]) + more]

    def _members(self) -> Iterator[tuple[str, object]]:
        yield from {"weak": self.weak, "pure": self.pure, "complete": self.complete, "rounds": self.rounds}.items()
        yield from labels(self.original).items()
        eliminated = []
        for step in self.eliminated:
            names = {"round": step.round, "player": step.player + 1, "strategy": step.strategy + 1}
            mixture = [(strategy + 1, share) for strategy, share in step.mixture.items()]
            eliminated.append(names | {"strict": step.strict, "mixture": mixture})
        yield "eliminated", eliminated
        yield "surviving", [[k + 1 for k in left] for left in self.surviving]
        fields = ("player", "strategy", "belief")
        beliefs = ((left.player + 1, left.strategy + 1, left.belief) for left in self.undominated)
        yield "undominated", [dict(zip(fields, belief, strict=True)) for belief in beliefs]


def restricted(form: NormalForm, surviving: Sequence[Sequence[int]]) -> NormalForm:
    """Return the game in which every player has only some strategies left, given as numbers from 0.

    >>> restricted(NormalForm.zero_sum([[1, 2], [3, 4]]), [[1], [0, 1]]).payoffs[0].tolist()
    [[mpq(3,1), mpq(4,1)]]
    """
    labels = tuple(
        tuple(own[strategy] for strategy in left) for own, left in zip(form.strategies, surviving, strict=True)
    )
    return NormalForm(form.players, labels, tuple(table[np.ix_(*surviving)] for table in form.payoffs), form.title)


def gains(
    form: NormalForm, player: int, mixture: Mapping[int, mpq], strategy: int, surviving: Sequence[Sequence[int]]
) -> Vector:
    """Return what a mixed strategy gets more than another strategy, for all combinations of what is left to the others.

    >>> form = NormalForm.zero_sum([[3, 0], [0, 3], [1, 1]])
    >>> gains(form, 0, {0: mpq(1, 2), 1: mpq(1, 2)}, 2, [[0, 1, 2], [0, 1]])
    array([mpq(1,2), mpq(1,2)], dtype=object)
    """
    rows = [*mixture, strategy]
    table = form.payoffs[player][np.ix_(*(rows if k == player else own for k, own in enumerate(surviving)))]
    difference: Vector = vector([*mixture.values(), -1]) @ by_strategies(table, player)
    return difference


def by_strategies(table: NDArray[Entry], player: int) -> NDArray[Entry]:
    """Return an array with a row for every strategy of a player, a column for every combination of the others'."""
    return np.moveaxis(table, player, 0).reshape(table.shape[player], -1)


def objections(found: Elimination) -> list[str]:
    """Return what is wrong with an elimination, claim by claim; nothing if all its witnesses prove what they should.

    Everything is worked out again from the payoffs of the original game, in exact arithmetic. What is said of the game
    that is left is looked at only if that is what all the steps lead to.

    A LimitError if a limit is reached.
    """
    there = {(player, strategy) for player, size in enumerate(found.original.shape) for strategy in range(size)}
    before = _by_players(there, found.original)
    wrong: list[str] = []
    for number, (place, group) in enumerate(groupby(found.eliminated, key=lambda step: step.round), 1):
        steps = list(group)
        gone = {(step.player, step.strategy) for step in steps}
        after = there - gone
        if place != number or len(gone) < len(steps):
            wrong.append(f"round {place} comes {number}. or repeats a strategy, expected rounds 1, 2, …")
        for step in steps:
            limits.check()
            if (step.player, step.strategy) not in there:
                faults = ["is not there any more"]
            elif not {(step.player, strategy) for strategy in step.mixture} <= after:
                faults = ["the mixture uses strategies that do not outlive the round"]
            else:
                faults = list(_faults(found, step, before))
            wrong += [f"{_name(step)} in round {step.round}: {why}" for why in faults]
        there, before = after, _by_players(after, found.original)
    if before != found.surviving:
        wrong.append(f"{found.surviving} survive, expected {before}")
    return wrong or list(_faults_at_the_end(found))


def _faults(found: Elimination, step: Dominated, before: Surviving) -> Iterator[str]:
    if sum(step.mixture.values()) != 1 or min(step.mixture.values()) <= 0 or (found.pure and len(step.mixture) > 1):
        yield f"the mixture is no {'pure strategy' if found.pure else 'distribution'}"
    gained = gains(found.original, step.player, step.mixture, step.strategy, before)
    strict = bool((gained > 0).all())
    if strict != step.strict:
        yield f"strict dominance is {strict}, not {step.strict}"
    if not strict and not (found.weak and (gained >= 0).all() and gained.any()):
        yield "the mixture does not dominate it"


def _faults_at_the_end(found: Elimination) -> Iterator[str]:
    left = restricted(found.original, found.surviving)
    if left.strategies != found.form.strategies or not all(map(np.array_equal, left.payoffs, found.form.payoffs)):
        yield "the game that is left is not the original one with the surviving strategies"
    supported = [(each.player, each.strategy) for each in found.undominated]
    if not found.complete or found.pure:
        if supported:
            yield f"there are beliefs for {len(supported)} strategies, expected none"
        if found.complete:
            yield from _dominated_by_pure(found, left)
    elif supported != [(player, strategy) for player, own in enumerate(found.surviving) for strategy in own]:
        yield "there is not one belief for every surviving strategy"
    else:
        yield from _unsupported(found, left)


def _dominated_by_pure(found: Elimination, left: NormalForm) -> Iterator[str]:
    """Compare all strategies that are left with each other: for that no witness is needed."""
    for player, payoffs in enumerate(left.payoffs):
        # numbers in the order of the payoffs: quicker to compare
        table = by_strategies(np.unique(payoffs, return_inverse=True)[1].reshape(payoffs.shape), player)
        sums = table.sum(axis=1)
        for strategy, own, total in zip(found.surviving[player], table, sums, strict=True):
            limits.check()
            better = (table >= own).all(axis=1) & (sums > total) if found.weak else (table > own).all(axis=1)
            if better.any():
                yield f"strategy {strategy} of player {player}: a pure strategy that is left dominates it"


def _unsupported(found: Elimination, left: NormalForm) -> Iterator[str]:
    for player, own in groupby(found.undominated, key=lambda each: each.player):
        table = by_strategies(_multiplied(left.payoffs[player]), player)
        sums = table.sum(axis=1)
        others = left.shape[:player] + left.shape[player + 1 :]
        best: dict[tuple[mpq, ...], NDArray[np.bool_]] = {}  # equal strategies share a belief
        for place, each in enumerate(own):
            limits.check()
            if each.belief.shape != others:
                yield f"{_name(each)}: the belief has shape {each.belief.shape}, expected {others}"
                continue
            belief = each.belief.ravel()
            if belief.sum() != 1 or belief.min() < 0 or (found.weak and belief.min() == 0):
                yield f"{_name(each)}: the belief is no {'completely mixed ' if found.weak else ''}distribution"
            key = tuple(belief)
            if key not in best:
                best[key] = _best_replies(table, sums, belief)
            if not best[key][place]:
                yield f"{_name(each)}: no best reply to the belief"


def _best_replies(table: Array, sums: Vector, belief: Vector) -> NDArray[np.bool_]:
    """Return which rows are best replies to a belief about the columns, given the sums of the rows.

    All columns have the least probability at least: for that much the sums do, and only where a column has more are
    products needed. Most beliefs have more in few columns.
    """
    least = belief.min()
    likelier = np.flatnonzero(belief != least)
    weights = _multiplied(np.append(belief[likelier] - least, least))
    values = np.column_stack([table[:, likelier], sums]) @ weights
    best: NDArray[np.bool_] = values == values.max()
    return best


def _by_players(pairs: Set[tuple[int, int]], form: NormalForm) -> Surviving:
    return tuple(
        tuple(strategy for strategy in range(size) if (player, strategy) in pairs)
        for player, size in enumerate(form.shape)
    )


def _multiplied(numbers: Array) -> Array:
    """Return positive multiples, integers unless these were long: quicker to add, and compared they are the same."""
    return over_one_denominator(numbers.ravel(), 2 * numbers.size)[0].reshape(numbers.shape)


def _name(each: Dominated | Undominated) -> str:
    return f"strategy {each.strategy} of player {each.player}"
