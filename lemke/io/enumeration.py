"""Read proofs about all equilibria of a game from JSON: enumerations, ranges of moves and best equilibria.

``stated`` is a JSON value. ``where`` is the path of this value in the document, for messages: ``sets[0].plans``.
``place`` is the path of an element of the value.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from gmpy2 import mpq

from lemke.certificate import (
    BEST,
    ENUMERATION,
    PAYOFF,
    RANGES,
    Bound,
    Bounded,
    Combination,
    Complementary,
    Equation,
    EquilibriumSet,
    Excluded,
    Inside,
    Interval,
    MoveRange,
    Objective,
    ProofStep,
    RangeProof,
    Resolved,
    StatedBest,
    StatedOverview,
    StatedSet,
    StatedSets,
)
from lemke.certificate.described_set import named_moves
from lemke.certificate.stated import CONSTANT_SUM, RESOLUTION
from lemke.errors import FormatError, ProfileError, located
from lemke.game import Game, sha256
from lemke.game.recall import player_sequences
from lemke.game.tree import InformationSet
from lemke.ground.masks import mask_of
from lemke.ground.rational import quoted
from lemke.ground.sparse import Vector, vector, zeros
from lemke.ground.words import count
from lemke.io import exact_json
from lemke.io.equilibrium import profile_of
from lemke.io.exact_json import Value, described, elements, entry, integer, member, number, numbers, of_kind
from lemke.io.objective import objective

Sizes: TypeAlias = list[tuple[int, int]]
"""For each player: the number of rows of the player's constraints, and the number of the player's sequences."""


def stated_in(content: str, game: Game, source: str | None = None) -> StatedSets | StatedBest | None:
    """Return what a text states about all equilibria of a game; None for a text of another format.

    Raises
    ------
    FormatError, NumberError, ProfileError, GameError
        For a mistake; the message has the source. A document about another game raises a ProfileError.
    RecallError
        Unless the players of the game have perfect recall.
    """
    content = content.removeprefix("\ufeff")
    if not content.lstrip().startswith("{") or not any(form.name in content for form in (ENUMERATION, RANGES, BEST)):
        return None
    document = exact_json.loads(content, source)
    form = document.get("format")
    with located(source):
        if form in (ENUMERATION.name, RANGES.name, BEST.name):
            game.require_two_players(" for a proof about all equilibria")
        if form == ENUMERATION.name:
            return _sets(document, game, None)
        if form == RANGES.name:
            _require_same_game(document, game)
            equilibria = member(document, "equilibria", dict, "the document")
            if entry(document, "stopped", "the document") != (stopped := entry(equilibria, "stopped", "equilibria")):
                stated = described(document["stopped"])
                raise FormatError(f"stopped is {stated}, expected {described(stopped)}, as in equilibria.stopped")
            return _sets(equilibria, game, _overview(document, game))
        return _best(document, game) if form == BEST.name else None


def sets_in(content: str, game: Game, source: str | None = None) -> StatedSets:
    """Return the sets that a text states; errors as in :func:`stated_in`. A text without sets raises a FormatError."""
    stated = stated_in(content, game, source)
    if isinstance(stated, StatedSets):
        return stated
    with located(source):
        raise FormatError("no sets of equilibria, expected the JSON of lemke enumerate --by sets or of lemke ranges")


def _sets(document: Value, game: Game, overview: StatedOverview | None) -> StatedSets:
    if document.get("format") != ENUMERATION.name:
        raise FormatError(f"equilibria.format is {described(document.get('format'))}, expected {ENUMERATION.name}")
    _require_same_game(document, game)
    sizes = [_sizes(game, player) for player in (0, 1)]
    sets = tuple(_set(stated, where, game, sizes) for stated, where in elements(_list(document, "sets"), "sets"))
    combinations, steps, complete, proof = _proof(document, sizes)
    components, indices, open_branches = _connections(document)
    return StatedSets(
        sets=sets,
        combinations=combinations,
        steps=steps,
        complete=complete,
        proof=proof,
        overview=overview,
        components=components,
        indices=indices,
        open_branches=open_branches,
    )


def _connections(document: Value) -> tuple[tuple[tuple[int, ...], ...], tuple[int | None, ...], int]:
    """Return the components, the index of each component, and the number of open branches.

    A component is a tuple of numbers of sets, from 1. An index that is not known is None.
    """
    components = tuple(
        tuple(integer(value, place) for value, place in elements(of_kind(row, list, where), where))
        for row, where in elements(_list(document, "components"), "components")
    )
    indices = tuple(
        value if value is None else integer(value, place)
        for value, place in elements(_list(document, "indices"), "indices")
    )
    return components, indices, integer(entry(document, "open", "the document"), "open")


def _best(document: Value, game: Game) -> StatedBest:
    _require_same_game(document, game)
    sizes = [_sizes(game, player) for player in (0, 1)]
    payoffs = [number(value, place) for value, place in _pair(document, "payoffs", "the document")]
    plans = [vector(numbers(row, place)) for row, place in _pair(document, "plans", "the document")]
    sets = tuple(_equilibrium_set(stated, where, sizes) for stated, where in elements(_list(document, "sets"), "sets"))
    function = entry(document, "objective", "the document")
    combinations, steps, complete, proof = _proof(document, sizes)
    return StatedBest(
        objective=None if function is None else _objective(function, game, sizes),
        value=number(entry(document, "value", "the document"), "value"),
        payoffs=(payoffs[0], payoffs[1]),
        profile=profile_of(member(document, "behavior", list, "the document"), game),
        plans=(plans[0], plans[1]),
        sets=sets,
        combinations=combinations,
        steps=steps,
        complete=complete,
        proof=proof,
    )


def _objective(stated: Value, game: Game, sizes: Sizes) -> Objective:
    """Return the objective that was maximized, from its coefficients.

    A text that states another function is refused, since a verdict quotes the text. A text that cannot be read as a
    function is replaced.
    """
    text = member(stated, "text", str, "objective")
    factors = [number(value, place) for value, place in _pair(stated, "payoffs", "objective")]
    weights = [
        _sparse(value, place, sizes[player][1])
        for player, (value, place) in enumerate(_pair(stated, "weights", "objective"))
    ]
    function = Objective((factors[0], factors[1]), (weights[0], weights[1]), text)
    try:
        written = objective(text, game)
    except FormatError:  # a free text by a program: the coefficients are checked, the text is not quoted
        return replace(function, text="the objective")
    if not function.is_same_function(written):
        raise FormatError(f"objective.text is {quoted(text)}, expected the function of objective.payoffs and .weights")
    return function


def _proof(document: Value, sizes: Sizes) -> tuple[tuple[Combination, ...], tuple[ProofStep, ...], bool, str]:
    """Return combinations, steps, whether the proof is stated to be complete, and the kind of proof."""
    proof = member(document, "proof", str, "the document")
    if proof not in (CONSTANT_SUM, RESOLUTION):
        raise FormatError(f"proof {quoted(proof)}, expected {CONSTANT_SUM} or {RESOLUTION}")
    combinations = tuple(
        _combination(stated, where, sizes)
        for stated, where in elements(_list(document, "combinations"), "combinations")
    )
    steps = tuple(
        _step(stated, where, sum(size for _, size in sizes))
        for stated, where in elements(_list(document, "steps"), "steps")
    )
    return combinations, steps, member(document, "stopped", str, "the document") == "done", proof


def _require_same_game(document: Value, game: Game) -> None:
    digest = member(member(document, "game", dict, "the document"), "sha256", str, "game")
    if digest != (expected := sha256(game)):
        raise ProfileError(f"equilibria of another game: SHA-256 {digest[:12]}..., expected {expected[:12]}...")


def _sizes(game: Game, player: int) -> tuple[int, int]:
    """Return the numbers of rows and of sequences of a player's constraints."""
    sequences = player_sequences(game, player)
    return len(sequences.sets) + 1, sequences.size


