"""Regular expressions that the oldest supported Python reads correctly."""

import re
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
POSSESSIVE_GROUP = re.compile(r"\)(?:[*?+]|\{[0-9,]+\})\+")


def test_no_group_has_a_possessive_quantifier() -> None:
    """Python before 3.11.5 matches too much with them; atomic groups are right in all versions."""
    possessive = [
        f"{path.relative_to(REPOSITORY)}:{number}"
        for folder in ("lemke", "examples")
        for path in sorted((REPOSITORY / folder).rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if POSSESSIVE_GROUP.search(line)
    ]
    assert not possessive
    assert POSSESSIVE_GROUP.search(r"(?:ab)*+") and not POSSESSIVE_GROUP.search(r"(?>(?:ab)*)")
