"""The proof that an equilibrium is extensive-form perfect (Selten 1975), and its check on the tree.

In the ε-game every move has at least the probability ε at its information set. The plans x(ε) and y(ε) must be an
equilibrium of that game for all small ε. They are stated in one of two ways.

*Polynomials*: each plan is multiplied by a polynomial, which is then its first row. The check holds up to an ε₀.

*First terms of power series*: the check holds for small ε. Let σ_h be the sequence that leads to an information set h,
and σ_h c this sequence with the move c. σ_h c has a *surplus* x(σ_h c) − ε x(σ_h), and a *slack*: how much less c gets
than the best move at h. In the stated terms one of the two must be zero and the other positive. Both may be zero if it
is proved that they are zero in all further terms, too: by an identity, or because the move always pays as much as
another move with a surplus. So every sequence has a condition, linear in each plan: surplus = 0 or slack = 0. If the
conditions determine the plans (:func:`lost_terms`), the plans are power series with the stated terms; this function
says whether the last term may be wrong. Then the lowest terms of surpluses and slacks are known, and with them their
signs for small ε.

Identities in ε: proofs that a move is as good as others for all small trembles, or has exactly its tremble
-----------------------------------------------------------------------------------------------------------
In the ε-game a move has its *tremble* if it has the probability ε at its information set. It is *mixing* if it is a
best move and may have more.

A *change* s(ε) of a player's plan has Σ_c s(σ_h c) = s(σ_h) and s(∅) = 0. Its surplus is (R s)(σ_h c) = s(σ_h c) −
ε s(σ_h). Let r(σ) be the loss of σ: how much less its last move gets than a mixing move of its set; r is 0 at mixing
moves. Then the change gains −Σ (R s)(σ) r(σ) against a plan y of the other player.

- Let the surplus be 0 except at mixing moves and at one other sequence σ, where it is not 0. Let the change have the
  gain 0 against every plan y in which all moves that do not mix have exactly their trembles. Then r(σ) = 0: the last
  move of σ is as good as the mixing moves.
- Let the surplus be 0 except at mixing moves. Then the change has the gain 0 against every plan to which the mixing
  moves are best replies. Let its gain also be p(ε) times the surplus of a move of the other player, with a polynomial
  p other than 0. Then this surplus is 0: the move has exactly its tremble.

Whether the conditions of trembling players determine their plans as power series; ranks are modulo a prime
-----------------------------------------------------------------------------------------------------------
Moves that are not mixing have the probability ε. Let the *further* moves be the mixing moves without the first mixing
move of each set. Their probabilities determine a plan. Every further move c has a change of the plan: weight goes from
the first mixing move of the set to c, and after both moves play goes on with first mixing moves, up to trembles. The
changes are the columns of S(ε) for player 1, and of T(ε) for player 2. Every further move must be as good as the first
mixing move of its set; this is a linear equation in the other player's plan. The matrix of these equations for player i
is C(ε) = S(ε)ᵀ Aᵢ T(ε), with the payoffs Aᵢ of player i.

If C(0) is regular, so is C(ε) near 0. Otherwise let C(0) have null spaces of dimension k from the left and from the
right, and let C'(0), restricted to these spaces, be regular. Then ε C(ε)⁻¹ has a limit (T. Kato 1966, Perturbation
theory for linear operators, II.2). The rank modulo a prime is at most the true rank, so full rank modulo a prime proves
full rank. The null vectors are stated and checked exactly. If as many null vectors are independent as the null space
modulo the prime has dimensions, they span the null space.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.certificate.judge import Claim, Judge
from lemke.certificate.refined import (
    NO_PROOF,
    Trembles,
    is_nonnegative,
    largest_tremble,
    lowest_terms,
    misfit,
    objection_to_limit,
    objection_to_reply,
    objection_to_start,
    objection_to_sums,
    polynomial_values,
    shifted,
    slack,
    values,
    widened,
)
from lemke.certificate.verdict import EXTENSIVE_FORM_PERFECT
from lemke.game.recall import EMPTY, Sequences, tied_moves, weighted_payoffs
from lemke.game.strategy import Behavior
from lemke.game.tree import Integers
from lemke.ground import limits
from lemke.ground.rational import ZERO, short
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


PRIMES = 2147483647, 2147483629, 2147483587
"""The largest primes below 2³¹: the product of two residues fits into ``int64``."""

NullVectors = tuple[Vector, ...]
"""Changes of a plan after which the other player's mixing moves are still equally good, at ε = 0."""


