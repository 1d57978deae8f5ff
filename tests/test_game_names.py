"""Names of moves and nodes: printed names are read back, whatever the labels are."""

from hypothesis import example, given
from hypothesis import strategies as st

from lemke.errors import one_line
from lemke.game import Game, NodeNames
from lemke.game.tree import move_names, move_places, split_moves
from strategies import games

LABELS = st.one_of(
    st.sampled_from(["", "ask 4", "ask  4", '"ask 4"', "#1", "#2 x", "*", "@1", "...", "|", "x" * 81]),
    st.text('ab" #*@|\té日\u2028', max_size=4),
)
"""Labels with blanks, and labels that look like signs."""


@given(st.lists(LABELS))
@example(["ask 4", "ask  4", "ask 4 "])
@example(["ask 4", '"ask 4"', "ask", '4"'])
def test_names_of_moves_are_read_back(labels: list[str]) -> None:
    names, numbers = move_names(labels), [f"#{k}" for k in range(1, len(labels) + 1)]
    assert split_moves(one_line(" ".join(names))) == names
    places = move_places(names)
    assert [places[name] for name in names] == [places[number] for number in numbers] == list(range(len(labels)))
    for label, name, number in zip(labels, names, numbers, strict=True):
        assert name in (label, f'"{label}"', number)
        if labels.count(label) > 1 or '"' in label or not label.isprintable():
            assert name == number


@given(games(perfect_recall=False, max_depth=3, labels=LABELS.filter(lambda label: len(label) < 20)))
def test_names_of_nodes_are_read_back(game: Game) -> None:
    names = NodeNames(game)
    for node in range(game.size):
        assert names.node(one_line(names.name(node))) == node
        assert names.node(names.name(node)) == node
        assert node == 0 or names.name(node) == game.history(node)
