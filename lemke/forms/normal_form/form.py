"""A game in strategic form: one array of payoffs per player, given by arrays or made from a game tree.

A pure strategy has one move at every information set of its player. A reduced strategy has moves only at the sets that
its own moves do not exclude (:mod:`lemke.game.pure_strategies`). The number of strategies is exponential in the number
of sets. Games may have any number of players and any recall.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from lemke.errors import GameError, InputError, NumberError, type_name
from lemke.forms.sequence_form import SequenceForm, matrices_of
from lemke.game import CHANCE, TERMINAL, Game, GameBuilder, InformationSet
from lemke.game.builder import Node, check_distribution, text_labels
from lemke.game.pure_strategies import MixedStrategy, PureStrategies, pure_strategies
from lemke.game.recall import EMPTY, Sequences, histories, weighted_payoffs
from lemke.game.strategy import Profile
from lemke.game.tree import Integers, require_two, unique_names
from lemke.ground import limits
from lemke.ground.rational import binary, cleared, exact, short, shown, sympy_number
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue, Vector, dense, exact_dot, over_one_denominator, vector
from lemke.ground.table import Table
from lemke.ground.words import count

if TYPE_CHECKING:
    import sympy

Array: TypeAlias = NDArray[np.object_]
Strategies: TypeAlias = Sequence[Sequence[object] | Vector]
"""Mixed strategies, one per player: a probability for every strategy."""

MAX_PLAYERS = 32
"""The most dimensions of an array in versions 1 of numpy."""
MAX_COMBINATIONS = 10**6
"""The most combinations of strategies, one per player, in a strategic form."""
MAX_MOVES = 10**7
"""The most moves in all strategies together: even a few strategies may have too many."""
MACHINE = 1 << 62
"""Sums of absolute value below this bound fit in ``int64``."""


@dataclass(frozen=True, eq=False)
class NormalForm(ByValue, Result):
    """A game in strategic form.

    Attributes
    ----------
    players : tuple of str
    strategies : tuple of tuple of str, one per player
        Labels of the strategies.
    payoffs : tuple of exact arrays, one per player
        Each of shape (strategies of player 1, of player 2, …), in units of payoff.
    title : str
    """

    players: tuple[str, ...]
    strategies: tuple[tuple[str, ...], ...]
    payoffs: tuple[Array, ...]
    title: str

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        return f"<{type(self).__name__}{title}: {_size(self.shape)} strategies>"

    @classmethod
    def of(
        cls,
        *payoffs: object,
        players: Sequence[str] = (),
        strategies: Sequence[Sequence[str]] = (),
        title: str = "",
        floats: bool = False,
    ) -> NormalForm:
        """Return the game with these payoffs: for two players the matrices A and B, m x n.

        Parameters
        ----------
        *payoffs : one array per player, with as many dimensions as there are players
            Nested sequences, numpy arrays, sympy matrices, sparse matrices of scipy, or SparseMatrix; of numbers that
            :func:`lemke.ground.rational.exact` accepts.
        players, strategies : labels, optional
            By default numbers from 1, or for strategies the labels of data frames if these are texts.
        floats : bool
            Whether floats are accepted at their exact binary values: 3.0 is 3, and 0.1 is
            3602879701896397/36028797018963968.

        Raises
        ------
        GameError
            For no array, or more than 32.
        InputError
            For an empty array, or if the shapes of arrays and labels do not agree.
        NumberError
            For an entry that is infinite or no number, and for a float unless ``floats`` accepts it.
        InputError
            For data frames with different labels, or a label or title that is no text.

        >>> form = NormalForm.of([[3, "1/2"]], [[0, 1]])
        >>> form.strategies, form.payoffs[0].tolist()
        ((('1',), ('1', '2')), [[mpq(3,1), mpq(1,2)]])
        """
        check_players(len(payoffs))
        arrays = tuple(_array(table, k, len(payoffs), floats) for k, table in enumerate(payoffs, 1))
        shape = arrays[0].shape
        for k, array in enumerate(arrays[1:], 2):
            if array.shape != shape:
                expected = f"{_size(shape)} as for player 1"
                raise InputError(f"payoffs of player {k} of {_size(array.shape)}, expected {expected}")
        names = text_labels(players, "players") or _numbers(len(shape))
        given = tuple(text_labels(labels, "strategies") for labels in strategies)
        labels = given or _frame_labels(payoffs) or tuple(map(_numbers, shape))
        if len(names) != len(shape) or tuple(map(len, labels)) != shape:
            found = f"labels of {len(names)} players with {_size(list(map(len, labels)))} strategies"
            raise InputError(f"{found}, expected {len(shape)} players with {_size(shape)}")
        return cls(names, labels, arrays, title)

    @classmethod
    def zero_sum(cls, A: object, **options: Any) -> NormalForm:
        """Return the game of two players in which player 1 gets A and player 2 gets −A; options as in :meth:`of`.

        >>> NormalForm.zero_sum([[1, -1]]).payoffs[1].tolist()
        [[mpq(-1,1), mpq(1,1)]]
        """
        gains = _array(A, 1, 2, options.get("floats", False))
        labels = options.pop("strategies", ())
        return cls.of(gains, -gains, strategies=labels if len(labels) else _frame_labels([A]), **options)

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of strategies of each player."""
        return tuple(map(len, self.strategies))

    def matrices(self) -> tuple[Array, Array]:
        """Return A and B; raise GameError unless there are two players."""
        require_two(self.players)
        A, B = self.payoffs
        return A, B

    def mixed(self, strategies: Strategies | Profile) -> tuple[Vector, ...]:
        """Return mixed strategies, or a profile of the game :meth:`tree`, as exact vectors, one per player.

        Raises InputError for wrong lengths, NumberError for vectors that are no distributions, and NumberError for
        floats and anything that is no number.
        """
        if isinstance(strategies, Profile):
            strategies = [moves for behavior in strategies.behavior for moves in behavior]
        if not _is_list(strategies) or not all(map(_is_list, strategies)) or tuple(map(len, strategies)) != self.shape:
            raise InputError(f"{shown(strategies)}, expected lists of {_size(self.shape)} probabilities")
        mixed = []
        for player, strategy in enumerate(strategies, 1):
            try:
                mixed.append(vector(strategy))
                check_distribution(mixed[-1].tolist())
            except NumberError as error:
                error.message = f"a mixed strategy of player {player}: {error.message}"
                raise
        return tuple(mixed)

    def values(self, player: int, strategies: Strategies) -> Vector:
        """Return the payoff of each strategy of a player (0, 1, …) against the mixed strategies of the opponents.

        The player's own entry in ``strategies`` does not matter, but must be a mixed strategy. Errors as in
        :meth:`mixed`.
        """
        return self._values(player, self.mixed(strategies))

    def expected(self, strategies: Strategies) -> tuple[mpq, ...]:
        """Return the expected payoff of every player for mixed strategies."""
        return self.judge(strategies)[0]

    def regrets(self, strategies: Strategies) -> tuple[mpq, ...]:
        """Return the most that each player could gain by another strategy: 0 for all players in an equilibrium.

        >>> pennies = NormalForm.zero_sum([[1, -1], [-1, 1]])
        >>> pennies.regrets([["1/2", "1/2"], [1, 0]])
        (mpq(1,1), mpq(0,1))
        """
        return self.judge(strategies)[1]

    def judge(self, strategies: Strategies) -> tuple[tuple[mpq, ...], tuple[mpq, ...]]:
        """Return the expected payoffs and the regrets of all players for mixed strategies; errors as in :meth:`mixed`.

        >>> NormalForm.of([[3, 0], [1, 1]], [[3, 1], [0, 2]]).judge([[1, 0], ["1/4", "3/4"]])
        ((mpq(3,4), mpq(3,2)), (mpq(1,4), mpq(3,2)))
        """
        mixed = self.mixed(strategies)
        values = [self._values(player, mixed) for player in range(len(mixed))]
        payoffs = tuple(map(exact_dot, mixed, values))
        regrets = (max(of_strategies) - payoff for of_strategies, payoff in zip(values, payoffs, strict=True))
        return payoffs, tuple(regrets)

    def _values(self, player: int, mixed: Sequence[Vector]) -> Vector:
        """Do the work of :meth:`values`: sum over the opponents' axes, with integers as weights, and divide once."""
        table, common = self.payoffs[player], mpz(1)
        # from the last axis to the first, so that earlier axes keep their numbers
        for opponent in reversed(range(len(mixed))):
            if opponent != player:
                played = np.flatnonzero(mixed[opponent])
                weights, denominator = cleared(mixed[opponent][played].tolist())
                kept = table.take(played, axis=opponent)
                table = np.tensordot(kept, np.array(weights, dtype=object), axes=(opponent, 0))
                common *= denominator
        values: Vector = table / common
        return values

    def to_table(self) -> Table:
        """Return a row per strategy of player 1, a column per strategy of player 2, and pairs of payoffs.

        For other numbers of players, return a row per combination of strategies with all payoffs.
        """
        if len(self.players) == 2:
            pairs = (zip(*rows, strict=True) for rows in zip(*self.payoffs, strict=True))
            rows = [(label, *row) for label, row in zip(self.strategies[0], pairs, strict=True)]
            title = f"{self.title}: rows of {self.players[0] or 1}, columns of {self.players[1] or 2}"
            return Table(("", *self.strategies[1]), rows, title.removeprefix(": "), index=1)
        players = unique_names(self.players)
        payoffs = zip(*(table.ravel().tolist() for table in self.payoffs), strict=True)
        rows = [(*played, *numbers) for played, numbers in zip(product(*self.strategies), payoffs, strict=True)]
        columns = (*players, *(f"payoff {name}" for name in players))
        return Table(columns, rows, self.title, index=len(players))

    def to_sympy(self) -> tuple[sympy.Matrix, sympy.Matrix]:
        """Return A and B with sympy's exact rationals; raise GameError unless there are two players.

        >>> NormalForm.of([[3, "1/2"]], [[0, 1]]).to_sympy()
        (Matrix([[3, 1/2]]), Matrix([[0, 1]]))
        """
        import sympy

        A, B = (
            sympy.Matrix(*self.shape, lambda i, j, table=table: sympy_number(table[i, j])) for table in self.matrices()
        )
        return A, B

    def tree(self) -> Game:
        """Return the game tree in which players choose in turn and do not see earlier choices; ``strategic`` is True.

        >>> NormalForm.of([[3, 0], [1, 1]], [[3, 1], [0, 2]], title="stag hunt").tree()
        <Game 'stag hunt': 2 players, 7 nodes>
        """
        builder = GameBuilder(self.players, self.title)
        builder.strategic = True
        # column-major order, as in strategic_leaves: the first player's strategy changes fastest
        flat = [table.ravel(order="F") for table in self.payoffs]
        for leaf, number in strategic_leaves(builder, self.strategies):
            if any(payoffs := [table[number] for table in flat]):
                builder.pay(leaf, *payoffs)
        return builder.build(unpaid="zero")

    @property
    def total(self) -> mpq | None:
        """The sum of both players' payoffs if it is the same for all combinations of strategies, otherwise None.

        Raises GameError unless there are two players.

        >>> NormalForm.of([[3, 1]], [[1, 3]]).total
        mpq(4,1)
        """
        A, B = self.matrices()
        totals = set((A + B).ravel().tolist())
        return totals.pop() if len(totals) == 1 else None

    def sequence_form(self) -> SequenceForm:
        """Return the sequence form, in which each player chooses once: the empty sequence, then the strategies.

        Raises GameError unless there are two players.
        """
        A, B = self.matrices()
        first, parent = np.array([1], dtype=np.int64), np.array([EMPTY], dtype=np.int64)
        sequences_1, sequences_2 = (
            Sequences(player, (0,), first, parent, 1 + len(labels), (InformationSet(player, 1, "", labels),))
            for player, labels in enumerate(self.strategies)
        )
        m, n = A.shape
        # row-major order of A; sequence 0 is the empty one
        rows, columns = 1 + np.repeat(np.arange(m), n), 1 + np.tile(np.arange(n), m)
        matrices = matrices_of((sequences_1, sequences_2), rows, columns, (A.ravel(), B.ravel()))
        return StrategicForm(self.title, (sequences_1, sequences_2), *matrices, self.total, self)


