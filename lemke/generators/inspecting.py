"""Inspection games of many rounds: they have very many sequences, but an equilibrium needs only few of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lemke.game import Game
from lemke.game.implicit import State, expand
from lemke.generators.checks import whole_number

WAIT = "wait"


@dataclass(frozen=True)
class _Rules:
    """The parameters of :func:`inspection`."""

    sites: int
    rounds: int

    @cached_property
    def actions(self) -> tuple[tuple[int, ...], tuple[int | str, ...]]:
        """The actions of the inspector and of the violator in a round; the most valuable sites first."""
        sites = tuple(range(self.sites, 0, -1))
        return sites, (*sites, WAIT)


@dataclass(frozen=True, slots=True, eq=False)
class _InspectionState:
    """A state before the inspector's move, before the violator's move, or at the end."""

    rules: _Rules
    waited: int = 0  # the number of rounds in which the violator has waited
    inspected: tuple[int, ...] = ()  # the sites inspected so far, round by round
    violated: int = 0  # the site of the violation, 0 if there is none yet

    def is_terminal(self) -> bool:
        return self.violated > 0 or self.waited == self.rules.rounds

    def player(self) -> int:
        return len(self.inspected) - self.waited  # 1 if the inspector has moved in this round

    def information_state(self) -> str:
        view = f"round {self.waited + 1}"
        return view if self.player() == 1 or not self.inspected else f"{view}: {' '.join(map(str, self.inspected))}"

    def actions(self) -> tuple[int | str, ...]:
        return self.rules.actions[self.player()]

    def chance(self) -> list[tuple[str, object]]:
        return []  # chance does not move

    def child(self, action: int | str, /) -> _InspectionState:
        if isinstance(action, str):
            return _InspectionState(self.rules, self.waited + 1, self.inspected)
        if self.player() == 0:
            return _InspectionState(self.rules, self.waited, (*self.inspected, action))
        return _InspectionState(self.rules, self.waited, self.inspected, action)

    def payoffs(self) -> tuple[int, int]:
        payoff = 0 if self.violated == self.inspected[-1] else self.violated
        return -payoff, payoff

    def bounds(self) -> tuple[int, int]:
        """Return bounds on the inspector's payoff: the violator gets at most the number of sites."""
        return (self.payoffs()[0],) * 2 if self.is_terminal() else (-self.rules.sites, 0)


def inspection_state(sites: int = 3, rounds: int = 2) -> State:
    """Return the first state of :func:`inspection`, from which the game can be solved without a tree.

    >>> from lemke import sequence_form
    >>> sequence_form(inspection_state(5, 4)).A.shape
    (781, 25)
    """
    return _InspectionState(_Rules(whole_number("sites", sites, 1), whole_number("rounds", rounds, 1, 1000)))


def inspection(sites: int = 3, rounds: int = 2) -> Game:
    """Return an inspection game: in every round an inspector visits a site; a violator acts at most once.

    In a round the violator (player 2) acts at one of the sites 1, …, n or waits, and at the same time the inspector
    (player 1) visits one site. If the violator acts at site i, the game ends: the violator gets i and the inspector
    loses i, or both get 0 if the inspector visits site i in this round. After the last round the game ends, and both
    get 0. Players recall their own moves, and see only that the game goes on. In the tree the inspector moves first,
    and the violator does not see this move.

    There are more than n^rounds sequences, but an equilibrium needs only few of them, and the value does not depend on
    the number of rounds. The value is −w, where w is the maximum of (m − 1) / (1/n + 1/(n − 1) + … + 1/(n − m + 1))
    over m = 1, …, n. The violator gets w by acting in the first round, at one of the m best sites i with probabilities
    proportional to 1/i. The inspector loses at most w by choosing one site i > w at random, with probability 1 − w/i,
    and visiting it in all rounds. (Inspection games go back to Dresher 1962, who limits the number of inspections; the
    sites are our own.)

    Parameters
    ----------
    sites : int
        Number n of sites, at least 1.
    rounds : int
        Number of rounds, at least 1.

    >>> inspection()
    <Game 'inspection, 3 sites, 2 rounds': 2 players, 61 nodes>
    """
    return expand(
        inspection_state(sites, rounds), f"inspection, {sites} sites, {rounds} rounds", ("Inspector", "Violator")
    )
