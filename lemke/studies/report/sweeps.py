"""The content of a page on a sweep: a slider chooses the piece of the parameter's interval."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.metadata import version

from lemke.certificate import Claim, Judge
from lemke.forms.facts import game_facts
from lemke.game.played import FILLED
from lemke.ground.rational import text
from lemke.ground.words import count
from lemke.show.web_page import File, Headline, Subject, View
from lemke.studies.parametric import Sweep, SweepPiece, value_text
from lemke.studies.report.profiles import VIEWS

SWEEP = "sweep.json"
OMITTED_FACTS = ("title", "SHA-256", "payoffs", "numbers", "nonzeros")
"""Facts about a game that depend on the parameter, or that the page shows elsewhere."""


def of_sweep(sweep: Sweep) -> Subject:
    """Return the content of a page on a sweep; every piece's equilibrium is judged again at a value in the piece."""
    game, name = sweep.game, sweep.game.functions.name
    views = [_view(sweep, piece, k) for k, piece in enumerate(sweep.pieces[:VIEWS], 1)]
    facts = [row for row in game_facts(game.structure).rows() if row[0] not in OMITTED_FACTS]
    facts += [("parameter", f"{name} in {sweep.interval}")]
    if sweep.samples:
        facts += [("equilibria searched for", f"at {name} = {', '.join(map(text, sweep.samples))}")]
    about = "The game and the pieces, with every expression in full."
    hidden = len(sweep.pieces) - len(views)
    return Subject(
        game=game.structure,
        headline=_headline(sweep),
        views=views,
        facts=facts,
        digest="",
        files=(File(SWEEP, "application/json", sweep.to_json(), about),),
        version=version("lemke"),
        noun="piece",
        left_out=f"{hidden} more of them, in the file {SWEEP} below" if hidden > 0 else "",
    )


def _headline(sweep: Sweep) -> Headline:
    name = sweep.game.functions.name
    pieces = count(len(sweep.pieces), "piece")
    remarks = [
        f"{heading} {', '.join(map(value_text, values))}."
        for heading, values in ((f"Critical values of {name}:", sweep.critical), ("Undefined at", sweep.undefined))
        if values
    ]
    if sweep.samples:
        remarks.append("Equilibria were searched for at samples; others may exist elsewhere.")
    sentence = f"Equilibria in closed form, proved for all {name} in {sweep.interval}: {pieces}."
    return Headline(f"{name} in {sweep.interval}", sentence, "good", remarks)


def _view(sweep: Sweep, piece: SweepPiece, number: int) -> View:
    """Return the view of a piece, with the equilibrium judged at a value inside."""
    name, sample = sweep.game.functions.name, piece.interval.inside()
    equilibrium = piece.at(sample)
    claim = Claim(equilibrium.profile, equilibrium.payoffs)
    game = equilibrium.game
    return View(
        Judge.of(game).judge(claim)[0],
        FILLED,
        f"{number}. {name} in {piece.interval}",
        [f"Expressions hold on the whole piece; bars, tree and nodes are those at {name} = {text(sample)}."],
        [payoff if _depends(payoff) else "" for payoff in piece.texts[0]],
        dict(_expressions(piece)),
    )


def _expressions(piece: SweepPiece) -> Iterator[tuple[tuple[int, int], Sequence[str]]]:
    """Yield (player, information set) and a text per move: the probability, or an empty text if it is constant."""
    for player, strategy in enumerate(piece.texts[1]):
        for h, moves in enumerate(strategy.values()):
            expressions = [] if moves is None else list(moves.values())
            texts = [expression if _depends(expression) else "" for expression in expressions]
            if any(texts):
                yield (player, h), texts


def _depends(expression: str) -> bool:
    """Return whether an expression depends on the parameter: only the parameter's name has letters."""
    return any(map(str.isalpha, expression))
