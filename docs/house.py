"""The house as a picture, from the table in tests/test_house.py; `python docs/house.py` writes it."""

import sys
from pathlib import Path

DOCS = Path(__file__).parent
sys.path[:0] = [str(DOCS), str(DOCS.parent / "tests")]

from boxes import document, text_style  # noqa: E402

from test_house import HOUSE  # noqa: E402

WIDTH, HEIGHT, GAP, LETTER = 560, 54, 8, 6.7
STYLE = (
    text_style(12)
    + """\
  .room { font-family: ui-monospace, 'DejaVu Sans Mono', monospace; font-size: 11px; }
  .storey { fill: light-dark(#eef2f7, #1f252d); stroke: light-dark(#b6c2d1, #46525f); }
  .box { fill: light-dark(#fff, #14171c); stroke: light-dark(#b6c2d1, #46525f); }
  .arrow { stroke: light-dark(#57606a, #a9b1bb); fill: none; }
"""
)


def storey(name: str, rooms: list[str], top: float) -> list[str]:
    """A storey, its name, and its rooms from left to right."""
    width = WIDTH - 5 * GAP
    parts = [f'<rect class="storey" x="{GAP}" y="{top:g}" width="{width}" height="{HEIGHT - GAP}" rx="6"/>']
    parts.append(f'<text x="{2 * GAP}" y="{top + 27:g}">{name}</text>')
    left = 12.0 * GAP
    for room in rooms:
        wide = LETTER * len(room) + 2 * GAP
        parts.append(f'<rect class="box" x="{left:g}" y="{top + 12:g}" width="{wide:g}" height="22" rx="3"/>')
        centre = left + wide / 2
        parts.append(f'<text class="room" x="{centre:g}" y="{top + 27:g}" text-anchor="middle">{room}</text>')
        left += wide + GAP
    return parts


def picture() -> str:
    """The house as SVG."""
    parts, top = [], float(GAP)
    for name, rooms in reversed(HOUSE):
        parts += storey(name, rooms.split(), top)
        top += HEIGHT
    x = WIDTH - 2 * GAP
    parts.append(f'<path class="arrow" d="M{x} 16 V{top - 16:g} m-5 -7 l5 7 l5 -7"/>')
    parts.append(f'<text transform="translate({x - 6} {top / 2:g}) rotate(-90)" text-anchor="middle">imports</text>')
    words = "Storeys with their rooms; imports go down, and to the left within a storey, never back up."
    return document("house", "The house", words, (WIDTH, top), STYLE, parts)


if __name__ == "__main__":
    (DOCS / "pictures" / "house.svg").write_text(picture(), encoding="utf-8")
