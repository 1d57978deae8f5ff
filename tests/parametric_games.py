"""Games with a parameter: random small ones for Hypothesis, and bimatrix games."""

from pathlib import Path

from hypothesis import strategies as st

import lemke
from lemke.game import CHANCE
from strategies import games

RESEARCH = Path(__file__).parents[1] / "examples" / "research"


@st.composite
def parametric_games(draw: st.DrawFn, max_depth: int = 3) -> lemke.ParametricGame:
    """Small games with payoffs linear in t, many of them constant or tied, and chance moves that t weighs."""
    game = draw(games(max_depth=max_depth, max_moves=2))
    slopes = st.sampled_from([0, 0, 0, 1, 1, -1, 2, -3])
    payoffs = {
        outcome.number: [f"{payoff} + ({draw(slopes)})*t" for payoff in outcome.payoffs] for outcome in game.outcomes
    }
    coins = [
        information_set.number
        for information_set in game.information_sets
        if information_set.player == CHANCE and len(information_set.actions) == 2
    ]
    weights = st.sampled_from([("t", "1 - t"), ("1 - t", "t"), ("(1 + t)/2", "(1 - t)/2"), ("1/3", "2/3")])
    return lemke.ParametricGame.of(game, "t", payoffs, {number: draw(weights) for number in coins})


def matrices(*rows: list[tuple[object, object]]) -> lemke.ParametricGame:
    """A bimatrix game in t, given by rows of pairs of expressions."""
    A, B = ([[entry[player] for entry in row] for row in rows] for player in (0, 1))
    return lemke.ParametricGame.bimatrix("t", A, B, title="bimatrix")
