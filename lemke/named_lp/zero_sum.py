"""Both players' plans in zero-sum games as linear programs: the pair of the theorem, and with rows by information set.

A player's plan x is chosen so that the best reply of the other player leaves most. By duality that is linear: the
values v of the other player's information sets bound what every sequence of the other gives (Romanovskii 1962; Koller,
Megiddo, von Stengel 1996; Theorem 2.65 of M. Balko's lecture 9, 2024; the notes on imperfect information, section
'Solving Games with Linear Programming', seq-primal and seq-dual). The multipliers of these rows are the other's plan.

Constant-sum games are accepted too: a constant c in all payoffs moves the value, not the plans. The value is the
payoff of the player :attr:`NamedLP.payoff`; the other one gets c less. General-sum games are refused, since there the
plans found guard against a spiteful opponent and are no equilibrium.

The notes write the rows of E as x(σ_h) − Σ_c x(σ_h c) = 0, lecture 9 and the slides with the other sign, as
here. The plans and the values of the programs do not depend on it.
"""

from __future__ import annotations

import numpy as np

from lemke.errors import InputError
from lemke.lp import LP
from lemke.named_lp.best_response import PLAN_LETTERS, VALUE_LETTERS
from lemke.named_lp.program import NamedLP, Place
from lemke.named_lp.sides import Side, payoffs, sides, title
from lemke.rational import ONE
from lemke.recall import EMPTY
from lemke.sequence_form import SequenceForm
from lemke.sparse import SparseMatrix, Vector, vector, zeros


def seq_primal(form: SequenceForm, player: int) -> NamedLP:
    """Return max fᵀv subject to E x = e, Fᵀv − Aᵀx ≤ 0, x ≥ 0: the player's plan x and payoff f'v, v free.

    For player 2: max eᵀu subject to F y = f, Eᵀu − B y ≤ 0, y ≥ 0.

    Raises
    ------
    InputError
        For another player than 0 or 1, or unless the game is zero-sum or constant-sum.

    >>> from lemke.generators import kuhn
    >>> from lemke.sequence_form import sequence_form
    >>> program = seq_primal(sequence_form(kuhn(3)), player=0)
    >>> program.variables[:3], program.rows[:2]
    (('x()', 'x(1.pass)', 'x(1.bet)'), ('plan(root)', 'plan(1)'))
    """
    own, other = sides(form, player)
    words = f"sequence-form program of player {player + 1}"
    return _theorem(form, own, other, player, title(form, words))


def seq_dual(form: SequenceForm, player: int) -> NamedLP:
    """Return min eᵀu subject to Eᵀu − A y ≥ 0, F y = f, y ≥ 0: the other's plan y and the player's payoff, u free.

    It is the dual of :func:`seq_primal` for the same player, and for player 1 the program of Theorem 2.65. For
    player 2: min fᵀv subject to Fᵀv − Bᵀx ≥ 0, E x = e, x ≥ 0. Errors as there.
    """
    own, other = sides(form, player)
    words = f"dual of the sequence-form program of player {player + 1}"
    return _theorem(form, other, own, player, title(form, words))


def information_set_lp(form: SequenceForm, player: int, bounds: bool = False) -> NamedLP:
    """Return max v(root) over the player's plan r, a row per information set and move of the other player.

        r(∅) = 1;    Σ_a r(σ a) = r(σ) for all information sets of the player;    r ≥ 0;
        Σ v(I′) + Σ_σ g(σ, τ a) r(σ) ≥ v(I) for all information sets I of the other and moves a there,

    where τ leads to I, the I′ follow τ a, and g are the player's own payoffs. The row of the other's empty sequence has
    v(root) on its right. Slides 'Solving extensive-form games' (2016), equations 1–5, whose r1, r2 the variables are.

    If exactly one information set of the other follows the empty sequence and nothing is paid there, v(root) is the
    value of that set, so variable and row are left out (O. Kubíček, 2023, slides 'Solving imperfect information EFGs',
    does so in player 2's program).

    Parameters
    ----------
    form : SequenceForm
    player : int
        0 or 1.
    bounds : bool
        Whether r(σ) ≤ 1 is stated for all σ, as in equation 3; it follows from the rest.

    Raises
    ------
    InputError
        For another player, or unless the game is zero-sum or constant-sum.
    """
    words = f"information-set program of player {player + 1}"
    return _by_information_sets(form, player, player, bounds, title(form, words))


