"""All equilibria of a two-player game as convex sets: what holds in them, and the proof that none is missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from lemke.certificate.conditions import Combination
from lemke.certificate.described_set import DescribedSet, Overview, named_moves
from lemke.certificate.intervals import MoveRange
from lemke.certificate.resolution import ProofStep, step_object
from lemke.errors import one_line
from lemke.game import Game
from lemke.game.played import PlayedProfile
from lemke.game.recall import Sequences
from lemke.game.strategy import named_sets, statement
from lemke.game.tree import unique_names
from lemke.ground.document import Block, Document, Format, Tabular
from lemke.ground.listing import Listing
from lemke.ground.sparse import ByValue, Vector
from lemke.ground.tables import Table, page_table
from lemke.ground.words import count, player_name

ENUMERATION = Format(
    "lemke-enumeration/1",
    """
game | a game |
claim, program | texts | what the document states; the program that wrote it, and its version
stopped | text | `done`: the sets contain all equilibria, and the proof is complete; otherwise `limit` or `interrupt`,
    or `first`: as many sets were found as were asked for
open | whole | how many branches the search left open; 0 with `done`
proof | text | `resolution`; or `constant-sum`: in such a game one maximal set contains all equilibria
sets | list | the maximal sets X × Y
- plans | two lists | the *inner points*: realization plans in the relative interiors of X and Y
- values | two lists | the payoff, then the values of the information sets: of player 2 against player 1's plan in
    `plans`, then of player 1 against player 2's plan
- maximal | two combinations | the proofs that X and Y are maximal, and that the plans are inner points. For X, null
    in place of a combination if no proof is needed: if every weight of player 1 and every slack of player 2 is positive
    or has a positive partner; for Y in the same way
- payoffs | two ranges | of player 1, and of player 2
- dimensions | two whole numbers | of X, and of Y; null in place of one that was not computed
- pure | true, false | whether the set is one equilibrium in pure strategies
- ranges | two objects | proofs of the equations and bounds that hold in X, and in Y
- - equations | list | [sequence, combination]: the combination gives the weight of the sequence in terms of weights
    that earlier equations give and of *coordinates*, the weights that no equation gives
- - steps | object | from each coordinate to its value in a plan of the set that differs from the inner point in this
    coordinate only
- - bounds | list | [`least` or `greatest`, objective, reference, combination, plan]. The objective is a sequence, whose
    weight is bounded, or null for the other player's payoff. It is divided by the weight of the reference, a sequence
    too; the empty one has weight 1. The combination proves the bound; it is null if the bound is 0 or 1 and holds for
    all plans. The plan attains the bound; it is an object from coordinates to their values, without values 0
- vertices | two lists of lists | the realization plans that are vertices of X, and of Y; left out unless you ask for
    them
- moves | two lists | the moves of player 1, and of player 2; information sets in depth-first order
- - sequence, action, number, label | whole, text, whole, text | the number of the sequence that ends with the move, the
    name of the move, and the number and label of the information set
- - weight | a range | the realization weight of the sequence
- - probability | a range | the probability of the move in plans that reach the information set; null also if no plan
    reaches it
