"""Chance propagated to the leaves, and pruned, compared with the definition of isomorphic trees."""

from dataclasses import dataclass, fields, replace

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.forms.sequence_form import TreeForm
from lemke.game import CHANCE, NONE, TERMINAL, Game, GameBuilder
from lemke.game.chance import propagated, prune
from lemke.game.recall import describe, histories, violations, weighted_payoffs
from lemke.game.strategy import Profile
from lemke.game.subgames import proper_subgames, subgame_regrets
from lemke.generators import kuhn
from naive import blueprints, leaves, naive_payoffs, payoff
from named_games import GAMES, NAMED
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


def same_up_to_order(first: TreeForm, second: TreeForm) -> bool:
    """Whether E, F, A, B are the same, entry by entry, their rows and columns matched by (player, number)."""
    keys = [[_keys(sequences) for sequences in form.sequences] for form in (first, second)]
    for name, rows, columns in (
        ("E", (0, 0), (0, 1)),
        ("F", (1, 0), (1, 1)),
        ("A", (0, 1), (1, 1)),
        ("B", (0, 1), (1, 1)),
    ):
        entries = []
        for form, key in zip((first, second), keys, strict=True):
            row, column = key[rows[0]][rows[1]], key[columns[0]][columns[1]]
            entries.append({(row[i], column[j]): value for i, j, value in getattr(form, name).entries})
            assert getattr(form, name).shape == (len(row), len(column))
        if entries[0] != entries[1]:
            return False
    return all(set(a) == set(b) for a, b in zip(sum(keys[0], ()), sum(keys[1], ()), strict=True))


def _keys(sequences) -> tuple[list[object], list[object]]:
    """Keys of a player's constraint rows and sequences: the number of the set, and the move."""
    numbers = [information_set.number for information_set in sequences.information_sets]
    moves = [(number, k) for h, number in enumerate(numbers) for k in range(len(sequences.moves(h)))]
    return [None, *numbers], [None, *moves]


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


def test_the_lecture_without_its_silent_coin_is_the_printed_game() -> None:
    with_chance, printed = (
        lemke.read(GAMES / f"{name}.efg") for name in ("sequence_lecture_with_chance", "sequence_lecture")
    )
    pruned = prune(with_chance)
    assert lemke.sha256(pruned) == lemke.sha256(printed)
    assert pruned.information_sets == printed.information_sets
    agree(lemke.sequence_form(pruned), lemke.sequence_form(printed))
    equilibrium = lemke.solve(printed)
    report = lemke.verify(with_chance, carried(pruned, with_chance, equilibrium.profile))
    assert report.is_equilibrium
    assert report.payoffs == (mpq(11, 7), mpq(-11, 7))


# Propagation


@given(games())
def test_propagation_keeps_the_sequence_form_entry_by_entry(game: Game) -> None:
    agree(lemke.sequence_form(game), lemke.sequence_form(propagated(game)))


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_propagation_keeps_the_sequence_form_of_named_games(named) -> None:
    game = lemke.read(GAMES / named.file)
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


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Loaded(Game):
    """A game that knows where its numbers come from."""

    origin: str


def test_propagation_and_pruning_drop_the_fields_of_a_subclass() -> None:
    values = {field.name: getattr(kuhn(3), field.name) for field in fields(Game)}
    loaded = Loaded(**values, origin="probabilities of somebody")
    for changed in (propagated(loaded), prune(loaded)):
        assert type(changed) is Game
    assert lemke.sha256(propagated(loaded)) == lemke.sha256(propagated(kuhn(3)))


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("", ""),
        ("By hand", "By hand; chance propagated into the payoffs"),
        ("Chance is 1/3.", "Chance is 1/3; chance propagated into the payoffs."),
    ],
)
def test_a_comment_says_that_chance_was_propagated(comment: str, expected: str) -> None:
    game = replace(kuhn(3), comment=comment)
    assert propagated(game).comment == expected
    assert game.comment == comment


