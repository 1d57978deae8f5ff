"""Small random games for Hypothesis, with many special cases.

Ties, zeros, moves of chance with probability zero, moves without alternative, payoffs at inner nodes and at none,
outcomes and information sets shared, players who never move.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from gmpy2 import mpq
from hypothesis import strategies as st

from lemke.game import CHANCE, TERMINAL, Game, GameBuilder
from lemke.game.builder import Node, OutcomeHandle, SetHandle

PLAIN_LABELS = st.sampled_from(["", "a", "b", "c", "a_2"])
"""Labels as they are in files: often empty, often twice."""

ODD_LABELS = st.text('ab"\\ {},\n\r\t\x01é日\u2028', max_size=4)
"""Labels with all that file formats trip over."""

PAYOFFS = st.sampled_from([mpq(0), mpq(0), mpq(1), mpq(1), mpq(-1), mpq(2), mpq(1, 2), mpq(-1, 3), mpq(7)])
"""Payoffs with many ties."""

Histories: TypeAlias = tuple[tuple[SetHandle, int] | None, ...]
"""The last own move of each player, which with perfect recall is all that it has done; None before the first."""


@dataclass
class _Draft:
    """A game in the making, with what later nodes may share with earlier ones."""

    builder: GameBuilder
    sets: dict[object, list[SetHandle]] = field(default_factory=dict)
    outcomes: list[OutcomeHandle] = field(default_factory=list)


@st.composite
def games(
    draw: st.DrawFn,
    players: int = 2,
    perfect_recall: bool = True,
    max_depth: int = 4,
    max_moves: int = 3,
    labels: st.SearchStrategy[str] = PLAIN_LABELS,
) -> Game:
    """Games with bounds on the moves on a path and at a node.

    A node may join an earlier information set of its player that has as many moves; where perfect recall is asked
    for, only one whose nodes have the same last own move.
    """
    names = draw(st.lists(labels, min_size=players, max_size=players))
    draft = _Draft(GameBuilder(names, draw(labels), draw(labels)))
    start: Histories = (None,) * players
    owners = [*range(players), *range(players), CHANCE, TERMINAL]
    pending: list[tuple[Node, int, Histories]] = [(draft.builder.root, 0, start)]
    while pending:
        node, depth, last = pending.pop()
        draft.builder.label(node, draw(labels))
        owner = draw(st.sampled_from(owners)) if depth < max_depth else TERMINAL
        if draw(st.integers(0, 3)) > (0 if owner == TERMINAL else 2):
            draft.builder.attach(node, draw(_outcomes(draft, labels)))
        if owner == TERMINAL:
            continue
        history = last[owner] if perfect_recall and owner != CHANCE else None
        handle = draw(_sets(draft, owner, history, max_moves, labels))
        for move, child in enumerate(draft.builder.decide(node, handle)):
            after = tuple((handle, move) if player == owner else last[player] for player in range(players))
            pending.append((child, depth + 1, after))
    return draft.builder.build(unpaid="zero")


@st.composite
def _sets(
    draw: st.DrawFn, draft: _Draft, owner: int, history: object, moves: int, labels: st.SearchStrategy[str]
) -> SetHandle:
    """An information set of the owner for a node with this last own move: a new one or, if there is one, an old one."""
    actions = draw(st.lists(labels, min_size=1, max_size=moves))
    fitting = draft.sets.setdefault((owner, history, len(actions)), [])
    known = draw(st.sampled_from([None, *fitting]))
    if known is not None:
        return known
    fitting.append(
        draft.builder.chance_set(actions, draw(_distributions(len(actions))), draw(labels))
        if owner == CHANCE
        else draft.builder.information_set(owner, actions, draw(labels))
    )
    return fitting[-1]


@st.composite
def _distributions(draw: st.DrawFn, size: int) -> list[mpq]:
    """Probabilities, some of them zero."""
    weights = draw(st.lists(st.integers(0, 3), min_size=size, max_size=size).filter(any))
    return [mpq(weight, sum(weights)) for weight in weights]


@st.composite
def _outcomes(draw: st.DrawFn, draft: _Draft, labels: st.SearchStrategy[str]) -> OutcomeHandle:
    """An outcome that an earlier node has, or a new one."""
    known = draw(st.sampled_from([None, *draft.outcomes]))
    if known is not None:
        return known
    players = len(draft.builder.players)
    payoffs = draw(st.lists(PAYOFFS, min_size=players, max_size=players))
    draft.outcomes.append(draft.builder.outcome(payoffs, draw(labels)))
    return draft.outcomes[-1]


def opposed(game: Game, constant: object = 0) -> Game:
    """The game in which player 2 gets a constant minus player 1's payoff."""
    index, totals = game.payoffs()
    builder = GameBuilder(game.players)
    node = {0: builder.root}
    handles = {}
    for parent in range(game.size):
        if game.player[parent] == TERMINAL:
            payoff = totals[index[parent]][0]
            builder.pay(node[parent], payoff, constant - payoff)
            continue
        key = int(game.information_set[parent])
        if key not in handles:
            handles[key] = builder.declare(game.information_sets[key])
        node |= dict(zip(game.children(parent), builder.decide(node[parent], handles[key]), strict=True))
    return builder.build()
