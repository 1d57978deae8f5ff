"""Augmented information sets, imperfect-information subgames and proper subgames, beside their definitions."""

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.errors import InputError, ProfileError, RecallError
from lemke.game import CHANCE, TERMINAL, Game
from lemke.game.subgames import (
    augmented_information_sets,
    minimal_subgames,
    proper_subgames,
    smallest_subgame,
    subgame_regrets,
)
from naive import behaviors, blueprints, naive_payoffs, naive_regrets, own_sets, steps
from named_games import GAMES
from strategies import games

ANY_GAME = st.one_of(
    blueprints().map(lambda blueprint: blueprint.build()),
    games(),
    games(players=3),
    games(players=1, max_depth=3),
    games(perfect_recall=False),
    games(players=3, perfect_recall=False, max_depth=3),
)


def history(game: Game, node: int, player: int) -> tuple[object, ...]:
    """H_i(h) by its definition: the sets reached and actions taken by a player, the set at the node included."""
    path = [step for step in steps(game, node) if game.information_sets[step[0]].player == player]
    current = [int(game.information_set[node])] if game.player[node] == player else []
    return (*path, *current)


def classes(game: Game, extended: bool = True) -> list[set[int]]:
    """The augmented information sets of all players, and their information sets."""
    groups: dict[object, set[int]] = {}
    for node in range(game.size):
        if game.player[node] >= 0:
            groups.setdefault(int(game.information_set[node]), set()).add(node)
        for player in range(len(game.players)) if extended else ():
            groups.setdefault((player, history(game, node, player)), set()).add(node)
    return list(groups.values())


def naive_closure(game: Game, nodes: set[int], extended: bool = True) -> set[int]:
    """Add children and whole classes until there is nothing to add."""
    closed, larger = set(), set(nodes)
    sets = classes(game, extended)
    while closed != larger:
        closed = set(larger)
        for node in closed:
            larger |= set(game.children(node))
        for members in sets:
            if members & larger:
                larger |= members
    return closed


def below(game: Game, root: int) -> set[int]:
    """The nodes of a subtree."""
    nodes = {root}
    for node in range(root + 1, game.size):
        if int(game.parent[node]) in nodes:
            nodes.add(node)
    return nodes


def naive_proper(game: Game) -> list[int]:
    """The roots of proper subgames by their definition."""
    roots = []
    for root in np.flatnonzero(game.player != TERMINAL).tolist():
        inside, sets = below(game, root), classes(game, extended=False)
        alone = root == 0 or all(members == {root} for members in sets if root in members)
        if alone and all(members <= inside or not members & inside for members in sets):
            roots.append(root)
    return roots


def extracted(
    game: Game, root: int, behavior: list, values: dict[int, tuple[mpq, ...]] | None = None
) -> tuple[Game, list]:
    """The subtree of a proper subgame as a game with what was paid above, and the behavior there.

    Nodes with a value become leaves that pay it, and nothing else pays.
    """
    builder = lemke.GameBuilder(game.players)
    nodes, handles = {root: builder.root}, {}
    strategies: list[list] = [[] for _ in game.players]

    def paid(node: int) -> list[mpq]:
        outcome = int(game.outcome[node])
        return [mpq(0)] * len(game.players) if outcome == -1 else list(game.outcomes[outcome].payoffs)

    for node in range(root, game.size):  # breadth-first order, which is that of both games
        if node not in nodes:
            continue
        if values is not None and node in values and node != root:
            builder.pay(nodes[node], *values[node])
            continue
        total, above = paid(node), node
        while node == root and above:
            above = int(game.parent[above])
            total = [a + b for a, b in zip(total, paid(above), strict=True)]
        if values is None or game.player[node] == TERMINAL:
            builder.pay(nodes[node], *total)
        if game.player[node] == TERMINAL:
            continue
        index = int(game.information_set[node])
        information_set = game.information_sets[index]
        if index not in handles:
            handles[index] = builder.declare(information_set)
            if information_set.player != CHANCE:
                strategies[information_set.player].append(
                    behavior[information_set.player][own_sets(game, information_set.player).index(index)]
                )
        nodes |= dict(zip(game.children(node), builder.decide(nodes[node], handles[index]), strict=True))
    return builder.build(), strategies


def rock_paper_scissors() -> Game:
    return lemke.read(GAMES / "rock_paper_scissors.efg")


@given(ANY_GAME)
def test_augmented_sets_are_equal_exactly_where_histories_are(game: Game) -> None:
    augmented = augmented_information_sets(game)
    assert len(augmented) == len(game.players)
    for player, labels in enumerate(augmented):
        expected: dict[object, int] = {}
        numbers = [expected.setdefault(history(game, node, player), len(expected)) for node in range(game.size)]
        assert labels.dtype == np.int64
        assert labels.tolist() == numbers


@given(ANY_GAME, st.data())
def test_the_smallest_subgame_is_the_closure(game: Game, data: st.DataObject) -> None:
    nodes = data.draw(st.lists(st.integers(0, game.size - 1), min_size=1, max_size=3))
    subgame = smallest_subgame(game, nodes)
    expected = naive_closure(game, set(nodes))
    assert subgame.nodes.tolist() == sorted(expected)
    assert subgame.roots.tolist() == [node for node in sorted(expected) if int(game.parent[node]) not in expected]


@given(ANY_GAME)
def test_minimal_subgames_are_all_that_hold_no_smaller_one(game: Game) -> None:
    closures = {frozenset(naive_closure(game, {node})) for node in range(game.size)}
    minimal = sorted(sorted(closure) for closure in closures if not any(smaller < closure for smaller in closures))
    subgames = minimal_subgames(game)
    assert [subgame.nodes.tolist() for subgame in subgames] == minimal
    for subgame in subgames:
        assert subgame.roots.tolist() == smallest_subgame(game, subgame.nodes).roots.tolist()


