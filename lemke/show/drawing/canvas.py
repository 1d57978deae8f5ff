"""Pictures as PNG and PDF, by matplotlib; the same bytes for the same picture."""

from __future__ import annotations

import warnings
from io import BytesIO
from typing import TYPE_CHECKING, Any

from lemke.ground import limits
from lemke.show.drawing.picture import PALETTE, RIM, Area, Curve, Dots, Item, Line, Marker, Picture, Text
from lemke.show.drawing.words import FONT, width

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DPI = 200
WIDEST = 12_000
"""The most pixels on the longer side of a PNG; larger pictures get a coarser resolution."""
BETWEEN_CHECKS = 32
"""Items drawn between two checks of the limits."""
OF_A_SESSION = ("backend", "interactive")
"""Settings of matplotlib that are not about how pictures look."""
OTHERS = ("Noto Sans CJK JP", "Noto Sans CJK SC", "Hiragino Sans", "Yu Gothic", "Microsoft YaHei", "WenQuanYi Zen Hei")
"""Fonts for letters that DejaVu Sans lacks, where they are installed."""


def png(picture: Picture) -> bytes:
    """Return the picture as pixels, 200 per inch."""
    dots = min(DPI, WIDEST * 72 / max(picture.width, picture.height))
    return _saved(picture, "png", {"Software": None}, dots)


def pdf(picture: Picture) -> bytes:
    """Return the picture as PDF, in its size; texts stay texts."""
    metadata = {"CreationDate": None, "Producer": None, "Creator": None, "Title": picture.title}
    return _saved(picture, "pdf", metadata, DPI)


def _saved(picture: Picture, form: str, metadata: dict[str, Any], dots: float) -> bytes:
    import matplotlib as mpl
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure
    from matplotlib.font_manager import get_font_names

    class Checkpoint(Artist):
        """Draws nothing, but checks the limits when its turn comes: drawing takes most of the time."""

        def draw(self, renderer: object) -> None:
            limits.check()

    target, installed = BytesIO(), set(get_font_names())
    # matplotlib's defaults, so that a user's settings do not change the picture
    settings = {name: value for name, value in mpl.rcParamsDefault.items() if not name.startswith(OF_A_SESSION)}
    settings |= {"font.family": [FONT, *(name for name in OTHERS if name in installed)], "pdf.fonttype": 42}
    with warnings.catch_warnings(action="ignore"), mpl.rc_context(settings):  # warnings of letters that no font has
        figure = Figure(figsize=(picture.width / 72, picture.height / 72), facecolor=PALETTE["paper"].light)
        axes = figure.add_axes((0, 0, 1, 1), xlim=(0, picture.width), ylim=(picture.height, 0))
        axes.set_axis_off()
        for order, item in enumerate(picture.items):
            limits.check()
            _draw(axes, item, order)
            if order % BETWEEN_CHECKS == 0:
                axes.add_artist(Checkpoint()).set_zorder(order)
        figure.savefig(target, format=form, dpi=dots, metadata=metadata)
    return target.getvalue()


def _draw(axes: Axes, item: Item, order: int) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    look: dict[str, Any]
    match item:
        case Line(points) | Curve(points):
            codes = [Path.MOVETO, *([Path.CURVE4 if isinstance(item, Curve) else Path.LINETO] * (len(points) - 1))]
            dashes: Any = (0, (3.5 / item.width, 2.5 / item.width)) if item.dashed else "-"
            look = {"linewidth": item.width, "linestyle": dashes, "joinstyle": "round"}
            color = PALETTE[item.style].light
            axes.add_patch(PathPatch(Path(points, codes), fill=False, edgecolor=color, zorder=order, **look))
        case Marker():
            _mark(axes, item, order)
        case Text():
            _write(axes, item, order)
        case Area(points, style, opacity):
            look = {"facecolor": PALETTE[style].light, "edgecolor": "none", "alpha": opacity, "zorder": order}
            axes.add_patch(PathPatch(Path([*points, points[0]], closed=True), **look))
        case Dots(places, wide, high):
            square = ((0, 0), (wide, 0), (wide, high), (0, high), (0, 0))
            corners = [(x + a, y + b) for x, y in places for a, b in square]
            codes = [Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY] * len(places)
            color = PALETTE[item.style].light
            axes.add_patch(
                PathPatch(Path(corners, codes), facecolor=color, edgecolor="none", alpha=item.opacity, zorder=order)
            )


def _mark(axes: Axes, marker: Marker, order: int) -> None:
    from matplotlib.patches import Circle, Polygon

    color = PALETTE[marker.style].light
    look: dict[str, Any] = {"facecolor": color, "edgecolor": "none", "zorder": order}
    if marker.hollow:
        look |= {"facecolor": PALETTE["paper"].light, "edgecolor": color, "linewidth": RIM, "joinstyle": "round"}
    if marker.shape in ("disc", "ring"):
        axes.add_patch(Circle((marker.x, marker.y), marker.size - (RIM / 2 if marker.hollow else 0), **look))
    else:
        axes.add_patch(Polygon(marker.corners, closed=True, **look))


def _write(axes: Axes, text: Text, order: int) -> None:
    left = text.box.left
    look: dict[str, Any] = {"fontsize": text.size, "weight": "bold" if text.bold else "normal", "zorder": order}
    for run in text.runs:
        look |= {"color": PALETTE[run.style].light, "style": "italic" if run.italic else "normal"}
        axes.text(left, text.y, run.words, verticalalignment="baseline", parse_math=False, **look)
        left += width(run.words, text.size, text.bold)
