"""Verdicts on profiles for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gmpy2 import mpq

from lemke.certificate import Claim, Report
from lemke.errors import one_line
from lemke.game import Game
from lemke.game.best_response import Deviation
from lemke.game.strategy import Profile
from lemke.game.tree import count, unique_names
from lemke.ground.rational import decimal, text
from lemke.show.table import columns, player_name

LONGEST = 100
"""Characters beyond which nobody reads a fraction: its decimal stands in, and the JSON format has all of it."""
SHOWN = 10
"""Information sets of a best response that are listed."""


def report_text(
    game: Game,
    report: Report,
    objections: Sequence[str],
    claim: Claim,
    refined: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """Return a verdict: exact payoffs, best response values and regrets, whether the claim holds, and who gains how.

    Parameters
    ----------
    objections : sequence of str
        What else is claimed and not true.
    refined : mapping, optional
        By name of a refinement, who gains where; none where it holds.
    """
    verdict = "An equilibrium: both regrets are exactly 0."
    if not report.is_equilibrium:
        worst = max(report.regrets)
        head = "As stated, not" if claim.regrets and not objections else "Not"
        about = f", about {decimal(worst)}" if _approximately(worst) else ""
        verdict = f"{head} an equilibrium: the largest regret is {_fraction(worst)}{about}."
    lines = [*report_rows(game, report), *_measures(report), ""]
    for deviation, regret in zip(report.deviations, report.regrets, strict=True):
        if regret:
            lines += [*_witness(game, deviation, regret), ""]
    lines += origin_lines(claim.profile)
    lines += [verdict, *(f"Not true: {each}." for each in objections)]
    for name, gains in (refined or {}).items():
        lines.append(f"Not {name}: {'; '.join(gains)}." if gains else f"It is {name}.")
    return "\n".join(lines) + "\n"


def report_rows(game: Game, report: Report) -> list[str]:
    """Return lines with exact payoffs, best response values and regrets."""
    rows = [["", "payoff", "best response", "regret"]]
    for player in (0, 1):
        values = (report.payoffs[player], report.best_values[player], report.regrets[player])
        rows.append([player_name(game.players, player), *map(_fraction, values)])
    return columns(rows, indent="")


def _measures(report: Report) -> list[str]:
    named = [("NashConv", report.nash_conv)]
    if report.exploitability is not None:
        named.append(("exploitability", report.exploitability))
    named.append(("largest counterfactual regret", report.max_counterfactual_regret))
    return columns([[name, _fraction(value), _approximately(value)] for name, value in named], indent="")


def _witness(game: Game, deviation: Deviation, regret: mpq) -> list[str]:
    """Return lines with a best response, sets where the most is lost first."""
    own = deviation.sequences
    losing = deviation.worst()
    listed = losing + sorted(set(deviation.plays) - set(losing))
    rows = [["set", "", "best move", "lost there", ""]]
    for h in listed[:SHOWN]:
        each, loss = own.information_sets[h], deviation.losses[h]
        move = unique_names(each.actions)[deviation.response.moves[h]]
        rows.append([str(each.number), each.label, move, _fraction(loss), _approximately(loss)])
    lines = [f"{player_name(game.players, own.player)} gains {_fraction(regret)} with a best response:", *columns(rows)]
    if len(listed) > SHOWN:
        lines.append(f"  ... and {count(len(listed) - SHOWN, 'more set')}, in the JSON format")
    return lines


def origin_lines(profile: Profile) -> list[str]:
    """Return lines that tell what it took to make a profile of what was given."""
    lines = []
    if filled := sum(map(len, profile.filled)):
        lines.append(f"Not stated, so all moves are equally likely: {count(filled, 'information set')}.")
    found = profile.normalization
    if found is not None and not found.sets:
        lines.append("All probabilities summed to 1 as they were.")
    elif found is not None:
        sets = count(found.sets, "information set")
        lines.append(
            f"Divided by their exact sums, which were not 1 at {sets}; farthest off at {one_line(found.place)}: "
            f"1 {'-' if found.largest < 0 else '+'} {_fraction(abs(found.largest))}."
        )
    return lines


def _fraction(value: mpq) -> str:
    """Return a fraction, or where it is long its decimal and length."""
    exactly = text(value)
    return exactly if len(exactly) <= LONGEST else f"about {decimal(value)}"


def _approximately(value: mpq) -> str:
    """Return a decimal for a fraction that is shown; nothing for an integer, which is as easy to read."""
    return "" if value.denominator == 1 or len(text(value)) > LONGEST else decimal(value)
