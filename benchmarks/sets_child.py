"""Measure all equilibria of one game: ``python -m benchmarks.sets_child WAY FAMILY PARAMETERS LIMIT``.

WAY is ``sets``, ``strategies`` or ``ranges``, FAMILY one of :data:`lemke.generators.FAMILIES` or ``binary-tree``. The
figures are printed as JSON. At the limit a search for sets stops by itself and returns the sets found so far; the
signal SIGALRM ends a search by strategies.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from typing import Any

import lemke
from benchmarks.clock import best, peak_memory, timed
from benchmarks.lemke_calls import warm_up
from lemke import CHANCE, Game, GameBuilder, NormalForm
from lemke.certificate import EquilibriumRanges, EquilibriumSets, replay
from lemke.generators import FAMILIES
from lemke.io.enumeration import sets_in

SHARED = 0.7
"""How often a node shares its information set with others where the player has the same past."""
SPARE = 5.0
"""Seconds that a search which has reached its limit is given for its answer."""


def binary_tree(depth: int, seed: int) -> Game:
    """Return a game of 2 ** depth leaves: two moves at a node of player 1, of player 2 or, one in five, of chance."""
    source = random.Random(seed)
    builder = GameBuilder(title=f"binary tree of depth {depth}, seed {seed}")
    sets: dict[tuple[Any, ...], Any] = {}
    pending: list[tuple[Any, int, tuple[tuple[Any, ...], ...]]] = [(builder.root, depth, ((), ()))]
    while pending:
        node, left, past = pending.pop()
        if not left:
            builder.pay(node, source.randint(-100, 100), source.randint(-100, 100))
            continue
        mover = source.choice((0, 1, 0, 1, CHANCE))
        if mover == CHANCE:
            coin = builder.chance_set([""] * 2, ["1/2"] * 2)
            pending += [(child, left - 1, past) for child in builder.decide(node, coin)]
            continue
        key = (mover, past[mover], source.random() > SHARED and node)
        if key not in sets:
            sets[key] = builder.information_set(mover, [""] * 2)
        for move, child in enumerate(builder.decide(node, sets[key])):
            history = (*past[mover], (key[2], move))
            pending.append((child, left - 1, (history, past[1]) if mover == 0 else (past[0], history)))
    return builder.build()


MAKERS: dict[str, Callable[..., Any]] = {name: family.make for name, family in FAMILIES.items()}
MAKERS["binary-tree"] = binary_tree


def search(way: str, problem: Game | NormalForm, limit: float) -> Any:
    """Return all equilibria, or what is known of them at the limit."""
    if way == "strategies":
        return lemke.enumerate(problem, by="strategies")
    game = problem.tree() if isinstance(problem, NormalForm) else problem
    with lemke.limits(time=limit):
        return lemke.enumerate(game, by="sets") if way == "sets" else lemke.ranges(game)


def of_sets(answer: EquilibriumSets | EquilibriumRanges) -> dict[str, Any]:
    """Return the figures of sets: their proof, as a document, is checked from its text."""
    equilibria = answer.equilibria if isinstance(answer, EquilibriumRanges) else answer
    text = answer.to_json()
    replayed, seconds = timed(lambda: replay(answer.game, sets_in(text, answer.game)))
    payoffs = [tuple(payoff or ()) for payoff in equilibria.payoffs] if equilibria.sets else []
    return {
        "stopped": equilibria.stopped,
        "count": len(equilibria.sets),
        "steps": len(equilibria.steps),
        "open": equilibria.open_branches,
        "payoffs": [list(map(str, payoff)) for payoff in payoffs],
        "MB": len(text.encode()) / 1e6,
        "replay": seconds,
        "holds": not replayed.objection,
    }


def of_strategies(answer: Any) -> dict[str, Any]:
    """Return the figures of extreme equilibria."""
    payoffs = list(zip(*(extreme.payoffs for extreme in answer.equilibria), strict=True))
    ends = [[str(min(values)), str(max(values))] for values in payoffs]
    return {"stopped": "done", "count": len(answer.equilibria), "payoffs": ends}


def main(way: str, family: str, parameters: str, limit: str) -> None:
    """Print the figures in the last line."""
    warm_up()
    problem = MAKERS[family](**json.loads(parameters))
    spare = 0.0 if way == "strategies" else SPARE + float(limit)
    answer, seconds = best(lambda: search(way, problem, float(limit)), float(limit) + spare)
    memory = peak_memory()
    record = of_strategies(answer) if way == "strategies" else of_sets(answer)
    print(json.dumps({"seconds": seconds, "MiB": memory, **record}))


if __name__ == "__main__":
    main(*sys.argv[1:])
