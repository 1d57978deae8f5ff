"""The refinements of Nash equilibrium as a picture, from the tables here; `python docs/lattice.py` writes it."""

from pathlib import Path

from boxes import document, text_style

PICTURE = Path(__file__).parent / "pictures" / "refinements.svg"
WIDTH, HEIGHT, TOP, BOX, ROW = 560, 240, 12, 190, 60
STYLE = (
    text_style(13)
    + """\
  .box { fill: light-dark(#eef2f7, #1f252d); stroke: light-dark(#b6c2d1, #46525f); }
  .edge { stroke: light-dark(#57606a, #a9b1bb); fill: none; }
"""
)
LEFT, MIDDLE, RIGHT = 130, 280, 430
PLACES = {
    "quasi-perfect": (LEFT, 0),
    "extensive-form perfect": (RIGHT, 0),
    "normal-form perfect": (LEFT, 1),
    "sequential": (RIGHT, 1),
    "subgame perfect": (RIGHT, 2),
    "Nash": (MIDDLE, 3),
}
"""For each refinement the middle of its box, and its row from above."""
EDGES = (
    ("quasi-perfect", "normal-form perfect"),
    ("quasi-perfect", "sequential"),
    ("extensive-form perfect", "sequential"),
    ("sequential", "subgame perfect"),
    ("normal-form perfect", "Nash"),
    ("subgame perfect", "Nash"),
)
"""Pairs of a refinement and one that it implies."""


def picture() -> str:
    """The lattice as SVG."""
    parts = ['<defs><marker id="head" markerWidth="10" markerHeight="10" refX="8" refY="4" orient="auto">']
    parts.append('<path class="edge" d="M0 0 L8 4 L0 8"/></marker></defs>')
    for stronger, weaker in EDGES:
        (x, row), (end, below) = PLACES[stronger], PLACES[weaker]
        end += (x - end) // 4  # two edges that end at one box end apart
        line = f"M{x} {TOP + row * ROW + 30} L{end} {TOP + below * ROW}"
        parts.append(f'<path class="edge" marker-end="url(#head)" d="{line}"/>')
    for name, (x, row) in PLACES.items():
        top = TOP + row * ROW
        parts.append(f'<rect class="box" x="{x - BOX / 2:g}" y="{top}" width="{BOX}" height="30" rx="5"/>')
        parts.append(f'<text x="{x}" y="{top + 20}" text-anchor="middle">{name}</text>')
    words = "An arrow goes from a refinement to one that it implies."
    return document("lattice", "Refinements", words, (WIDTH, HEIGHT), STYLE, parts)


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
