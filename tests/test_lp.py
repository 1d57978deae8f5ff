"""Linear programs: malformed ones are refused, true witnesses are accepted, and every broken condition is named."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from gmpy2 import mpq

from lemke.errors import InputError
from lemke.ground.sparse import vector
from lemke.linear.lp import LP, Basis, Infeasible, Optimal, Unbounded, check

Outcome = Optimal | Infeasible | Unbounded

# min 2x + 3y with x + y ≥ 1, x = y, x ≤ 5, z free with z ≥ 0 by the last row: x = y = 1/2
PROGRAM = LP.of(
    [[1, 1, 0], [1, -1, 0], [1, 0, 0], [0, 0, 1]], [1, 0, 5, 0], [2, 3, 1], [">=", "=", "<=", ">="], free=[2]
)
OPTIMAL = Optimal(vector(["1/2", "1/2", 0]), vector(["5/2", "-1/2", 0, 1]), mpq(5, 2))
# x ≥ 1, x ≤ −1 and x = y
NO_POINT = LP.of([[1, 0], [1, 0], [1, -1]], [1, -1, 0], [0, 1], [">=", "<=", "="])
INFEASIBLE = Infeasible(vector([1, -1, 0]))
# min −x − y with x − y ≤ 2, y free
FALLING = LP.of([[1, -1]], [2], [-1, -1], ["<="], free=[1])
UNBOUNDED = Unbounded(vector([2, 0]), vector([1, 1]))


def condition(program: LP, outcome: Outcome) -> str | None:
    defect = check(program, outcome)
    return defect and defect.condition


@pytest.mark.parametrize(
    ("program", "outcome"),
    [
        (PROGRAM, OPTIMAL),
        (NO_POINT, INFEASIBLE),
        (FALLING, UNBOUNDED),
        (LP.of([], [], []), Optimal(vector([]), vector([]), mpq(0))),
        (LP.of([], [], [-1]), Unbounded(vector([0]), vector([1]))),
        (LP.of([[], []], [1, 0], []), Infeasible(vector([1, 0]))),
    ],
    ids=["optimal", "infeasible", "unbounded", "empty", "no rows", "no columns"],
)
def test_true_witnesses_are_accepted(program: LP, outcome: Outcome) -> None:
    assert check(program, outcome) is None


@pytest.mark.parametrize(
    ("program", "outcome", "expected"),
    [
        (PROGRAM, replace(OPTIMAL, x=vector([-1, 2, 0])), "x >= 0"),
        (PROGRAM, replace(OPTIMAL, x=vector(["1/2", "1/3", 0])), "the row of x"),
        (PROGRAM, replace(OPTIMAL, x=vector([6, 6, 0])), "the row of x"),
        (PROGRAM, replace(OPTIMAL, x=vector(["1/2", "1/2", -1])), "the row of x"),
        (PROGRAM, replace(OPTIMAL, x=vector([1, 1, 0])), "c.x = b.y"),
        (PROGRAM, replace(OPTIMAL, y=vector([-1, 3, 0, 1])), "the sign of y"),
        (PROGRAM, replace(OPTIMAL, y=vector(["5/2", "-1/2", 1, 1])), "the sign of y"),
        (PROGRAM, replace(OPTIMAL, y=vector(["7/2", "-1/2", 0, 1])), "c - A'y >= 0"),
        (PROGRAM, replace(OPTIMAL, y=vector(["5/2", "-1/2", 0, 0])), "c - A'y >= 0"),
        (PROGRAM, replace(OPTIMAL, y=vector([2, 0, 0, 1])), "c.x = b.y"),
        (PROGRAM, replace(OPTIMAL, value=mpq(2)), "the value"),
        (PROGRAM, replace(OPTIMAL, x=vector([1, 1])), "the number of variables of x"),
        (PROGRAM, replace(OPTIMAL, y=vector([1])), "the number of dual variables"),
        (NO_POINT, Infeasible(vector([-1, 1, 0])), "the sign of y"),
        (NO_POINT, Infeasible(vector([1, 0, 0])), "c - A'y >= 0"),
        (NO_POINT, Infeasible(vector([0, 0, 0])), "-b.y < 0"),
        (NO_POINT, Infeasible(vector([1, -1])), "the number of dual variables"),
        (FALLING, Unbounded(vector([3, 0]), vector([1, 1])), "the row of x"),
        (FALLING, Unbounded(vector([-1, 0]), vector([1, 1])), "x >= 0"),
        (FALLING, Unbounded(vector([2, 0]), vector([2, 1])), "the row of the direction"),
        (FALLING, Unbounded(vector([2, 0]), vector([-1, 3])), "the direction >= 0"),
        (FALLING, Unbounded(vector([2, 0]), vector([0, 0])), "c.direction < 0"),
        (FALLING, Unbounded(vector([2, 0]), vector([1])), "the number of variables of the direction"),
    ],
)
def test_a_witness_with_one_condition_broken_is_rejected_by_name(program: LP, outcome: Outcome, expected: str) -> None:
    assert condition(program, outcome) == expected


def started(columns: object, rows: object) -> LP:
    return replace(LP.of([[1, 1]], [1], [2, 3]), start=Basis(columns, rows))


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: LP.of([[1]], [1, 2], [1]), "b of length 2, expected 1"),
        (lambda: LP.of([[1, 2], [1]], [1, 1], [1, 1]), "rows of different lengths"),
        (lambda: LP.of([[1]], [1], [1], [">=", "="]), "senses of length 2, expected 1"),
        (lambda: LP.of([[1]], [1], [1], ["<"]), "the sense '<', expected"),
        (lambda: LP.of([[1]] * 2, [1] * 2, [1], ">="), "senses of type str, expected a list of >=, =, <="),
        (lambda: LP.of([[1]], [1], [1], free="0"), "free of type str, expected a list of indices"),
        *(
            (partial(LP.of, [[1]], [1], [1], free=[wrong]), f"the free variable '{wrong}', expected an index")
            for wrong in (0.0, "0", True, 1, -1)
        ),
        (lambda: started([1, 0, 0], [0]), "start.columns of length 3, expected 2"),
        (lambda: LP([[1]], [1], [1], [1], [0]), "A of type list, expected a SparseMatrix"),
    ],
)
def test_malformed_programs_are_refused(build: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError) as error:
        build()
    assert message in str(error.value)


def test_matrices_and_vectors_of_other_libraries_are_accepted() -> None:
    import scipy.sparse
    import sympy

    rows, expected = [[1, 2, 0], [0, 3, 4]], LP.of([[1, 2, 0], [0, 3, 4]], [5, 6], [7, 8, 9])
    for library in (np.array, scipy.sparse.csr_array, sympy.Matrix):
        assert LP.of(library(rows), library([[5], [6]]), library([[7], [8], [9]])) == expected
    assert LP.of(np.zeros((0, 2), dtype=int), [], [1, 2]).A.shape == (0, 2)
