"""Identities in ε: proofs that a move is as good as others for all small trembles, or has exactly its tremble.

In the ε-game (:mod:`lemke.certificate.extensive_form_perfect`) a move has its *tremble* if it has the probability ε at
its information set. It is *mixing* if it is a best move and may have more. σ_h is the sequence that leads to the set h,
σ_h c this sequence with the move c.

A *change* s(ε) of a player's plan has Σ_c s(σ_h c) = s(σ_h) and s(∅) = 0. Its surplus is (R s)(σ_h c) = s(σ_h c) −
ε s(σ_h). Let r(σ) be the loss of σ: how much less its last move gets than a mixing move of its set; r is 0 at mixing
moves. Then the change gains −Σ (R s)(σ) r(σ) against a plan y of the other player.

- Let the surplus be 0 except at mixing moves and at one other sequence σ, where it is not 0. Let the change have the
  gain 0 against every plan y in which all moves that do not mix have exactly their trembles. Then r(σ) = 0: the last
  move of σ is as good as the mixing moves.
- Let the surplus be 0 except at mixing moves. Then the change has the gain 0 against every plan to which the mixing
  moves are best replies. Let its gain also be p(ε) times the surplus of a move of the other player, with a polynomial
  p other than 0. Then this surplus is 0: the move has exactly its tremble.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from lemke.certificate.judge import Judge
from lemke.certificate.polynomials import shifted, widened
from lemke.certificate.refined import objection_to_sums
from lemke.errors import InputError
from lemke.game.recall import EMPTY, Sequences
from lemke.ground.rational import ZERO
from lemke.ground.sparse import ByValue, Vector, dense

Mixing: TypeAlias = NDArray[np.bool_]
"""Per sequence, whether its last move is *mixing*: a best move that may be played with more than its tremble."""


@dataclass(frozen=True, eq=False)
class Identity(ByValue):
    """A change of a plan that proves a fact about one sequence for all ε.

    Attributes
    ----------
    player : int
        The player of the sequence, 0 or 1.
    sequence : int
        The number of the sequence.
    mixing : bool
        Whether the last move of the sequence counts as mixing. If so, the change proves that the surplus of the
        sequence is 0; otherwise, that the move is as good as the mixing moves.
    change : exact array, sequences x powers of ε
        A change of the player's plan; for a mixing move, of the other player's plan.
    """

    player: int
    sequence: int
    mixing: bool
    change: Vector

    def __post_init__(self) -> None:
        if self.player not in (0, 1):
            raise InputError(f"an identity of player {self.player}, expected player 0 or 1")
        object.__setattr__(self, "change", dense("a change of a plan", self.change, 2))
        super().__post_init__()


def is_proved(judge: Judge, mixing: Sequence[Mixing], identity: Identity) -> bool:
    """Return whether the change of an identity has the properties that prove the identity."""
    player = identity.player
    changed = 1 - player if identity.mixing else player
    sequences, opposing, change = judge.sequences[changed], judge.sequences[1 - changed], identity.change
    if len(change) != sequences.size or change[EMPTY].any() or objection_to_sums(sequences, change):
        return False
    surplus_sequences = np.flatnonzero(surplus(sequences, widened(change, change.shape[1] + 1)).any(axis=1)).tolist()
    if not identity.mixing and identity.sequence not in surplus_sequences:
        return False
    for sequence in surplus_sequences:
        if not mixing[changed][sequence] and (identity.mixing or sequence != identity.sequence):
            return False
    # Judge.values reads only the change; the opponent's plan, the second one, is a placeholder
    gains = np.column_stack([judge.values(1 - changed, [column, column], payoffs_of=changed) for column in change.T])
    return _vanishes(opposing, mixing[1 - changed], gains, identity.sequence if identity.mixing else None)


def surplus(sequences: Sequences, plan: Vector) -> Vector:
    """Return x(σ_h c) − ε x(σ_h) for every sequence but the empty one, for which it is 0."""
    surpluses = plan.copy()
    surpluses[EMPTY] = ZERO
    for h, parent in enumerate(sequences.parent):
        surpluses[sequences.moves(h).start : sequences.moves(h).stop] -= shifted(plan[parent])
    return surpluses


def _vanishes(sequences: Sequences, mixing: Mixing, gains: Vector, open_sequence: int | None = None) -> bool:
    """Return whether Σ x(σ) g(σ) is proved to be 0 for all plans x in which moves that do not mix have their trembles.

    The sum is over the sequences of a player, and g are the ``gains``. If ``open_sequence`` is stated, return instead
    whether the sum is a polynomial other than 0 times the surplus of this mixing move. There is another mixing move at
    the same set, because not all moves of a set have only their trembles.

    The sum is computed by backward induction. At every set the mixing moves must have equal totals. Every other move
    has ε times the weight of the set; so it adds ε times the difference between its total and a mixing move's total.
    """
    totals = widened(gains, gains.shape[1] + max(sequences.lengths))
    for h in range(len(sequences.sets) - 1, -1, -1):
        mixing_moves = [sequence for sequence in sequences.moves(h) if mixing[sequence] and sequence != open_sequence]
        first, *further = totals[mixing_moves]
        if any((total != first).any() for total in further):
            return False
        if open_sequence in sequences.moves(h) and np.array_equal(totals[open_sequence], first):
            return False
        differences = (totals[sequence] - first for sequence in sequences.moves(h) if sequence not in mixing_moves)
        totals[sequences.parent[h]] += first + sum(map(shifted, differences), np.full_like(first, ZERO))
    return not totals[EMPTY].any()