@dataclass(frozen=True, eq=False)
class StrategicForm(SequenceForm):
    """The sequence form of the game in strategic form ``normal_form``."""

    normal_form: NormalForm


@dataclass(frozen=True, eq=False)
class TreeNormalForm(NormalForm):
    """The strategic form of a game that is held as a tree.

    The label of a strategy has a move for every information set in breadth-first order, and ``*`` at sets that a
    reduced strategy excludes; equal labels are made different. The move at the last set changes fastest from one
    strategy to the next.

    Attributes
    ----------
    game : Game
    pure : tuple of PureStrategies, one per player
        The strategies of each player, in the order of the labels.
    """

    game: Game
    pure: tuple[PureStrategies, ...]

    def mixed_strategy(self, player: int, probabilities: Sequence[object] | Vector) -> MixedStrategy:
        """Return the mixed strategy of a player, 0, 1, …, from a probability per strategy.

        Probabilities at the end may be left out if they are 0. Raises InputError or one of its subclasses for what is
        no distribution over the strategies.
        """
        pure = self.pure[player]
        return MixedStrategy.of(
            pure, {pure.nth(k): probability for k, probability in enumerate(probabilities) if probability}
        )


def check_players(players: int) -> None:
    """Raise GameError unless a strategic form may have so many players."""
    if not 0 < players <= MAX_PLAYERS:
        raise GameError(f"a game of {count(players, 'player')}, expected 1 to {MAX_PLAYERS}")


