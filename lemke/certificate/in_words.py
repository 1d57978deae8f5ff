"""A convex set of plans in words: fixed moves, equations and inequalities that together say which plans are in it.

The plans of a player in a maximal set X × Y are those that are 0 outside the support of the inner point, and to which
all that the other player's inner point plays is a best reply. With the equations of the set, this is a list of
inequalities between its coordinates: weights of at least 0, and at every information set that the other player's plan
reaches, no other move with any later moves gets more than the moves that the plan makes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gmpy2 import mpq

from lemke.certificate.ranges import AffineForm, PlanRanges
from lemke.errors import one_line
from lemke.game import Game
from lemke.game.recall import EMPTY, Sequences
from lemke.game.strategy import named_sets
from lemke.game.tree import unique_names
from lemke.ground.rational import ONE, ZERO, short
from lemke.ground.sparse import Vector

MOST = 64
"""At most so many plans of the other player's later moves are compared at one information set."""


def statements(game: Game, ranges: PlanRanges) -> Iterator[str]:
    """Yield statements that describe a player's plans in a set; information sets in depth-first order.

    A move stands for its probability. If the player has several information sets, ``x(SET, MOVE)`` or ``y(SET, MOVE)``
    stands for the realization weight of a move.
    """
    if ranges.dimension is None:
        yield "not computed"
        return
    sequences, coordinates = ranges.conditions.sequences, set(ranges.coordinates)
    single, labels = len(sequences.sets) == 1, _labels(game, sequences)
    terms = {}
    for h, label in labels.items():
        for sequence, name in zip(sequences.moves(h), _names(sequences, h), strict=True):
            terms[sequence] = name if single else f"{'xy'[sequences.player]}({label}, {name})"
    for h, label in labels.items():
        if not ranges.plan[sequences.parent[h]]:
            continue
        shares = {sequence: ranges.share(sequence) for sequence in sequences.moves(h)}
        if (fixed := [share for share in shares.values() if share is not None]) and len(fixed) == len(shares):
            yield _moves(sequences, h, "" if single else label, fixed)
            continue
        # of the weights that are given by others, the last follows from the sum at the information set
        given = [k for k, share in shares.items() if share is None and k not in coordinates][:-1]
        for sequence, share in shares.items():
            if share is not None or sequence in given:
                yield f"{terms[sequence]} = {_sum(ranges.form(sequence), terms)}"
    inequalities = _inequalities(ranges)
    if inequalities is None:
        yield f"further inequalities, too many to list: all replies of player {2 - sequences.player} are best replies"
        return
    yield from _bounds(ranges, inequalities, terms)


def plan_in_words(game: Game, sequences: Sequences, plan: Vector) -> str:
    """Return the moves that a plan makes at the information sets that it reaches, with their probabilities."""
    single = len(sequences.sets) == 1
    return "; ".join(
        _moves(sequences, h, "" if single else label, [plan[k] / reach for k in sequences.moves(h)])
        for h, label in _labels(game, sequences).items()
        if (reach := plan[sequences.parent[h]])
    )


def _labels(game: Game, sequences: Sequences) -> dict[int, str]:
    """Return the label, or else the number, of every information set, in depth-first order."""
    sets = named_sets(game, sequences.player)
    return {h: one_line(information_set.label) or str(information_set.number) for h, information_set, _ in sets}


def _names(sequences: Sequences, h: int) -> list[str]:
    return list(map(one_line, unique_names(sequences.information_sets[h].actions)))


def _moves(sequences: Sequences, h: int, label: str, shares: Sequence[mpq]) -> str:
    """Return the moves with positive probability at an information set: ``K: bet = 1/3, pass = 2/3``."""
    played = ((name, share) for name, share in zip(_names(sequences, h), shares, strict=True) if share)
    words = ", ".join(name if share == 1 else f"{name} = {short(share)}" for name, share in played)
    return f"{label}: {words}" if label else words


