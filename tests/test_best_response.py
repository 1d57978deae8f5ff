"""Best responses beside all pure strategies, and the completion of plans where they leave moves open."""

from collections.abc import Iterator
from typing import TypeAlias

from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from lemke.game import Game
from lemke.game.best_response import best_response, complete, sequence_values
from lemke.game.recall import Sequences, histories, require_perfect_recall
from lemke.game.strategy import behavior, realization_plan
from lemke.ground.sparse import Vector
from naive import (
    Behavior,
    behaviors,
    leaves,
    own_sets,
    payoff,
    pure_strategies,
    reach,
    steps,
)
from strategies import games

Profile: TypeAlias = tuple[Behavior, ...]
Worth: TypeAlias = dict[frozenset[tuple[int, int]], mpq]
"""From the player's moves before leaves to the leaves' payoffs times the reach by the opponent and chance."""


def prepared(
    game: Game, *profiles: tuple[Behavior, ...]
) -> Iterator[tuple[int, Sequences, list[Vector], list[Vector]]]:
    """For each player: the sequences, and for every profile the player's plan and values against the opponent."""
    behind = histories(game)
    sequences = require_perfect_recall(game, behind)
    for player, player_sequences in enumerate(sequences):
        plans = [[realization_plan(s, b) for s, b in zip(sequences, profile, strict=True)] for profile in profiles]
        values = [sequence_values(game, behind, player, pair) for pair in plans]
        yield player, player_sequences, [pair[player] for pair in plans], values


def below(game: Game, profile: Profile, player: int, index: int) -> Worth:
    """The worth of the player's moves from one information set on."""
    sets = set(own_sets(game, player))
    worth: Worth = {}
    for leaf in leaves(game):
        moves = [step for step in steps(game, leaf) if step[0] in sets]
        passed = [step[0] for step in moves]
        if index in passed:
            needed = frozenset(moves[passed.index(index) :])
            value = reach(game, leaf, profile, without=player) * payoff(game, leaf, player)
            worth[needed] = worth.get(needed, mpq(0)) + value
    return worth


def contribution(worth: Worth, pure: dict[int, int]) -> mpq:
    return sum((value for needed, value in worth.items() if needed <= pure.items()), mpq(0))


@given(st.data(), games(max_depth=3))
def test_every_set_has_the_best_value_below_it_and_the_first_move_that_gets_it(data, game):
    profile = data.draw(behaviors(game))
    for player, sequences, _, (values,) in prepared(game, profile):
        best = best_response(sequences, values)
        for h, index in enumerate(sequences.sets):
            worth = below(game, profile, player, index)
            pairs = [(contribution(worth, pure), pure[index]) for pure in pure_strategies(game, player)]
            value = max(candidate for candidate, _ in pairs)
            assert best.set_values[h] == value
            assert best.moves[h] == min(move for candidate, move in pairs if candidate == value)


@given(st.data(), games(max_depth=3))
def test_open_moves_are_best_against_the_opponent_then_against_the_prior(data, game):
    profile, prior = data.draw(behaviors(game)), data.draw(behaviors(game))
    for player, sequences, (plan, _), (values, prior_values) in prepared(game, profile, prior):
        partial = behavior(sequences, plan)
        full, filled = complete(sequences, partial, values, prior_values)
        assert filled == {h for h, moves in enumerate(partial) if moves is None}
        assert all(full[h] == moves for h, moves in enumerate(partial) if moves is not None)
        assert realization_plan(sequences, full).tolist() == plan.tolist()
        chosen = {sequences.sets[h]: full[h].index(1) for h in filled}
        assert all(sorted(full[h])[-1] == sum(full[h]) == 1 for h in filled)
        for h in filled:
            index = sequences.sets[h]
            now, before = below(game, profile, player, index), below(game, prior, player, index)
            pairs = [
                ((contribution(now, pure), contribution(before, pure)), pure[index])
                for pure in pure_strategies(game, player)
            ]
            pair = max(candidate for candidate, _ in pairs)
            assert (contribution(now, chosen), contribution(before, chosen)) == pair
            assert chosen[index] == min(move for candidate, move in pairs if candidate == pair)
