"""The generated tables of ``benchmarks/README.md``, each below its marker."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.tables import Table

README = Path(__file__).parent / "README.md"
RESULTS = Path(__file__).parent / "results.json"
MARKED = re.compile(r"(<!-- table: (\S+) -->\n)(?:\|.*\n)*")


def written(text: str, about: Sequence[Sequence[str]], tables: Mapping[str, Table]) -> str:
    """Return a page with the measured tables below its markers ``<!-- table: NAME -->``."""
    blocks = {name: table.lines() for name, table in tables.items()}
    blocks["about"] = Table(["measured", ""], about).lines()
    return MARKED.sub(lambda match: match[1] + "\n".join([*blocks[match[2]], ""]), text)
