"""The content of a page on an equilibrium, or on given profiles."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import numpy as np

from lemke.certificate import Claim, Equilibrium, Judge, Verdict
from lemke.forms.facts import game_facts
from lemke.forms.sequence_form import TracingPath
from lemke.game import Game, sha256
from lemke.game.played import PlayedProfile
from lemke.ground.words import count
from lemke.io import dumps, suffix_format
from lemke.io.profile import dumps as profile_lines
from lemke.show.web_page import UNSTATED, File, Headline, Subject, View, headline
from lemke.solvers import tracing
from lemke.solvers.refinements import judged_claim

PIVOTS = 500
"""The largest number of pivots of a path that is followed again for its picture."""
VIEWS = 100
"""The largest number of views on a page: of profiles, of equilibria, or of pieces of a sweep."""


def about_game(game: Game) -> dict[str, Any]:
    """Return the members of a Subject that describe a game whose payoffs are numbers."""
    facts = [row for row in game_facts(game).rows() if row[0] not in ("title", "SHA-256")]
    return {"game": game, "facts": facts, "digest": sha256(game), "version": version("lemke")}


def game_file(game: Game) -> File:
    """Return the file of the game in Gambit's format."""
    suffix = suffix_format("-", game.strategic)
    return File(f"game.{suffix}", "text/plain", dumps(game, suffix), "The game, as Gambit and lemke read it.")


def of_equilibrium(equilibrium: Equilibrium) -> Subject:
    """Return the content of a page on an equilibrium, which is judged again."""
    game = equilibrium.game
    verdict = judged_claim(Judge.of(game), equilibrium.claim)
    path = _path(equilibrium)
    about = "The certificate: the game, the equilibrium and its proof, with every number in full."
    return Subject(
        **about_game(game),
        headline=headline(verdict, solved=True),
        views=[View(verdict, assessment=equilibrium.assessment)],
        files=[File("certificate.json", "application/json", equilibrium.to_json(), about), game_file(game)],
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
        file = File("profile.json", "application/json", text, "The game and the profile, with every number in full.")
    else:
        text = profile_lines(game, *profiles)
        file = File("profiles.txt", "text/plain", text, "The profiles, a line for each, as Gambit writes them.")
    statuses = {verdict.exit_status for verdict in verdicts}
    return Subject(
        **about_game(game),
        headline=headline(verdicts[0], solved=False) if is_single else _headline(verdicts),
        views=[_view(verdict, "" if is_single else f"Profile {k}") for k, verdict in enumerate(verdicts[:VIEWS], 1)],
        files=(file, game_file(game)),
        noun="profile",
        left_out=count(len(verdicts) - VIEWS, "more profile") if len(verdicts) > VIEWS else "",
        no_path="The profile was given; no path to it is known." if is_single else "",
        status=1 if 1 in statuses else max(statuses),
    )


def _view(verdict: Verdict, name: str) -> View:
    """Return the view of a profile. Without a name it is the only profile, and the page's headline has the verdict."""
    verdict_headline = headline(verdict, solved=False)
    return View(verdict, UNSTATED, name, [verdict_headline.sentence, *verdict_headline.remarks] if name else [])


def _headline(verdicts: Sequence[Verdict]) -> Headline:
    """Return the headline on several profiles: the worst verdict decides."""
    failures = sum(not verdict.holds for verdict in verdicts)
    equilibria = sum(verdict.is_equilibrium for verdict in verdicts)
    profiles = count(len(verdicts), "profile")
    if failures:
        do = "does" if failures == 1 else "do"
        return Headline("not all hold", f"{failures} of {profiles} {do} not satisfy the claims.", "bad")
    if equilibria < len(verdicts):
        return Headline("as stated", f"{profiles}; all claims about them are true.", "neutral")
    return Headline("equilibria, proved", f"{profiles}, all equilibria, proved: all regrets are exactly 0.", "good")


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
