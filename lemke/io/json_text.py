"""How JSON is laid out."""

from collections.abc import Iterable, Iterator

from lemke.ground.document import dumps
from lemke.ground.document import pieces as pieces_from

__all__ = ["dumps", "pieces"]


def pieces(members: Iterable[tuple[str, object]]) -> Iterator[str]:
    """Yield pieces."""
    return pieces_from(members, 3)