def strategic_leaves(builder: GameBuilder, strategies: Sequence[Sequence[str]]) -> Iterator[tuple[Node, int]]:
    """Build the tree in which the players choose one after another, each in one information set; yield its leaves.

    Each leaf comes with the number of its combination of strategies. In the numbering, the first player's strategy
    changes fastest.
    """
    level = [(builder.root, 0)]
    stride = 1
    for player, labels in enumerate(strategies):
        handle = builder.information_set(player, labels, number=1)
        level = [
            (child, number + strategy * stride)
            for node, number in level
            for strategy, child in enumerate(builder.decide(node, handle))
        ]
        stride *= len(labels)
    yield from level


def _array(payoffs: object, player: int, players: int, floats: bool) -> Array:
    """Return a player's payoffs as an exact array with one dimension for each of the players; ``player`` is 1, 2, …."""
    return dense(f"payoffs of player {player}", payoffs, players, binary if floats else exact)


def _frame_labels(payoffs: Sequence[object]) -> tuple[tuple[str, ...], ...]:
    """Return the labels of rows and columns of data frames; empty unless the labels of some data frame are all texts.

    Raises InputError if such data frames have different labels: their payoffs do not belong to the same strategies.
    """
    frames = [
        (tuple(frame.index), tuple(frame.columns))
        for frame in payoffs
        if hasattr(frame, "index") and hasattr(frame, "columns")
    ]
    with_texts = [labels for labels in frames if all(isinstance(label, str) for label in chain(*labels))]
    if any(labels != with_texts[0] for labels in with_texts):
        raise InputError("data frames with different labels, expected the same labels and order for all players")
    return with_texts[0] if with_texts else ()


