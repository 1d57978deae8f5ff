"""Learning without a proof of an equilibrium: the learned profile, and its exact regrets.

:mod:`lemke.solvers.learning` learns in floating point. The final probabilities are exact binary numbers. They are
divided by their exact sum at every information set, and judged on the tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from gmpy2 import mpq

from lemke.certificate import Claim, Equilibrium, How, Judge
from lemke.errors import one_line
from lemke.forms.sequence_form import sequence_form
from lemke.game import Game
from lemke.game.recall import Sequences
from lemke.game.strategy import Behavior, Profile
from lemke.ground.rational import bits, decimal, short
from lemke.ground.table import Table
from lemke.ground.words import count, player_name
from lemke.show import plots
from lemke.show.drawing import Drawing
from lemke.solvers.learning import RULES, Floats, LearnedPoint, Learning

Kept: TypeAlias = Literal["average", "last"]

ITERATIONS = 1000
"""The largest number of iterations, by default."""
ROUNDING = 1e-15
"""Learning ends at a regret of about ROUNDING · largest payoff; rounding errors prevent a smaller regret."""


class LearningStep(NamedTuple):
    """Regrets of both players after some iterations, in units of payoff: the exact values of floats."""

    iterations: int
    average: tuple[mpq, mpq]  # the regrets of the average strategies
    last: tuple[mpq, mpq]  # the regrets of the strategies of the last iteration


@dataclass(frozen=True, eq=False, kw_only=True)
class LearnedProfile(Equilibrium):
    """The strategies that both players have learned: an ε-equilibrium with its exact regrets.

    Attributes
    ----------
    kept : ``"average"`` or ``"last"``
        Whether ``profile`` is the average profile over the iterations, or the profile of the last iteration. Predictive
        CFR⁺ keeps the profile with the smaller maximum of both players' regrets; other rules keep the average.
    rule : str
        A name in :data:`lemke.solvers.learning.RULES`.
    steps : tuple of LearningStep
        The regrets after 1, 2, 4, 8, … iterations, and after the last one.
    """

    kept: Kept
    rule: str
    steps: tuple[LearningStep, ...]

    def to_table(self) -> Table:
        """Return a row per step: the number of iterations and the regrets of the average and of the last strategies."""
        rows = tuple((step.iterations, *map(decimal, (*step.average, *step.last))) for step in self.steps)
        names = [player_name(self.game.players, player) for player in (0, 1)]
        regrets = (f"{kind}: {name}" for kind in ("average", "last") for name in names)
        notes = f"The {self.kept} strategies, judged exactly:", *self._notes()
        return Table(("iterations", *regrets), rows, one_line(self.game.title), notes, 1)

    def plot(self) -> Drawing:
        """Return a picture of the regrets over the iterations."""
        return Drawing(plots.learning(self))

    def __repr__(self) -> str:
        regrets = ", ".join(map(short, self.regrets))
        return f"<LearnedProfile after {count(self.steps[-1].iterations, 'iteration')}: regrets {regrets}>"


def learn(game: Game, iterations: int = ITERATIONS, seed: int = 0, rule: str = "predictive") -> LearnedProfile:
    """Let both players of a game learn from play against each other, as :func:`lemke.learn` says."""
    judge, form = Judge.of(game), sequence_form(game)
    learning = Learning(form, RULES[rule]).anew(seed)
    steps: list[LearningStep] = []
    while learning.iterations < iterations:
        # the number of iterations so far doubles, up to ``iterations``
        learning.run(min(max(learning.iterations, 1), iterations - learning.iterations))
        average, last = learning.average, learning.last
        steps.append(LearningStep(learning.iterations, _in_payoffs(learning, average), _in_payoffs(learning, last)))
        kept, point = _kept_point(rule, average, last)
        if point.regret <= ROUNDING:
            break
    probabilities = learning.behavior(point)
    profile = Profile(tuple(map(_exact_behavior, form.sequences, probabilities)))
    verdict, _ = judge.judge(Claim(profile))
    x, y = judge.plans(profile)
    u, v = (deviation.response.dual for deviation in verdict.deviations)
    payoff_1, payoff_2 = verdict.payoffs
    regret_1, regret_2 = verdict.regrets
    is_equilibrium = verdict.is_equilibrium
    return LearnedProfile(
        plans=(x, y),
        duals=(u, v) if is_equilibrium else None,
        payoffs=(payoff_1, payoff_2),
        how=How(
            method="learn",
            kernel="floats",
            bits=max(bits(x), bits(y)),
            seed=seed,
            iterations=learning.iterations,
            reason=None if is_equilibrium else "learning need not end at an equilibrium",
        ),
        game=game,
        profile=profile,
        regrets=(regret_1, regret_2),
        interval=None if is_equilibrium else judge.interval(verdict),
        kept=kept,
        rule=rule,
        steps=tuple(steps),
    )


def _kept_point(rule: str, average: LearnedPoint, last: LearnedPoint) -> tuple[Kept, LearnedPoint]:
    """Return which strategies the result keeps, as a word and as a point."""
    return ("last", last) if rule == "predictive" and last.regret < average.regret else ("average", average)


def _in_payoffs(learning: Learning, point: LearnedPoint) -> tuple[mpq, mpq]:
    """Return both players' regrets in units of payoff, as exact numbers.

    Learning divides each player's payoffs by a power of two, and rounding errors can make a regret negative.
    """
    regret_1, regret_2 = (
        mpq(max(regret, 0.0)) * mpq(2) ** k for regret, k in zip(point.regrets, learning.exponents, strict=True)
    )
    return regret_1, regret_2


def _exact_behavior(sequences: Sequences, probabilities: Floats) -> Behavior:
    """Return the exact values of floating-point probabilities, divided by their exact sum at every information set."""
    behavior = []
    for h in range(len(sequences.sets)):
        moves = slice(sequences.moves(h).start, sequences.moves(h).stop)
        weights = [mpq(probability) for probability in probabilities[moves].tolist()]
        total = sum(weights)
        behavior.append(tuple(weight / total for weight in weights))
    return tuple(behavior)