components | list of lists | for each component the sets in it, by their numbers from 1; empty unless all sets are known
indices | list | for each component its [index](../textbook/all_equilibria.md#properties-of-a-set), a whole number; null
    if it was not computed; without null, the sum is 1
combinations | list | [player, λ, m], as for the combinations in `sets`: multipliers of the conditions on the player's
    plan. λ is for the rows of E x = e (for player 2 F y = f), m for the sequences of the other player; both are objects
    from positions, numbered from 0, to numbers other than 0
steps | list | the proof, in [steps](#steps-of-a-proof)
""",
)
EnumerationStop: TypeAlias = Literal["done", "limit", "interrupt", "first"]
"""Why a search for equilibria stopped; ``first``: after as many as were asked for."""
LISTED = 40
"""The text shows at most so many sets of equilibria."""
SHOWN = 8
"""The text shows at most so many vertices beside the ranges."""


@dataclass(frozen=True, eq=False)
class EquilibriumSets(ByValue, Listing[DescribedSet], Tabular):
    """The equilibria of a game as maximal convex sets; all of them if ``stopped`` is ``done``.

    Attributes
    ----------
    game : Game
    sequences : (Sequences, Sequences)
    sets : tuple of DescribedSet
        Sets that play sequences with smaller numbers come first.
    profiles : tuple of PlayedProfile
        The inner point of each set as a profile, with best replies filled in at information sets that no plan of the
        set reaches.
    components : tuple of tuple of int
        For each connected component, the numbers of its sets, from 0; empty unless all sets are known.
    indices : tuple of (int | None)
        The index of each component; the sum is 1. Regular equilibria have an index. If only one component is no regular
        equilibrium, its index follows from the sum; if several are not, they have None.
    combinations : tuple of Combination
    steps : tuple of ProofStep
        The proof that no equilibrium is missing; if branches are open, the steps that were proved so far. Empty with
        the proof ``constant-sum``, which needs no steps.
    stopped : str
        ``done``, ``limit``, ``interrupt``, or ``first`` (after as many sets as were asked for).
    reason : str
        Which limit was reached, or ``interrupted``; otherwise empty.
    open_branches : int
        Branches of the search that were left open.
    proof : str
        ``resolution`` or ``constant-sum``.
    """

    game: Game
    sequences: tuple[Sequences, Sequences]
    sets: tuple[DescribedSet, ...]
    profiles: tuple[PlayedProfile, ...]
    components: tuple[tuple[int, ...], ...]
    indices: tuple[int | None, ...]
    combinations: tuple[Combination, ...]
    steps: tuple[ProofStep, ...]
    stopped: EnumerationStop
    reason: str
    open_branches: int
    proof: str

    @property
    def parts(self) -> tuple[DescribedSet, ...]:
        """The maximal sets."""
        return self.sets

    @property
    def is_complete(self) -> bool:
        """Whether it is proved that all equilibria are in the sets."""
        return self.stopped == "done"

    @property
    def is_unique(self) -> bool:
        """Whether it is proved that all equilibria have the same realization plans."""
        return bool(self.overview.is_unique)

    @cached_property
    def overview(self) -> Overview:
        """What holds in the equilibria of all sets that were found."""
        return Overview(self.sets, self.is_complete)

    def to_table(self) -> Table:
        """Return the moves with the least and the greatest weights and probabilities over all sets."""
        bounds = ("least weight", "greatest weight", "least probability", "greatest probability")
        columns = ("player", "information set", "label", "action", *bounds)
        rows = []
        for player in (0, 1) if self.sets else ():
            for sequence, information_set, name in named_moves(self.game, self.sequences[player]):
                head = (player + 1, information_set.number, information_set.label, name)
                rows.append((*head, *MoveRange.ends_of(self.overview.moves[player][sequence])))
        return Table(columns, tuple(rows), caption=repr(self)[1:-1], index=4)  # the caption has no angle brackets

    def document(self) -> Document:
        """Return the sets and what holds in them; the JSON has the proof that none is missing as well."""
        return Document(self._blocks, ENUMERATION, lambda: dict(self._members()))

    def _members(self) -> Iterator[tuple[str, object]]:
        yield from statement(self.game, "sets of equilibria; all sets if stopped is done").items()
        yield "stopped", self.stopped
        yield "open", self.open_branches
        yield "proof", self.proof
        yield "sets", [self._set_object(described) for described in self.sets]
        yield "components", [[number + 1 for number in component] for component in self.components]
        yield "indices", self.indices
        yield "combinations", [combination.object() for combination in self.combinations]
        yield "steps", [step_object(step) for step in self.steps]

    def _set_object(self, described: DescribedSet) -> dict[str, object]:
        moves = [
            [
                {"sequence": sequence, "number": information_set.number, "label": information_set.label, "action": name}
                | MoveRange.object_of(ranges[sequence])
                for sequence, information_set, name in named_moves(self.game, sequences)
            ]
            for sequences, ranges in zip(self.sequences, described.moves, strict=True)
        ]
        return described.members() | {"moves": moves}

    # ------------------------------------------------------------------ text

    def _blocks(self) -> Iterator[Block]:
        if self.game.title:
            yield one_line(self.game.title)
        yield self._summary()
        if self.is_unique:
            yield "The game has one equilibrium."
        for number, described in enumerate(self.sets[:LISTED], 1):
            yield ""
            yield from self._set_blocks(number, described)
        if len(self.sets) > LISTED:
            yield ""
            yield f"and {len(self.sets) - LISTED} more sets, all in --format json"
        yield ""
        yield self.proof_line()

    def _summary(self) -> str:
        sets = count(len(self.sets), "maximal set")
        if not self.is_complete:
            branches = f"{self.open_branches} open {'branch' if self.open_branches == 1 else 'branches'}"
            return f"{sets} of equilibria so far; {branches}: there may be more ({self.stopped})"
        parts = f" in {count(len(self.components), 'component')}" if len(self.sets) > 1 and self.components else ""
        return f"{sets} of equilibria{parts}"

    def proof_line(self) -> str:
        """Return a sentence that says what is proved."""
        if not self.is_complete:
            steps = count(len(self.steps), "step")
            return f"Proved: each listed set; {steps} towards a proof that there are no others."
        if self.proof == "constant-sum":
            return "Proved: the game is constant-sum, so all equilibria are in one set."
        steps, combinations = count(len(self.steps), "step"), count(len(self.combinations), "combination")
        return f"Proved: there is no other equilibrium ({steps}, {combinations} of the conditions)."

    def _set_blocks(self, number: int, described: DescribedSet) -> Iterator[Block]:
        payoffs = ", ".join(map(_text, described.payoffs))
        kind = f"dimension {' + '.join(map(_text, described.dimensions))}"
        if described.dimensions == (0, 0):
            kind = "pure equilibrium" if described.is_pure else "equilibrium"
        suffix = ""
        if len(self.sets) > 1 and self.components:
            position = next(k for k, component in enumerate(self.components) if number - 1 in component)
            index = self.indices[position]
            suffix = f"; component {position + 1}" + ("" if index is None else f" of index {index}")
        yield f"Set {number}: {kind}; payoffs {payoffs}{suffix}"
        for player in (0, 1):
            rows = list(self._rows(described, player))
            vertices = self._vertices(described, player)
            plans = "" if described.vertices is None else f": {count(len(described.vertices[player]), 'vertex')}"
            yield f"{player_name(self.game.players, player)}{plans}"
            unnamed = 1 if self.game.strategic else 3  # columns: the move; in a tree, first the set's number and label
            heads = [*[""] * unnamed, "all", *map(str, range(1, len(vertices) + 1))]
            yield page_table(rows, heads if vertices else (), longest=40) if rows else "  never moves"

    def _rows(self, described: DescribedSet, player: int) -> Iterator[list[object]]:
        """Yield a row for every move of a player; a set that no plan reaches has one row for all its moves."""
        for h, information_set, _ in named_sets(self.game, player):
            head: list[object] = [] if self.game.strategic else [information_set.number, information_set.label]
            names = unique_names(information_set.actions)
            sequences, parent = self.sequences[player].moves(h), self.sequences[player].parent[h]
            vertices = self._vertices(described, player)
            if not described.ranges[player].plan[parent]:
                yield [*head, ", ".join(names), "not reached"]
                continue
            for name, sequence in zip(names, sequences, strict=True):
                move = described.moves[player][sequence]
                shares = [plan[sequence] / plan[parent] if plan[parent] else "" for plan in vertices]
                probability = None if move is None else move.probability
                yield [*head, name, "not computed" if probability is None else probability.cell, *shares]
                head = [""] * len(head)

    def _vertices(self, described: DescribedSet, player: int) -> tuple[Vector, ...]:
        """Return the first vertices, which the text shows; none if the set is a point."""
        vertices = described.vertices or ((), ())
        return vertices[player][:SHOWN] if len(vertices[player]) > 1 else ()

    def __repr__(self) -> str:
        return f"<EquilibriumSets of {self.game!r}: {count(len(self.sets), 'maximal set')}, {self.stopped}>"


def _text(value: object | None) -> str:
    return "not computed" if value is None else str(value)
