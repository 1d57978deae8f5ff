"""An equilibrium, a verdict and the outcome of an LCP for people."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from gmpy2 import mpq

from lemke.certificate import Equilibrium, Report
from lemke.errors import one_line
from lemke.game import Game
from lemke.game.tree import count, unique_names
from lemke.lcp import LCP, Ray, Solution
from lemke.rational import decimal, text
from lemke.recall import histories
from lemke.views.table import columns, player_name

FILLED = "off the path; filled in"
UNREACHED = "off the path"


def equilibrium_text(equilibrium: Equilibrium) -> str:
    """Return payoffs, then each information set with its moves' probabilities, exact and approximate.

    Sets that are off the path are marked: not reached by the player's own plan (moves filled in), or by the profile.
    """
    game = equilibrium.game
    lines = [one_line(game.title)] if game.title else []
    lines += ["Payoffs", *_payoffs(game, equilibrium)]
    marks = _marks(equilibrium)
    for player, sets in enumerate(game.preorder_sets()):
        position = {index: h for h, index in enumerate(game.sets_of(player))}
        lines += ["", player_name(game.players, player)]
        rows: list[list[str]] = []
        for index in sets:
            each = game.information_sets[index]
            probabilities = equilibrium.profile.behavior[player][position[index]]
            for k, (name, probability) in enumerate(zip(unique_names(each.actions), probabilities, strict=True)):
                heading = [str(each.number), one_line(each.label)] if k == 0 else ["", ""]
                heading = [] if game.strategic else heading
                mark = [marks[index]] if k == 0 and index in marks else []
                rows.append([*heading, one_line(name), text(probability), _approximately(probability), *mark])
        lines += columns(rows) if rows else ["  never moves"]
    found = [f"method {equilibrium.method}", f"kernel {equilibrium.kernel}", count(equilibrium.pivots, "pivot")]
    if equilibrium.prior not in (None, "centroid"):
        found.append(f"prior {equilibrium.prior}")
    if equilibrium.tries > 1:
        found.append(f"{equilibrium.tries} tries")
    if equilibrium.label is not None:
        found.append(f"label {equilibrium.label + 1}")
    if equilibrium.seed is not None:
        found.append(f"seed {equilibrium.seed}")
    lines += ["", f"Proved exactly; {', '.join(found)}."]
    return "\n".join(lines) + "\n"


def report_text(game: Game, report: Report, objections: list[str]) -> str:
    """Return a verdict: exact payoffs, best response values and regrets, then whether the claim holds."""
    rows = [["", "payoff", "best response", "regret"]]
    for player in (0, 1):
        values = (report.payoffs[player], report.best_values[player], report.regrets[player])
        rows.append([player_name(game.players, player), *map(text, values)])
    verdict = "An equilibrium: both regrets are exactly 0."
    if not report.is_equilibrium:
        worst = max(report.regrets)
        verdict = f"Not an equilibrium: the largest regret is {text(worst)}, about {decimal(worst)}."
    return "\n".join([*columns(rows, indent=""), verdict, *(f"Not true: {each}." for each in objections)]) + "\n"


def lcp_text(problem: LCP, outcome: Solution | Ray, kernel: str) -> str:
    """Return a solution, or the ray on which the path ended."""
    pivots = count(outcome.pivots, "pivot")
    if isinstance(outcome, Solution):
        rows = [["", "z", "w"]]
        rows += [[str(i), text(z), text(w)] for i, (z, w) in enumerate(zip(outcome.z, outcome.w, strict=True), 1)]
        verdict = f"Solved and proved; kernel {kernel}, {pivots}."
    else:
        rows = [["", "z", "direction"]]
        pairs = zip([*outcome.z, outcome.z0], [*outcome.direction, outcome.direction_z0], strict=True)
        names = [*map(str, range(1, problem.size + 1)), "z0"]
        rows += [[name, text(z), text(step)] for name, (z, step) in zip(names, pairs, strict=True)]
        verdict = f"No solution found: the path ended in a ray; kernel {kernel}, {pivots}."
    return "\n".join([*columns(rows, indent=""), verdict]) + "\n"


def _payoffs(game: Game, equilibrium: Equilibrium) -> list[str]:
    return columns(
        [
            [player_name(game.players, player), text(payoff), _approximately(payoff)]
            for player, payoff in enumerate(equilibrium.payoffs)
        ]
    )


def _marks(equilibrium: Equilibrium) -> dict[int, str]:
    """Return a mark for every information set of a player that the profile does not reach."""
    return dict(_unreached(equilibrium)) | {
        index: FILLED
        for player in (0, 1)
        for h, index in enumerate(equilibrium.game.sets_of(player))
        if h in equilibrium.profile.filled[player]
    }


def _unreached(equilibrium: Equilibrium) -> Iterator[tuple[int, str]]:
    game = equilibrium.game
    behind = histories(game)
    reached = (behind.chance != 0).astype(bool)
    for player, plan in enumerate(equilibrium.plans):
        reached &= (plan[behind.last_move[player]] != 0).astype(bool)
    live = set(np.unique(game.information_set[reached]).tolist())
    for index in range(len(game.information_sets)):
        if index not in live:
            yield index, UNREACHED


def _approximately(value: mpq) -> str:
    """Return a decimal for a fraction; nothing for an integer, which is as easy to read."""
    return "" if value.denominator == 1 else decimal(value)
