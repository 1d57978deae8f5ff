"""The programs of best responses and of zero-sum games, as they stand in lectures and papers.

Best responses to a given plan, the primal and its dual, are for any two-player game and either player: seq-primal-param
and seq-dual-param of the notes on imperfect information, section 'Solving Games with Linear Programming'; P and D of M.
Balko's lecture 9 (2024); von Stengel 1996. A best response needs no linear program, see
:func:`lemke.game.best_response.best_response`; these are for looking at, and for comparing.

In zero-sum games a player's plan x is chosen so that the best reply of the other player leaves most. By duality that is
linear: the values v of the other player's information sets bound what every sequence of the other gives (Romanovskii
1962; Koller, Megiddo, von Stengel 1996; Theorem 2.65 of lecture 9; seq-primal and seq-dual of the notes). The
multipliers of these rows are the other's plan. Constant-sum games are accepted too: a constant c in all payoffs moves
the value, not the plans. The value is the payoff of the player :attr:`NamedLP.payoff`; the other one gets c less.
General-sum games are refused, since there the plans found guard against a spiteful opponent and are no equilibrium.

In names, blanks and ``:/-`` of a label become underscores. A label serves if it then consists of up to 40 ASCII
letters, digits and underscores and tells what it stands for from all others; else a number stands in, ``#k``. Nothing
else is in a name than these signs, ``#``, ``.`` and ``,``, which every reader of linear programs accepts.

The notes write the rows of E as x(σ_h) − Σ_c x(σ_h c) = 0, lecture 9, the slides and the sequence form here as
Σ_c x(σ_h c) − x(σ_h) = 0. Plans and optimal values do not depend on it; u has the other sign in the first, but for u₀.
For player 2 read y, F, f, v and Bᵀx in place of x, E, e, u and A y.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Literal, NamedTuple

import numpy as np

from lemke.errors import InputError, ProfileError
from lemke.forms.programs.program import NamedLP, Place
from lemke.forms.sequence_form import SequenceForm
from lemke.game.recall import EMPTY, Sequences
from lemke.game.strategy import is_realization_plan
from lemke.game.tree import LONG_NAME
from lemke.ground.rational import ONE
from lemke.ground.sparse import SparseMatrix, Vector, vector, zeros
from lemke.linear.lp import LP

ROOT = "root"
"""Row 0 of E x = e, which stands for no information set."""

_PLAIN = re.compile(r"[A-Za-z0-9_]{1,40}", re.ASCII)
_UNDERSCORES = str.maketrans(" :/-", "____")


def set_names(sequences: Sequences) -> list[str]:
    """Return unique names of a player's information sets: the label, or ``#k`` for the player's k-th set.

    They are counted as the rows of E are. The set's number in its file would not do, as it may be negative.

    >>> from lemke.generators import kuhn
    >>> from lemke.forms.sequence_form import sequence_form
    >>> set_names(sequence_form(kuhn(3)).sequences[0])
    ['1', '2', '3', '1_pb', '2_pb', '3_pb']
    """
    labels = [information_set.label.translate(_UNDERSCORES) for information_set in sequences.information_sets]
    times = Counter([ROOT, *labels])
    return [label if _serves(label, times) else f"#{k}" for k, label in enumerate(labels, 1)]


def sequence_names(sequences: Sequences) -> list[str]:
    """Return unique names of a player's sequences: the moves, separated by commas; nothing for the empty sequence.

    A move is written as its label, or as ``SET.MOVE`` if other sets have a move of this label, with ``#k`` for the
    k-th move where the label does not serve. After a long name only its sequence's number is repeated,
    ``#NUMBER,MOVE``.

    >>> from lemke.generators import kuhn
    >>> from lemke.forms.sequence_form import sequence_form
    >>> sequence_names(sequence_form(kuhn(3)).sequences[0])[:8]
    ['', '1.pass', '1.bet', '2.pass', '2.bet', '3.pass', '3.bet', '1.pass,1_pb.pass']
    """
    sets = set_names(sequences)
    labels = [
        [action.translate(_UNDERSCORES) for action in information_set.actions]
        for information_set in sequences.information_sets
    ]
    times = Counter(chain.from_iterable(labels))
    names = [""]
    for h, actions in enumerate(labels):
        parent = int(sequences.parent[h])
        before = names[parent] if len(names[parent]) <= LONG_NAME else f"#{parent}"
        prefix = f"{before}," if parent != EMPTY else ""
        times_at_set = Counter(actions)
        for k, action in enumerate(actions, 1):
            move = action if _serves(action, times_at_set) else f"#{k}"
            names.append(prefix + (move if _serves(action, times) else f"{sets[h]}.{move}"))
    # the last move tells sequences apart: labels have no point, and a set's moves differ
    return names


def called(letter: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return names of variables or rows.

    >>> called("r1", ["", "A,C"])
    ('r1()', 'r1(A,C)')
    """
    return tuple(f"{letter}({name})" for name in names)


