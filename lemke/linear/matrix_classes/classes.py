"""The table of classes of matrices: definitions, what they mean for LCPs, and the functions that decide them."""

from __future__ import annotations

from typing import NamedTuple

from lemke.errors import ShapeError
from lemke.ground.sparse import SparseMatrix
from lemke.linear.lcp import LCP, given_matrix
from lemke.linear.matrix_classes import elimination, principal, searches
from lemke.linear.matrix_classes.verdict import Decide, Inquiry


class MatrixClass(NamedTuple):
    """A class of matrices.

    Attributes
    ----------
    description : str
        The definition.
    gives : str
        What is known of the LCP w = q + M z if M is in the class.
    decide : callable
        Takes an inquiry and returns the verdict.
    broken : str
        A condition on a vector x: an x that satisfies it proves that M is not in the class. Empty if no x proves that.
    """

    description: str
    gives: str
    decide: Decide
    broken: str = ""


CLASSES: dict[str, MatrixClass] = {
    "Z": MatrixClass(
        "no entry off the diagonal is positive",
        "if some z >= 0 has w >= 0, there is a least such z, and it is a solution",
        elimination.decide_z,
    ),
    "nonnegative": MatrixClass(
        "no entry is negative",
        "a solution for every q if and only if the diagonal is positive",
        elimination.decide_nonnegative,
    ),
    "M": MatrixClass(
        "Z and P: Z, with Mv > 0 for some v > 0",
        "exactly one solution for every q, the least z >= 0 with w >= 0",
        elimination.decide_m,
        broken="x >= 0, Mx <= 0",
    ),
    "H": MatrixClass(
        "H-matrix with a positive diagonal: the matrix of M_ii and -|M_ij| is in M",
        "exactly one solution for every q, as for P",
        elimination.decide_h,
        broken="x >= 0, Cx <= 0 for C of M_ii and -|M_ij|",
    ),
    "PD": MatrixClass(
        "positive definite: x'Mx > 0 for all x other than 0",
        "exactly one solution for every q, as for P",
        elimination.decide_pd,
        broken="x'Mx <= 0",
    ),
    "PSD": MatrixClass(
        "positive semidefinite: x'Mx >= 0 for all x",
        "a convex set of solutions; Lemke's path ends in one, or its ray proves that no z >= 0 has w >= 0",
        elimination.decide_psd,
        broken="x'Mx < 0",
    ),
    "P": MatrixClass(
        "every principal minor is positive: for each x other than 0 some x_i (Mx)_i > 0",
        "exactly one solution for every q; Lemke's, Murty's and Cottle and Dantzig's methods find it",
        principal.decide_p,
        broken="all x_i (Mx)_i <= 0",
    ),
    "P0": MatrixClass(
        "no principal minor is negative",
        "a solution for every q if and only if z = 0 is the only solution for q = 0",
        principal.decide_p0,
        broken="x_i (Mx)_i < 0 wherever x_i is not 0",
    ),
    "nondegenerate": MatrixClass(
        "no principal minor is 0",
        "finitely many solutions for every q",
        principal.decide_nondegenerate,
    ),
    "strictly-copositive": MatrixClass(
        "x'Mx > 0 for all x >= 0 other than 0",
        "a solution for every q; Lemke's path with d > 0 ends in one",
        searches.decide_strictly_copositive,
        broken="x'Mx <= 0",
    ),
    "copositive-plus": MatrixClass(
        "copositive, and x >= 0 with x'Mx = 0 has (M + M')x = 0",
        "Lemke's path with d > 0 ends in a solution, or its ray proves that no z >= 0 has w >= 0",
        searches.decide_copositive_plus,
        broken="x'Mx < 0, or = 0 and (M + M')x is not 0",
    ),
    "copositive": MatrixClass(
        "x'Mx >= 0 for all x >= 0",
        "Lemke's path with d > 0 ends in a solution, or in a ray with q.v < 0, v >= 0, Mv >= 0, v'Mv = 0",
        searches.decide_copositive,
        broken="x'Mx < 0",
    ),
    "column-sufficient": MatrixClass(
        "x_i (Mx)_i <= 0 for all i only if all are 0",
        "a convex set of solutions for every q",
        searches.decide_column_sufficient,
        broken="all x_i (Mx)_i <= 0, not all 0",
    ),
    "row-sufficient": MatrixClass(
        "the transpose is column sufficient",
        "a solution for every q for which some z >= 0 has w >= 0",
        searches.decide_row_sufficient,
        broken="all x_i (M'x)_i <= 0, not all 0",
    ),
    "sufficient": MatrixClass(
        "column and row sufficient",
        "as for both; principal pivoting ends in a solution, or proves that no z >= 0 has w >= 0",
        searches.decide_sufficient,
    ),
}
"""The classes of matrices, by name."""

IMPLIED_BY: dict[str, tuple[tuple[str, ...], ...]] = {
    "Z": (("M",),),
    "M": (("Z", "P"),),
    "H": (("M",),),
    "P": (("M",), ("H",), ("PD",)),
    "P0": (("P",), ("PSD",)),
    "nondegenerate": (("P",),),
    "strictly-copositive": (("PD",),),
    "copositive-plus": (("PSD",), ("strictly-copositive",)),
    "copositive": (("nonnegative",), ("PSD",)),
    "column-sufficient": (("P",), ("PSD",), ("sufficient",)),
    "row-sufficient": (("P",), ("PSD",), ("sufficient",)),
    "sufficient": (("column-sufficient", "row-sufficient"),),
}
"""A class → tuples of classes. The intersection of a tuple lies in the class (Cottle, Pang, Stone 1992, chapter 3)."""


def inquiry(M: SparseMatrix) -> Inquiry:
    """Return a new inquiry into a matrix."""
    return Inquiry(M, {name: test.decide for name, test in CLASSES.items()})


def square(M: object) -> SparseMatrix:
    """Return a square matrix from an LCP, or from a matrix of exact numbers of any library."""
    matrix = M.M if isinstance(M, LCP) else given_matrix("M", M)
    if matrix.shape[0] != matrix.shape[1]:
        raise ShapeError(f"M of {matrix.shape[0]} x {matrix.shape[1]}, expected a square matrix")
    return matrix
