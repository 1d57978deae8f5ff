"""Gambit's file format for strategic games, ``.nfg`` version 1.

After ``NFG 1 R "title" { "player" … }`` stand the strategies, as numbers ``{ 2 2 }`` or by label
``{ { "T" "B" } { "l" "r" } }``, perhaps a comment, and then either the payoffs of all players for every combination
of strategies, or a list of outcomes ``{ { "label" payoffs } … }`` and an index into it for every combination, 0 for
none. The first player's strategy changes fastest.

The game is read as the tree in which the players move in turn, each in one information set. A tree is written as its
full strategic form, strategies by label, then payoffs.
"""

from __future__ import annotations

from math import prod

from gmpy2 import mpq

from lemke.errors import FormatError, OutcomeError, located
from lemke.forms.normal_form import NormalForm, normal_form, strategic_leaves
from lemke.game import Game
from lemke.game.builder import OutcomeHandle
from lemke.ground import limits
from lemke.ground.rational import parse, text
from lemke.ground.words import count
from lemke.io.gambit_labels import labels_in_braces, prologue_text, quoted_prose
from lemke.io.grammar import (
    BLANK,
    NUMBER,
    STRING,
    Field,
    Rule,
    Scanner,
    braces,
    integer,
    numbers_in,
    prologue,
    string,
    strings_in,
    unquoted,
)

MAX_COMBINATIONS = 10**6
MAX_NODES = 4 * 10**6

_CHECK_EVERY = 1 << 10  # combinations of strategies
_NUMBER_AND_COMMA = NUMBER + BLANK + ",?+"
_PROLOGUE = prologue("NFG", "strategic form", "1")
_STRATEGIES_BEGIN = Rule(Field("the strategies in braces", r"\{"))
_SIZE = Rule(integer("the player's number of strategies"))
_LABELS = Rule(braces("the player's strategies in braces", STRING, inside="a strategy in quotes"))
_STRATEGIES_END = Rule(Field("'}' after the strategies of all players", r"\}"))
_OUTCOMES_BEGIN = Rule(Field("the outcomes in braces", r"\{"))
_OUTCOME = Rule(
    Field("an outcome in braces or '}'", r"\{"),
    string("the outcome's label in quotes"),
    Field("payoffs", rf"(?>(?:{_NUMBER_AND_COMMA}{BLANK})*)"),
    Field("a payoff or '}'", r"\}"),
)
_OUTCOMES_END = Rule(Field("an outcome in braces or '}'", r"\}"))
_INDEX = Rule(integer("the number of an outcome"))
_PAYOFF = Rule(Field("a payoff", _NUMBER_AND_COMMA))


def loads(content: str, source: str | None = None) -> Game:
    """Return the game of a text in the format ``.nfg``, as a tree with ``strategic`` set.

    Raises
    ------
    FormatError, NumberError, GameError
        With source and line.

    >>> loads('NFG 1 R "pennies" { "Ann" "Bob" } { 2 2 }  1 -1  -1 1  -1 1  1 -1')
    <Game 'pennies': 2 players, 7 nodes>
    """
    reader = _Reader(content)
    with located(source), reader.scanner.locating():
        return reader.game()


