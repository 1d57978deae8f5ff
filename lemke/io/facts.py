"""What can be said about a game without solving it as JSON, ``"format": "lemke-info/1"``.

One object: ``game`` (title, players, sha256 of the canonical form), ``form`` (``extensive`` or ``strategic``), the
numbers of ``nodes``, ``leaves`` and ``chance_nodes``; ``players``, for each ``player`` (from 1), ``label``, the numbers
of ``information_sets`` and ``sequences``, those of ``pure_strategies`` and ``reduced_strategies`` (text, since they may
be very long; null where they are not counted, and ``uncounted`` says why), ``perfect_recall``, and
``imperfect_recall``, null or the witness in words; ``perfect_information``; ``largest_information_set``, null or its
``name`` and ``nodes``; ``proper_subgames``; ``constant_sum``, null or the sum of payoffs, ``"p/q"``; ``bits`` of the
longest numerator or denominator; and ``nonzeros`` of the sequence form's payoff matrices ``A`` and ``B`` with their
``shape``, null unless there are two players with perfect recall.
"""

from __future__ import annotations

from typing import Any

from gmpy2 import mpq, mpz

from lemke.forms.sequence_form.facts import GameFacts, PlayerFacts
from lemke.ground.rational import text
from lemke.io import json_text

FORMAT = "lemke-info/1"


def dumps(facts: GameFacts) -> str:
    """Return what can be said about a game as JSON text."""
    return json_text.dumps(document(facts))


def document(facts: GameFacts) -> dict[str, Any]:
    """Return the same as a JSON object."""
    largest, nonzeros = facts.largest_set, facts.nonzeros
    return {
        "format": FORMAT,
        "game": {"title": facts.title, "players": [each.label for each in facts.players], "sha256": facts.sha256},
        "form": "strategic" if facts.strategic else "extensive",
        "nodes": facts.nodes,
        "leaves": facts.leaves,
        "chance_nodes": facts.chance_nodes,
        "players": [_player(number, each) for number, each in enumerate(facts.players, 1)],
        "perfect_information": facts.perfect_information,
        "largest_information_set": None if largest is None else {"name": largest.name, "nodes": largest.nodes},
        "proper_subgames": facts.proper_subgames,
        "constant_sum": None if facts.constant_sum is None else text(facts.constant_sum),
        "bits": facts.bits,
        "nonzeros": None if nonzeros is None else {"A": nonzeros.A, "B": nonzeros.B, "shape": list(nonzeros.shape)},
    }


def _player(number: int, each: PlayerFacts) -> dict[str, Any]:
    return {
        "player": number,
        "label": each.label,
        "information_sets": each.information_sets,
        "sequences": each.sequences,
        "pure_strategies": _count(each.pure_strategies),
        "reduced_strategies": None if each.reduced_strategies is None else _count(each.reduced_strategies),
        "uncounted": each.uncounted or None,
        "perfect_recall": not each.imperfect_recall,
        "imperfect_recall": each.imperfect_recall or None,
    }


def _count(number: mpz) -> str:
    return text(mpq(number))
