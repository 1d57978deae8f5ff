"""pygambit reads the same games from our files, and we read the same games from the files that it reads."""

import io
from collections.abc import Iterator
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pygambit
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.forms.normal_form import normal_form
from lemke.game import Game, canonical_lines
from lemke.ground.rational import parse, text
from strategies import ODD_LABELS, PAYOFFS, PLAIN_LABELS, games

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "games").glob("*.efg"))


def read_by_pygambit(content: str) -> Any:
    """The game that pygambit makes of a text."""
    return pygambit.read_efg(io.BytesIO(content.encode("ascii")))


def lines_of_pygambit(game: Any) -> Iterator[str]:
    """The canonical form of pygambit's game: its nodes in order, with the sets' numbers in pygambit."""
    yield f"players {len(game.players)}"
    pending = [(game.root, [mpq(0)] * len(game.players))]
    while pending:
        node, above = pending.pop()
        total = [value + added for value, added in zip(above, payoffs(game, node.outcome), strict=True)]
        if node.is_terminal:
            yield " ".join(["t", *map(text, total)])
        elif node.player.is_chance:
            yield " ".join(["c", *(text(parse(str(action.prob))) for action in node.infoset.actions)])
        else:
            yield f"p {node.player.number + 1} {node.infoset.number + 1} {len(node.infoset.actions)}"
        pending.extend((child, total) for child in reversed(list(node.children)))


def payoffs(game: Any, outcome: Any) -> list[mpq]:
    """The payoffs of an outcome, empty if there is none."""
    return [parse(str(outcome[player])) if outcome else mpq(0) for player in game.players]


def assert_same(game: Game, gambit_game: Any) -> None:
    """The same nodes, information sets in the same order, probabilities and payoffs."""
    assert len(gambit_game.nodes) == game.size
    assert list(lines_of_pygambit(gambit_game)) == list(canonical_lines(game))
    assert [len(player.infosets) for player in gambit_game.players] == list(map(len, game.preorder_sets()))


@pytest.mark.parametrize("players", range(4))
@pytest.mark.parametrize("perfect_recall", [True, False])
@given(data=st.data())
def test_pygambit_reads_what_we_write(players: int, perfect_recall: bool, data: st.DataObject) -> None:
    game = data.draw(games(players, perfect_recall, labels=ODD_LABELS))
    assert_same(game, read_by_pygambit(lemke.dumps(game)))


@given(games(labels=PLAIN_LABELS))
def test_pygambit_reads_the_labels_that_we_read(game: Game) -> None:
    content = lemke.dumps(game)
    game, gambit_game = lemke.loads(content), read_by_pygambit(content)
    assert (gambit_game.title, gambit_game.description) == (game.title, game.comment)
    assert [node.label for node in gambit_game.nodes] == [game.node_labels[node] for node in game.preorder()]
    for player, player_sets in zip(gambit_game.players, game.preorder_sets(), strict=True):
        assert [infoset.label for infoset in player.infosets] == [
            game.information_sets[index].label for index in player_sets
        ]


def test_pygambit_reads_numbers_of_any_length() -> None:
    builder = lemke.GameBuilder(["A", "B"])
    left, _ = builder.chance(builder.root, {"l": mpq(1, 3**500), "r": 1 - mpq(1, 3**500)})
    builder.pay(left, mpq(-(10**2000), 7**1000), 1)
    game = builder.build(unpaid="zero")
    assert_same(game, read_by_pygambit(lemke.dumps(game)))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_the_same_games_to_pygambit(path: Path) -> None:
    game = lemke.read(path)
    assert_same(game, pygambit.read_efg(path))
    assert_same(game, read_by_pygambit(lemke.dumps(game)))


@st.composite
def strategic_forms(draw: st.DrawFn) -> str:
    """Texts in either version of the format."""
    sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    players = " ".join(f'"player {k}"' for k in range(len(sizes)))
    header = f'NFG 1 R "" {{ {players} }} {{ {" ".join(map(str, sizes))} }}'
    vectors = st.lists(PAYOFFS, min_size=len(sizes), max_size=len(sizes))
    if draw(st.booleans()):
        table = draw(st.lists(vectors, min_size=prod(sizes), max_size=prod(sizes)))
        return " ".join([header, *(text(payoff) for cell in table for payoff in cell)])
    listed = draw(st.lists(vectors, min_size=1, max_size=4))
    indices = draw(st.lists(st.integers(0, len(listed)), min_size=prod(sizes), max_size=prod(sizes)))
    outcomes = [f'{{ "" {", ".join(map(text, payoffs))} }}' for payoffs in listed]
    return " ".join([header, "{", *outcomes, "}", *map(str, indices)])


@given(strategic_forms())
def test_strategic_forms_have_the_same_payoffs_to_pygambit(content: str) -> None:
    game, gambit_game = lemke.loads(content, "nfg"), pygambit.read_nfg(io.BytesIO(content.encode()))
    total, totals = game.payoffs()
    for combination in product(*(range(len(player.strategies)) for player in gambit_game.players)):
        node = 0
        for strategy in combination:
            node = game.children(node)[strategy]
        assert list(totals[total[node]]) == payoffs(gambit_game, gambit_game[combination])


@given(games(max_depth=3, labels=ODD_LABELS))
def test_pygambit_reads_the_strategic_form_that_we_write(game: Game) -> None:
    form = normal_form(game)
    gambit_game = pygambit.read_nfg(io.BytesIO(lemke.dumps(game, "nfg").encode("ascii")))
    for combination in product(*(range(len(labels)) for labels in form.strategies)):
        payoffs = tuple(parse(str(gambit_game[combination][player])) for player in gambit_game.players)
        assert payoffs == tuple(table[combination] for table in form.payoffs)
