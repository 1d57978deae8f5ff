"""Pictures drawn by matplotlib: as PNG and PDF, or on a given Axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, cast

from lemke.show.drawing.picture import LIGHT, RIM, Area, Line, Marker, Picture, Text
from lemke.show.drawing.words import FONT, width
from lemke.show.plots import file_content

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_PIXELS = 12_000
"""The largest number of pixels on the longer side of a PNG; larger pictures have a lower resolution."""
FALLBACK_FONTS = ("Noto Sans CJK JP", "Noto Sans CJK SC", "Hiragino Sans", "Yu Gothic", "Microsoft YaHei")
"""Fonts for letters that DejaVu Sans does not have; those that are installed are used."""


def render(picture: Picture, form: Literal["png", "pdf"]) -> str | bytes:
    """Return the picture as PNG, 200 pixels per inch or fewer, or as PDF, in its own size and with texts as texts."""
    from matplotlib import style
    from matplotlib.figure import Figure

    with style.context("default"):  # a user's settings do not change the picture
        figure = Figure(figsize=(picture.width / 72, picture.height / 72), facecolor=LIGHT["paper"])
        paint(picture, figure.add_axes((0, 0, 1, 1)))
        most = int(MAX_PIXELS * 72 / max(picture.width, picture.height))
        return file_content(figure, form, picture.title, most)


def paint(picture: Picture, axes: Axes) -> None:
    """Draw a picture on an Axes, as large as the Axes is now; a unit of its coordinates is a point of the picture."""
    from matplotlib.font_manager import get_font_names

    axes.set(xlim=(0, picture.width), ylim=(picture.height, 0), aspect="equal")
    axes.set_axis_off()
    box = axes.get_window_extent()
    dots = min(box.width / picture.width, box.height / picture.height)  # per point of the picture
    scale = round(dots * 72 / cast("Figure", axes.get_figure()).dpi, 9)
    installed = set(get_font_names())
    fonts = [FONT, *(name for name in FALLBACK_FONTS if name in installed)]
    for order, item in enumerate(picture.items):
        if isinstance(item, Text):
            _write(axes, item, scale, {"zorder": order, "family": fonts})
        else:
            _fill(axes, item, scale, order)


def _fill(axes: Axes, item: Line | Area | Marker, scale: float, order: int) -> None:
    """Draw a line, an area or a marker as one patch."""
    from matplotlib.patches import Circle, PathPatch
    from matplotlib.path import Path

    color = LIGHT[item.style]
    filled = {"facecolor": color, "edgecolor": "none", "zorder": order}
    stroke = {"edgecolor": color, "joinstyle": "round", "zorder": order}
    match item:
        case Line():
            codes = [Path.MOVETO, *[Path.CURVE4 if item.curved else Path.LINETO] * (len(item.points) - 1)]
            # matplotlib multiplies dash lengths by the line's width
            dashes: Any = (0, (3.5 / item.width, 2.5 / item.width)) if item.dashed else "-"
            properties: dict[str, Any] = {**stroke, "linewidth": item.width * scale, "linestyle": dashes}
            axes.add_patch(PathPatch(Path(item.points, codes), fill=False, **properties))
        case Area():
            polygons = [Path([*polygon, polygon[0]], closed=True) for polygon in item.polygons]
            axes.add_patch(PathPatch(Path.make_compound_path(*polygons), alpha=item.opacity, **filled))
        case Marker():
            properties = filled
            if item.hollow:
                properties = {**stroke, "facecolor": LIGHT["paper"], "linewidth": RIM * scale}
            if corners := item.corners:
                axes.add_patch(PathPatch(Path([*corners, corners[0]], closed=True), **properties))
            else:
                axes.add_patch(Circle((item.x, item.y), item.radius, **properties))


def _write(axes: Axes, text: Text, scale: float, properties: dict[str, Any]) -> None:
    """Write the runs of a text one after the other."""
    left = text.box.left
    properties |= {"fontsize": text.size * scale, "weight": "bold" if text.bold else "normal", "parse_math": False}
    for run in text.runs:
        properties |= {"color": LIGHT[run.style], "style": "italic" if run.italic else "normal"}
        axes.text(left, text.y, run.words, verticalalignment="baseline", **properties)
        left += width(run.words, text.size, text.bold)
