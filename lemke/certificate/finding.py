"""Whether a profile has a refinement, and if not, why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from lemke.certificate.dominated import Dominated
    from lemke.certificate.dominated_moves import DominatedMoves

RefinementStanding: TypeAlias = Literal["holds", "refuted", "not proved", "open"]
"""Whether a refinement holds.

``not proved``: nothing refutes it, but its proof is missing or fails. ``open``, only for ``sequential``: nothing
refutes it, but the beliefs that would prove it are not known, or not known to be consistent.
"""


class RefinementFinding(NamedTuple):
    """The objections to a refinement, in words; none if it holds.

    ``dominated`` is the weak dominance that refutes it; None if it holds, is not proved, or is refuted in another way.
    """

    objections: Sequence[str]
    standing: RefinementStanding
    dominated: Dominated | DominatedMoves | None = None
