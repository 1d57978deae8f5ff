"""Reports as web pages: the content of a page is collected here, and :mod:`lemke.show.web_page` makes the page.

A page is about an equilibrium or given profiles, about all equilibria of a game, or about a sweep.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Any

import numpy as np

from lemke.certificate import (
    Claim,
    DescribedSet,
    Equilibrium,
    EquilibriumSets,
    Interval,
    Judge,
    Verdict,
)
from lemke.errors import ProfileError
from lemke.forms.facts import game_facts
from lemke.forms.normal_form import AllEquilibria
from lemke.forms.sequence_form import TracingPath
from lemke.game import Game, sha256
from lemke.game.played import FILLED, PlayedProfile
from lemke.game.strategy import Profile
from lemke.ground.rational import text
from lemke.ground.words import count
from lemke.io import dumps, suffix_format
from lemke.io.profile import dumps as profile_lines
from lemke.show.web_page import UNSTATED, Subject, View, WebPage, headline, page
from lemke.solvers import solve, tracing
from lemke.solvers.pure_equilibria import PureEquilibria
from lemke.solvers.refinements import judged_claim
from lemke.studies.parametric import ParametricGame, Sweep, SweepPiece, value_text

PIVOTS = 500
"""The largest number of pivots of a path that is followed again for its picture."""
VIEWS = 100
"""The largest number of views on a page: of profiles, of equilibria, or of pieces of a sweep."""
EQUILIBRIA = "equilibria.json"
SWEEP = "sweep.json"
OMITTED_FACTS = ("title", "SHA-256", "payoffs", "numbers", "nonzeros")
"""Facts about a game that depend on the parameter, or that the page shows elsewhere."""


def report(
    game: Game | ParametricGame,
    result: Equilibrium | Sequence[Claim] | EquilibriumSets | AllEquilibria | PureEquilibria | Sweep | None = None,
    refine: str | None = None,
) -> WebPage:
    """Return a report as a self-contained web page, as :func:`lemke.report` says.

    All equilibria and claims are judged again; claims about one or more profiles also for the refinement ``refine``.
    """
    if isinstance(result, Sweep):
        if result.game != game:
            raise ProfileError("the sweep is of another game, expected one of this game")
        return page(of_sweep(result))
    assert isinstance(game, Game)
    if isinstance(result, Equilibrium | EquilibriumSets):
        if result.game is not game and sha256(result.game) != sha256(game):
            raise ProfileError("the result is of another game, expected one of this game")
        if isinstance(result, EquilibriumSets):
            return page(of_equilibria(result))
        return page(of_claims(game, [result.claim], refine) if result.epsilon else of_equilibrium(result))
    if result is None:
        return page(of_equilibrium(solve(game)))
    claims = map(Claim, result.profiles) if isinstance(result, AllEquilibria | PureEquilibria) else result
    return page(of_claims(game, list(claims), refine))


def about_game(game: Game) -> dict[str, Any]:
    """Return the members of a Subject that describe a game whose payoffs are numbers."""
    facts = [row for row in game_facts(game).rows() if row[0] not in ("title", "SHA-256")]
    return {"game": game, "facts": facts, "digest": sha256(game), "version": version("lemke")}


def game_file(game: Game) -> tuple[str, str, str, str]:
    """Return the file of the game in Gambit's format."""
    suffix = suffix_format("-", game.strategic)
    return (f"game.{suffix}", "text/plain", dumps(game, suffix), "The game, as Gambit and lemke read it.")


def of_equilibrium(equilibrium: Equilibrium) -> Subject:
    """Return the content of a page on an equilibrium, which is judged again."""
    game = equilibrium.game
    verdict = judged_claim(Judge.of(game), equilibrium.claim)
    path = _path(equilibrium)
    about = "The certificate: the game, the equilibrium and its proof, with every number in full."
    return Subject(
        **about_game(game),
        **headline(verdict, solved=True),
        views=[View(verdict, assessment=equilibrium.assessment)],
        files=[("certificate.json", "application/json", equilibrium.to_json(), about), game_file(game)],
        origin=_found_by(equilibrium),
        path=None if isinstance(path, str) else path,
        no_path=path if isinstance(path, str) else "",
        status=verdict.exit_status,
    )


def _found_by(equilibrium: Equilibrium) -> list[tuple[str, str]]:
    """Return how an equilibrium was found, as pairs of a name and a text."""
    rows = [("found by", ", ".join(equilibrium.how.words()))]
    if equilibrium.refinement is not None:
        rows.append(("proved for", equilibrium.refinement.words()))
    return [*rows, ("longest number", count(equilibrium.how.bits, "bit"))]


