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
from contextlib import nullcontext
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


def explored(steps, workers=1):
    """Return the exploration with a path from the prior of every square."""
    game = lemke.read(GAME)
    priors = [prior(game, p, q) for p, q in centers(steps)]
    with ProcessPoolExecutor(workers) if workers > 1 else nullcontext() as executor:
        return lemke.explore(game, priors=priors, executor=executor)


def letter(number):
    """Return a letter for the number of an equilibrium, after Z again A, and a dot for −1: no path reached one."""
    return "." if number < 0 else ascii_uppercase[number % 26]


def color(number):
    return COLORS[number % len(COLORS)]


def names(exploration):
    """Return a text for every equilibrium: its share of the plane, its payoffs, and the probability of `SHOWN`."""
    player, position, move = SHOWN
    game = exploration.game
    name = game.information_sets[game.sets_of(player)[position]].actions[move]
    return [
        f"{letter(number)}: {decimal(100 * basin.share, 3)} % to payoffs "
        f"{', '.join(map(str, basin.equilibrium.payoffs))} "
        f"with {name} {basin.equilibrium.profile.behavior[player][position][move]}"
        for number, basin in enumerate(exploration.equilibria)
    ]


def plane_of(exploration, steps):
    """Return an array with the number of the equilibrium for every square, −1 where none was reached."""
    plane = np.full(steps**2, -1)
    for number, reached in enumerate(exploration.equilibria):
        plane[list(reached.priors)] = number
    return plane.reshape(steps, steps)


def draw(exploration, steps, path):
    """Write a figure of the plane with a color for every equilibrium."""
    import matplotlib as mpl
    from matplotlib import colors, patches
    from matplotlib import pyplot as plots

    mpl.use("svg")
    with plots.rc_context({"svg.hashsalt": "lemke", "svg.fonttype": "none"}):
        figure, axes = plots.subplots(figsize=(5.2, 5.6))
        plane = plane_of(exploration, steps)
        palette = colors.ListedColormap([color(number) for number in range(len(exploration.equilibria))])
        shown = np.ma.masked_less(plane, 0)
        axes.imshow(
            shown, palette, vmin=-0.5, vmax=palette.N - 0.5, origin="lower", extent=(0, 1, 0, 1), interpolation="none"
        )
        for number in range(palette.N):
            rows = np.nonzero(plane == number)[0]
            # the letter fits there: in this figure the basins are wide at their first quarter
            row = rows[len(rows) // 4]
            column = np.median(np.nonzero(plane[row] == number)[0])
            axes.text((column + 0.5) / steps, (row + 0.5) / steps, letter(number), size=14, ha="center", va="center")
        axes.set(xlabel="p: S after R, in the prior", ylabel="q: s at b, in the prior")
        axes.set_title("Where paths from these priors end")
        handles = [patches.Patch(color=color(number), label=name) for number, name in enumerate(names(exploration))]
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
        exploration = explored(options.steps, options.workers)
        print(*names(exploration), sep="\n")
        for row in reversed(plane_of(exploration, options.steps).tolist()):
            print("  ", "".join(map(letter, row)))
        if options.plot:
            draw(exploration, options.steps, options.plot)
    except (lemke.LemkeError, OSError) as error:
        sys.exit(f"basins.py: {error}")


if __name__ == "__main__":
    main()
