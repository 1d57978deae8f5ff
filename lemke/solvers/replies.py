"""Plans proved to be in equilibrium by what best replies to them get."""

from __future__ import annotations

from collections.abc import Sequence

from lemke.certificate import How, ProvedPlans
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import SequenceForm
from lemke.game.best_response import best_response
from lemke.ground.rational import text
from lemke.ground.sparse import Vector


def proved_by_replies(form: SequenceForm, plans: Sequence[Vector], how: How) -> ProvedPlans:
    """Return plans with the values of all information sets against them.

    Raises
    ------
    NotProvedError
        If a best reply gains.
    """
    x, y = plans
    one, two = map(best_response, form.sequences, (form.A @ y, form.B.T @ x))
    payoffs = form.payoffs(x, y)
    if payoffs != (one.value, two.value):
        found, best = (", ".join(map(text, each)) for each in (payoffs, (one.value, two.value)))
        raise NotProvedError(f"the method {how.method} proposed payoffs {found}, expected {best} as best replies get")
    return ProvedPlans((x, y), (one.dual, two.dual), payoffs, how)
