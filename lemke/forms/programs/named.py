"""The linear programs of best responses and of zero-sum games, as lectures and papers write them, with names.

The programs of best responses, primal and dual, are for any two-player game and either player. They are called
seq-primal-param and seq-dual-param in the notes on imperfect information, section 'Solving Games with Linear
Programming', and P and D in M. Balko's lecture 9 (2024; von Stengel 1996). They are for reading and comparing:
:func:`lemke.game.best_response.best_response` computes a best response without a linear program.

In a zero-sum game a player chooses the plan x whose payoff against the opponent's best reply is largest. By duality
this is a linear program: in its rows, values v of the opponent's information sets bound the payoffs of the opponent's
sequences (Romanovskii 1962; Koller, Megiddo, von Stengel 1996; Theorem 2.65 of lecture 9; seq-primal and seq-dual of
the notes). The multipliers of these rows are the opponent's plan. The programs are for constant-sum games too: if the
payoffs add up to c, the value is the payoff of the player :attr:`NamedLP.payoff`, and the other player gets c minus the
value. General-sum games are refused with an InputError: there each plan would guard against an opponent who minimizes
the player's payoff, and the plans would not be an equilibrium.

The notes write the rows of E as x(σ_h) − Σ_c x(σ_h c) = 0. Lecture 9, the slides and the sequence form here write
Σ_c x(σ_h c) − x(σ_h) = 0. Plans and optimal values are the same; in the notes all values u except u₀ have the opposite
sign. For player 2 read y, F, f, v and Bᵀx in place of x, E, e, u and A y.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Literal, TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.forms.sequence_form import SequenceForm
from lemke.game.recall import EMPTY, Sequences
from lemke.game.strategy import require_realization_plan
from lemke.game.tree import LONG_NAME
from lemke.ground.rational import ONE, short, text
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue, SparseMatrix, Vector, vector, zeros
from lemke.ground.table import Table
from lemke.linear.lp import LP, SENSES, Infeasible, Optimal, Unbounded, check

DIRECTIONS = {True: "maximize", False: "minimize"}
"""The words for ``maximise``."""
PLAN_LETTERS = ("x", "y")
"""The letters of the realization plans of player 1 and 2."""
VALUE_LETTERS = ("u", "v")
"""The letters of the values of the information sets of player 1 and 2."""
ROOT = "root"
"""The name of row 0 of E x = e, which belongs to the empty sequence and no information set."""

_RELATIONS = {sense: relation for relation, sense in SENSES.items()}
# conditions of lemke.linear.lp.check: their defects have the index of a variable, or of a row; other defects have none
_OF_VARIABLES = {"x >= 0", "the direction >= 0", "c - A'y >= 0"}
_OF_ROWS = {"the row of x", "the row of the direction", "the sign of y"}
_PLAIN = re.compile(r"[A-Za-z0-9_]{1,40}", re.ASCII)
_UNDERSCORES = str.maketrans(" :/-", "____")

PlanPlace: TypeAlias = tuple[int, range, bool]
"""The place of a player's realization plan in a vector of variables or multipliers: the player; the indices, one per
sequence; and whether the empty sequence, whose probability is 1, is omitted."""


@dataclass(frozen=True, eq=False)
class NamedLP(ByValue, Result):
    """A linear program with names of its m rows and n columns.

    Attributes
    ----------
    title : str
        One line that describes the program.
    program : LP
        The program as a minimization. If ``maximise`` is true, it minimizes the negative of the objective.
    variables, rows : tuple of str
        n names of variables, n ≥ 1, and m names of rows. No two variables and no two rows have the same name. A name
        such as ``r1(A,C)`` is a lower-case word that does not start with e, at most one digit, and in parentheses up to
        240 ASCII letters, digits, ``_``, ``.``, ``,`` and ``#``: all readers of CPLEX's LP format accept such names.
    maximise : bool
        Whether the objective is maximized.
    payoff : int
        The player whose payoff is the optimal value.
    plan : PlanPlace | None
        Where the variables hold a player's realization plan; None if they hold none.
    reply : PlanPlace | None
        Where the multipliers hold a player's realization plan, up to their sign; None if they hold none.
    """

    title: str
    program: LP
    variables: tuple[str, ...]
    rows: tuple[str, ...]
    maximise: bool
    payoff: int
    plan: PlanPlace | None = None
    reply: PlanPlace | None = None

    def _signed(self, numbers: Vector) -> Vector:
        """Return numbers of the minimization as numbers of the program: the negative ones if it maximizes."""
        signed: Vector = -numbers if self.maximise else numbers
        return signed

    @property
    def objective(self) -> Vector:
        """The objective as it is maximized or minimized: one coefficient per variable."""
        return self._signed(self.program.c)

    def sparse_rows(self) -> Iterator[tuple[str, dict[str, mpq], str, mpq]]:
        """Yield name, terms (variable → coefficient other than 0), relation and right-hand side of every row."""
        program, names = self.program, np.array(self.variables, dtype=object)
        # entries are sorted by rows: row i has those from row_starts[i] up to row_starts[i + 1]
        row_starts = np.searchsorted(program.A.rows, np.arange(program.A.shape[0] + 1))
        parts = zip(pairwise(row_starts.tolist()), self.rows, program.senses.tolist(), program.b, strict=True)
        for (start, end), name, sense, right in parts:
            terms = zip(names[program.A.columns[start:end]], program.A.values[start:end], strict=True)
            yield name, dict(terms), _RELATIONS[sense], right

    def to_table(self) -> Table:
        """Return the objective and the rows, with their terms, relations and right-hand sides; unscaled."""
        objective = {name: value for name, value in zip(self.variables, self.objective, strict=True) if value}
        rows = [(DIRECTIONS[self.maximise], _sum(objective), "", None)]
        rows += [(name, _sum(terms), relation, right) for name, terms, relation, right in self.sparse_rows()]
        free = [name for name, is_free in zip(self.variables, self.program.free, strict=True) if is_free]
        notes = [f"The value is in payoffs of player {self.payoff + 1}.", f"free: {', '.join(free) or 'none'}"]
        return Table(("row", "terms", "", "right"), rows, self.title, notes, 1)

    def value(self, outcome: Optimal) -> mpq:
        """Return the optimal value, in units of payoff of the player ``payoff``."""
        return -outcome.value if self.maximise else outcome.value

    def check(self, outcome: Optimal | Infeasible | Unbounded) -> str | None:
        """Return the condition that an outcome breaks, with the name of the row or variable; None if it breaks none.

        The conditions are those of :func:`lemke.linear.lp.check`.

        >>> program = NamedLP("", LP.of([[1, 1]], [1], [2, 3]), ("x(a)", "x(b)"), ("plan(root)",), False, 0)
        >>> program.check(Optimal(vector([1, 0]), vector([2]), mpq(2))) is None
        True
        >>> program.check(Optimal(vector([0, 0]), vector([2]), mpq(2)))
        'the row of x fails at plan(root): -1'
        """
        defect = check(self.program, outcome)
        if defect is None:
            return None
        names = {**dict.fromkeys(_OF_VARIABLES, self.variables), **dict.fromkeys(_OF_ROWS, self.rows)}
        place = "" if defect.index is None else f" at {names[defect.condition][defect.index]}"
        number = "" if defect.value is None else f": {text(defect.value)}"
        return f"{defect.condition} fails{place}{number}"

    def by_name(self, x: Vector) -> dict[str, mpq]:
        """Return a solution as a dict by the names of the variables."""
        return dict(zip(self.variables, x, strict=True))

    def multipliers(self, outcome: Optimal) -> Vector:
        """Return the dual solution: for each row the rate at which the right-hand side of the row changes the value."""
        return self._signed(outcome.y)

    def plans(self, outcome: Optimal) -> dict[int, Vector]:
        """Return the realization plans in the solution and in its multipliers: a dict from players to plans.

        If the dict has two plans, they are an equilibrium. Other programs give one plan or none.
        """
        plans = {}
        for place, values in ((self.plan, outcome.x), (self.reply, abs(outcome.y))):
            if place is not None:
                player, places, without_empty = place
                plan = values[places.start : places.stop]
                plans[player] = vector([ONE, *plan]) if without_empty else plan
        return plans


def _sum(terms: dict[str, mpq]) -> str:
    """Return a sum of terms as text, such as - x + 1/2 y."""
    parts = []
    for name, value in terms.items():
        size = "" if abs(value) == 1 else f"{short(abs(value))} "
        parts.append(f"{'-' if value < 0 else '+'} {size}{name}")
    return " ".join(parts).removeprefix("+ ") or "0"


def set_names(sequences: Sequences) -> list[str]:
    """Return unique names of a player's information sets: the label, or ``#k`` for the player's k-th set.

    The order is that of the rows of E. The number of a set in the game's file is not used: it may be negative.

    In names, blanks and ``:/-`` of a label become underscores. The label is then used if it has at most 40 ASCII
    letters, digits and underscores, and differs from all other labels. So names contain only these characters, ``#``,
    ``.`` and ``,``, which every reader of linear programs accepts.
    """
    labels = [information_set.label.translate(_UNDERSCORES) for information_set in sequences.information_sets]
    times = Counter([ROOT, *labels])
    return [label if _is_usable(label, times) else f"#{k}" for k, label in enumerate(labels, 1)]


def sequence_names(sequences: Sequences) -> list[str]:
    """Return unique names of a player's sequences: the moves, separated by commas; empty for the empty sequence.

    A move is written as its label, or as ``SET.MOVE`` if a move at another set has the same label. If the label of the
    k-th move of a set is not usable, ``#k`` replaces it. If the name of the sequence before the last move is long, its
    number replaces it: ``#NUMBER,MOVE``.

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
    times = Counter(chain.from_iterable(labels))  # how many moves of the player have each label
    names = [""]
    for h, actions in enumerate(labels):
        parent = int(sequences.parent[h])
        earlier_moves = names[parent] if len(names[parent]) <= LONG_NAME else f"#{parent}"
        prefix = f"{earlier_moves}," if parent != EMPTY else ""
        times_at_set = Counter(actions)
        for k, action in enumerate(actions, 1):
            move = action if _is_usable(action, times_at_set) else f"#{k}"
            names.append(prefix + (move if _is_usable(action, times) else f"{sets[h]}.{move}"))
    # names differ in their last move: labels contain no point, and the moves of a set have different names
    return names


