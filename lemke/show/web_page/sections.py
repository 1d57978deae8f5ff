"""The texts and numbers for the sections of the page about the game, the verdict, the path and files."""

from __future__ import annotations

from base64 import b64encode

from gmpy2 import mpq

from lemke.certificate import Equilibrium, Verdict
from lemke.errors import one_line
from lemke.forms.sequence_form import SequenceForm
from lemke.game import InformationSet
from lemke.game.strategy import origin_lines
from lemke.game.tree import unique_names
from lemke.ground.sparse import SparseMatrix, Vector
from lemke.ground.words import count, player_name
from lemke.show.web_page import board
from lemke.show.web_page.board import TemplateValues, anchor, left_out_text
from lemke.show.web_page.subject import File, Headline

SHORT = 40
"""The largest number of characters of a regret that is printed in full."""
LOSSES = 50
"""The largest number of rows in the table of information sets with losses or counterfactual regrets."""
ROWS = 1000
"""The largest number of sequences of a player; with more, the tables of sequences and values are left out."""
MATRIX_ROWS, WIDE = 40, 24
"""The largest numbers of rows and of columns of a matrix shown as a table."""
VERTICES = 200
"""The largest number of vertices of a path in the table."""
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


def losses(verdict: Verdict) -> TemplateValues:
    """Return the information sets with losses or counterfactual regrets, the largest first."""
    rows: list[tuple[mpq, mpq, TemplateValues]] = []
    for deviation, order in zip(verdict.deviations, verdict.game.preorder_sets(), strict=True):
        sequences = deviation.sequences
        anchors = {index: anchor(sequences.player, k) for k, index in enumerate(order[: board.SETS], 1)}
        for h, information_set in enumerate(sequences.information_sets):
            loss, regret = deviation.losses[h], deviation.counterfactual_regrets[h]
            if loss or regret:
                row = {
                    "player": player_name(verdict.game.players, sequences.player),
                    "set": set_name(information_set),
                    "anchor": anchors.get(sequences.sets[h], ""),
                    "best": one_line(unique_names(information_set.actions)[deviation.response.moves[h]]),
                    "loss": loss,
                    "regret": regret,
                }
                rows.append((loss, regret, row))
    rows.sort(key=lambda row: (-row[0], -row[1]))
    left_out = left_out_text(len(rows) - LOSSES, "information set")
    return {"rows": [row for *_, row in rows[:LOSSES]], "left_out": left_out}


def set_name(information_set: InformationSet) -> str:
    """Return the number and the label of an information set."""
    return f"{information_set.number} {one_line(information_set.label)}".rstrip()


def matrices(form: SequenceForm) -> list[tuple[str, str, SparseMatrix, list[str], list[str], Vector | None]]:
    """Return E, F, A and B: the name, a sentence, the matrix, the names of rows and columns, and the right side."""
    names_1, names_2 = (list(form.sequence_names(player)) for player in (0, 1))
    sets_1, sets_2 = (["∅", *map(set_name, sequences.information_sets)] for sequences in form.sequences)
    payoffs = "by sequences of player 1 and 2"
    return [
        ("E", "constraints of player 1’s realization plans, E x = e", form.E, sets_1, names_1, form.e),
        ("F", "constraints of player 2’s realization plans, F y = f", form.F, sets_2, names_2, form.f),
        ("A", f"payoffs of player 1, {payoffs}", form.A, names_1, names_2, None),
        ("B", f"payoffs of player 2, {payoffs}", form.B, names_1, names_2, None),
    ]


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


def found_by(equilibrium: Equilibrium) -> list[tuple[str, str]]:
    """Return how an equilibrium was found, as pairs of a name and a text."""
    how, members = equilibrium.how, equilibrium.how.members()
    # `bits` has a row of its own at the end, and one try needs none
    hidden = {"bits", "growth"} | ({"tries"} if how.tries == 1 else set())
    if how.growth is not None:
        hidden |= {"pivots"}
    rows = [(name, str(value)) for name, value in members.items() if name not in hidden]
    if how.growth is not None:
        rows += [("iterations", str(how.growth.iterations)), ("sequences used", how.growth.used)]
    if equilibrium.refinement is not None:
        rows.append(("proved for", equilibrium.refinement.words()))
    return [*rows, ("longest number", count(how.bits, "bit"))]