def _list(document: Value, name: str) -> Value:
    return member(document, name, list, "the document")


def _set(stated: Value, where: str, game: Game, sizes: Sizes) -> StatedSet:
    equilibrium_set = _equilibrium_set(stated, where, sizes)
    ranges = [
        _ranges(proof, place, sizes, player) for player, (proof, place) in enumerate(_pair(stated, "ranges", where))
    ]
    dimensions = [
        None if value is None else integer(value, place) for value, place in _pair(stated, "dimensions", where)
    ]
    moves = [_moves(rows, place, game, player) for player, (rows, place) in enumerate(_pair(stated, "moves", where))]
    vertices = _pair(stated, "vertices", where) if "vertices" in stated else ()
    return StatedSet(
        equilibrium_set=equilibrium_set,
        ranges=(ranges[0], ranges[1]),
        payoffs=tuple(_interval(value, place) for value, place in _pair(stated, "payoffs", where)),
        dimensions=tuple(dimensions),
        pure=member(stated, "pure", bool, where),
        moves=(moves[0], moves[1]),
        vertices=tuple(_plans(rows, place) for rows, place in vertices),
    )


def _plans(stated: Value, where: str) -> tuple[Vector, ...]:
    return tuple(vector(numbers(row, place)) for row, place in elements(of_kind(stated, list, where), where))


