"""Game trees: nodes are breadth-first in whatever order they are made, wrong calls are refused; the canonical form."""

from dataclasses import replace

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from lemke import errors
from lemke.game import CHANCE, NONE, TERMINAL, Game, GameBuilder, InformationSet, canonical_lines, sha256
from naive import blueprints, breadth_first


@given(blueprints(), st.data())
def test_nodes_are_breadth_first_in_whatever_order_they_are_made(blueprint, data):
    game = blueprint.build(data.draw(st.permutations(list(blueprint.inner))))
    paths = breadth_first(blueprint)
    at = {path: node for node, path in enumerate(paths)}
    used = list(dict.fromkeys(blueprint.inner[path] for path in paths if path in blueprint.inner))
    assert game.size == len(paths)
    assert game.parent.tolist() == [at[path[:-1]] if path else NONE for path in paths]
    assert game.move.tolist() == [path[-1] if path else NONE for path in paths]
    owner = [blueprint.sets[blueprint.inner[path]][0] if path in blueprint.inner else TERMINAL for path in paths]
    assert game.player.tolist() == owner
    set_of_node = [used.index(blueprint.inner[path]) if path in blueprint.inner else NONE for path in paths]
    assert game.information_set.tolist() == set_of_node
    assert [(information_set.player, len(information_set.actions)) for information_set in game.information_sets] == [
        blueprint.sets[k] for k in used
    ]
    for path, node in at.items():
        moves = blueprint.sets[blueprint.inner[path]][1] if path in blueprint.inner else 0
        assert list(game.children(node)) == [at[(*path, move)] for move in range(moves)]
    assert game.leaves.tolist() == [at[path] for path in paths if path not in blueprint.inner]
    nodes = [[node for node in range(game.size) if set_of_node[node] == k] for k in range(len(used))]
    assert [group.tolist() for group in game.nodes_by_set()] == nodes
    assert game.first_nodes().tolist() == [group[0] for group in nodes]
    for player in range(CHANCE, 3):
        assert game.sets_of(player) == [k for k, key in enumerate(used) if blueprint.sets[key][0] == player]


@given(blueprints(), st.data())
def test_preorder_sorts_the_paths_and_orders_the_sets(blueprint, data):
    game = blueprint.build(data.draw(st.permutations(list(blueprint.inner))))
    paths = breadth_first(blueprint)
    order = game.preorder()
    assert [paths[node] for node in order] == sorted(blueprint.paths)
    for player, sets in enumerate(game.preorder_sets()):
        met = [int(game.information_set[node]) for node in order if game.player[node] == player]
        assert list(sets) == list(dict.fromkeys(met))


@pytest.mark.parametrize(
    ("sets", "outcomes", "message"),
    [
        ([], [], "0 nodes .*tree"),
        ([0, NONE], [NONE] * 2, "2 nodes .*tree"),
        ([0, NONE, NONE, NONE], [NONE] * 4, "4 nodes .*tree"),
        ([NONE, 0, NONE, NONE], [NONE] * 4, "4 nodes .*tree"),
    ],
)
def test_nodes_that_are_no_tree_are_refused(sets, outcomes, message):
    builder = GameBuilder()
    builder.information_set(0, ["l", "r"])
    builder.outcome([1, 2])
    with pytest.raises(errors.GameError, match=f"{message}.*, expected"):
        builder.build_depth_first(sets, outcomes, {})


@given(blueprints())
def test_payoffs_at_inner_nodes_are_added_to_all_nodes_below(blueprint):
    game = blueprint.build()
    index, totals = game.payoffs()
    assert [totals[k] for k in index] == [blueprint.payoff(path) for path in breadth_first(blueprint)]


@given(blueprints(), st.data())
def test_the_canonical_form_ignores_labels_numbers_the_order_of_making_and_where_payoffs_are(blueprint, data):
    game = blueprint.build()
    leaves = [path for path in blueprint.paths if path not in blueprint.inner]
    moved = replace(blueprint, payoffs={path: blueprint.payoff(path) for path in leaves})
    again = moved.build(data.draw(st.permutations(list(blueprint.inner))), label=lambda k: "ÿ" * (k % 2))
    assert (list(canonical_lines(again)), sha256(again)) == (list(canonical_lines(game)), sha256(game))
    paid = dict(moved.payoffs)
    leaf = data.draw(st.sampled_from(leaves))
    paid[leaf] = (paid[leaf][0], paid[leaf][1], paid[leaf][2] + mpq(1, 10**9))
    assert sha256(replace(moved, payoffs=paid).build()) != sha256(game)


def pennies(first="H", *, number=None, seen=False, chance=None, win="1/2", players=2) -> Game:
    builder = GameBuilder(["A"] * players)
    if chance:
        nodes = builder.chance(builder.root, dict(zip([first, "T"], chance, strict=True)))
    else:
        nodes = builder.move(builder.root, 0, [first, "T"])
    guess = builder.information_set(1, ["h", "t"], "ü", number)
    for node, sign in zip(nodes, (1, -1), strict=True):
        matched, unmatched = builder.move(node, 1, ["h", "t"]) if seen else builder.decide(node, guess)
        builder.pay(matched, mpq(win) * sign, *[0] * (players - 1))
        builder.pay(unmatched, -mpq(win) * sign, *[0] * (players - 1))
    return builder.build()