def _serves(label: str, times: Counter[str]) -> bool:
    return times[label] == 1 and _PLAIN.fullmatch(label) is not None


PLAN_LETTERS, VALUE_LETTERS = ("x", "y"), ("u", "v")
"""Of player 1 and 2: the realization plan, and the values of the information sets."""


class Side(NamedTuple):
    """The constraints on the plan of a player, E x = e or F y = f, and what their rows and columns are called."""

    sequences: Sequences
    constraints: SparseMatrix
    right: Vector

    def plan_names(self, letter: str) -> tuple[str, ...]:
        """One name per sequence."""
        return called(letter, sequence_names(self.sequences))

    def set_names(self, letter: str) -> tuple[str, ...]:
        """One name per row of the constraints: the root, then the information sets."""
        return called(letter, [ROOT, *set_names(self.sequences)])


def sides(form: SequenceForm, player: int) -> tuple[Side, Side]:
    """Return the player's own side and the other player's; an InputError for a player that is not 0 or 1."""
    if player not in (0, 1):
        raise InputError(f"the player {player!r}, expected 0 or 1")
    by_player = (Side(form.sequences[0], form.E, form.e), Side(form.sequences[1], form.F, form.f))
    return by_player[player], by_player[1 - player]


def payoffs(form: SequenceForm, of: int, rows: int) -> SparseMatrix:
    """Return the payoffs of a player, the rows being the sequences of the player ``rows``."""
    matrix = form.A if of == 0 else form.B
    return matrix if rows == 0 else matrix.T


def best_response_lp(form: SequenceForm, player: int, plan_of_the_other: Vector) -> NamedLP:
    """Return max xᵀ(A y) subject to E x = e, x ≥ 0: a best response x of the player, in x(σ).

    Parameters
    ----------
    player : int
        0 or 1, who responds.
    plan_of_the_other : exact vector
        y, a probability per sequence of the other player.

    Raises
    ------
    InputError, ProfileError
        For another player, or for what is no realization plan.

    >>> from lemke.generators import kuhn
    >>> from lemke.linear.guided import solve_lp
    >>> from lemke.forms.sequence_form import sequence_form
    >>> from lemke.game.strategy import centroid, realization_plan
    >>> form = sequence_form(kuhn(3))
    >>> y = realization_plan(form.sequences[1], centroid(form.sequences[1]))
    >>> program = best_response_lp(form, 0, y)
    >>> program.value(solve_lp(program.program))
    mpq(1,2)
    """
    responder, values = _against(form, player, plan_of_the_other)
    m, n = responder.constraints.shape
    return NamedLP(
        _title(form, f"best response of player {player + 1}"),
        LP(responder.constraints, responder.right, -values, np.zeros(m, dtype=np.int64), np.zeros(n, dtype=bool)),
        responder.plan_names(PLAN_LETTERS[player]),
        responder.set_names("plan"),
        maximise=True,
        payoff=player,
        plan=Place(player, range(n)),
    )


