"""Positive (semi)definite matrices, symmetric or not: LDLᵀ of the symmetric part over the rationals."""

from __future__ import annotations

from lemke.ground.rational import ONE
from lemke.ground.sparse import vector
from lemke.linear.matrix_classes.elimination import DiagonalElimination
from lemke.linear.matrix_classes.inquiry import Inquiry
from lemke.linear.matrix_classes.verdict import Point, Squares, Verdict


def decide_psd(inquiry: Inquiry) -> Verdict:
    """xᵀM x ≥ 0 for all x.

    Eliminate where a diagonal entry is positive. If a Schur complement S is left that is not 0, some u has uᵀS u < 0,
    and its extension x to the indices eliminated has xᵀM x = uᵀS u.
    """
    elimination = _eliminated(inquiry)
    for i in elimination.forms.rows:
        if elimination.diagonal(i) < 0:
            return Verdict("PSD", False, Point(elimination.extended({i: ONE})))
    for i, row in elimination.forms.rows.items():
        for j, value in row.items():  # with zeros on the diagonal uᵀS u = 2 sᵢⱼ uᵢ uⱼ
            return Verdict("PSD", False, Point(elimination.extended({i: -ONE if value > 0 else ONE, j: ONE})))
    return Verdict("PSD", True, _squares(elimination))


def decide_pd(inquiry: Inquiry) -> Verdict:
    """xᵀM x > 0 for all x ≠ 0: as for PSD, and no index is left after the elimination."""
    elimination = _eliminated(inquiry)
    for i in elimination.forms.rows:
        if elimination.diagonal(i) <= 0:
            return Verdict("PD", False, Point(elimination.extended({i: ONE})))
    return Verdict("PD", True, _squares(elimination))


def _eliminated(inquiry: Inquiry) -> DiagonalElimination:
    """Eliminate as long as a diagonal entry is positive, unless a negative one has been met."""
    elimination = DiagonalElimination(inquiry.symmetric_part)
    while (index := elimination.sparsest(positive=True)) is not None:
        touched = elimination.forms.rows[index].keys() - {index}
        elimination.eliminate(index)
        if any(elimination.diagonal(each) < 0 for each in touched):
            break
    return elimination


def _squares(elimination: DiagonalElimination) -> Squares:
    pivots = elimination.pivots
    return Squares(tuple(pivots), vector(pivots.values()), tuple(map(elimination.row, pivots)))