def lost_terms(judge: Judge, mixing: Sequence[Mixing], kernels: tuple[NullVectors, NullVectors]) -> int | None:
    """Return how many of the last terms of the stated plans may be wrong, 0 or 1; None if nothing is proved.

    At least one move of each information set is mixing. The kernels are the null vectors of C(0), as changes of x and
    of y: after such a change, the other player's mixing moves are still equally good at ε = 0.
    """
    changes = [_changes(sequences, played) for sequences, played in zip(judge.sequences, mixing, strict=True)]
    if changes[0].size != changes[1].size:
        return None
    # in a constant-sum game the matrices of both players are equal up to the sign
    players = (0,) if judge.total is not None else (0, 1)
    if any(not _are_null(judge, player, mixing, kernels[1 - player]) for player in players):
        return None
    for player in players:
        if not any(_is_determined(judge, player, changes, kernels[1 - player], prime) for prime in PRIMES):
            return None
    return int(any(kernels[1 - player] for player in players))


class PlanChanges(NamedTuple):
    """The matrices S₀ and S₁ of S(ε) = S₀ + ε S₁ + …, with ``size`` columns, one per change.

    The row of sequence σ has the entries number ``starts[σ]`` to ``starts[σ + 1] - 1``. Entry k is in column
    ``columns[k]``; it is ``constant[k]`` in S₀ and ``linear[k]`` in S₁.
    """

    size: int
    starts: Integers
    columns: Integers
    constant: Integers
    linear: Integers

    def at(self, sequences: Integers) -> tuple[Integers, Integers]:
        """Return, per entry of several sequences, its sequence's position in ``sequences`` and the entry's number."""
        counts = np.diff(self.starts)[sequences]
        # a sequence's entries are numbered from its start; in the result they begin at cumsum − counts
        positions = np.repeat(np.arange(len(sequences)), counts)
        return positions, np.arange(len(positions)) + np.repeat(
            self.starts[sequences] - np.cumsum(counts) + counts, counts
        )


def _changes(sequences: Sequences, mixing: Mixing) -> PlanChanges:
    """Return S₀ and S₁ of a player. The row of a move that does not mix is ε times the row of its parent."""
    # for every sequence: change → coefficients in S₀ and S₁; rows may share a dict, because no dict of a row changes
    rows: list[dict[int, tuple[int, int]]] = [{}] * sequences.size
    size = 0  # changes so far
    for h, parent in enumerate(sequences.parent.tolist()):
        first, *further = (sequence for sequence in sequences.moves(h) if mixing[sequence])
        trembling = [sequence for sequence in sequences.moves(h) if not mixing[sequence]]
        above = rows[parent].items()
        # row of the first mixing move: the parent's row minus the rows of all other moves of the set
        rows[first] = {change: (constant, linear - len(trembling) * constant) for change, (constant, linear) in above}
        rows[first] |= dict.fromkeys(range(size, size + len(further)), (-1, 0))
        for change, sequence in enumerate(further, size):
            rows[sequence] = {change: (1, 0)}
        for sequence in trembling:
            rows[sequence] = {change: (0, constant) for change, (constant, _) in above if constant}
        size += len(further)
    entries = [(change, *coefficients) for row in rows for change, coefficients in row.items()]
    columns, constant, linear = np.array(entries, dtype=np.int64).reshape(-1, 3).T
    return PlanChanges(size, np.cumsum([0, *map(len, rows)]), columns, constant, linear)


