"""Pure equilibria: the same outcomes as by trying all pairs of pure strategies, each with an equilibrium."""

from itertools import product
from math import prod
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import assume, given

import lemke
from lemke.errors import GameError, InputError, LimitError, RecallError
from lemke.game import CHANCE, TERMINAL, Game, GameBuilder
from lemke.ground.limits import limits
from lemke.solvers.pure_equilibria import PureEquilibria, Replies
from seeded_games import random_game
from strategies import games

PAIRS = 600
"""Pairs of pure strategies up to which all are tried."""

Moves = dict[int, int]
"""Information sets and the moves of a pure strategy there."""
Leaves = frozenset[int]


def pure_of(game: Game, first: int | None = None) -> PureEquilibria:
    equilibria = lemke.enumerate(game, "pure", first)
    assert isinstance(equilibria, PureEquilibria)
    return equilibria


def played(game: Game, moves: Moves) -> tuple[Leaves, tuple[mpq, ...]]:
    """The leaves that are reached with positive probability, and the expected payoffs."""
    index, totals = game.payoffs()
    leaves, payoffs, stack = [], [mpq(0), mpq(0)], [(0, mpq(1))]
    while stack:
        node, probability = stack.pop()
        if game.player[node] == TERMINAL:
            leaves.append(node)
            payoffs = [total + probability * paid for total, paid in zip(payoffs, totals[index[node]], strict=True)]
            continue
        place, children = int(game.information_set[node]), game.children(node)
        if game.player[node] == CHANCE:
            shares = game.information_sets[place].probabilities
            stack += [(child, probability * share) for child, share in zip(children, shares, strict=True) if share]
        else:
            stack.append((children[moves[place]], probability))
    return frozenset(leaves), tuple(payoffs)


def strategies_of(game: Game, player: int) -> list[Moves]:
    """All pure strategies, with a move at every information set."""
    sets = game.sets_of(player)
    moves = [range(len(game.information_sets[place].actions)) for place in sets]
    return [dict(zip(sets, strategy, strict=True)) for strategy in product(*moves)]


def pairs(game: Game) -> int:
    return prod(len(place.actions) for place in game.information_sets if place.player != CHANCE)


def tried(game: Game) -> dict[Leaves, tuple[mpq, ...]]:
    """The leaves that equilibria among all pairs of pure strategies reach, and their payoffs."""
    rows, columns = strategies_of(game, 0), strategies_of(game, 1)
    table = [[played(game, row | column) for column in columns] for row in rows]
    best_1 = [max(payoffs[0] for _, payoffs in column) for column in zip(*table, strict=True)]
    best_2 = [max(payoffs[1] for _, payoffs in row) for row in table]
    return {
        leaves: payoffs
        for row, best_of_row in zip(table, best_2, strict=True)
        for (leaves, payoffs), best_of_column in zip(row, best_1, strict=True)
        if payoffs == (best_of_column, best_of_row)
    }


def require_the_same(game: Game) -> None:
    """Assert that the outcomes are those of trying all pairs, each once, and that the equilibria have no regret."""
    answer = pure_of(game)
    outcomes = {}
    for equilibrium in answer.profiles:
        moves = {
            place: distribution.index(1)
            for player in (0, 1)
            for place, distribution in zip(game.sets_of(player), equilibrium.behavior[player], strict=True)
        }
        leaves, payoffs = played(game, moves)
        assert payoffs == equilibrium.expected() and leaves not in outcomes
        assert lemke.verify(game, equilibrium).regrets == (0, 0)
        outcomes[leaves] = payoffs
    assert answer.is_complete and outcomes == tried(game)


@given(games())
def test_all_pairs_of_pure_strategies_give_the_same(game: Game) -> None:
    assume(pairs(game) <= PAIRS)
    require_the_same(game)


@given(games(max_depth=7, max_moves=2))
def test_all_pairs_of_pure_strategies_in_deeper_games_give_the_same(game: Game) -> None:
    assume(pairs(game) <= PAIRS)
    require_the_same(game)


