"""The pictures of a page: the game tree with the profile, and where the sequence form has nonzeros."""

from __future__ import annotations

from lemke.forms.sequence_form import SequenceForm
from lemke.show.drawing import matrix_svg, tree_svg
from lemke.show.web_page.subject import Subject


def tree(subject: Subject) -> str:
    """Return the tree as an inline SVG."""
    return tree_svg(subject.verdict.game, subject.verdict.claim.profile)


def sparsity(form: SequenceForm) -> str:
    """Return where the nonzeros of the sequence form are as an inline SVG."""
    return matrix_svg(form)
