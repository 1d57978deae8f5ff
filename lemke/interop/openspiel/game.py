"""Games of OpenSpiel as trees, with what it takes to find the way back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

from gmpy2 import mpq

from lemke.game import CHANCE, NONE, Game
from lemke.ground.rational import ZERO, short
from lemke.ground.words import count
from lemke.interop.openspiel.rationals import ULPS

Payoffs = Literal["binary", "snapped"]


@dataclass(frozen=True, slots=True)
class ChanceNodes:
    """The chance nodes whose probabilities were recovered in one way.

    Attributes
    ----------
    nodes : int
    denominator : int
        The largest one of their probabilities; 1 if there are none.
    shift : mpq
        The largest distance between a probability and the exact value of its float.
    """

    nodes: int = 0
    denominator: int = 1
    shift: mpq = ZERO


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a game's numbers come from, as OpenSpiel has only floats.

    Attributes
    ----------
    version : str
        Of OpenSpiel.
    hit : ChanceNodes
        Every probability rounds to its float.
    near : ChanceNodes
        Some probability does not, but all are within 4 units in the last place.
    payoffs : str
        ``"binary"``, the exact values of the floats, or ``"snapped"``, simple rationals close by.
    snapped : tuple of pairs of float and mpq
        The payoffs that snapping changed, in increasing order, and what stands for them.
    turn_based : bool
        Whether simultaneous moves were made to follow each other, unseen.
    """

    version: str
    hit: ChanceNodes = ChanceNodes()
    near: ChanceNodes = ChanceNodes()
    payoffs: Payoffs = "binary"
    snapped: tuple[tuple[float, mpq], ...] = ()
    turn_based: bool = False

    def words(self) -> str:
        """Return the same in one line, for people."""
        ways = (
            (self.hit, "rounding to their floats"),
            (
                self.near,
                f"within {ULPS} units in the last place of their floats, at most {short(self.near.shift)} away",
            ),
        )
        parts = ["simultaneous moves follow each other, unseen"] if self.turn_based else []
        parts += [
            f"probabilities at {count(own.nodes, 'chance node')} recovered {how}, denominators up to {own.denominator}"
            for own, how in ways
            if own.nodes
        ]
        if self.payoffs == "binary":
            parts.append("payoffs at the exact binary values of their floats")
        else:
            changed = ", ".join(f"{value!r} to {short(rational)}" for value, rational in self.snapped)
            parts.append(f"payoffs snapped within {ULPS} units in the last place: {changed or 'none changed'}")
        return "; ".join(parts)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SpielGame(Game):
    """A game loaded from OpenSpiel, a :class:`~lemke.Game` like any other.

    Made by :func:`~lemke.interop.openspiel.from_openspiel`.

    An information set's label is its information-state string; its moves have the names of OpenSpiel's actions.

    Attributes
    ----------
    name : str
        The game string, with parameters.
    spiel : pyspiel.Game
        The game that was walked: with moves in turn, even if the one that was given has simultaneous moves.
    action_ids : tuple of tuples of int, one per information set, chance's too
        OpenSpiel's numbers of the moves.
    provenance : Provenance
    """

    name: str
    spiel: Any = field(compare=False)
    action_ids: tuple[tuple[int, ...], ...]
    provenance: Provenance

    @cached_property
    def states(self) -> Mapping[tuple[int, str], int]:
        """The index of an information set by player and information-state string."""
        sets = enumerate(self.information_sets)
        return MappingProxyType({(each.player, each.label): index for index, each in sets if each.player != CHANCE})

    def actions_to(self, node: int) -> list[int]:
        """Return OpenSpiel's numbers of the moves on the path to a node, chance's moves too."""
        actions: list[int] = []
        while (parent := int(self.parent[node])) != NONE:
            actions.append(self.action_ids[self.information_set[parent]][self.move[node]])
            node = parent
        return actions[::-1]

    def state(self, node: int) -> Any:
        """Return the ``pyspiel.State`` that a node stands for."""
        state = self.spiel.new_initial_state()
        for action in self.actions_to(node):
            state.apply_action(action)
        return state