def best_response_dual_lp(form: SequenceForm, player: int, plan_of_the_other: Vector) -> NamedLP:
    """Return min eᵀu subject to Eᵀu ≥ A y, the dual: values u of the player's information sets, in u(SET), all free.

    u₀, called u(root), is the best payoff. The multipliers are a best response x. Parameters and errors are those of
    :func:`best_response_lp`.
    """
    responder, values = _against(form, player, plan_of_the_other)
    m, n = responder.constraints.shape
    return NamedLP(
        _title(form, f"dual of the best response of player {player + 1}"),
        LP(responder.constraints.T, values, responder.right, np.ones(n, dtype=np.int64), np.ones(m, dtype=bool)),
        responder.set_names(VALUE_LETTERS[player]),
        responder.plan_names("move"),
        maximise=False,
        payoff=player,
        reply=Place(player, range(n)),
    )


def _against(form: SequenceForm, player: int, plan: Vector) -> tuple[Side, Vector]:
    """Return the player's side and A y, what the player's sequences get against a plan."""
    responder, planner = sides(form, player)
    plan = vector(plan)
    if not is_realization_plan(planner.sequences, plan):
        raise ProfileError(f"what is no realization plan of player {2 - player}, expected one")
    return responder, payoffs(form, player, player) @ plan


def seq_primal(form: SequenceForm, player: int) -> NamedLP:
    """Return max fᵀv subject to E x = e, Fᵀv − Aᵀx ≤ 0, x ≥ 0: the player's plan x and payoff f'v, v free.

    For player 2: max eᵀu subject to F y = f, Eᵀu − B y ≤ 0, y ≥ 0.

    An InputError for another player than 0 or 1, or unless the game is zero-sum or constant-sum.

    >>> from lemke.generators import kuhn
    >>> from lemke.forms.sequence_form import sequence_form
    >>> program = seq_primal(sequence_form(kuhn(3)), player=0)
    >>> program.variables[:3], program.rows[:2]
    (('x()', 'x(1.pass)', 'x(1.bet)'), ('plan(root)', 'plan(1)'))
    """
    return _program(form, *sides(form, player), player, f"sequence-form program of player {player + 1}")


def seq_dual(form: SequenceForm, player: int) -> NamedLP:
    """Return min eᵀu subject to Eᵀu − A y ≥ 0, F y = f, y ≥ 0: the other's plan y and the player's payoff, u free.

    It is the dual of :func:`seq_primal` for the same player, and for player 1 the program of Theorem 2.65. For
    player 2: min fᵀv subject to Fᵀv − Bᵀx ≥ 0, E x = e, x ≥ 0. Errors as there.
    """
    responder, planner = sides(form, player)
    return _program(form, planner, responder, player, f"dual of the sequence-form program of player {player + 1}")


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
    return _program(form, *sides(form, player), player, words, by_sets=True, bounds=bounds)


def information_set_min_lp(form: SequenceForm, player: int, bounds: bool = False) -> NamedLP:
    """Return min v(root) over the player's plan r, in the payoffs g of the other player, who is left least.

        Σ v(I′) + Σ_σ g(σ, τ a) r(σ) ≤ v(I) for all information sets I of the other and moves a there,

    else as in :func:`information_set_lp`. So O. Kubíček (2023), slides 'Solving imperfect information EFGs', writes the
    program of player 2.
    """
    words = f"information-set program of player {player + 1} in payoffs of player {2 - player}"
    return _program(form, *sides(form, player), 1 - player, words, by_sets=True, bounds=bounds)


