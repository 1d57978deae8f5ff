"""The texts and numbers for the sections of the page about the game, the verdict, the path and files."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from html import escape

from gmpy2 import mpq

from lemke.certificate import Verdict
from lemke.errors import one_line
from lemke.game import InformationSet
from lemke.game.strategy import origin_lines
from lemke.game.tree import unique_names
from lemke.ground.table import Table
from lemke.ground.words import player_name
from lemke.show.web_page.board import TemplateValues
from lemke.show.web_page.subject import File, Headline

SHORT = 40
"""The largest number of characters of a regret that is printed in full."""
MAX_TEXT = 100_000
"""The largest size in bytes of a file whose text is also shown."""


def headline(verdict: Verdict, solved: bool) -> Headline:
    """Return the headline with the verdict on a profile and on the claims about the profile.

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
    return Headline(title, sentence, tone, remarks)


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


def file_values(file: File) -> TemplateValues:
    """Return a file; ``text`` is empty if it exceeds MAX_TEXT."""
    data = encode(file.text)
    return {
        "name": file.name,
        "about": file.about,
        "size": f"{len(data)} bytes" if len(data) < 1000 else f"{len(data) // 1000} kB",
        "address": data_uri(file.kind, file.text),
        "text": escape_unprintable(file.text) if len(data) <= MAX_TEXT else "",
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
