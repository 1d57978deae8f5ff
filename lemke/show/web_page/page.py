"""The page: its content, the filled template, and the rule that makes browsers load nothing else."""

from __future__ import annotations

import os
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from gmpy2 import mpq

from lemke.certificate import Verdict
from lemke.errors import one_line
from lemke.forms.sequence_form import TracingPath, sequence_form
from lemke.game import Game, InformationSet
from lemke.game.played import origin_lines
from lemke.game.tree import unique_names
from lemke.ground.rational import decimal, text
from lemke.ground.table import Table
from lemke.ground.words import count, player_name
from lemke.io.source import write_atomically
from lemke.show.drawing import draw
from lemke.show.web_page.board import TemplateValues, View, boards

if TYPE_CHECKING:
    from jinja2 import Template

UNSTATED = "not stated; all moves equally likely"
SHORT = 40
"""A number with more characters is folded; a regret with more characters is rounded."""
MAX_TEXT = 100_000
"""The largest size in bytes of a file whose text is also shown."""
MAX_FRACTION = 1000
"""The largest number of characters of a fraction; for a longer one the page has only the length and a decimal."""


@dataclass(frozen=True)
class Subject:
    """The content of a page: profiles of a game, and statements about them. :mod:`lemke.studies.report` collects it."""

    game: Game
    headline: str  # a few words
    sentence: str  # below the headline
    # "good": all claims are proved. "bad": a claim is false or not proved; a profile without claimed regrets counts as
    # the claim that it is an equilibrium. "neutral": the claims are true, but a profile with claimed regrets is no
    # equilibrium, or the list of equilibria is not complete.
    tone: str
    views: Sequence[View]
    facts: Sequence[tuple[str, str]]  # names and values of facts about the game
    digest: str  # the SHA-256 of the game; empty if its numbers depend on a parameter
    files: Sequence[tuple[str, str, str, str]]  # texts to save: name, media type, text, and a sentence about it
    version: str  # of this package
    remarks: Sequence[str] = ()  # sentences below the first one
    origin: Sequence[tuple[str, str]] = ()  # names and values of facts about how the equilibrium was found
    noun: str = "equilibrium"  # what a view shows
    left_out: str = ""  # how many profiles have no view, in words; empty if every profile has one
    path: TracingPath[Any] | None = None  # the path that led to the equilibrium
    no_path: str = ""  # a sentence that says why there is no path
    status: int = 0  # 0: all claims are proved. 4: no claim is refuted, but some are not proved. 1: a claim is false


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
    profiles = list(boards(subject.views))
    # the verdict for sections about a single profile; None if there are several, or numbers depend on a parameter
    single = subject.views[0].verdict if len(subject.views) == 1 and subject.digest else None
    form = sequence_form(subject.game) if subject.digest else None
    title = one_line(subject.game.title) or "Untitled game"
    values: TemplateValues = {
        "boards": profiles,
        "files": [file_values(*file) for file in subject.files],
        "form": form,
        "losses": None if single is None else losses(single),
        "names": [player_name(subject.game.players, player) for player in (0, 1)],
        "plans": [] if single is None else list(plans(single)),
        "script": script,
        "script_hash": f"'sha256-{digest}'",
        "sets": count(profiles[0]["count"], "information set") if profiles else "",
        "single": single,
        "sparsity": "" if form is None else draw(form).svg,
        "style": _file_text("report.css"),
        "title": title,
    }
    if subject.path is not None:
        values["path_picture"] = data_uri("image/svg+xml", draw(subject.path).svg)
    html = _template().render(vars(subject) | values)
    return WebPage(f"{title}: {subject.headline}", html, subject.status)


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
    environment.filters |= {"named": named_table, "number": number, "one_line": one_line}
    environment.globals["zip"] = zip
    return environment.get_template("report.html.jinja")


def _file_text(name: str) -> str:
    """Return the text of a file in this folder."""
    return files("lemke.show.web_page").joinpath(name).read_text(encoding="utf-8")


def number(value: mpq) -> dict[str, str]:
    """Return a number for the page.

    ``exact`` is the fraction, empty if it is too long for the page; ``decimal`` is empty for an integer that is shown
    in full; ``sizes`` tells how many digits the fraction has, if the reader must unfold it, and is otherwise empty.

    >>> number(mpq(1, 3)), number(mpq(10) ** 50)["sizes"]
    ({'exact': '1/3', 'decimal': '0.333333', 'sizes': ''}, '51 digits')
    """
    exact = text(value)
    parts = exact.lstrip("-").split("/")
    sizes = " / ".join(count(len(part), "digit") for part in parts) if len(exact) > SHORT else ""
    decimal_text = "" if value.denominator == 1 and not sizes else decimal(value)
    return {"exact": exact if len(exact) <= MAX_FRACTION else "", "decimal": decimal_text, "sizes": sizes}


