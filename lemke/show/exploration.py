"""What an exploration has found, for people."""

from __future__ import annotations

from collections.abc import Iterator

from lemke.certificate.exploration import Exploration, Reached
from lemke.errors import one_line
from lemke.game.tree import count, move_names
from lemke.ground.rational import decimal, short
from lemke.ground.tables import columns

SHOWN = 5
"""Failures that are told one by one."""
WIDE = 110
"""What is played is listed as long as no line gets wider."""


def exploration_text(found: Exploration) -> str:
    """Return a table of the different equilibria, what is played in each, and what went wrong."""
    lines = [one_line(found.game.title)] if found.game.title else []
    lines += [_counts(found)]
    if found.equilibria:
        lines += ["", *columns(list(_rows(found)), right=frozenset([0, 1, 2, 3, 4, 6, 7]))]
        lines += _played(found)
    lines += _failures(found)
    if found.stopped != "done":
        lines += ["", f"Not all starts: {found.reason}."]
    return "\n".join(lines).rstrip() + "\n"


def _counts(found: Exploration) -> str:
    noun = "equilibrium" if len(found.equilibria) == 1 else "different equilibria"
    last = found.seed + found.wanted - 1
    priors = f"random priors (seeds {found.seed} to {last})" if found.priors == "random" else "given priors"
    starts = count(found.starts, "start") if found.stopped == "done" else f"{found.starts} of {found.wanted} starts"
    return f"{len(found.equilibria)} {noun} from {starts} with {priors}"


def _rows(found: Exploration) -> Iterator[list[str]]:
    first = "first seed" if found.priors == "random" else "first prior"
    yield ["", "share", "starts", "payoff 1", "payoff 2", "normal-form perfect", "pivots", first]
    for number, each in enumerate(found.equilibria, 1):
        perfect = f"proved by {each.proofs}" if each.witness is not None else "not proved"
        share = f"{decimal(100 * each.share, 3)} %"
        payoffs = map(short, each.equilibrium.payoffs)
        yield [str(number), share, str(each.count), *payoffs, perfect, _pivots(each), str(found.offset + each.first)]


def _pivots(each: Reached) -> str:
    least, mean, most = each.pivots
    return str(least) if least == most else f"{least} to {most}, mean {decimal(mean, 3)}"


def _played(found: Exploration) -> list[str]:
    """Return lines that tell the moves of every equilibrium; none where they would be long."""
    lines = ["", "What is played (a star: off the path, filled in)"]
    for number, each in enumerate(found.equilibria, 1):
        for player in (0, 1):
            sets = " | ".join(_moves(found, each, player))
            lines.append(f"  {number if player == 0 else ' '}  player {player + 1}: {sets}")
    return lines if max(map(len, lines)) <= WIDE else []


def _moves(found: Exploration, each: Reached, player: int) -> Iterator[str]:
    profile = each.equilibrium.profile
    for h, index in enumerate(found.game.sets_of(player)):
        own = found.game.information_sets[index]
        pairs = zip(move_names(own.actions), profile.behavior[player][h], strict=True)
        moves = [f"{name} {short(share)}" if share != 1 else name for name, share in pairs if share]
        yield ", ".join(moves) + ("*" if h in profile.filled[player] else "")


def _failures(found: Exploration) -> list[str]:
    if not found.failures:
        return []
    lines = ["", f"{count(len(found.failures), 'start')} failed:"]
    lines += [f"  prior {each.prior}: {one_line(each.message)}" for each in found.failures[:SHOWN]]
    more = len(found.failures) - SHOWN
    return [*lines, f"  and {more} more"] if more > 0 else lines