def test_uniform_chance_in_a_long_chain_makes_no_number_longer() -> None:
    builder = GameBuilder()
    node = builder.root
    for _ in range(2000):
        stop, node = builder.chance(node, {"stop": "1/2", "go": "1/2"})
        builder.pay(stop, "1/3", 1)
    game = propagated(builder.build(unpaid="zero"))
    assert {*game.leaf_payoffs(0).tolist()} == {0, mpq(1, 3)}


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


def carried(source: Game, target: Game, profile: Profile) -> Profile:
    """The profile with the same moves at the sets of the target; a set keeps its player and number."""
    strategies = {}
    for player, strategy in enumerate(profile.behavior):
        for index, moves in zip(source.sets_of(player), strategy, strict=True):
            strategies[player, source.information_sets[index].number] = moves
    return Profile.of(
        target,
        [
            [strategies[player, target.information_sets[index].number] for index in target.sets_of(player)]
            for player in range(len(target.players))
        ],
    )


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


@given(st.one_of(games(), veiled(games()).map(lambda pair: pair[1])))
def test_pruning_keeps_the_sequence_form_up_to_the_order_of_sets(game: Game) -> None:
    pruned = prune(game)
    source_form, pruned_form = lemke.sequence_form(game), lemke.sequence_form(pruned)
    assert same_up_to_order(source_form, pruned_form)
    assert source_form.total is None or source_form.total == pruned_form.total


@given(veiled(games()).map(lambda pair: pair[1]))
def test_equilibria_carry_over_both_ways(game: Game) -> None:
    pruned = prune(game)
    small = lemke.solve(pruned)
    report = lemke.verify(game, carried(pruned, game, small.profile))
    assert report.is_equilibrium
    assert report.payoffs == small.payoffs
    large = lemke.solve(game)
    report = lemke.verify(pruned, carried(game, pruned, large.profile))
    assert report.is_equilibrium
    assert report.payoffs == large.payoffs


@given(st.one_of(games(), veiled(games()).map(lambda pair: pair[1])))
def test_subgame_perfect_equilibria_of_the_pruned_game_are_subgame_perfect_in_the_source(game: Game) -> None:
    pruned = prune(game)
    assert is_subgame_perfect(game, carried(pruned, game, lemke.solve(pruned, refine="subgame-perfect").profile))


def test_an_empty_threat_is_subgame_perfect_only_behind_a_silent_coin() -> None:
    entry = lemke.read(GAMES / "entry_deterrence.efg")
    builder = GameBuilder(entry.players)
    handles = [builder.declare(information_set) for information_set in entry.information_sets]
    payoffs = list(zip(entry.leaf_payoffs(0), entry.leaf_payoffs(1), strict=True))
    for side in builder.chance(builder.root, {"heads": "1/3", "tails": "2/3"}):
        nodes = {0: side}
        for node in range(entry.size):
            if entry.player[node] == TERMINAL:
                builder.pay(nodes[node], *payoffs[entry.leaves.tolist().index(node)])
            else:
                below = builder.decide(nodes[node], handles[entry.information_set[node]])
                nodes |= dict(zip(entry.children(node), below, strict=True))
    game = builder.build()
    pruned = prune(game)
    assert lemke.sha256(pruned) == lemke.sha256(entry)
    assert (len(proper_subgames(game)), len(proper_subgames(pruned))) == (1, 2)
    threat = next(
        profile
        for profile in (carried(pruned, game, pure) for pure in pure_profiles(pruned))
        if lemke.verify(game, profile).is_equilibrium and not is_subgame_perfect(entry, carried(game, pruned, profile))
    )
    assert is_subgame_perfect(game, threat)


def pure_profiles(game: Game) -> list[Profile]:
    """All profiles of pure strategies of two players with two moves at their only set."""
    moves = (((mpq(1), mpq(0)),), ((mpq(0), mpq(1)),))
    return [Profile.of(game, [first, second]) for first in moves for second in moves]


