r"""Writer of Gambit's file format for extensive games, ``.efg`` version 2 (see :mod:`lemke.io.efg`).

What is written, Gambit 16.7 reads as the same game. Where it refuses a label, the label is changed as little as
that needs, and always in the same way:

- labels are printable ASCII, other characters become ``\xe4`` or ``\u65e5``; blanks stand single, none at either end;
- no text in quotes ends with a backslash;
- labels of nodes, and of the information sets of one player, are unique unless empty: the second ``x`` becomes
  ``x_2``.

Numbers of sets and outcomes are kept unless they are too long; outcomes that no node has are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from lemke.game import CHANCE, NONE, TERMINAL, Game
from lemke.ground.rational import text
from lemke.io.gambit_labels import in_quotes, prologue_text, quoted_label, quoted_prose, safe

_END_OF_NUMBERS = 10**9  # of sets and outcomes: nine digits fit everywhere


def dumps(game: Game) -> str:
    r"""Return the text of a game in the format ``.efg``.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann"], title="choice")
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(left, "0.5")
    >>> print(dumps(builder.build()))
    EFG 2 R "choice" { "Ann" }
    ""
    <BLANKLINE>
    p "" 1 1 "" { "L" "R" } 0
    t "" 1 "" { 1/2 }
    t "" 0
    <BLANKLINE>
    """
    header = f"EFG 2 R {prologue_text(game.title, game.players)}\n{quoted_prose(game.comment)}\n"
    return "\n".join([header, *_node_lines(game), ""])


def _node_lines(game: Game) -> list[str]:
    """Return one line per node, in depth-first order."""
    order = game.preorder()
    labels = map(in_quotes, _unique(safe(game.node_labels[node]) for node in order))
    kinds = {CHANCE: "c", TERMINAL: "t"}
    sets, outcomes = _set_texts(game), _outcome_texts(game)
    sets.append("")  # the last one, NONE: of leaves
    return [
        f"{kinds.get(player, 'p')} {label} {sets[information_set]}{outcomes[outcome]}"
        for label, player, information_set, outcome in zip(
            labels,
            game.player[order].tolist(),
            game.information_set[order].tolist(),
            game.outcome[order].tolist(),
            strict=True,
        )
    ]


def _set_texts(game: Game) -> list[str]:
    """Return, for every information set, what stands between the label of a node and its outcome."""
    texts = [""] * len(game.information_sets)
    for player in range(CHANCE, len(game.players)):
        own = game.sets_of(player)
        sets = [game.information_sets[index] for index in own]
        numbers = _numbers([each.number for each in sets])
        labels = _unique(safe(each.label) for each in sets)
        for index, each, number, label in zip(own, sets, numbers, labels, strict=True):
            moves = [quoted_label(action) for action in each.actions]
            if player == CHANCE:
                moves = [f"{move} {text(value)}" for move, value in zip(moves, each.probabilities, strict=True)]
            owner = "" if player == CHANCE else f"{player + 1} "
            texts[index] = f"{owner}{number} {in_quotes(label)} {{ {' '.join(moves)} }} "
    return texts


def _outcome_texts(game: Game) -> dict[int, str]:
    """Return, for every outcome and for none, how a node's line ends."""
    numbers = _numbers([each.number for each in game.outcomes], forbidden=[0])
    texts = {NONE: "0"}
    for index, (number, each) in enumerate(zip(numbers, game.outcomes, strict=True)):
        payoffs = ", ".join(map(text, each.payoffs))
        texts[index] = f"{number} {quoted_label(each.label)} {{ {payoffs} }}"
    return texts


def _numbers(given: Sequence[int], forbidden: Sequence[int] = ()) -> Sequence[int]:
    """Return the given numbers, or 1, 2, … if one of them cannot be written."""
    if all(abs(number) < _END_OF_NUMBERS and number not in forbidden for number in given):
        return given
    return range(1, len(given) + 1)


def _unique(labels: Iterable[str]) -> list[str]:
    """Return labels of which only empty ones are equal.

    >>> _unique(["x", "", "x", "x_2", "x", ""])
    ['x', '', 'x_3', 'x_2', 'x_4', '']
    """
    given = list(labels)
    taken = set(given)
    times: Counter[str] = Counter()
    unique = []
    for label in given:
        times[label] += 1
        unique.append(label if times[label] == 1 or not label else _free(label, times, taken))
    return unique


def _free(label: str, times: Counter[str], taken: set[str]) -> str:
    """Return and take a name made from the label; ``times`` remembers how far the tries went."""
    while (name := f"{label}_{times[label]}") in taken:
        times[label] += 1
    taken.add(name)
    return name
