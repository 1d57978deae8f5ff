"""Where pooling ends in signaling games: exact thresholds of a prior and of a cost, from all equilibria in closed form.

    python examples/research/signaling_threshold.py

The first game is beer and quiche (Cho and Kreps 1987); p is the probability of the wimp. Both types pool if a duel
against the pool does not pay, p <= 1/2. The second game is job market signaling (Spence 1973); education costs y, but
y/2 for able workers. Only able workers get an education if the wage premium 1 is at most y and at least y/2, that is
1 <= y <= 2.
"""

import argparse
import sys
from pathlib import Path

import lemke

GAMES = Path(__file__).parents[1] / "games"


def beer_quiche():
    """Return the game with the wimp's probability p."""
    return lemke.ParametricGame.of(lemke.read(GAMES / "beer_quiche.efg"), "p", chance={1: ["p", "1 - p"]})


def spence():
    """Return the game with the cost of education y."""
    game = lemke.read(GAMES / "signaling_spence.efg")
    loss = {outcome.number: outcome.payoffs[1] for outcome in game.outcomes}
    wages = ("1", "4/3", "2")
    payoffs = {1 + k: [f"{wage} - y", loss[1 + k]] for k, wage in enumerate(wages)}
    payoffs |= {7 + k: [f"{wage} - y/2", loss[7 + k]] for k, wage in enumerate(wages)}
    return lemke.ParametricGame.of(game, "y", payoffs=payoffs)


def kind(piece, names):
    """Return a word for the strategy of the sender's two types: pooling, separating or partly separating.

    ``names`` has for each type the information set and the move of the same signal.
    """
    first, second = (piece.behavior[0][name][move] for name, move in names)
    if first == second and first in (0, 1):
        return "pooling"
    return "separating" if {first, second} == {0, 1} else "partly separating"


def main():
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    try:
        for game, high, signals in (
            (beer_quiche(), 1, [("wimp", "beer"), ("surly", "beer")]),
            (spence(), 3, [("low", "education"), ("high", "education")]),
        ):
            name = game.parameter
            sweep = lemke.sweep(game, 0, high, equilibria="all")
            print(f"{game.structure.title}; critical values of {name}: {', '.join(map(str, sweep.critical))}")
            for piece in sweep.pieces:
                payoff_1, payoff_2 = piece.payoffs
                print(f"  {name} in {piece.interval}: {kind(piece, signals)}, payoffs {payoff_1} and {payoff_2}")
    except lemke.LemkeError as error:
        sys.exit(f"signaling_threshold.py: {error}")


if __name__ == "__main__":
    main()
