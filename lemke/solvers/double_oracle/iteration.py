"""The double oracle: a restricted game is solved, and grows by best responses, until no player gains in the whole game.

:class:`RestrictedGame` is the interface of the iteration; :mod:`~lemke.solvers.double_oracle.tree` and
:mod:`~lemke.solvers.double_oracle.matrices` implement it. Restricted constant-sum games are linear programs and give
bounds. Other restricted games are solved by Lemke's algorithm and give regrets.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from itertools import chain
from operator import itemgetter
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import numpy as np
from gmpy2 import mpq

from lemke.certificate import GrowthRound
from lemke.errors import InputError
from lemke.forms.sequence_form import SequenceForm, constraints
from lemke.game import InformationSet
from lemke.game.recall import EMPTY, Sequences
from lemke.game.strategy import Distribution, Profile
from lemke.ground.rational import ZERO, short, text
from lemke.ground.sparse import SparseMatrix, Vector, vector
from lemke.linear.guided import solve_lp
from lemke.linear.lp import Basis, Optimal
from lemke.solvers import sequence_lcp
from lemke.solvers.sequence_lcp import PathStart

Expansion: TypeAlias = Literal["both", "larger"]
"""``both``: the best responses of both players are added; ``larger``: only that of the player who gains more."""
Payoffs: TypeAlias = tuple[mpq, mpq]
"""The payoffs, or the gains, of player 1 and player 2."""
Response: TypeAlias = tuple[mpq, list[Any]]
"""A best response in the whole game: the player's payoff, and the moves as ``RestrictedGame.add`` takes them."""
Strategy = TypeVar("Strategy")  # of the whole game: a PartialStrategy, or a dict from pure strategies to probabilities


class RestrictedGame(ABC, Generic[Strategy]):
    """A game whose players keep to some of their sequences; it grows by best responses in the whole game.

    Sequences have permanent numbers, which do not change when the game grows: 0 is the empty sequence, and the other
    sequences are numbered in the order in which they join.
    """

    def __init__(self, constant_sum: bool) -> None:
        self.constant_sum = constant_sum  # whether to refuse payoffs with different sums
        self.total: mpq | None = None  # the sum of the payoffs, once it is known
        self.payoffs: dict[tuple[int, int], Payoffs] = {}  # by pair of sequences, weighted with chance probabilities
        self.new: tuple[list[Hashable], list[Hashable]] = ([], [])  # moves or strategies added since the last round
        # permanent numbers, by number of the sequence in the last form
        self.numbers: tuple[list[int], list[int]] = ([], [])
        self.plans: tuple[dict[int, mpq], ...] = ({}, {})  # the last equilibrium: weights by permanent number

    @property
    @abstractmethod
    def sizes(self) -> tuple[int, int]:
        """How many sequences, or pure strategies, each player has."""

    @abstractmethod
    def choices(self, player: int) -> Iterable[tuple[int, Collection[int]]]:
        """Return for each of a player's sets the sequence that leads to it, and the sequences of its moves."""

    @abstractmethod
    def strategies(self) -> tuple[Strategy, Strategy]:
        """Return the plans as strategies of the whole game."""

    @abstractmethod
    def responses(self, strategies: tuple[Strategy, Strategy], payoffs: Payoffs) -> tuple[Response, Response]:
        """Return both players' best responses in the whole game to strategies with these payoffs."""

    @abstractmethod
    def add(self, player: int, response: Response) -> bool:
        """Add the moves of a best response; return whether any move is new."""

    def worth(self, strategies: tuple[Strategy, Strategy], promised: Payoffs) -> Payoffs:
        """Return payoffs of strategies in the whole game; by default the restricted game's payoffs, ``promised``."""
        return promised

    def take_new(self) -> tuple[tuple[Hashable, ...], tuple[Hashable, ...]]:
        """Return each player's sequences, or strategies, that have joined since the last call."""
        new_1, new_2 = map(tuple, self.new)
        for additions in self.new:
            additions.clear()
        return new_1, new_2

    def grow(self, responses: tuple[Response, Response], gains: Payoffs, expand: Expansion) -> bool:
        """Add the best responses of both players; with ``larger``, only that of the player who gains more.

        If that response adds nothing new, the other player's response is added. Return whether any move is new.
        """
        is_new = False
        for player in sorted((0, 1), key=lambda player: -gains[player]):
            is_new |= self.add(player, responses[player])
            if is_new and expand == "larger":
                break
        return is_new

    def checked_payoffs(self, payoffs: tuple[mpq, ...]) -> Payoffs:
        """Return payoffs of the whole game. Raises InputError if the sum of a constant-sum game changes."""
        payoff_1, payoff_2 = payoffs
        if self.constant_sum and payoff_1 + payoff_2 != self.total:
            if self.total is not None:
                sums = f"{text(self.total)} in one outcome and {text(payoff_1 + payoff_2)} in another"
                raise InputError(f"payoffs that add up to {sums}, expected equal sums, or constant_sum=False")
            self.total = payoff_1 + payoff_2
        return payoff_1, payoff_2

    def form(self) -> SequenceForm:
        """Return the sequence form; for a constant-sum game a zero-sum form, with the payoffs of player 1."""
        (sequences_1, numbers_1), (sequences_2, numbers_2) = self._sequences(0), self._sequences(1)
        self.numbers = numbers_1, numbers_2
        entries = np.fromiter(chain.from_iterable(self.payoffs), np.int64, 2 * len(self.payoffs)).reshape(-1, 2)
        # argsort inverts the permutation: from permanent numbers to the form's numbers
        places = np.argsort(numbers_1)[entries[:, 0]], np.argsort(numbers_2)[entries[:, 1]]
        shape = sequences_1.size, sequences_2.size
        A = SparseMatrix.from_entries(shape, *places, map(itemgetter(0), self.payoffs.values()))
        B, total = -A, ZERO
        if not self.constant_sum:
            B, total = SparseMatrix.from_entries(shape, *places, map(itemgetter(1), self.payoffs.values())), None
        E, F = constraints(sequences_1), constraints(sequences_2)
        e, f = (vector([1, *[0] * (matrix.shape[0] - 1)]) for matrix in (E, F))
        return SequenceForm("", (sequences_1, sequences_2), E, e, F, f, A, B, total)

    def _sequences(self, player: int) -> tuple[Sequences, list[int]]:
        """Return a player's sequences, numbered as a form needs them, and their permanent numbers.

        In a form the sequences of a set have successive numbers.
        """
        firsts, parents, information_sets = [], [], []
        numbers, form_numbers = [EMPTY], {EMPTY: EMPTY}
        for parent, sequences in self.choices(player):
            firsts.append(len(numbers))
            parents.append(form_numbers[parent])
            form_numbers |= zip(sequences, range(len(numbers), len(numbers) + len(sequences)), strict=True)
            numbers += sequences
            information_sets.append(InformationSet(player, len(firsts), "", ("",) * len(sequences)))
        first, parent_numbers = np.array(firsts, dtype=np.int64), np.array(parents, dtype=np.int64)
        indices = tuple(range(len(firsts)))
        return Sequences(player, indices, first, parent_numbers, len(numbers), tuple(information_sets)), numbers

    def read(self, x: Vector, y: Vector) -> tuple[Strategy, Strategy]:
        """Store realization plans of the form, and return them as strategies of the whole game."""
        self.plans = tuple(dict(zip(*pair, strict=True)) for pair in zip(self.numbers, (x, y), strict=True))
        return self.strategies()

    def prior(self) -> Profile:
        """Return the behavior of the plans; at sets that the plans do not reach, all actions are equally likely."""
        behavior: tuple[list[Distribution], list[Distribution]] = [], []
        for player, plan in enumerate(self.plans):
            for _, sequences in self.choices(player):
                weights = [plan.get(sequence, ZERO) for sequence in sequences]
                reach, uniform = sum(weights), mpq(1, len(weights))
                behavior[player].append(tuple(weight / reach if reach else uniform for weight in weights))
        return Profile(tuple(map(tuple, behavior)))


