"""The double oracle of general-sum games: the same growth, with Lemke's algorithm on the restricted games.

Nothing bounds what a restricted equilibrium leaves out, so this is a heuristic in how it gets to an equilibrium, and in
which; not in what it says of it. A temporary leaf is worth to both players what they get if its player takes the
default action from there on and the other one answers best for itself. That is an upper bound for the other one, and
none at all for its player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gmpy2 import mpq

from lemke.game import CHANCE
from lemke.game.implicit import State
from lemke.game.implicit.state import draws, mover
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import Vector
from lemke.solvers import sequence_lcp
from lemke.solvers.double_oracle.growth import grow, responses
from lemke.solvers.double_oracle.iteration import Expansion, GeneralIteration, check_expansion
from lemke.solvers.double_oracle.restricted import RestrictedGame
from lemke.solvers.double_oracle.strategies import DEFAULT, PartialStrategy
from lemke.solvers.priors import Start


def general_iterations(root: State, expand: Expansion = "both") -> Iterator[GeneralIteration[PartialStrategy]]:
    """Grow a restricted game until its equilibrium is one of the whole game; yield what is known after every round.

    In every round Lemke's algorithm solves the restricted game exactly, and both players' best responses in the whole
    game are added to it. If these have nothing new though somebody gains, the equilibrium leads to temporary leaves:
    otherwise it would pay what the restricted game says, and no response inside that game pays more. The default
    actions there are added then. So every round but the last adds a sequence, and the last has the gap 0.

    The equilibrium need not be the one that Lemke's algorithm finds on the whole game.

    Parameters
    ----------
    root : State
        Of a game of two players with perfect recall.
    expand : ``"both"`` or ``"larger"``

    Raises
    ------
    InputError, PlayersError, RecallError, InformationSetError, ProbabilityError, OutcomeError, NumberError
        For what is no such game, as soon as that shows; an unknown expansion.
    NotProvedError
        If no kernel could solve a restricted game.
    LimitError
        If a limit is reached; what was yielded before remains true.

    >>> from lemke.generators import kuhn_state
    >>> *_, last = general_iterations(kuhn_state(3, "1/20"))
    >>> last.sizes, last.payoffs, last.regrets
    ((11, 10), (mpq(-23,210), mpq(-7,360)), (mpq(0,1), mpq(0,1)))
    """
    check_expansion(expand)
    game = RestrictedGame(root, False)
    last: tuple[PartialStrategy, PartialStrategy] = PartialStrategy({}), PartialStrategy({})
    step: GeneralIteration[PartialStrategy] | None = None
    while step is None or step.gap:
        form, own = game.form()
        plans = sequence_lcp.solve(form, Start(game.prior(last))).plans
        last = game.strategy(0, plans[0], own[0]), game.strategy(1, plans[1], own[1])
        found = responses(game, last)
        payoffs = expected(game, last)
        regrets = found[0].value - payoffs[0], found[1].value - payoffs[1]
        step = GeneralIteration.after(step, (game.sizes[0], game.sizes[1]), payoffs, regrets, last)
        yield step
        if step.gap and not grow(game, found, regrets, expand):
            _settle(game, plans, own)


def expected(game: RestrictedGame, strategies: Sequence[PartialStrategy]) -> tuple[mpq, mpq]:
    """Return what strategies get in the whole game."""
    totals = [ZERO, ZERO]
    pending = [(game.root, ONE)]
    while pending:
        game.progress.add(1)
        state, weight = pending.pop()
        if state.is_terminal():
            for player, payoff in enumerate(game.payoffs(state)):
                totals[player] += weight * payoff
        elif (player := mover(state)) == CHANCE:
            pending += [(state.child(action), weight * p) for action, p in draws(state) if p]
        else:
            pending += [(child, weight * share) for child, share in strategies[player].followed(state)]
    return totals[0], totals[1]


def _settle(game: RestrictedGame, plans: tuple[Vector, Vector], own: tuple[list[int], list[int]]) -> None:
    """Add the default actions at the temporary leaves that plans lead to."""
    reach = [dict(zip(numbers, plan.tolist(), strict=True)) for numbers, plan in zip(own, plans, strict=True)]
    reached = [
        (player, each.key)
        for player, each in game.temporary()
        if any(reach[0][one] and reach[1][two] for _, (one, two), _ in each.nodes)
    ]
    assert reached
    for player, key in reached:
        game.allow(player, key, DEFAULT)
