"""Proofs of linear programs as VIPR files. Programs that know nothing of games can check them.

The format is version 1.0 of K. Cheung, A. Gleixner and D. Steffy (2017), Verifying integer programming results, IPCO;
``viprchk`` checks it. A file has a program (sections VAR, INT, OBJ, CON), the exact optimal value of the program (RTP),
an optimal solution (SOL), and one derived constraint (DER), OBJ <= value or OBJ >= value. The derived constraint is a
sum: every row times its multiplier, and every bound z >= 0 times the reduced cost of z. Numbers are integers and
fractions, exact and in full.

An equilibrium of realization plans (x, y) needs one program for each player: x is a best response to y, and y is a best
response to x. The value of a constant-sum game needs one program. The solution contains a plan y that guarantees that
player 1 gets at most the value; the multipliers contain a plan x that guarantees that player 1 gets at least the value.

>>> from gmpy2 import mpq
>>> from lemke.ground.sparse import vector
>>> from lemke.linear.lp import LP
>>> program = NamedLP("", LP.of([[1, 1]], [1], [2, 3]), ("x(a)", "x(b)"), ("plan(root)",), False, 0)
>>> print("".join(pieces(program, Optimal(vector([1, 0]), vector([2]), mpq(2)), ["the least cost is 2"])))
% the least cost is 2
VER 1.0
VAR 2
x(a)
x(b)
INT 0
OBJ min
2  0 2  1 3
CON 3 2
x(a)>=0 G 0  1 0 1
x(b)>=0 G 0  1 1 1
plan(root) G 1  2  0 1  1 1
RTP range 2 2
SOL 1
optimal 1  0 1
DER 1
proved G 2 OBJ { lin 2  1 1  2 2 } -1
<BLANKLINE>
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from itertools import pairwise

import numpy as np

from lemke.errors import NotProvedError, one_line
from lemke.forms.programs import NamedLP, best_response_lp, seq_dual
from lemke.forms.sequence_form import SequenceForm, sequence_form
from lemke.game import Game, sha256
from lemke.game.best_response import best_response
from lemke.ground.rational import text
from lemke.ground.sparse import Vector
from lemke.io.proofs import Certificate
from lemke.linear.lp import Optimal

WIDTH = 100
"""The largest number of characters of a comment line, after the percent sign and a blank."""
SENSES = {1: "G", 0: "E", -1: "L"}
"""The sense of a row in a program → the letter for this sense in VIPR."""


def pieces(named_lp: NamedLP, outcome: Optimal, comments: Iterable[str] = ()) -> Iterator[str]:
    """Yield, in pieces, the text of a file that proves a solution of a program to be optimal; comments come first.

    Raises a NotProvedError before the first piece if the outcome breaks a condition of optimality.
    """
    if (defect := named_lp.check(outcome)) is not None:
        raise NotProvedError(f"{named_lp.title}: {defect}")
    program, value = named_lp.program, text(named_lp.value(outcome))
    bounded = np.flatnonzero(~program.free).tolist()  # the variables with the bound z >= 0
    multipliers = named_lp.multipliers(outcome)
    reduced: Vector = named_lp.objective - program.A.T @ multipliers  # 0 for free variables
    factors = np.concatenate([reduced[bounded], multipliers])  # in the order of CON: bounds, then rows
    for comment in comments:
        yield from (f"% {line}\n" for line in _ascii_lines(comment))
    yield f"VER 1.0\nVAR {len(named_lp.variables)}\n"
    yield from (f"{name}\n" for name in named_lp.variables)
    yield f"INT 0\nOBJ {'max' if named_lp.maximise else 'min'}\n{_terms(named_lp.objective)}\n"
    yield f"CON {len(factors)} {len(bounded)}\n"
    yield from (f"{named_lp.variables[k]}>=0 G 0  1 {k} 1\n" for k in bounded)
    yield from _rows(named_lp)
    yield f"RTP range {value} {value}\nSOL 1\noptimal {_terms(outcome.x)}\n"
    # the last number, -1, names no constraint after which a verifier may discard this one
    yield f"DER 1\nproved {'L' if named_lp.maximise else 'G'} {value} OBJ {{ lin {_terms(factors)} }} -1\n"


def _rows(named_lp: NamedLP) -> Iterator[str]:
    program, A = named_lp.program, named_lp.program.A
    # entries are sorted by rows: row i has those from row_starts[i] up to row_starts[i + 1]
    row_starts = np.searchsorted(A.rows, np.arange(A.shape[0] + 1))
    parts = zip(pairwise(row_starts.tolist()), named_lp.rows, program.senses.tolist(), program.b, strict=True)
    for (start, end), name, sense, right in parts:
        terms = _sparse_terms(A.columns[start:end].tolist(), A.values[start:end])
        yield f"{name} {SENSES[sense]} {text(right)}  {terms}\n"


def _terms(values: Vector) -> str:
    """Return, as text, the number of nonzero values, then the position and the value of every nonzero value."""
    positions = np.flatnonzero(values)
    return _sparse_terms(positions.tolist(), values[positions])


def _sparse_terms(positions: list[int], values: Vector) -> str:
    terms = (f"  {position} {text(value)}" for position, value in zip(positions, values, strict=True))
    return f"{len(positions)}{''.join(terms)}"


def _ascii_lines(comment: str) -> list[str]:
    return textwrap.wrap(one_line(comment).encode("ascii", "backslashreplace").decode("ascii"), WIDTH) or [""]


# ---------------------------------------------------------------------- equilibria


def files(certificate: Certificate) -> dict[str, Iterable[str]]:
    """Return the files that prove an equilibrium: ``player1`` and ``player2``, and ``value`` in a constant-sum game."""
    form = sequence_form(certificate.game)
    x, y = certificate.claim.plans
    proofs = {f"player{player + 1}": _best_response(form, player, certificate) for player in (0, 1)}
    if form.total is not None:
        proofs["value"] = _value(form, x, y)
    return {
        name: pieces(named_lp, outcome, comments(certificate.game, named_lp, claim))
        for name, (named_lp, outcome, claim) in proofs.items()
    }


def comments(game: Game, named_lp: NamedLP, claim: str) -> list[str]:
    """Return the comments at the top of a file: version, game, program, and the claim that the file proves."""
    return [
        f"lemke {version('lemke')}",
        f"game: {game.title}",
        f"sha256 of its canonical form: {sha256(game)}",
        f"program: {named_lp.title.rpartition(': ')[2]}",  # without the title of the game
        f"claim: {claim}",
    ]


def _best_response(form: SequenceForm, player: int, certificate: Certificate) -> tuple[NamedLP, Optimal, str]:
    plans, duals = certificate.claim.plans, certificate.claim.duals
    named_lp = best_response_lp(form, player, plans[1 - player])
    # an LP minimizes, here the negative payoff: so multipliers and value have the opposite sign
    outcome = Optimal(plans[player], -duals[player], -duals[player][0])
    claim = (
        f"the plan of player {player + 1} in SOL is a best response to the plan of player {2 - player}, which is in "
        f"the coefficients of OBJ; it gets {text(duals[player][0])}"
    )
    return named_lp, outcome, claim


def _value(form: SequenceForm, x: Vector, y: Vector) -> tuple[NamedLP, Optimal, str]:
    """Return the program min u(root), Eᵀu − A y ≥ 0, F y = f of :func:`seq_dual`, its solution (y, u), and the claim.

    The multipliers are w for the rows F y = f, and x for the rows Eᵀu − A y ≥ 0. The dual w of the opponent's best
    response to x proves how much x guarantees to player 1.
    """
    named_lp = seq_dual(form, 0)
    replier, planner = form.sequences
    u = best_response(replier, form.A @ y).dual
    w = -best_response(planner, -(form.A.T @ x)).dual
    outcome = Optimal(np.concatenate([y, u]), np.concatenate([w, x]), u[0])
    return named_lp, outcome, f"the value of the game, the payoff of player 1, is {text(u[0])}"
