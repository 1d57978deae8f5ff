"""What proves the verdict: payoffs and regrets, where something is lost, realization plans and values."""

from __future__ import annotations

from dataclasses import dataclass

from gmpy2 import mpq

from lemke.certificate import Equilibrium
from lemke.errors import one_line
from lemke.game import InformationSet
from lemke.game.strategy.documents import origin_lines
from lemke.game.tree import unique_names
from lemke.ground.rational import short
from lemke.ground.sparse import Vector
from lemke.ground.words import count, player_name
from lemke.show.web_page.numbers import ASIDE, Number, number
from lemke.show.web_page.strategies import SETS, anchor
from lemke.show.web_page.subject import Subject

LOSING = 50
"""Information sets that are listed where something is lost."""
SHORT = 40
"""Characters of a regret that is told in full."""
ROWS = 1000
"""Rows of a table of sequences or values; of a longer one nothing is shown."""


@dataclass(frozen=True)
class Verdict:
    """The verdict in words, ``title`` in few; ``tone`` is good, bad, or neutral where stated regrets are true."""

    title: str
    sentence: str
    equilibrium: bool
    tone: str
    remarks: tuple[str, ...]


@dataclass(frozen=True)
class Regret:
    """A player's row in the table of regrets."""

    player: str
    payoff: Number
    best: Number
    regret: Number


@dataclass(frozen=True)
class Loss:
    """An information set where something is lost, or would be if the player got there; ``anchor`` if it is shown."""

    player: str
    set: str
    anchor: str
    best: str
    loss: Number
    regret: Number


@dataclass(frozen=True)
class Regrets:
    """Regrets of both players, and by information set; ``left_out`` counts the sets that are not listed."""

    players: tuple[Regret, ...]
    measures: tuple[tuple[str, Number], ...]
    losses: tuple[Loss, ...]
    left_out: str


@dataclass(frozen=True)
class Row:
    """A name and a number."""

    name: str
    value: Number


@dataclass(frozen=True)
class PlanView:
    """A player's realization plan and the values of the information sets; empty where they are ``too_long``."""

    player: str
    plan: tuple[Row, ...]
    values: tuple[Row, ...]
    sizes: str
    too_long: bool


def verdict(subject: Subject) -> Verdict:
    """Return the verdict on a profile and on what else is claimed of it."""
    judged = subject.verdict
    # what fails comes before what holds
    remarks = sorted(map(one_line, judged.remarks()), key=lambda remark: remark.startswith("It is "))
    remarks += origin_lines(judged.claim.profile) if subject.equilibrium is None else []
    is_equilibrium = judged.report.is_equilibrium
    title = "an equilibrium, proved" if is_equilibrium else "not an equilibrium"
    sentence = judged.sentence(SHORT, "An equilibrium, proved")
    if is_equilibrium and not judged.holds:
        title, failing, *rest = "not all that is claimed holds", *remarks
        sentence, remarks = failing, [sentence, *rest]
    elif not is_equilibrium and judged.holds:
        title = "not an equilibrium, as stated"
    tone = ("good" if is_equilibrium else "neutral") if judged.holds else "bad"
    return Verdict(title, sentence, is_equilibrium, tone, tuple(remarks))


def regrets(subject: Subject) -> Regrets:
    """Return payoffs, values of best responses and regrets, and the sets where they come from."""
    report, game = subject.verdict.report, subject.verdict.game
    names = [player_name(game.players, player) for player in (0, 1)]
    rows = zip(names, report.payoffs, report.best_values, report.regrets, strict=True)
    measures = [("NashConv, the sum of both regrets", report.nash_conv)]
    if report.exploitability is not None:
        measures.append(("Exploitability, half of that", report.exploitability))
    measures.append(("Largest counterfactual regret", report.max_counterfactual_regret))
    found: list[tuple[mpq, mpq, Loss]] = []
    for name, deviation, order in zip(names, report.deviations, game.preorder_sets(), strict=True):
        own = deviation.sequences
        places = {index: k for k, index in enumerate(order[:SETS], 1)}
        for h, each in enumerate(own.information_sets):
            loss, regret = deviation.losses[h], deviation.counterfactual_regrets[h]
            if loss or regret:
                best = one_line(unique_names(each.actions)[deviation.response.moves[h]])
                place = places.get(own.sets[h])
                link = "" if place is None else anchor(own.player, place)
                found.append(
                    (loss, regret, Loss(name, _set(each), link, best, number(loss, ASIDE), number(regret, ASIDE)))
                )
    found.sort(key=lambda each: (-each[0], -each[1]))
    left = len(found) - LOSING
    return Regrets(
        tuple(Regret(name, *map(number, values)) for name, *values in rows),
        tuple((name, number(value)) for name, value in measures),
        tuple(each for *_, each in found[:LOSING]),
        count(left, "more information set") if left > 0 else "",
    )


def plans(subject: Subject) -> tuple[PlanView, ...]:
    """Return x, u of player 1 and y, v of player 2; of a given profile the values are those of best responses."""
    found = []
    for player, deviation in enumerate(subject.verdict.report.deviations):
        own = deviation.sequences
        plan, dual = deviation.plan, deviation.response.dual
        if subject.equilibrium is not None:
            plan, dual = subject.equilibrium.plans[player], subject.equilibrium.duals[player]
        sizes = f"{count(len(plan), 'sequence')}, {count(len(own.sets), 'information set')}"
        name = player_name(subject.verdict.game.players, player)
        if len(plan) > ROWS:
            found.append(PlanView(name, (), (), sizes, True))
            continue
        sets = map(_set, own.information_sets)
        rows = _rows(list(map(one_line, own.names())), plan)
        found.append(PlanView(name, rows, _rows(["the game", *sets], dual), sizes, False))
    return tuple(found)


def _rows(names: list[str], values: Vector) -> tuple[Row, ...]:
    return tuple(Row(name, number(value)) for name, value in zip(names, values, strict=True))


def _set(each: InformationSet) -> str:
    return f"{each.number} {one_line(each.label)}".rstrip()


def found_by(equilibrium: Equilibrium) -> list[tuple[str, str]]:
    """Return how an equilibrium was found, in names and texts."""
    rows = equilibrium.how.rows()
    if equilibrium.refinement is not None:
        rows.append(("trembles up to", short(equilibrium.refinement.epsilon)))
    return [*rows, ("longest number", count(equilibrium.how.bits, "bit"))]
