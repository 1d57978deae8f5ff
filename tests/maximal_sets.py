"""Which equilibria lie in a maximal set, by supports and best replies alone: no ranges, no proof and no program."""

import numpy as np

from lemke.certificate import EquilibriumSets
from lemke.forms.normal_form import AllEquilibria
from lemke.forms.sequence_form import SequenceForm
from lemke.game.pure_strategies import plan_of_mixed
from lemke.ground.sparse import Vector

Plans = tuple[Vector, Vector]


def best_replies(form: SequenceForm, player: int, plans: Plans) -> set[int]:
    """Sequences that some best reply to the opponent's plan plays, or that follow such sequences."""
    values = form.values(*plans)[player]
    sequences = form.sequences[player]
    totals = values.copy()
    best = {}
    for h in range(len(sequences.sets) - 1, -1, -1):
        best[h] = max(totals[sequence] for sequence in sequences.moves(h))
        totals[sequences.parent[h]] += best[h]
    tight = {0}
    for h, parent in enumerate(sequences.parent.tolist()):
        if parent in tight:
            tight |= {sequence for sequence in sequences.moves(h) if totals[sequence] == best[h]}
    return tight


def support(plan: Vector) -> set[int]:
    """The sequences that a plan plays."""
    return set(np.flatnonzero(plan != 0).tolist())


def contains(form: SequenceForm, inner: Plans, plans: Plans) -> bool:
    """Whether a pair of plans lies in the maximal set with this inner point."""
    return all(
        support(plans[player]) <= support(inner[player])
        and support(inner[1 - player]) <= best_replies(form, 1 - player, plans)
        for player in (0, 1)
    )


def extreme_plans(form: SequenceForm, extreme: AllEquilibria) -> list[Plans]:
    """The extreme equilibria of the reduced strategic form, as realization plans."""
    pairs = []
    for equilibrium in extreme.equilibria:
        strategies = enumerate((equilibrium.x, equilibrium.y))
        mixed = (extreme.form.mixed_strategy(player, strategy) for player, strategy in strategies)
        pairs.append(tuple(map(plan_of_mixed, form.sequences, mixed)))
    return pairs


def supports(equilibria: EquilibriumSets) -> set[tuple[tuple[int, ...], ...]]:
    """The supports of the inner points of all sets."""
    return {
        tuple(tuple(sorted(support(plan))) for plan in described.equilibrium_set.plans) for described in equilibria.sets
    }
