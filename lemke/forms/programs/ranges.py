"""Linear programs for the least and the greatest probability of a move over all equilibria of a constant-sum game."""

from __future__ import annotations

import numpy as np
from gmpy2 import mpq

from lemke.forms.programs.named import (
    PLAN_LETTERS,
    VALUE_LETTERS,
    NamedLP,
    constraints_of,
    payoffs,
    plan_names,
    row_names,
)
from lemke.forms.sequence_form import SequenceForm
from lemke.game.recall import EMPTY
from lemke.ground.rational import ONE
from lemke.ground.sparse import SparseMatrix, zeros
from lemke.linear.lp import LP


def move_range_lp(
    form: SequenceForm, player: int, sequence: int, reference: int, value: mpq, greatest: bool
) -> NamedLP:
    """Return min or max x(σ)/x(ρ) over the player's equilibrium plans x with x(ρ) > 0, for a constant-sum game.

    A plan is an equilibrium plan iff a best reply to it gets at most the opponent's value w of the game:
    E x = e, x ≥ 0, Fᵀv − Bᵀx ≥ 0, v₀ = w. Divided by x(ρ), these plans and their v are the solutions of

        Σ_c x(σ_h c) − x(σ_h) = 0 for all sets h,    Fᵀv − Bᵀx ≥ 0,    v₀ − w x(∅) = 0,    x(ρ) = 1,    x ≥ 0,

    and the objective is x(σ) (Charnes and Cooper 1962). If ρ is the empty sequence, the solutions are the plans
    themselves. For player 2 exchange x and y, E and F, u and v, Bᵀ and A.

    Parameters
    ----------
    player : int
        0 or 1.
    sequence : int
        σ.
    reference : int
        ρ.
    value : mpq
        w, the opponent's payoff in equilibrium.
    greatest : bool
        Whether to maximize x(σ)/x(ρ); otherwise it is minimized.

    Raises
    ------
    InputError
        If the game is general-sum.

    >>> from lemke.generators import kuhn
    >>> from lemke.linear.guided import solve_lp
    >>> from lemke.forms.sequence_form import sequence_form
    >>> program = move_range_lp(sequence_form(kuhn(3)), 0, 2, 0, mpq(1, 18), greatest=True)
    >>> program.variables[2], program.value(solve_lp(program.program))
    ('x(1.bet)', mpq(1,3))
    """
    form.require_constant_sum()
    opponent = 1 - player
    sequences, replies = form.sequences[player], form.sequences[opponent]
    constraints, (replier_rows, replier_right) = constraints_of(form, player)[0], constraints_of(form, opponent)
    gains = payoffs(form, opponent, opponent)
    constraints = constraints.part(np.arange(1, constraints.shape[0]), np.arange(constraints.shape[1]))
    (m, n), (s, k) = constraints.shape, (gains.shape[0], len(replier_right))
    rows = SparseMatrix.of_blocks(
        (m + s + 2, n + k),
        [
            (0, 0, constraints),
            (m, 0, -gains),
            (m, n, replier_rows.T),
            # v₀ − w x(∅) = 0 and x(ρ) = 1
            (m + s, 0, SparseMatrix.from_entries((2, n + k), [0, 0, 1], [n, EMPTY, reference], [ONE, -value, ONE])),
        ],
    )
    cost, right = zeros(n + k), zeros(m + s + 2)
    cost[sequence] = -ONE if greatest else ONE
    right[-1] = ONE
    names = plan_names("share", sequences)
    return NamedLP(
        f"{'greatest' if greatest else 'least'} {names[sequence]} in equilibrium, of player {player + 1}",
        LP(rows, right, cost, np.repeat([0, 1, 0], [m, s, 2]), np.arange(n + k) >= n),
        plan_names(PLAN_LETTERS[player], sequences) + row_names(VALUE_LETTERS[opponent], replies),
        (*row_names("plan", sequences)[1:], *plan_names("reply", replies), "value(root)", names[reference]),
        maximise=greatest,
        payoff=player,
        plan=(player, range(n), False) if reference == EMPTY else None,
    )