@given(ANY_GAME)
def test_proper_subgames_are_those_of_the_definition(game: Game) -> None:
    roots = proper_subgames(game)
    assert roots.dtype == np.int64
    assert roots.tolist() == naive_proper(game)


def test_after_a_public_move_of_chance_a_proper_subgame_is_no_imperfect_information_subgame() -> None:
    game = lemke.read(GAMES / "public_chance.efg")
    assert proper_subgames(game).tolist() == [0, 1, 2]
    for root in (1, 2):
        assert smallest_subgame(game, [root]).nodes.tolist() == list(range(game.size))
    assert [subgame.roots.tolist() for subgame in minimal_subgames(game)] == [[3, 4], [5, 6]]


def driver() -> Game:
    """The absent-minded driver: one set, twice on a path."""
    builder = lemke.GameBuilder(["driver"])
    crossing = builder.information_set(0, ["exit", "on"])
    first = builder.decide(builder.root, crossing)
    builder.decide(first[1], crossing)
    return builder.build(unpaid="zero")


def test_an_absent_minded_game_is_its_own_only_proper_subgame() -> None:
    assert proper_subgames(driver()).tolist() == [0]
    builder = lemke.GameBuilder(["driver"])
    crossing = builder.information_set(0, ["exit", "on"])
    start = builder.chance(builder.root, {"go": 1})[0]
    builder.decide(builder.decide(start, crossing)[1], crossing)
    assert proper_subgames(builder.build(unpaid="zero")).tolist() == [0]  # its root's set is not alone, though closed


def test_a_game_of_one_leaf_is_its_own_only_subgame() -> None:
    game = lemke.GameBuilder().build(unpaid="zero")
    assert proper_subgames(game).tolist() == []
    assert smallest_subgame(game, [0]).roots.tolist() == [0]
    assert [subgame.nodes.tolist() for subgame in minimal_subgames(game)] == [[0]]
    assert [labels.tolist() for labels in augmented_information_sets(game)] == [[0], [0]]
    verdict = subgame_regrets(game, lemke.Profile.of(game, [[], []]))
    assert verdict.is_subgame_perfect and verdict.worst is None


@pytest.mark.parametrize("nodes", [[], [0, 13], [-1]])
def test_bad_nodes_are_refused(nodes: list) -> None:
    with pytest.raises(InputError, match=r"from 0 to 12|expected one or more"):
        smallest_subgame(rock_paper_scissors(), nodes)


def test_a_long_chain_needs_no_recursion() -> None:
    game = chain(10_000)
    assert len(proper_subgames(game)) == 10_000
    (minimal,) = minimal_subgames(game)
    assert minimal.roots.tolist() == [19_998]
    assert smallest_subgame(game, [19_001]).nodes.tolist() == list(range(19_000, 20_001))
    for labels in augmented_information_sets(game):
        assert labels.max() >= 5000


def chain(length: int) -> Game:
    """A centipede: the players take turns to end the game or go on."""
    builder = lemke.GameBuilder()
    node = builder.root
    for k in range(length):
        end, node = builder.move(node, k % 2, ["take", "pass"])
        builder.pay(end, k + 2 * (k % 2 == 0), k + 2 * (k % 2 == 1))
    builder.pay(node, length, length)
    return builder.build()


SMALL = st.one_of(games(max_depth=3, max_moves=2), games(players=3, max_depth=3, max_moves=2))


@given(SMALL, st.data())
def test_regrets_in_stages_are_those_of_the_naive_judge(game: Game, data: st.DataObject) -> None:
    behavior = data.draw(behaviors(game))
    verdict = subgame_regrets(game, lemke.Profile.of(game, behavior))
    roots = naive_proper(game)
    assert verdict.roots.tolist() == roots
    subgames = {root: extracted(game, root, behavior) for root in roots}
    values = {root: naive_payoffs(*subgame) for root, subgame in subgames.items()}
    perfect = not any(any(naive_regrets(*subgame)) for subgame in subgames.values())
    assert verdict.payoffs == tuple(values.values())
    leaf_index, totals = game.payoffs()
    values |= {leaf: totals[leaf_index[leaf]] for leaf in game.leaves.tolist()}
    for root, regrets in zip(roots, verdict.regrets, strict=True):
        assert regrets == naive_regrets(*extracted(game, root, behavior, values))
    assert verdict.is_subgame_perfect == perfect
    worst = verdict.worst
    assert (worst is None) == perfect
    if worst is not None:
        assert worst[2] == max(map(max, verdict.regrets))
        root, player, gain = worst
        assert verdict.regrets[roots.index(root)][player] == gain


def test_a_mistake_behind_chance_of_probability_zero_is_caught() -> None:
    builder = lemke.GameBuilder()
    never = builder.chance(builder.root, {"never": 0, "always": 1})[0]
    builder.pay(builder.move(never, 0, ["good", "bad"])[0], 1, 0)
    game = builder.build(unpaid="zero")
    profile = lemke.Profile.of(game, [[[0, 1]], []])
    assert lemke.verify(game, profile).is_equilibrium
    assert subgame_regrets(game, profile).worst[2] == 1


def test_the_judge_refuses_imperfect_recall_and_wrong_profiles() -> None:
    with pytest.raises(RecallError, match="absent-mindedness"):
        subgame_regrets(driver(), lemke.Profile.of(driver(), [[["1/2", "1/2"]]]))
    game = rock_paper_scissors()
    with pytest.raises(ProfileError):
        subgame_regrets(game, lemke.Profile((), ()))
