r"""Gambit's file format for extensive games, ``.efg`` version 2.

A file starts with ``EFG 2 R "title" { "player" … } "comment"``. Nodes follow in depth-first order. A node is one of ::

    c "label" SET ["set" [{ "move" probability … }]] OUTCOME ["outcome" [{ payoffs }]]
    p "label" PLAYER SET ["set" [{ "move" … }]] OUTCOME ["outcome" [{ payoffs }]]
    t "label" OUTCOME ["outcome" [{ payoffs }]]

A set or an outcome is defined at its first mention. Later mentions may repeat the definition or a part of it, but must
not contradict it. Only the label of an outcome may differ; the first label is kept. Outcome 0 means no outcome. Outside
quotes, blanks and line ends do not matter. Decimals are exact, also in files that say ``D``.

When this module writes a game, Gambit 16.7 reads the same game. A label that Gambit refuses is changed as little as
needed, and always in the same way:

- labels are printable ASCII; other characters become ``\xe4`` or ``\u65e5``; blanks are single, none at either end;
- no text in quotes ends with a backslash;
- labels of nodes, and of the information sets of one player, are unique unless empty: the second ``x`` becomes
  ``x_2``.

Numbers of sets and outcomes are kept, except in two cases. If the number of a set is too long, all sets of the player
are numbered 1, 2, …. If the number of an outcome is too long or 0, all outcomes are numbered 1, 2, …. Outcomes that no
node has are left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import zip_longest
from typing import TypeAlias

from gmpy2 import mpq

from lemke.errors import GameError
from lemke.game import CHANCE, NONE, TERMINAL, Game
from lemke.game.builder import OutcomeHandle, SetHandle
from lemke.ground import limits
from lemke.ground.rational import parse, quoted, text
from lemke.ground.words import count
from lemke.io.grammar import (
    BLANK,
    NUMBER,
    STRING,
    Rule,
    Scanner,
    braces,
    in_quotes,
    integer,
    numbers_in,
    player_index,
    prologue,
    prologue_text,
    quoted_label,
    quoted_prose,
    safe,
    string,
    unquoted,
    word,
)

_CHECK_EVERY = 1 << 10  # nodes
_END_OF_NUMBERS = 10**9  # numbers of sets and outcomes must be smaller: nine digits fit into 32 bits
_EMPTY = '""'

_A_NODE = "a node, which starts with c, p or t"
_PROLOGUE = prologue("EFG", "extensive form", "2")
_LABEL = string("the node's label in quotes")
_PLAYER = integer("the number of the player")
_SET = (integer("the number of the information set"), string("the information set's label", optional=True))
_DRAWN = braces("moves in braces", STRING, NUMBER, inside="a move in quotes with its probability", optional=True)
_CHOSEN = braces("moves in braces", STRING, inside="a move in quotes", optional=True)
_OUTCOME = (
    integer("the number of the outcome"),
    string("the outcome's label", optional=True),
    braces("payoffs in braces", NUMBER, ",?+", inside="a payoff", optional=True),
)
_NODES = {
    "c": Rule(word("c", _A_NODE), _LABEL, (*_SET, _DRAWN), _OUTCOME),
    "p": Rule(word("p", _A_NODE), _LABEL, (_PLAYER, *_SET, _CHOSEN), _OUTCOME),
    "t": Rule(word("t", _A_NODE), _LABEL, _OUTCOME),
}
_MOVE = re.compile(rf"({STRING}){BLANK}({NUMBER})?")
_Moves: TypeAlias = tuple[tuple[str, ...], tuple[mpq, ...]]
"""Labels of moves and, for moves of chance, the probabilities."""


def loads(content: str, source: str | None = None) -> Game:
    """Return the game of a text in the format ``.efg``.

    >>> loads('''EFG 2 R "choice" { "Ann" }
    ... p "" 1 1 "" { "L" "R" } 0
    ... t "" 1 "win" { 0.5 }
    ... t "" 0''')
    <Game 'choice': 1 player, 3 nodes>
    """
    reader = _Reader(content)
    with reader.scanner.locating(source):
        return reader.game()


class _Reader:
    """Reads the text in one pass. Parsed parts are cached by their text: large files repeat a few texts often."""

    def __init__(self, content: str) -> None:
        self.scanner = Scanner(content)
        self.sets: dict[tuple[int, int], SetHandle] = {}  # by player and number
        self.sizes = {NONE: 0}  # number of moves of each set; leaves have the handle NONE
        self.repeated_sets: dict[str, SetHandle] = {}  # by the text of a mention
        self.outcomes: dict[int, OutcomeHandle] = {}  # by number
        self.repeated_outcomes: dict[str, int] = {}  # by the text of a mention
        parse_number = cache(parse)
        # cached functions, not methods: a cached method would hold the reader, and so the text, in a reference cycle
        self.parse_payoffs = cache(partial(_payoffs, parse_number))
        self.parse_moves = cache(partial(_moves, parse_number))

    def game(self) -> Game:
        self.builder = self.scanner.begin(_PROLOGUE)
        self.builder.comment = self.scanner.comment()
        sets: list[int] = []
        outcomes: list[int] = []
        labels: dict[int, str] = {}
        missing_nodes = 1  # nodes still to come: the root, then the children of nodes that were read
        while missing_nodes:
            kind = self.scanner.text[self.scanner.at : self.scanner.at + 1]
            if kind not in _NODES:
                raise self.scanner.misfit(f"{_A_NODE}; the tree lacks at least {count(missing_nodes, 'node')}")
            # The groups are
            # - the kind and the node's label,
            # - except at leaves, the set: whole text, player (not for chance), number, label, moves,
            # - the outcome: whole text, number, label, payoffs; always the last four groups.
            groups = self.scanner.take(_NODES[kind]).groups()
            if groups[1] != _EMPTY:
                labels[len(sets)] = unquoted(groups[1])
            handle = NONE if kind == "t" else self.repeated_sets.get(groups[2])
            player = CHANCE if kind == "c" else NONE
            if kind == "p" and handle is None:
                player = player_index(int(groups[3]), len(self.builder.players))
            outcome = self.repeated_outcomes.get(groups[-4])
            outcomes.append(self._outcome(*groups[-4:]) if outcome is None else outcome)
            sets.append(self._set(player, groups[2], *groups[-7:-4]) if handle is None else handle)
            missing_nodes += self.sizes[sets[-1]] - 1
            if len(sets) % _CHECK_EVERY == 0:
                limits.report(lambda: f"reading: {count(len(sets), 'node')}")
        self.scanner.end("the end of the file after the last node")
        return self.builder.build_depth_first(sets, outcomes, labels)

    def _set(self, player: int, whole_text: str, digits: str, label: str | None, moves: str | None) -> SetHandle:
        number = int(digits)
        name = f"information set {number} of {'chance' if player == CHANCE else f'player {player + 1}'}"
        handle = self.sets.get((player, number))
        if handle is None:
            labels, probabilities = self.parse_moves(_definition(name, "moves", moves))
            if player == CHANCE:
                handle = self.builder.chance_set(labels, probabilities, unquoted(label or _EMPTY), number)
            else:
                handle = self.builder.information_set(player, labels, unquoted(label or _EMPTY), number)
            self.sets[player, number] = handle
            self.sizes[handle] = len(labels)
            return handle
        defined = self.builder.sets[handle]
        if label not in (None, _EMPTY) and defined.label:
            _require_same(f"{name} with the label", [unquoted(label)], [defined.label])
        if moves is not None:
            labels, probabilities = self.parse_moves(moves)
            _require_same(f"{name} with the move", labels, defined.actions)
            if probabilities:
                _require_same(f"{name} with the probability", probabilities, defined.probabilities)
        self.repeated_sets[whole_text] = handle
        return handle

    def _outcome(self, whole_text: str, digits: str, label: str | None, payoffs: str | None) -> int:
        number = int(digits)
        handle = self.outcomes.get(number, NONE)
        if number == 0:
            if payoffs is not None:
                raise GameError("payoffs of outcome 0, which means no outcome, expected an outcome other than 0")
        elif handle == NONE:
            numbers = self.parse_payoffs(_definition(f"outcome {number}", "payoffs", payoffs))
            handle = self.builder.outcome(numbers, unquoted(label or _EMPTY), number)
            self.outcomes[number] = handle
            return handle
        elif payoffs is not None:
            stated, defined = self.parse_payoffs(payoffs), self.builder.outcomes[handle].payoffs
            _require_same(f"outcome {number} with the payoff", stated, defined)
        self.repeated_outcomes[whole_text] = handle
        return handle


def _moves(parse_number: Callable[[str], mpq], block: str) -> _Moves:
    """Return the moves in a block in braces."""
    moves = _MOVE.findall(block)
    return tuple(unquoted(label) for label, _ in moves), tuple(parse_number(digits) for _, digits in moves if digits)


def _payoffs(parse_number: Callable[[str], mpq], block: str) -> tuple[mpq, ...]:
    """Return the payoffs in a block in braces."""
    return tuple(map(parse_number, numbers_in(block)))


def _definition(name: str, what: str, block: str | None) -> str:
    """Return a block in braces, which the first mention of a set or an outcome must have."""
    if block is None:
        raise GameError(f"{name} without {what}, expected {what} at its first mention")
    return block


def _require_same(what: str, stated: Sequence[object], defined: Sequence[object]) -> None:
    """Raise :class:`GameError` for the first part in which a repeated definition is not as the first one was."""
    for part, expected in zip_longest(stated, defined):
        if part != expected:
            words = ("none" if value is None else quoted(value) for value in (part, expected))
            raise GameError("{} {}, expected {} as before".format(what, *words))


# ---------------------------------------------------------------------- writing


def dumps(game: Game) -> str:
    r"""Return the text of a game in the format ``.efg``.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann"], title="choice")
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(left, "0.5")
    >>> print(dumps(builder.build(unpaid="zero")))
    EFG 2 R "choice" { "Ann" }
    ""
    <BLANKLINE>
    p "" 1 1 "" { "L" "R" } 0
    t "" 1 "" { 1/2 }
    t "" 0
    <BLANKLINE>
    """
    order = game.preorder()
    labels = _unique(safe(game.node_labels[node]) for node in order)
    columns = (column[order].tolist() for column in (game.player, game.information_set, game.outcome))
    kinds = {CHANCE: "c", TERMINAL: "t"}
    sets = [*_set_texts(game), ""]  # leaves have the index NONE, -1: the last text
    numbers = _numbers([outcome.number for outcome in game.outcomes], forbidden=[0])
    outcomes = [
        *(
            f"{number} {quoted_label(outcome.label)} {{ {', '.join(map(text, outcome.payoffs))} }}"
            for number, outcome in zip(numbers, game.outcomes, strict=True)
        ),
        "0",  # the last text, for nodes without an outcome: index NONE
    ]
    lines = [
        f"{kinds.get(player, 'p')} {in_quotes(label)} {sets[information_set]}{outcomes[outcome]}"
        for label, player, information_set, outcome in zip(labels, *columns, strict=True)
    ]
    header = f"EFG 2 R {prologue_text(game.title, game.players)}\n{quoted_prose(game.comment)}\n"
    return "\n".join([header, *lines, ""])


def _set_texts(game: Game) -> list[str]:
    """Return, for every information set, the text between a node's label and its outcome."""
    texts = [""] * len(game.information_sets)
    for player in range(CHANCE, len(game.players)):
        owner = "" if player == CHANCE else f"{player + 1} "
        indices = game.sets_of(player)
        sets = [game.information_sets[index] for index in indices]
        numbers = _numbers([information_set.number for information_set in sets])
        labels = _unique(safe(information_set.label) for information_set in sets)
        for index, information_set, number, label in zip(indices, sets, numbers, labels, strict=True):
            moves = [quoted_label(action) for action in information_set.actions]
            if player == CHANCE:
                moves = [
                    f"{move} {text(value)}" for move, value in zip(moves, information_set.probabilities, strict=True)
                ]
            texts[index] = f"{owner}{number} {in_quotes(label)} {{ {' '.join(moves)} }} "
    return texts


def _numbers(numbers: Sequence[int], forbidden: Sequence[int] = ()) -> Sequence[int]:
    """Return the numbers, or 1, 2, … for all if one of them is too long or forbidden."""
    if all(abs(number) < _END_OF_NUMBERS and number not in forbidden for number in numbers):
        return numbers
    return range(1, len(numbers) + 1)


def _unique(labels: Iterable[str]) -> list[str]:
    """Return the labels, made unique by suffixes such as ``_2``; empty labels stay empty.

    >>> _unique(["x", "", "x", "x_2", "x", ""])
    ['x', '', 'x_3', 'x_2', 'x_4', '']
    """
    unique = list(labels)
    used = set(unique)
    times: Counter[str] = Counter()
    for position, label in enumerate(unique):
        times[label] += 1
        if label and times[label] > 1:
            while (name := f"{label}_{times[label]}") in used:
                times[label] += 1
            used.add(name)
            unique[position] = name
    return unique
