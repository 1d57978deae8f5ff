"""Code that all plots share: colors, legends, labels, and figures as files."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal

from lemke.errors import one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6d31")
"""Colors that nearly everybody can tell apart (M. Okabe and K. Ito 2002), and one more."""
STYLES = ("-", "--", ":", "-.")
"""Line styles of several curves in one color."""
LABEL_LENGTH = 24
"""The largest number of characters of a line in a legend; a title may have three times as many."""
DPI = 200
DIGITS = 4
"""Decimals of positions in a figure, as fractions of its size."""


def titled_figure(figure: Figure, title: str) -> Figure:
    """Return the figure after adding a title above all its axes."""
    figure.suptitle(plain_label(title, 3 * LABEL_LENGTH), fontsize="medium")
    return figure


def add_legend(axes: Axes, title: str, lines: Sequence[Line2D]) -> None:
    """Put a legend to the right of the axes, where it hides no curve, and a grid behind the curves."""
    # matplotlib leaves out labels that begin with _, but not if a space of no width precedes the _
    names = [re.sub("^_", "\N{ZERO WIDTH SPACE}_", str(line.get_label())) for line in lines]
    position: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.0), "borderaxespad": 0.0}
    axes.legend(lines, names, title=title, fontsize="small", **position)
    axes.grid(color="0.9")


def plain_label(label: str, width: int = LABEL_LENGTH) -> str:
    """Return a label as one line of at most ``width`` characters; ``$`` is escaped, as it starts math in matplotlib."""
    line = one_line(label)
    return (line if len(line) <= width else f"{line[: width - 1]}…").replace("$", r"\$")


def file_content(figure: Figure, form: Literal["svg", "png", "pdf"]) -> str | bytes:
    """Return a figure as the content of a file, always the same for the same figure. The layout is fixed by this call.

    In SVG, texts are not converted to outlines, so that the viewer can choose a font that has their letters.
    """
    import matplotlib as mpl

    buffer = BytesIO()
    # entries of files that depend on the time or on versions; None leaves them out
    metadata = {"svg": ("Date", "Creator"), "png": ("Software",), "pdf": ("CreationDate", "Creator", "Producer")}[form]
    settings: dict[Any, Any] = {"svg.hashsalt": "lemke", "svg.fonttype": "none", "pdf.fonttype": 42}
    with mpl.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the SVG viewer may have the letters
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
        for axes in figure.axes:  # rounded, as the last bits of the layout differ from run to run
            left, bottom, width, height = (round(fraction, DIGITS) for fraction in axes.get_position().bounds)
            axes.set_position((left, bottom, width, height))
        figure.savefig(buffer, format=form, metadata=dict.fromkeys(metadata), dpi=DPI)
    if form != "svg":
        return buffer.getvalue()
    return "\n".join(line.rstrip() for line in buffer.getvalue().decode().splitlines()) + "\n"
