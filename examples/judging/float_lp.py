"""Solutions in floats that a solver of linear programs calls optimal, judged exactly.

    python examples/judging/float_lp.py

The script solves the sequence form of two zero-sum games with HiGHS in floats (`scipy.optimize.linprog`). In Leduc
poker the solution is good and lacks only a proof. In the other game chance draws a stake between 1 and 10⁻¹², and both
players, who know the stake, choose left or right. The only equilibrium has the probabilities 2/5 and 3/5 at every
stake. But HiGHS treats coefficients below 10⁻⁹ as 0 (its option `small_matrix_value`), and finds the optimum of a
different game.
"""

import argparse
import sys

import numpy as np
from gmpy2 import mpq
from scipy.optimize import linprog
from scipy.sparse import csc_array, hstack

import lemke
from lemke.game.strategy import of_plans
from lemke.generators import leduc
from lemke.ground.rational import binary, decimal
from lemke.ground.table import Table

SIDES = ((2, -1), (-1, 1))
"""Player 1's payoffs at a stake of 1; the value is 1/5."""


def stakes(smallest):
    """Return the game of stakes 1, 1/10, … and 10^−smallest."""
    amounts = [mpq(1, 10**k) for k in range(smallest + 1)]
    builder = lemke.GameBuilder(title=f"Stakes from 1 to 1e-{smallest}")
    drawn = builder.chance_set(list(map(str, amounts)), [mpq(1, len(amounts))] * len(amounts))
    for amount, node in zip(amounts, builder.decide(builder.root, drawn), strict=True):
        set_1, set_2 = (builder.information_set(player, ["left", "right"]) for player in (0, 1))
        for payoffs, seen in zip(SIDES, builder.decide(node, set_1), strict=True):
            for payoff, leaf in zip(payoffs, builder.decide(seen, set_2), strict=True):
                builder.pay(leaf, amount * payoff, -amount * payoff)
    return builder.build()


def solve_in_floats(game):
    """Return HiGHS's message, its value, and the realization plans of both players, in floats.

    The program maximizes fᵀv over the plan x of player 1 and v, with E x = e, x ≥ 0 and Fᵀv ≤ Aᵀx. Player 2's plan is
    the dual solution.
    """
    form = lemke.sequence_form(game)
    E, F, A = (csc_array(matrix.to_scipy()) for matrix in (form.E, form.F, form.A))
    e, f = (np.array(vector, dtype=float) for vector in (form.e, form.f))
    size_1, size_2 = A.shape
    result = linprog(
        np.concatenate([np.zeros(size_1), -f]),
        A_ub=hstack([-A.T, F.T]),
        b_ub=np.zeros(size_2),
        A_eq=hstack([E, csc_array((len(e), len(f)))]),
        b_eq=e,
        bounds=[(0, None)] * size_1 + [(None, None)] * len(f),
        method="highs",
    )
    if result.status:
        raise lemke.LemkeError(f"HiGHS ends without an optimum: {result.message}")
    return result.message, -result.fun, (result.x[:size_1], -result.ineqlin.marginals)


def judge(game):
    """Print what HiGHS states about a game and what is exactly true; return the exact report on the plans of HiGHS."""
    message, value, plans = solve_in_floats(game)
    print(f"{game.title}\n  HiGHS             {message}")
    try:
        of_plans(game, plans)
    except lemke.LemkeError as error:
        print(f"  its plans         {error}")
    report = lemke.verify(game, of_plans(game, plans, normalize=True))
    equilibrium = lemke.solve(game)
    proved = lemke.verify(game, equilibrium.profile)
    print(f"  value in floats   {float(value)!r}, off by {decimal(binary(value) - proved.payoffs[0])}")
    print(f"  exact regrets     {' and '.join(decimal(regret) for regret in report.regrets)}")
    print(f"  lemke.solve       value {proved.payoffs[0]}, regrets {' and '.join(map(str, proved.regrets))}")
    return report


def at_stake(report):
    """Return a heading and a row for every stake: the probabilities of both players, and their losses in stakes.

    The losses are those after chance has drawn the stake.
    """
    deviation_1, deviation_2 = report.deviations
    draws = len(deviation_1.losses)
    rows = [["stake", "player 1 goes left", "player 2 goes left", "player 1 loses", "player 2 loses"]]
    for h in range(draws):
        lost = [deviation.losses[h] * draws * 10**h for deviation in (deviation_1, deviation_2)]
        plays = [deviation.behavior[h][0] for deviation in (deviation_1, deviation_2)]
        rows.append([f"1e-{h}", *map(decimal, plays), *(f"{decimal(loss, 2)} stakes" for loss in lost)])
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--smallest", type=int, default=12, metavar="K", help="the smallest stake, 10^-K (default 12)")
    options = parser.parse_args()
    if not 0 <= options.smallest <= 100:
        parser.error(f"the smallest stake 10^-{options.smallest}, expected K from 0 to 100")
    try:
        judge(leduc())
        print()
        heading, *rows = at_stake(judge(stakes(options.smallest)))
        print(Table(heading, rows))
    except lemke.LemkeError as error:
        sys.exit(f"float_lp.py: {error}")


if __name__ == "__main__":
    main()
