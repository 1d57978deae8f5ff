"""The players' sequences, and the information sets that follow each."""

from __future__ import annotations

from dataclasses import dataclass

from lemke.game import Game
from lemke.game.recall import histories, last_moves, player_sequences, violations
from lemke.game.tree import unique_names
from lemke.ground.results import Result
from lemke.ground.table import Table


@dataclass(frozen=True)
class FollowingSets(Result):
    """inf_i(σ) for all sequences σ of all players i: the information sets that follow directly after σ.

    Attributes
    ----------
    game : Game
        Any number of players. If a player does not have perfect recall, moves take the place of sequences: a set
        follows the player's last moves on the paths to its nodes.
    rows : tuple of (int, str, tuple of str)
        Player from 1, the name of the sequence or move, and the labels, or numbers, of the sets after it. The empty
        sequence, ``∅``, is each player's first.
    """

    game: Game
    rows: tuple[tuple[int, str, tuple[str, ...]], ...]

    def to_table(self) -> Table:
        """Return a row for every sequence."""
        return Table(("player", "sequence", "followed by"), self.rows, self.game.title, index=2)


def following_sets(game: Game) -> FollowingSets:
    """Return the information sets that follow every sequence, or with imperfect recall every move.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann"])
    >>> left, right = builder.move(builder.root, 0, ["L", "R"], "first")
    >>> _ = builder.move(left, 0, ["S", "T"], "second")
    >>> print(following_sets(builder.build(unpaid="zero")))
      player  sequence    followed by
    --------  ----------  -------------
           1  ∅           first
           1  L           second
           1  R
           1  L S
           1  L T
    """
    game_histories = histories(game)
    rows = []
    for player, violation in enumerate(violations(game, game_histories)):
        sets = [game.information_sets[index] for index in game.sets_of(player)]
        labels = unique_names([information_set.label or str(information_set.number) for information_set in sets])
        if violation is None:
            names = player_sequences(game, player).names()
        else:
            names = ["∅"]
            for label, information_set in zip(labels, sets, strict=True):
                names += [f"{label}:{action}" for action in unique_names(information_set.actions)]
        followers: list[list[str]] = [[] for _ in names]
        for label, moves in zip(labels, last_moves(game, game_histories, player), strict=True):
            for move in moves:
                followers[move].append(label)
        rows += [(player + 1, name, tuple(sets)) for name, sets in zip(names, followers, strict=True)]
    return FollowingSets(game, tuple(rows))
