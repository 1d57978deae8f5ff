"""Lemke–Howson paths and the equilibria at their ends, for people."""

from __future__ import annotations

from collections.abc import Sequence

from lemke.certificate import Equilibrium
from lemke.forms.normal_form import LabelPath, NormalForm, labeled_strategies
from lemke.ground.tables import columns
from lemke.show.equilibrium import equilibrium_text

ARTIFICIAL = "artificial"


def label_paths_text(form: NormalForm, paths: Sequence[LabelPath], equilibria: Sequence[Equilibrium]) -> str:
    """Return a line for every path, then the equilibria; of those that are alike, where payoffs tie, only the first."""
    strategies = labeled_strategies(form)
    rows = [["from", "label", "player", "strategy", "pivots", "to"]]
    for path in paths:
        player, strategy = strategies[path.label]
        start = str(path.start) if path.start else ARTIFICIAL
        rows.append(
            [start, str(path.label + 1), str(player + 1), strategy, str(path.pivots), str(path.end or ARTIFICIAL)]
        )
    parts = ["\n".join([*columns(rows, indent="", right=frozenset([1, 2, 4])), ""])]
    first: dict[object, int] = {}
    for number, equilibrium in enumerate(equilibria, 1):
        same = first.setdefault(equilibrium.profile.behavior, number)
        body = equilibrium_text(equilibrium) if same == number else f"The same as {same}.\n"
        parts.append(f"Equilibrium {number}\n{body}")
    return "\n".join(parts)
