"""Read results about all equilibria of a game from JSON: sets of equilibria, ranges of moves and best equilibria."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lemke.certificate import (
    BestEquilibrium,
    EquilibriumRanges,
    EquilibriumSets,
    Objective,
    Verdict,
    Verdicts,
    replay,
)
from lemke.certificate.equilibrium_sets import RangesMembers, SetsMembers
from lemke.certificate.replaying import SetResult, SetsVerdict, Stated
from lemke.errors import FormatError, located
from lemke.game import Game
from lemke.game.played import PlayedProfile
from lemke.game.recall import player_sequences
from lemke.ground import exact_json
from lemke.ground.rational import quoted
from lemke.io.equilibrium import load_verdicts, profile_of, require_same_game
from lemke.io.game_json import game_of
from lemke.io.objective import objective

FORMATS = (EquilibriumSets.json_format, EquilibriumRanges.json_format, BestEquilibrium.json_format)


def load(document: dict[str, Any]) -> SetResult:
    """Return the result that a document of one of :data:`FORMATS` holds; all that it states is checked."""
    game = game_of(document.get("game"), "$.game")
    return replay(game, _stated(document, game)).result


def load_verdict(document: dict[str, Any]) -> SetsVerdict | Verdict | Verdicts:
    """Return the verdict on sets of equilibria, or on profiles, that a document holds; errors as in :func:`load`."""
    if "profiles" in document:
        return load_verdicts(document)
    game = game_of(document.get("game"), "$.game")
    members = _members(document)
    holds = members.pop("holds", None)
    verdict = exact_json.of_members(members, SetsVerdict, game=game)
    if holds is not verdict.holds:
        raise FormatError("$.holds and $.objection contradict each other, expected an objection iff holds is false")
    return verdict


def stated_in(content: str, game: Game, source: str | None = None) -> Stated | None:
    """Return what a text states about all equilibria of a game, unchecked; None for a text of another format."""
    if not content.lstrip("\ufeff \t\r\n").startswith("{") or not any(name in content for name in FORMATS):
        return None
    document = exact_json.loads(content, source)
    if document.get("format") not in FORMATS:
        return None
    with located(source):
        return _stated(document, game)


def sets_in(content: str, game: Game, source: str | None = None) -> SetsMembers:
    """Return the sets that a text states; errors as in :func:`stated_in`. A text without sets raises a FormatError."""
    stated = stated_in(content, game, source)
    if isinstance(stated, RangesMembers):
        return stated.equilibria
    if isinstance(stated, SetsMembers):
        return stated
    with located(source):
        raise FormatError("no sets of equilibria, expected the JSON of lemke enumerate --by sets or of lemke ranges")


def _stated(document: dict[str, Any], game: Game) -> Stated:
    game.require_two_players(" for a proof about all equilibria")
    require_same_game(document.get("game"), game)
    members, form = _members(document), exact_json.require_format(document, *FORMATS)
    if form == EquilibriumSets.json_format:
        return exact_json.convert(members, SetsMembers)
    if form == EquilibriumRanges.json_format:
        return exact_json.convert(members, RangesMembers)
    played = PlayedProfile.of_game(game, profile_of(members.pop("behavior", None), game))
    best = exact_json.of_members(members, BestEquilibrium, game=game, profile=played)
    return best if best.objective is None else replace(best, objective=_checked(best.objective, game))


def _members(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name not in ("format", "game")}


def _checked(stated: Objective, game: Game) -> Objective:
    """Return an objective, after checking its coefficients and its text.

    A text that states another function is refused, since a verdict quotes the text. A text that cannot be read as a
    function is replaced.
    """
    for player, weights in enumerate(stated.weights):
        size = player_sequences(game, player).size
        for sequence in weights:
            if not 0 <= sequence < size:
                fault = f"$.objective.weights[{player}] has sequence {sequence}"
                raise FormatError(f"{fault}, expected numbers from 0 to {size - 1}")
    try:
        written = objective(stated.text, game)
    except FormatError:  # a free text by a program: the coefficients are checked, the text is not quoted
        return Objective(stated.payoffs, stated.weights, "the objective")
    if not stated.is_same_function(written):
        fault = f"$.objective.text is {quoted(stated.text)}"
        raise FormatError(f"{fault}, expected the function of objective.payoffs and objective.weights")
    return stated