def information_set_min_lp(form: SequenceForm, player: int, bounds: bool = False) -> NamedLP:
    """Return min v(root) over the player's plan r, in the payoffs g of the other player, who is left least.

        Σ v(I′) + Σ_σ g(σ, τ a) r(σ) ≤ v(I) for all information sets I of the other and moves a there,

    else as in :func:`information_set_lp`. So O. Kubíček (2023), slides 'Solving imperfect information EFGs', writes the
    program of player 2.
    """
    words = f"information-set program of player {player + 1} in payoffs of player {2 - player}"
    return _by_information_sets(form, player, 1 - player, bounds, title(form, words))


def _theorem(form: SequenceForm, planner: Side, other: Side, of: int, words: str) -> NamedLP:
    """Return the program for the planner's plan x in the payoffs A of a player: the planner's own, or the other's.

    Rows E x = e and Fᵀv − Aᵀx ≤ 0 with f'v to be maximised, or ≥ 0 with f'v to be minimised.
    """
    _require_constant_sum(form)
    own_payoffs = of == planner.player
    A = payoffs(form, of, other.player)
    (m, n), (k, s) = planner.constraints.shape, other.constraints.shape
    rows = _blocks((m + s, n + k), [(0, 0, planner.constraints), (m, 0, -A), (m, n, other.constraints.T)])
    cost = np.concatenate([zeros(n), -other.right if own_payoffs else other.right])
    senses = np.repeat([0, -1 if own_payoffs else 1], [m, s])
    program = LP(rows, np.concatenate([planner.right, zeros(s)]), cost, senses, np.arange(n + k) >= n)
    return NamedLP(
        words,
        program,
        planner.plan_names(PLAN_LETTERS[planner.player]) + other.set_names(VALUE_LETTERS[other.player]),
        planner.set_names("plan") + other.plan_names("reply"),
        maximise=own_payoffs,
        payoff=of,
        plan=Place(planner.player, range(n)),
        reply=Place(other.player, range(m, m + s)),
    )


def _by_information_sets(form: SequenceForm, player: int, of: int, bounds: bool, words: str) -> NamedLP:
    """Return the same program with the rows Aᵀx − Fᵀv, those of the root left out where they say nothing."""
    _require_constant_sum(form)
    own, other = sides(form, player)
    A, values = payoffs(form, of, other.player), other.constraints.T
    value_names, reply_names = other.set_names("v"), other.plan_names("reply")
    root = 0  # the column of the value of the whole game
    alone = _only_first_set(other, A)
    if alone is not None:
        root, kept = alone, np.arange(1, A.shape[0])
        A, values = A.part(kept, np.arange(A.shape[1])), values.part(kept, np.arange(1, values.shape[1]))
        value_names, reply_names = value_names[1:], reply_names[1:]
    (m, n), (s, k) = own.constraints.shape, values.shape
    limited = n if bounds else 0
    rows = _blocks(
        (m + s + limited, n + k),
        [(0, 0, own.constraints), (m, 0, A), (m, n, -values), (m + s, 0, _first_rows_of_identity(limited, n))],
    )
    own_payoffs = of == player
    cost = zeros(n + k)
    cost[n + root] = -ONE if own_payoffs else ONE
    senses = np.repeat([0, 1 if own_payoffs else -1, -1], [m, s, limited])
    right: Vector = np.concatenate([own.right, zeros(s), vector([1] * limited)])
    return NamedLP(
        words,
        LP(rows, right, cost, senses, np.arange(n + k) >= n),
        own.plan_names(f"r{player + 1}") + value_names,
        own.set_names("plan") + reply_names + own.plan_names("bound")[:limited],
        maximise=own_payoffs,
        payoff=of,
        plan=Place(player, range(n)),
        reply=Place(other.player, range(m, m + s), without_empty=alone is not None),
    )


def _only_first_set(other: Side, A: SparseMatrix) -> int | None:
    """Return the one set that follows the empty sequence, if nothing is paid there; None if it is not so."""
    first = np.flatnonzero(other.sequences.parent == EMPTY)
    paid = np.any(A.rows == EMPTY)
    return int(first[0]) if len(first) == 1 and not paid else None


def _first_rows_of_identity(count: int, size: int) -> SparseMatrix:
    return SparseMatrix.from_entries((count, size), range(count), range(count), [ONE] * count)


def _require_constant_sum(form: SequenceForm) -> None:
    if form.total is None:
        raise InputError(
            "a general-sum game, expected a zero-sum or constant-sum one (best-response programs take any)"
        )


def _blocks(shape: tuple[int, int], blocks: list[tuple[int, int, SparseMatrix]]) -> SparseMatrix:
    """Return the matrix with blocks at the given upper left corners, zero elsewhere."""
    return SparseMatrix.from_entries(
        shape,
        np.concatenate([row + block.rows for row, _, block in blocks]),
        np.concatenate([column + block.columns for _, column, block in blocks]),
        np.concatenate([block.values for _, _, block in blocks]),
    )