def _numbers(size: int) -> tuple[str, ...]:
    """Return the labels 1, 2, …."""
    return tuple(map(str, range(1, size + 1)))


def _is_list(value: object) -> bool:
    """Return whether a value is a list of numbers or of lists; a text is not."""
    return isinstance(value, Sequence | np.ndarray) and not isinstance(value, str)


def _size(shape: Sequence[int]) -> str:
    """Return a shape as text, such as 2 x 3."""
    return " x ".join(map(str, shape))


def normal_form(game: Game, reduced: bool = False) -> TreeNormalForm:
    """Return the full or the reduced strategic form of a game, with exact payoffs; see :func:`lemke.normal_form`."""
    check_players(len(game.players))
    pure = tuple(pure_strategies(game, player, reduced) for player in range(len(game.players)))
    sizes = [strategies.count for strategies in pure]
    if prod(sizes) > MAX_COMBINATIONS or sum(player.count * len(player.sets) for player in pure) > MAX_MOVES:
        raise GameError(
            f"a strategic form of {' x '.join(short(mpq(size)) for size in sizes)} strategies, expected at most "
            f"{MAX_COMBINATIONS} combinations of them, and {MAX_MOVES} moves in all strategies together"
        )
    lists = [list(strategies) for strategies in pure]
    labels = tuple(_labels(game, *pair) for pair in zip(pure, lists, strict=True))
    if game.strategic:  # the leaves are in row-major order
        arrays = (game.leaf_payoffs(player).reshape(list(map(int, sizes))) for player in range(len(pure)))
        return TreeNormalForm(game.players, labels, tuple(arrays), game.title, game, pure)
    tables = [np.array(strategies, dtype=np.int64).reshape(len(strategies), -1) for strategies in lists]
    shape = list(map(len, lists))
    game_histories = histories(game)
    terms, denominators = zip(
        *(_terms(*weighted_payoffs(game, game_histories, player), prod(shape)) for player in range(len(pure))),
        strict=True,
    )
    sums = [np.zeros(shape, dtype=numerators.dtype) for numerators in terms]  # a sum of terms per combination
    index_of = {leaf: k for k, leaf in enumerate(game.leaves.tolist())}
    for leaf, reaching in _leaves(game, pure, tables):
        limits.check()
        # flat indices in row-major order, not np.ix_, which takes fewer than MAX_PLAYERS axes
        places = reaching[0]
        for strategies, size in zip(reaching[1:], shape[1:], strict=True):
            places = np.add.outer(places * size, strategies).ravel()
        for numerators, table in zip(terms, sums, strict=True):
            if term := numerators[index_of[leaf]]:
                table.ravel()[places] += term
    return TreeNormalForm(game.players, labels, tuple(map(_payoffs, sums, denominators)), game.title, game, pure)


