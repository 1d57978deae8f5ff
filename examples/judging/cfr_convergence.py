"""CFR and CFR+ on Leduc poker: the exact distance of the average strategies from an equilibrium after every iteration.

    python examples/judging/cfr_convergence.py --iterations 100 --plot convergence.svg
    python examples/judging/cfr_convergence.py --solver openspiel --iterations 16

The averages are floats, and at most information sets their sums differ slightly from 1. The script takes their exact
binary values and divides these by their exact sums; the table shows the largest difference from 1. One call of
`lemke.verify` judges all averages, one after the other. The solvers come from `lemke.learn` (on vectors, for Leduc
poker with equal suits) or from OpenSpiel (on the states of `leduc_poker`). With OpenSpiel the last column shows the
error of OpenSpiel's own NashConv, which it computes in floats.
"""

import argparse
import sys
from pathlib import Path

import lemke
from lemke.game.strategy import of_plans
from lemke.generators import leduc
from lemke.ground.packages import require
from lemke.ground.rational import binary, decimal
from lemke.ground.table import Table
from lemke.interop.openspiel import from_openspiel, openspiel_profile
from lemke.show import plots
from lemke.show.drawing import Drawing
from lemke.solvers.learning import RULES, Learning

RATES = {"CFR": ("1/√T", -0.5), "CFR+": ("1/T", -1)}
"""Label and exponent of the straight line that the figure shows for comparison with each curve.

The rate 1/√T is proved for both methods (Zinkevich et al. 2007; Tammelin et al. 2015); CFR+ is mostly faster.
"""


class LemkeSolver:
    """The solvers of `lemke.learn`."""

    def __init__(self, method):
        self.game = leduc()
        self.learning = Learning(lemke.sequence_form(self.game), RULES[method.lower()])

    def averages(self, iterations):
        """Yield the profile of average strategies after each iteration."""
        for _ in range(iterations):
            self.learning.run(1)
            yield of_plans(self.game, self.learning.plans(self.learning.average), normalize=True)

    def nash_conv(self):
        """Return None, because these solvers do not compute NashConv in floats."""
        return None


class OpenSpiel:
    """The solvers of OpenSpiel."""

    def __init__(self, method):
        solvers = require("open_spiel.python.algorithms.cfr", "openspiel")
        self.game = from_openspiel("leduc_poker")
        self.solver = {"CFR": solvers.CFRSolver, "CFR+": solvers.CFRPlusSolver}[method](self.game.spiel)

    def averages(self, iterations):
        """Yield the profile of average strategies after each iteration."""
        for _ in range(iterations):
            self.solver.evaluate_and_update_policy()
            yield openspiel_profile(self.game, self.solver.average_policy(), normalize=True)

    def nash_conv(self):
        """Return NashConv of the last average, computed by OpenSpiel in floats."""
        judge = require("open_spiel.python.algorithms.exploitability", "openspiel")
        return judge.nash_conv(self.game.spiel, self.solver.average_policy())


SOLVERS = {"own": LemkeSolver, "openspiel": OpenSpiel}


def run(solver, method, iterations):
    """Yield for every iteration its number, the report, whether it has a row, and the solver's own NashConv or None.

    Iterations 1, 2, 4, … and the last have a row.
    """
    source = SOLVERS[solver](method)
    for iteration, profile in enumerate(source.averages(iterations), 1):
        report = lemke.verify(source.game, profile)
        shown = iteration & (iteration - 1) == 0 or iteration == iterations  # a power of 2, or the last
        yield iteration, report, shown, source.nash_conv() if shown else None


def exactly(value):
    """Return a rational as text, or only its length if it is long."""
    shown = str(value)
    return shown if len(shown) <= 30 else f"a fraction of {len(shown) - 1} digits"


def row(iteration, report, reported):
    """Return the cells of an iteration's row; ``reported`` is the solver's own NashConv or None."""
    missed = decimal(abs(report.profile.normalization.largest), 2)
    cells = [decimal(report.exploitability, 10), decimal(report.nash_conv, 10), missed, exactly(report.nash_conv)]
    return [str(iteration), *cells, *([] if reported is None else [decimal(binary(reported) - report.nash_conv, 2)])]


def draw(reports, path):
    """Write a figure of exploitability against iterations, both logarithmic, with straight lines for comparison."""
    axes = plots.axes_of_new_figure(8.0, 4.5)
    axes.set(xscale="log", yscale="log", xlabel="iterations", ylabel="exploitability, NashConv / 2")
    for (method, verdicts), color in zip(reports.items(), plots.COLORS, strict=False):
        name, power = RATES[method]
        numbers = sorted({round(len(verdicts) ** (k / 200)) for k in range(201)})  # equal distances on the scale
        values = [float(verdicts[number - 1].nash_conv / 2) for number in numbers]
        marker = "o" if len(numbers) < 50 else ""
        axes.plot(numbers, values, color=color, marker=marker, markersize=3, label=method)
        straight = [values[-1] * (number / numbers[-1]) ** power for number in numbers]
        axes.plot(numbers, straight, ":", color=color, linewidth=0.7)
        axes.annotate(name, (numbers[0], straight[0]), color=color, fontsize="small")
    plots.add_legend(axes, "solver")
    Drawing(plots.set_title(axes, "Leduc poker, judged exactly")).save(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--solver", choices=SOLVERS, default="own", help="whose iterations (default own)")
    parser.add_argument("--iterations", type=int, default=64, help="(default 64)")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write a figure, SVG; needs matplotlib")
    options = parser.parse_args()
    if options.iterations < 1:
        parser.error(f"{options.iterations} iterations, expected at least 1")
    curves = {}
    try:
        for method in RATES:
            rows, columns = [], ["iteration", "exploitability", "NashConv", "sums miss 1", "exactly"]
            if options.solver == "openspiel":
                columns.append("off in floats")
            curves[method] = []
            for iteration, report, shown, reported in run(options.solver, method, options.iterations):
                curves[method].append(report)
                if shown:
                    rows.append(row(iteration, report, reported))
            print(Table(columns, rows, method), "", sep="\n", flush=True)
        if options.plot:
            draw(curves, options.plot)
    except (lemke.LemkeError, OSError) as error:
        sys.exit(f"cfr_convergence.py: {error}")


if __name__ == "__main__":
    main()
