"""Exact pivoting on integer tableaux: the paths of Lemke and of Lemke and Howson, principal pivoting, all vertices.

Nothing here knows games, and no float decides anything.

Reading order: :mod:`~lemke.linear.pivoting.integer_pivoting` (from an LCP to its start basis, and a pivot) →
:mod:`~lemke.linear.pivoting.tableau` (which row leaves) → :mod:`~lemke.linear.pivoting.lemke_path` (Lemke's path),
:mod:`~lemke.linear.pivoting.path_record` (the path as an object), :mod:`~lemke.linear.pivoting.perturbed_path`
(right-hand sides with trembles) → :mod:`~lemke.linear.pivoting.principal_pivoting` →
:mod:`~lemke.linear.pivoting.bimatrix_tableau` and :mod:`~lemke.linear.pivoting.lemke_howson` →
:mod:`~lemke.linear.pivoting.many_tableaux` and :mod:`~lemke.linear.pivoting.vertex_enumeration`.
"""

from lemke.linear.pivoting import lemke_howson
from lemke.linear.pivoting.bimatrix_tableau import Polytope
from lemke.linear.pivoting.lemke_path import TIE_RULES, CycleError, NamedRule, Path, Pivot, TieRule, Walk, path, stage
from lemke.linear.pivoting.many_tableaux import Flags
from lemke.linear.pivoting.path_record import LCPPath, PathVertex, lcp_path, path_vertices
from lemke.linear.pivoting.perturbed_path import follow
from lemke.linear.pivoting.principal_pivoting import PRINCIPAL_METHODS, principal
from lemke.linear.pivoting.vertex_enumeration import Vertices, vertices

__all__ = [
    "TIE_RULES",
    "CycleError",
    "Flags",
    "LCPPath",
    "NamedRule",
    "Path",
    "PathVertex",
    "PRINCIPAL_METHODS",
    "Pivot",
    "Polytope",
    "TieRule",
    "Vertices",
    "Walk",
    "follow",
    "lcp_path",
    "lemke_howson",
    "path",
    "path_vertices",
    "principal",
    "stage",
    "vertices",
]
