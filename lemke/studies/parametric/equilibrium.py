"""Equilibria in closed form for users: as expressions of sympy, and as exact equilibria at given parameter values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from lemke.certificate import Equilibrium, How, ProvedPlans
from lemke.errors import InputError
from lemke.forms.sequence_form import is_equilibrium_by_lcp
from lemke.game.strategy import Profile
from lemke.game.tree import unique_names
from lemke.ground.document import Tabular
from lemke.ground.rational import bits, shown
from lemke.ground.sparse import ByValue
from lemke.ground.tables import Table
from lemke.solvers import judged
from lemke.solvers.sequence_lcp import starting_point
from lemke.studies.parametric.elements import Function, full_text, short_text
from lemke.studies.parametric.form import ClosedForm, ParametricForm, closed_forms_by_path, payoffs
from lemke.studies.parametric.functions import ParameterValues
from lemke.studies.parametric.game import ParametricGame, check_game
from lemke.studies.parametric.region import Region, relation_text

Strategy: TypeAlias = dict[str, dict[str, Any] | None]
"""From an information set's name to a mapping from moves to probabilities, which are expressions. The entry of a set
that the player's own plan does not reach is None."""


@dataclass(frozen=True, eq=False, repr=False)
class ParametricEquilibrium(ByValue, Tabular):
    """An equilibrium as rational functions of the parameters, in lowest terms.

    Attributes
    ----------
    closed : ClosedForm
        The plans and the values of information sets, as elements of sympy's field of fractions.
    """

    closed: ClosedForm

    @property
    def game(self) -> ParametricGame:
        """The game."""
        return self.closed.form.game

    @property
    def region(self) -> Region:
        """The parameter values at which the values of information sets prove that the plans are an equilibrium.

        At other parameter values the same plans may be an equilibrium, too, with other values of unreached sets.
        """
        return self.closed.region

    @cached_property
    def plans(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """The realization plans x and y, a probability per sequence, as expressions."""
        x, y = map(self._expressions, self.closed.plans)
        return x, y

    @cached_property
    def payoffs(self) -> tuple[Any, Any]:
        """The expected payoffs of both players, as expressions."""
        u, v = self._expressions(payoffs(self.closed.form, self.closed.plans))
        return u, v

    @cached_property
    def behavior(self) -> tuple[Strategy, Strategy]:
        """The behavior strategies, as :data:`Strategy`: probabilities of moves by information set and move.

        An information set or a move is named by its label. A label that is empty or not unique gets ``#k`` at its end,
        for the k-th of the player's sets or of the set's moves. If the player's own plan does not reach a set, any
        probabilities are possible there, and the set's entry is None.
        """
        strategies: tuple[Strategy, Strategy] = {}, {}
        for strategy, sequences, plan in zip(strategies, self.closed.form.sequences, self.closed.plans, strict=True):
            names = unique_names([information_set.label for information_set in sequences.information_sets])
            for h, (name, information_set) in enumerate(zip(names, sequences.information_sets, strict=True)):
                weight = plan[sequences.parent[h]]
                if not weight:
                    strategy[name] = None
                    continue
                probabilities = self._expressions([plan[sequence] / weight for sequence in sequences.moves(h)])
                strategy[name] = dict(zip(unique_names(information_set.actions), probabilities, strict=True))
        return strategies

    def at(self, values: ParameterValues | None = None, /, **named: object) -> Equilibrium:
        """Return the exact equilibrium at values of all parameters, proved, and judged on the tree of the game there.

        Best replies are filled in at information sets that are not reached. Of several best replies, the one that is
        best against equally likely moves of the opponent is taken.

        Raises
        ------
        InputError
            The plans are not an equilibrium at these values, or a parameter has no value.
        ProbabilityError, UndefinedError
            The game or a plan is undefined at these values.
        """
        form = self.closed.form
        point = form.functions.point(values, named)
        tree = form.at(point)
        x, y = self.closed.plans_at(point)
        multipliers = is_equilibrium_by_lcp(tree, x, y)
        if not multipliers:
            where, inequality = form.functions.text(point), relation_text(self.region.failing_inequality(point))
            raise InputError(f"{where} is outside of the region: {inequality} fails")
        how = How(method="sweep", kernel="closed form", pivots=0, bits=bits([*x, *y]))
        proved = ProvedPlans((x, y), (multipliers.u, multipliers.v), tree.payoffs(x, y), how)
        return judged(tree, [proved])[0]

    def to_table(self) -> Table:
        """Return a row for every move, with its probability as the text of an expression; None at unreached sets."""
        rows = (
            (sequences.player + 1, name, move, probabilities and probabilities[move])
            for sequences, strategy in zip(self.closed.form.sequences, self.texts[1], strict=True)
            for (name, probabilities), information_set in zip(strategy.items(), sequences.information_sets, strict=True)
            for move in unique_names(information_set.actions)
        )
        return Table(("player", "information set", "action", "probability"), tuple(rows), repr(self)[1:-1], 3)

    @cached_property
    def texts(self) -> tuple[list[str], list[dict[str, dict[str, str] | None]]]:
        """A pair: the texts of both payoffs, and the texts of both behavior strategies, for numbers of any length."""
        strategies = [
            {
                # None, for a set that the plan does not reach, stays None
                name: moves and {move: full_text(probability) for move, probability in moves.items()}
                for name, moves in strategy.items()
            }
            for strategy in self.behavior
        ]
        return [*map(full_text, self.payoffs)], strategies

    def _expressions(self, functions: Sequence[Function]) -> tuple[Any, ...]:
        return tuple(map(self.closed.form.functions.expression, functions))

    def __repr__(self) -> str:
        return f"<ParametricEquilibrium: payoffs {', '.join(map(short_text, self.payoffs))}>"


def closed_form(
    game: ParametricGame, sample: ParameterValues | None = None, /, prior: Profile | None = None, **named: object
) -> ParametricEquilibrium:
    """Find an equilibrium at a sample point; return it as a function of the parameters, with the region where it holds.

    Lemke's algorithm finds an equilibrium and its basis at the sample. The linear system of the basis is then solved
    over the field of rational functions.

    Parameters
    ----------
    game : ParametricGame
    sample : mapping from parameters, as symbols or names, to exact numbers
        The values may also be given as keywords. For a single parameter, the number itself is enough.
    prior : Profile, optional
        The prior at which the path starts; by default the centroid.

    Raises
    ------
    InputError
        ``game`` is not a ParametricGame, a parameter has no value, or the prior is not a Profile.
    PlayersError, RecallError
        The game does not have two players with perfect recall.
    ProfileError
        The prior does not fit the game.
    ProbabilityError, UndefinedError
        The game is undefined at the sample.
    LimitError, NotProvedError
        As in :func:`lemke.solve`.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> enter, out = builder.move(builder.root, 0, ["in", "out"])
    >>> fight, share = builder.move(enter, 1, ["fight", "share"])
    >>> builder.pay(fight, -1, -1)
    >>> builder.pay(share, 1, 1)
    >>> builder.pay(out, 0, 2)
    >>> game = ParametricGame.of(builder.build(), "s t", payoffs={3: ["s", "t"]})
    >>> equilibrium = closed_form(game, s="1/2", t=2)
    >>> equilibrium.payoffs, equilibrium.behavior[0]["#1"]
    ((1, 1), {'in': 1, 'out': 0})
    >>> print(equilibrium.region)
    1 - s >= 0
    """
    check_game(game)
    form = ParametricForm.of(game)
    point = game.functions.point(sample, named)
    if not (prior is None or isinstance(prior, Profile)):
        raise InputError(f"the prior {shown(prior)}, expected a profile")
    start = starting_point(form.structure, prior or "centroid", 0, "exact")
    (closed,) = closed_forms_by_path(form, [start.plans(form.structure)], point)
    return ParametricEquilibrium(closed)
