"""What became of the games that an outside solver was put to: for people, as Markdown, and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

from gmpy2 import mpq

from lemke.errors import one_line
from lemke.ground.document import Document, Format
from lemke.ground.rational import decimal, short, text
from lemke.ground.tables import WIDEST, Table, page_table
from lemke.ground.words import count

CHALLENGE = Format(
    "lemke-challenge/1",
    """
command, timeout, normalize | text, text, true or false | as asked for; seconds as decimals
summary | object | verdicts, and how many games
games | list |
- name, verdict, message | texts |
- seconds | a decimal as text |
- profiles | whole | how many were printed
- regret | number, null | the largest
- defect | number, null | the largest of a sum that was divided
""",
)

Verdict: TypeAlias = Literal["right", "wrong", "malformed", "no answer", "crashed", "timed out", "refused", "skipped"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of a game.

    Attributes
    ----------
    name : str
        Of the game.
    verdict : str
        ``right``: every profile printed has regret exactly 0 for both players, and whatever else is stated is true.
        ``wrong``: not so. ``malformed``: no profiles of the game are printed. ``no answer``: nothing is printed.
        ``crashed``: the exit status is not 0. ``timed out``. ``refused``: the exit status is
        :data:`lemke.studies.challenge.REFUSED`. ``skipped``: the solver was not run, as the game is not one of two
        players with perfect recall.
    message : str
        In words, what is wrong.
    seconds : float
        From the start of the process to its end.
    profiles : int
        That were printed.
    regret : mpq | None
        The largest of either player in any of the profiles; None if there are none.
    defect : mpq | None
        The sum of probabilities at an information set that misses 1 by most, less 1; None unless sums were divided.
    """

    name: str
    verdict: Verdict
    message: str = ""
    seconds: float = 0.0
    profiles: int = 0
    regret: mpq | None = None
    defect: mpq | None = None

    def cells(self) -> Iterator[str]:
        """Yield the cells of the table for people; a regret is a fraction, unless that is long, and a decimal."""
        exactly = "" if self.regret is None else text(self.regret)
        yield from (self.name, self.verdict, exactly if len(exactly) <= WIDEST else "")
        yield decimal(self.regret) if self.regret else ""
        yield "" if self.verdict == "skipped" else f"{self.seconds:.2f}"
        defect = f"largest defect of a sum {short(self.defect)}" if self.defect else ""
        yield "; ".join(filter(None, [one_line(self.message), defect]))


def judgements_document(command: str, timeout: float, normalize: bool, judgements: Sequence[Judgement]) -> Document:
    """Return a table of the games, and how many each verdict is on."""
    return Document(
        lambda: [_table(judgements), "", _sentence(judgements)],
        CHALLENGE,
        lambda: {
            "command": command,
            "timeout": f"{timeout:.15g}",
            "normalize": normalize,
            "summary": _summary(judgements),
            "games": [asdict(judgement) | {"seconds": f"{judgement.seconds:.3f}"} for judgement in judgements],
        },
        spread=True,
    )


def judgements_markdown(judgements: Sequence[Judgement]) -> str:
    """Return the same table in Markdown."""
    table = _table(judgements)
    rules = ["---:" if k in (table.right or ()) else "---" for k in range(len(table.columns))]
    rows = [[one_line(str(cell)).replace("\\", "\\\\").replace("|", "\\|") for cell in row] for row in table.rows]
    lines = [f"| {' | '.join(row)} |" for row in (table.columns, rules, *rows)]
    return "\n".join([*lines, "", _sentence(judgements)]) + "\n"


def _table(judgements: Sequence[Judgement]) -> Table:
    columns = ["game", "verdict", "regret", "about", "seconds", "message"]
    return page_table([list(judgement.cells()) for judgement in judgements], columns, indent="", right={4})


def _summary(judgements: Sequence[Judgement]) -> dict[str, int]:
    """Return verdicts and how many games, in the order of their first appearance."""
    return dict(Counter(judgement.verdict for judgement in judgements))


def _sentence(judgements: Sequence[Judgement]) -> str:
    verdicts = ", ".join(f"{number} {verdict}" for verdict, number in _summary(judgements).items())
    return f"{count(len(judgements), 'game')}: {verdicts}."
