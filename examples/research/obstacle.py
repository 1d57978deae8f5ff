"""A string stretched over an obstacle: a contact problem whose LCP has a tridiagonal matrix of class M, solved exactly.

    python examples/research/obstacle.py
    python examples/research/obstacle.py --nodes 127 --plot obstacle.svg

The string u is fixed at both ends, u(0) = u(1) = 0, and lies on the obstacle ψ or above it. At the inner nodes
i/(n + 1) the gap is z = u − ψ. For a tension of 1, the obstacle pushes the string with a force that equals the change
of slope: w = M u, where M/(n + 1) is the tridiagonal matrix of −1, 2, −1. Where there is a gap, there is no force
(Cryer 1971; Cottle, Pang, Stone 1992):

    w = M ψ + M z,    z ≥ 0,    w ≥ 0,    zᵀw = 0.

M is in class M: a P-matrix with no positive entry off the diagonal. So there is exactly one solution. It is the least
string: every string on or above the obstacle with forces ≥ 0 is at least as high at every node.
"""

import argparse
import sys
from pathlib import Path

from gmpy2 import mpq

import lemke
from lemke.ground.rational import decimal
from lemke.ground.sparse import SparseMatrix
from lemke.linear.lcp import check


def obstacle(t):
    """Return the height of the obstacle at t: it has two humps, at 1/4 and 3/4."""
    return max(1 - 40 * (t - mpq(1, 4)) ** 2, mpq(3, 5) - 40 * (t - mpq(3, 4)) ** 2)


def problem(nodes):
    """Return the positions of the nodes, the heights of the obstacle there, and the LCP of gaps and forces."""
    places = [mpq(i, nodes + 1) for i in range(1, nodes + 1)]
    heights = lemke.vector(map(obstacle, places))
    neighbours = ((i, j) for i in range(nodes) for j in range(max(i - 1, 0), min(i + 2, nodes)))
    entries = [(i, j, (2 if i == j else -1) * (nodes + 1)) for i, j in neighbours]
    M = SparseMatrix.from_entries((nodes, nodes), *zip(*entries, strict=True))
    return places, heights, lemke.LCP.of(M, M @ heights)


def contacts(solution):
    """Return the intervals (first node, last node), numbered from 1, where the string lies on the obstacle."""
    touching = [i for i, gap in enumerate(solution.z, 1) if gap == 0]
    first = [i for i in touching if i - 1 not in touching]
    return list(zip(first, (i for i in touching if i + 1 not in touching), strict=True))


def draw(places, heights, solution, path):
    """Write a figure of the string, the obstacle and the forces."""
    import matplotlib as mpl
    from matplotlib import pyplot as plots

    mpl.use("svg")
    t = [0, *map(float, places), 1]
    with plots.rc_context({"svg.hashsalt": "lemke", "svg.fonttype": "none"}):
        figure, (above, below) = plots.subplots(2, 1, sharex=True, figsize=(6.4, 4.8), height_ratios=[2, 1])
        above.fill_between(t, -10, [float(obstacle(mpq(point))) for point in t], color="0.85", label="obstacle ψ")
        above.plot(t, [0, *map(float, heights + solution.z), 0], label="string u = ψ + z")
        above.set(ylim=(-0.2, 1.2), ylabel="height", title="A string over an obstacle")
        above.legend()
        below.bar(t[1:-1], list(map(float, solution.w)), width=1 / len(t), color="C1")
        below.set(xlabel="t", ylabel="force w")
        figure.savefig(path, bbox_inches="tight", metadata={"Date": None}, format="svg")
        plots.close(figure)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--nodes", type=int, default=63, help="between the ends (default 63)")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write a figure, SVG; needs matplotlib")
    options = parser.parse_args()
    if options.nodes < 1:
        parser.error(f"{options.nodes} nodes, expected at least 1")
    try:
        places, heights, lcp = problem(options.nodes)
        solution = lemke.solve_lcp(lcp.M, lcp.q)
        print("the conditions hold exactly:", check(lcp, solution) is None)
        for first, last in contacts(solution):
            force = sum(solution.w[first - 1 : last])
            print(f"contact from t = {places[first - 1]} to {places[last - 1]}, force {decimal(force)} in all")
        if options.plot:
            draw(places, heights, solution, options.plot)
    except (lemke.LemkeError, OSError) as error:
        sys.exit(f"obstacle.py: {error}")


if __name__ == "__main__":
    main()
