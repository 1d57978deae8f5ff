"""Solving by a method, as a test of that method: `lp` would leave the answer to Lemke's path if it failed."""

from typing import Any

import lemke
from lemke.solvers import REFINEMENTS


def solved_by(problem: Any, method: str, **options: Any) -> Any:
    """Return the equilibrium of a method that was asked for by name, after checking that this method found it."""
    equilibrium = lemke.solve(problem, method=method, **options)
    assert equilibrium.how.method == method, equilibrium.how
    assert equilibrium.how.unproved is None, equilibrium.how
    return equilibrium


OF_TREES = [name for name in REFINEMENTS if name != "proper"]
"""Refinements that every game has an equilibrium of; proper ones are of players who choose once."""
