"""Pure strategies of a player as a document, which is written while they are generated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeAlias

from gmpy2 import mpz

from lemke.errors import one_line
from lemke.game import Game
from lemke.game.pure_strategies.enumeration import PureStrategies
from lemke.game.pure_strategies.slots import STAR, Strategy
from lemke.game.strategy import identity, named_sets
from lemke.game.tree import unique_names
from lemke.ground.document import Document, Format

STRATEGIES = Format(
    "lemke-strategies/1",
    """
game | a game |
player, reduced | whole; true, false | as asked for
information_sets | list | each information set, and the list of its `actions`; in breadth-first order
strategies | list, null | those that were asked for; null with `--count`
- number | whole, as text |
- moves | list | an action for each of `information_sets`, in that order; null where a reduced strategy does not lead
count | whole, as text | how many there are; it comes last
""",
)

Asked: TypeAlias = Literal["all", "count", "strategy", "number"]
"""What is asked for: all strategies, how many there are, one of them, or its number."""


def strategies_document(
    game: Game, strategies: PureStrategies, asked: Asked = "all", place: int | mpz = 0, count: mpz | None = None
) -> Document:
    """Return the strategies of a player; in JSON one is there with its number, whichever of the two is asked for.

    Parameters
    ----------
    game : Game
    strategies : PureStrategies
    asked : ``"all"``, ``"count"``, ``"strategy"`` or ``"number"``
    place : int
        The number of one strategy, from 0.
    count : mpz | None
        How many there are; None for as many as are listed.
    """

    def lines() -> Iterator[str]:
        if asked == "all":
            names = (f"{slot.number} {slot.label}".rstrip() for slot in strategies.information_sets)
            yield f"information sets: {', '.join(map(one_line, names)) or 'none'}"
            for number, strategy in enumerate(strategies, 1):
                yield f"{number}  {strategies.text(strategy)}".rstrip()
        elif asked == "strategy":
            yield strategies.text(strategies.nth(place))
        else:
            yield str(count if asked == "count" else place + 1)

    actions = [unique_names(information_set.actions) for information_set in strategies.information_sets]
    listed = 0

    def numbered() -> Iterator[dict[str, Any]]:
        nonlocal listed
        of_all: Iterable[tuple[int | mpz, Strategy]] = enumerate(strategies)
        for number, strategy in of_all if asked == "all" else [(place, strategies.nth(place))]:
            listed += 1
            moves = (None if move == STAR else names[move] for names, move in zip(actions, strategy, strict=True))
            yield {"number": mpz(number + 1), "moves": list(moves)}

    def members() -> Iterator[tuple[str, object]]:
        sets = {h: names | {"actions": actions[h]} for h, _, names in named_sets(game, strategies.player)}
        yield "game", identity(game)
        yield "player", strategies.player + 1
        yield "reduced", strategies.reduced
        yield "information_sets", (sets[h] for h in range(len(strategies.sets)))
        yield "strategies", None if asked == "count" else numbered()
        yield "count", mpz(listed) if count is None else count

    return Document(lines, STRATEGIES, members)
