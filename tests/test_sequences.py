"""inf_i(σ) and the sets of last moves: the definitions of the lecture notes, spelled out on the tree."""

from hypothesis import given
from hypothesis import strategies as st

from lemke.game import Game
from lemke.game.recall import EMPTY, histories, last_moves, player_sequences, violations
from naive import own_sets, steps
from strategies import games

ANY = st.one_of(
    *(games(players=players, max_depth=3) for players in (1, 2, 3)),
    *(games(players=players, max_depth=3, perfect_recall=False) for players in (1, 2, 3)),
)


def moves_before(game: Game, node: int, player: int) -> tuple[tuple[int, int], ...]:
    """σ_i(t): the player's moves on the path to a node, pairs of an information set and a place there."""
    player_sets = set(own_sets(game, player))
    return tuple(step for step in steps(game, node) if step[0] in player_sets)


def numbered(game: Game, player: int) -> dict[tuple[int, int], int]:
    """Every move of a player by its number, from 1."""
    moves = [(index, k) for index in own_sets(game, player) for k in range(len(game.information_sets[index].actions))]
    return {move: number for number, move in enumerate(moves, 1)}


@given(ANY)
def test_last_moves_are_those_at_the_nodes_of_a_set(game: Game) -> None:
    behind = histories(game)
    for player, violation in enumerate(violations(game, behind)):
        numbers = numbered(game, player)
        expected = [
            sorted(
                {
                    numbers[past[-1]] if (past := moves_before(game, node, player)) else EMPTY
                    for node in range(game.size)
                    if game.information_set[node] == index
                }
            )
            for index in own_sets(game, player)
        ]
        last = last_moves(game, behind, player)
        assert last == expected
        assert (violation is None) == all(len(moves) == 1 for moves in last)


@given(st.one_of(*(games(players=players, max_depth=3) for players in (1, 2, 3))))
def test_the_sets_that_follow_a_sequence_are_those_it_leads_to(game: Game) -> None:
    for player in range(len(game.players)):
        sequences = player_sequences(game, player)
        leads = {moves_before(game, node, player) for node in range(game.size)}
        leading: dict[tuple[tuple[int, int], ...], set[int]] = {sequence: set() for sequence in leads}
        for node in range(game.size):
            if game.player[node] == player:
                position = sequences.sets.index(int(game.information_set[node]))
                leading[moves_before(game, node, player)].add(position)
        numbers = numbered(game, player)
        expected = {numbers[sequence[-1]] if sequence else EMPTY: sets for sequence, sets in leading.items()}
        followers: dict[int, set[int]] = {number: set() for number in range(sequences.size)}
        for h, parent in enumerate(sequences.parent.tolist()):
            followers[parent].add(h)
        assert followers == expected