def _equilibrium_set(stated: Value, where: str, sizes: Sizes) -> EquilibriumSet:
    of_kind(stated, dict, where)
    plans, values = (
        tuple(vector(numbers(row, place)) for row, place in _pair(stated, name, where)) for name in ("plans", "values")
    )
    proofs = [_optional_combination(proof, place, sizes) for proof, place in _pair(stated, "maximal", where)]
    return EquilibriumSet((plans[0], plans[1]), (values[0], values[1]), (proofs[0], proofs[1]))


def _pair(stated: Value, name: str, where: str) -> list[tuple[Value, str]]:
    """Return (element, path of the element) for both players, from the list ``stated[name]``."""
    path = name if where.startswith("the ") else f"{where}.{name}"  # "the document" is not part of a path
    pair = list(elements(member(stated, name, list, where), path))
    if len(pair) != 2:
        raise FormatError(f"{path} has {count(len(pair), 'member')}, expected 2, one for each player")
    return pair


def _interval(stated: Value, where: str) -> Interval | None:
    if stated is None:
        return None
    return Interval(*(number(entry(stated, name, where), f"{where}.{name}") for name in Interval._fields))


def _moves(stated: Value, where: str, game: Game, player: int) -> dict[int, MoveRange | None]:
    moves = list(named_moves(game, player_sequences(game, player)))
    rows = zip(elements(_sized_list(stated, where, len(moves)), where), moves, strict=True)
    return {move[0]: _move(row, place, move) for (row, place), move in rows}


def _move(stated: Value, where: str, move: tuple[int, InformationSet, str]) -> MoveRange | None:
    """Return the stated range of a move, after checking that the row is about this move."""
    sequence, information_set, action = move
    names = {"sequence": sequence, "number": information_set.number, "label": information_set.label, "action": action}
    for name, expected in names.items():
        if entry(stated, name, where) != expected:
            raise FormatError(f"{where}.{name} is {described(stated[name])}, expected {expected!r}")
    weight, probability = (_interval(entry(stated, name, where), f"{where}.{name}") for name in MoveRange._fields)
    if weight is None and probability is not None:
        raise FormatError(f"{where} has a probability and no weight, expected a weight, too, or null for both")
    return None if weight is None else MoveRange(weight, probability)


def _overview(document: Value, game: Game) -> StatedOverview:
    by_sequence = [{move[0]: move for move in named_moves(game, player_sequences(game, player))} for player in (0, 1)]
    moves = {}
    for row, where in elements(_list(document, "moves"), "moves"):
        player = integer(entry(row, "player", where), f"{where}.player") - 1
        if player not in (0, 1):
            raise FormatError(f"{where}.player is {player + 1}, expected 1 or 2")
        sequence = _number_below(entry(row, "sequence", where), f"{where}.sequence", len(by_sequence[player]) + 1)
        played = entry(row, "played", where)
        if sequence == 0:
            raise FormatError(f"{where}.sequence is 0, the empty sequence, expected the number of a move, 1 or more")
        if played not in ("every", "some", "no", None):
            raise FormatError(f"{where}.played is {described(played)}, expected every, some, no or null")
        if (player, sequence) in moves:
            raise FormatError(f"{where} repeats sequence {sequence} of player {player + 1}, expected every move once")
        moves[player, sequence] = played, _move(row, where, by_sequence[player][sequence])
    unique = entry(document, "unique", "the document")
    if not isinstance(unique, bool | None):
        raise FormatError(f"unique is {described(unique)}, expected true, false or null")
    payoffs = tuple(_interval(value, place) for value, place in _pair(document, "payoffs", "the document"))
    return StatedOverview(unique, payoffs, moves)