def _are_null(judge: Judge, player: int, mixing: Sequence[Mixing], kernel: NullVectors) -> bool:
    """Return whether, after changes of the other player's plan, a player's mixing moves are still tied at ε = 0."""
    sequences, opposing = judge.sequences[player], judge.sequences[1 - player]
    for change in kernel:
        # at ε = 0, moves that do not mix have the weight 0; a change must not alter that
        if change[EMPTY] or change[1:][~mixing[1 - player][1:]].any() or objection_to_sums(opposing, change[:, None]):
            return False
        totals = judge.values(player, [change, change])  # Judge.values ignores the plan of ``player``
        for h in range(len(sequences.sets) - 1, -1, -1):  # later sets first: their totals are part of earlier ones
            best = {totals[sequence] for sequence in sequences.moves(h) if mixing[player][sequence]}
            if len(best) > 1:
                return False
            totals[sequences.parent[h]] += best.pop()  # the only element: every set has a mixing move
    return True


def _is_determined(judge: Judge, player: int, changes: list[PlanChanges], kernel: NullVectors, prime: int) -> bool:
    """Return whether C(0) and C'(0) of a player, modulo a prime, prove that the other player's plan is determined."""
    leaves, (rows, columns) = judge.game.leaves, judge.histories.last_move
    number, terms = weighted_payoffs(judge.game, judge.histories, player)
    if any(value.denominator % prime == 0 for numbers in (terms, *kernel) for value in numbers):
        return False
    payoffs = _residues(terms, prime)[number]
    leaf, first_entry = changes[0].at(rows[leaves])
    position, second_entry = changes[1].at(columns[leaves[leaf]])
    leaf, first_entry = leaf[position], first_entry[position]  # one number for each leaf and each pair of entries
    first, second, size = changes[0], changes[1], changes[0].size
    constant, linear = np.zeros((2, size, size), dtype=np.int64)
    places = first.columns[first_entry], second.columns[second_entry]
    # entries of S₀ are −1, 0 or 1, so the sums of residues fit into int64
    np.add.at(constant, places, payoffs[leaf] * (first.constant[first_entry] * second.constant[second_entry]))
    if not kernel:
        return _rank(constant % prime, prime) == size
    first_order = (
        first.constant[first_entry] * second.linear[second_entry]
        + first.linear[first_entry] * second.constant[second_entry]
    )
    np.add.at(linear, places, payoffs[leaf] * (first_order % prime) % prime)
    left, right = _null_spaces(constant % prime, prime)
    kernel_rank = _rank(np.array([_residues(change, prime) for change in kernel]), prime)
    if not len(left) == len(kernel) == kernel_rank:
        return False
    return _rank(_product(_product(left, linear % prime, prime), right, prime), prime) == len(left)


def _residues(numbers: Vector, prime: int) -> Integers:
    """Return rational numbers modulo a prime, which must divide no denominator."""
    residues = (number.numerator * pow(int(number.denominator), -1, prime) % prime for number in numbers)
    return np.array(list(map(int, residues)), dtype=np.int64)


def _product(left: Integers, right: Integers, prime: int) -> Integers:
    """Return the product modulo a prime, reduced after every term: a sum of several terms may not fit into int64."""
    product = np.zeros((len(left), right.shape[1]), dtype=np.int64)
    for column, row in zip(left.T, right, strict=True):
        product = (product + np.outer(column, row)) % prime
    return product


def _rank(matrix: Integers, prime: int) -> int:
    return len(_echelon_form(matrix, prime)[1])