def test_the_first_of_corresponding_chance_nodes_keeps_label_number_and_moves() -> None:
    builder = GameBuilder(["Ann"])
    move = builder.information_set(0, ["a", "b"])
    for side, name in zip(builder.chance(builder.root, {"h": "1/2", "t": "1/2"}), ("first", "other"), strict=True):
        weather = builder.chance_set([f"{name} rain", f"{name} sun"], ["1/3", "2/3"], label=name)
        builder.decide(builder.decide(side, weather)[0], move)
    pruned = prune(builder.build(unpaid="zero"))
    kept = pruned.information_sets
    assert [information_set.label for information_set in kept if information_set.player == CHANCE] == ["first"]
    assert kept[0].actions == ("first rain", "first sun")


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_named_games_keep_their_equilibria_and_those_without_silent_chance_all_nodes(named) -> None:
    game = lemke.read(GAMES / named.file)
    pruned = prune(game)
    assert lemke.verify(game, carried(pruned, game, lemke.solve(pruned).profile)).is_equilibrium
    if not any(is_silent(game, node) for node in range(game.size)):
        assert lemke.sha256(pruned) == lemke.sha256(game)
        assert pruned.information_sets == game.information_sets
        assert pruned.node_labels == game.node_labels


def coin(heads: str = "1/2", second_set: bool = False, second_rain: str = "1/3", second_moves: int = 2) -> Game:
    """A coin, then player 1's moves L and R, then rain or sun after L. The second branch may differ a little."""
    builder = GameBuilder(["Ann"])
    first = builder.information_set(0, ["L", "R"])
    second = builder.information_set(0, ["L", "R"]) if second_set else first
    toss = builder.chance(builder.root, {"heads": heads, "tails": 1 - mpq(heads)})
    for side, handle, rain in zip(toss, (first, second), (mpq(1, 3), mpq(second_rain)), strict=True):
        left, right = builder.decide(side, handle)
        wet, dry = builder.chance(left, {"rain": rain, "sun": 1 - rain})
        for payoff_here, node in enumerate((wet, dry, right)):
            builder.pay(node, payoff_here * (2 if side == toss[0] else -1))
    if second_moves != 2:
        builder.move(wet, 0, ["only move"])
    return builder.build()


@pytest.mark.parametrize(
    ("game", "size"),
    [
        (coin(), 3),
        (coin(heads="0"), 3),
        (coin(second_rain="1/4"), 3),  # rain and sun are silent themselves
        (coin(second_moves=1), 1 + 3 + 6),
        (coin(second_set=True), 1 + 2 * 3),
        (coin(second_set=True, heads="1"), 1 + 2 * 3),
    ],
)
def test_a_coin_goes_only_if_both_sides_look_the_same(game: Game, size: int) -> None:
    assert prune(game).size == size


def gloomy(rain: str, second_rain: str) -> Game:
    """A coin; then chance; then player 1 moves if it does not rain. Silent iff it rains as often on both sides."""
    builder = GameBuilder(["Ann"])
    walk = builder.information_set(0, ["walk", "stay"])
    for side, probability in zip(
        builder.chance(builder.root, {"h": "1/4", "t": "3/4"}), (rain, second_rain), strict=True
    ):
        wet, dry = builder.chance(side, {"rain": probability, "sun": 1 - mpq(probability)})
        builder.pay(wet, 4 if probability is rain else 0)
        builder.decide(dry, walk)
    return builder.build(unpaid="zero")


def test_chance_within_the_branches_must_have_the_same_probabilities() -> None:
    assert prune(gloomy("1/3", "1/4")).size == 1 + 2 * 5
    pruned = prune(gloomy("1/3", "2/6"))
    assert pruned.size == 5
    assert pruned.leaf_payoffs(0).tolist()[0] in (0, 1, 4)


def test_a_game_of_nothing_but_chance_becomes_one_leaf_with_the_expectation() -> None:
    builder = GameBuilder(["Ann", "Bob", "Eve"])
    first, second = builder.chance(builder.root, {"": "1/3", "b": "2/3"})
    builder.pay(builder.root, 1, 1, 1)
    (only,) = builder.chance(first, {"sure": 1})
    builder.pay(only, 3, 0, "1/2")
    for node, number in zip(builder.chance(second, {"c": "1/2", "d": "0", "e": "1/2"}), (6, 100, 0), strict=True):
        builder.pay(node, number, 3, 0)
    pruned = prune(builder.build())
    assert nested(pruned) == (4, 3, mpq(7, 6))


