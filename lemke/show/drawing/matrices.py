"""The picture of the matrices of a sequence form, and of its LCP: the positions and signs of their entries.

The LCP has the variables x, y, u, v and the rows r = Eᵀu − A y, s = Fᵀv − Bᵀx, E x = e, F y = f (see
:mod:`lemke.forms.sequence_form`). Small matrices have a dot per entry; for larger ones the picture shows their density.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from math import ceil, log2

from lemke.errors import one_line
from lemke.forms.sequence_form import SequenceForm
from lemke.ground import limits
from lemke.ground.sparse import SparseMatrix
from lemke.ground.words import count
from lemke.show.drawing.captions import LEAST, LINE, MARGIN, titled
from lemke.show.drawing.picture import Dots, Item, Line, PaperPoint, Picture, Run, Text, bounds, moved
from lemke.show.drawing.words import SIZE, width

SIDE = 420.0
"""The side of the LCP in points, without the gaps between its blocks."""
LARGEST = 9.0
"""The largest side of an entry."""
SMALLEST = 1.6
"""The smallest side of an entry; if entries would be smaller, a square of about this side represents several."""
GAP = 18.0
SHADES = 4
"""The number of shades of squares that represent several entries."""


def matrix_picture(form: SequenceForm) -> Picture:
    """Return the picture of A, B, E and F, and of the LCP with its blocks."""
    n1, n2 = form.A.shape
    m1, m2 = form.E.shape[0], form.F.shape[0]
    cell = min(LARGEST, SIDE / (n1 + n2 + m1 + m2))
    items: list[Item] = []
    left = 0.0
    for name, matrix in (("A", form.A), ("B", form.B), ("E", form.E), ("F", form.F)):
        limits.check()
        panel = _named(name, matrix, cell)
        items += moved(panel, left, 0.0)
        left += bounds(panel).right + GAP
    lcp, top = _lcp(form, cell), bounds(items).bottom + GAP
    box = bounds(lcp)
    items.append(Text(0.0, top + SIZE, (Run(f"LCP, {count(n1 + n2 + m1 + m2, 'variable')}"),), bold=True))
    items += moved(lcp, -box.left, top + 1.6 * LINE - box.top)
    box = bounds(items)
    title = one_line(form.title)
    head, low = titled(title or "Sequence form", max(box.right - box.left, LEAST))
    legend = _legend(low, cell)
    low += SIZE + 8.0
    placed = moved(items, MARGIN - box.left, low + MARGIN - box.top)
    picture_box = bounds([*head, *legend, *placed])
    description = (
        f"Where the matrices A, B ({n1} x {n2}), E ({m1} x {n1}) and F ({m2} x {n2}) have entries, "
        "and the matrix of the linear complementarity problem in its blocks."
    )
    name = f"Matrices of {title}" if title else "Matrices of a sequence form"
    return Picture(
        picture_box.right + MARGIN, picture_box.bottom + MARGIN, name, description, (*head, *legend, *placed)
    )


def _named(name: str, matrix: SparseMatrix, cell: float) -> list[Item]:
    """Return a matrix with its name and size above it."""
    rows, columns = matrix.shape
    words = f"  {rows} × {columns}, {count(matrix.nnz, 'entry')}".replace("entrys", "entries")
    return [Text(0.0, -4.0, (Run(name), Run(words, "muted"))), *_panel(matrix, cell)]


def _lcp(form: SequenceForm, cell: float) -> list[Item]:
    """Return the blocks of the LCP, each below its name, variables above and rows to the left."""
    blocks = {
        (0, 1): ("−A", -form.A),
        (0, 2): ("Eᵀ", form.E.T),
        (1, 0): ("−Bᵀ", -form.B.T),
        (1, 3): ("Fᵀ", form.F.T),
        (2, 0): ("E", form.E),
        (3, 1): ("F", form.F),
    }
    sizes = [form.A.shape[0], form.A.shape[1], form.E.shape[0], form.F.shape[0]]
    places = [max(cell * sum(sizes[:k]), 0.0) + GAP * k for k in range(5)]
    places = _spread(places, max(width(name) for name, _ in blocks.values()) + 4.0)
    items: list[Item] = []
    for k, name in enumerate("xyuv"):
        free = " free" if k > 1 else ""
        middle = places[k] + cell * sizes[k] / 2
        items.append(Text(middle, -GAP, (Run(name), Run(free, "muted")) if free else (Run(name),), "middle"))
    for k, words in enumerate(("r = Eᵀu − A y ≥ 0", "s = Fᵀv − Bᵀx ≥ 0", "E x = e", "F y = f")):
        items.append(Text(-8.0, places[k] + cell * sizes[k] / 2 + 3.0, (Run(words),), "end"))
        for j in range(4):
            limits.check()
            if (k, j) in blocks:
                name, matrix = blocks[k, j]
                items.append(Text(places[j], places[k] - 3.0, (Run(name, "muted"),)))
                items += moved(_panel(matrix, cell), places[j], places[k])
    return items


def _spread(places: Sequence[float], least: float) -> list[float]:
    """Return positions, moved apart so that every block has at least this room."""
    spread = [places[0]]
    for place, following in pairwise(places):
        spread.append(spread[-1] + max(following - place, least, LINE + GAP / 2))
    return spread


def _panel(matrix: SparseMatrix, cell: float) -> list[Item]:
    """Return the frame of a matrix at (0, 0), and its entries."""
    several = ceil(SMALLEST / cell)  # entries along the side of a square
    high, wide = (ceil(size / several) * several * cell for size in matrix.shape)
    frame = Line(((0, 0), (wide, 0), (wide, high), (0, high), (0, 0)), "pale", 0.6)
    return [frame, *(_dots(matrix, cell) if several == 1 else _shades(matrix, several, several * cell))]


def _dots(matrix: SparseMatrix, cell: float) -> list[Dots]:
    """Return a square per positive entry, a bar per negative one."""
    inset = 0.1 * cell
    signs: dict[bool, list[PaperPoint]] = defaultdict(list)
    for i, j, value in matrix.entries:
        signs[value > 0].append((j * cell + inset, i * cell + (inset if value > 0 else cell * 0.34)))
    side = cell - 2 * inset
    looks = {True: (side, "positive"), False: (cell * 0.32, "negative")}
    return [Dots(tuple(signs[sign]), side, *look) for sign, look in looks.items() if signs[sign]]


def _shades(matrix: SparseMatrix, several: int, side: float) -> list[Dots]:
    """Return squares that represent several positions: darker for more, coloured by their most frequent sign."""
    numbers: Counter[tuple[int, int]] = Counter()
    surplus: Counter[tuple[int, int]] = Counter()
    for i, j, value in matrix.entries:
        numbers[i // several, j // several] += 1
        surplus[i // several, j // several] += 1 if value > 0 else -1
    most = log2(1 + max(numbers.values(), default=1))
    groups: dict[tuple[str, int], list[PaperPoint]] = defaultdict(list)
    for place, number in numbers.items():
        style = "positive" if surplus[place] > 0 else "negative" if surplus[place] < 0 else "line"
        groups[style, ceil(SHADES * log2(1 + number) / most)].append((place[1] * side, place[0] * side))
    return [Dots(tuple(groups[key]), side, side, key[0], key[1] / SHADES) for key in sorted(groups)]


def _legend(top: float, cell: float) -> list[Item]:
    """Return the legend of the dots."""
    base = top + SIZE
    large = cell < SMALLEST
    items: list[Item] = [
        Dots(((MARGIN + 2, base - 7),), 7, 7, "positive"),
        Text(MARGIN + 14, base, (Run("mostly positive" if large else "positive"),)),
    ]
    left = bounds(items).right + 12
    items.append(Dots(((left, base - (7 if large else 5)),), 7, 7 if large else 2.6, "negative"))
    items.append(Text(left + 12, base, (Run("mostly negative" if large else "negative"),)))
    if large:
        left = bounds(items).right + 12
        items.append(Text(left, base, (Run("the stronger, the more entries", "muted"),)))
    return items
