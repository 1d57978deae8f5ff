"""The page: the filled template, with its style, its script and the rule that makes browsers load nothing else."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from lemke.certificate import Verdict
from lemke.errors import one_line
from lemke.forms.sequence_form import sequence_form
from lemke.ground.words import count, player_name
from lemke.show.drawing import draw
from lemke.show.web_page import board, sections
from lemke.show.web_page.board import TemplateValues
from lemke.show.web_page.subject import Subject, number

if TYPE_CHECKING:
    from jinja2 import Template


def page(subject: Subject) -> str:
    """Return the page as HTML. The page loads nothing, and the same subject always gives the same text.

    Labels come from files of unknown origin. So the template escapes all texts, unprintable characters are replaced by
    codes, and a rule in the page allows browsers to run only the page's own script.
    """
    game = subject.game
    script = _file_text("report.js")
    script_text = f"\n{script}"  # the text of the page's script element, which begins with a line feed
    digest = b64encode(sha256(script_text.encode()).digest()).decode("ascii")
    boards = list(board.boards(subject.views))
    # the verdict for sections about a single profile; None if there are several, or numbers depend on a parameter
    single = subject.views[0].verdict if len(subject.views) == 1 and subject.digest else None
    return _template().render(
        argument=subject.argument,
        boards=boards,
        cards=[] if single is None else list(_cards(single)),
        commands=subject.commands,
        comment=[one_line(paragraph) for paragraph in game.comment.split("\n\n") if paragraph.strip()],
        digest=subject.digest,
        equilibrium=subject.equilibrium is not None,
        facts=subject.facts,
        files=list(map(sections.file_values, subject.files)),
        origin=[] if subject.equilibrium is None else sections.found_by(subject.equilibrium),
        headline=subject.headline,
        left_out=subject.left_out,
        noun=subject.noun,
        no_path=subject.no_path,
        path=None if subject.path is None else sections.path(subject.path),
        plans=[] if single is None else list(sections.plans(single, subject.equilibrium)),
        regrets=None if single is None else sections.regrets(single),
        script=script,
        script_hash=f"'sha256-{digest}'",
        sets=count(boards[0]["count"], "information set") if boards else "",
        style=_file_text("report.css"),
        title=one_line(game.title) or "Untitled game",
        version=subject.version,
        **_form(subject),
    )


def _cards(verdict: Verdict) -> Iterator[TemplateValues]:
    """Yield the names and numbers at the top of the page: payoffs and regrets."""
    for measure, values in (("Payoff", verdict.report.payoffs), ("Regret", verdict.report.regrets)):
        for player, value in enumerate(values):
            yield {"name": f"{measure} of {player_name(verdict.game.players, player)}", "value": number(value)}


def _form(subject: Subject) -> TemplateValues:
    """Return the matrices of the sequence form and their picture; nothing if the numbers depend on a parameter."""
    if not subject.digest:
        return {"matrices": [], "sparsity": ""}
    form = sequence_form(subject.game)
    return {"matrices": list(sections.matrices(form)), "sparsity": draw(form).svg}


@cache
def _template() -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        autoescape=True,
        keep_trailing_newline=True,
        loader=PackageLoader("lemke.show.web_page", ""),
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    return environment.get_template("report.html.jinja")


def _file_text(name: str) -> str:
    """Return the text of a file in this folder."""
    return files("lemke.show.web_page").joinpath(name).read_text(encoding="utf-8")