def _program(
    form: SequenceForm, planner: Side, replier: Side, of: int, words: str, by_sets: bool = False, bounds: bool = False
) -> NamedLP:
    """Return the program for the planner's plan x in the payoffs A of a player: the planner's own, or the other's.

    Rows E x = e and Fᵀv − Aᵀx ≤ 0 with f'v to be maximised, or ≥ 0 with f'v to be minimised. By information sets the
    replies' rows are Aᵀx − Fᵀv, the root's is left out where it says nothing, and x ≤ 1 is added if asked for.
    """
    if form.total is None:
        expected = "a zero-sum or constant-sum one (best-response programs take any)"
        raise InputError(f"a general-sum game, expected {expected}")
    player, opponent = planner.sequences.player, replier.sequences.player
    A, values = payoffs(form, of, opponent), replier.constraints.T
    root = _value_of_the_game(replier, A) if by_sets else 0
    first = min(root, 1)  # of the other's sequences and values that stay
    kept = np.arange(first, A.shape[0])
    A, values = A.part(kept, np.arange(A.shape[1])), values.part(kept, np.arange(first, values.shape[1]))
    (m, n), (s, k) = planner.constraints.shape, values.shape
    limited = n if bounds else 0
    rows = SparseMatrix.of_blocks(
        (m + s + limited, n + k),
        [
            (0, 0, planner.constraints),
            (m, 0, A if by_sets else -A),
            (m, n, -values if by_sets else values),
            (m + s, 0, SparseMatrix.from_entries((limited, n), range(limited), range(limited), [ONE] * limited)),
        ],
    )
    maximise = of == player
    cost = zeros(n + k)
    cost[n + root - first] = -ONE if maximise else ONE
    senses = np.repeat([0, 1 if maximise == by_sets else -1, -1], [m, s, limited])
    right: Vector = np.concatenate([planner.right, zeros(s), vector([1] * limited)])
    plan = sequence_names(planner.sequences)
    plan_letter = f"r{player + 1}" if by_sets else PLAN_LETTERS[player]
    value_names = replier.set_names("v" if by_sets else VALUE_LETTERS[opponent])
    return NamedLP(
        _title(form, words),
        LP(rows, right, cost, senses, np.arange(n + k) >= n),
        called(plan_letter, plan) + value_names[first:],
        planner.set_names("plan") + replier.plan_names("reply")[first:] + called("bound", plan[:limited]),
        maximise=maximise,
        payoff=of,
        plan=Place(player, range(n)),
        reply=Place(opponent, range(m, m + s), without_empty=first == 1),
    )


def _title(form: SequenceForm, words: str) -> str:
    return f"{form.title}: {words}" if form.title else words


def _value_of_the_game(replier: Side, A: SparseMatrix) -> int:
    """Return which value is that of the whole game: the root's, 0, or h + 1 of a set h that makes the root needless.

    That is so if this set alone follows the empty sequence and nothing is paid there.
    """
    following = np.flatnonzero(replier.sequences.parent == EMPTY)
    return int(following[0]) + 1 if len(following) == 1 and not np.any(A.rows == EMPTY) else 0


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of linear program: a line for people, and its builder.

    Attributes
    ----------
    description : str
        For player 1; N, the player asked for, and M, the other one, in words.
    build : callable
        From a sequence form, a player (0 or 1) and, where ``takes`` names it, one argument more.
    takes : str
        ``plan``: of the other player, which must be given; ``bounds``: whether r ≤ 1 is stated; or nothing.
    """

    description: str
    build: Callable[..., NamedLP]
    takes: Literal["", "plan", "bounds"] = ""


FORMS: dict[str, Form] = {
    "best-response": Form("N's best response to a plan of M's: max x'(A y), E x = e, x >= 0", best_response_lp, "plan"),
    "best-response-dual": Form("its dual: min e'u, E'u >= A y", best_response_dual_lp, "plan"),
    "primal": Form("N's plan and payoff: max f'v, E x = e, F'v - A'x <= 0, x >= 0", seq_primal),
    "dual": Form("its dual, M's plan and N's payoff: min e'u, E'u - A y >= 0, F y = f, y >= 0", seq_dual),
    "information-set": Form(
        "N's plan and payoff, a row per information set and move of M's: max v(root)", information_set_lp, "bounds"
    ),
    "information-set-min": Form(
        "the same for N's plan, in payoffs of M: min v(root)", information_set_min_lp, "bounds"
    ),
}
"""The programs, by name. All but the first two are for zero-sum and constant-sum games."""
