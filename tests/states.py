"""A game tree as a state object, so that both forms of a game can be compared."""

from dataclasses import dataclass

from lemke.forms.sequence_form import SequenceForm
from lemke.game import CHANCE, TERMINAL, Game


@dataclass(frozen=True)
class Label:
    """An object that equals another one iff their numbers are equal, whatever their names."""

    number: int
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class TreeState:
    """A node of a tree; its information set and its moves are known by number and have the labels of the tree."""

    game: Game
    node: int = 0

    def is_terminal(self) -> bool:
        return self.game.player[self.node] == TERMINAL

    def player(self) -> int:
        return int(self.game.player[self.node])

    def information_state(self) -> Label:
        index = int(self.game.information_set[self.node])
        return Label(index, self.game.information_sets[index].label)

    def actions(self) -> list[Label]:
        labels = self.game.information_sets[self.game.information_set[self.node]].actions
        return [Label(number, label) for number, label in enumerate(labels)]

    def chance(self) -> list[tuple[Label, object]]:
        assert self.player() == CHANCE
        probabilities = self.game.information_sets[self.game.information_set[self.node]].probabilities
        return list(zip(self.actions(), probabilities, strict=True))

    def child(self, action: Label, /) -> "TreeState":
        return TreeState(self.game, self.game.children(self.node)[action.number])

    def payoffs(self) -> tuple[object, ...]:
        index, totals = self.game.payoffs()
        return totals[index[self.node]]


def agree(first: SequenceForm, second: SequenceForm) -> None:
    """Assert that both forms have the same matrices and sequences; the numbers of information sets may differ."""
    assert all(getattr(first, name) == getattr(second, name) for name in "EFAB")
    assert first.e.tolist() == second.e.tolist()
    assert first.f.tolist() == second.f.tolist()
    for a, b in zip(first.sequences, second.sequences, strict=True):
        assert a.parent.tolist() == b.parent.tolist()
        assert a.first.tolist() == b.first.tolist()
        assert (a.player, a.size) == (b.player, b.size)
        described = [
            [(information_set.label, information_set.actions) for information_set in sequences.information_sets]
            for sequences in (a, b)
        ]
        assert described[0] == described[1]
