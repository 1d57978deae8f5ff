"""Classes of matrices that matter for LCPs, decided exactly; every verdict has a witness that can be checked.

If a short witness is known, it is given: LDLᵀ factors, a vector, a principal minor, an entry, or another class.
Otherwise, as for most matrices in P, the verdict says how many cases were searched. For n variables a search takes up
to 2ⁿ cases, and only a limit of time or memory ends it early.

Reading order: :mod:`~lemke.linear.matrix_classes.classes` (the table) → :mod:`~lemke.linear.matrix_classes.verdict` →
:mod:`~lemke.linear.matrix_classes.check` → one module per kind of search.
"""

from __future__ import annotations

from collections.abc import Iterable

from lemke.errors import InputError
from lemke.ground.rational import shown
from lemke.linear.matrix_classes.check import check as check
from lemke.linear.matrix_classes.classes import CLASSES as CLASSES
from lemke.linear.matrix_classes.classes import MatrixClass as MatrixClass
from lemke.linear.matrix_classes.classes import inquiry, square
from lemke.linear.matrix_classes.documents import classes_document as classes_document
from lemke.linear.matrix_classes.verdict import Entry as Entry
from lemke.linear.matrix_classes.verdict import Implied as Implied
from lemke.linear.matrix_classes.verdict import Minor as Minor
from lemke.linear.matrix_classes.verdict import Searched as Searched
from lemke.linear.matrix_classes.verdict import Squares as Squares
from lemke.linear.matrix_classes.verdict import Verdict as Verdict
from lemke.linear.matrix_classes.verdict import Witness as Witness
from lemke.linear.matrix_classes.verdict import WitnessVector as WitnessVector


def matrix_class(M: object, name: str) -> Verdict:
    """Decide whether a matrix belongs to a class.

    Parameters
    ----------
    M : SparseMatrix, LCP, n rows of n exact numbers, or a matrix of numpy, sympy or scipy
    name : str
        A key of :data:`CLASSES`; capitals do not matter.

    Returns
    -------
    Verdict
        Its truth value says whether the matrix belongs to the class; its witness passes :func:`check`.

    Raises
    ------
    InputError, NumberError, ShapeError
        For an unknown class, floats, or a matrix that is not square.
    LimitError
        If a limit is reached.

    >>> verdict = matrix_class([[1, 2], [2, 1]], "P")
    >>> verdict.holds, verdict.witness.x, verdict.witness.minor
    (False, array([mpq(-2,1), mpq(1,1)], dtype=object), Minor(indices=(0, 1), value=mpq(-3,1)))
    """
    (verdict,) = matrix_classes(M, [name]).values()
    return verdict


def matrix_classes(M: object, names: str | Iterable[str] | None = None) -> dict[str, Verdict]:
    """Decide to which classes a matrix belongs: the named classes, by default all in :data:`CLASSES`.

    Parameters, errors and verdicts are those of :func:`matrix_class`; the keys are the names in :data:`CLASSES`.

    >>> verdicts = matrix_classes([[2, 1], [1, 2]])
    >>> [name for name in verdicts if not verdicts[name]]
    ['Z', 'M']
    """
    if names is None or isinstance(names, str) or not isinstance(names, Iterable):
        names = CLASSES if names is None else [names]
    requested, name_of = list(names), {name.lower(): name for name in CLASSES}
    if unknown := [name for name in requested if not isinstance(name, str) or name.lower() not in name_of]:
        raise InputError(f"the class {shown(unknown[0])}, expected one of {', '.join(CLASSES)}")
    verdicts = inquiry(square(M))
    return {name_of[name.lower()]: verdicts.verdict(name_of[name.lower()]) for name in requested}
