"""A profile as a table for papers: a row for every information set, with its moves and their probabilities."""

from __future__ import annotations

from collections.abc import Sequence

from gmpy2 import mpq

from lemke.errors import one_line
from lemke.game.reach import reach
from lemke.game.strategy import Profile, named_sets
from lemke.game.tree import Game, unique_names
from lemke.ground.tables import Table
from lemke.ground.words import player_name

OFF_PATH = "(off the path)"


def strategies_table(game: Game, profile: Profile, payoffs: Sequence[mpq] = ()) -> Table:
    """Return a table of the strategies of all players, with lines between the players, and with a last row of payoffs.

    Without ``payoffs``, this row and the line before it are left out. Information sets that the profile does not reach
    are marked.

    >>> from lemke.generators import kuhn
    >>> game = kuhn(2)
    >>> half = Profile.of(game, [[["1/2", "1/2"]] * len(game.sets_of(player)) for player in (0, 1)])
    >>> print(strategies_table(game, half, (mpq(1, 8), mpq(-1, 8))))
    Kuhn poker, 2 cards
    player    information set  moves
    Player 1  1                pass = 1/2, bet = 1/2
              1:pb             pass = 1/2, bet = 1/2
              2                pass = 1/2, bet = 1/2
              2:pb             pass = 1/2, bet = 1/2
    <BLANKLINE>
    Player 2  2:p              pass = 1/2, bet = 1/2
              2:b              pass = 1/2, bet = 1/2
              1:p              pass = 1/2, bet = 1/2
              1:b              pass = 1/2, bet = 1/2
    <BLANKLINE>
    payoffs                    1/8, -1/8
    """
    sets = reach(game, profile).sets
    rows: list[tuple[object, ...]] = []
    for player in range(len(game.players)):
        name = player_name(game.players, player)
        for h, information_set, _ in named_sets(game, player):
            names = unique_names(information_set.actions)
            moves = tuple([f"{move} =", share] for move, share in zip(names, profile.behavior[player][h], strict=True))
            label = [] if game.strategic else [one_line(information_set.label) or str(information_set.number)]
            is_reached = sets[game.sets_of(player)[h]] != 0
            rows.append((name, *label, moves if is_reached else [moves, OFF_PATH]))
            name = ""  # only the first row of a player has the name
        if not name:  # the player has information sets
            rows.append(())  # a line after the player
    columns = ("player", "moves") if game.strategic else ("player", "information set", "moves")
    rows.append(("payoffs", *[""] * (len(columns) - 2), tuple(payoffs)))
    # without payoffs, the last row and the line before it are dropped
    return Table(columns, rows if payoffs else rows[:-2], one_line(game.title), index=2)
