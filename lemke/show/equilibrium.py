"""An equilibrium for people."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from gmpy2 import mpq

from lemke.certificate import EpsilonEquilibrium, Equilibrium
from lemke.certificate.verdict import regrets_table
from lemke.errors import one_line
from lemke.game.recall import histories
from lemke.game.tree import unique_names
from lemke.ground.rational import decimal, short, text
from lemke.ground.tables import columns
from lemke.ground.words import player_name

FILLED = "off the path; filled in"
UNREACHED = "off the path"


def equilibrium_text(equilibrium: Equilibrium) -> str:
    """Return payoffs, then each information set with its moves' probabilities, exact and approximate.

    Sets that are off the path are marked: not reached by the player's own plan (moves filled in), or by the profile.
    """
    game = equilibrium.game
    rows = [
        [player_name(game.players, player), text(payoff), _approximately(payoff)]
        for player, payoff in enumerate(equilibrium.payoffs)
    ]
    words = equilibrium.how.words()
    if equilibrium.refinement is not None:
        words.append(f"trembles up to {short(equilibrium.refinement.epsilon)}")
    return _page(equilibrium, ["Payoffs", *columns(rows)], f"Proved exactly; {', '.join(words)}.")


def epsilon_equilibrium_text(found: EpsilonEquilibrium) -> str:
    """Return the same of a profile that is none, with the bounds of the value and the regrets that are proved of it."""
    lines = []
    if found.interval is not None:
        lower, upper = found.interval
        named = (("at least", lower), ("at most", upper), ("gap", upper - lower))
        lines += ["Value of the game, for player 1"]
        lines += [*columns([[name, text(bound), _approximately(bound)] for name, bound in named]), ""]
    lines += regrets_table(found.game, found.report).lines()
    growth = ", ".join(["method double-oracle", *found.growth.words()])
    return _page(found, lines, f"No equilibrium yet: {found.reason}. Proved exactly; {growth}.")


def _page(found: Equilibrium | EpsilonEquilibrium, summary: list[str], end: str) -> str:
    """Return the title, a summary, the strategies of both players and a last line."""
    game = found.game
    lines = [one_line(game.title)] if game.title else []
    lines += summary
    marks = _marks(found)
    for player, sets in enumerate(game.preorder_sets()):
        position = {index: h for h, index in enumerate(game.sets_of(player))}
        lines += ["", player_name(game.players, player)]
        rows: list[list[str]] = []
        for index in sets:
            each = game.information_sets[index]
            probabilities = found.profile.behavior[player][position[index]]
            for k, (name, probability) in enumerate(zip(unique_names(each.actions), probabilities, strict=True)):
                heading = [str(each.number), one_line(each.label)] if k == 0 else ["", ""]
                heading = [] if game.strategic else heading
                mark = [marks[index]] if k == 0 and index in marks else []
                rows.append([*heading, one_line(name), text(probability), _approximately(probability), *mark])
        lines += columns(rows) if rows else ["  never moves"]
    return "\n".join([*lines, "", end]) + "\n"


def _marks(found: Equilibrium | EpsilonEquilibrium) -> dict[int, str]:
    """Return a mark for every information set of a player that the profile does not reach."""
    return dict(_unreached(found)) | {
        index: FILLED
        for player in (0, 1)
        for h, index in enumerate(found.game.sets_of(player))
        if h in found.profile.filled[player]
    }


def _unreached(found: Equilibrium | EpsilonEquilibrium) -> Iterator[tuple[int, str]]:
    game = found.game
    behind = histories(game)
    reached = (behind.chance != 0).astype(bool)
    for player, plan in enumerate(found.plans):
        reached &= (plan[behind.last_move[player]] != 0).astype(bool)
    live = set(np.unique(game.information_set[reached]).tolist())
    for index in range(len(game.information_sets)):
        if index not in live:
            yield index, UNREACHED


def _approximately(value: mpq) -> str:
    """Return a decimal for a fraction; nothing for an integer, which is as easy to read."""
    return "" if value.denominator == 1 else decimal(value)
