"""Games of OpenSpiel as trees with rational numbers, with the data to convert policies and profiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, get_args

from gmpy2 import mpq

from lemke.errors import GameError, InputError, located, require_type
from lemke.game import CHANCE, NONE, Game
from lemke.game.recall import histories, require_perfect_recall
from lemke.ground.packages import require
from lemke.ground.rational import binary, quoted, short
from lemke.ground.words import count
from lemke.interop import OPENSPIEL
from lemke.interop.openspiel.rationals import ULPS, snapped
from lemke.interop.openspiel.strings import EXTRA, PLAYABLE, failing, load, turn_based
from lemke.interop.openspiel.walk import ChanceNodes, StateWalk

Payoffs = Literal["binary", "snapped"]


@dataclass(frozen=True, slots=True)
class Provenance:
    """How the rational numbers of a game were made from the floats of OpenSpiel.

    Attributes
    ----------
    version : str
        The version of OpenSpiel.
    hit : ChanceNodes
        The chance nodes at which every recovered probability rounds to its float.
    near : ChanceNodes
        The other chance nodes. Their recovered probabilities are within 4 units in the last place of the floats.
    payoffs : str
        ``"binary"``: the exact values of the floats. ``"snapped"``: simple rationals close to the floats.
    snapped : tuple of pairs of float and mpq
        The payoffs that snapping changed: pairs (float, rational), by increasing float.
    turn_based : bool
        Whether simultaneous moves were converted to moves in turn, which the later movers do not see.
    """

    version: str
    hit: ChanceNodes
    near: ChanceNodes
    payoffs: Payoffs
    snapped: tuple[tuple[float, mpq], ...]
    turn_based: bool

    def words(self) -> str:
        """Return one line of text with all facts but the version."""
        near = f"within {ULPS} units in the last place of their floats, at most {short(self.near.shift)} away"
        parts = ["simultaneous moves follow each other, unseen"] if self.turn_based else []
        parts += [
            f"probabilities at {count(group.nodes, 'chance node')} recovered {how}, "
            f"denominators up to {group.denominator}"
            for group, how in ((self.hit, "rounding to their floats"), (self.near, near))
            if group.nodes
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

    The label of a player's information set is the information-state string. The label of a move is the name of the
    action in OpenSpiel.

    Attributes
    ----------
    name : str
        The game string, with parameters.
    spiel : pyspiel.Game
        The game whose states were visited. It has moves in turn, even if the original game has simultaneous moves.
    action_ids : tuple of tuples of int
        OpenSpiel's action numbers of the moves at every information set, also at those of chance.
    provenance : Provenance
    """

    name: str
    spiel: Any = field(compare=False)
    action_ids: tuple[tuple[int, ...], ...]
    provenance: Provenance

    @cached_property
    def states(self) -> Mapping[tuple[int, str], int]:
        """The indices of the players' information sets, by pairs (player, information-state string)."""
        sets = enumerate(self.information_sets)
        return MappingProxyType(
            {
                (information_set.player, information_set.label): index
                for index, information_set in sets
                if information_set.player != CHANCE
            }
        )

    def state(self, node: int) -> Any:
        """Return the ``pyspiel.State`` that a node stands for."""
        actions: list[int] = []
        while (parent := int(self.parent[node])) != NONE:
            actions.append(self.action_ids[self.information_set[parent]][self.move[node]])
            node = parent
        state = self.spiel.new_initial_state()
        for action in reversed(actions):  # the loop above collected them from the node up
            state.apply_action(action)
        return state


def from_openspiel(game: Any, payoffs: Payoffs = "binary") -> SpielGame:
    """Return the tree of a game of OpenSpiel (Lanctot et al., 2019, arXiv:1908.09453).

    All states are visited. The chance probabilities of OpenSpiel are floats; the tree has the rationals that these
    floats stand for, or the game is refused (:func:`~lemke.interop.openspiel.rationals.recovered`). The payoffs are
    the returns at the end of play, which contain all earlier rewards. ``provenance`` of the result says how the numbers
    were made; ``comment`` says the same in words.

    Parameters
    ----------
    game : pyspiel.Game or str
        A game, or a game string such as ``"leduc_poker(suit_isomorphism=True)"``. Simultaneous moves become moves in
        turn, which the later movers do not see (``pyspiel.convert_to_turn_based``).
    payoffs : str
        ``"binary"``: the exact value of the float. ``"snapped"``: the rational with the smallest denominator within 4
        units in the last place of the float, such as 20 for 19.999999999999996.

    Raises
    ------
    InputError, GameError
        If OpenSpiel cannot load or play the game, or the game is no tree with exact numbers.
    NumberError, RecallError
        For chance probabilities that no rationals explain, and for imperfect recall; the message names the place.
    """
    require("open_spiel", EXTRA)  # first, so that a message about a missing package names open_spiel
    pyspiel = require("pyspiel", EXTRA)
    name = game.strip() if isinstance(game, str) else str(game)
    with located(OPENSPIEL + name):
        if payoffs not in get_args(Payoffs):
            raise InputError(f"payoffs {quoted(payoffs)}, expected {' or '.join(get_args(Payoffs))}")
        if isinstance(game, str):
            game = load(name)
        require_type(game, pyspiel.Game, "a pyspiel.Game or a game string")
        spiel, root = turn_based(game)
        with failing(GameError, "OpenSpiel failed", PLAYABLE):
            walk = StateWalk(root, snapped if payoffs == "snapped" else binary, game.num_players())
        changed = sorted((value, snapped(value)) for value in walk.floats if snapped(value) != binary(value))
        provenance = Provenance(
            version=pyspiel.__version__,
            hit=walk.chance_nodes(hit=True),
            near=walk.chance_nodes(hit=False),
            payoffs=payoffs,
            snapped=tuple(changed) if payoffs == "snapped" else (),
            turn_based=spiel is not game,
        )
        comment = f"From OpenSpiel {provenance.version}: {name}; {provenance.words()}."
        tree = replace(walk.game(), title=name, comment=comment)
        members = {member.name: getattr(tree, member.name) for member in fields(Game)}
        ids = walk.action_ids(tree)
        spiel_game = SpielGame(**members, name=name, spiel=spiel, action_ids=ids, provenance=provenance)
        require_perfect_recall(spiel_game, histories(spiel_game))
        return spiel_game
