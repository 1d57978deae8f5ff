"""Pictures as PNG and PDF, drawn by matplotlib; the same picture always gives the same bytes."""

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
MAX_PIXELS = 12_000
"""The largest number of pixels on the longer side of a PNG; larger pictures have a lower resolution."""
BETWEEN_CHECKS = 32
"""How many items are drawn between two checks of the limits."""
KEPT_SETTINGS = ("backend", "interactive")
"""Settings of matplotlib that begin with one of these words keep the user's values: they do not change pictures."""
FALLBACK_FONTS = (
    "Noto Sans CJK JP",
    "Noto Sans CJK SC",
    "Hiragino Sans",
    "Yu Gothic",
    "Microsoft YaHei",
    "WenQuanYi Zen Hei",
)
"""Fonts for letters that DejaVu Sans does not have; those that are installed are used."""


def png(picture: Picture) -> bytes:
    """Return the picture as pixels, 200 per inch or fewer."""
    dots = min(DPI, MAX_PIXELS * 72 / max(picture.width, picture.height))
    return _file_content(picture, "png", {"Software": None}, dots)


def pdf(picture: Picture) -> bytes:
    """Return the picture as PDF, in its own size; texts are not converted to outlines."""
    metadata = {"CreationDate": None, "Producer": None, "Creator": None, "Title": picture.title}
    return _file_content(picture, "pdf", metadata, DPI)


def _file_content(picture: Picture, form: str, metadata: dict[str, Any], dots: float) -> bytes:
    import matplotlib as mpl
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure
    from matplotlib.font_manager import get_font_names

    class Checkpoint(Artist):
        """Checks the limits, and draws nothing: matplotlib draws all items in ``savefig``, which may take long."""

        def draw(self, renderer: object) -> None:
            limits.check()

    buffer, installed = BytesIO(), set(get_font_names())
    # matplotlib's defaults, so that a user's settings do not change the picture
    settings = {name: value for name, value in mpl.rcParamsDefault.items() if not name.startswith(KEPT_SETTINGS)}
    settings |= {"font.family": [FONT, *(name for name in FALLBACK_FONTS if name in installed)], "pdf.fonttype": 42}
    with warnings.catch_warnings(action="ignore"), mpl.rc_context(settings):  # no warnings of letters that no font has
        figure = Figure(figsize=(picture.width / 72, picture.height / 72), facecolor=PALETTE["paper"].light)
        axes = figure.add_axes((0, 0, 1, 1), xlim=(0, picture.width), ylim=(picture.height, 0))
        axes.set_axis_off()
        for order, item in enumerate(picture.items):
            limits.check()
            _draw(axes, item, order)
            if order % BETWEEN_CHECKS == 0:
                axes.add_artist(Checkpoint()).set_zorder(order)
        figure.savefig(buffer, format=form, dpi=dots, metadata=metadata)
    return buffer.getvalue()


def _draw(axes: Axes, item: Item, order: int) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    properties: dict[str, Any]
    match item:
        case Line(points) | Curve(points):
            codes = [Path.MOVETO, *([Path.CURVE4 if isinstance(item, Curve) else Path.LINETO] * (len(points) - 1))]
            # matplotlib multiplies dash lengths by the line's width
            dashes: Any = (0, (3.5 / item.width, 2.5 / item.width)) if item.dashed else "-"
            properties = {"linewidth": item.width, "linestyle": dashes, "joinstyle": "round"}
            color = PALETTE[item.style].light
            axes.add_patch(PathPatch(Path(points, codes), fill=False, edgecolor=color, zorder=order, **properties))
        case Marker():
            _draw_marker(axes, item, order)
        case Text():
            _draw_text(axes, item, order)
        case Area(points, style, opacity):
            properties = {"facecolor": PALETTE[style].light, "edgecolor": "none", "alpha": opacity, "zorder": order}
            axes.add_patch(PathPatch(Path([*points, points[0]], closed=True), **properties))
        case Dots(places, width_of_dot, height):
            outline = ((0, 0), (width_of_dot, 0), (width_of_dot, height), (0, height), (0, 0))
            corners = [(x + right, y + down) for x, y in places for right, down in outline]
            codes = [Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY] * len(places)  # all dots as one path
            color = PALETTE[item.style].light
            axes.add_patch(
                PathPatch(Path(corners, codes), facecolor=color, edgecolor="none", alpha=item.opacity, zorder=order)
            )


def _draw_marker(axes: Axes, marker: Marker, order: int) -> None:
    from matplotlib.patches import Circle, Polygon

    color = PALETTE[marker.style].light
    properties: dict[str, Any] = {"facecolor": color, "edgecolor": "none", "zorder": order}
    if marker.hollow:
        properties |= {"facecolor": PALETTE["paper"].light, "edgecolor": color, "linewidth": RIM, "joinstyle": "round"}
    if marker.shape in ("disc", "ring"):  # a rim is drawn inside the marker's size
        axes.add_patch(Circle((marker.x, marker.y), marker.size - (RIM / 2 if marker.hollow else 0), **properties))
    else:
        axes.add_patch(Polygon(marker.corners, closed=True, **properties))


def _draw_text(axes: Axes, text: Text, order: int) -> None:
    left = text.box.left
    properties: dict[str, Any] = {"fontsize": text.size, "weight": "bold" if text.bold else "normal", "zorder": order}
    for run in text.runs:
        properties |= {"color": PALETTE[run.style].light, "style": "italic" if run.italic else "normal"}
        axes.text(left, text.y, run.words, verticalalignment="baseline", parse_math=False, **properties)
        left += width(run.words, text.size, text.bold)
