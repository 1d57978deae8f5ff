"""Kuhn poker as a function of the rake: the equilibrium payoffs of a general-sum game in closed form.

    python examples/research/kuhn_rake.py
    python examples/research/kuhn_rake.py --bet 1/2

The house keeps a share r of every pot. If r is above a critical value, no player bets. Then the pot has only the antes,
and each player loses r on average.
"""

import argparse
import sys

from kuhn_bet import kuhn

import lemke


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bet", default="1", help="exact (default 1)")
    options = parser.parse_args()
    try:
        game = kuhn(3, parameter="r", bet=options.bet, rake="r")
        sweep = lemke.sweep(game, 0, 1)
        for piece in sweep.pieces:
            payoff_1, payoff_2 = piece.payoffs
            print(f"r in {piece.interval}: payoffs {payoff_1} and {payoff_2}")
            bets = {name: moves["bet"] for strategy in piece.behavior for name, moves in strategy.items() if moves}
            print("  bets and calls:", ", ".join(f"{name} {bet}" for name, bet in bets.items() if bet != 0) or "none")
        print("critical values:", ", ".join(map(str, sweep.critical)) or "none")
    except lemke.LemkeError as error:
        sys.exit(f"kuhn_rake.py: {error}")


if __name__ == "__main__":
    main()
