"""A subgame as a game of its own: a subtree, or a forest after a move of chance that draws its roots.

With the probabilities with which a profile reaches the roots, what the profile does inside is judged there as in the
whole game: a player's payoffs there differ from those here by one positive factor, and by what is paid elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from lemke.errors import GameError, InputError, ProbabilityError, require_type
from lemke.game import NONE, Game, GameBuilder, NodeNames
from lemke.game.builder import check_distribution
from lemke.game.reach import reach
from lemke.game.recall import histories
from lemke.game.strategy import Profile
from lemke.game.subgames.forests import SHOWN, Subgame, checked_nodes, several, smallest_subgame
from lemke.game.subgames.proper import subtree_totals
from lemke.ground.rational import ONE, exact
from lemke.ground.sparse import exact_sum
from lemke.ground.words import count


def subgame(
    game: Game, roots: int | Iterable[int] | Subgame, probabilities: Profile | Sequence[object] | None = None
) -> Game:
    """Return a subgame as a game: the subtree of one node, or a forest whose roots a first move of chance draws.

    The forest must hold every information set of a player whole or not at all, which proper subgames do, and subgames
    of imperfect information. Information sets, labels and numbers stay; the payoffs are those of the whole game, what
    is paid on the way to a root is paid there. Any number of players and any recall, which stays perfect if it is.

    Parameters
    ----------
    roots : node, nodes, or :class:`Subgame`
        Chance's moves are in their order, and named by the moves that lead to them.
    probabilities : Profile, numbers or None
        Of the roots. A profile of the game: those with which it reaches them, divided by their sum; None: the same for
        the moves of chance alone. Or exact numbers that sum to 1.

    Raises
    ------
    InputError
        For what is no node, for no node, for a root below another one.
    GameError
        If an information set is cut.
    ProbabilityError
        If the numbers are no distribution, or the roots are never reached.
    ProfileError
        If the profile does not fit the game.

    Examples
    --------
    Player 2's choice in matching pennies, after H with probability 1/3:

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(title="pennies")
    >>> hidden = builder.information_set(1, ["h", "t"])
    >>> for node, sign in zip(builder.move(builder.root, 0, ["H", "T"]), (1, -1)):
    ...     same, unlike = builder.decide(node, hidden)
    ...     builder.pay(same, sign, -sign)
    ...     builder.pay(unlike, -sign, sign)
    >>> pennies = builder.build()
    >>> cut = subgame(pennies, [1, 2], ["1/3", "2/3"])
    >>> cut
    <Game 'pennies: subgame at H | T': 2 players, 7 nodes>
    >>> cut.information_sets[0].actions, cut.information_sets[0].probabilities
    (('H', 'T'), (mpq(1,3), mpq(2,3)))
    >>> subgame(pennies, 1)
    Traceback (most recent call last):
        ...
    lemke.errors.GameError: information set 1 of player 2 is cut, expected it whole: ...
    """
    tops = _tops(roots)
    limbs = _limbs(game, tops)
    nodes = list(chain.from_iterable(limbs))
    _require_whole(game, tops, nodes)
    shares = _shares(game, tops, probabilities)
    names = NodeNames(game)
    comment = game.comment and f"A subgame of the game with this comment. {game.comment}"
    builder = GameBuilder(game.players, f"{game.title}: subgame at {several(tops, names)}", comment)
    indices = game.information_set[nodes].tolist()
    handles = {
        index: builder.declare(game.information_sets[index]) for index in dict.fromkeys(indices) if index != NONE
    }
    sets = [handles.get(index, NONE) for index in indices]
    paid = _outcomes(game, builder, limbs)
    if len(tops) > 1:
        sets.insert(0, builder.chance_set([names.name(root) for root in tops], shares, "roots"))
        paid.insert(0, NONE)
    labels = {k: game.node_labels[node] for k, node in enumerate(nodes, len(tops) > 1) if game.node_labels[node]}
    return builder.build_depth_first(sets, paid, labels)


def _tops(roots: int | Iterable[int] | Subgame) -> list[int]:
    if isinstance(roots, Subgame):
        return [*map(int, roots.roots)]
    return list(roots) if isinstance(roots, Iterable) else [roots]


def _limbs(game: Game, tops: list[int]) -> list[list[int]]:
    """Return the nodes below every root, itself first, in depth-first order."""
    checked_nodes(game, tops)
    order = game.preorder()
    position = np.argsort(order)
    sizes = subtree_totals(game, np.ones(game.size, dtype=np.int64))
    starts = {int(position[root]): int(sizes[root]) for root in tops}
    if len(starts) < len(tops):
        raise InputError(f"{count(len(tops), 'root')} with one of them twice, expected different nodes")
    end, upper = 0, 0
    for start in sorted(starts):
        if start < end:
            raise InputError(f"the root @{order[start]} below the root @{upper}, expected roots beside each other")
        end, upper = start + starts[start], order[start]
    return [order[start : start + size] for start, size in starts.items()]


def _require_whole(game: Game, tops: list[int], nodes: list[int]) -> None:
    """Raise a GameError if an information set of a player has nodes both here and elsewhere."""
    sets = len(game.information_sets)
    personal = np.where(game.player >= 0, game.information_set, sets)  # chance's sets are only shared probabilities
    inside, everywhere = (np.bincount(members, minlength=sets) for members in (personal[nodes], personal))
    cut = np.flatnonzero((inside > 0) & (inside < everywhere))
    if len(cut) and cut[0] < sets:
        roots = smallest_subgame(game, tops).roots.tolist()
        shown = " ".join([*(f"@{root}" for root in roots[:SHOWN]), *(["..."] if len(roots) > SHOWN else [])])
        where = f"the smallest subgame of imperfect information has the roots {shown}"
        raise GameError(f"{game.set_name(int(cut[0]))} is cut, expected it whole: {where}")


def _shares(game: Game, tops: list[int], probabilities: Profile | Sequence[object] | None) -> Sequence[object]:
    """Return the probabilities of the roots."""
    if probabilities is not None and not isinstance(probabilities, Profile):
        require_type(probabilities, Iterable, "exact numbers, one for every root", "probabilities")
        shares = list(map(exact, probabilities))
        if len(shares) != len(tops):
            raise ProbabilityError(f"{len(shares)} probabilities of roots, expected {len(tops)}")
        check_distribution(shares)
        return shares
    if len(tops) == 1:
        return [ONE]
    reached = histories(game).chance if probabilities is None else reach(game, probabilities).nodes
    total = exact_sum(reached[tops])
    if not total:
        mover = "chance" if probabilities is None else "the profile"
        raise ProbabilityError(f"roots that {mover} never reaches, expected their probabilities")
    return list(reached[tops] / total)


def _outcomes(game: Game, builder: GameBuilder, limbs: list[list[int]]) -> list[int]:
    """Declare what is paid; return the handles of all nodes. What is paid above a root is paid at the root."""
    sums, totals = game.payoffs()
    nodes = list(chain.from_iterable(limbs))
    places = np.cumsum([0, *map(len, limbs[:-1])])
    above = {
        place: totals[sums[limb[0]]]
        for place, limb in zip(places.tolist(), limbs, strict=True)
        if limb[0] and any(totals[sums[game.parent[limb[0]]]])
    }
    outcomes = game.outcome[nodes]
    outcomes[list(above)] = NONE
    declared = {
        index: builder.outcome(outcome.payoffs, outcome.label, outcome.number)
        for index in np.unique(outcomes).tolist()
        if index != NONE and (outcome := game.outcomes[index])
    }
    paid: list[int] = [declared.get(outcome, NONE) for outcome in outcomes.tolist()]
    for place, total in above.items():  # last, so that their numbers are free ones
        paid[place] = builder.outcome(total)
    return paid
