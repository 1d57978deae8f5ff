"""Code that all plots share: colors, Axes, legends, labels, and figures as files."""

from __future__ import annotations

import warnings
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal, cast

from lemke.errors import one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6d31")
"""Colors that nearly everybody can tell apart (M. Okabe and K. Ito 2002), and one more."""
STYLES = ("-", "--", ":", "-.")
"""Line styles of several curves in one color."""
LABEL_LENGTH = 24
"""The largest number of characters of a line in a legend; a title may have three times as many."""
DPI = 200
DIGITS = 4
"""Decimals of positions in a figure, as fractions of its size."""


def axes_of_new_figure(width: float, height: float) -> Axes:
    """Return the only Axes of a new figure, with its size in inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained").subplots()


def set_title(axes: Axes, title: str) -> Figure:
    """Write a title above an Axes, and return its figure."""
    axes.set_title(plain_label(title, 3 * LABEL_LENGTH), fontsize="medium")
    return cast("Figure", axes.get_figure())


def add_legend(axes: Axes, title: str) -> None:
    """Put a legend to the right of the axes, where it hides no curve, and a grid behind the curves."""
    axes.legend(title=title, fontsize="small", loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0.0)
    axes.grid(color="0.9")


def plain_label(label: str, width: int = LABEL_LENGTH) -> str:
    """Return a label as one line of at most ``width`` characters, which matplotlib prints as it is."""
    line = one_line(label)
    line = (line if len(line) <= width else f"{line[: width - 1]}…").replace("$", r"\$")  # $ starts math
    # legends leave out labels that begin with _, but not if a space of no width precedes the _
    return f"\N{ZERO WIDTH SPACE}{line}" if line.startswith("_") else line


def file_content(
    figure: Figure, form: Literal["svg", "png", "pdf"], title: str | None = None, most_dots: int = DPI
) -> str | bytes:
    """Return a figure as the content of a file, always the same for the same figure. The layout is fixed by this call.

    In SVG, texts are not converted to outlines, so that the viewer can choose a font that has their letters.
    """
    import matplotlib as mpl

    buffer = BytesIO()
    # entries of files that depend on the time or on versions; None leaves them out
    metadata = {"svg": ("Date", "Creator"), "png": ("Software",), "pdf": ("CreationDate", "Creator", "Producer")}[form]
    entries = dict.fromkeys(metadata) | ({"Title": title} if title and form == "pdf" else {})
    settings: dict[Any, Any] = {"svg.hashsalt": "lemke", "svg.fonttype": "none", "pdf.fonttype": 42}
    with mpl.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the viewer may have the letters
        if figure.get_layout_engine() is not None:
            figure.draw_without_rendering()
            figure.set_layout_engine("none")
            for axes in figure.axes:  # rounded, as the last bits of the layout differ from run to run
                left, bottom, width, height = (round(fraction, DIGITS) for fraction in axes.get_position().bounds)
                axes.set_position((left, bottom, width, height))
        figure.savefig(buffer, format=form, metadata=entries, dpi=min(DPI, most_dots))
    if form != "svg":
        return buffer.getvalue()
    return "\n".join(line.rstrip() for line in buffer.getvalue().decode().splitlines()) + "\n"