def _null_spaces(matrix: Integers, prime: int) -> tuple[Integers, Integers]:
    """Return bases of the null spaces of a square matrix, from the left as rows, from the right as columns."""
    size = len(matrix)
    reduced, pivots = _echelon_form(np.hstack([matrix, np.eye(size, dtype=np.int64)]), prime)
    pivots = [column for column in pivots if column < size]
    rank, free = len(pivots), np.setdiff1d(np.arange(size), pivots)
    right = np.zeros((size, len(free)), dtype=np.int64)
    right[free, np.arange(len(free))] = 1
    right[pivots] = -reduced[:rank, free] % prime
    # beside the matrix, the identity has recorded the row operations: those that give rows 0 are left null vectors
    return reduced[rank:, size:], right


def _echelon_form(matrix: Integers, prime: int) -> tuple[Integers, list[int]]:
    """Return the reduced row echelon form of a matrix of residues, and the columns of its pivots."""
    matrix, pivots = matrix.copy(), list[int]()
    for column in range(matrix.shape[1]):
        rank = len(pivots)
        candidates = np.flatnonzero(matrix[rank:, column])
        if not len(candidates):
            continue
        limits.check()
        matrix[[rank, rank + candidates[0]]] = matrix[[rank + candidates[0], rank]]
        matrix[rank, column:] = matrix[rank, column:] * pow(int(matrix[rank, column]), -1, prime) % prime
        rows = np.flatnonzero(matrix[:, column])
        rows = rows[rows != rank]
        factors = matrix[rows, column]
        matrix[rows, column:] = (matrix[rows, column:] - np.outer(factors, matrix[rank, column:])) % prime
        pivots.append(column)
    return matrix, pivots


def perfect_trembles(judge: Judge, plans: tuple[Vector, Vector]) -> Trembles:
    """Return plans with an ε₀ up to which they prove that an equilibrium is extensive-form perfect.

    Each plan is multiplied by a polynomial, its first row. The plans must be a proof for all small ε.
    """
    polynomials = (array for player in (0, 1) for array in _surplus_and_slack(judge, player, plans, all_powers=True))
    return Trembles(EXTENSIVE_FORM_PERFECT, largest_tremble(polynomials, [plan[EMPTY] for plan in plans]), plans)


def objections_to_extensive_form_perfect(judge: Judge, claim: Claim) -> list[str]:
    """Return why a claim does not prove that its profile is extensive-form perfect, in words; nothing if it does."""
    trembles = claim.refinement
    if trembles is None:
        return [NO_PROOF]
    if mismatch := misfit(judge, trembles, EXTENSIVE_FORM_PERFECT):
        return [mismatch]
    objections = _objections_to_series if trembles.epsilon is None else _objections_to_polynomials
    return objections(judge, trembles, claim.profile.behavior)


def _objections_to_polynomials(judge: Judge, trembles: Trembles, behavior: tuple[Behavior, ...]) -> list[str]:
    objections, epsilon = [], trembles.epsilon
    assert epsilon is not None
    unproved = f"is not proved to be positive, for trembles up to {short(epsilon)}"
    for player, sequences in enumerate(judge.sequences):
        plan = trembles.plans[player]
        objection = (
            ("" if _is_positive(plan[EMPTY], epsilon) else f"have a first row that {unproved}")
            or objection_to_sums(sequences, plan)
            or objection_to_limit(sequences, plan, behavior[player])
            or objection_to_reply(
                sequences, *_surplus_and_slack(judge, player, trembles.plans, all_powers=True), epsilon
            )
        )
        if objection:
            objections.append(f"the plans of player {player + 1} near the equilibrium {objection}")
    return objections


def _is_positive(polynomial: Vector, epsilon: mpq) -> bool:
    """Return whether a polynomial is proved to be positive for 0 < ε ≤ ε₀, where ε₀ is ``epsilon``."""
    # is_nonnegative proves it positive below ε₀; at ε₀ itself it may be 0
    (value_at_end,) = values(polynomial[None], epsilon)
    return any(polynomial) and is_nonnegative(polynomial, epsilon) and bool(value_at_end)


