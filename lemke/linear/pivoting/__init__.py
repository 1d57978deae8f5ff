"""Exact pivoting on integer tableaux: the paths of Lemke and of Lemke and Howson, all vertices.

This folder knows matrices and LCPs, but no game trees. All its results are decided in exact arithmetic.

Reading order: :mod:`~lemke.linear.pivoting.tableau` (from an LCP to its start basis, a pivot, which row leaves) →
:mod:`~lemke.linear.pivoting.lemke_path` (Lemke's path, also with right-hand sides that depend on a small ε) →
:mod:`~lemke.linear.pivoting.lemke_howson` (the polytopes of a bimatrix game, and paths on them) →
:mod:`~lemke.linear.pivoting.vertex_enumeration`.
"""

from lemke.linear.pivoting import lemke_howson as lemke_howson
from lemke.linear.pivoting.lemke_howson import LabeledPair as LabeledPair
from lemke.linear.pivoting.lemke_howson import MatrixLike as MatrixLike
from lemke.linear.pivoting.lemke_howson import Polytope as Polytope
from lemke.linear.pivoting.lemke_howson import Position as Position
from lemke.linear.pivoting.lemke_path import TIE_RULES as TIE_RULES
from lemke.linear.pivoting.lemke_path import CycleError as CycleError
from lemke.linear.pivoting.lemke_path import GeneratorWithEnd as GeneratorWithEnd
from lemke.linear.pivoting.lemke_path import LCPPath as LCPPath
from lemke.linear.pivoting.lemke_path import NamedRule as NamedRule
from lemke.linear.pivoting.lemke_path import PathVertex as PathVertex
from lemke.linear.pivoting.lemke_path import TieRule as TieRule
from lemke.linear.pivoting.lemke_path import follow as follow
from lemke.linear.pivoting.lemke_path import lcp_path as lcp_path
from lemke.linear.pivoting.lemke_path import path as path
from lemke.linear.pivoting.lemke_path import path_vertices as path_vertices
from lemke.linear.pivoting.lemke_path import stage as stage
from lemke.linear.pivoting.vertex_enumeration import Flags as Flags
from lemke.linear.pivoting.vertex_enumeration import vertices as vertices
