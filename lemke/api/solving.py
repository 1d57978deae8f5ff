"""Doors for games in any form: solving, paths, enumeration, dominance, forms."""

from __future__ import annotations

import os
from functools import wraps
from inspect import signature
from numbers import Number
from typing import Any, overload

from lemke import solvers
from lemke.api import profiles
from lemke.api.doors import door, of_game, of_problem
from lemke.certificate import Equilibrium, ProvedPlans
from lemke.forms import normal_form as strategic_forms
from lemke.forms import sequence_form as sequence_forms
from lemke.forms.normal_form import NormalForm
from lemke.forms.sequence_form import SequenceForm
from lemke.game import Game
from lemke.game.implicit import State
from lemke.solvers import all_equilibria, dominance, tracing
from lemke.solvers import double_oracle as oracles


def _with_prior(function: Any) -> Any:
    """Return the function with a wider option ``prior``: for a Game, the prior may be a profile in any form."""
    place = list(signature(function).parameters).index("prior") - 1  # the index of prior in ``arguments``

    @wraps(function)
    def with_prior(problem: Any, *arguments: Any, **options: Any) -> Any:
        if isinstance(problem, Game):
            if "prior" in options:
                options["prior"] = _prior(problem, options["prior"])
            elif len(arguments) > place:
                arguments = *arguments[:place], _prior(problem, arguments[place]), *arguments[place + 1 :]
        return function(problem, *arguments, **options)

    return with_prior


def _prior(game: Game, stated: object) -> object:
    """Return the profile of a prior in any form; the name of a prior, such as ``centroid``, unchanged."""
    if stated is None or isinstance(stated, Number):
        return stated  # the solver refuses it
    if isinstance(stated, str) and not profiles.is_text(stated) and not os.path.exists(stated):
        return stated  # the solver refuses a misspelled name
    return profiles.profile(game, stated)


_solve = of_problem(_with_prior(solvers.solve))


@overload
def solve(problem: Game | str | os.PathLike[str], /, *arguments: Any, **options: Any) -> Equilibrium: ...


@overload
def solve(problem: NormalForm, /, *arguments: Any, **options: Any) -> Equilibrium: ...


@overload
def solve(problem: SequenceForm | State, /, *arguments: Any, **options: Any) -> ProvedPlans: ...


@overload
def solve(problem: Any = None, /, *arguments: Any, **options: Any) -> Any: ...


@door(_solve, "")
@wraps(_solve)
def solve(problem: Any = None, /, *arguments: Any, **options: Any) -> Any:  # noqa: D103
    return _solve(problem, *arguments, **options)


path = of_problem(_with_prior(tracing.path))
enumerate = of_problem(all_equilibria.enumerate)
ranges = of_game(all_equilibria.ranges)
eliminate = of_problem(dominance.eliminate)
double_oracle = of_problem(oracles.double_oracle)
sequence_form = of_problem(sequence_forms.sequence_form)
normal_form = of_game(strategic_forms.normal_form)
