"""Solving by one method, for tests of it: if `lp` fails, another method answers, and the test must notice."""

from typing import Any

import lemke


def solved_by(problem: Any, method: str, **options: Any) -> Any:
    """Solve by the named method, assert that this method answered, and return its equilibrium."""
    equilibrium = lemke.solve(problem, method=method, **options)
    assert equilibrium.how.method == method, equilibrium.how
    assert equilibrium.how.unproved is None, equilibrium.how
    return equilibrium
