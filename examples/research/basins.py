"""Basins of equilibria: from which priors Lemke's path leads to which equilibrium, over a plane of two probabilities.

    python examples/research/basins.py --steps 12
    python examples/research/basins.py --steps 60 --workers 2 --plot docs/pictures/basins.svg

The game is the example of von Stengel, van den Elzen and Talman (2002). In the priors player 1 plays L with probability
1/4, and after R plays S with probability p; player 2 plays l with probability 1/4 at a, and s with probability q at b.
The plane of p and q is cut into squares; a path starts from the prior at the center of every square. For your own game
change `GAME`, `prior` and `SHOWN`.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from string import ascii_uppercase

import numpy as np
from gmpy2 import mpq

import lemke
from lemke.ground.rational import decimal

GAME = Path(__file__).parents[1] / "games" / "tracing_2002.efg"
SHOWN = (1, 1, 0)
"""The move whose probability is shown for each equilibrium, as (player, set, move) from 0: player 2's move s at b."""
COLORS = ("#88ccee", "#ddcc77", "#cc6677", "#44aa99", "#aa4499", "#999933")


def prior(game, p, q):
    """Return the prior at the point (p, q) of the plane."""
    fixed = [mpq(1, 4), mpq(3, 4)]
    return lemke.Profile.of(game, [[fixed, [p, 1 - p]], [fixed, [q, 1 - q]]])


def centers(steps):
    """Return the centers (p, q) of the squares, row by row from the least q."""
    places = [mpq(2 * k + 1, 2 * steps) for k in range(steps)]
    return [(p, q) for q in places for p in places]


def end(game, point):
    """Return the equilibrium at the end of the path from the prior at a point of the plane."""
    return lemke.solve(game, "lcp", prior=prior(game, *point))


def basins(steps, workers=1):
    """Return the different equilibria, those with the largest basins first, each with the numbers of its squares."""
    path_end = partial(end, lemke.read(GAME))
    if workers == 1:
        ends = list(map(path_end, centers(steps)))
    else:
        with ProcessPoolExecutor(workers) as executor:
            ends = list(executor.map(path_end, centers(steps), chunksize=steps))
    squares = {}
    for square, equilibrium in enumerate(ends):
        squares.setdefault(tuple(map(tuple, equilibrium.plans)), []).append(square)
    return [(ends[basin[0]], basin) for basin in sorted(squares.values(), key=len, reverse=True)]


def letter(number):
    """Return a letter for the number of an equilibrium, after Z again A."""
    return ascii_uppercase[number % 26]


def color(number):
    return COLORS[number % len(COLORS)]


def names(found, steps):
    """Return a text for every equilibrium: its share of the plane, its payoffs, and the probability of `SHOWN`."""
    player, position, move = SHOWN
    game = found[0][0].game
    name = game.information_sets[game.sets_of(player)[position]].actions[move]
    return [
        f"{letter(number)}: {decimal(mpq(100 * len(basin), steps**2), 3)} % to payoffs "
        f"{', '.join(map(str, equilibrium.payoffs))} "
        f"with {name} {equilibrium.profile.behavior[player][position][move]}"
        for number, (equilibrium, basin) in enumerate(found)
    ]


def plane_of(found, steps):
    """Return an array with the number of the equilibrium for every square."""
    plane = np.empty(steps**2, int)
    for number, (_, basin) in enumerate(found):
        plane[basin] = number
    return plane.reshape(steps, steps)


def draw(found, steps, path):
    """Write a figure of the plane with a color for every equilibrium."""
    import matplotlib as mpl
    from matplotlib import colors, patches
    from matplotlib import pyplot as plots

    mpl.use("svg")
    with plots.rc_context({"svg.hashsalt": "lemke", "svg.fonttype": "none"}):
        figure, axes = plots.subplots(figsize=(5.2, 5.6))
        plane = plane_of(found, steps)
        palette = colors.ListedColormap([color(number) for number in range(len(found))])
        axes.imshow(
            plane, palette, vmin=-0.5, vmax=palette.N - 0.5, origin="lower", extent=(0, 1, 0, 1), interpolation="none"
        )
        for number in range(palette.N):
            rows = np.nonzero(plane == number)[0]
            # the letter fits there: in this figure the basins are wide at their first quarter
            row = rows[len(rows) // 4]
            column = np.median(np.nonzero(plane[row] == number)[0])
            axes.text((column + 0.5) / steps, (row + 0.5) / steps, letter(number), size=14, ha="center", va="center")
        axes.set(xlabel="p: S after R, in the prior", ylabel="q: s at b, in the prior")
        axes.set_title("Where paths from these priors end")
        handles = [patches.Patch(color=color(number), label=name) for number, name in enumerate(names(found, steps))]
        axes.legend(handles=handles, loc="upper center", bbox_to_anchor=(0.5, -0.13), frameon=False)
        figure.savefig(path, bbox_inches="tight", metadata={"Date": None}, format="svg")
        plots.close(figure)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=12, help="squares in a row (default 12)")
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write a figure, SVG; needs matplotlib")
    options = parser.parse_args()
    if options.steps < 1 or options.workers < 1:
        parser.error("--steps and --workers, expected whole numbers, 1 or more")
    try:
        found = basins(options.steps, options.workers)
        print(*names(found, options.steps), sep="\n")
        for row in reversed(plane_of(found, options.steps).tolist()):
            print("  ", "".join(map(letter, row)))
        if options.plot:
            draw(found, options.steps, options.plot)
    except (lemke.LemkeError, OSError) as error:
        sys.exit(f"basins.py: {error}")


if __name__ == "__main__":
    main()
