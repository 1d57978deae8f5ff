"""All equilibria of a game for people.

The different strategies of player 1 are x1, x2, …, those of player 2 y1, y2, …, as they first appear. Maximal Nash
subsets are written as products of convex hulls of these (as by Avis, Rosenberg, Savani, von Stengel 2010).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from lemke.errors import one_line
from lemke.forms.normal_form import NormalForm, TreeNormalForm
from lemke.forms.normal_form.equilibria import AllEquilibria, ExtremeEquilibrium, NashSubset, Strategy
from lemke.game.tree import count
from lemke.ground.rational import text
from lemke.show.table import columns

LETTERS = ("x", "y")
"""Of the strategies of player 1 and of player 2."""
WIDE = 100
"""A table with wider lines becomes a list of the positive probabilities."""


def enumeration_text(found: AllEquilibria) -> str:
    """Return the extreme equilibria, which of them are realization equivalent, and the components they span."""
    lines = [one_line(found.form.title)] if found.form.title else []
    lines += [_counts(found), *_players(found), *_moves(found.form), "", "Extreme equilibria", *_equilibria(found)]
    lines += _equivalent(found)
    lines += ["", "Components: unions of maximal Nash subsets", *_components(found)]
    return "\n".join(lines) + "\n"


def _counts(found: AllEquilibria) -> str:
    equilibria, classes = len(found.equilibria), len(found.classes)
    noun = "extreme equilibrium" if equilibria == 1 else "extreme equilibria"
    merged = f", {classes} up to realization equivalence" if classes < equilibria else ""
    return f"{equilibria} {noun} in {count(len(found.components), 'component')}{merged}"


def _players(found: AllEquilibria) -> list[str]:
    """Return a line that says who plays x and who y, if the players have names."""
    names = found.form.players
    if all(name in ("", str(k), f"Player {k}") for k, name in enumerate(names, 1)):
        return []
    shown = (one_line(name) or f"Player {k}" for k, name in enumerate(names, 1))
    return [", ".join(f"{letter} of {name}" for letter, name in zip(LETTERS, shown, strict=True))]


def _moves(form: NormalForm) -> list[str]:
    """Return a line that says at which information sets the moves in a strategy's name are, if one has several."""
    if not isinstance(form, TreeNormalForm) or form.game.strategic or all(len(own.sets) < 2 for own in form.pure):
        return []
    orders = []
    for k, (name, own) in enumerate(zip(form.players, form.pure, strict=True), 1):
        if own.sets:
            sets = ", ".join(one_line(each.label) or str(each.number) for each in own.information_sets)
            orders.append(f"of {one_line(name) or f'Player {k}'} at {sets}")
    line = f"moves {'; '.join(orders)}"
    return [line if len(line) <= WIDE else f"{line[: WIDE - 1]}…"]


def _equilibria(found: AllEquilibria) -> list[str]:
    """Return a table with a row for every equilibrium, a column for every strategy; a list where that is too wide."""
    table = _table(found)
    return table if max(map(len, table)) <= WIDE else _list(found)


def _table(found: AllEquilibria) -> list[str]:
    one, two = found.form.strategies
    rows = [["", "", *one, "", *two, "payoffs"]]
    for number, each in enumerate(found.equilibria, 1):
        x, y = _names(found, each)
        payoffs = ", ".join(map(text, each.payoffs))
        rows.append([str(number), x, *map(text, each.x), y, *map(text, each.y), payoffs, *_mark(each)])
    return columns(rows, right=frozenset(range(len(rows[0]))) - {1, len(one) + 2})


def _list(found: AllEquilibria) -> list[str]:
    rows = [["", "", "payoff", "probabilities"]]
    for number, each in enumerate(found.equilibria, 1):
        names = _names(found, each)
        for player, strategy in enumerate((each.x, each.y)):
            played = _played(found.form.strategies[player], strategy)
            rows.append(["" if player else str(number), names[player], text(each.payoffs[player]), played])
    return columns(rows, right=frozenset([0, 2]))


def _played(labels: Sequence[str], strategy: Strategy) -> str:
    """Return the positive probabilities of a strategy, by label."""
    pairs = zip(labels, strategy, strict=True)
    return ", ".join(f"{label}: {text(probability)}" for label, probability in pairs if probability)


def _names(found: AllEquilibria, each: ExtremeEquilibrium) -> tuple[str, str]:
    x, y = found.vertices
    return _name(0, x[each.x]), _name(1, y[each.y])


def _name(player: int, number: int) -> str:
    return f"{LETTERS[player]}{number + 1}"


def _mark(each: ExtremeEquilibrium) -> list[str]:
    return ["pure"] if each.is_pure else []


def _equivalent(found: AllEquilibria) -> Iterator[str]:
    """Yield a line for every class of several equilibria."""
    for members in found.classes:
        if len(members) > 1:
            equilibria = [found.equilibria[number] for number in members]
            names = (dict.fromkeys(own) for own in zip(*(_names(found, each) for each in equilibria), strict=True))
            different = ", ".join(_and(own) for own in names if len(own) > 1)
            yield (
                f"{_and(str(number + 1) for number in members)} are realization equivalent: {different} differ only in "
                "how they combine moves at different information sets."
            )


def _components(found: AllEquilibria) -> list[str]:
    numbers = {(each.x, each.y): str(number) for number, each in enumerate(found.equilibria, 1) if each.is_pure}
    rows = []
    for k, component in enumerate(found.components, 1):
        for place, subset in enumerate(component.subsets):
            pure = [numbers[pair] for pair in product(subset.x, subset.y) if pair in numbers]
            rows.append(["" if place else str(k), _product(found, subset), *_pure(subset, pure)])
    return columns(rows, right=frozenset([0]))


def _product(found: AllEquilibria, subset: NashSubset) -> str:
    return " x ".join(
        _hull([_name(player, found.vertices[player][vertex]) for vertex in own])
        for player, own in enumerate((subset.x, subset.y))
    )


def _hull(names: Sequence[str]) -> str:
    return f"{'conv' if len(names) > 1 else ''}{{{', '.join(names)}}}"


def _pure(subset: NashSubset, numbers: Sequence[str]) -> list[str]:
    """Return a mark for a pure equilibrium, or the numbers of those that a larger set has."""
    if not numbers:
        return []
    if len(subset.x) == len(subset.y) == 1:
        return ["pure"]
    return [f"pure: {'no.' if len(numbers) == 1 else 'nos.'} {', '.join(numbers)}"]


def _and(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