def _ranges(stated: Value, where: str, sizes: Sizes, player: int) -> RangeProof:
    size = sizes[player][1]
    equations = []
    for row, place in elements(member(stated, "equations", list, where), f"{where}.equations"):
        sequence, combination = _sized_list(row, place, 2)
        equations.append(
            Equation(_number_below(sequence, f"{place}[0]", size), _combination(combination, f"{place}[1]", sizes))
        )
    steps = _sparse(member(stated, "steps", dict, where), f"{where}.steps", size)
    bounds = []
    for row, place in elements(member(stated, "bounds", list, where), f"{where}.bounds"):
        extremum, objective, reference, combination, attained = _sized_list(row, place, 5)
        if extremum not in ("least", "greatest"):
            raise FormatError(f"{place}[0] is {described(extremum)}, expected least or greatest")
        bounds.append(
            Bound(
                greatest=extremum == "greatest",
                objective=PAYOFF if objective is None else _number_below(objective, f"{place}[1]", size),
                reference=_number_below(reference, f"{place}[2]", size),
                combination=_optional_combination(combination, f"{place}[3]", sizes),
                attained=_sparse(attained, f"{place}[4]", size),
            )
        )
    return RangeProof(tuple(equations), steps, tuple(bounds))


def _number_below(stated: Value, where: str, size: int) -> int:
    value = integer(stated, where)
    if not 0 <= value < size:
        raise FormatError(f"{where} is {value}, expected a number from 0 to {size - 1}")
    return value


def _sized_list(stated: Value, where: str, size: int) -> Value:
    """Return a list after checking how many members it has."""
    if len(of_kind(stated, list, where)) != size:
        raise FormatError(f"{where} has {count(len(stated), 'member')}, expected {size}")
    return stated


def _optional_combination(stated: Value, where: str, sizes: Sizes) -> Combination | None:
    return None if stated is None else _combination(stated, where, sizes)


def _combination(stated: Value, where: str, sizes: Sizes) -> Combination:
    player = integer(_sized_list(stated, where, 3)[0], f"{where}[0]")
    if player not in (1, 2):
        raise FormatError(f"{where}[0] is {player}, expected 1 or 2, the number of a player")
    (rows, _), (_, sequences) = sizes[player - 1], sizes[2 - player]  # rows of this player, sequences of the other one
    return Combination(player - 1, _dense(stated[1], f"{where}[1]", rows), _dense(stated[2], f"{where}[2]", sequences))


def _dense(stated: Value, where: str, size: int) -> Vector:
    entries = zeros(size)
    for position, value in _sparse(stated, where, size).items():
        entries[position] = value
    return entries


def _sparse(stated: Value, where: str, size: int) -> dict[int, mpq]:
    """Return the numbers in an object by position. The keys are positions as text, ``"3"``, from 0 to ``size - 1``."""
    entries = {}
    for position, value in of_kind(stated, dict, where).items():
        # at most 12 digits: Python refuses to convert thousands of digits
        if not position.isascii() or not position.isdecimal() or len(position) > 12 or int(position) >= size:
            raise FormatError(f"{where} has the position {quoted(position)}, expected positions from 0 to {size - 1}")
        entries[int(position)] = number(value, f"{where}.{position}")
    return entries


def _step(stated: Value, where: str, half: int) -> ProofStep:
    """Return a step of the proof; ``half`` is the number of sequences of both players.

    A proof has two variables per sequence, a weight and a slack. They are numbered from 0 to ``2 * half - 1``.
    """
    kind, *arguments = of_kind(stated, list, where) or [None]  # an empty list gets the kind None, which is refused
    if kind == "inside" and len(arguments) == 2:
        combinations = (integer(value, place) for value, place in elements(arguments[1], f"{where}[2]"))
        return Inside(integer(arguments[0], f"{where}[1]"), tuple(combinations))
    if kind == "bounded" and len(arguments) == 2:
        zero = mask_of(_number_below(value, place, 2 * half) for value, place in elements(arguments[0], f"{where}[1]"))
        first, second = _sized_list(arguments[1], f"{where}[2]", 2)
        return Bounded(zero, (_optional_number(first, f"{where}[2][0]"), _optional_number(second, f"{where}[2][1]")))
    lengths = {"excluded": (1, 2), "complementary": (1,), "resolved": (3,)}  # allowed numbers of arguments
    if not isinstance(kind, str) or len(arguments) not in lengths.get(kind, ()):
        expected = (
            "excluded with 1 or 2 arguments, complementary with 1, inside with 2, resolved with 3 or bounded with 2"
        )
        raise FormatError(f"{where} is {described(kind)} with {count(len(arguments), 'argument')}, expected {expected}")
    indices = [integer(value, f"{where}[{k}]") for k, value in enumerate(arguments, 1)]
    if kind == "excluded":
        return Excluded(*indices)
    return Complementary(*indices) if kind == "complementary" else Resolved(*indices)


def _optional_number(stated: Value, where: str) -> int | None:
    return None if stated is None else integer(stated, where)
