"""Chance propagated to the leaves, and pruned, compared with the definition of isomorphic trees."""

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.game import CHANCE, NONE, TERMINAL, Game, GameBuilder
from lemke.game.chance import propagated, prune
from lemke.game.recall import histories, violations, weighted_payoffs
from lemke.game.strategy import Profile
from lemke.game.subgames import subgame_regrets
from naive import blueprints, leaves, payoff
from named_games import GAMES
from states import agree
from strategies import games

ANY_RECALL = games(players=3, perfect_recall=False, max_depth=3)

COINS = {
    (mpq(1),): (0,),
    (mpq(1, 2), mpq(1, 2)): (3, -3),
    (mpq(0), mpq(1)): (7, 0),
    (mpq(1, 6), mpq(1, 2), mpq(1, 3)): (6, -3, mpq(3, 2)),
}
"""Probabilities of silent chance, and additional payoffs with expectation 0."""


@st.composite
def veiled(draw: st.DrawFn, source: st.SearchStrategy[Game]) -> tuple[Game, Game]:
    """A game, and the same game with silent chance before some of its nodes."""
    game = draw(source)
    coins = draw(st.dictionaries(st.integers(0, game.size - 1), st.sampled_from([*COINS]), max_size=4))
    builder = GameBuilder(game.players)
    handles = [builder.declare(information_set) for information_set in game.information_sets]

    def copy(place: int, node: int, paid: mpq, tossed: bool = False) -> None:
        if node in coins and not tossed:
            coin = builder.chance_set([""] * len(coins[node]), coins[node])
            for below, more in zip(builder.decide(place, coin), COINS[coins[node]], strict=True):
                copy(below, node, paid + more, tossed=True)
        elif game.player[node] == TERMINAL:
            builder.pay(place, *(payoff(game, node, player) + paid for player in range(len(game.players))))
        else:
            below = builder.decide(place, handles[game.information_set[node]])
            for place_below, child in zip(below, game.children(node), strict=True):
                copy(place_below, child, paid)

    copy(builder.root, 0, mpq(0))
    return game, builder.build()


def shape(game: Game, node: int) -> object:
    """Everything below a node except payoffs, as nested tuples; equal for isomorphic nodes."""
    if game.player[node] == TERMINAL:
        return "leaf"
    information_set = game.information_sets[game.information_set[node]]
    below = [shape(game, child) for child in game.children(node)]
    if information_set.player != CHANCE:
        return (information_set.player, information_set.number), *below
    return below[0] if is_silent(game, node) else (information_set.probabilities, *below)


def is_silent(game: Game, node: int) -> bool:
    """Whether chance moves here and all branches look the same."""
    return game.player[node] == CHANCE and len({shape(game, child) for child in game.children(node)}) == 1


def naive_prune(game: Game, nodes: list[tuple[int, mpq]]) -> object:
    """The pruned tree below corresponding nodes with their weights, as nested tuples."""
    if any(is_silent(game, node) for node, _ in nodes):
        beneath = []
        for node, weight in nodes:
            if is_silent(game, node):
                probabilities = game.information_sets[game.information_set[node]].probabilities
                children = zip(game.children(node), probabilities, strict=True)
                beneath += [(child, weight * probability) for child, probability in children]
            else:
                beneath.append((node, weight))
        return naive_prune(game, beneath)
    first = nodes[0][0]
    if game.player[first] == TERMINAL:
        players = range(len(game.players))
        return tuple(sum((weight * payoff(game, node, i) for node, weight in nodes), mpq(0)) for i in players)
    branches = [[(game.children(node)[k], weight) for node, weight in nodes] for k in range(len(game.children(first)))]
    return head(game, first), *(naive_prune(game, branch) for branch in branches)


def nested(game: Game, node: int = 0) -> object:
    """The tree as nested tuples."""
    if game.player[node] == TERMINAL:
        return tuple(payoff(game, node, player) for player in range(len(game.players)))
    return head(game, node), *(nested(game, child) for child in game.children(node))


def head(game: Game, node: int) -> object:
    information_set = game.information_sets[game.information_set[node]]
    return (
        information_set.probabilities
        if information_set.player == CHANCE
        else (information_set.player, information_set.number, information_set.label, information_set.actions)
    )


def at_leaves_and_shared(game: Game) -> bool:
    """Whether exactly the leaves pay, and equal payoffs are one outcome."""
    paid = [outcome.payoffs for outcome in game.outcomes]
    return bool(((game.outcome != NONE) == (game.player == TERMINAL)).all()) and len(set(paid)) == len(paid)


# Weighted leaves