def headline(verdict: Verdict, solved: bool) -> dict[str, Any]:
    """Return the members of a Subject that say the verdict on a profile and on the claims about the profile.

    ``solved`` is true if a solver found the profile, and false if the user gave it.
    """
    # remarks on claims that hold begin with "It is"; the others come before them
    remarks = sorted(map(one_line, verdict.remarks()), key=lambda remark: remark.startswith("It is "))
    remarks += [] if solved else origin_lines(verdict.profile)
    proved = verdict.is_equilibrium
    title = "an equilibrium, proved" if proved else "not an equilibrium"
    sentence = verdict.sentence(SHORT, "An equilibrium, proved")
    if proved and not verdict.holds:  # the first remark, on a claim that fails, becomes the sentence
        title = "not all that is claimed holds"
        sentence, remarks = remarks[0], [sentence, *remarks[1:]]
    elif not proved and verdict.holds:
        title = "not an equilibrium, as stated"
    tone = ("good" if proved else "neutral") if verdict.holds else "bad"
    return {"headline": title, "sentence": sentence, "tone": tone, "remarks": remarks}


def losses(verdict: Verdict) -> Table:
    """Return the information sets with losses or counterfactual regrets, the largest first."""
    rows: list[tuple[str, str, str, mpq, mpq]] = []
    for deviation in verdict.deviations:
        name = player_name(verdict.game.players, deviation.sequences.player)
        for h, information_set in enumerate(deviation.sequences.information_sets):
            loss, regret = deviation.losses[h], deviation.counterfactual_regrets[h]
            if loss or regret:
                best = unique_names(information_set.actions)[deviation.response.moves[h]]
                rows.append((name, set_name(information_set), best, loss, regret))
    rows.sort(key=lambda row: (-row[3], -row[4]))
    return Table(("player", "set", "best move", "lost", "counterfactual regret"), rows, index=2)


def set_name(information_set: InformationSet) -> str:
    """Return the number and the label of an information set."""
    return f"{information_set.number} {one_line(information_set.label)}".rstrip()


def plans(verdict: Verdict) -> Iterator[tuple[str, Table, Table]]:
    """Yield, for each player, the name, the realization plan, and the values at information sets."""
    for deviation in verdict.deviations:
        sequences = deviation.sequences
        sets = ["the game", *map(set_name, sequences.information_sets)]
        yield (
            player_name(verdict.game.players, sequences.player),
            Table(("sequence", "weight"), list(zip(sequences.names(), deviation.plan, strict=True))),
            Table(("information set", "value"), list(zip(sets, deviation.response.dual, strict=True))),
        )


def named_table(table: Table, name: str) -> str:
    """Return a table as HTML with a name for screen readers."""
    html = re.sub(r"<th(?=[ >])", '<th scope="col"', table.to_html())
    return html.replace("<table>", f'<table><caption class="unseen">{escape(name)}</caption>', 1)


def file_values(name: str, kind: str, content: str, about: str) -> TemplateValues:
    """Return a file; ``text`` is empty if it exceeds MAX_TEXT."""
    data = encode(content)
    return {
        "name": name,
        "about": about,
        "size": f"{len(data)} bytes" if len(data) < 1000 else f"{len(data) // 1000} kB",
        "address": data_uri(kind, content),
        "text": escape_unprintable(content) if len(data) <= MAX_TEXT else "",
    }


def data_uri(kind: str, content: str) -> str:
    """Return a data address: an address that contains a text, of this media type.

    >>> data_uri("text/plain", "a")
    'data:text/plain;base64,YQ=='
    """
    return f"data:{kind};base64,{b64encode(encode(content)).decode('ascii')}"


def encode(content: str) -> bytes:
    """Return the bytes of a text in a file."""
    return content.encode("utf-8", "backslashreplace")  # UTF-8 cannot encode a lone surrogate


def escape_unprintable(content: str) -> str:
    r"""Return a text with its unprintable characters escaped, except line feeds and tabs.

    >>> escape_unprintable("one\ntwo \u202e") == "one\ntwo \\u202e"
    True
    """
    # repr escapes the letter and puts it in quotes, which [1:-1] removes
    return "".join(letter if letter.isprintable() or letter in "\n\t" else repr(letter)[1:-1] for letter in content)
