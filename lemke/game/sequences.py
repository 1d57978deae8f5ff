"""A document of the players' sequences, the information sets after every sequence, and the last moves before sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lemke.game import Game
from lemke.game.recall import Histories, Sequences, histories, last_moves, player_sequences, violations
from lemke.game.strategy import identity, named_sets
from lemke.game.tree import unique_names
from lemke.ground.document import Block, Document, Format
from lemke.ground.tables import page_table
from lemke.ground.words import player_name

SEQUENCES = Format(
    "lemke-sequences/1",
    """
game | a game |
players | list | each player's number `player`, with:
- sequences | list, null | null if the player does not have perfect recall
- - sequence | text | the name: the moves in their order, `∅` for the empty sequence
- - followers | list of whole | inf_i(σ): the `index` of every information set directly after the sequence
- information_sets | list | each information set, with:
- - last_moves | list of texts | with perfect recall, the name of the sequence σ_h that leads to the set; otherwise the
    player's last moves on the paths to the set's nodes: `SET:MOVE`, where SET is the label, or the number if the
    label is empty; `∅` if the player has not moved
""",
)


@dataclass(frozen=True)
class _Player:
    """The data of one player in the document."""

    number: int
    sequences: Sequences | None
    moves: list[str]  # names of the moves by their numbers; with perfect recall, names of the sequences
    last_moves: list[list[int]]  # numbers of the last moves before every set, by position of the set


def sequences_document(game: Game) -> Document:
    """Return a document of inf_i(σ) for all sequences σ of all players i, and of the last moves before every set.

    A player without perfect recall has only last moves. The game may have any number of players.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann"])
    >>> left, right = builder.move(builder.root, 0, ["L", "R"], "first")
    >>> _ = builder.move(left, 0, ["S", "T"], "second")
    >>> print(sequences_document(builder.build(unpaid="zero")).to_text(), end="")
    Player 1 (Ann)
      sequence  followed by
      ∅         first
      L         second
      R
      L S
      L T
    <BLANKLINE>
      set        last moves
      1  first   ∅
      2  second  L
    """
    game_histories = histories(game)
    perfect_recall = [violation is None for violation in violations(game, game_histories)]
    players = [_player(game, game_histories, player, recall) for player, recall in enumerate(perfect_recall)]

    def blocks() -> Iterator[Block]:
        for player in players:
            if player.number:
                yield ""
            yield player_name(game.players, player.number)
            sets = {h: names for h, _, names in named_sets(game, player.number)}
            if not sets:
                yield "  never moves"
                continue
            if player.sequences is not None:
                labels = _labels(player.sequences)
                rows = [
                    [name, ", ".join(labels[h] for h in followers)]
                    for name, followers in zip(player.moves, player.sequences.followers, strict=True)
                ]
                yield from (page_table(rows, ["sequence", "followed by"]), "")
            rows = [
                [names["number"], names["label"], ", ".join(player.moves[move] for move in player.last_moves[h])]
                for h, names in sets.items()
            ]
            yield page_table(rows, ["set", "", "last moves"])

    return Document(
        blocks, SEQUENCES, lambda: {"game": identity(game), "players": [_object(game, player) for player in players]}
    )


def _labels(sequences: Sequences) -> list[str]:
    """Return a name for every information set: the label, or the number if the label is empty or used twice."""
    sets = [(information_set.label, str(information_set.number)) for information_set in sequences.information_sets]
    times = Counter(label for label, _ in sets)
    return [label if label and times[label] == 1 else number for label, number in sets]


def _player(game: Game, game_histories: Histories, player: int, perfect_recall: bool) -> _Player:
    last_moves_of_sets = last_moves(game, game_histories, player)
    if perfect_recall:
        sequences = player_sequences(game, player)
        return _Player(player, sequences, sequences.names(), last_moves_of_sets)
    sets = [game.information_sets[index] for index in game.sets_of(player)]
    moves = [
        f"{information_set.label or information_set.number}:{action}"
        for information_set in sets
        for action in unique_names(information_set.actions)
    ]
    return _Player(player, None, ["∅", *moves], last_moves_of_sets)


def _object(game: Game, player: _Player) -> dict[str, Any]:
    """Return the data of a player as a JSON object."""
    sets = list(named_sets(game, player.number))
    index = {h: names["index"] for h, _, names in sets}
    sequences = None
    if player.sequences is not None:
        sequences = [
            {"sequence": name, "followers": [index[h] for h in followers]}
            for name, followers in zip(player.moves, player.sequences.followers, strict=True)
        ]
    information_sets = [
        names | {"last_moves": [player.moves[move] for move in player.last_moves[h]]} for h, _, names in sets
    ]
    return {"player": player.number + 1, "sequences": sequences, "information_sets": information_sets}
