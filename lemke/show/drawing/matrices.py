"""The picture of the matrices of a sequence form, and of its LCP: the positions and signs of nonzero entries.

The LCP has the variables x, y, u, v and the rows r = Eᵀu − A y, s = Fᵀv − Bᵀx, E x = e, F y = f (see
:mod:`lemke.forms.sequence_form`). In a large matrix a square represents several entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil

from lemke.errors import one_line
from lemke.forms.sequence_form import SequenceForm
from lemke.ground.sparse import SparseMatrix
from lemke.ground.words import count
from lemke.show.drawing.captions import LINE_HEIGHT, MARGIN, MIN_WIDTH, title_lines
from lemke.show.drawing.picture import (
    SIZE,
    Area,
    Item,
    Line,
    PaperPoint,
    Picture,
    Run,
    Text,
    bounds,
    rectangle,
    translate,
    width,
)

SIDE = 420.0
"""The largest side of the LCP in points, without the gaps between its blocks."""
LARGEST = 9.0
"""The largest side of an entry, in points."""
SMALLEST = 1.6
"""The smallest side of an entry, in points. If entries would be smaller, a square of about this side represents several
entries."""
GAP = 18.0
"""The gap between matrices, and between blocks of the LCP, in points."""


def matrix_picture(form: SequenceForm) -> Picture:
    """Return the picture of A, B, E and F, and of the LCP with its blocks."""
    n1, n2 = form.A.shape
    m1, m2 = form.E.shape[0], form.F.shape[0]
    cell = min(LARGEST, SIDE / (n1 + n2 + m1 + m2))
    items: list[Item] = []
    left = 0.0
    for name, matrix in (("A", form.A), ("B", form.B), ("E", form.E), ("F", form.F)):
        named_matrix = _named_matrix(name, matrix, cell)
        items += translate(named_matrix, left, 0.0)
        left += bounds(named_matrix).right + GAP
    lcp, top = _lcp(form, cell), bounds(items).bottom + GAP
    box = bounds(lcp)
    items.append(Text(0.0, top + SIZE, (Run(f"LCP, {count(n1 + n2 + m1 + m2, 'variable')}"),), bold=True))
    items += translate(lcp, -box.left, top + 1.6 * LINE_HEIGHT - box.top)
    box = bounds(items)
    title = one_line(form.title)
    head, head_bottom = title_lines(title or "Sequence form", max(box.right - box.left, MIN_WIDTH))
    legend = _legend(head_bottom)
    legend_bottom = head_bottom + SIZE + 8.0
    matrices = translate(items, MARGIN - box.left, legend_bottom + MARGIN - box.top)
    picture_box = bounds([*head, *legend, *matrices])
    description = (
        f"Where the matrices A, B ({n1} x {n2}), E ({m1} x {n1}) and F ({m2} x {n2}) have entries, "
        "and the matrix of the linear complementarity problem in its blocks."
    )
    name = f"Matrices of {title}" if title else "Matrices of a sequence form"
    return Picture(
        picture_box.right + MARGIN, picture_box.bottom + MARGIN, name, description, (*head, *legend, *matrices)
    )


def _named_matrix(name: str, matrix: SparseMatrix, cell: float) -> list[Item]:
    """Return a matrix with its name and size above it."""
    rows, columns = matrix.shape
    words = f"  {rows} × {columns}, {matrix.nnz} {'entry' if matrix.nnz == 1 else 'entries'}"
    return [Text(0.0, -4.0, (Run(name), Run(words, "muted"))), *_panel(matrix, cell)]


def _lcp(form: SequenceForm, cell: float) -> list[Item]:
    """Return the blocks of the LCP, each below its name. Variables are named above the LCP, and rows to the left."""
    blocks = {  # by row and column of the blocks
        (0, 1): ("−A", -form.A),
        (0, 2): ("Eᵀ", form.E.T),
        (1, 0): ("−Bᵀ", -form.B.T),
        (1, 3): ("Fᵀ", form.F.T),
        (2, 0): ("E", form.E),
        (3, 1): ("F", form.F),
    }
    sizes = [form.A.shape[0], form.A.shape[1], form.E.shape[0], form.F.shape[0]]
    places = [cell * sum(sizes[:k]) + GAP * k for k in range(5)]  # of the four blocks, and of their end
    places = _spread(places, max(width(name) for name, _ in blocks.values()) + 4.0)
    items: list[Item] = []
    for k, name in enumerate("xyuv"):
        free = " free" if k > 1 else ""
        middle = places[k] + cell * sizes[k] / 2
        items.append(Text(middle, -GAP, (Run(name), Run(free, "muted")) if free else (Run(name),), "middle"))
    for k, words in enumerate(("r = Eᵀu − A y ≥ 0", "s = Fᵀv − Bᵀx ≥ 0", "E x = e", "F y = f")):
        items.append(Text(-8.0, places[k] + cell * sizes[k] / 2 + 3.0, (Run(words),), "end"))
    for (k, j), (name, matrix) in blocks.items():
        items.append(Text(places[j], places[k] - 3.0, (Run(name, "muted"),)))
        items += translate(_panel(matrix, cell), places[j], places[k])
    return items


def _spread(places: Sequence[float], least: float) -> list[float]:
    """Return the positions of blocks, moved apart so that every block has at least the room ``least`` for its name."""
    new_places = [places[0]]
    for place, next_place in pairwise(places):
        new_places.append(new_places[-1] + max(next_place - place, least, LINE_HEIGHT + GAP / 2))
    return new_places


def _panel(matrix: SparseMatrix, cell: float) -> list[Item]:
    """Return the frame of a matrix with its top left corner at (0, 0), and its entries.

    A square represents a positive entry, and a bar, like a minus sign, a negative one. If entries are too small,
    squares of both colors represent several positions each, in which there are entries of this sign.
    """
    per_side = ceil(SMALLEST / cell)  # positions along the side of a square
    high, wide = (ceil(size / per_side) * per_side * cell for size in matrix.shape)
    side = per_side * cell
    inset, thickness = (0.1 * cell, 0.32 * cell) if per_side == 1 else (0.0, side)
    dots: dict[str, dict[tuple[PaperPoint, ...], None]] = {"positive": {}, "negative": {}}  # without duplicates
    for i, j, value in matrix.entries:
        style, height = ("positive", side - 2 * inset) if value > 0 else ("negative", thickness)
        left, top = j // per_side * side + inset, i // per_side * side + (side - height) / 2
        dots[style][rectangle(left, top, side - 2 * inset, height)] = None
    frame = Line((*rectangle(0, 0, wide, high), (0, 0)), "pale", 0.6)
    return [frame, *(Area(tuple(rectangles), style) for style, rectangles in dots.items() if rectangles)]


def _legend(top: float) -> list[Item]:
    """Return the legend of the entries."""
    baseline = top + SIZE
    left = MARGIN + 26 + width("positive")
    return [
        Area((rectangle(MARGIN + 2, baseline - 7, 7, 7),), "positive"),
        Text(MARGIN + 14, baseline, (Run("positive"),)),
        Area((rectangle(left, baseline - 5, 7, 2.6),), "negative"),
        Text(left + 12, baseline, (Run("negative"),)),
    ]
