"""Proofs of the ranges of moves in a constant-sum game, as linear programs that other checkers can verify.

Each bound of a move's weight or probability that ``lemke ranges`` states is the value of a linear program
(:func:`move_range_lp`), which is solved here and written as a VIPR file.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from gmpy2 import mpq

from lemke.certificate import EquilibriumRanges, MoveRange
from lemke.errors import InputError, NotProvedError
from lemke.forms.programs import NamedLP, seq_dual, sequence_names
from lemke.forms.sequence_form import SequenceForm, sequence_form
from lemke.game import Game
from lemke.game.recall import EMPTY
from lemke.ground.rational import ONE, short, text
from lemke.ground.sparse import SparseMatrix, zeros
from lemke.io import vipr
from lemke.io.proofs import Files
from lemke.linear.guided import solve_lp
from lemke.linear.lp import LP, Optimal


def range_files(ranges: EquilibriumRanges) -> Files:
    """Return a VIPR file for each bound of the moves.

    The name of a file has the player, the number of the sequence that ends with the move, the kind of bound
    (``weight`` or ``probability``), and ``least`` or ``greatest``. Reading a file solves its program, and raises a
    NotProvedError if the bound is not the value of the program.

    Raises
    ------
    InputError
        The game is not constant-sum, or the game's value and the ranges are not known.
    """
    game, equilibria = ranges.game, ranges.equilibria
    form = sequence_form(game)
    if form.total is None:
        raise InputError("ranges of a general-sum game, expected ranges of a zero-sum or constant-sum game")
    values = [payoff and payoff.least for payoff in equilibria.payoffs]
    known = [
        (player, sequence, move)
        for player in (0, 1)
        for sequence in ranges.sequences[player]
        if (move := equilibria.moves[player][sequence]) is not None
    ]
    if None in values or (any(ranges.sequences) and not known):
        raise InputError("ranges that were not computed, expected the complete JSON of lemke ranges")
    return {
        f"player{player + 1}.{sequence}.{kind}.{end}": _content(
            game, form, player, sequence, values[1 - player], kind, end, limit
        )
        for player, sequence, move in known
        for kind, end, limit in _bounds(form, player, sequence, move)
    }


def _bounds(form: SequenceForm, player: int, sequence: int, move: MoveRange) -> Iterator[tuple[str, str, mpq]]:
    """Yield the bounds of a move's weight and probability. These are equal for a first move, and yielded once."""
    kinds = [("weight", move.weight), ("probability", move.probability)]
    for kind, interval in kinds[: 1 if form.sequences[player].shorter[sequence] == EMPTY else 2]:
        for end, limit in zip(("least", "greatest"), interval or (), strict=False):  # an interval may be unknown
            yield kind, end, limit


def _content(
    game: Game, form: SequenceForm, player: int, sequence: int, value: mpq, kind: str, end: str, limit: mpq
) -> Iterator[str]:
    """Yield the pieces of the VIPR file of the claim that ``limit`` is the least or the greatest x(σ)/x(ρ).

    σ is ``sequence``; ρ is the empty sequence for a weight, and the sequence before the last move of σ for a
    probability. The claim is about all equilibria with x(ρ) > 0; ``value`` is the value of the game for the opponent.
    """
    reference = EMPTY if kind == "weight" else int(form.sequences[player].shorter[sequence])
    named = move_range_lp(form, player, sequence, reference, value, end == "greatest")
    outcome = solve_lp(named.program)
    if not isinstance(outcome, Optimal) or named.value(outcome) != limit:
        raise NotProvedError(f"{named.title}: the value differs from the stated bound {short(limit)}")
    name = sequence_names(form.sequences[player])[sequence]
    where = "" if kind == "weight" else " where the player's plan reaches the set"
    claim = f"over all equilibria the {end} {kind} of {name} is {text(limit)}{where}"
    yield from vipr.pieces(named, outcome, vipr.comments(game, named, claim))


def move_range_lp(
    form: SequenceForm, player: int, sequence: int, reference: int, value: mpq, greatest: bool
) -> NamedLP:
    """Return min or max x(σ)/x(ρ) over the player's equilibrium plans x with x(ρ) > 0, for a constant-sum game.

    A plan is an equilibrium plan iff a best reply to it gets at most the opponent's value w of the game:
    E x = e, x ≥ 0, Fᵀv − Bᵀx ≥ 0, v₀ = w. Divided by x(ρ), these plans and their v are the solutions of

        Σ_c x(σ_h c) − x(σ_h) = 0 for all sets h,    Fᵀv − Bᵀx ≥ 0,    v₀ − w x(∅) = 0,    x(ρ) = 1,    x ≥ 0,

    and the objective is x(σ) (Charnes and Cooper 1962). If ρ is the empty sequence, the solutions are the plans
    themselves. For player 2 exchange x and y, E and F, u and v, Bᵀ and A. σ is ``sequence``, ρ is ``reference``, and w
    is ``value``.

    >>> from lemke.generators import kuhn
    >>> from lemke.linear.guided import solve_lp
    >>> from lemke.forms.sequence_form import sequence_form
    >>> program = move_range_lp(sequence_form(kuhn(3)), 0, 2, 0, mpq(1, 18), greatest=True)
    >>> program.variables[2], program.value(solve_lp(program.program))
    ('x(1.bet)', mpq(1,3))
    """
    bounded = seq_dual(form, 1 - player)  # min v₀ subject to E x = e, Fᵀv − Bᵀx ≥ 0
    program, n, names = bounded.program, form.sequences[player].size, sequence_names(form.sequences[player])
    m, width = program.A.shape
    # the row x(∅) = 1 goes; v₀ − w x(∅) = 0 and x(ρ) = 1 are new
    conditions = program.A.part(np.arange(1, m), np.arange(width))
    further = SparseMatrix.from_entries((2, width), [0, 0, 1], [n, EMPTY, reference], [ONE, -value, ONE])
    rows = SparseMatrix.of_blocks((m + 1, width), [(0, 0, conditions), (m - 1, 0, further)])
    cost, right = zeros(width), zeros(m + 1)
    cost[sequence] = -ONE if greatest else ONE
    right[-1] = ONE
    end = "greatest" if greatest else "least"
    return NamedLP(
        f"{end} share({names[sequence]}) in equilibrium, of player {player + 1}",
        LP(rows, right, cost, np.append(program.senses[1:], [0, 0]), program.free),
        bounded.variables,
        (*bounded.rows[1:], "value(root)", f"share({names[reference]})"),
        maximise=greatest,
        payoff=player,
        plan=bounded.plan if reference == EMPTY else None,
    )
