"""What a node is worth if its player takes the default action from there on, and the opponent answers best."""

from __future__ import annotations

from dataclasses import dataclass, field

from gmpy2 import mpq

from lemke.game import CHANCE
from lemke.game.implicit import State
from lemke.game.implicit.progress import Progress
from lemke.game.implicit.state import available, draws, mover
from lemke.ground.rational import ONE, ZERO
from lemke.solvers.double_oracle.aims import Aim, Payoffs
from lemke.solvers.double_oracle.strategies import DEFAULT


@dataclass(slots=True)
class _Frame:
    """A node whose value is being computed: the expectation of the values below, or the best of them.

    Of the latter no more are needed once one is as good as any below the node can be (``most``).
    """

    children: list[tuple[State, mpq]]
    expected: bool
    most: mpq | None = None
    values: list[Payoffs] = field(default_factory=list)

    def done(self, responder: int) -> bool:
        if len(self.values) == len(self.children):
            return True
        return self.most is not None and bool(self.values) and self.values[-1][responder] >= self.most

    def value(self, responder: int) -> Payoffs:
        if not self.expected:
            return max(self.values, key=lambda payoffs: payoffs[responder])
        one = two = ZERO
        for (_, weight), payoffs in zip(self.children, self.values, strict=True):
            one += weight * payoffs[0]
            two += weight * payoffs[1]
        return one, two


def secured(state: State, aim: Aim, progress: Progress) -> Payoffs:
    """Return the payoffs if a player plays by default below a state and the other one answers best.

    The answer may depend on everything, so that it is at least as good as any that the opponent can give: its payoff is
    an upper bound, and the player's in a zero-sum game a lower one.

    Parameters
    ----------
    state : State
    aim : Aim
        Of the one who answers.
    progress : Progress
        Told of the states that are visited.
    """
    responder = aim.player
    stack = [_Frame([(state, ONE)], True)]
    while True:
        top = stack[-1]
        if top.done(responder):
            stack.pop()
            value = top.value(responder)
            if not stack:
                return value
            stack[-1].values.append(value)
            continue
        progress.add(1)
        below = top.children[len(top.values)][0]
        if below.is_terminal():
            top.values.append(aim.payoffs(below))
        elif (player := mover(below)) == CHANCE:
            stack.append(_Frame([(below.child(action), p) for action, p in draws(below) if p], True))
        elif player == responder:
            children = [(below.child(action), ONE) for action in available(below)]
            stack.append(_Frame(children, False, aim.most([(below, ONE)])))
        else:
            stack.append(_Frame([(below.child(available(below)[DEFAULT]), ONE)], True))