def strategic_form(problem: Game | NormalForm) -> NormalForm:
    """Return a strategic form unchanged, for a game its reduced strategic form; raise InputError for other objects."""
    if isinstance(problem, NormalForm):
        return problem
    if isinstance(problem, Game):
        return normal_form(problem, reduced=True)
    raise InputError(f"an object of type {type_name(problem)}, expected a Game or a NormalForm")


def _terms(number: Integers, different: Vector, size: int) -> tuple[NDArray[Any], mpz]:
    """Return the terms of a player's expected payoffs over one denominator: in ``int64`` if all sums fit.

    ``different[number[k]]`` is chance's probability times the payoff at leaf k; ``size`` is the number of sums. If a
    common denominator would be long, it is 1, and the terms are fractions.
    """
    numerators, denominator = over_one_denominator(different, size)
    if all(isinstance(term, mpz) and abs(term) * len(number) < MACHINE for term in numerators):
        numerators = numerators.astype(np.int64)
    return numerators[number], denominator


def _payoffs(sums: NDArray[Any], denominator: mpz) -> Array:
    """Return sums of terms as exact payoffs."""
    if sums.dtype != np.int64:
        payoffs: Array = np.frompyfunc(lambda total: mpq(total) / denominator, 1, 1)(sums)
        return payoffs
    # most games have few different payoffs: each different one is converted once
    different, places = np.unique(sums, return_inverse=True)
    values = vector(mpq(total, denominator) for total in different.tolist())
    return values[places.reshape(sums.shape)]


def _labels(game: Game, pure: PureStrategies, strategies: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """Return unique labels of strategies; a game given in strategic form keeps its labels."""
    if game.strategic:
        names = [unique_names(information_set.actions) for information_set in pure.information_sets]
        return tuple(" ".join(labels[k] for labels, k in zip(names, moves, strict=True)) for moves in strategies)
    return tuple(unique_names(list(map(pure.text, strategies))))


def _leaves(
    game: Game, pure: tuple[PureStrategies, ...], tables: list[Integers]
) -> Iterator[tuple[int, tuple[Integers, ...]]]:
    """Yield every leaf that chance reaches, with each player's strategies that lead there: a walk down the tree."""
    slots = {h: slot for player in pure for slot, h in enumerate(player.sets)}  # the column of each set in its table
    stack: list[tuple[int, tuple[Integers, ...]]] = [(0, tuple(np.arange(len(table)) for table in tables))]
    while stack:
        node, reaching = stack.pop()
        player, information_set = int(game.player[node]), int(game.information_set[node])
        if player == TERMINAL:
            yield node, reaching
        elif player == CHANCE:
            branches = zip(game.children(node), game.information_sets[information_set].probabilities, strict=True)
            stack += [(child, reaching) for child, probability in branches if probability]
        else:
            children, moves = game.children(node), tables[player][reaching[player], slots[information_set]]
            # split the player's strategies by their moves at this set; strategies that reach the set have a move there
            order = np.argsort(moves, kind="stable")
            by_move = np.split(reaching[player][order], np.searchsorted(moves[order], np.arange(1, len(children))))
            for child, strategies in zip(children, by_move, strict=True):
                stack.append((child, (*reaching[:player], strategies, *reaching[player + 1 :])))
