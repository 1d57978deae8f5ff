"""Explorations as text."""

from __future__ import annotations

from collections.abc import Iterator

from lemke.certificate.exploration import Exploration, Reached
from lemke.errors import one_line
from lemke.game.tree import move_names
from lemke.ground.rational import decimal, short
from lemke.ground.tables import columns
from lemke.ground.words import count

SHOWN = 5
"""Failures that are listed."""
WIDE = 110
"""Characters of a line; where one is wider the moves are not listed."""


def exploration_text(exploration: Exploration) -> str:
    """Return a table of the different equilibria, what is played in each, and what went wrong."""
    lines = [one_line(exploration.game.title)] if exploration.game.title else []
    lines += [_counts(exploration)]
    if exploration.equilibria:
        lines += ["", *columns(list(_rows(exploration)), right=frozenset([0, 1, 2, 3, 4, 6, 7]))]
        lines += _played(exploration)
    lines += _failures(exploration)
    if exploration.stopped != "done":
        lines += ["", f"Not all starts: {exploration.reason}."]
    return "\n".join(lines).rstrip() + "\n"


def _counts(exploration: Exploration) -> str:
    starts, wanted, seed = exploration.starts, exploration.wanted, exploration.seed
    noun = "equilibrium" if len(exploration.equilibria) == 1 else "different equilibria"
    priors = (
        f"random priors (seeds {seed} to {seed + wanted - 1})" if exploration.priors == "random" else "given priors"
    )
    done = count(starts, "start") if exploration.stopped == "done" else f"{starts} of {wanted} starts"
    return f"{len(exploration.equilibria)} {noun} from {done} with {priors}"


def _rows(exploration: Exploration) -> Iterator[list[str]]:
    yield ["", "share", "starts", "payoff 1", "payoff 2", "normal-form perfect", "pivots", exploration.columns[-1]]
    for number, reached in enumerate(exploration.equilibria, 1):
        perfect = f"proved by {reached.proofs}" if reached.witness is not None else "not proved"
        share = f"{decimal(100 * reached.share, 3)} %"
        payoffs = map(short, reached.equilibrium.payoffs)
        least, mean, most = reached.pivots
        pivots = str(least) if least == most else f"{least} to {most}, mean {decimal(mean, 3)}"
        first = exploration.offset + reached.first
        yield [str(number), share, str(reached.count), *payoffs, perfect, pivots, str(first)]


def _played(exploration: Exploration) -> list[str]:
    """Return lines with the moves of every equilibrium; none where they would be long."""
    lines = ["", "What is played (a star: off the path, filled in)"]
    for number, reached in enumerate(exploration.equilibria, 1):
        for player in (0, 1):
            sets = " | ".join(_moves(exploration, reached, player))
            lines.append(f"  {number if player == 0 else ' '}  player {player + 1}: {sets}")
    return lines if max(map(len, lines)) <= WIDE else []


def _moves(exploration: Exploration, reached: Reached, player: int) -> Iterator[str]:
    profile = reached.equilibrium.profile
    for h, index in enumerate(exploration.game.sets_of(player)):
        names = move_names(exploration.game.information_sets[index].actions)
        probabilities = zip(names, profile.behavior[player][h], strict=True)
        moves = [f"{name} {short(share)}" if share != 1 else name for name, share in probabilities if share]
        yield ", ".join(moves) + ("*" if h in profile.filled[player] else "")


def _failures(exploration: Exploration) -> list[str]:
    failures = exploration.failures
    if not failures:
        return []
    lines = ["", f"{count(len(failures), 'start')} failed:"]
    lines += [f"  prior {failure.prior}: {one_line(failure.message)}" for failure in failures[:SHOWN]]
    more = len(failures) - SHOWN
    return [*lines, f"  and {more} more"] if more > 0 else lines
