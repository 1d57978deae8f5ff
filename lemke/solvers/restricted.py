"""Restricted games: some moves of a game, which grow by best responses until an equilibrium is one of the whole game.

Learned strategies show which moves matter even if they do not converge. The game of these moves alone is small: at an
information set with one move left there is nothing to decide. Its equilibrium is one of the whole game unless a best
response in the whole game gains. Then the moves of that response are added (McMahan, Gordon, Blum 2003; in trees
Bošanský, Kiekintveld, Lisý, Pěchouček 2014). It ends at the latest when all moves are in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from lemke.certificate import ProvedPlans
from lemke.forms.sequence_form import SequenceForm, matrices_of
from lemke.game.best_response import best_response, plan_value
from lemke.game.recall import EMPTY, Sequences
from lemke.game.tree import Integers
from lemke.ground import limits
from lemke.ground.sparse import SparseMatrix, Vector, zeros
from lemke.ground.steps import Steps
from lemke.solvers.learning import Mask

OUT = -1
"""The number of a sequence that the restricted game does not have."""
PER_PAYOFF, PER_SET = 15, 7000
"""Nanoseconds of a round without the solution of its game, per payoff and per information set."""


def steps(
    form: SequenceForm, allowed: Iterable[Mask], solve: Callable[[SequenceForm], Steps[ProvedPlans]]
) -> Steps[tuple[Vector, Vector]]:
    """Return realization plans in equilibrium, in steps.

    Parameters
    ----------
    allowed : two bool arrays
        The sequences of both players whose last moves may be made, at least one at every information set.
    solve : callable
        Solves a restricted game, in steps.
    """
    masks = tuple(mask.copy() for mask in allowed)
    sets = sum(len(sequences.sets) for sequences in form.sequences)
    while True:
        part = Restriction(form, masks)
        yield PER_PAYOFF * (form.A.nnz + form.B.nnz) + PER_SET * sets
        proved = yield from solve(part.form)
        x, y = map(expanded, proved.plans, part.numbers)
        limits.check()
        if not any([*map(_grown, form.sequences, masks, (x, y), (form.A @ y, form.B.T @ x))]):  # both may grow
            return x, y


def _grown(sequences: Sequences, mask: Mask, plan: Vector, values: Vector) -> bool:
    """Add the moves of a best response, if it gains over a plan with these values; return whether it gains."""
    response = best_response(sequences, values)
    if response.value == plan_value(plan, values):
        return False
    reached = np.zeros(sequences.size, dtype=bool)
    reached[EMPTY] = True
    moves = (sequences.first + response.moves).tolist()
    for parent, move in zip(limits.checked(sequences.parent.tolist()), moves, strict=True):
        reached[move] = reached[parent]
    mask |= reached
    return True


class Restriction:
    """A game in which only some moves may be made.

    Attributes
    ----------
    form : SequenceForm
        The restricted sequence form, without the information sets at which one move is left.
    numbers : two int arrays, one number per sequence of the whole game
        The number of the restricted sequence that takes its place, or OUT. Moves without a choice take the place of
        the sequence before them.
    """

    def __init__(self, form: SequenceForm, allowed: tuple[Mask, ...]) -> None:
        (sequences_1, rows), (sequences_2, columns) = map(_reduced, form.sequences, allowed)
        none = np.zeros(0, dtype=np.int64)
        E, e, F, f, *_ = matrices_of((sequences_1, sequences_2), none, none, [zeros(0), zeros(0)])
        A, B = (_contracted(matrix, (sequences_1.size, sequences_2.size), rows, columns) for matrix in (form.A, form.B))
        self.form = replace(form.plain(), sequences=(sequences_1, sequences_2), E=E, e=e, F=F, f=f, A=A, B=B)
        self.numbers = rows, columns


def _reduced(sequences: Sequences, allowed: Mask) -> tuple[Sequences, Integers]:
    """Return a player's restricted sequences, and for each sequence of the whole game the one in its place, or OUT."""
    numbers = np.full(sequences.size, OUT)
    numbers[EMPTY] = EMPTY
    size, sets, first, parent = 1, [], [], []
    for h, before in enumerate(limits.checked(sequences.parent.tolist())):
        if numbers[before] == OUT:
            continue
        moves = [move for move in sequences.moves(h) if allowed[move]]
        if len(moves) == 1:
            numbers[moves] = numbers[before]
            continue
        sets.append(h)
        first.append(size)
        parent.append(numbers[before])
        numbers[moves] = range(size, size + len(moves))
        size += len(moves)
    indices = tuple(sequences.sets[h] for h in sets)
    information_sets = tuple(sequences.information_sets[h] for h in sets)
    firsts, parents = np.array(first, dtype=np.int64), np.array(parent, dtype=np.int64)
    return Sequences(sequences.player, indices, firsts, parents, size, information_sets), numbers


def _contracted(payoffs: SparseMatrix, shape: tuple[int, int], rows: Integers, columns: Integers) -> SparseMatrix:
    """Return payoffs of a restricted game: payoffs of sequences with the same restricted sequence are added."""
    row, column = rows[payoffs.rows], columns[payoffs.columns]
    left = (row != OUT) & (column != OUT)
    return SparseMatrix.from_entries(shape, row[left], column[left], payoffs.values[left])


def expanded(plan: Vector, numbers: Integers) -> Vector:
    """Return a plan of a restricted game as one of the whole game."""
    expanded_plan = zeros(len(numbers))
    expanded_plan[numbers != OUT] = plan[numbers[numbers != OUT]]
    return expanded_plan