def of_claims(game: Game, claims: Sequence[Claim], refine: str | None = None) -> Subject:
    """Return the content of a page on one or more given profiles, judged for the refinement ``refine`` as well."""
    judge = Judge.of(game)
    verdicts = [judged_claim(judge, claim, refine) for claim in claims]
    is_single, profiles = len(verdicts) == 1, [claim.profile for claim in claims]
    if is_single:
        text = PlayedProfile.of_game(game, profiles[0]).to_json()
        file = ("profile.json", "application/json", text, "The game and the profile, with every number in full.")
    else:
        text = profile_lines(game, *profiles)
        file = ("profiles.txt", "text/plain", text, "The profiles, a line for each, as Gambit writes them.")
    statuses = {verdict.exit_status for verdict in verdicts}
    return Subject(
        **about_game(game),
        **(headline(verdicts[0], solved=False) if is_single else _headline_of_verdicts(verdicts)),
        views=[
            _view_of_verdict(verdict, "" if is_single else f"Profile {k}")
            for k, verdict in enumerate(verdicts[:VIEWS], 1)
        ],
        files=(file, game_file(game)),
        noun="profile",
        left_out=count(len(verdicts) - VIEWS, "more profile") if len(verdicts) > VIEWS else "",
        no_path="The profile was given; no path to it is known." if is_single else "",
        status=1 if 1 in statuses else max(statuses),
    )


def _view_of_verdict(verdict: Verdict, name: str) -> View:
    """Return the view of a profile. Without a name it is the only profile, and the page's headline has the verdict."""
    verdict_headline = headline(verdict, solved=False)
    return View(verdict, UNSTATED, name, [verdict_headline["sentence"], *verdict_headline["remarks"]] if name else [])


