"""Labels and prose as Gambit 16.7 accepts them: changed as little as that needs, and always in the same way."""

from __future__ import annotations

import re
from collections.abc import Iterable

_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f]")
_UNPRINTABLE_IN_PROSE = re.compile(r"[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f]")


def quoted_label(label: str) -> str:
    r"""Return a label in quotes, made acceptable.

    >>> print(quoted_label('say "no"'))
    "say \"no\""
    """
    return in_quotes(safe(label))


def labels_in_braces(labels: Iterable[str]) -> str:
    """Return labels in braces, each in quotes, made acceptable."""
    return f"{{ {' '.join(map(quoted_label, labels))} }}"


def prologue_text(title: str, players: Iterable[str]) -> str:
    """Return the title and the players, as they stand at the beginning of a file."""
    return f"{quoted_prose(title)} {labels_in_braces(players)}"


def quoted_prose(words: str) -> str:
    """Return a title or comment in quotes, made acceptable: line ends and blanks may be as they are."""
    prose = _UNPRINTABLE_IN_PROSE.sub(" ", _ascii(words))
    return in_quotes(prose + " " if prose.endswith("\\") else prose)


def safe(label: str) -> str:
    r"""Return a label that Gambit accepts.

    >>> safe(" für\n\\")
    'f\\xfcr \\_'
    """
    if label.isascii() and label.isalnum():
        return label
    safe = " ".join(_UNPRINTABLE.sub(" ", _ascii(label)).split())
    return safe + "_" if safe.endswith("\\") else safe


def _ascii(words: str) -> str:
    return words.encode("ascii", "backslashreplace").decode("ascii")


def in_quotes(words: str) -> str:
    """Return a text that Gambit accepts in quotes."""
    return '"' + words.replace('"', '\\"') + '"'
