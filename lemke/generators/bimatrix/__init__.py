"""Families of bimatrix games: hard, rich in equilibria, random, degenerate.

Every family is a function that returns exact matrices (A, B), m x n: the payoffs of player 1, who chooses rows, and of
player 2. Beside it stands its line for the table :data:`lemke.generators.FAMILIES`, whose ``make`` returns the
strategic game.

>>> A, B = coordination(2)
>>> A.tolist()
[[mpq(1,1), mpq(0,1)], [mpq(0,1), mpq(1,1)]]
"""

from lemke.generators.bimatrix.contests import ranking, tournament
from lemke.generators.bimatrix.dual_cyclic import hard_to_solve, hard_unit_vector, many_equilibria
from lemke.generators.bimatrix.matrices import Bimatrix, Matrix
from lemke.generators.bimatrix.patterns import all_ties, coordination, sgc
from lemke.generators.bimatrix.printed import two_components, von_stengel_6x6, winkels
from lemke.generators.bimatrix.random_payoffs import (
    few_payoffs,
    near_zero_sum,
    random_bimatrix,
    random_unit_vector,
)

__all__ = [
    "Bimatrix",
    "Matrix",
    "all_ties",
    "coordination",
    "few_payoffs",
    "hard_to_solve",
    "hard_unit_vector",
    "many_equilibria",
    "near_zero_sum",
    "random_bimatrix",
    "random_unit_vector",
    "ranking",
    "sgc",
    "tournament",
    "two_components",
    "von_stengel_6x6",
    "winkels",
]
