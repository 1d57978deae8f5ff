"""Forged equilibria, given to the four ways to check an equilibrium: none accepts a forgery."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
import pytest
from gmpy2 import mpq

import lemke
from certificates import accepted_by_lemke, check
from lemke.certificate import Claim
from lemke.errors import InputError
from lemke.game import Game, GameBuilder, sha256
from lemke.game.played import behavior_object
from lemke.game.reach import reach
from lemke.game.recall import player_sequences
from lemke.game.strategy import Profile, realization_plan
from lemke.generators import kuhn
from lemke.ground import exact_json
from lemke.io import coq, efg, vipr
from lemke.io.proofs import Certificate
from proved_checker import SLIGHTLY, Built

GAMES = {"Kuhn poker": kuhn(3), "raked Kuhn poker": kuhn(4, "1/20"), "beer or quiche": lemke.example("beer_quiche")}


class Stated(NamedTuple):
    """A game, a stated equilibrium of it, and the certificate."""

    game: Game
    claim: Claim
    document: str


def true(game: Game) -> Stated:
    equilibrium = lemke.solve(game)
    return Stated(game, equilibrium.claim, equilibrium.to_json())


def forged(game: Game, **changes: object) -> Stated:
    """The equilibrium with changes, and a certificate that agrees with them."""
    equilibrium = replace(lemke.solve(game), **changes)
    members = json.loads(true(game).document) | {
        "payoffs": equilibrium.payoffs,
        "behavior": behavior_object(game, equilibrium.profile),
        "realization_plans": equilibrium.plans,
        "duals": equilibrium.duals,
    }
    return Stated(game, equilibrium.claim, exact_json.dumps(members))


def plan_wrong_by_a_hair(game: Game) -> Stated:
    """Move a hair of probability to another action, at the first set where the profile is then not an equilibrium."""
    equilibrium = lemke.solve(game)
    for player, strategy in enumerate(equilibrium.profile.behavior):
        for h, distribution in enumerate(strategy):
            moved = [*distribution]
            source = max(range(len(moved)), key=moved.__getitem__)
            moved[source], moved[source - 1] = moved[source] - SLIGHTLY, moved[source - 1] + SLIGHTLY
            behavior = [list(map(list, part)) for part in equilibrium.profile.behavior]
            behavior[player][h] = moved
            profile = Profile.of(game, behavior)
            if not lemke.verify(game, profile).is_equilibrium:
                sequences = [player_sequences(game, i) for i in (0, 1)]
                plans = tuple(map(realization_plan, sequences, profile.behavior))
                return forged(game, profile=profile, plans=plans)
    raise AssertionError("every plan near by is an equilibrium, expected one that is not")


def wrong_payoff(game: Game) -> Stated:
    equilibrium = lemke.solve(game)
    changes = SLIGHTLY, -SLIGHTLY
    payoffs = tuple(payoff + change for payoff, change in zip(equilibrium.payoffs, changes, strict=True))
    duals = tuple(np.append([payoff], dual[1:]) for payoff, dual in zip(payoffs, equilibrium.duals, strict=True))
    return forged(game, payoffs=payoffs, duals=duals)


def dual_too_small(game: Game) -> Stated:
    u, v = lemke.solve(game).duals
    lower = v.copy()
    lower[1 + int(np.argmax(v[1:] != 0))] -= SLIGHTLY
    return forged(game, duals=(u, lower))


def negative_dual(game: Game) -> Stated:
    u, v = lemke.solve(game).duals
    return forged(game, duals=(-abs(u) - 1, v))


def another_game(game: Game) -> Stated:
    return true(game)._replace(game=with_leaf(game, [0, 1], mpq(7)))


def leaf_changed(game: Game) -> Stated:
    """Change a payoff at a reached leaf by a hair, which changes the expected payoffs."""
    return true(game)._replace(game=with_leaf(game, [1, 0], SLIGHTLY))


def with_leaf(game: Game, marks: list[int], change: mpq) -> Game:
    """The game with changed payoffs of the marked players at a leaf that is reached."""
    equilibrium = lemke.solve(game)
    reached = reach(game, equilibrium.profile).nodes
    chosen = next(leaf for leaf in game.leaves.tolist() if reached[leaf])
    builder = GameBuilder(list(game.players))
    handles, places = {}, {0: builder.root}
    for node in game.preorder():
        number = int(game.information_set[node])
        if game.children(node):
            if number not in handles:
                handles[number] = builder.declare(game.information_sets[number])
            places |= dict(zip(game.children(node), builder.decide(places[node], handles[number]), strict=True))
        else:
            index, totals = game.payoffs()
            more = [mark * change * (node == chosen) for mark in marks]
            builder.pay(places[node], *(sum(pair) for pair in zip(totals[index[node]], more, strict=True)))
    return builder.build()


FORGERIES = (plan_wrong_by_a_hair, wrong_payoff, dual_too_small, negative_dual, another_game, leaf_changed)


def own_judge(stated: Stated, built: Built) -> bool:
    return accepted_by_lemke(stated.game, stated.document)


def python_alone(stated: Stated, built: Built) -> bool:
    return check(stated.document, sha256(stated.game))[0] == 0


def by_vipr(stated: Stated, built: Built) -> bool:
    """Files of a statement, written without the judge and the check that usually come first."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vipr.NamedLP, "check", lambda *_: None)
        return all(check("".join(text))[0] == 0 for text in vipr.files(Certificate(*stated)).values())


def by_coq(stated: Stated, built: Built) -> bool:
    return built.accepts(stated.game, stated.claim)


WAYS = (own_judge, python_alone, by_vipr, by_coq)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_true_is_accepted(name: str, way: Callable[[Stated, Built], bool], built: Built) -> None:
    assert way(true(GAMES[name]), built)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("forgery", FORGERIES)
@pytest.mark.parametrize("name", GAMES)
def test_no_forgery_is_accepted(
    name: str, forgery: Callable[[Game], Stated], way: Callable[[Stated, Built], bool], built: Built
) -> None:
    assert not way(forgery(GAMES[name]), built)


def test_of_a_game_with_broken_recall_nothing_is_written(built: Built) -> None:
    forgetful = efg.loads(
        'EFG 2 R "" { "1" "2" }\np "" 1 1 "" { "l" "r" } 0\np "" 1 2 "" { "l" "r" } 0\nt "" 1 "" { 1, -1 }\n'
        't "" 2 "" { 0, 0 }\np "" 1 2 "" { "l" "r" } 0\nt "" 3 "" { 0, 0 }\nt "" 4 "" { 1, -1 }\n'
    )
    profile = Profile.of(forgetful, [[[1, 0], [1, 0]], []])
    claim = Claim(profile, (mpq(1), mpq(-1)))
    for write in (partial(coq.lines, forgetful, claim), partial(vipr.files, Certificate(forgetful, claim, ""))):
        with pytest.raises(InputError, match="recall"):
            write()
