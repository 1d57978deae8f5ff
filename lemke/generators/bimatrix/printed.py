"""Single bimatrix games from the literature."""

from __future__ import annotations

from lemke.generators.bimatrix.matrices import Bimatrix, matrix, strategic


def von_stengel_6x6() -> Bimatrix:
    """Return the 6 x 6 game with 75 equilibria in the integers of B. von Stengel (1999).

    The citation is that of :func:`~lemke.generators.bimatrix.many_equilibria`.

    >>> von_stengel_6x6()[0][0].tolist()
    [mpq(9504,1), mpq(-660,1), mpq(19976,1), mpq(-20526,1), mpq(1776,1), mpq(-8976,1)]
    """
    A = [
        [9504, -660, 19976, -20526, 1776, -8976],
        [-111771, 31680, -130944, 168124, -8514, 52764],
        [397584, -113850, 451176, -586476, 29216, -178761],
        [171204, -45936, 208626, -263076, 14124, -84436],
        [1303104, -453420, 1227336, -1718376, 72336, -461736],
        [737154, -227040, 774576, -1039236, 48081, -300036],
    ]
    B = [
        [72336, 48081, 29216, 14124, 1776, -8514],
        [-461736, -300036, -178761, -84436, -8976, 52764],
        [1227336, 774576, 451176, 208626, 19976, -130944],
        [-1718376, -1039236, -586476, -263076, -20526, 168124],
        [1303104, 737154, 397584, 171204, 9504, -111771],
        [-453420, -227040, -113850, -45936, -660, 31680],
    ]
    return matrix(A), matrix(B)


def winkels() -> Bimatrix:
    """Return Winkels' degenerate 6 x 2 game with 12 extreme equilibria (H.-M. Winkels 1979).

    In "An algorithm to determine all equilibrium points of a bimatrix game", in O. Moeschlin and D. Pallaschke (eds.),
    Game Theory and Related Topics.

    >>> winkels()[0].shape
    (6, 2)
    """
    A: list[list[object]] = [[1, 3], [1, 3], [3, 1], [3, 1], ["5/2", "5/2"], ["5/2", "5/2"]]
    B = [[1, 2], [0, -1], [-2, 2], [4, -1], [-1, 6], [6, -1]]
    return matrix(A), matrix(B)


def two_components() -> Bimatrix:
    """Return a degenerate 3 x 2 game with 3 extreme equilibria in 2 components.

    From B. von Stengel (2007), "Equilibrium computation for two-player games in strategic and extensive form", in
    Algorithmic Game Theory.

    >>> two_components()[1].tolist()[0]
    [mpq(3,1), mpq(3,1)]
    """
    return matrix([[3, 3], [2, 5], [0, 6]]), matrix([[3, 3], [2, 6], [3, 1]])


VON_STENGEL_6X6 = strategic(
    "von Stengel's 6 x 6 game with 75 equilibria, in integers",
    von_stengel_6x6,
    "von Stengel's 6 x 6 game with 75 equilibria",
    {},
    "",
)
WINKELS = strategic("Winkels' degenerate 6 x 2 game", winkels, "Winkels' degenerate 6 x 2 game", {}, "")
TWO_COMPONENTS = strategic(
    "a degenerate 3 x 2 game with two components of equilibria",
    two_components,
    "degenerate 3 x 2 game with two components of equilibria",
    {},
    "",
)
