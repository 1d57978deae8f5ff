"""Sequential equilibria: beliefs from trembles against the definition, and what is not proved or not best."""

from dataclasses import replace

import pytest
from gmpy2 import mpq

import lemke
from lemke.certificate import SEQUENTIAL, Claim, Judge, Trembles, limit_beliefs, objections_to_sequential
from lemke.errors import UndefinedError
from lemke.game import Game, GameBuilder
from trembling import beliefs, tie_rich_game


def claim_of(equilibrium: lemke.Equilibrium) -> Claim:
    return Claim(equilibrium.profile, refinement=equilibrium.refinement)


@pytest.mark.parametrize("refinement", ["quasi-perfect", "extensive-form-perfect"])
@pytest.mark.parametrize("seed", range(24))
def test_perfect_equilibria_are_sequential_and_their_beliefs_are_limits(seed: int, refinement: str) -> None:
    game = tie_rich_game(seed, nodes=16)
    equilibrium = lemke.solve(game, refine=refinement)
    judge, plans = Judge.of(game), equilibrium.refinement.plans
    assert objections_to_sequential(judge, claim_of(equilibrium)) == []
    limits = limit_beliefs(judge, plans)
    for index in range(len(game.information_sets)):
        for node, belief in beliefs(game, plans, index).items():
            assert limits[node] == belief == equilibrium.belief(node)


def test_beliefs_off_the_path_are_those_of_the_trembles() -> None:
    game = lemke.example("beer_quiche")
    equilibrium = lemke.solve(game, refine="quasi-perfect")
    wimp, surly = equilibrium.belief("quiche").values()
    assert wimp + surly == 1 and equilibrium["quiche"]["duel"] == mpq(1, 2)
    assert sum(equilibrium.belief("beer").values()) == 1
    with pytest.raises(UndefinedError):
        lemke.solve(game).belief("quiche")
    with pytest.raises(UndefinedError):  # its proof says nothing of moves off the path
        lemke.solve(game, refine="normal-form-perfect").belief("quiche")


def slip() -> Game:
    """Player 1 may take 1, or go on to where a slip costs 10; then player 2, who was not told, may help or not."""
    builder = GameBuilder(["A", "B"])
    stop, go = builder.move(builder.root, 0, ["stop", "go"], "first")
    right, wrong = builder.move(go, 0, ["right", "wrong"], "second")
    seen = builder.information_set(1, ["help", "harm"], "seen")
    builder.pay(stop, 1, 0)
    for node, gains in ((right, (1, 2)), (wrong, (-9, 1))):
        for child, gain in zip(builder.decide(node, seen), (gains[1], 0), strict=True):
            builder.pay(child, gains[0], gain)
    return builder.build()


def test_any_plans_near_a_profile_prove_it_if_moves_are_best_given_their_beliefs() -> None:
    game = slip()
    goes_on = lemke.profile(game, [[[0, 1], [1, 0]], [[1, 0]]]).profile
    near = [[1, 0, 0], [0, 1, 0], [1, -1, 0], [1, -2, 1], [0, 1, -1]], [[1, 0, 0], [1, -1, 0], [0, 1, 0]]
    claim = Claim(goes_on, refinement=Trembles(SEQUENTIAL, 1, near))
    judge = Judge.of(game)
    assert objections_to_sequential(judge, claim) == []
    assert lemke.verify(game, goes_on, refine=SEQUENTIAL).holds  # every set is reached
    stays = lemke.profile(game, [[[1, 0], [1, 0]], [[0, 1]]]).profile
    assert not lemke.verify(game, stays, refine=SEQUENTIAL).holds  # what B believes is not stated
    hesitant = [[1, 0, 0], [1, -1, 0], [0, 1, 0], [0, 1, -1], [0, 0, 1]], [[1, 0, 0], [0, 1, 0], [1, -1, 0]]
    (objection,) = objections_to_sequential(judge, Claim(stays, refinement=Trembles(SEQUENTIAL, 1, hesitant)))
    assert "player 2 gains 2 by 'help'" in objection


def test_no_plans_are_needed_where_every_set_is_reached_or_is_a_single_node() -> None:
    game = lemke.example("centipede6")
    assert lemke.verify(game, lemke.solve(game, refine="subgame-perfect").profile, refine=SEQUENTIAL).holds
    game = lemke.example("entry_deterrence")
    threat = lemke.solve(game, method="lemke-howson", label=0)
    assert threat.payoffs == (1, 5)
    (objection,) = lemke.verify(game, threat.profile, refine=SEQUENTIAL).refinements[SEQUENTIAL]
    assert "player 2 gains" in objection


def test_forged_plans_are_refused() -> None:
    game = lemke.example("beer_quiche")
    equilibrium = lemke.solve(game, refine="quasi-perfect")
    judge, claim, trembles = Judge.of(game), claim_of(equilibrium), equilibrium.refinement
    x, y = trembles.plans

    def refused(*plans: object, name: str = SEQUENTIAL) -> bool:
        return bool(objections_to_sequential(judge, replace(claim, refinement=Trembles(name, 1, plans))))

    assert not refused(x, y)
    assert refused(x, y, name="normal-form-perfect")
    assert refused(0 * x, y) and refused(-x, y) and refused(x[:-1], y)
    for player, plan in enumerate((x, y)):
        for sequence in range(len(plan)):
            changed = plan.copy()
            changed[sequence, 0] += mpq(1, 10**30)
            assert refused(changed, y) if player == 0 else refused(x, changed)
    other = lemke.profile(game, {"wimp": [0, 1], "surly": [0, 1], "beer": [1, 0], "quiche": [0, 1]}, missing="uniform")
    assert objections_to_sequential(judge, replace(claim, profile=other.profile))


def test_solve_returns_one_that_is_proved_so() -> None:
    game = lemke.example("guess_the_ace")
    equilibrium = lemke.solve(game, refine=SEQUENTIAL)
    assert lemke.verify(game, equilibrium, refine=SEQUENTIAL).holds
