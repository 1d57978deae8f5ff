"""The linear programs of the sequence form as they stand in lectures and papers, by name and with named variables.

Every program is an :class:`~lemke.linear.lp.LP` whose variables and rows carry the names of the book; they can be
written down for other solvers (:mod:`lemke.io.lp_text`), compared with a printed program, or solved exactly:

>>> from lemke.generators import kuhn
>>> from lemke.linear.guided import solve_lp
>>> from lemke.forms.sequence_form import sequence_form
>>> program = information_set_lp(sequence_form(kuhn(3)), player=0)
>>> program.value(solve_lp(program.program))
mpq(-1,18)

The table FORMS names them all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from lemke.forms.programs.builders import best_response_dual_lp as best_response_dual_lp
from lemke.forms.programs.builders import best_response_lp as best_response_lp
from lemke.forms.programs.builders import information_set_lp as information_set_lp
from lemke.forms.programs.builders import information_set_min_lp as information_set_min_lp
from lemke.forms.programs.builders import seq_dual as seq_dual
from lemke.forms.programs.builders import seq_primal as seq_primal
from lemke.forms.programs.program import DIRECTIONS as DIRECTIONS
from lemke.forms.programs.program import HEADING as HEADING
from lemke.forms.programs.program import NamedLP as NamedLP
from lemke.forms.programs.program import Place as Place
from lemke.forms.programs.program import heading as heading
from lemke.forms.programs.program import solution_document as solution_document
from lemke.forms.programs.sides import sequence_names as sequence_names
from lemke.forms.programs.sides import set_names as set_names


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
