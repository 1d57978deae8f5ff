"""Equilibria, and profiles that are nearly some, as documents; their JSON is a certificate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from lemke.errors import one_line
from lemke.game.recall import histories
from lemke.game.strategy import behavior_object, identity, named_sets
from lemke.game.tree import unique_names
from lemke.ground.document import Block, Document, Format
from lemke.ground.rational import short
from lemke.ground.tables import page_table
from lemke.ground.words import near, player_name

if TYPE_CHECKING:
    from lemke.certificate.proved import EpsilonEquilibrium, Equilibrium

EQUILIBRIUM = Format(
    "lemke-equilibrium/1",
    """
format | text | `lemke-equilibrium/1` | checked
game.title | text | the game's title | informs
game.players[] | text | the players' names | informs
game.sha256 | text | SHA-256 of the game's [canonical form](#the-canonical-form), 64 lower-case hexadecimal
    digits | checked
payoffs[] | number | expected payoff of each player | checked
behavior[].player | whole number | 1, then 2 | checked
behavior[].information_sets[].index | whole number | 1, 2, …: the place in this list | checked
behavior[].information_sets[].number | whole number | the information set's number in the file that was solved | informs
behavior[].information_sets[].label | text | its label there | informs
behavior[].information_sets[].actions.NAME | number | probability of the move of that [name](#names-of-actions)
    | checked
behavior[].information_sets[].filled | truth value | whether no plan decides the moves here, so that they were filled in
    | informs
realization_plans[][] | number | x, then y: a probability for every sequence | checked
duals[][] | number | u, then v: the payoff, then a value for every information set | checked
method | text | how it was found: a method of `lemke solve`, or a refinement (see [below](#refinements)) | informs
kernel | text | which kernel the path or program was solved with | informs
pivots | whole number | steps of the path that was proved | informs
tries | whole number | proposals it took | informs
prior | text or null | where the path started | informs
seed | whole number or null | of what was random | informs
bits | whole number | size of the largest number met: of basis determinants with the kernel `exact`, else of the
    solution's denominators | informs
label | whole number or null | missing label of a Lemke–Howson path: from 1, player 1's reduced strategies, then
    player 2's | informs
growth | object or null | how far a double oracle went | informs
growth.iterations | whole number | restricted games that were solved | informs
growth.sizes[] | whole number | sequences of each player in the last restricted game | informs
growth.whole[] | whole number | the same in the whole game | informs
refinement.name | text | what the next two fields prove, the same as `method`; only there where a
    [refinement](#refinements) needs a proof | verified
refinement.epsilon | number | ε₀ > 0 | verified
refinement.plans[][][] | number | x(ε), then y(ε): for every sequence the coefficients of ε⁰, ε¹, … | verified
""",
)
EPSILON_EQUILIBRIUM = Format(
    "lemke-epsilon-equilibrium/1",
    """
format | text | `lemke-epsilon-equilibrium/1` | checked
game.title | text | the game's title | informs
game.players[] | text | the players' names | informs
game.sha256 | text | as above | checked
payoffs[] | number | expected payoff of each player | checked
regrets[] | number | what each player could gain at most by playing otherwise | checked
interval | list or null | null where nothing is stated; only in a constant-sum game may it be a list | checked
interval[] | number | lower and upper bound of the value, the payoff of player 1 in equilibrium, that the two strategies
    guarantee | checked
behavior[].player | whole number | as above | checked
behavior[].information_sets[].index | whole number | as above | checked
behavior[].information_sets[].number | whole number | as above | informs
behavior[].information_sets[].label | text | as above | informs
behavior[].information_sets[].actions.NAME | number | as above | checked
behavior[].information_sets[].filled | truth value | whether the player's own plan never comes here | informs
reason | text | why the search went no further | informs
method | text | `double-oracle` | informs
growth | object | as above | informs
growth.iterations | whole number | as above | informs
growth.sizes[] | whole number | as above | informs
growth.whole[] | whole number | as above | informs
""",
)
FILLED = "off the path; filled in"
UNREACHED = "off the path"
_HOW = ("method", "kernel", "pivots", "tries", "prior", "seed", "bits", "label", "growth")
"""Members on how the equilibrium was found; those that its method does not tell are null."""


def equilibrium_document(equilibrium: Equilibrium) -> Document:
    """Return payoffs, then each information set with its moves' probabilities, exact and approximate.

    Sets that are off the path are marked: not reached by the player's own plan (moves filled in), or by the profile.
    """

    def blocks() -> Iterator[Block]:
        game = equilibrium.game
        if game.title:
            yield one_line(game.title)
        yield "Payoffs"
        payoffs = enumerate(equilibrium.payoffs)
        yield page_table([[player_name(game.players, player), payoff, near(payoff)] for player, payoff in payoffs])
        yield from _strategies(equilibrium)
        words = equilibrium.how.words()
        if equilibrium.refinement is not None:
            words.append(f"trembles up to {short(equilibrium.refinement.epsilon)}")
        yield f"Proved exactly; {', '.join(words)}."

    return Document(blocks, EQUILIBRIUM, lambda: certificate(equilibrium))


def certificate(equilibrium: Equilibrium) -> dict[str, Any]:
    """Return the members of the certificate."""
    trembles = equilibrium.refinement
    proof = {} if trembles is None else {"name": trembles.name, "epsilon": trembles.epsilon, "plans": trembles.plans}
    return {
        "game": identity(equilibrium.game),
        "payoffs": equilibrium.payoffs,
        "behavior": behavior_object(equilibrium.game, equilibrium.profile),
        "realization_plans": equilibrium.plans,
        "duals": equilibrium.duals,
        **dict.fromkeys(_HOW),
        **equilibrium.how.members(),
        **({"refinement": proof} if proof else {}),
    }


def epsilon_document(certified: EpsilonEquilibrium) -> Document:
    """Return the same of a profile that is none, with the bounds of the value and the regrets that are proved of it."""

    def blocks() -> Iterator[Block]:
        if certified.game.title:
            yield one_line(certified.game.title)
        if certified.interval is not None:
            lower, upper = certified.interval
            bounds = (("at least", lower), ("at most", upper), ("gap", upper - lower))
            yield "Value of the game, for player 1"
            yield page_table([[name, bound, near(bound)] for name, bound in bounds])
            yield ""
        yield certified.report.named_table(certified.game.players)
        yield from _strategies(certified)
        growth = ", ".join(["method double-oracle", *certified.growth.words()])
        yield f"No equilibrium yet: {certified.reason}. Proved exactly; {growth}."

    return Document(blocks, EPSILON_EQUILIBRIUM, lambda: epsilon_certificate(certified))


def epsilon_certificate(certified: EpsilonEquilibrium) -> dict[str, Any]:
    """Return the members of the certificate."""
    return {
        "game": identity(certified.game),
        "payoffs": certified.report.payoffs,
        "regrets": certified.report.regrets,
        "interval": certified.interval,
        "behavior": behavior_object(certified.game, certified.profile),
        "reason": certified.reason,
        "method": "double-oracle",
        "growth": asdict(certified.growth),
    }


def _strategies(certified: Equilibrium | EpsilonEquilibrium) -> Iterator[Block]:
    """Yield the strategies of both players, with room around them."""
    game, profile, behind = certified.game, certified.profile, histories(certified.game)
    reaches = (behind.chance != 0).astype(bool)
    for player, plan in enumerate(certified.plans):
        reaches &= (plan[behind.last_move[player]] != 0).astype(bool)
    reached = set(np.unique(game.information_set[reaches]).tolist())  # the information sets
    for player, indices in enumerate(map(game.sets_of, (0, 1))):
        rows = []
        for h, information_set, _ in named_sets(game, player):
            off = "" if indices[h] in reached else UNREACHED
            mark = FILLED if h in profile.filled[player] else off
            head = [] if game.strategic else [information_set.number, information_set.label]
            for name, share in zip(unique_names(information_set.actions), profile.behavior[player][h], strict=True):
                rows.append([*head, name, share, near(share), mark])
                head, mark = [""] * len(head), ""
        yield ""
        yield player_name(game.players, player)
        yield page_table(rows) if rows else "  never moves"
    yield ""
