"""CFR and CFR+ of `lemke.learn`, judged exactly and by theory."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.errors import InputError
from lemke.game.recall import histories, require_perfect_recall
from lemke.game.strategy import centroid
from lemke.generators import kuhn, leduc
from lemke.io import profile as profiles
from lemke.solvers.learning import RULES, Learning
from naive import naive_regrets, own_sets, payoff, reach, steps
from named_games import GAMES, NAMED
from strategies import games

BOTH = pytest.mark.parametrize("rule", ["cfr", "cfr+"])


def uniform(game: lemke.Game) -> lemke.Profile:
    sequences = require_perfect_recall(game, histories(game))
    return lemke.Profile.of(game, [centroid(player) for player in sequences])


@BOTH
def test_in_kuhn_poker_the_exploitability_of_averages_falls_below_a_hundredth(rule: str) -> None:
    profiles = [lemke.learn(kuhn(), iterations, rule=rule) for iterations in (1, 8, 64, 600)]
    assert [learned.kept for learned in profiles] == ["average"] * 4
    assert sum(profiles[0].regrets) / 2 == mpq(11, 24)
    assert 0 < sum(profiles[3].regrets) / 2 < mpq(1, 100)
    falling = [sum(learned.regrets) / 2 for learned in profiles]
    assert falling == sorted(falling, reverse=True)


def test_the_averages_of_readme_and_tutorial_are_those_of_300_iterations() -> None:
    line = "NE,.797,.203,1,0,1,0,.462,.538,.388,.612,0,1,1,0,.664,.336,0,1,0,1,.666,.334,1,0"
    (written,) = profiles.loads(line, kuhn())
    learned = lemke.learn(kuhn(), 300, rule="cfr+").profile.behavior
    for player in (0, 1):
        assert [[round(float(p), 3) for p in moves] for moves in learned[player]] == [
            [float(p) for p in moves] for moves in written.profile.behavior[player]
        ]


@BOTH
@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_the_first_average_is_the_uniform_strategy(named, rule: str) -> None:
    game = lemke.read(GAMES / named.file)
    learned = lemke.learn(game, 1, rule=rule)
    assert learned.profile.behavior == uniform(game).behavior
    assert learned.regrets == lemke.verify(game, uniform(game)).regrets


def average_positive_regret(learning: Learning, player: int) -> Fraction:
    """The sum over information sets of the largest positive regret, per iteration; floats have their exact values."""
    learner, scale = learning.learners[player], Fraction(2) ** learning.exponents[player]
    most = np.maximum(np.maximum.reduceat(learner.regret, learner.starts), 0).tolist()
    return sum(map(Fraction, most), Fraction(0)) * scale / learning.iterations


@pytest.mark.parametrize("game", [kuhn(), kuhn(4), leduc(2, 2), lemke.read(GAMES / "sequence_lecture_with_chance.efg")])
def test_nashconv_is_within_the_regret_bound(game: lemke.Game) -> None:
    """Zinkevich, Johanson, Bowling, Piccione 2007, theorems 2 and 3: in zero-sum games NashConv ≤ Σ_h R⁺(h) / T.

    The bound is a millionth larger here, as both sides are rounded.
    """
    for iterations in (1, 2, 3, 10, 64):
        learning = Learning(lemke.sequence_form(game), RULES["cfr"])
        learning.run(iterations)
        bound = sum(average_positive_regret(learning, player) for player in (0, 1))
        assert sum(lemke.learn(game, iterations, rule="cfr").regrets) <= bound * Fraction(1_000_001, 1_000_000)


def naive_counterfactual_regret(game: lemke.Game, behavior, player: int) -> list[mpq]:
    """For all moves at all sets, the gain over the strategy, weighted by the others' reach, from the definition."""
    regrets = []
    for index in own_sets(game, player):
        nodes = set(game.nodes_by_set()[index].tolist())
        position = own_sets(game, player).index(index)
        gains = [mpq(0)] * len(game.information_sets[index].actions)
        for leaf in game.leaves.tolist():
            path, above = [], leaf
            while above != -1:
                path.append(above)
                above = int(game.parent[above])
            for node in nodes.intersection(path):
                depth = len(steps(game, node))
                _, move = steps(game, leaf)[depth]
                taken = [step for step in steps(game, leaf)[depth + 1 :] if step[0] in own_sets(game, player)]
                after = np.prod([mpq(1), *(behavior[player][own_sets(game, player).index(i)][k] for i, k in taken)])
                worth = reach(game, leaf, behavior, without=player) * after * payoff(game, leaf, player)
                gains[move] += worth
                for k in range(len(gains)):
                    gains[k] -= behavior[player][position][move] * worth
        regrets += gains
    return regrets


@given(games(max_depth=3, max_moves=2), st.data())
def test_the_regret_of_one_iteration_is_that_of_the_definition(game: lemke.Game, data: st.DataObject) -> None:
    """Probabilities are powers of 1/2 here, and payoffs are replaced by integers, so that floats are exact."""
    builder = lemke.GameBuilder(game.players)
    nodes = {0: builder.root}
    handles = [
        builder.declare(
            replace(
                information_set,
                probabilities=tuple(mpq(1, len(information_set.actions)) for _ in information_set.probabilities),
            )
        )
        for information_set in game.information_sets
    ]
    for node in range(game.size):
        if game.information_set[node] >= 0:
            children = builder.decide(nodes[node], handles[game.information_set[node]])
            nodes |= dict(zip(game.children(node), children, strict=True))
        else:
            builder.pay(nodes[node], data.draw(st.integers(-4, 4)), data.draw(st.integers(-4, 4)))
    dyadic = builder.build()
    learning = Learning(lemke.sequence_form(dyadic), RULES["cfr"])
    learning.run(1)
    behavior = uniform(dyadic).behavior
    for player, (learner, exponent) in enumerate(zip(learning.learners, learning.exponents, strict=True)):
        regret = np.append(0.0, learner.regret)[learner.place][1:].tolist()
        exact = [mpq(number) * mpq(2) ** exponent for number in regret]
        assert exact == naive_counterfactual_regret(dyadic, behavior, player)


@given(games(), st.sampled_from([*RULES]))
def test_every_game_gives_profiles_that_can_be_judged(game: lemke.Game, rule: str) -> None:
    learned = lemke.learn(game, 3, rule=rule)
    assert learned.rule == rule and learned.regrets == naive_regrets(game, learned.profile.behavior)


@pytest.mark.slow
def test_the_average_at_a_set_of_many_moves_is_found_in_one_pass() -> None:
    builder = lemke.GameBuilder()
    for number, node in enumerate(builder.move(builder.root, 0, [str(k) for k in range(50_000)])):
        builder.pay(node, number % 2, 0)
    (average,) = lemke.learn(builder.build(), 2, rule="cfr").profile.behavior[0]
    assert sum(average) == 1
    assert len(set(average)) == 2  # moves that pay 0, which are played once, and moves that pay 1


def test_an_unknown_rule_is_refused() -> None:
    for rule in ("fictitious play", None):
        with pytest.raises(InputError, match="expected one of predictive, cfr"):
            lemke.learn(kuhn(), rule=rule)
