"""The texts and numbers for the sections of the page about the game, the verdict, the path and files."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator

from gmpy2 import mpq

from lemke.certificate import Equilibrium, Verdict
from lemke.errors import one_line
from lemke.forms.sequence_form import WIDE, SequenceForm, TracingPath, TurningPoints, turning_text
from lemke.game import InformationSet
from lemke.game.strategy import origin_lines
from lemke.game.tree import unique_names
from lemke.ground.rational import text
from lemke.ground.sparse import SparseMatrix, Vector
from lemke.ground.words import count, player_name
from lemke.show.drawing import draw
from lemke.show.web_page import board
from lemke.show.web_page.board import TemplateValues, anchor, left_out_text
from lemke.show.web_page.subject import File, Headline, number

SHORT = 40
"""The largest number of characters of a regret that is printed in full."""
LOSSES = 50
"""The largest number of rows in the table of information sets with losses or counterfactual regrets."""
ROWS = 1000
"""The largest number of sequences of a player; with more, the tables of sequences and values are left out."""
MATRIX_ROWS = 40
"""The largest number of rows of a matrix shown as a table."""
VERTICES = 200
"""The largest number of vertices of a path in the table."""
MAX_FILE = 16 << 20
"""The largest size of a file in the page, in bytes."""
MAX_TEXT = 100_000
"""The largest size in bytes of a file whose text is also shown."""


def headline(verdict: Verdict, solved: bool) -> Headline:
    """Return the headline with the verdict on a profile and on the claims about the profile.

    ``solved`` is true if a solver found the profile, and false if the user gave it.
    """
    # remarks on claims that hold begin with "It is"; the others come before them
    remarks = sorted(map(one_line, verdict.report.remarks()), key=lambda remark: remark.startswith("It is "))
    remarks += [] if solved else origin_lines(verdict.claim.profile)
    proved = verdict.report.is_equilibrium
    title = "an equilibrium, proved" if proved else "not an equilibrium"
    sentence = verdict.report.sentence(SHORT, "An equilibrium, proved")
    if proved and not verdict.report.holds:  # the first remark, on a claim that fails, becomes the sentence
        title = "not all that is claimed holds"
        sentence, remarks = remarks[0], [sentence, *remarks[1:]]
    elif not proved and verdict.report.holds:
        title = "not an equilibrium, as stated"
    tone = ("good" if proved else "neutral") if verdict.report.holds else "bad"
    return Headline(title, sentence, tone, remarks)


def regrets(verdict: Verdict) -> TemplateValues:
    """Return payoffs, payoffs of best responses and regrets, and the information sets with the largest losses."""
    report, game = verdict.report, verdict.game
    names = [player_name(game.players, player) for player in (0, 1)]
    players = [
        {"player": name, "payoff": number(payoff), "best": number(best), "regret": number(regret)}
        for name, payoff, best, regret in zip(names, report.payoffs, report.best_values, report.regrets, strict=True)
    ]
    measures = {
        "NashConv, the sum of both regrets": report.nash_conv,
        "Exploitability, half of NashConv": report.exploitability,
        "Largest counterfactual regret": report.max_counterfactual_regret,
    }
    losses: list[tuple[mpq, mpq, TemplateValues]] = []
    for name, deviation, order in zip(names, report.deviations, game.preorder_sets(), strict=True):
        sequences = deviation.sequences
        anchors = {index: anchor(sequences.player, k) for k, index in enumerate(order[: board.SETS], 1)}
        for h, information_set in enumerate(sequences.information_sets):
            loss, regret = deviation.losses[h], deviation.counterfactual_regrets[h]
            if loss or regret:
                row = {
                    "player": name,
                    "set": _set_name(information_set),
                    "anchor": anchors.get(sequences.sets[h], ""),
                    "best": one_line(unique_names(information_set.actions)[deviation.response.moves[h]]),
                    "loss": number(loss),
                    "regret": number(regret),
                }
                losses.append((loss, regret, row))
    losses.sort(key=lambda row: (-row[0], -row[1]))  # the largest loss first, then the largest counterfactual regret
    return {
        "players": players,
        "measures": [(name, number(value)) for name, value in measures.items() if value is not None],
        "losses": [row for *_, row in losses[:LOSSES]],
        "left_out": left_out_text(len(losses) - LOSSES, "information set"),
    }


def plans(verdict: Verdict, equilibrium: Equilibrium | None) -> Iterator[TemplateValues]:
    """Yield the realization plan and the values of information sets of each player: x and u, y and v.

    The values are the solver's dual solution. For a given profile, they are the values of best responses.
    """
    for player, deviation in enumerate(verdict.report.deviations):
        sequences = deviation.sequences
        plan, dual = deviation.plan, deviation.response.dual
        if equilibrium is not None:
            plan, dual = equilibrium.plans[player], equilibrium.duals[player]
        too_long = len(plan) > ROWS
        sets = ["the game", *map(_set_name, sequences.information_sets)]
        yield {
            "player": player_name(verdict.game.players, player),
            "sizes": f"{count(len(plan), 'sequence')}, {count(len(sequences.sets), 'information set')}",
            "too_long": too_long,
            "plan": [] if too_long else _rows(map(one_line, sequences.names()), plan),
            "duals": [] if too_long else _rows(sets, dual),
        }


def _rows(names: Iterable[str], values: Vector) -> list[TemplateValues]:
    """Return the rows of a table of names and numbers."""
    return [{"name": name, "value": number(value)} for name, value in zip(names, values, strict=True)]


def _set_name(information_set: InformationSet) -> str:
    """Return the number and the label of an information set."""
    return f"{information_set.number} {one_line(information_set.label)}".rstrip()


def matrices(form: SequenceForm) -> Iterator[TemplateValues]:
    """Yield E, F, A and B, without rows if they are large; the last columns of E and F are the right sides e and f."""
    names = [list(map(one_line, form.sequence_names(player))) for player in (0, 1)]
    sets = [["∅", *map(_set_name, sequences.information_sets)] for sequences in form.sequences]
    yield _matrix("E", "constraints of player 1’s realization plans, E x = e", form.E, sets[0], names[0], form.e)
    yield _matrix("F", "constraints of player 2’s realization plans, F y = f", form.F, sets[1], names[1], form.f)
    yield _matrix("A", "payoffs of player 1, by sequences of player 1 and 2", form.A, names[0], names[1])
    yield _matrix("B", "payoffs of player 2, by sequences of player 1 and 2", form.B, names[0], names[1])


def _matrix(
    name: str, about: str, matrix: SparseMatrix, rows: list[str], columns: list[str], right_side: Vector | None = None
) -> TemplateValues:
    """Return a matrix with the names of its rows and columns; ``rows`` is empty if the matrix is large."""
    size = f"{matrix.shape[0]} × {matrix.shape[1]}, {count(matrix.nnz, 'nonzero')}"
    values: TemplateValues = {"name": name, "about": about, "size": size, "columns": columns, "rows": []}
    if matrix.shape[1] > WIDE or matrix.shape[0] > MATRIX_ROWS:
        return values
    cells = [list(map(text, row)) for row in matrix.to_lists()]
    if right_side is not None:
        values["columns"] = [*columns, name.lower()]  # e or f
        cells = [[*row, text(entry)] for row, entry in zip(cells, right_side, strict=True)]
    return values | {"rows": list(zip(rows, cells, strict=True))}


def path(traced: TracingPath[Equilibrium]) -> TemplateValues:
    """Return the path that led to the equilibrium; ``picture`` is a data address of the picture of the path."""
    turning, steps = TurningPoints(), []
    for vertex in traced.vertices[:VERTICES]:
        entering, leaving = map(one_line, vertex.names)
        step = {"number": vertex.number, "z0": number(vertex.z0), "rises": turning.rises(vertex.number, vertex.z0)}
        steps.append(step | {"entering": entering, "leaving": leaving})
    return {
        "label": one_line(traced.label),
        "pivots": count(traced.pivots, "pivot"),
        "turns": turning_text(traced.turning_points),
        "picture": data_uri("image/svg+xml", draw(traced).svg),
        "steps": steps,
        "left_out": left_out_text(len(traced) - VERTICES, "step"),
    }


def file_values(file: File) -> TemplateValues:
    """Return a file; ``address`` is empty if the file exceeds MAX_FILE, ``text`` is empty if it exceeds MAX_TEXT."""
    data = encode(file.text)
    return {
        "name": file.name,
        "about": file.about,
        "size": f"{len(data)} bytes" if len(data) < 1000 else f"{len(data) // 1000} kB",
        "address": data_uri(file.kind, file.text) if len(data) <= MAX_FILE else "",
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
    rows = equilibrium.how.rows()
    if equilibrium.refinement is not None:
        rows.append(("proved for", equilibrium.refinement.words()))
    return [*rows, ("longest number", count(equilibrium.how.bits, "bit"))]
