"""The corners of markers."""

from __future__ import annotations

from lemke.show.drawing.picture import Marker, Point

RIM = 1.6
"""How thick the rim of a hollow marker is."""


def outline(marker: Marker) -> list[Point]:
    """Return the corners of a marker that has some."""
    x, y, r = marker.x, marker.y, marker.size
    match marker.shape:
        case "diamond":
            return [(x - r, y), (x, y - r), (x + r, y), (x, y + r)]
        case "rightward":
            return [(x - r, y), (x + r, y - r), (x + r, y + r)]
        case "downward":
            return [(x, y - r), (x + r, y + r), (x - r, y + r)]
    r = r * 0.9 - (RIM / 2 if marker.shape == "frame" else 0)
    return [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]
