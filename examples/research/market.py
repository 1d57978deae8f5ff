"""Prices and trade between regions: an equilibrium of markets in space as an LCP that is no optimisation problem.

    python examples/research/market.py

Region i supplies sᵢ at the price aᵢ + (B s)ᵢ, region j demands dⱼ at the price cⱼ − (G d)ⱼ, and a unit from i to j
costs tᵢⱼ to transport. Trade z ≥ 0 is an equilibrium if trade between no pair of regions would make a profit, and trade
between pairs that trade makes no loss (Samuelson 1952; Takayama, Judge 1971):

    w = a + B s + t − c + G d ≥ 0 for each pair (i, j), and 0 where z > 0, with s and d the sums of z.

With symmetric B and G this is a quadratic program, which maximizes welfare minus cost. Here B and G are not symmetric:
regions influence each other's prices unequally. If B and G are positive semidefinite, M is positive semidefinite too
(Asmuth, Eaves, Peterson 1979), and Lemke's algorithm finds an equilibrium or proves that there is none.
"""

import sys
from itertools import product

import lemke
from lemke.ground.sparse import SparseMatrix
from lemke.linear.lcp import check

SUPPLY, DEMAND = ("north", "south"), ("east", "west", "centre")
a, B = [10, 6], [["1/2", "1/4"], [0, "3/4"]]
c, G = [40, 30, 18], [[1, "1/5", 0], ["1/10", "4/5", 0], [0, "1/10", 1]]
T = [[4, 7, 1], [6, 3, 2]]
"""Costs of transport from the region of the row to the region of the column."""


def problem():
    """Return the LCP of trade; its rows and columns are the pairs (i, j), in the order of T row by row."""
    supply, demand = (SparseMatrix.from_dense(table).to_lists() for table in (B, G))
    pairs = list(product(range(len(SUPPLY)), range(len(DEMAND))))
    M = [[supply[i][k] + demand[j][m] for k, m in pairs] for i, j in pairs]
    return lemke.LCP.of(M, [a[i] + T[i][j] - c[j] for i, j in pairs])


def prices(trade):
    """Return the supplies, the demands, and the prices of supply and of demand, from a table of the trade."""
    s = lemke.vector(map(sum, trade))
    d = lemke.vector(map(sum, zip(*trade, strict=True)))
    ask = lemke.vector(a) + SparseMatrix.from_dense(B) @ s
    bid = lemke.vector(c) - SparseMatrix.from_dense(G) @ d
    return s, d, ask, bid


def table(z):
    """Return a vector of the LCP as a table with a row for each supplying region."""
    width = len(DEMAND)
    return [z[i * width : (i + 1) * width].tolist() for i in range(len(SUPPLY))]


def main():
    try:
        lcp = problem()
        outcome = lemke.solve_lcp(lcp.M, lcp.q)
    except lemke.LemkeError as error:
        sys.exit(f"market.py: {error}")
    trade = table(outcome.z)
    _, _, ask, bid = prices(trade)
    print("an equilibrium, exactly:", check(lcp, outcome) is None)
    for i, j in product(range(len(SUPPLY)), range(len(DEMAND))):
        gap = bid[j] - ask[i]
        print(f"{SUPPLY[i]:5} -> {DEMAND[j]:6}  trade {trade[i][j]!s:>10}  price gap {gap!s:>10}  cost {T[i][j]}")


if __name__ == "__main__":
    main()