# ---------------------------------------------------------------------- solution of restricted games


RestrictedEquilibrium: TypeAlias = tuple[Vector, Vector, Payoffs]
"""A proved equilibrium of a restricted game: both realization plans, and their payoffs in this game."""


def path_equilibrium(game: RestrictedGame[Any]) -> RestrictedEquilibrium:
    """Return an equilibrium of a restricted game by Lemke's algorithm; the prior is the last equilibrium."""
    proved = sequence_lcp.solve(game.form(), PathStart(game.prior()))
    return *proved.plans, proved.payoffs


def program_equilibrium(game: RestrictedGame[Any], basic: dict[tuple[str, int], bool]) -> RestrictedEquilibrium:
    """Return an equilibrium of a restricted constant-sum game by linear programming, from the last basis.

    ``basic`` has the last basis and takes the new one: whether a variable or a slack, by its permanent name
    (:func:`_names`), is basic.
    """
    form = game.form()
    program, (columns, rows) = form.lp(), _names(form, game.numbers)
    if basic:
        masks = (
            np.array([basic.get(name, basic_if_new) for name, basic_if_new in names], dtype=bool)
            for names in (columns, rows)
        )
        program = replace(program, start=Basis(*masks))
    optimal = solve_lp(program)
    assert isinstance(optimal, Optimal) and game.total is not None
    if basis := optimal.basis:
        statuses = zip([*columns, *rows], [*basis.columns.tolist(), *basis.rows.tolist()], strict=True)
        basic.clear()
        basic.update((name, is_basic) for (name, _), is_basic in statuses)
    # the dual solution has the multipliers of player 2's equations, then player 1's plan
    x, y = optimal.y[len(form.f) :], optimal.x[: form.A.shape[1]]
    return x, y, (optimal.value, game.total - optimal.value)