def called(letter: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return names of variables or rows: a letter with a name in parentheses, such as r1(A,C)."""
    return tuple(f"{letter}({name})" for name in names)


def _is_usable(label: str, times: Counter[str]) -> bool:
    """Return whether a label occurs once, and has 1 to 40 characters, all of them ASCII letters, digits or _."""
    return times[label] == 1 and _PLAIN.fullmatch(label) is not None


def plan_names(letter: str, sequences: Sequences) -> tuple[str, ...]:
    """Return a name per sequence."""
    return called(letter, sequence_names(sequences))


def row_names(letter: str, sequences: Sequences) -> tuple[str, ...]:
    """Return a name per row of the constraints: the root, then the information sets."""
    return called(letter, [ROOT, *set_names(sequences)])


def constraints_of(form: SequenceForm, player: int) -> tuple[SparseMatrix, Vector]:
    """Return E and e, or for player 1 F and f."""
    return (form.F, form.f) if player else (form.E, form.e)


def payoffs(form: SequenceForm, of: int, rows: int) -> SparseMatrix:
    """Return the payoff matrix of the player ``of``; its rows are the sequences of the player ``rows``."""
    matrix = form.A if of == 0 else form.B
    return matrix if rows == 0 else matrix.T


def best_response_lp(form: SequenceForm, player: int, opponents_plan: Vector) -> NamedLP:
    """Return max xᵀ(A y) subject to E x = e, x ≥ 0: a best response x of the player, in the variables x(σ).

    Parameters
    ----------
    player : int
        The player who responds, 0 or 1.
    opponents_plan : exact vector
        y, a probability per sequence of the opponent.

    Raises
    ------
    ProfileError
        If the vector is no realization plan.

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
    sequences, constraints, right, values = _replying(form, player, opponents_plan)
    m, n = constraints.shape
    return NamedLP(
        _title(form, f"best response of player {player + 1}"),
        LP(constraints, right, -values, np.zeros(m, dtype=np.int64), np.zeros(n, dtype=bool)),
        plan_names(PLAN_LETTERS[player], sequences),
        row_names("plan", sequences),
        maximise=True,
        payoff=player,
        plan=(player, range(n), False),
    )


def best_response_dual_lp(form: SequenceForm, player: int, opponents_plan: Vector) -> NamedLP:
    """Return the dual, min eᵀu subject to Eᵀu ≥ A y: the values u(SET) of the player's information sets, all free.

    u₀, called u(root), is the best payoff. The multipliers are a best response x. Parameters and errors are as in
    :func:`best_response_lp`.
    """
    sequences, constraints, right, values = _replying(form, player, opponents_plan)
    m, n = constraints.shape
    return NamedLP(
        _title(form, f"dual of the best response of player {player + 1}"),
        LP(constraints.T, values, right, np.ones(n, dtype=np.int64), np.ones(m, dtype=bool)),
        row_names(VALUE_LETTERS[player], sequences),
        plan_names("move", sequences),
        maximise=False,
        payoff=player,
        reply=(player, range(n), False),
    )


def _replying(form: SequenceForm, player: int, plan: Vector) -> tuple[Sequences, SparseMatrix, Vector, Vector]:
    """Return the player's sequences, E, e, and A y, the payoffs of these sequences against the opponent's plan."""
    require_realization_plan(form.sequences[1 - player], plan)
    return form.sequences[player], *constraints_of(form, player), payoffs(form, player, player) @ plan


def seq_primal(form: SequenceForm, player: int) -> NamedLP:
    """Return max fᵀv subject to E x = e, Fᵀv − Aᵀx ≤ 0, x ≥ 0: the player's plan x and payoff fᵀv, v free.

    For player 2: max eᵀu subject to F y = f, Eᵀu − B y ≤ 0, y ≥ 0.

    >>> from lemke.generators import kuhn
    >>> from lemke.forms.sequence_form import sequence_form
    >>> program = seq_primal(sequence_form(kuhn(3)), player=0)
    >>> program.variables[:3], program.rows[:2]
    (('x()', 'x(1.pass)', 'x(1.bet)'), ('plan(root)', 'plan(1)'))
    """
    return _program(form, player, player, f"sequence-form program of player {player + 1}")


def seq_dual(form: SequenceForm, player: int) -> NamedLP:
    """Return min eᵀu subject to Eᵀu − A y ≥ 0, F y = f, y ≥ 0: the opponent's plan y and the player's payoff, u free.

    It is the dual of :func:`seq_primal` for the same player. For player 1 it is the program of Theorem 2.65. For
    player 2: min fᵀv subject to Fᵀv − Bᵀx ≥ 0, E x = e, x ≥ 0.
    """
    return _program(form, 1 - player, player, f"dual of the sequence-form program of player {player + 1}")


def information_set_lp(form: SequenceForm, player: int, bounds: bool = False) -> NamedLP:
    """Return max v(root) over the player's plan r, with a row per information set and move of the opponent.

        r(∅) = 1;    Σ_a r(σ a) = r(σ) for all information sets of the player;    r ≥ 0;
        Σ v(I′) + Σ_σ g(σ, τ a) r(σ) ≥ v(I) for all information sets I of the opponent and moves a there,

    where τ leads to I, the sets I′ follow τ a, and g are the player's payoffs. The row of the opponent's empty sequence
    has the right-hand side v(root). These are equations 1–5 of the slides 'Solving extensive-form games' (2016), with
    the variables r1 and r2.

    If exactly one information set of the opponent follows the empty sequence, and the empty sequence has no payoffs,
    then v(root) is the value of that set. In this case v(root) and the row of the empty sequence are omitted, as in
    player 2's program by O. Kubíček (2023, slides 'Solving imperfect information EFGs').

    ``bounds`` adds rows r(σ) ≤ 1 for all σ, as in equation 3; they follow from the other rows.
    """
    return _program(form, player, player, f"information-set program of player {player + 1}", True, bounds)


def information_set_min_lp(form: SequenceForm, player: int, bounds: bool = False) -> NamedLP:
    """Return min v(root) over the player's plan r, where g are the payoffs of the opponent.

        Σ v(I′) + Σ_σ g(σ, τ a) r(σ) ≤ v(I) for all information sets I of the opponent and moves a there,

    with ≤ v(root) in the row of the opponent's empty sequence, and otherwise as in :func:`information_set_lp`.
    O. Kubíček (2023, slides 'Solving imperfect information EFGs') writes the program of player 2 in this form.
    """
    opponent = 1 - player
    words = f"information-set program of player {player + 1} in payoffs of player {opponent + 1}"
    return _program(form, player, opponent, words, by_sets=True, bounds=bounds)


def _program(
    form: SequenceForm,
    player: int,
    of: int,
    words: str,
    by_sets: bool = False,
    bounds: bool = False,
) -> NamedLP:
    """Return the program for the player's plan x and the opponent's values v; A are payoffs of the player ``of``.

    If ``of`` is the player, fᵀv is maximized subject to E x = e and Fᵀv − Aᵀx ≤ 0. If ``of`` is the opponent, fᵀv is
    minimized subject to E x = e and Fᵀv − Aᵀx ≥ 0. ``by_sets`` writes Aᵀx − Fᵀv in place of Fᵀv − Aᵀx, and omits the
    row of the root if one information set replaces it. ``bounds`` adds rows x ≤ 1. ``words`` describe the program in
    the title.
    """
    form.require_constant_sum(" (best-response programs accept all games)")
    opponent = 1 - player
    sequences, replies_of = form.sequences[player], form.sequences[opponent]
    constraints, plan_sums = constraints_of(form, player)
    against, values = payoffs(form, of, opponent), constraints_of(form, opponent)[0].T  # Aᵀ, Fᵀ: a row per reply
    root = _value_of_the_game(replies_of, against) if by_sets else 0
    first = min(root, 1)  # 1 if the opponent's empty sequence and v(root) are omitted, otherwise 0
    replies = np.arange(first, against.shape[0])
    against = against.part(replies, np.arange(against.shape[1]))
    values = values.part(replies, np.arange(first, values.shape[1]))
    (m, n), (s, k) = constraints.shape, values.shape
    bounded = n if bounds else 0  # number of variables with an upper bound
    rows = SparseMatrix.of_blocks(
        (m + s + bounded, n + k),
        [
            (0, 0, constraints),
            (m, 0, against if by_sets else -against),
            (m, n, -values if by_sets else values),
            (m + s, 0, SparseMatrix.from_entries((bounded, n), range(bounded), range(bounded), [ONE] * bounded)),
        ],
    )
    maximise = of == player
    cost = zeros(n + k)
    # the first n variables are x; v follows, without v(root) if it is omitted
    cost[n + root - first] = -ONE if maximise else ONE
    # 0 is =, 1 is ≥, −1 is ≤: Fᵀv − Aᵀx ≤ 0 if maximized, else ≥ 0; `by_sets` changes the signs of these rows
    senses = np.repeat([0, 1 if maximise == by_sets else -1, -1], [m, s, bounded])
    right: Vector = np.concatenate([plan_sums, zeros(s), vector([1] * bounded)])
    plan = sequence_names(sequences)
    plan_letter = f"r{player + 1}" if by_sets else PLAN_LETTERS[player]
    value_names = row_names("v" if by_sets else VALUE_LETTERS[opponent], replies_of)
    return NamedLP(
        _title(form, words),
        LP(rows, right, cost, senses, np.arange(n + k) >= n),
        called(plan_letter, plan) + value_names[first:],
        row_names("plan", sequences) + plan_names("reply", replies_of)[first:] + called("bound", plan[:bounded]),
        maximise=maximise,
        payoff=of,
        plan=(player, range(n), False),
        reply=(opponent, range(m, m + s), first == 1),
    )


def _title(form: SequenceForm, description: str) -> str:
    """Return the title of a program: the game's title, if it has one, and a description."""
    return f"{form.title}: {description}" if form.title else description


def _value_of_the_game(sequences: Sequences, against: SparseMatrix) -> int:
    """Return the index of the game's value among the values v: 0 for the root, or h + 1 for a set h that replaces it.

    A set replaces the root if only this set follows the empty sequence, and the empty sequence has no payoffs. The rows
    of ``against`` are the payoffs at these sequences.
    """
    following = np.flatnonzero(sequences.parent == EMPTY)
    return int(following[0]) + 1 if len(following) == 1 and not np.any(against.rows == EMPTY) else 0


FORMS: dict[str, tuple[Callable[..., NamedLP], Literal["", "plan", "bounds"]]] = {
    "best-response": (best_response_lp, "plan"),  # N's best response to a plan of M's: max x'(A y), E x = e, x >= 0
    "best-response-dual": (best_response_dual_lp, "plan"),  # min e'u, E'u >= A y
    "primal": (seq_primal, ""),  # N's plan and payoff: max f'v, E x = e, F'v - A'x <= 0, x >= 0
    "dual": (seq_dual, ""),  # of primal, M's plan and N's payoff: min e'u, E'u - A y >= 0, F y = f, y >= 0
    "information-set": (information_set_lp, "bounds"),  # N's plan and payoff, a row for each move of M: max v(root)
    "information-set-min": (information_set_min_lp, "bounds"),  # N's plan, M's payoff, likewise: min v(root)
}
"""The programs, by name; N is the player and M the opponent, and the formulae are those for N = 1.

The first entry takes a sequence form, a player (0 or 1) and perhaps one more argument, which the second entry names:
``plan``, the opponent's plan; ``bounds``, whether to add rows r ≤ 1. All programs but the first two are for zero-sum
and constant-sum games."""
