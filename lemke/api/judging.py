"""Doors for games and profiles in any form: judging, reach, counterfactual values, pure strategies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from lemke import certificate
from lemke import game as game_module
from lemke.api import games
from lemke.api.doors import GAMES, OPTIONS, PROFILES, door, of_game, of_profile
from lemke.api.profiles import claim
from lemke.certificate import SEQUENTIAL, Judge, Verdict
from lemke.errors import InputError, require_type, type_name
from lemke.game import Game, best_response
from lemke.game import pure_strategies as strategies
from lemke.game import reach as reaching
from lemke.game.played import Played
from lemke.game.strategy import Distribution, Missing, beliefs_by_name
from lemke.solvers.refinements import judged_claim, require_refinement

CLAIMS = """
    All claims of an equilibrium or a certificate are judged, as by ``lemke verify``: payoffs, plans, duals, a
    refinement. ``objections`` of the report has the false claims; ``holds`` is True if all claims are true. ``refine``
    is the name of a further refinement to judge, in :data:`~lemke.solvers.refinements.REFINEMENTS`. The report's
    ``refinements`` has the objections to each refinement that is judged, ``dominated`` the plan or moves that refute
    one, if any."""
BELIEFS = """

    With ``refine="sequential"``, ``beliefs`` are a mapping from names of information sets to the probabilities of the
    nodes (:func:`~lemke.game.strategy.beliefs_by_name`). Beliefs with another ``refine``, and an unknown refinement,
    raise InputError. A refinement other than ``"subgame-perfect"`` raises GameError unless the game has two players."""


@door(certificate.verify, GAMES + PROFILES + OPTIONS + CLAIMS + BELIEFS)
def verify(  # noqa: D103
    game: object,
    profile: object,
    normalize: bool = False,
    missing: Missing = None,
    *,
    refine: str | None = None,
    beliefs: object = None,
) -> Verdict:
    tree = games.game(game)
    stated = claim(tree, profile, normalize, missing)
    if beliefs is not None:
        if refine != SEQUENTIAL:
            raise InputError(f"beliefs with refine={refine!r}, expected refine={SEQUENTIAL!r}")
        stated = replace(stated, beliefs=_beliefs(tree, beliefs))
    return judged_claim(Judge.of_any(tree), stated, refine)


def _beliefs(game: Game, stated: object) -> dict[int, Distribution]:
    """Return beliefs that are stated by name, by index of information set."""
    if not isinstance(stated, Mapping):
        raise InputError(f"beliefs of type {type_name(stated)}, expected a mapping")
    return beliefs_by_name(game, stated)


@door(certificate.verify_all, GAMES + PROFILES + OPTIONS + CLAIMS)
def verify_all(  # noqa: D103
    game: object,
    profiles: Iterable[object],
    normalize: bool = False,
    missing: Missing = None,
    *,
    refine: str | None = None,
) -> Iterator[Verdict]:
    tree = games.game(game)
    require_type(profiles, Iterable, "profiles in a list", "profiles")
    if refine is not None:
        require_refinement(refine)
    if isinstance(profiles, Mapping | Played | str):
        raise InputError(f"a single profile of type {type_name(profiles)}, expected profiles in a list")
    judge = Judge.of_any(tree)
    stated_claims = (claim(tree, profile, normalize, missing) for profile in profiles)
    return (judged_claim(judge, stated, refine) for stated in stated_claims)


counterfactual = of_profile(best_response.counterfactual)
expected_payoffs = of_profile(reaching.expected_payoffs)
reach = of_profile(reaching.reach)
pure_strategies = of_game(strategies.pure_strategies)
sha256 = of_game(game_module.sha256)
