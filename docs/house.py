"""The house as a picture, from the table in tests/test_layers.py; `python docs/house.py` writes it."""

import sys
from pathlib import Path

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent / "tests"))

from test_layers import HOUSE  # noqa: E402

# From the roof down: storeys that stand side by side, with their widths in rooms.
PLAN = (
    (("top", 6),),
    (("upstairs", 3), ("doors", 1.6), ("adapters", 1.4)),
    (("bridges", 4), ("generators", 2)),
    (("algebra", 2.4), ("game tower", 3.6)),
    (("ground", 6),),
)
WIDTH, UNIT, ROW, LINE, GAP, LETTER = 760, 120, 40, 26, 8, 6.7
STYLE = """
  svg { color-scheme: light dark; background: light-dark(#fff, #14171c); }
  text { font: 12px system-ui, 'DejaVu Sans', Verdana, sans-serif; fill: light-dark(#1b1f24, #e8eaed); }
  .room { font-family: ui-monospace, 'DejaVu Sans Mono', monospace; font-size: 11px; }
  .storey { fill: light-dark(#eef2f7, #1f252d); stroke: light-dark(#b6c2d1, #46525f); }
  .box { fill: light-dark(#fff, #14171c); stroke: light-dark(#b6c2d1, #46525f); }
  .arrow { stroke: light-dark(#57606a, #a9b1bb); fill: none; }
"""


def lines(rooms: list[str], width: float) -> list[list[str]]:
    """The rooms in lines of this width."""
    found: list[list[str]] = [[]]
    used = 0.0
    for room in rooms:
        need = LETTER * len(room) + 3 * GAP
        if found[-1] and used + need > width:
            found.append([])
            used = 0.0
        found[-1].append(room)
        used += need
    return found


def storey(name: str, rooms: list[list[str]], left: float, top: float, width: float, height: float) -> list[str]:
    """A storey, its name, and its rooms from left to right."""
    parts = [f'<rect class="storey" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="6"/>']
    parts.append(f'<text x="{left + GAP:g}" y="{top + 16:g}">{name}</text>')
    for row, each in enumerate(rooms):
        x, y = left + GAP, top + 24 + row * LINE
        for room in each:
            wide = LETTER * len(room) + 2 * GAP
            parts.append(f'<rect class="box" x="{x:g}" y="{y:g}" width="{wide:g}" height="20" rx="3"/>')
            parts.append(f'<text class="room" x="{x + wide / 2:g}" y="{y + 14:g}" text-anchor="middle">{room}</text>')
            x += wide + GAP
    return parts


def picture() -> str:
    """The house as SVG."""
    rooms = {name: names.split() for name, names, _ in HOUSE}
    parts, top = [], float(GAP)
    for band in PLAN:
        filled = [(name, lines(rooms[name], UNIT * units - 2 * GAP), UNIT * units - GAP) for name, units in band]
        height, left = 26 + LINE * max(len(each) for _, each, _ in filled), float(GAP)
        for name, each, width in filled:
            parts += storey(name, each, left, top, width, height)
            left += width + GAP
        top += height + GAP
    parts.append(f'<path class="arrow" d="M744 16 V{top - 16:g} m-5 -7 l5 7 l5 -7"/>')
    parts.append(f'<text transform="translate(738 {top / 2:g}) rotate(-90)" text-anchor="middle">imports</text>')
    words = "Storeys with their rooms; imports go down, and to the left within a storey, never back up."
    title = f'<title id="house-title">The house</title><desc id="house-desc">{words}</desc>'
    opening = f'viewBox="0 0 {WIDTH} {top:g}" role="img" aria-labelledby="house-title house-desc"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{top:g}" {opening}>\n{title}\n'
        f"<style>{STYLE}</style>\n" + "\n".join(parts) + "\n</svg>\n"
    )


if __name__ == "__main__":
    (DOCS / "pictures" / "house.svg").write_text(picture(), encoding="utf-8")
