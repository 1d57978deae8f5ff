"""What is found of a refinement: whether a profile has it, and what speaks against it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from lemke.certificate.dominated import Dominated
    from lemke.certificate.dominated_moves import DominatedMoves

RefinementStanding: TypeAlias = Literal["holds", "refuted", "not proved", "open"]
"""How a refinement stands: ``open`` if nothing speaks against it, and the beliefs that would prove it are not known."""


class RefinementFinding(NamedTuple):
    """What speaks against a refinement, in words, nothing if it holds; and what is dominated, if that refutes it."""

    objections: Sequence[str]
    standing: RefinementStanding
    dominated: Dominated | DominatedMoves | None = None
