"""The page: the filled template, with its style, its script and the rule that makes browsers load nothing else."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING

from lemke.errors import one_line
from lemke.forms.sequence_form import sequence_form
from lemke.ground.rational import text
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
    script = _file_text("report.js")
    script_text = f"\n{script}"  # the text of the page's script element, which begins with a line feed
    digest = b64encode(sha256(script_text.encode()).digest()).decode("ascii")
    boards = list(board.boards(subject.views))
    # the verdict for sections about a single profile; None if there are several, or numbers depend on a parameter
    single = subject.views[0].verdict if len(subject.views) == 1 and subject.digest else None
    form = sequence_form(subject.game) if subject.digest else None
    values: TemplateValues = {
        "boards": boards,
        "files": list(map(sections.file_values, subject.files)),
        "limits": sections,
        "losses": None if single is None else sections.losses(single),
        "matrices": [] if form is None else sections.matrices(form),
        "names": [player_name(subject.game.players, player) for player in (0, 1)],
        "origin": [] if subject.equilibrium is None else sections.found_by(subject.equilibrium),
        "script": script,
        "script_hash": f"'sha256-{digest}'",
        "sets": count(boards[0]["count"], "information set") if boards else "",
        "single": single,
        "sparsity": "" if form is None else draw(form).svg,
        "style": _file_text("report.css"),
        "title": one_line(subject.game.title) or "Untitled game",
    }
    if subject.path is not None:
        values |= {
            "path_picture": sections.data_uri("image/svg+xml", draw(subject.path).svg),
            "rises": {after.number for before, after in pairwise(subject.path) if after.z0 > before.z0},
            "turns": subject.path.to_table().notes[0],
        }
    return _template().render(vars(subject) | values)


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
    environment.filters |= {"count": count, "exact": text, "number": number, "one_line": one_line}
    environment.filters["set_name"] = sections.set_name
    environment.globals["zip"] = zip
    return environment.get_template("report.html.jinja")


def _file_text(name: str) -> str:
    """Return the text of a file in this folder."""
    return files("lemke.show.web_page").joinpath(name).read_text(encoding="utf-8")
