"""Pure strategies of a player as JSON, ``"format": "lemke-strategies/1"``, written piece by piece.

One object: ``game`` (title, players, sha256 of the canonical form), ``player`` (from 1), ``reduced``,
``information_sets``, in breadth-first order, each with its ``index`` (from 1, in depth-first order, as in
certificates), ``number`` (in the game's file), ``label`` and ``actions``; ``strategies``, null where only their number
was asked for, else those that were asked for, each with its ``number`` (from 1) and its ``moves``, one per information
set in that order, null where a reduced strategy does not lead; and last ``count``, how many there are. Numbers of
strategies are text, since they may be very long. Actions have the names that they have in certificates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from gmpy2 import mpq, mpz

from lemke.game import Game
from lemke.game.pure_strategies import STAR, PureStrategies, Strategy
from lemke.game.tree import unique_names
from lemke.ground.rational import text
from lemke.io.equilibrium import identity, named_sets
from lemke.io.json_text import pieces

FORMAT = "lemke-strategies/1"


def dumps_pieces(
    game: Game,
    own: PureStrategies,
    numbered: Iterable[tuple[int | mpz, Strategy]] | None,
    count: mpz | None = None,
) -> Iterator[str]:
    """Yield the text of the object in pieces, while the strategies are generated.

    Parameters
    ----------
    game : Game
    own : PureStrategies
    numbered : iterable of (int, Strategy) | None
        The strategies with their numbers, from 0; None for their count alone.
    count : mpz | None
        How many there are; None for as many as are listed.
    """
    actions = [unique_names(each.actions) for each in own.information_sets]
    sets = {h: words | {"actions": actions[h]} for h, _, words in named_sets(game, own.player)}
    yield from pieces(_members(game, own, (sets[h] for h in range(len(own.sets))), actions, numbered, count))


def _members(
    game: Game,
    own: PureStrategies,
    sets: Iterator[dict[str, Any]],
    actions: Sequence[Sequence[str]],
    numbered: Iterable[tuple[int | mpz, Strategy]] | None,
    count: mpz | None,
) -> Iterator[tuple[str, object]]:
    listed = 0

    def strategies() -> Iterator[dict[str, Any]]:
        nonlocal listed
        for number, strategy in numbered or ():
            listed += 1
            moves = (None if move == STAR else names[move] for names, move in zip(actions, strategy, strict=True))
            yield {"number": text(mpq(number + 1)), "moves": list(moves)}

    yield "format", FORMAT
    yield "game", identity(game)
    yield "player", own.player + 1
    yield "reduced", own.reduced
    yield "information_sets", sets
    yield "strategies", None if numbered is None else strategies()
    yield "count", text(mpq(listed if count is None else count))