def _names(form: SequenceForm, numbers: tuple[list[int], list[int]]) -> list[list[tuple[tuple[str, int], bool]]]:
    """Return permanent names of the columns and rows of ``form.lp()``, each with its status if it is new.

    A name is a letter and a sequence. Columns: y for a sequence of player 2, u for a set of player 1. Rows: f for a set
    of player 2, x for a sequence of player 1. A set is named by its first sequence. The status is whether a new column,
    or the slack of a new row, begins as basic. There must be as many basic variables as rows. A new set of player 2
    adds a row and columns; the column of the set's first sequence is basic. A new set of player 1 adds a free variable,
    which is basic, and a row for every sequence; all slacks of these rows but the first are basic. A new sequence of a
    known set adds for player 2 a column, which is not basic, and for player 1 a row with a basic slack.
    """
    # dicts as ordered sets
    first_1, first_2 = (
        dict.fromkeys(permanent[number] for number in sequences.first.tolist())
        for sequences, permanent in zip(form.sequences, numbers, strict=True)
    )
    columns = [(("y", sequence), sequence in first_2) for sequence in numbers[1]]
    columns += [(("u", sequence), True) for sequence in (EMPTY, *first_1)]
    rows = [(("f", sequence), False) for sequence in (EMPTY, *first_2)]
    rows += [(("x", sequence), sequence not in first_1) for sequence in numbers[0]]
    return [columns, rows]


# ---------------------------------------------------------------------- rounds


@dataclass(frozen=True, slots=True)
class Round(GrowthRound, Generic[Strategy]):
    """A round of the double oracle, with the best strategies of the whole game so far.

    In a constant-sum game player 1's strategy gets at least ``lower`` whatever player 2 does, and against player 2's
    strategy player 1 gets at most ``upper``; the strategies may be of different rounds. In any other game they are
    those of the round with the least gap.

    Attributes
    ----------
    strategies : pair
    payoffs, regrets : (mpq, mpq) | None
        In a general-sum game: payoffs of the strategies in the whole game, and the gain of each player's best response.
    """

    strategies: tuple[Strategy, Strategy]
    payoffs: Payoffs | None = None
    regrets: Payoffs | None = None

    @property
    def lower(self) -> mpq:
        """The best proved lower bound of the value of a constant-sum game."""
        assert self.interval is not None
        return self.interval[0]

    @property
    def upper(self) -> mpq:
        """The best proved upper bound of the value of a constant-sum game."""
        assert self.interval is not None
        return self.interval[1]

    def best_so_far(self, previous: Round[Strategy] | None) -> Round[Strategy]:
        """Return the round with the best bounds, or the least regrets, of this round and earlier ones.

        Raises InputError if the bounds contradict each other: then the states or the oracle contradict themselves.
        """
        if self.interval is None:
            if previous is None or previous.gap > self.gap:
                return self
            best = {name: getattr(previous, name) for name in ("strategies", "payoffs", "regrets", "gap")}
            return replace(self, **best)
        (lower, upper), (strategy_1, strategy_2) = self.interval, self.strategies
        if previous is not None and previous.lower >= lower:
            lower, strategy_1 = previous.lower, previous.strategies[0]
        if previous is not None and previous.upper <= upper:
            upper, strategy_2 = previous.upper, previous.strategies[1]
        if lower > upper:
            bounds = f"the lower bound {short(lower)} of the value above the upper bound {short(upper)}"
            raise InputError(f"{bounds}, expected states or an oracle without contradictions")
        return replace(self, strategies=(strategy_1, strategy_2), interval=(lower, upper), gap=upper - lower)

    def record(self) -> GrowthRound:
        """Return the round without the strategies."""
        return GrowthRound(*(getattr(self, entry.name) for entry in fields(GrowthRound)))


def rounds(game: RestrictedGame[Strategy], expand: Expansion) -> Iterator[Round[Strategy]]:
    """Solve a restricted game and let it grow until the gap is 0; yield the state after every round."""
    basic: dict[tuple[str, int], bool] = {}
    last: Round[Strategy] | None = None
    while last is None or last.gap:
        x, y, promised = program_equilibrium(game, basic) if game.constant_sum else path_equilibrium(game)
        strategies = game.read(x, y)
        payoffs = game.worth(strategies, promised)
        responses = game.responses(strategies, payoffs)
        best_values = responses[0][0], responses[1][0]
        gains = best_values[0] - payoffs[0], best_values[1] - payoffs[1]
        state = last.number + 1 if last else 1, game.take_new(), game.sizes, promised, best_values
        if game.constant_sum:
            bounds = payoffs[0] - gains[1], payoffs[0] + gains[0]
            round = Round(*state, bounds, bounds[1] - bounds[0], strategies)
        else:
            round = Round(*state, None, max(gains), strategies, payoffs, gains)
        last = round.best_so_far(last)
        yield last
        is_new = last.gap and game.grow(responses, gains, expand)
        assert is_new or not last.gap  # so there are at most as many rounds as sequences or strategies
