"""Counterfactual regret minimisation, and exactly how far from an equilibrium it is.

    python examples/cfr.py examples/games/kuhn3.efg --iterations 1000

Two methods in floating point, for any two-player game with perfect recall: CFR (M. Zinkevich, M. Johanson, M. Bowling,
C. Piccione 2007) and CFR+ (O. Tammelin 2014). They stand for any solver from outside whose output is to be judged: the
average strategies after 1, 2, 4, 8, … iterations are taken at their exact binary value, and `lemke.verify` says without
rounding what a best response gains. Vectors have one number per sequence of a player, so an iteration is a product
with a payoff matrix and two passes over the player's sequences: values are added up from the longest to the shortest,
plans multiplied the other way.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

import lemke
from lemke.certificate import Report
from lemke.errors import NumberError
from lemke.generators import kuhn
from lemke.ground.rational import decimal
from lemke.ground.tables import Table

METHODS = ("CFR", "CFR+")


class Learner:
    """A player who regrets.

    Attributes
    ----------
    regret : float per sequence σ_h c
        What it would have gained so far by always playing c at information set h, weighted with the probability that
        chance and the other player reach h.
    behavior : float per sequence
        The probability of its last move now, by regret matching.
    plans : float per sequence
        The realization plans played so far, added up with their weights in the average.
    """

    def __init__(self, sequences, payoffs):
        self.sequences, self.payoffs = sequences, payoffs
        moves = np.diff(sequences.first, append=sequences.size)
        self.information_set = np.repeat(np.arange(len(moves)), moves)  # of the sequences after the empty one
        self.prefix = np.append(0, sequences.parent[self.information_set])
        self.uniform = np.append(1, 1 / moves[self.information_set])
        self.by_length = self._by_length()
        self.regret, self.plans = np.zeros(sequences.size), np.zeros(sequences.size)
        self.behavior = self.uniform

    def plan(self):
        """The realization plan of the strategy played now."""
        plan = np.ones(self.sequences.size)
        for sequences in self.by_length:
            plan[sequences] = plan[self.prefix[sequences]] * self.behavior[sequences]
        return plan

    def learn(self, plan, other_plan, weight, plus):
        """Count the plan of the present strategy in the average, regret it, and find the next one."""
        self.plans += weight * plan
        values = self.payoffs @ other_plan  # counterfactual, of every sequence
        for sequences in reversed(self.by_length):
            np.add.at(values, self.prefix[sequences], self.behavior[sequences] * values[sequences])
        self.regret[1:] += values[1:] - self._sums(self.behavior * values)
        if plus:
            self.regret = np.maximum(self.regret, 0)
        if not np.isfinite(self._sums(np.abs(self.regret))).all():
            raise NumberError("regrets beyond the range of floats, expected smaller payoffs")
        self.behavior = self._matching(np.maximum(self.regret, 0))

    def exact_average(self):
        """The average strategy, floats at their exact binary values over their exact sum at the information set."""
        strategy = []
        for h in range(len(self.sequences.sets)):
            own = self.plans[self.sequences.moves(h)]
            weights = [Fraction(each) for each in (own if own.any() else np.ones(len(own))).tolist()]
            total = sum(weights)
            strategy.append([weight / total for weight in weights])
        return strategy

    def _matching(self, positive):
        """Probabilities in proportion to positive regrets, uniform at sets without any."""
        totals = np.append(0, self._sums(positive))
        return np.divide(positive, totals, out=self.uniform.copy(), where=totals > 0)

    def _sums(self, numbers):
        """For every sequence but the empty one, the sum of the numbers of all moves at its information set."""
        return np.add.reduceat(numbers, self.sequences.first)[self.information_set]

    def _by_length(self):
        """The sequences of 1, 2, … moves."""
        length = [0]
        for prefix in self.prefix[1:].tolist():
            length.append(length[prefix] + 1)
        ends = np.cumsum(np.bincount(length))
        return np.split(np.argsort(length, kind="stable"), ends[:-1])[1:]


def learners(game):
    """Both players of a game, before the first iteration."""
    form = lemke.sequence_form(game)
    return Learner(form.sequences[0], form.A.to_scipy()), Learner(form.sequences[1], form.B.T.to_scipy())


def iterate(one, two, iteration, plus):
    """One iteration: of CFR, both learn at once, averages are plain; of CFR+, in turn, with linear averages."""
    weight = iteration if plus else 1
    x, y = one.plan(), two.plan()
    with np.errstate(over="ignore", invalid="ignore"):  # found by learn
        one.learn(x, y, weight, plus)
        two.learn(y, one.plan() if plus else x, weight, plus)


def judge(game, one, two):
    """The exact verdict on the average strategies."""
    return lemke.verify(game, lemke.Profile.of(game, [one.exact_average(), two.exact_average()]))


def exploitability(report):
    """Half of NashConv, which is the sum of both regrets; in zero-sum games what best replies win in the mean."""
    return sum(report.regrets) / 2


def run(game, iterations, plus=False) -> Iterator[tuple[int, Report]]:
    """The verdicts after 1, 2, 4, 8, … iterations and after the last one."""
    one, two = learners(game)
    for iteration in range(1, iterations + 1):
        iterate(one, two, iteration, plus)
        if iteration & (iteration - 1) == 0 or iteration == iterations:
            yield iteration, judge(game, one, two)


def exactly(value):
    """A rational in full, or only its length where nobody would read it."""
    shown = str(value)
    return shown if len(shown) <= 30 else f"a fraction of {len(shown) - 1} digits"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="?", help="a game file; Kuhn poker without one")
    parser.add_argument("--cards", type=int, help="of Kuhn poker (default 3)")
    parser.add_argument("--iterations", type=int, default=1000, help="(default 1000)")
    options = parser.parse_args()
    if options.iterations < 1:
        parser.error(f"{options.iterations} iterations, expected at least 1")
    if options.game and options.cards is not None:
        parser.error(f"--cards {options.cards} beside a game file, expected one of them")
    try:
        game = lemke.read(options.game) if options.game else kuhn(3 if options.cards is None else options.cards)
        for method in METHODS:
            rows = []
            for iteration, report in run(game, options.iterations, plus=method == "CFR+"):
                value = exploitability(report)
                rows.append([str(iteration), decimal(report.payoffs[0]), decimal(value), exactly(value)])
            table = Table(("iteration", "payoff", "exploitability", "exactly"), rows, indent="  ", right={0})
            print(f"{method}: {game.title}", *table.lines(), "", sep="\n", flush=True)
    except lemke.LemkeError as error:
        sys.exit(f"cfr.py: {error}")
    except BrokenPipeError:  # the reader has gone: spare Python's own message at its last flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
