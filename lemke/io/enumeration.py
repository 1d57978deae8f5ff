"""Read results about all equilibria of a game from JSON: sets of equilibria, ranges of moves and best equilibria."""

from __future__ import annotations

from typing import Any

from gmpy2 import mpq
from msgspec import Struct

from lemke.certificate import (
    BestEquilibrium,
    Combination,
    EquilibriumRanges,
    EquilibriumSets,
    Objective,
    Verdict,
    Verdicts,
    replay,
)
from lemke.certificate.equilibrium_ranges import RangesMembers
from lemke.certificate.equilibrium_sets import EnumerationStop, ProofKind, SetsMembers
from lemke.certificate.replaying import SetResult, SetsVerdict, Stated
from lemke.certificate.resolution import EquilibriumSet, ProofStep
from lemke.errors import FormatError, located
from lemke.game import Game
from lemke.game.played import PlayedProfile
from lemke.game.recall import player_sequences
from lemke.ground import exact_json
from lemke.ground.rational import quoted
from lemke.ground.sparse import Vector
from lemke.io.equilibrium import load_verdicts, profile_of, require_same_game
from lemke.io.game_json import game_of
from lemke.io.objective import objective

FORMATS = (EquilibriumSets.json_format, EquilibriumRanges.json_format, BestEquilibrium.json_format)


class BestMembers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A best equilibrium in JSON, without the game.

    Attributes
    ----------
    objective : object
        The function that is maximized; null if the number of sequences that are played is maximized.
    value : number
        The value of the objective at this equilibrium.
    payoffs : pair of numbers
    plans : pair of vectors
        The realization plans of the equilibrium.
    sets : list of objects
        With ``constant-sum`` the one maximal set; otherwise, without an objective, the maximal sets that were found.
    combinations, steps : list
        As in ``lemke-equilibria/2``, with one more kind of step, ``bounded``.
    stopped : str
        ``done``: no equilibrium has a greater value, and this is proved; otherwise the best equilibrium so far.
    reason : str
        Which limit was reached, or ``interrupted``; otherwise empty.
    proof : str
        As in ``lemke-equilibria/2``.
    behavior : list of objects
        The profile, as in ``lemke-equilibrium/2``.
    """

    objective: Objective | None
    value: mpq
    payoffs: tuple[mpq, mpq]
    plans: tuple[Vector, Vector]
    sets: tuple[EquilibriumSet, ...]
    combinations: tuple[Combination, ...]
    steps: tuple[ProofStep, ...]
    stopped: EnumerationStop
    reason: str
    proof: ProofKind
    behavior: list[Any]


def load(document: dict[str, Any]) -> SetResult:
    """Return the result that a document of one of :data:`FORMATS` holds; all that it states is checked."""
    game = game_of(document.get("game"), "$.game")
    return replay(game, _stated(document, game)).result


class VerdictMembers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A verdict on sets of equilibria in JSON, without the game.

    Attributes
    ----------
    claim : str
        What is stated, in words.
    objection : str | None
        Why the first unproved statement is not proved.
    sets, steps, combinations : int
        The numbers of stated sets, steps and combinations.
    complete : bool
        Whether it is stated that nothing is missing.
    holds : bool
        Whether all statements that are checked are proved.
    """

    claim: str
    objection: str | None
    sets: int
    steps: int
    combinations: int
    complete: bool
    holds: bool


def load_verdict(document: dict[str, Any]) -> SetsVerdict | Verdict | Verdicts:
    """Return the verdict on sets of equilibria, or on profiles, that a document holds; errors as in :func:`load`."""
    if "profiles" in document:
        return load_verdicts(document)
    game = game_of(document.get("game"), "$.game")
    stated = exact_json.convert(_members(document), VerdictMembers)
    if stated.holds != (stated.objection is None):
        raise FormatError("$.holds and $.objection contradict each other, expected an objection iff holds is false")
    fields = {name: getattr(stated, name) for name in stated.__struct_fields__ if name != "holds"}
    return SetsVerdict(game=game, **fields)


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
    best = exact_json.convert(members, BestMembers)
    function = None if best.objective is None else _checked(best.objective, game)
    played = PlayedProfile.of_game(game, profile_of(best.behavior, game))
    fields = {name: getattr(best, name) for name in best.__struct_fields__ if name not in ("behavior", "objective")}
    return BestEquilibrium(game=game, objective=function, profile=played, **fields)


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
