"""An answer of Gambit's `lp_solve` that is not a profile, although Gambit computes a regret of 0 for it.

    python examples/judging/lp_bug.py

Gambit 16.7 shifts the payoffs of a game so that the smallest payoff is 0. Then it solves a linear program in which all
variables are at least 0, also the variables for values. If a value equals the smallest payoff, its variable is 0 and
drops out; then no equation makes the probabilities sum to 1. `max_regret` does not check sums.
"""

import argparse
import sys
from pathlib import Path

import lemke
from lemke.ground.packages import require

GAME = Path(__file__).parents[1] / "games" / "always_lost.efg"


def answers(path):
    """Return Gambit's equilibria of a game file, in rationals, and the version of pygambit."""
    pygambit = require("pygambit", "gambit")
    return pygambit.nash.lp_solve(pygambit.read_efg(str(path)), rational=True).equilibria, pygambit.__version__


def probabilities(answer):
    """Return the numbers of a profile of Gambit as a dict from (player label, number of the set) to a list."""
    sets = [(player.label, information_set) for player in answer.game.players for information_set in player.infosets]
    return {
        (label, information_set.number + 1): [answer[action] for action in information_set.actions]
        for label, information_set in sets
    }


def verdict(game, answer, normalize):
    """Return in words the verdict of `lemke` on a profile of Gambit, which has the same order of numbers as ours."""
    numbers = [str(number) for moves in probabilities(answer).values() for number in moves]
    try:
        report = lemke.verify(game, lemke.profile(game, f"NE,{','.join(numbers)}\n", normalize=normalize))
    except lemke.LemkeError as error:
        return f"refused: {error}"
    return f"payoffs {' and '.join(map(str, report.payoffs))}, regrets {' and '.join(map(str, report.regrets))}"


def show(path):
    """Print Gambit's verdict on its own answers, and the exact verdict."""
    game = lemke.read(path)
    equilibria, version = answers(path)
    for answer in equilibria:
        print(f"{game.title}\n\nGambit {version}, lp_solve in rationals")
        for (player, number), moves in probabilities(answer).items():
            print(f"  {player}, set {number}".ljust(25), f"{', '.join(map(str, moves))}, which sum to {sum(moves)}")
        print(f"  payoffs                  {' and '.join(str(answer.payoff(owner)) for owner in answer.game.players)}")
        print(f"  max_regret               {answer.max_regret()}")
        print("\nlemke, on that answer")
        print(f"  as it is                 {verdict(game, answer, normalize=False)}")
        print(f"  divided by its sums      {verdict(game, answer, normalize=True)}")
    equilibrium = lemke.solve(game)
    print("\nlemke.solve")
    print(f"  payoffs                  {' and '.join(map(str, equilibrium.payoffs))}")
    print(f"  regrets                  {' and '.join(map(str, lemke.verify(game, equilibrium.profile).regrets))}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="?", default=GAME, help="a zero-sum game file (default always_lost.efg)")
    options = parser.parse_args()
    try:
        show(options.game)
    except lemke.LemkeError as error:
        sys.exit(f"lp_bug.py: {error}")


if __name__ == "__main__":
    main()