G_OF_THE_SLIDES = {
    ("", ""): 0,
    ("AC", "i"): 0,
    ("BF", "j"): 3,
    ("AD", ""): 0,
    ("", "g"): 0,
    ("A", "g"): 0,
    ("AC", "g"): 3,
    ("AD", "g"): -2,
    ("AC", "h"): 1,
    ("AD", "h"): 3,
    ("BE", "i"): 2,
    ("BF", "i"): 1,
    ("BE", "j"): 0,
}
"""The extended utility: the examples printed, then the coefficients of the printed linear program."""


@pytest.mark.parametrize("file", ["sequence_lecture.efg", "sequence_lecture_with_chance.efg"])
def test_the_extended_utility_of_the_lecture(file: str) -> None:
    game = lemke.read(GAMES / file)
    for variant in (game, propagated(game), prune(game)):
        form = lemke.sequence_form(variant)
        rows, columns = ([name.replace(" ", "").strip("∅") for name in form.sequence_names(i)] for i in (0, 1))
        entries = {(rows[i], columns[j]): value for i, j, value in form.A.entries}
        assert entries == {pair: value for pair, value in G_OF_THE_SLIDES.items() if value}


# Propagation


@given(games())
def test_propagation_keeps_the_sequence_form_entry_by_entry(game: Game) -> None:
    agree(lemke.sequence_form(game), lemke.sequence_form(propagated(game)))


@given(ANY_RECALL)
def test_propagated_chance_is_uniform_and_all_payoffs_are_at_leaves(game: Game) -> None:
    uniform = propagated(game)
    for name in ("title", "players", "node_labels"):
        assert getattr(uniform, name) == getattr(game, name)
    for name in ("parent", "player", "information_set", "move", "first_child"):
        assert getattr(uniform, name).tolist() == getattr(game, name).tolist()
    for old, new in zip(game.information_sets, uniform.information_sets, strict=True):
        assert (old.player, old.number, old.label, old.actions) == (new.player, new.number, new.label, new.actions)
        assert set(new.probabilities) == ({mpq(1, len(new.actions))} if new.player == CHANCE else set())
    assert at_leaves_and_shared(uniform)
    before, after = histories(game), histories(uniform)
    for player in range(3):
        terms = [
            values[number]
            for number, values in (weighted_payoffs(game, before, player), weighted_payoffs(uniform, after, player))
        ]
        assert terms[0].tolist() == terms[1].tolist()
    for leaf in leaves(game):
        if not before.chance[leaf]:
            assert not any(payoff(uniform, leaf, player) for player in range(3))
    assert lemke.sha256(propagated(uniform)) == lemke.sha256(uniform)


@given(games())
def test_propagation_keeps_subgame_perfection_forth_and_without_zero_probabilities_back(game: Game) -> None:
    uniform = propagated(game)
    assert is_subgame_perfect(uniform, lemke.solve(game, refine="subgame-perfect").profile)
    if all(all(information_set.probabilities) for information_set in game.information_sets):
        assert is_subgame_perfect(game, lemke.solve(uniform, refine="subgame-perfect").profile)


def is_subgame_perfect(game: Game, profile: Profile) -> bool:
    return subgame_regrets(game, profile).is_subgame_perfect


def test_behind_probability_zero_a_subgame_perfect_equilibrium_of_the_propagated_game_plays_anything() -> None:
    builder = GameBuilder(["Ann", "Bob"])
    never, _ = builder.chance(builder.root, {"never": 0, "always": 1})
    for node, payoff_here in zip(builder.move(never, 0, ["bad", "good"]), (0, 1), strict=True):
        builder.pay(node, payoff_here, 0)
    game = builder.build(unpaid="zero")
    profile = lemke.solve(propagated(game), refine="subgame-perfect").profile
    assert profile.behavior[0] == ((1, 0),)
    assert is_subgame_perfect(propagated(game), profile)
    assert lemke.verify(game, profile).is_equilibrium
    assert not is_subgame_perfect(game, profile)


# Pruning


@given(
    st.one_of(ANY_RECALL, games(), veiled(ANY_RECALL).map(lambda pair: pair[1]), blueprints().map(lambda b: b.build()))
)
def test_pruning_agrees_with_its_definition(game: Game) -> None:
    pruned = prune(game)
    assert nested(pruned) == naive_prune(game, [(0, mpq(1))])
    assert at_leaves_and_shared(pruned)
    assert not any(is_silent(pruned, node) for node in range(pruned.size))
    assert lemke.sha256(prune(pruned)) == lemke.sha256(pruned)


@given(veiled(ANY_RECALL))
def test_pruning_removes_a_veil_of_silent_chance_for_any_recall(pair: tuple[Game, Game]) -> None:
    plain, veiled_game = pair
    pruned = prune(veiled_game)
    assert lemke.sha256(pruned) == lemke.sha256(prune(plain))
    kept = [[violation is None for violation in violations(game, histories(game))] for game in (veiled_game, pruned)]
    assert kept[0] == kept[1]


# Size
