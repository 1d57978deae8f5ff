"""The content of a page on an equilibrium, or on given profiles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from lemke.certificate import Claim, Equilibrium, Judge, Verdict
from lemke.forms.sequence_form import TracingPath
from lemke.game import Game
from lemke.game.strategy import Profile
from lemke.ground.words import count
from lemke.show.web_page import UNSTATED, File, Headline, Subject, View, headline
from lemke.solvers import Prior, tracing
from lemke.solvers.refinements import judged_claim
from lemke.studies.report.parts import (
    CERTIFICATE,
    PRIOR,
    REPORT,
    Origin,
    about_game,
    argument,
    behavior,
    command,
    game_file,
    profile_file,
)

PIVOTS = 500
"""The largest number of pivots of a path that is followed again for its picture."""
VIEWS = 100
"""The largest number of views on a page: of profiles, of equilibria, or of pieces of a sweep."""


def of_equilibrium(equilibrium: Equilibrium, origin: Origin) -> Subject:
    """Return the content of a page on an equilibrium, which is judged again."""
    game = equilibrium.game
    verdict = judged_claim(Judge.of(game), equilibrium.claim)
    path = _path(equilibrium, origin.prior)
    about = "The certificate: the proof of the equilibrium, with every number in full; lemke verify judges it."
    files = [File(CERTIFICATE, "application/json", equilibrium.to_json(), about), game_file(game)]
    name = argument(origin, files[-1])
    if isinstance(origin.prior, Profile):
        about = "The prior at which the path starts, with every number in full."
        files.append(File(PRIOR, "application/json", behavior(game, origin.prior), about))
    commands = [command("The verdict on the certificate:", "verify", name, CERTIFICATE)]
    if (options := origin.options) is not None:
        about = "The certificate:"
        if equilibrium.kernel != "exact":
            about = "A certificate; on another machine it may be of another equilibrium, which is proved as well:"
        commands.insert(0, command(about, "solve", name, *options, "--format", "json", "-o", CERTIFICATE))
        if isinstance(path, TracingPath):
            pairs = zip(options[::2], options[1::2], strict=True)  # every option has a value
            # the options of lemke solve that lemke path has, too
            path_options = [pair for pair in pairs if pair[0] in ("--prior", "--seed") and pair[1] != "auto"]
            commands.append(command("The path, pivot by pivot:", "path", name, *chain(*path_options)))
        commands.append(command("This page:", "report", name, *options, "-o", REPORT))
    traced, no_path = (None, path) if isinstance(path, str) else (path, "")
    return Subject(
        **about_game(game),
        headline=headline(verdict, solved=True),
        views=[View(verdict)],
        argument=name,
        files=files,
        commands=commands,
        equilibrium=equilibrium,
        path=traced,
        no_path=no_path,
    )


def of_claims(game: Game, claims: Sequence[Claim], origin: Origin, refine: str | None = None) -> Subject:
    """Return the content of a page on one or more given profiles, judged for the refinement ``refine`` as well."""
    judge, verdicts = Judge.of(game), []
    for claim in claims:
        verdicts.append(judged_claim(judge, claim, refine))
    profiles = profile_file(game, claims[0].profile, origin.text)  # the text has all profiles if there are several
    file = game_file(game)
    name = argument(origin, file)
    options = (*(origin.options or ()), *(() if refine is None else ("--refine", refine)))
    commands = [
        command("The verdict:", "verify", name, profiles.name, *options),
        command("This page:", "report", name, profiles.name, *options, "-o", REPORT),
    ]
    is_single = len(verdicts) == 1
    return Subject(
        **about_game(game),
        headline=headline(verdicts[0], solved=False) if is_single else _headline(verdicts),
        views=[_view(verdict, "" if is_single else f"Profile {k}") for k, verdict in enumerate(verdicts[:VIEWS], 1)],
        argument=name,
        files=(profiles, file),
        commands=commands,
        noun="profile",
        left_out=count(len(verdicts) - VIEWS, "more profile") if len(verdicts) > VIEWS else "",
        no_path="The profile was given; no path to it is known." if is_single else "",
        is_open=all(verdict.exit_status in (0, 4) for verdict in verdicts),  # 4: a refinement remains open
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


def _path(equilibrium: Equilibrium, prior: Prior) -> TracingPath[Equilibrium] | str:
    """Return the path that led to the equilibrium, or a sentence that says why it is not shown."""
    how = f"The equilibrium was found by the method {equilibrium.method} with the kernel {equilibrium.kernel}"
    if equilibrium.method != "lcp" or equilibrium.kernel != "exact":
        return f"{how}; only the method lcp with the kernel exact follows an exact path from a prior."
    if equilibrium.pivots > PIVOTS:
        return f"The path has {equilibrium.pivots} pivots, too many for a picture; lemke path shows them all."
    if equilibrium.prior == "profile" and not isinstance(prior, Profile):
        return "The path started from a profile that is no longer known."
    if not isinstance(prior, Profile):
        prior = "random" if equilibrium.prior == "random" else "centroid"
    path = tracing.path(equilibrium.game, prior, equilibrium.seed or 0)
    # the ends differ if a path in floats was tried first and then given up
    if not all(map(np.array_equal, path.end, equilibrium.plans)):
        return f"The exact path ({path.label}) leads to another equilibrium; lemke path shows it."
    return path
