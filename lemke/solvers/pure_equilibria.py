"""The pure equilibria of a game, one for every outcome: a search for moves on the path, then for threats off the path.

An outcome is given by the moves at the information sets that are reached.

Player 1's moves off the path deter only player 2 from deviating, and player 2's moves deter only player 1. So the two
threats are independent, and each is searched for separately.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from gmpy2 import mpq

from lemke.certificate import Judge, PureEquilibria, PureEquilibrium
from lemke.certificate.equilibrium_sets import EnumerationStop
from lemke.errors import LimitError
from lemke.game import Game
from lemke.game.recall import Sequences
from lemke.game.strategy import realization_plan
from lemke.ground import limits
from lemke.ground.sparse import Vector
from lemke.solvers.equilibrium_sets import judged_profile
from lemke.solvers.pure_replies import DecidedMoves, Replies


def pure_equilibria(game: Game, first: int | None = None) -> PureEquilibria:
    """Return a pure equilibrium for every outcome that has one, at most ``first``.

    After a limit or Ctrl-C, return those found so far, and the reason.

    Raises InputError, GameError, RecallError unless the game has two players with perfect recall; NotProvedError if
    the judge does not confirm an equilibrium.

    >>> import lemke
    >>> answer = pure_equilibria(lemke.example("beer_quiche"))
    >>> [tuple(map(str, equilibrium.payoffs)) for equilibrium in answer.equilibria]
    [('29/10', '0'), ('21/10', '0')]
    """
    judge = Judge.of(game)
    equilibria: list[PureEquilibrium] = []
    stopped: EnumerationStop
    reason = ""
    try:
        for equilibrium in islice(_equilibria(judge, Replies(judge)), first):
            equilibria.append(equilibrium)
        stopped = "first" if len(equilibria) == first else "done"
    except LimitError as error:
        stopped, reason = "limit", str(error)
    except KeyboardInterrupt:
        stopped, reason = "interrupt", "interrupted"
    return PureEquilibria(game, tuple(equilibria), stopped, reason)


def _equilibria(judge: Judge, replies: Replies) -> Iterator[PureEquilibrium]:
    """Yield the equilibria. A branch of the search, ``path``, has decided the moves at some sets that are reached."""
    stack: list[DecidedMoves] = [{}]
    while stack:
        limits.report(lambda: f"{len(stack)} open branches")
        path = stack.pop()
        if any(replies.gains(player, path) for player in (0, 1)):
            continue
        information_set = replies.first_met((0, 1), path, path)
        if information_set is not None:
            stack.extend(path | {information_set: move} for move in reversed(replies.moves[information_set]))
            continue
        moves_2 = _threat(replies, 0, path)
        moves_1 = None if moves_2 is None else _threat(replies, 1, path)
        if moves_1 is not None and moves_2 is not None:
            plans = _plan(judge.sequences[0], moves_1), _plan(judge.sequences[1], moves_2)
            payoffs = replies.highest(0, path)[0], replies.highest(1, path)[0]
            yield PureEquilibrium(payoffs, judged_profile(judge, payoffs, plans), frozenset(path))


def _threat(replies: Replies, player: int, path: DecidedMoves) -> DecidedMoves | None:
    """Return moves of the opponent at all sets, also on the path, against which the player gains nothing by deviating.

    Return None if there are no such moves. At an undecided set the most punishing move is tried. If the player still
    gains, the search branches at the first undecided set that the deviation meets.
    """
    payoff = replies.highest(player, path)[0]
    stack = [path]
    while stack:
        moves = stack.pop()
        values, _ = replies.reply(player, moves)
        if values[0] > payoff:
            continue
        threat = replies.punishing(player, moves, values)
        values, deviation = replies.reply(player, threat)
        if values[0] <= payoff:
            return threat
        information_set = replies.first_met((1 - player,), threat | deviation, moves)
        assert information_set is not None, "if a deviation met only decided moves, the first reply would gain"
        punishing_move = threat[information_set]
        # the punishing move, for which the key is True, is last on the stack and so comes first
        branch_moves = sorted(replies.moves[information_set], key=punishing_move.__eq__)
        stack += [moves | {information_set: move} for move in branch_moves]
    return None


def _plan(sequences: Sequences, moves: DecidedMoves) -> Vector:
    """Return the realization plan that makes these moves."""
    strategy = tuple(
        tuple([mpq(move == moves[information_set]) for move in range(len(sequences.moves(h)))])
        for h, information_set in enumerate(sequences.sets)
    )
    return realization_plan(sequences, strategy)
