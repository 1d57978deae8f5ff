"""How best responses make a restricted game grow."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from gmpy2 import mpq

from lemke.solvers.double_oracle.iteration import Expansion
from lemke.solvers.double_oracle.responses import Moves, Response, best_response
from lemke.solvers.double_oracle.restricted import RestrictedGame
from lemke.solvers.double_oracle.strategies import PartialStrategy


def responses(game: RestrictedGame, strategies: tuple[PartialStrategy, PartialStrategy]) -> tuple[Response, Response]:
    """Return both players' best responses in the whole game to the other's strategy."""
    one, two = (
        best_response(game.root, game.aim(player), strategies[1 - player], _likely(game, player), game.progress)
        for player in (0, 1)
    )
    return one, two


def grow(game: RestrictedGame, found: Sequence[Response], gains: Sequence[mpq], expand: Expansion) -> bool:
    """Add the moves of best responses: of both players, or of the one who gains more and, if none is new, the other.

    Return whether one is new.
    """
    grown = False
    for player in sorted((0, 1), key=lambda player: -gains[player]):
        grown |= _allowed(game, player, found[player].moves)
        if grown and expand == "larger":
            break
    return grown


def _allowed(game: RestrictedGame, player: int, moves: Moves) -> bool:
    """Add moves from the first ones on, as far as the restricted game comes; return whether one is new.

    Where the opponent's sequences do not lead to an information set of the player, the moves there have to wait.
    """
    new = False
    pending = list(moves)
    while pending:
        key, place, below = pending.pop()
        if key in game.sets[player]:
            new |= game.allow(player, key, place)
            pending += below
    return new


def _likely(game: RestrictedGame, player: int) -> Callable[[Hashable], Sequence[int]]:
    """Return what a player's restricted game allows at an information state: where best responses look first."""
    sets = game.sets[player]
    return lambda key: list(sets[key].allowed) if key in sets else []