def test_different_games_have_different_canonical_forms():
    variants = [
        pennies(),
        pennies(seen=True),
        pennies(win="1/3"),
        pennies(players=3),
        GameBuilder().build(unpaid="zero"),
    ]
    variants += [pennies(chance=("1/2", "1/2")), pennies(chance=("1/3", "2/3"))]
    assert len({sha256(game) for game in variants}) == len(variants)
    assert sha256(pennies("x", number=9, win="2/4")) == sha256(pennies())
    assert sha256(pennies(chance=("2/6", "4/6"))) == sha256(pennies(chance=("1/3", "2/3")))


def test_sha256_is_that_of_the_lines_on_every_machine():
    lines = ["players 2", "p 1 1 2", "p 2 1 2", "t 1/2 0", "t -1/2 0", "p 2 1 2", "t -1/2 0", "t 1/2 0"]
    assert list(canonical_lines(pennies())) == lines
    assert sha256(pennies()) == "78ab5f3d9d4620ac3480f82cfe1c194e76b2fbdefde516b54c6e9bd63be3a5d9"


REFUSED = [
    (
        errors.GameError,
        "the label 'a' of 2 players, expected that of one",
        lambda b: GameBuilder(["a", "a"]).information_set("a", ["l"]),
    ),
    (errors.InputError, "expected one greater than -2", lambda b: b.information_set(0, ["a"], number=2**62)),
    (errors.GameError, "player 2, counted from 0, expected one of 2", lambda b: b.information_set(2, ["a"])),
    (errors.GameError, "information set without moves, expected at least", lambda b: b.move(b.root, 0, [])),
    (errors.GameError, "information set 7 of player 2 declared twice", lambda b: twice(seven, b)),
    (errors.GameError, "player 2, counted from 0, expected one of 2", lambda b: b.declare(taken(2))),
    (errors.NumberError, "that sum to 1/3, expected", lambda b: b.declare(taken(CHANCE, mpq(1, 3)))),
    (errors.NumberError, "probabilities that sum to 2/3, expected", lambda b: lot(b, "1/3", "1/3")),
    (errors.NumberError, "the probability -1/2, expected", lambda b: lot(b, "3/2", "-1/2")),
    (errors.NumberError, "1 probabilities, expected 2", lambda b: b.chance_set(["a", "b"], [1])),
    (errors.NumberError, "the float 0.5, expected", lambda b: lot(b, 0.5, 0.5)),
    (errors.GameError, "1 payoff, expected 2", lambda b: b.pay(b.root, 1)),
    (errors.GameError, "outcome 3 declared twice", lambda b: twice(third, b)),
    (errors.GameError, "node 0 has an outcome already", lambda b: twice(lambda b: b.pay(b.root, 0, 0), b)),
    (errors.GameError, "node 0 has moves already", lambda b: twice(lambda b: b.move(b.root, 0, ["a"]), b)),
    (errors.GameError, "node 1, expected", lambda b: b.move(1, 0, ["a"])),
    (errors.GameError, "node 2, expected", lambda b: b.pay(2, 0, 0)),
    (errors.GameError, "the builder returned", lambda b: b.decide(b.root, seven(b) + 1)),
    (errors.GameError, "the builder returned", lambda b: b.attach(b.root, third(b) + 1)),
]


def taken(player, *probabilities):
    """An information set as another game has it."""
    return InformationSet(player, 7, "", ("a",), probabilities)


def twice(step, builder):
    step(builder)
    step(builder)


def seven(builder):
    return builder.information_set(1, ["a"], number=7)


def third(builder):
    return builder.outcome([0, 0], number=3)


def lot(builder, *probabilities):
    return builder.chance(builder.root, dict(zip("ab", probabilities, strict=True)))


@pytest.mark.parametrize(("error_class", "message", "wrong_call"), REFUSED, ids=[message for _, message, _ in REFUSED])
def test_wrong_calls_of_the_builder_are_refused_by_name(error_class, message, wrong_call):
    with pytest.raises(errors.LemkeError) as error:
        wrong_call(GameBuilder())
    assert type(error.value) is error_class
    assert message in error.value.message
    assert "expected" in error.value.message


def test_players_number_their_sets_apart_and_unused_sets_are_dropped():
    builder = GameBuilder()
    builder.information_set(1, ["never used"], number=1)
    handles = [builder.information_set(player, ["a"], number=number) for player, number in ((0, 2), (1, 2), (0, None))]
    node = builder.root
    for handle in handles:
        (node,) = builder.decide(node, handle)
    assert [information_set.number for information_set in builder.build(unpaid="zero").information_sets] == [2, 2, 3]
