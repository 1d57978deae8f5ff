"""Gambit's file format for strategic games, ``.nfg`` version 1.

After ``NFG 1 R "title" { "player" … }`` come the strategies, as numbers ``{ 2 2 }`` or by label
``{ { "T" "B" } { "l" "r" } }``, and perhaps a comment. Then come the payoffs of all players for every combination of
strategies. Instead of payoffs there may be a list of outcomes ``{ { "label" payoffs } … }`` and, for every combination,
the number of an outcome. Outcomes count from 1, and 0 means no outcome. The first player's strategy changes fastest.

The game is read as the tree in which the players move in turn, each in one information set. A tree is written as its
full strategic form, strategies by label, then payoffs.
"""

from __future__ import annotations

from math import prod

from lemke.errors import FormatError, GameError
from lemke.forms.normal_form import NormalForm, normal_form, strategic_leaves
from lemke.game import Game, GameBuilder
from lemke.game.builder import OutcomeHandle
from lemke.ground.rational import parse, text
from lemke.ground.words import count
from lemke.io.grammar import (
    BLANK,
    NUMBER,
    STRING,
    Field,
    Rule,
    Scanner,
    braces,
    integer,
    labels_in_braces,
    numbers_in,
    prologue,
    prologue_text,
    quoted_prose,
    string,
    strings_in,
    unquoted,
)

MAX_COMBINATIONS = 10**6
MAX_NODES = 4 * 10**6  # of the tree that is made of a game

_NUMBER_AND_COMMA = NUMBER + BLANK + ",?+"
_PROLOGUE = prologue("NFG", "strategic form", "1")
_STRATEGIES_BEGIN = Rule(Field("the strategies in braces", r"\{"))
_SIZE = Rule(integer("the number of strategies of the next player"))
_LABELS = Rule(braces("the strategies of the next player in braces", STRING, inside="a strategy in quotes"))
_STRATEGIES_END = Rule(Field("'}' after the strategies of all players", r"\}"))
_OUTCOMES_BEGIN = Rule(Field("the outcomes in braces", r"\{"))
_OUTCOME = Rule(
    Field("an outcome in braces or '}'", r"\{"),
    string("the outcome's label in quotes"),
    Field("payoffs", rf"(?>(?:{_NUMBER_AND_COMMA}{BLANK})*)"),
    Field("a payoff or '}'", r"\}"),
)
_OUTCOMES_END = Rule(Field("an outcome in braces or '}'", r"\}"))
_INDEX = Rule(integer("the number of an outcome for every combination of strategies"))
_PAYOFF = Rule(Field("a payoff: every combination of strategies needs one of every player", _NUMBER_AND_COMMA))


def loads(content: str, source: str | None = None) -> Game:
    """Return the game of a text in the format ``.nfg``, as a tree with ``strategic`` set.

    >>> loads('NFG 1 R "pennies" { "Ann" "Bob" } { 2 2 }  1 -1  -1 1  -1 1  1 -1')
    <Game 'pennies': 2 players, 7 nodes>
    """
    scanner = Scanner(content)
    with scanner.locating(source):
        return _game(scanner)


def _game(scanner: Scanner) -> Game:
    builder = scanner.begin(_PROLOGUE)
    builder.strategic = True
    strategies = _strategies(scanner, len(builder.players))
    builder.comment = scanner.comment()
    outcome_list = _listed_outcomes(scanner, builder) if scanner.sees("{") else None
    missing = "payoffs" if outcome_list is None else "outcomes"
    combinations = prod(map(len, strategies))
    outcomes: list[OutcomeHandle | None] = []
    for number_read in range(combinations):
        if scanner.at == len(scanner.text):
            raise scanner.misfit(f"{missing} for {_combinations(combinations)} of strategies, not for {number_read}")
        if outcome_list is None:
            payoffs = [parse(*numbers_in(scanner.take(_PAYOFF)[1])) for _ in builder.players]
            outcomes.append(builder.outcome(payoffs))
            continue
        number = int(scanner.take(_INDEX)[1])
        if not 0 <= number < len(outcome_list):
            raise GameError(f"outcome {number}, expected 1 to {len(outcome_list) - 1}, or 0 for no outcome")
        outcomes.append(outcome_list[number])
    scanner.end(f"the end of the file after {_combinations(combinations)} of strategies")
    for leaf, combination in strategic_leaves(builder, strategies):
        if (outcome := outcomes[combination]) is not None:
            builder.attach(leaf, outcome)
    return builder.build(unpaid="zero")


def _strategies(scanner: Scanner, players: int) -> list[tuple[str, ...]]:
    """Return the labels of each player's strategies; 1, 2, … if the file has only the number of strategies."""
    scanner.take(_STRATEGIES_BEGIN)
    has_labels = scanner.sees("{")
    strategies: list[tuple[str, ...]] = []
    combinations = nodes = 1
    for _ in range(players):
        labels: tuple[str, ...] = ()
        if has_labels:
            labels = strings_in(scanner.take(_LABELS)[1])
        size = len(labels) if has_labels else int(scanner.take(_SIZE)[1])
        if not 0 < size <= MAX_COMBINATIONS:
            player = f"player {len(strategies) + 1} with {size} strategies"
            raise FormatError(f"{player}, expected 1 to {MAX_COMBINATIONS}")
        strategies.append(labels if has_labels else tuple(map(str, range(1, size + 1))))
        combinations *= size
        nodes += combinations
        if combinations > MAX_COMBINATIONS or nodes > MAX_NODES:
            raise FormatError(
                f"more than {_combinations(MAX_COMBINATIONS)} of strategies, or {MAX_NODES} nodes, expected fewer"
            )
    scanner.take(_STRATEGIES_END)
    return strategies


def _listed_outcomes(scanner: Scanner, builder: GameBuilder) -> list[OutcomeHandle | None]:
    """Return the listed outcomes by number, with None at index 0: no outcome."""
    scanner.take(_OUTCOMES_BEGIN)
    outcome_list: list[OutcomeHandle | None] = [None]
    while not scanner.sees("}"):
        _, label, payoffs, _ = scanner.take(_OUTCOME).groups()
        outcome_list.append(builder.outcome(list(map(parse, numbers_in(payoffs))), unquoted(label), len(outcome_list)))
    scanner.take(_OUTCOMES_END)
    return outcome_list


def dumps(game: Game) -> str:
    r"""Return the strategic form of a game in the format ``.nfg``.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann"], title="choice")
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(left, "0.5")
    >>> print(dumps(builder.build(unpaid="zero")))
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