def _objections_to_series(judge: Judge, trembles: Trembles, behavior: tuple[Behavior, ...]) -> list[str]:
    terms = min(plan.shape[1] for plan in trembles.plans)
    x, y = (plan[:, :terms] for plan in trembles.plans)
    mixing, undecided, orders = list[Mixing](), list[Mixing](), list[Integers]()
    for player, sequences in enumerate(judge.sequences):
        plan = (x, y)[player]
        objection = (
            objection_to_start(plan)
            or objection_to_sums(sequences, plan)
            or objection_to_limit(sequences, plan, behavior[player])
        )
        if objection:
            return [f"the plans of player {player + 1} near the equilibrium {objection}"]
        polynomials = _surplus_and_slack(judge, player, (x, y), all_powers=False)
        # the lowest coefficients have the signs of the polynomials for small ε; the empty sequence, 0, has no tremble
        (surplus_orders, surpluses), (slack_orders, slacks) = map(lowest_terms, polynomials)
        orders += [lowest_terms(plan)[0], surplus_orders[1:], slack_orders[1:]]
        mixing.append(surpluses != 0)
        undecided.append((surpluses == 0) & (slacks == 0))
        violated = (surpluses < 0) | (slacks < 0) | ((surpluses != 0) & (slacks != 0))
        if violated[1:].any():  # argmax finds the first such sequence
            name = sequences.names()[1 + int(np.argmax(violated[1:]))]
            fault = "less than its tremble, or more although it is no best reply"
            return [f"the plans of player {player + 1} near the equilibrium give {name!r} {fault}"]
    for identity in trembles.identities:
        # a mixing move adds the equation slack = 0, which the known terms must satisfy: undecided moves satisfy it
        size = judge.sequences[identity.player].size
        if not (0 < identity.sequence < size and undecided[identity.player][identity.sequence]):
            fault = f"an identity of sequence {identity.sequence} of player {identity.player + 1}"
            return [f"{fault}, expected a sequence for which the stated terms leave open whether it is a best move"]
        mixing[identity.player][identity.sequence] |= identity.mixing
        undecided[identity.player][identity.sequence] = False
    for sequences, open_moves, mixes in zip(judge.sequences, undecided, mixing, strict=True):
        if open_moves[1:].any():
            open_moves &= ~tied_moves(sequences, judge.pair_payoffs(sequences.player), mixes)
        if open_moves[1:].any():
            name = sequences.names()[1 + int(np.argmax(open_moves[1:]))]
            move = f"{name!r} of player {sequences.player + 1}"
            return [f"the plans near the equilibrium leave open whether {move} is a best move"]
    for identity in trembles.identities:
        if not is_proved(judge, mixing, identity):
            fault = f"the identity of sequence {identity.sequence} of player {identity.player + 1}"
            return [f"{fault} does not hold for the plans near the equilibrium"]
    uncertain_terms = lost_terms(judge, mixing, trembles.kernels)
    if uncertain_terms is None:
        return ["the stated terms do not prove that there are such plans near the equilibrium"]
    # every lowest term must be one of the terms that are certain
    too_few = np.concatenate(orders).max(initial=0) >= terms - uncertain_terms
    return ["the stated terms of the plans near the equilibrium are too few"] if too_few else []


def _surplus_and_slack(
    judge: Judge, player: int, plans: tuple[Vector, Vector], *, all_powers: bool
) -> tuple[Vector, Vector]:
    """Return the surplus and the slack of every sequence, as polynomials.

    With ``all_powers`` they have all powers of ε that occur; otherwise only the powers that the plans have, as those
    are first terms of series.
    """
    sequences, plan, payoffs = judge.sequences[player], plans[player], polynomial_values(judge, player, plans)
    if all_powers:
        width = max(plan.shape[1] + 1, payoffs.shape[1] + max(sequences.lengths))
        plan, payoffs = widened(plan, width), widened(payoffs, width)
    return surplus(sequences, plan), slack(sequences, payoffs, trembling=True)
