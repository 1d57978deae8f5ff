"""Faults of a picture: texts that overlap, leave the paper or are crossed by lines; links that cross other nodes.

They are found from the picture's plain data. Lines and curves are followed in steps of about a point.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from lemke.show.drawing.picture import Line, Marker, Picture, Text


def texts_of(picture: Picture) -> list[Text]:
    """The texts of a picture."""
    return [item for item in picture.items if isinstance(item, Text)]


def markers_of(picture: Picture) -> list[Marker]:
    """The markers of a picture."""
    return [item for item in picture.items if isinstance(item, Marker)]


def faults(picture: Picture) -> list[str]:
    """The faults of a picture, in words."""
    return [*overlaps(picture), *crossings(picture)]


def overlaps(picture: Picture) -> Iterator[str]:
    """Boxes of texts and nodes that overlap or are not on the paper."""
    boxes = [(text.words, text.box) for text in texts_of(picture)]
    boxes += [(f"node at {marker.x:.0f}, {marker.y:.0f}", marker.box) for marker in markers_of(picture)]
    for name, box in boxes:
        if min(box.left, box.top) < 0 or box.right > picture.width or box.bottom > picture.height:
            yield f"{name!r} is not on the paper"
    sides = np.array([box for _, box in boxes])
    left, top, right, bottom = (side[:, None] for side in sides.T)
    meet = (left < right.T) & (left.T < right) & (top < bottom.T) & (top.T < bottom)
    for first, second in np.argwhere(np.triu(meet, 1)).tolist():
        yield f"{boxes[first][0]!r} meets {boxes[second][0]!r}"


def crossings(picture: Picture) -> Iterator[str]:
    """Texts that lines cross, and nodes that lines cross without ending there."""
    texts = np.array([text.box for text in texts_of(picture)]).reshape(-1, 4) + np.array([0.5, 1.0, -0.5, -1.6])
    nodes = np.array([marker.box for marker in markers_of(picture)]).reshape(-1, 4)
    centres = np.array([(marker.x, marker.y) for marker in markers_of(picture)]).reshape(-1, 2)
    for item in picture.items:
        if isinstance(item, Line):
            steps = followed(item)
            for k in within(steps, texts):
                yield f"{item.style} runs over {texts_of(picture)[k].words!r}"
            corners = np.array(item.points)
            for k in within(steps, nodes):
                if np.abs(corners - centres[k]).sum(axis=1).min() > 0.01:
                    yield f"{item.style} runs over the node at {centres[k]}"


def followed(item: Line) -> np.ndarray:
    """Points along a line or curve."""
    corners = np.array(item.points, dtype=float)
    points = []
    pieces = pairwise(corners)
    if item.curved:
        pieces = zip(corners[0::3], corners[1::3], corners[2::3], corners[3::3], strict=False)
    for piece in pieces:
        length = np.abs(piece[-1] - piece[0]).max()
        t = np.linspace(0, 1, 2 + int(length))[:, None]
        while len(piece) > 1:  # de Casteljau
            piece = [(1 - t) * a + t * b for a, b in pairwise(piece)]
        points.append(piece[0])
    return np.concatenate(points)


def within(points: np.ndarray, boxes: np.ndarray) -> list[int]:
    """The boxes in which a point lies."""
    x, y = points[:, :1], points[:, 1:]
    left, top, right, bottom = boxes.T
    return np.flatnonzero(((left < x) & (x < right) & (top < y) & (y < bottom)).any(axis=0)).tolist()
