"""Draw Lemke's paths of a game from two random priors: how players react to a prior, and to each other's reactions.

    python examples/research/tracing_path.py --seeds 2 3 --output docs/pictures/tracing_path.svg

For every prior the script prints the end of its path, and the pivots at which the weight z0 of the prior turns, which
then rises or falls again. Then it draws all paths, at most four.
"""

import argparse
from pathlib import Path

import lemke
from lemke.show import plots
from lemke.show.drawing import Drawing

GAME = Path(__file__).parents[1] / "games" / "tracing_2002.efg"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default=GAME, help="a file; %(default)s by default")
    parser.add_argument("--seeds", type=int, nargs="+", default=[2, 3], help="of the random priors")
    parser.add_argument("--output", help="SVG file to write; nothing is drawn without it")
    options = parser.parse_args()
    game = lemke.read(options.game)
    paths = [lemke.path(game, "random", seed) for seed in options.seeds]
    for path in paths:
        print(f"{path.label}: {path!r}")
        for number in path.turning_points:
            print(f"  turns after pivot {number}, at z0 = {float(path[number].z0):.4f}")
    if options.output:
        Drawing(plots.path(*paths, against="t")).save(options.output)


if __name__ == "__main__":
    main()
