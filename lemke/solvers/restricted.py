"""Restricted games have some moves of a game; best responses are added until an equilibrium holds in the whole game.

Learned strategies show which moves matter even if they do not converge. The restricted game of these moves alone is
small: an information set with a single move left needs no decision. An equilibrium of the restricted game is an
equilibrium of the whole game unless a best response in the whole game gains. Then the moves of that response are added
(McMahan, Gordon, Blum 2003; in trees Bošanský, Kiekintveld, Lisý, Pěchouček 2014). The rounds end at the latest when
the restricted game has all moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from lemke.certificate import ProvedPlans
from lemke.forms.sequence_form import SequenceForm, matrices_of
from lemke.game.best_response import best_response
from lemke.game.recall import EMPTY, Sequences
from lemke.game.tree import Integers
from lemke.ground.sparse import SparseMatrix, Vector, exact_dot, zeros
from lemke.ground.steps import Steps
from lemke.solvers.learning import Mask

OUT = -1
"""Stands for the number of a sequence that the restricted game does not have."""
PER_PAYOFF, PER_SET = 15, 7000
"""Nanoseconds of a round besides the solution of the restricted game, per payoff and per information set."""


def steps(
    form: SequenceForm, allowed: Iterable[Mask], solve: Callable[[SequenceForm], Steps[ProvedPlans]]
) -> Steps[tuple[Vector, Vector]]:
    """Return realization plans in equilibrium in the whole game, in steps.

    ``allowed`` says of each player's sequences whether the last move may be made; every information set needs such a
    move. ``solve`` solves a restricted game, in steps.
    """
    masks = tuple(mask.copy() for mask in allowed)
    set_count = sum(len(sequences.sets) for sequences in form.sequences)
    while True:
        part, numbers = restriction(form, masks)
        yield PER_PAYOFF * (form.A.nnz + form.B.nnz) + PER_SET * set_count
        proved = yield from solve(part)
        x, y = map(expanded_plan, proved.plans, numbers)
        gains = list(map(_add_response, form.sequences, masks, (x, y), (form.A @ y, form.B.T @ x)))  # for both players
        if not any(gains):
            return x, y


def _add_response(sequences: Sequences, mask: Mask, plan: Vector, values: Vector) -> bool:
    """Add a best response to a player's allowed moves, if it gets more than the plan; return whether it does.

    ``values`` are the payoffs of the player's sequences against the opponent's plan.
    """
    response = best_response(sequences, values)
    if response.value == exact_dot(plan, values):
        return False
    reached = np.zeros(sequences.size, dtype=bool)
    reached[EMPTY] = True
    moves = (sequences.first + response.moves).tolist()
    for parent, move in zip(sequences.parent.tolist(), moves, strict=True):
        reached[move] = reached[parent]
    mask |= reached
    return True


def restriction(form: SequenceForm, allowed: tuple[Mask, ...]) -> tuple[SequenceForm, tuple[Integers, Integers]]:
    """Return the form of the game with allowed moves only, without the information sets at which one move is left.

    Return also, for both players, the number in the restricted game of every sequence of the whole game, or OUT. A
    sequence whose last move is the only one left corresponds to the same restricted sequence as without that move.
    """
    (sequences_1, rows), (sequences_2, columns) = map(_reduced_sequences, form.sequences, allowed)
    no_leaves = np.zeros(0, dtype=np.int64)  # the payoffs do not come from leaves, but from the whole form
    E, e, F, f, *_ = matrices_of((sequences_1, sequences_2), no_leaves, no_leaves, [zeros(0), zeros(0)])
    shape = sequences_1.size, sequences_2.size
    A, B = (_contracted_payoffs(matrix, shape, rows, columns) for matrix in (form.A, form.B))
    part = replace(form.plain(), sequences=(sequences_1, sequences_2), E=E, e=e, F=F, f=f, A=A, B=B)
    return part, (rows, columns)


def _reduced_sequences(sequences: Sequences, allowed: Mask) -> tuple[Sequences, Integers]:
    """Return a player's sequences in the restricted game, and their numbers as in :func:`restriction`."""
    numbers = np.full(sequences.size, OUT)
    numbers[EMPTY] = EMPTY
    size, sets, firsts, parents = 1, [], [], []
    for h, parent in enumerate(sequences.parent.tolist()):
        if numbers[parent] == OUT:
            continue
        moves = [move for move in sequences.moves(h) if allowed[move]]
        if len(moves) == 1:
            numbers[moves] = numbers[parent]
            continue
        sets.append(h)
        firsts.append(size)
        parents.append(numbers[parent])
        numbers[moves] = range(size, size + len(moves))
        size += len(moves)
    indices = tuple(sequences.sets[h] for h in sets)
    information_sets = tuple(sequences.information_sets[h] for h in sets)
    first, parent = np.array(firsts, dtype=np.int64), np.array(parents, dtype=np.int64)
    return Sequences(sequences.player, indices, first, parent, size, information_sets), numbers


def _contracted_payoffs(
    payoffs: SparseMatrix, shape: tuple[int, int], rows: Integers, columns: Integers
) -> SparseMatrix:
    """Return payoffs of a restricted game: payoffs of sequences with the same restricted sequence are added."""
    restricted_rows, restricted_columns = rows[payoffs.rows], columns[payoffs.columns]
    is_left = (restricted_rows != OUT) & (restricted_columns != OUT)
    return SparseMatrix.from_entries(
        shape, restricted_rows[is_left], restricted_columns[is_left], payoffs.values[is_left]
    )


def expanded_plan(plan: Vector, numbers: Integers) -> Vector:
    """Return a plan of a restricted game as a plan of the whole game."""
    weights = zeros(len(numbers))
    weights[numbers != OUT] = plan[numbers[numbers != OUT]]
    return weights
