"""Code that all plots share: colours, legends, labels, and figures as files."""

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
"""Colours that nearly everybody can tell apart (M. Okabe and K. Ito 2002), and one more."""
STYLES = ("-", "--", ":", "-.")
"""Line styles of several curves in one colour."""
WIDE = 24
"""The most characters of a name in a legend."""
DPI = 200
PLACES = 4
"""Digits of positions in a picture, as shares of its size."""


def entitled(figure: Figure, title: str) -> Figure:
    """Return a figure with a title above all its axes."""
    figure.suptitle(plain(title, 3 * WIDE), fontsize="medium")
    return figure


def legend_beside(axes: Axes, title: str, lines: Sequence[Line2D]) -> None:
    """Put the legend beside the axes, where it hides no curve."""
    # matplotlib leaves out labels that begin with _, but not after a space
    names = [re.sub("^_", "\N{ZERO WIDTH SPACE}_", str(line.get_label())) for line in lines]
    place: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.0), "borderaxespad": 0.0}
    axes.legend(lines, names, title=title, fontsize="small", **place)
    axes.grid(color="0.9")


def plain(label: str, width: int = WIDE) -> str:
    """Return a short label on one line, with ``$`` escaped, which starts mathematics in matplotlib."""
    line = one_line(label)
    return (line if len(line) <= width else f"{line[: width - 1]}…").replace("$", r"\$")


def saved(figure: Figure, form: Literal["svg", "png", "pdf"]) -> str | bytes:
    """Return a figure as the content of a file, the same for the same picture; this fixes the figure's layout.

    In SVG texts stay texts, so that the viewer can choose a font that has their letters.
    """
    import matplotlib as mpl

    target = BytesIO()
    metadata = {"svg": ("Date", "Creator"), "png": ("Software",), "pdf": ("CreationDate", "Creator", "Producer")}[form]
    settings: dict[Any, Any] = {"svg.hashsalt": "lemke", "svg.fonttype": "none", "pdf.fonttype": 42}
    with mpl.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the SVG viewer may have them
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
        for axes in figure.axes:  # the last bits of the layout differ from run to run
            left, bottom, width, height = (round(share, PLACES) for share in axes.get_position().bounds)
            axes.set_position((left, bottom, width, height))
        figure.savefig(target, format=form, metadata=dict.fromkeys(metadata), dpi=DPI)
    if form != "svg":
        return target.getvalue()
    return "\n".join(line.rstrip() for line in target.getvalue().decode().splitlines()) + "\n"
