"""A builder for games with parameters, with the interface of the builder of ordinary games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gmpy2 import mpq

from lemke.errors import InputError, OutcomeError, ProbabilityError
from lemke.game import CHANCE, GameBuilder
from lemke.game.builder import Node, OutcomeHandle, SetHandle
from lemke.game.tree import count
from lemke.ground.rational import quoted
from lemke.studies.parametric.elements import Function
from lemke.studies.parametric.functions import Expression, Functions
from lemke.studies.parametric.game import ParametricGame
from lemke.studies.parametric.writing import shown


class ParametricBuilder:
    """Builds a :class:`ParametricGame` node by node, as :class:`~lemke.game.GameBuilder` builds a game.

    Parameters
    ----------
    parameters : sympy Symbols, or their names
        What expressions may contain. An expression is one of sympy, a text such as ``"(1 + t)/2"``, or a number.
    players : sequence of str
        Labels of the players.
    title, comment : str

    Raises
    ------
    InputError, NumberError, GameError
        By every method, at once, for what is no rational function of the parameters over the rationals, floats
        included, and for whatever :class:`~lemke.game.GameBuilder` refuses.

    >>> import sympy
    >>> t = sympy.Symbol("t")
    >>> builder = ParametricBuilder(t, title="matching pennies")
    >>> heads, tails = builder.move(builder.root, 0, ["H", "T"])
    >>> guess = builder.information_set(1, ["h", "t"])
    >>> for node, stake in ((heads, t), (tails, 1)):
    ...     same, other = builder.decide(node, guess)
    ...     builder.pay(same, *((stake, -stake) if node == heads else (-1, 1)))
    ...     builder.pay(other, *((-1, 1) if node == heads else (stake, -stake)))
    >>> builder.build()
    <ParametricGame 'matching pennies' in t: 2 players, 7 nodes>
    """

    def __init__(
        self, parameters: object, players: Sequence[str] = ("1", "2"), title: str = "", comment: str = ""
    ) -> None:
        self.functions = Functions.of(parameters)
        if isinstance(players, str):
            raise InputError(f'players {quoted(players)}, expected a sequence of labels; parameters as in "s t"')
        self._tree = GameBuilder(players, title, comment)
        self._payoffs: list[tuple[Function, ...]] = []
        self._probabilities: dict[int, tuple[Function, ...]] = {}  # by number

    @property
    def root(self) -> Node:
        """The root."""
        return self._tree.root

    def information_set(
        self, player: int, actions: Sequence[str], label: str = "", number: int | None = None
    ) -> SetHandle:
        """Declare an information set of a player (0, 1, …) with its moves; return its handle for :meth:`decide`."""
        return self._tree.information_set(player, actions, label, number)

    def chance_set(
        self, actions: Sequence[str], probabilities: Iterable[Expression], label: str = "", number: int | None = None
    ) -> SetHandle:
        """Declare a chance move with probabilities that sum to 1 identically; return its handle for :meth:`decide`."""
        functions = tuple(map(self.functions, probabilities))
        if len(functions) != len(actions):
            raise ProbabilityError(f"{len(functions)} probabilities, expected {len(actions)}")
        if (total := sum(functions, self.functions.zero)) != self.functions.one:
            found = shown(self.functions.expression(total))
            raise ProbabilityError(f"probabilities that sum to {found}, expected 1 identically")
        handle = self._tree.chance_set(actions, [mpq(1, len(actions))] * len(actions), label, number)
        self._probabilities[self._tree.sets[handle].number] = functions
        return handle

    def decide(self, node: Node, handle: SetHandle) -> list[Node]:
        """Let a node belong to an information set or chance move; return its children, one per move."""
        return self._tree.decide(node, handle)

    def move(self, node: Node, player: int, actions: Sequence[str], label: str = "") -> list[Node]:
        """Let a player move at a node that is an information set of its own; return the children."""
        return self._tree.move(node, player, actions, label)

    def chance(self, node: Node, probabilities: Mapping[str, Expression], label: str = "") -> list[Node]:
        """Let chance move at a node, action → probability; return the children."""
        return self.decide(node, self.chance_set(list(probabilities), probabilities.values(), label))

    def outcome(self, payoffs: Sequence[Expression], label: str = "", number: int | None = None) -> OutcomeHandle:
        """Declare payoffs, one per player, that several nodes may share; return the handle for :meth:`attach`."""
        functions = tuple(map(self.functions, payoffs))
        players = len(self._tree.players)
        if len(functions) != players:
            raise OutcomeError(f"{count(len(functions), 'payoff')}, expected {players}, one per player")
        handle = self._tree.outcome([0] * players, label, number)
        self._payoffs.append(functions)
        return handle

    def attach(self, node: Node, outcome: OutcomeHandle) -> None:
        """Attach a declared outcome to a node, leaf or not; at an inner node it adds to every leaf below."""
        self._tree.attach(node, outcome)

    def pay(self, node: Node, *payoffs: Expression) -> None:
        """Attach payoffs, one per player, to a node, leaf or not; a leaf without any pays zero."""
        self.attach(node, self.outcome(payoffs))

    def label(self, node: Node, label: str) -> None:
        """Name a node, for people."""
        self._tree.label(node, label)

    def build(self) -> ParametricGame:
        """Return the game, its nodes renumbered in breadth-first order."""
        structure = self._tree.build()
        probabilities = (
            self._probabilities[each.number] if each.player == CHANCE else () for each in structure.information_sets
        )
        return ParametricGame(structure, self.functions, tuple(self._payoffs), tuple(probabilities))