def _headline_of_verdicts(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Return the headline on several profiles: the worst verdict decides."""
    failures = sum(not verdict.holds for verdict in verdicts)
    equilibria = sum(verdict.is_equilibrium for verdict in verdicts)
    profiles = count(len(verdicts), "profile")
    if failures:
        sentence = f"{failures} of {profiles} {'does' if failures == 1 else 'do'} not satisfy the claims."
        return {"headline": "not all hold", "sentence": sentence, "tone": "bad"}
    if equilibria < len(verdicts):
        return {"headline": "as stated", "sentence": f"{profiles}; all claims about them are true.", "tone": "neutral"}
    sentence = f"{profiles}, all equilibria, proved: all regrets are exactly 0."
    return {"headline": "equilibria, proved", "sentence": sentence, "tone": "good"}


def _path(equilibrium: Equilibrium) -> TracingPath[Equilibrium] | str:
    """Return the path that led to the equilibrium, or a sentence that says why it is not shown."""
    how = equilibrium.how
    if how.method != "lcp" or how.kernel != "exact":
        found = f"The equilibrium was found by the method {how.method} with the kernel {how.kernel}"
        return f"{found}; only the method lcp with the kernel exact follows an exact path from a prior."
    if how.pivots > PIVOTS:
        return f"The path has {how.pivots} pivots, too many for a picture; lemke path shows them all."
    if how.prior == "profile":
        return "The path started from a given profile; lemke path shows it."
    path = tracing.path(equilibrium.game, "random" if how.prior == "random" else "centroid", how.seed or 0)
    # the ends differ if a path in floats was tried first and then given up
    if not all(map(np.array_equal, path.end, equilibrium.plans)):
        return f"The exact path ({path.label}) leads to another equilibrium; lemke path shows it."
    return path


def of_equilibria(enumeration: EquilibriumSets) -> Subject:
    """Return the content of a page on the maximal sets of equilibria; every profile that it shows is judged again."""
    game = enumeration.game
    judge = Judge.of(game)
    sets = enumerate(zip(enumeration.sets[:VIEWS], enumeration.profiles, strict=False))
    about = "The equilibria and the proof, with every number in full; lemke verify checks every step."
    hidden = len(enumeration.sets) - VIEWS
    return Subject(
        **about_game(game),
        **_headline_of_sets(enumeration),
        views=[_view_of_set(judge, enumeration, k, described, profile) for k, (described, profile) in sets],
        files=((EQUILIBRIA, "application/json", enumeration.to_json(), about), game_file(game)),
        noun="maximal set",
        left_out=f"{hidden} more of them, in the file {EQUILIBRIA} below" if hidden > 0 else "",
    )


def _view_of_set(judge: Judge, enumeration: EquilibriumSets, k: int, described: DescribedSet, profile: Profile) -> View:
    """Return the view of a point of set number k, with the ranges of payoffs and probabilities in the set."""
    about = list(_about_set(enumeration, k, described))
    verdict = judge.judge(Claim(profile))[0]
    payoffs, ranges = list(map(_range, described.payoffs)), dict(_ranges(enumeration, described))
    return View(verdict, FILLED, f"Set {k + 1}", about, payoffs, ranges)


def _about_set(enumeration: EquilibriumSets, k: int, described: DescribedSet) -> Iterator[str]:
    if described.is_pure:
        yield "One equilibrium, in pure strategies."
    elif described.dimensions == (0, 0):
        yield "One equilibrium."
    elif None in described.dimensions:
        yield "A set of equilibria; an inner point is shown."
    else:
        dimension_1, dimension_2 = described.dimensions
        yield f"A set of dimension {dimension_1} + {dimension_2}: an inner point is shown; ranges are those of the set."
    if len(enumeration.sets) > 1 and enumeration.components:
        number = next(number for number, component in enumerate(enumeration.components) if k in component)
        index = enumeration.indices[number]
        yield f"In component {number + 1}{'' if index is None else f', of index {index}'}."


def _ranges(enumeration: EquilibriumSets, described: DescribedSet) -> Iterator[tuple[tuple[int, int], Sequence[str]]]:
    """Yield (player, information set) and a text per move: the range of the move's probability.

    The text is empty if the move has a single probability, or if the range is not known. Information sets with nothing
    but empty texts are left out.
    """
    for player, (sequences, moves) in enumerate(zip(enumeration.sequences, described.moves, strict=True)):
        for h in range(len(sequences.sets)):
            ranges = [moves[sequence] for sequence in sequences.moves(h)]
            texts = ["" if move is None else _range(move.probability) for move in ranges]
            if any(texts):
                yield (player, h), texts


def _range(interval: Interval | None) -> str:
    """Return a range as text; empty if it is a single number or not known."""
    return "" if interval is None or interval.least == interval.greatest else str(interval)


def _headline_of_sets(enumeration: EquilibriumSets) -> dict[str, Any]:
    sets = count(len(enumeration.sets), "maximal set")
    parts = f" in {count(len(enumeration.components), 'component')}" if len(enumeration.components) > 1 else ""
    unique = ["The game has one equilibrium."] if enumeration.is_unique else []
    stated: dict[str, Any] = {"remarks": [*unique, enumeration.proof_line()]}
    if enumeration.is_complete:
        sentence = f"All equilibria, proved: {sets}{parts}."
        return stated | {"headline": "all equilibria, proved", "sentence": sentence, "tone": "good"}
    sentence = f"{sets} of equilibria so far; there may be more."
    return stated | {"headline": "some equilibria, proved", "sentence": sentence, "tone": "neutral"}


def of_sweep(sweep: Sweep) -> Subject:
    """Return the content of a page on a sweep; every piece's equilibrium is judged again at a value in the piece."""
    game, name = sweep.game, sweep.game.functions.name
    views = [_view_of_piece(sweep, piece, k) for k, piece in enumerate(sweep.pieces[:VIEWS], 1)]
    facts = [row for row in game_facts(game.structure).rows() if row[0] not in OMITTED_FACTS]
    facts += [("parameter", f"{name} in {sweep.interval}")]
    if sweep.samples:
        facts += [("equilibria searched for", f"at {name} = {', '.join(map(text, sweep.samples))}")]
    about = "The game and the pieces, with every expression in full."
    hidden = len(sweep.pieces) - len(views)
    return Subject(
        game=game.structure,
        **_headline_of_sweep(sweep),
        views=views,
        facts=facts,
        digest="",
        files=((SWEEP, "application/json", sweep.to_json(), about),),
        version=version("lemke"),
        noun="piece",
        left_out=f"{hidden} more of them, in the file {SWEEP} below" if hidden > 0 else "",
    )


def _headline_of_sweep(sweep: Sweep) -> dict[str, Any]:
    name = sweep.game.functions.name
    pieces = count(len(sweep.pieces), "piece")
    critical = ", ".join(map(value_text, sweep.critical))
    remarks = [f"Critical values of {name}: {critical}."] if critical else []
    if sweep.samples:
        remarks.append("Equilibria were searched for at samples; others may exist elsewhere.")
    sentence = f"Equilibria in closed form, proved for all {name} in {sweep.interval}: {pieces}."
    return {"headline": f"{name} in {sweep.interval}", "sentence": sentence, "tone": "good", "remarks": remarks}


def _view_of_piece(sweep: Sweep, piece: SweepPiece, number: int) -> View:
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
