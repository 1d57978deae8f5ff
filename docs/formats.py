"""The tables of the JSON formats of the package; `python docs/formats.py` writes them into the pages.

A heading that is the name of a format has its table below it: the first one before the next heading.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import lemke
from lemke.ground.document import Format

REFERENCE = Path(__file__).parent / "reference"
PAGES = [REFERENCE / "json-formats.md", REFERENCE / "certificate-format.md"]
TABLE = re.compile(r"^(?P<heading>##+ (?P<name>lemke-\S+)\n(?:(?!#|\|).*\n)*\|.*\n\|[-|]+\n)(?:\|.*\n)*", re.MULTILINE)


def formats() -> dict[str, Format]:
    """The formats that any module of the package defines, by name."""
    by_name: dict[str, Format] = {}
    for module in pkgutil.walk_packages(lemke.__path__, "lemke."):
        if not module.name.endswith("__main__"):
            values = vars(importlib.import_module(module.name)).values()
            by_name |= {value.name: value for value in values if isinstance(value, Format)}
    return by_name


def lines(format: Format) -> Iterator[str]:
    """The rows of a format's table."""
    for names, *cells in format.rows:
        dashes = re.match(r"(- )*", names)[0]
        marked = ", ".join(f"`{name}`" for name in names.removeprefix(dashes).split(", "))
        filled = (f" {cell} " if cell else " " for cell in (dashes.replace("-", "–") + marked, *cells))
        yield f"|{'|'.join(filled)}|\n"


def written(page: str, known: dict[str, Format]) -> str:
    """A page with the tables below its headings that name a format."""

    def table(match: re.Match[str]) -> str:
        format = known.get(match["name"])
        return match[0] if format is None else match["heading"] + "".join(lines(format))

    return TABLE.sub(table, page)


if __name__ == "__main__":
    known = formats()
    for path in PAGES:
        path.write_text(written(path.read_text(encoding="utf-8"), known), encoding="utf-8")
