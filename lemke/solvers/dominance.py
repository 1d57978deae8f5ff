"""Iterated elimination of dominated strategies in a game of any number of players, every step proved.

In each round all strategies of all players that are dominated, in the game as it is then, are eliminated at once.
Where strict dominance is meant, any other order would leave the same game, with the same equilibria (Gilboa, Kalai,
Zemel 1990; Osborne, Rubinstein 1994, section 4.2). Weak dominance may leave another game in another order, and lose
equilibria; an equilibrium of what is left is always one of the whole game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lemke.errors import InputError, NotProvedError
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
from lemke.solvers.dominated_rows import Ranks, Verdicts, dominated_by_mixtures, dominated_by_rows, ranked


def eliminate(
    problem: Game | NormalForm, weak: bool = False, pure: bool = False, rounds: int | None = None
) -> Elimination:
    """Eliminate dominated strategies round by round, until there are none.

    Parameters
    ----------
    problem : Game | NormalForm
        A game stands for its reduced strategic form; any number of players.
    weak : bool
        Whether to eliminate weakly dominated strategies, or only strictly dominated ones. With weak dominance the
        order matters; this is the one in which all go at once.
    pure : bool
        Whether only pure strategies count as dominating, or mixed ones too.
    rounds : int, optional
        How many rounds at most.

    Returns
    -------
    Elimination
        Checked exactly, from the payoffs (:func:`lemke.forms.normal_form.objections`).

    Raises
    ------
    InputError
        For rounds that are no whole number from 1, or for what is no game.
    LimitError
        If a limit is reached.
    NotProvedError
        If a linear program is left unsolved.

    >>> form = NormalForm.of([[3, 0], [0, 3], [1, 1]], [[1, 0], [1, 0], [0, 5]])
    >>> found = eliminate(form)
    >>> for step in found.eliminated:
    ...     print(step.round, step.player, step.label, {k: str(share) for k, share in step.mixture.items()})
    1 0 3 {0: '1/2', 1: '1/2'}
    2 1 2 {0: '1'}
    3 0 2 {0: '1'}
    >>> found.surviving
    ((0,), (0,))
    """
    if rounds is not None and (not isinstance(rounds, int) or isinstance(rounds, bool) or rounds < 1):
        raise InputError(f"{rounds!r} rounds of elimination, expected a whole number, 1 or more")
    form = strategic_form(problem)
    search = _Search(form, weak, pure)
    surviving: Surviving = tuple(tuple(range(size)) for size in form.shape)
    eliminated: list[Dominated] = []
    number, complete = 0, False
    while not complete and number != rounds:
        number += 1
        verdicts = [search.verdicts(player, surviving) for player in range(len(surviving))]
        for player, each in enumerate(verdicts):
            eliminated += search.dominated(player, surviving, each, number)
        complete = not any(each.mixtures for each in verdicts)
        surviving = tuple(
            tuple(strategy for place, strategy in enumerate(own) if place not in each.mixtures)
            for own, each in zip(surviving, verdicts, strict=True)
        )
    left = restricted(form, surviving)
    undominated = [
        kept
        for player, each in enumerate(verdicts if complete else [])
        for kept in search.undominated(player, surviving, each)
    ]
    found = Elimination(form, left, surviving, tuple(eliminated), tuple(undominated), weak, pure, complete)
    if wrong := objections(found):
        raise NotProvedError(f"an elimination that fails its exact check ({wrong[0]})")
    return found


@dataclass(frozen=True, eq=False)
class _Search:
    """What is looked for, and where."""

    form: NormalForm
    weak: bool
    pure: bool

    def verdicts(self, player: int, surviving: Surviving) -> Verdicts:
        """Return what is dominated for a player, and what is not; strategies are places among the surviving ones."""
        left = np.ix_(*surviving)
        ranks = by_strategies(self._ranks[player][left], player)
        if self.pure:
            return dominated_by_rows(ranks, self.weak)
        table = by_strategies(self.form.payoffs[player][left], player)
        return dominated_by_mixtures(table, ranks, self.weak)

    def dominated(self, player: int, surviving: Surviving, verdicts: Verdicts, number: int) -> Iterator[Dominated]:
        """Yield the dominated strategies as numbers in the original game."""
        own = surviving[player]
        for place, shares in sorted(verdicts.mixtures.items()):
            mixture = {own[k]: share for k, share in shares.items()}
            strategy = own[place]
            strict = bool((gains(self.form, player, mixture, strategy, surviving) > 0).all())
            yield Dominated(player, strategy, self.form.strategies[player][strategy], mixture, strict, number)

    def undominated(self, player: int, surviving: Surviving, verdicts: Verdicts) -> Iterator[Undominated]:
        """Yield the strategies of a player of whose strategies none is dominated."""
        others = [len(own) for k, own in enumerate(surviving) if k != player]
        for place, belief in verdicts.beliefs.items():
            strategy = surviving[player][place]
            yield Undominated(player, strategy, self.form.strategies[player][strategy], belief.reshape(others))

    @cached_property
    def _ranks(self) -> tuple[Ranks, ...]:
        return tuple(map(ranked, self.form.payoffs))
