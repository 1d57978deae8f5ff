"""Reader of Gambit's file format for extensive games, ``.efg`` version 2.

The nodes stand in depth-first order, one of ::

    c "label" SET ["set" [{ "move" probability … }]] OUTCOME ["outcome" [{ payoffs }]]
    p "label" PLAYER SET ["set" [{ "move" … }]] OUTCOME ["outcome" [{ payoffs }]]
    t "label" OUTCOME ["outcome" [{ payoffs }]]

after ``EFG 2 R "title" { "player" … } "comment"``. Sets and outcomes are defined where they are first mentioned; later
mentions may repeat the definition, all or in part, but must not contradict it. Outcome 0 is none. Blanks and line
ends do not matter outside quotes. Decimals are exact, also in files that say ``D``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from gmpy2 import mpq

from lemke.errors import InformationSetError, OutcomeError, PlayersError, located
from lemke.game import CHANCE, NONE, Game, InformationSet
from lemke.game.builder import OutcomeHandle, SetHandle
from lemke.ground import limits
from lemke.ground.rational import parse, quoted, text
from lemke.ground.words import count
from lemke.io.efg_writer import dumps
from lemke.io.grammar import (
    BLANK,
    NUMBER,
    STRING,
    Rule,
    Scanner,
    braces,
    integer,
    numbers_in,
    prologue,
    string,
    unquoted,
    word,
)

__all__ = ["dumps", "loads"]

_CHECK_EVERY = 1 << 10  # nodes
_EMPTY = '""'

_A_NODE = "a node, which starts with c, p or t"
_PROLOGUE = prologue("EFG", "extensive form", "2")
_LABEL = string("the node's label in quotes")
_SET = (integer("the number of the information set"), string("the information set's label", optional=True))
_OUTCOME = (
    integer("the number of the outcome"),
    string("the outcome's label", optional=True),
    braces("payoffs in braces", NUMBER, ",?+", inside="a payoff", optional=True),
)
_CHANCE = Rule(
    word("c", _A_NODE),
    _LABEL,
    (*_SET, braces("moves in braces", STRING, NUMBER, inside="a move in quotes with its probability", optional=True)),
    _OUTCOME,
)
_PERSONAL = Rule(
    word("p", _A_NODE),
    _LABEL,
    (
        integer("the number of the player"),
        *_SET,
        braces("moves in braces", STRING, inside="a move in quotes", optional=True),
    ),
    _OUTCOME,
)
_TERMINAL = Rule(word("t", _A_NODE), _LABEL, _OUTCOME)
_Node: TypeAlias = tuple[str, int, int]
"""The label with its quotes, and the handles of information set and outcome, NONE where there is none."""
_MOVE = re.compile(rf"({STRING}){BLANK}({NUMBER})?")


@dataclass(frozen=True, slots=True)
class _Moves:
    actions: tuple[str, ...]
    probabilities: tuple[mpq, ...]


def loads(content: str, source: str | None = None) -> Game:
    """Return the game of a text in the format ``.efg``.

    Raises
    ------
    FormatError, NumberError, GameError
        With source and line.

    >>> loads('''EFG 2 R "choice" { "Ann" }
    ... p "" 1 1 "" { "L" "R" } 0
    ... t "" 1 "win" { 0.5 }
    ... t "" 0''')
    <Game 'choice': 1 player, 3 nodes>
    """
    reader = _Reader(content)
    with located(source), reader.scanner.locating():
        return reader.game()


class _Reader:
    """One pass over the text. What was read is kept by its spelling: large files repeat few spellings."""

    def __init__(self, content: str) -> None:
        self.scanner = Scanner(content)
        self.sets: dict[tuple[int, int], SetHandle] = {}
        self.sizes = {NONE: 0}
        self.repeated_sets: dict[str, SetHandle] = {}
        self.outcomes: dict[int, OutcomeHandle] = {}
        self.repeated_outcomes: dict[str, int] = {}
        self.number = cache(parse)
        self.payoffs: dict[str, tuple[mpq, ...]] = {}
        self.moves: dict[str, _Moves] = {}

    def game(self) -> Game:
        self.builder = self.scanner.begin(_PROLOGUE)
        self.builder.comment = self.scanner.comment()
        read = {"c": self._chance_node, "p": self._personal_node, "t": self._terminal_node}
        sets: list[int] = []
        outcomes: list[int] = []
        labels: dict[int, str] = {}
        open_ends = 1
        while open_ends:
            kind = self.scanner.text[self.scanner.at : self.scanner.at + 1]
            if kind not in read:
                raise self.scanner.misfit(f"{_A_NODE}; the tree has {count(open_ends, 'open end')}")
            label, information_set, outcome = read[kind]()
            if label != _EMPTY:
                labels[len(sets)] = unquoted(label)
            sets.append(information_set)
            outcomes.append(outcome)
            open_ends += self.sizes[information_set] - 1
            if len(sets) % _CHECK_EVERY == 0:
                limits.report(lambda: f"reading: {count(len(sets), 'node')}")
        if not self.scanner.ended():
            raise self.scanner.misfit("the end of the file after the last node")
        return self.builder.build_depth_first(sets, outcomes, labels)

    def _chance_node(self) -> _Node:
        _, label, spelled, *defined, paid, number, name, payoffs = self.scanner.take(_CHANCE).groups()
        outcome = self._outcome(paid, number, name, payoffs)
        handle = self.repeated_sets.get(spelled)
        return label, self._set(spelled, CHANCE, *defined) if handle is None else handle, outcome

    def _personal_node(self) -> _Node:
        _, label, spelled, player, *defined, paid, number, name, payoffs = self.scanner.take(_PERSONAL).groups()
        handle = self.repeated_sets.get(spelled)
        if handle is None and not 0 < int(player) <= len(self.builder.players):
            raise PlayersError(f"player {player}, expected one of {count(len(self.builder.players), 'player')}")
        outcome = self._outcome(paid, number, name, payoffs)
        return label, self._set(spelled, int(player) - 1, *defined) if handle is None else handle, outcome

    def _terminal_node(self) -> _Node:
        _, label, paid, number, name, payoffs = self.scanner.take(_TERMINAL).groups()
        return label, NONE, self._outcome(paid, number, name, payoffs)

    def _set(self, spelled: str, player: int, digits: str, label: str | None, written: str | None) -> SetHandle:
        number = int(digits)
        handle = self.sets.get((player, number))
        if handle is None:
            return self._new_set(player, number, label or _EMPTY, written)
        known = self.builder.sets[handle]
        if label not in (None, _EMPTY) and known.label not in ("", found := unquoted(label)):
            raise InformationSetError(
                f"{_name(player, number)} with the label {quoted(found)}, expected {quoted(known.label)} as before"
            )
        if written is not None:
            _compare(player, self._parsed_moves(written), known)
        self.repeated_sets[spelled] = handle
        return handle

    def _new_set(self, player: int, number: int, label: str, written: str | None) -> SetHandle:
        if written is None:
            raise InformationSetError(f"{_name(player, number)} without moves, expected them at its first mention")
        moves = self._parsed_moves(written)
        if player == CHANCE:
            handle = self.builder.chance_set(moves.actions, moves.probabilities, unquoted(label), number)
        else:
            handle = self.builder.information_set(player, moves.actions, unquoted(label), number)
        self.sets[player, number] = handle
        self.sizes[handle] = len(moves.actions)
        return handle

    def _parsed_moves(self, written: str) -> _Moves:
        """Return the moves in braces; without probabilities for a personal player."""
        if written not in self.moves:
            moves = _MOVE.findall(written)
            labels, numbers = zip(*moves, strict=True) if moves else ((), ())
            probabilities = tuple(map(self.number, filter(None, numbers)))
            self.moves[written] = _Moves(tuple(map(unquoted, labels)), probabilities)
        return self.moves[written]

    def _outcome(self, spelled: str, digits: str, label: str | None, written: str | None) -> int:
        if (repeated := self.repeated_outcomes.get(spelled)) is not None:
            return repeated
        number = int(digits)
        handle = self.outcomes.get(number, NONE)
        if number == 0:
            if written is not None:
                raise OutcomeError("payoffs of outcome 0, which is none, expected another number")
        elif handle == NONE:
            return self._new_outcome(number, label or _EMPTY, written)
        elif written is not None:
            found, before = self._parsed_payoffs(written), self.builder.outcomes[handle].payoffs
            if found != before:
                raise OutcomeError(
                    f"outcome {number} with payoffs {_listed(found)}, expected {_listed(before)} as before"
                )
        self.repeated_outcomes[spelled] = handle
        return handle

    def _new_outcome(self, number: int, label: str, written: str | None) -> OutcomeHandle:
        if written is None:
            raise OutcomeError(f"outcome {number} without payoffs, expected them at its first mention")
        handle = self.outcomes[number] = self.builder.outcome(self._parsed_payoffs(written), unquoted(label), number)
        return handle

    def _parsed_payoffs(self, written: str) -> tuple[mpq, ...]:
        if written not in self.payoffs:
            self.payoffs[written] = tuple(map(self.number, numbers_in(written)))
        return self.payoffs[written]


def _compare(player: int, found: _Moves, before: InformationSet) -> None:
    """Raise :class:`InformationSetError` unless a repeated set has the moves it had before."""
    if (found.actions, found.probabilities) == (before.actions, before.probabilities):
        return
    name = _name(player, before.number)
    if len(found.actions) != len(before.actions):
        raise InformationSetError(
            f"{name} with {count(len(found.actions), 'move')}, expected {len(before.actions)} as before"
        )
    for move, expected in zip(found.actions, before.actions, strict=True):
        if move != expected:
            raise InformationSetError(f"{name} with the move {quoted(move)}, expected {quoted(expected)} as before")
    for move, value, old_value in zip(found.actions, found.probabilities, before.probabilities):
        if value != old_value:
            probability, old = quoted(text(value)), quoted(text(old_value))
            raise InformationSetError(
                f"{name} with the probability {probability} of {quoted(move)}, expected {old} as before"
            )


def _name(player: int, number: int) -> str:
    owner = "chance" if player == CHANCE else f"player {player + 1}"
    return f"information set {number} of {owner}"


def _listed(payoffs: tuple[mpq, ...]) -> str:
    return quoted(" ".join(map(text, payoffs)))
