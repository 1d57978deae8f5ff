"""All equilibria of a game as JSON, ``lemke-enumeration/1``, read back with the proof that none is missing."""

from __future__ import annotations

from lemke.certificate import (
    ENUMERATION,
    Combination,
    Complementary,
    EquilibriumSet,
    Excluded,
    Inside,
    Resolved,
    StatedSets,
    Step,
)
from lemke.certificate.replay import CONSTANT_SUM, RESOLUTION
from lemke.errors import FormatError, ProfileError, located
from lemke.game import Game, sha256
from lemke.game.recall import player_sequences
from lemke.ground.rational import ZERO, quoted
from lemke.ground.sparse import Vector, vector
from lemke.io import exact_json
from lemke.io.exact_json import Value, described, elements, integer, member, number, numbers, of_kind


def stated_in(content: str, game: Game, source: str | None = None) -> StatedSets | None:
    """Return what a text states of the equilibria of a game; None for a text that is no such document.

    Raises
    ------
    FormatError, NumberError, ProfileError
        With the source; a document of another game is a ProfileError.
    """
    content = content.removeprefix("\ufeff")
    if not content.lstrip().startswith("{") or ENUMERATION.name not in content:
        return None
    document = exact_json.loads(content, source)
    if document.get("format") != ENUMERATION.name:
        return None
    with located(source):
        digest = member(member(document, "game", dict, "the document"), "sha256", str, "game")
        if digest != (expected := sha256(game)):
            raise ProfileError(
                f"all equilibria of the game {digest[:12]}..., expected {expected[:12]}..., another game"
            )
        proof = member(document, "proof", str, "the document")
        if proof not in (CONSTANT_SUM, RESOLUTION):
            raise FormatError(f"proof {quoted(proof)}, expected {CONSTANT_SUM} or {RESOLUTION}")
        sizes = [_sizes(game, player) for player in (0, 1)]
        sets = tuple(_set(stated, where, sizes) for stated, where in elements(_list(document, "sets"), "sets"))
        combinations = tuple(
            _combination(stated, where, sizes)
            for stated, where in elements(_list(document, "combinations"), "combinations")
        )
        steps = tuple(_step(stated, where) for stated, where in elements(_list(document, "steps"), "steps"))
        return StatedSets(sets, combinations, steps, member(document, "stopped", str, "") == "done", proof)


def _sizes(game: Game, player: int) -> tuple[int, int]:
    """Return the numbers of rows and of sequences of a player's constraints."""
    sequences = player_sequences(game, player)
    return len(sequences.sets) + 1, sequences.size


def _list(document: Value, name: str) -> Value:
    return member(document, name, list, "the document")


def _set(stated: Value, where: str, sizes: list[tuple[int, int]]) -> EquilibriumSet:
    of_kind(stated, dict, where)
    plans, values = (_pair(member(stated, name, list, where), f"{where}.{name}") for name in ("plans", "values"))
    proofs = member(stated, "maximal", list, where)
    if len(proofs) != 2:
        raise FormatError(f"{where}.maximal has {len(proofs)} members, expected 2")
    maximal = [
        None if proof is None else _combination(proof, place, sizes)
        for proof, place in elements(proofs, f"{where}.maximal")
    ]
    return EquilibriumSet(plans, values, (maximal[0], maximal[1]))


def _pair(stated: Value, where: str) -> tuple[Vector, Vector]:
    if len(stated) != 2:
        raise FormatError(f"{where} has {len(stated)} lists, expected 2")
    first, second = (vector(numbers(row, place)) for row, place in elements(stated, where))
    return first, second


def _combination(stated: Value, where: str, sizes: list[tuple[int, int]]) -> Combination:
    if len(of_kind(stated, list, where)) != 3:
        raise FormatError(f"{where} has {len(stated)} members, expected a player and two objects")
    player = integer(stated[0], f"{where}[0]")
    if player not in (1, 2):
        raise FormatError(f"{where} is of player {player}, expected 1 or 2")
    (rows, _), (_, sequences) = sizes[player - 1], sizes[2 - player]
    return Combination(player - 1, _dense(stated[1], f"{where}[1]", rows), _dense(stated[2], f"{where}[2]", sequences))


def _dense(stated: Value, where: str, size: int) -> Vector:
    entries = [ZERO] * size
    for place, value in of_kind(stated, dict, where).items():
        if not place.isascii() or not place.isdecimal() or len(place) > 12 or int(place) >= size:
            raise FormatError(f"{where} has the position {quoted(place)}, expected one from 0 to {size - 1}")
        entries[int(place)] = number(value, f"{where}.{place}")
    return vector(entries)


def _step(stated: Value, where: str) -> Step:
    kind, *rest = of_kind(stated, list, where) or [None]
    if kind == "inside" and len(rest) == 2:
        combinations = (integer(value, place) for value, place in elements(rest[1], f"{where}[2]"))
        return Inside(integer(rest[0], f"{where}[1]"), tuple(combinations))
    lengths = {"excluded": (1, 2), "complementary": (1,), "resolved": (3,)}
    if not isinstance(kind, str) or len(rest) not in lengths.get(kind, ()):
        raise FormatError(f"{where} is {described(kind)} with {len(rest)} numbers, expected a step of a proof")
    places = [integer(value, f"{where}[{k}]") for k, value in enumerate(rest, 1)]
    if kind == "excluded":
        return Excluded(*places)
    return Complementary(*places) if kind == "complementary" else Resolved(*places)