@pytest.mark.parametrize("players", [[], ["Ann"]])
def test_a_game_of_one_leaf_stays_as_it_is(players: list[str]) -> None:
    game = GameBuilder(players, "nothing", "at all").build(unpaid="zero")
    for unchanged in (prune(game), propagated(game)):
        assert nested(unchanged) == (0,) * len(players)
        assert (unchanged.title, unchanged.comment) == ("nothing", "at all")


def test_labels_that_corresponding_nodes_do_not_share_are_dropped() -> None:
    builder = GameBuilder(["Ann"])
    move = builder.information_set(0, ["a", "b"])
    for side, name in zip(builder.chance(builder.root, {"h": "1/2", "t": "1/2"}), ("heads", "tails"), strict=True):
        builder.label(side, name)
        for child, label in zip(builder.decide(side, move), ("shared", name), strict=True):
            builder.label(child, label)
    assert prune(builder.build(unpaid="zero")).node_labels == ("", "shared", "")


@given(st.integers(0, 6).map(lambda k: mpq(k, 6)))
def test_a_coin_that_nobody_sees_is_pruned_for_the_absent_minded_driver(on: mpq) -> None:
    builder = GameBuilder(["driver"])
    motorway = builder.information_set(0, ["on", "exit"])
    for start, first in zip(builder.chance(builder.root, {"h": "1/3", "t": "2/3"}), (3, 0), strict=True):
        crossing, early = builder.decide(start, motorway)
        builder.pay(early, first)
        for fog in builder.chance(crossing, {"fog": "1/4", "none": "3/4"}):
            late, home = builder.decide(fog, motorway)
            builder.pay(home, 4)
            builder.pay(late, 1)
    game = builder.build()
    pruned = prune(game)
    assert pruned.size == 5
    behavior = [[[on, 1 - on]]]
    assert naive_payoffs(pruned, behavior) == naive_payoffs(game, behavior)
    assert naive_payoffs(game, behavior) == ((1 - on) * 1 + on * (1 - on) * 4 + on * on * 1,)
    (violation,) = violations(pruned, histories(pruned))
    assert violation is not None and violation[-1]
    assert "absent-mindedness" in describe(pruned, violation)


# Size


def silent_chain(length: int) -> Game:
    """Moves of chance with one action and moves of player 1 alternate; player 1 may stop each time."""
    builder = GameBuilder(["Ann"])
    node = builder.root
    for _ in range(length // 3):
        (node,) = builder.chance(node, {"": 1})
        node, stop = builder.move(node, 0, ["go", "stop"])
        builder.pay(stop, 1)
    return builder.build(unpaid="zero")


def silent_tree(levels: int) -> Game:
    """A coin that nobody sees alternates with a move of player 1, who knows its earlier moves."""
    builder = GameBuilder(["Ann"])
    nodes = {builder.root: 1}
    for _ in range(levels):
        sets = {history: builder.information_set(0, ["l", "r"]) for history in set(nodes.values())}
        nodes = {
            child: 2 * history + k
            for node, history in nodes.items()
            for side in builder.chance(node, {"h": "1/2", "t": "1/2"})
            for k, child in enumerate(builder.decide(side, sets[history]))
        }
    return builder.build(unpaid="zero")


@pytest.mark.slow
def test_a_chain_of_a_hundred_thousand_nodes_is_pruned_and_propagated() -> None:
    game = silent_chain(100_000)
    pruned = prune(game)
    assert (game.size, pruned.size) == (99_999 + 1, 66_666 + 1)
    assert CHANCE not in pruned.player
    assert propagated(game).size == game.size


@pytest.mark.slow
def test_a_tree_of_a_hundred_thousand_nodes_is_pruned_and_propagated() -> None:
    game = silent_tree(8)
    pruned = prune(game)
    assert game.size == 2 * 4**8 - 1
    assert pruned.size == 2 * 2**8 - 1
    assert CHANCE not in pruned.player
    assert propagated(game).size == game.size
