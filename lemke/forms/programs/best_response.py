"""Best responses to a given plan as linear programs, the primal and its dual; any two-player game, either player.

They are the programs of the section 'Solving Games with Linear Programming' of the notes on imperfect information
(seq-primal-param, seq-dual-param) and P and D of M. Balko's lecture 9 (2024); von Stengel 1996. For player 2 read
y, F, f, v and Bᵀx in place of x, E, e, u and A y. A best response needs no linear program, see
:func:`lemke.game.best_response.best_response`; these are for looking at, and for comparing.

The notes write the rows of E as x(σ_h) − Σ_c x(σ_h c) = 0, lecture 9 and the sequence form here as
Σ_c x(σ_h c) − x(σ_h) = 0. The optimal values do not depend on it; u has the other sign in the first, but for u₀.
"""

from __future__ import annotations

import numpy as np

from lemke.errors import ProfileError
from lemke.forms.programs.program import NamedLP, Place
from lemke.forms.programs.sides import PLAN_LETTERS, VALUE_LETTERS, Side, payoffs, sides, title
from lemke.forms.sequence_form import SequenceForm
from lemke.game.strategy import is_realization_plan
from lemke.ground.sparse import Vector, vector
from lemke.linear.lp import LP


def best_response_lp(form: SequenceForm, player: int, plan_of_the_other: Vector) -> NamedLP:
    """Return max xᵀ(A y) subject to E x = e, x ≥ 0: a best response x of the player, in x(σ).

    Parameters
    ----------
    form : SequenceForm
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
    own, values = _against(form, player, plan_of_the_other)
    m, n = own.constraints.shape
    program = LP(own.constraints, own.right, -values, np.zeros(m, dtype=np.int64), np.zeros(n, dtype=bool))
    return NamedLP(
        title(form, f"best response of player {player + 1}"),
        program,
        own.plan_names(PLAN_LETTERS[player]),
        own.set_names("plan"),
        maximise=True,
        payoff=player,
        plan=Place(player, range(n)),
    )


def best_response_dual_lp(form: SequenceForm, player: int, plan_of_the_other: Vector) -> NamedLP:
    """Return min eᵀu subject to Eᵀu ≥ A y, the dual: values u of the player's information sets, in u(SET), all free.

    u₀, called u(root), is the best payoff. The multipliers are a best response x. Parameters and errors are those of
    :func:`best_response_lp`.
    """
    own, values = _against(form, player, plan_of_the_other)
    m, n = own.constraints.shape
    program = LP(own.constraints.T, values, own.right, np.ones(n, dtype=np.int64), np.ones(m, dtype=bool))
    return NamedLP(
        title(form, f"dual of the best response of player {player + 1}"),
        program,
        own.set_names(VALUE_LETTERS[player]),
        own.plan_names("move"),
        maximise=False,
        payoff=player,
        reply=Place(player, range(n)),
    )


def _against(form: SequenceForm, player: int, plan: Vector) -> tuple[Side, Vector]:
    """Return the player's side and A y, what the player's sequences get against a plan."""
    own, other = sides(form, player)
    plan = vector(plan)
    if not is_realization_plan(other.sequences, plan):
        raise ProfileError(f"what is no realization plan of player {other.player + 1}, expected one")
    return own, payoffs(form, player, player) @ plan