def _inequalities(ranges: PlanRanges) -> list[AffineForm] | None:
    """Return linear functions of the coordinates that are all at least 0 exactly on the set; None if too many."""
    opposing = ranges.conditions.opposing
    inequalities = [ranges.form(k) for k in range(len(ranges.plan)) if ranges.plan[k]]
    gains: dict[int, AffineForm] = {}
    for row, column, payoff in ranges.conditions.payoffs.entries:
        if ranges.plan[row]:
            gains.setdefault(column, {})[row] = payoff
    # for every sequence of the other player: what it gets with each plan of later moves
    options = {k: [ranges.reduce(gains.get(k, {}))] for k in range(opposing.size)}
    for h in reversed(range(len(opposing.sets))):
        moves, parent = opposing.moves(h), int(opposing.parent[h])
        best = next((options[k][0] for k in moves if ranges.opposing[k]), None)
        if best is None:
            later = _distinct([option for k in moves for option in options[k]])
        else:
            later = [best]
            inequalities += [
                _plus(best, option, -ONE) for k in moves if not ranges.opposing[k] for option in options[k]
            ]
        options[parent] = _distinct([_plus(before, option) for before in options[parent] for option in later])
        if len(options[parent]) > MOST:
            return None
    return _distinct([form for form in inequalities if form.keys() - {EMPTY}])


def _bounds(ranges: PlanRanges, inequalities: list[AffineForm], terms: dict[int, str]) -> Iterator[str]:
    """Yield the inequalities in words: bounds of single coordinates, then those that bounds do not imply."""
    least: dict[int, mpq] = {}
    greatest: dict[int, mpq] = {}
    joint = []
    for form in inequalities:
        if len(form.keys() - {EMPTY}) > 1:
            joint.append(form)
            continue
        coordinate, factor = next((k, a) for k, a in form.items() if k != EMPTY)
        bound = -form.get(EMPTY, ZERO) / factor
        if factor > 0:
            least[coordinate] = max(bound, least.get(coordinate, bound))
        else:
            greatest[coordinate] = min(bound, greatest.get(coordinate, bound))
    for coordinate in sorted(least | greatest):
        proved = ranges.interval(coordinate)
        low, high = least.get(coordinate), greatest.get(coordinate)
        # a bound that no plan of the set attains is implied by the other inequalities
        low_text = f"{short(low)} ≤ " if low is not None and (proved is None or low == proved.least) else ""
        high_text = f" ≤ {short(high)}" if high is not None and (proved is None or high == proved.greatest) else ""
        if low == ZERO and high != ONE and high_text:  # no weight is below 0 or above 1
            low_text = ""
        elif high == ONE and low != ZERO and low_text:
            high_text = ""
        if low_text and high_text:
            yield f"{low_text}{terms[coordinate]}{high_text}"
        elif low_text:
            yield f"{terms[coordinate]} ≥ {low_text.removesuffix(' ≤ ')}"
        elif high_text:
            yield f"{terms[coordinate]}{high_text}"
    for form in joint:
        if not _is_implied(form, least, greatest):
            yield _comparison(form, terms)


def _is_implied(form: AffineForm, least: dict[int, mpq], greatest: dict[int, mpq]) -> bool:
    """Return whether bounds of single coordinates imply that a linear function is at least 0."""
    value = form.get(EMPTY, ZERO)
    for k, factor in form.items():
        if k != EMPTY:
            end = (least if factor > 0 else greatest).get(k)
            if end is None:
                return False
            value += factor * end
    return bool(value >= 0)


def _comparison(form: AffineForm, terms: dict[int, str]) -> str:
    """Return "form is at least 0" in words, with positive coefficients on both sides."""
    scale = min(abs(a) for k, a in form.items() if k != EMPTY)
    left = {k: a / scale for k, a in form.items() if a > 0 and k != EMPTY}
    right = {k: -a / scale for k, a in form.items() if a < 0 and k != EMPTY}
    constant = form.get(EMPTY, ZERO) / scale
    if not left:
        return f"{_sum(right, terms)} ≤ {short(constant)}"
    (left if constant > 0 else right)[EMPTY] = abs(constant)
    return f"{_sum(left, terms)} ≥ {_sum(right, terms)}"


def _sum(form: AffineForm, terms: dict[int, str]) -> str:
    """Return a linear function in words, the constant first: ``1/2 + x(K, bet) - 2 x(Q, bet)``."""
    text = ""
    for k, factor in sorted(form.items()):
        if factor:
            size = "" if abs(factor) == 1 and k != EMPTY else short(abs(factor))
            text += f" {'-' if factor < 0 else '+'} {' '.join(filter(None, [size, terms.get(k)]))}"
    return f"-{text[3:]}" if text.startswith(" - ") else text[3:] or "0"


def _plus(first: AffineForm, second: AffineForm, factor: mpq = ONE) -> AffineForm:
    total = {k: first.get(k, ZERO) + factor * second.get(k, ZERO) for k in first | second}
    return {k: a for k, a in total.items() if a}


def _distinct(forms: Sequence[AffineForm]) -> list[AffineForm]:
    return list({tuple(sorted(form.items())): form for form in forms}.values())
