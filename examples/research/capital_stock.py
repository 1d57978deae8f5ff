"""An invariant optimal capital stock: an LCP whose matrix is neither symmetric nor positive semidefinite.

    python examples/research/capital_stock.py

In each period, activities x ≥ 0 use goods A x and labour L x, give utility v·x at once, and make goods B x for the next
period. There is labour w. Utility is discounted by α. A stock is invariant optimal if it is best to return to the same
stock in every period. Such a stock, with prices y of goods and r of labour, solves (Hansen, Koopmans 1972; Dantzig,
Manne 1974)

    (A − α B)ᵀ y + Lᵀ r ≥ v,    (B − A) x ≥ 0,    w − L x ≥ 0,    x, y, r ≥ 0, each complementary.

For α < 1 the blocks A − α B and B − A are not negatives of each other, so this is not a linear program.
"""

import sys

import lemke
from lemke.ground.sparse import SparseMatrix
from lemke.linear.lcp import check

GOODS, ACTIVITIES = ("grain", "tools"), ("gather", "farm", "farm with tools", "make tools")
A = [[0, 1, 1, 0], [0, 0, 1, "1/5"]]
"""Goods that the activities use: seed and tools."""
B = [[0, 1, 1, 0], [0, 0, "4/5", 1]]
"""Goods that the activities leave for the next period."""
L = [[1, 1, "1/2", 1]]
v = [1, "6/5", 3, 0]
w = [100]
DISCOUNT = "9/10"


def problem(discount=DISCOUNT):
    """Return the LCP in (x, y, r); its covering vector d is all ones."""
    a, b, labour = map(SparseMatrix.from_dense, (A, B, L))
    aged = SparseMatrix.from_entries(b.shape, b.rows, b.columns, b.values * -lemke.vector([discount])[0])
    n, goods = len(ACTIVITIES), len(GOODS)
    size = n + goods + 1
    blocks = [(0, n, (a + aged).T), (0, n + goods, labour.T), (n, 0, b + -a), (n + goods, 0, -labour)]
    q = [*(-lemke.vector(v)), *[0] * goods, *w]
    return lemke.LCP.of(SparseMatrix.of_blocks((size, size), blocks), q)


def main():
    try:
        lcp = problem()
        outcome = lemke.solve_lcp(lcp.M, lcp.q)
    except lemke.LemkeError as error:
        sys.exit(f"capital_stock.py: {error}")
    print(type(outcome).__name__, "checked exactly:", check(lcp, outcome) is None)
    n = len(ACTIVITIES)
    for name, level in zip((*ACTIVITIES, *(f"price of {good}" for good in GOODS), "wage"), outcome.z, strict=True):
        print(f"{name:16} {level}")
    stock = SparseMatrix.from_dense(A) @ outcome.z[:n]
    print("stock:", ", ".join(f"{amount} of {good}" for good, amount in zip(GOODS, stock, strict=True)))


if __name__ == "__main__":
    main()
