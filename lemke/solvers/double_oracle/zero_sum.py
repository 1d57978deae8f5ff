"""The double oracle of zero-sum games: a restricted game grows by best responses until its bounds meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from lemke.forms.sequence_form import Plans, SequenceForm
from lemke.game.implicit import State
from lemke.game.recall import EMPTY
from lemke.game.strategy import Profile
from lemke.ground.rational import ZERO
from lemke.linear.lp import Basis
from lemke.solvers import sequence_lcp, sequence_lp
from lemke.solvers.double_oracle.growth import grow, responses
from lemke.solvers.double_oracle.iteration import Expansion, Iteration, check_expansion
from lemke.solvers.double_oracle.restricted import RestrictedGame
from lemke.solvers.double_oracle.strategies import PartialStrategy
from lemke.solvers.priors import Start

Name: TypeAlias = tuple[str, int]
Named: TypeAlias = tuple[Name, bool]


def iterations(root: State, expand: Expansion = "both") -> Iterator[Iteration[PartialStrategy]]:
    """Grow a restricted game until its bounds meet; yield what is known after every round.

    In every round the restricted game is solved exactly, as a linear program that starts from the last basis, and
    both players' best responses in the whole game are found. Their values are bounds of the value; their moves are
    added to the restricted game. The last iteration has the gap 0, and there are at most as many as there are
    sequences, since every other adds one at least.

    Parameters
    ----------
    root : State
        Of a zero-sum or constant-sum game of two players with perfect recall. What a state that is never visited says
        to the contrary is not seen.
    expand : ``"both"`` or ``"larger"``

    Raises
    ------
    InputError, PlayersError, RecallError, InformationSetError, ProbabilityError, OutcomeError, NumberError
        For another game, as soon as that shows; an unknown expansion.
    LimitError
        If a limit is reached; what was yielded before remains true.

    >>> from lemke.generators import kuhn_state
    >>> for each in iterations(kuhn_state(3)):
    ...     print(each.number, each.sizes, each.lower, each.upper)
    1 (1, 1) -1 1
    2 (4, 3) -1 1
    3 (5, 6) -1/2 1/2
    4 (9, 8) -1/6 1/6
    5 (10, 9) -1/6 1/6
    6 (11, 10) -1/18 -1/18
    """
    check_expansion(expand)
    game = RestrictedGame(root, True)
    warm = _Warm()
    last: tuple[PartialStrategy, PartialStrategy] = PartialStrategy({}), PartialStrategy({})
    step: Iteration[PartialStrategy] | None = None
    while step is None or step.gap:
        form, own = game.form()
        plans = warm.solved(form, own, game.prior(last))
        last = game.strategy(0, plans.x, own[0]), game.strategy(1, plans.y, own[1])
        found = responses(game, last)
        secured, conceded, value = (game.total or ZERO) - found[1].value, found[0].value, plans.u[0]
        step = Iteration.after(step, (game.sizes[0], game.sizes[1]), value, (secured, conceded), last)
        yield step
        grow(game, found, (conceded - value, value - secured), expand)


class _Warm:
    """Solves restricted games one after another, each from the basis of the one before."""

    def __init__(self) -> None:
        self._basic: dict[Name, bool] = {}

    def solved(self, form: SequenceForm, own: tuple[list[int], list[int]], prior: Profile) -> Plans:
        """Return plans in equilibrium of a restricted game and the values of the sets, proved.

        If linear programming fails, Lemke's path from a prior leads there.
        """
        program = form.lp()
        columns, rows = _names(form, own)
        if self._basic:
            masks = [np.array([self._basic.get(*each) for each in side], dtype=bool) for side in (columns, rows)]
            program = replace(program, start=Basis(masks[0], masks[1]))
        for found, plans in sequence_lp.equilibria(form, program):
            if found.basis:
                basic = [*found.basis.columns.tolist(), *found.basis.rows.tolist()]
                self._basic = {name: each for (name, _), each in zip([*columns, *rows], basic, strict=True)}
            return plans
        proved = sequence_lcp.solve(form, Start(prior))
        return Plans(*proved.plans, *proved.duals)


def _names(form: SequenceForm, own: tuple[list[int], list[int]]) -> tuple[list[Named], list[Named]]:
    """Return lasting names of the columns and rows of ``form.lp()``, and whether new ones are taken to be basic.

    The name of a set is its first sequence. There are as many basic variables as rows: a new set of player 2 has a row,
    for which its first sequence is basic; one of player 1 has a free variable, which is, and a row for every sequence,
    whose slacks are but for the first.
    """
    one, two = form.sequences
    # dicts for their order and quick membership
    first_one, first_two = (
        dict.fromkeys(own[k][place] for place in each.first.tolist()) for k, each in enumerate((one, two))
    )
    columns = [(("y", sequence), sequence in first_two) for sequence in own[1]]
    columns += [(("u", sequence), True) for sequence in (EMPTY, *first_one)]
    rows = [(("f", sequence), False) for sequence in (EMPTY, *first_two)]
    rows += [(("x", sequence), sequence not in first_one) for sequence in own[0]]
    return columns, rows
