"""The page: the template filled in, with its style, its script and the rule by which browsers load nothing else."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from lemke.errors import one_line
from lemke.forms.facts import game_facts
from lemke.forms.sequence_form import sequence_form
from lemke.ground.words import player_name
from lemke.show.drawing import NODES, draw
from lemke.show.web_page import sections
from lemke.show.web_page.subject import Subject, number

if TYPE_CHECKING:
    from jinja2 import Template


def page(subject: Subject) -> str:
    """Return the page as HTML: the same text for the same subject, and nothing in it is loaded from elsewhere.

    Labels come from files that anybody may have made: the template escapes all texts, unprintable characters are
    written as codes, and browsers are told to run the page's own script alone.
    """
    game, equilibrium = subject.verdict.game, subject.equilibrium
    facts = game_facts(game)
    form = sequence_form(game)
    script = _text("report.js")
    digest = b64encode(sha256(f"\n{script}".encode()).digest()).decode("ascii")  # of the element, from line end on
    cards = [
        {"name": f"{what} of {player_name(game.players, player)}", "value": number(value)}
        for what, values in (("Payoff", subject.verdict.report.payoffs), ("Regret", subject.verdict.report.regrets))
        for player, value in enumerate(values)
    ]
    return _template().render(
        argument=subject.argument,
        as_read=subject.as_read,
        cards=cards,
        commands=subject.commands,
        comment=[one_line(each) for each in game.comment.split("\n\n") if each.strip()],
        digest=facts.game["sha256"],
        equilibrium=equilibrium is not None,
        facts=[row for row in facts.rows() if row[0] not in ("title", "SHA-256")],
        files=list(map(sections.file, subject.files)),
        folded=game.size > NODES,
        found=[] if equilibrium is None else sections.found_by(equilibrium),
        matrices=list(sections.matrices(form)),
        no_path=subject.no_path,
        path=sections.path(subject),
        plans=sections.plans(subject),
        regrets=sections.regrets(subject),
        script=script,
        script_hash=f"'sha256-{digest}'",
        sparsity=draw(form).svg,
        strategies=sections.strategies(subject),
        style=_text("report.css"),
        title=one_line(game.title) or "Untitled game",
        tree=draw(game, subject.verdict.claim.profile).svg,
        verdict=sections.verdict(subject),
        version=subject.version,
    )


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


def _text(name: str) -> str:
    return files("lemke.show.web_page").joinpath(name).read_text(encoding="utf-8")
