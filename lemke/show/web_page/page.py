"""The page: the filled template, with its style, its script and the rule that makes browsers load nothing else."""

from __future__ import annotations

import os
from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from lemke.errors import one_line
from lemke.forms.sequence_form import sequence_form
from lemke.ground.words import count, player_name
from lemke.io.source import write_atomically
from lemke.show.drawing import draw
from lemke.show.web_page import board, sections
from lemke.show.web_page.board import TemplateValues
from lemke.show.web_page.subject import Subject, number

if TYPE_CHECKING:
    from jinja2 import Template


@dataclass(frozen=True, repr=False)
class WebPage:
    """A report, which shows itself in a notebook.

    Attributes
    ----------
    title : str
    html : str
        The page as one text; it loads nothing.
    exit_status : int
        0 if all that the page claims is proved, 1 if a claim is false or not proved, 4 if only beliefs are open.
    """

    title: str
    html: str
    exit_status: int = 0

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file, or to the standard output for ``-``; an InputError if it cannot be written."""
        write_atomically(path, self.html)

    def _repr_html_(self) -> str:
        """Return a frame with the page, whose style and script neither see nor change the notebook."""
        frame = 'sandbox="allow-scripts allow-downloads" style="width: 100%; height: 48rem; border: 0"'
        return f'<iframe title="{escape(self.title)}" {frame} srcdoc="{escape(self.html)}"></iframe>'

    def __repr__(self) -> str:
        return f"<WebPage {self.title!r}>"


def page(subject: Subject) -> WebPage:
    """Return the page. It loads nothing, and the same subject always gives the same text.

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
    title = one_line(subject.game.title) or "Untitled game"
    values: TemplateValues = {
        "boards": boards,
        "files": list(map(sections.file_values, subject.files)),
        "form": form,
        "losses": None if single is None else sections.losses(single),
        "names": [player_name(subject.game.players, player) for player in (0, 1)],
        "plans": [] if single is None else list(sections.plans(single)),
        "script": script,
        "script_hash": f"'sha256-{digest}'",
        "sets": count(boards[0]["count"], "information set") if boards else "",
        "single": single,
        "sparsity": "" if form is None else draw(form).svg,
        "style": _file_text("report.css"),
        "title": title,
    }
    if subject.path is not None:
        values["path_picture"] = sections.data_uri("image/svg+xml", draw(subject.path).svg)
    html = _template().render(vars(subject) | values)
    return WebPage(f"{title}: {subject.headline.title}", html, subject.status)


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
    environment.filters |= {"named": sections.named_table, "number": number, "one_line": one_line}
    environment.globals["zip"] = zip
    return environment.get_template("report.html.jinja")


def _file_text(name: str) -> str:
    """Return the text of a file in this folder."""
    return files("lemke.show.web_page").joinpath(name).read_text(encoding="utf-8")
