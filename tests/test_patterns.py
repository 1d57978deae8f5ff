"""Regular expressions as the oldest Python takes them."""

import re
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
POSSESSIVE_GROUP = re.compile(r"\)(?:[*?+]|\{[0-9,]+\})\+")


def test_no_group_has_a_possessive_quantifier() -> None:
    """Python before 3.11.5 lets them match what they should not; atomic groups are right everywhere."""
    possessive = [
        f"{path.relative_to(REPOSITORY)}:{number}"
        for folder in ("lemke", "examples")
        for path in sorted((REPOSITORY / folder).rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if POSSESSIVE_GROUP.search(line)
    ]
    assert not possessive
    assert POSSESSIVE_GROUP.search(r"(?:ab)*+") and not POSSESSIVE_GROUP.search(r"(?>(?:ab)*)")