class _Reader:
    """One pass over the text."""

    def __init__(self, content: str) -> None:
        self.scanner = Scanner(content)

    def game(self) -> Game:
        self.builder = self.scanner.begin(_PROLOGUE)
        self.builder.strategic = True
        strategies = self._strategies()
        self.builder.comment = self.scanner.comment()
        listed = self._listed() if self.scanner.sees("{") else None
        combinations = prod(map(len, strategies))
        outcomes = [self._outcome(listed, done, combinations) for done in range(combinations)]
        if not self.scanner.ended():
            raise self.scanner.misfit(f"the end of the file after {_combinations(combinations)}")
        for leaf, combination in strategic_leaves(self.builder, strategies):
            if (outcome := outcomes[combination]) is not None:
                self.builder.attach(leaf, outcome)
        return self.builder.build()

    def _strategies(self) -> list[tuple[str, ...]]:
        """Return the labels of each player's strategies."""
        self.scanner.take(_STRATEGIES_BEGIN)
        read = self._labels if self.scanner.sees("{") else self._numbers
        strategies: list[tuple[str, ...]] = []
        combinations = nodes = 1
        for _ in self.builder.players:
            strategies.append(read())
            combinations *= len(strategies[-1])
            nodes += combinations
            if combinations > MAX_COMBINATIONS or nodes > MAX_NODES:
                raise FormatError(f"more than {_combinations(MAX_COMBINATIONS)} of strategies, expected a smaller game")
        self.scanner.take(_STRATEGIES_END)
        return strategies

    def _labels(self) -> tuple[str, ...]:
        labels = strings_in(self.scanner.take(_LABELS)[1])
        if not labels:
            raise FormatError("a player without strategies, expected at least one")
        return labels

    def _numbers(self) -> tuple[str, ...]:
        """Return 1, 2, … as labels where only the number of strategies is given."""
        size = int(self.scanner.take(_SIZE)[1])
        if not 0 < size <= MAX_COMBINATIONS:
            raise FormatError(f"a player with {size} strategies, expected 1 to {MAX_COMBINATIONS}")
        return tuple(map(str, range(1, size + 1)))

    def _listed(self) -> list[OutcomeHandle | None]:
        """Return the listed outcomes; at place 0, none."""
        self.scanner.take(_OUTCOMES_BEGIN)
        listed: list[OutcomeHandle | None] = [None]
        while not self.scanner.sees("}"):
            _, label, payoffs, _ = self.scanner.take(_OUTCOME).groups()
            values = [parse(each) for each in numbers_in(payoffs)]
            listed.append(self.builder.outcome(values, unquoted(label), len(listed)))
        self.scanner.take(_OUTCOMES_END)
        return listed

    def _outcome(self, listed: list[OutcomeHandle | None] | None, done: int, combinations: int) -> OutcomeHandle | None:
        """Return the outcome of the next combination of strategies, of which so many are done."""
        if done % _CHECK_EVERY == 0:
            limits.check()
        if self.scanner.ended():
            raise self.scanner.misfit(f"{_combinations(combinations)} of strategies, not {done}")
        if listed is None:
            return self.builder.outcome([self._payoff() for _ in self.builder.players])
        number = int(self.scanner.take(_INDEX)[1])
        if not 0 <= number < len(listed):
            raise OutcomeError(f"outcome {number}, expected one of {len(listed) - 1}, or 0 for none")
        return listed[number]

    def _payoff(self) -> mpq:
        (number,) = numbers_in(self.scanner.take(_PAYOFF)[1])
        return parse(number)


def dumps(game: Game) -> str:
    r"""Return the strategic form of a game in the format ``.nfg``.

    Raises
    ------
    GameError
        If it had too many combinations of strategies.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann"], title="choice")
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(left, "0.5")
    >>> print(dumps(builder.build()))
    NFG 1 R "choice" { "Ann" }
    { { "L" "R" } }
    ""
    <BLANKLINE>
    1/2
    0
    <BLANKLINE>
    """
    return dumps_form(normal_form(game), game.comment)


def dumps_form(form: NormalForm, comment: str = "") -> str:
    """Return the text of a game in strategic form."""
    strategies = " ".join(map(labels_in_braces, form.strategies))
    header = f"NFG 1 R {prologue_text(form.title, form.players)}\n{{ {strategies} }}\n{quoted_prose(comment)}\n"
    # Fortran's order: the first player's strategy changes fastest
    columns = [table.ravel(order="F").tolist() for table in form.payoffs]
    return "\n".join([header, *(" ".join(map(text, payoffs)) for payoffs in zip(*columns, strict=True)), ""])


def _combinations(number: int) -> str:
    return count(number, "combination")
