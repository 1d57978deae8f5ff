"""Where pooling ends in signaling games: exact thresholds of a prior and of a cost, from all equilibria in closed form.

    python examples/research/signaling_threshold.py

Beer and quiche (Cho and Kreps 1987) with the wimp's probability p: both types pool if a duel against the pool
does not pay, p <= 1/2. Job market signaling (Spence 1973) with the cost y of education, y/2 for the able: only they
are educated if the wage premium 1 does not tempt the others and covers the cost of the able, 1 <= y <= 2.
"""

import argparse
import sys
from pathlib import Path

import lemke

GAMES = Path(__file__).parents[1] / "games"


def beer_quiche():
    """Return the game with the wimp's probability p."""
    return lemke.ParametricGame.of(lemke.read(GAMES / "beer_quiche.efg"), "p", probabilities={1: ["p", "1 - p"]})


def spence():
    """Return the game with the cost of education y."""
    game = lemke.read(GAMES / "signaling_spence.efg")
    loss = {outcome.number: outcome.payoffs[1] for outcome in game.outcomes}
    wages = ("1", "4/3", "2")
    payoffs = {1 + k: [f"{wage} - y", loss[1 + k]] for k, wage in enumerate(wages)}
    payoffs |= {7 + k: [f"{wage} - y/2", loss[7 + k]] for k, wage in enumerate(wages)}
    return lemke.ParametricGame.of(game, "y", payoffs=payoffs)


def kind(piece, names):
    """Return a word for what the sender's types do: the probabilities of a signal, given by (set, move) of each."""
    first, second = (piece.equilibrium.behavior[0][name][move] for name, move in names)
    if first == second and first in (0, 1):
        return "pooling"
    return "separating" if {first, second} == {0, 1} else "partly separating"


def main():
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    try:
        for game, name, high, signals in (
            (beer_quiche(), "p", 1, [("wimp", "beer"), ("surly", "beer")]),
            (spence(), "y", 3, [("low", "education"), ("high", "education")]),
        ):
            sweep = lemke.sweep(game, name, 0, high, equilibria="all")
            print(f"{game.title}; critical values of {name}: {', '.join(map(str, sweep.critical))}")
            for piece in sweep.pieces:
                payoff_1, payoff_2 = piece.payoffs
                print(f"  {name} in {piece.interval}: {kind(piece, signals)}, payoffs {payoff_1} and {payoff_2}")
    except lemke.LemkeError as error:
        sys.exit(f"signaling_threshold.py: {error}")


if __name__ == "__main__":
    main()