@pytest.mark.slow
def test_threats_that_are_not_the_most_punishing_ones_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threats at a set that several deviations reach are tried in turn."""
    met: list[int | None] = []

    def watched(self: Replies, players: Any, *moves: Any) -> int | None:
        place = first_met(self, players, *moves)
        if len(players) == 1:
            met.append(place)
        return place

    first_met = Replies.first_met
    monkeypatch.setattr(Replies, "first_met", watched)
    for seed in range(300):
        game = random_game(seed, nodes=26)
        if pairs(game) <= PAIRS:
            require_the_same(game)
    assert met and None not in met


# ---------------------------------------------------------------------- games of which the equilibria are known


def payoffs_of(game: Game) -> list[tuple[str, str]]:
    answer = pure_of(game)
    assert answer.is_complete and answer.reason == "" and list(answer.profiles) == list(answer)
    return [(str(a), str(b)) for equilibrium in answer for a, b in [equilibrium.expected()]]


KNOWN = {
    "battle_of_the_sexes": [("2", "1"), ("1", "2")],
    "beer_quiche": [("29/10", "0"), ("21/10", "0")],
    "centipede6": [("2/5", "1/10")],
    "entry_deterrence": [("1", "5"), ("2", "2")],
    "kuhn3": [],
    "matching_pennies": [],
    "prisoners_dilemma": [("-2", "-2")],
    "rock_paper_scissors": [],
    "tracing_2002": [("11", "3")],
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_games_have_their_known_payoffs(name: str) -> None:
    assert payoffs_of(lemke.example(name)) == KNOWN[name]


def test_threats_do_not_multiply_the_list() -> None:
    """Player 1 stays out for 1 or enters one of many markets; in each of them one of three moves pays player 1 0."""
    builder = GameBuilder()
    out, *markets = builder.move(builder.root, 0, ["out", *map(str, range(40))])
    builder.pay(out, 1, 1)
    for market in markets:
        for payoff, leaf in enumerate(builder.move(market, 1, ["fight", "share", "leave"])):
            builder.pay(leaf, payoff, payoff)
    game = builder.build()
    assert payoffs_of(game) == [("1", "1"), *[("2", "2")] * 40]


def test_moves_of_chance_with_probability_zero_make_no_outcomes() -> None:
    builder = GameBuilder()
    never, always = builder.decide(builder.root, builder.chance_set(["no", "yes"], [mpq(0), mpq(1)]))
    for node in builder.move(never, 0, ["l", "m", "r"]):
        for leaf in builder.move(node, 1, ["L", "R"]):
            builder.pay(leaf, 1, 1)
    for payoff, leaf in enumerate(builder.move(always, 0, ["a", "b"])):
        builder.pay(leaf, payoff, 0)
    assert payoffs_of(builder.build()) == [("1", "0")]


# ---------------------------------------------------------------------- limits


def test_the_search_stops_after_the_first_outcomes_that_are_asked_for() -> None:
    answer = pure_of(lemke.example("beer_quiche"), first=1)
    assert answer.stopped == "first" and not answer.is_complete and len(answer.profiles) == 1
    assert "1 outcome of pure equilibria so far; there may be more (first)" in answer.to_text()


@pytest.mark.parametrize(
    ("error", "stopped"), [(LimitError("the time limit"), "limit"), (KeyboardInterrupt, "interrupt")]
)
def test_a_limit_keeps_the_equilibria_found_before_it(error: BaseException, stopped: str) -> None:
    heard: list[str] = []

    def stop(stage: str) -> None:
        heard.append(stage)
        if len(heard) == 5:
            raise error

    with limits(progress=stop):
        answer = pure_of(lemke.example("battle_of_the_sexes"))
    assert answer.stopped == stopped and answer.reason and len(answer.profiles) == 1


# ---------------------------------------------------------------------- what is shown, what is refused


def test_what_has_no_pure_equilibria_to_list_is_refused() -> None:
    with pytest.raises(InputError, match="resume"):
        lemke.enumerate(lemke.example("kuhn3"), "pure", resume=object())
    with pytest.raises(InputError, match="1 or more"):
        lemke.enumerate(lemke.example("kuhn3"), "pure", first=0)
    with pytest.raises(GameError):
        lemke.enumerate(GameBuilder(["a", "b", "c"]).build(unpaid="zero"), "pure")
    builder = GameBuilder()
    again = builder.information_set(0, ["on", "off"])
    builder.decide(builder.decide(builder.root, again)[0], again)
    with pytest.raises(RecallError):
        lemke.enumerate(builder.build(unpaid="zero"), "pure")
