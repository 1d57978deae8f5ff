"""Iterated elimination of dominated strategies in a game of any number of players, every step proved.

Each round eliminates at once all strategies of all players that are dominated in the remaining game. With strict
dominance every other order leaves the same game, with the same equilibria (Gilboa, Kalai, Zemel 1990; Osborne,
Rubinstein 1994, section 4.2). With weak dominance another order may leave another game, and equilibria may be lost. An
equilibrium of the remaining game is always an equilibrium of the original game.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lemke.errors import NotProvedError
from lemke.forms.normal_form import (
    Dominated,
    Elimination,
    NormalForm,
    Surviving,
    Undominated,
    by_strategies,
    gains,
    objections,
    restricted,
    strategic_form,
)
from lemke.game import Game
from lemke.solvers.dominated_rows import Verdicts, dominated_by_mixtures, dominated_by_rows, ranked


def eliminate(
    problem: Game | NormalForm, weak: bool = False, pure: bool = False, rounds: int | None = None
) -> Elimination:
    """Eliminate dominated strategies round by round; see :func:`lemke.eliminate`."""
    form = strategic_form(problem)
    ranks = tuple(map(ranked, form.payoffs))
    surviving: Surviving = tuple(tuple(range(size)) for size in form.shape)
    eliminated: list[Dominated] = []
    number, complete = 0, False
    while not complete and number != rounds:
        number += 1
        remaining, verdicts = np.ix_(*surviving), []  # verdicts count only the surviving strategies, from 0
        for player, table in enumerate(form.payoffs):
            player_ranks = by_strategies(ranks[player][remaining], player)
            if pure:
                verdict = dominated_by_rows(player_ranks, weak)
            else:
                verdict = dominated_by_mixtures(by_strategies(table[remaining], player), player_ranks, weak)
            eliminated += _dominated(form, player, surviving, verdict, number)
            verdicts.append(verdict)
        complete = not any(verdict.mixtures for verdict in verdicts)
        surviving = tuple(
            tuple(strategy for row, strategy in enumerate(strategies) if row not in verdict.mixtures)
            for strategies, verdict in zip(surviving, verdicts, strict=True)
        )
    undominated = []
    for player, verdict in enumerate(verdicts if complete else []):
        opponent_sizes = [len(strategies) for k, strategies in enumerate(surviving) if k != player]
        for row, belief in verdict.beliefs.items():
            strategy = surviving[player][row]
            label = form.strategies[player][strategy]
            undominated.append(Undominated(player, strategy, label, belief.reshape(opponent_sizes)))
    remaining_form = restricted(form, surviving)
    elimination = Elimination(
        form, remaining_form, surviving, tuple(eliminated), tuple(undominated), weak, pure, complete
    )
    if elimination_objections := objections(elimination):
        raise NotProvedError(f"the elimination fails its exact check: {elimination_objections[0]}")
    return elimination


def _dominated(
    form: NormalForm, player: int, surviving: Surviving, verdict: Verdicts, number: int
) -> Iterator[Dominated]:
    """Yield the dominated strategies of a player as numbers in the original game."""
    strategies = surviving[player]
    for row, shares in sorted(verdict.mixtures.items()):
        mixture, strategy = {strategies[k]: share for k, share in shares.items()}, strategies[row]
        strict = bool((gains(form, player, mixture, strategy, surviving) > 0).all())
        yield Dominated(player, strategy, form.strategies[player][strategy], mixture, strict, number)
