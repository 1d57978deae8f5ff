"""A subgame as a game: a subtree, or a forest after a move of chance that draws its roots.

If chance draws the roots in proportion to a profile's probabilities of reaching them, the subgame judges the profile's
moves inside as the whole game does. A player's payoffs in the two games then differ by one positive factor and by a
constant, the payoffs outside the subgame.
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

    The forest must contain all nodes or no node of every information set of a player. Proper subgames and subgames of
    imperfect information do. Information sets, labels and numbers stay. Payoffs at leaves are those of the whole game:
    outcomes above a root are paid at the root. The game may have any number of players and any recall; perfect recall
    stays perfect.

    Parameters
    ----------
    roots : node, nodes, or :class:`Subgame`
        Chance's moves have the order of the roots, and the names of the moves that lead to them.
    probabilities : Profile, numbers or None
        The probabilities of the roots: exact numbers that sum to 1, or a profile of the game, whose probabilities of
        reaching the roots are divided by their sum. None does the same with the moves of chance alone.

    Raises
    ------
    InputError
        For a value that is no node, for no nodes, or for a root below another one.
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
    ...     h, t = builder.decide(node, hidden)
    ...     builder.pay(h, sign, -sign)
    ...     builder.pay(t, -sign, sign)
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
    root_nodes = _root_nodes(roots)
    subtrees = _subtrees(game, root_nodes)
    nodes = list(chain.from_iterable(subtrees))
    _require_whole_sets(game, root_nodes, nodes)
    shares = _root_probabilities(game, root_nodes, probabilities)
    names = NodeNames(game)
    comment = game.comment and f"A subgame of the game with this comment. {game.comment}"
    builder = GameBuilder(game.players, f"{game.title}: subgame at {several(root_nodes, names)}", comment)
    indices = game.information_set[nodes].tolist()
    handles = {
        index: builder.declare(game.information_sets[index]) for index in dict.fromkeys(indices) if index != NONE
    }
    sets = [handles.get(index, NONE) for index in indices]
    paid = _outcomes(game, builder, subtrees)
    forest = len(root_nodes) > 1  # then a chance node comes first
    if forest:
        sets.insert(0, builder.chance_set([names.name(root) for root in root_nodes], shares, "roots"))
        paid.insert(0, NONE)
    labels = {k: game.node_labels[node] for k, node in enumerate(nodes, int(forest)) if game.node_labels[node]}
    return builder.build_depth_first(sets, paid, labels)


def _root_nodes(roots: int | Iterable[int] | Subgame) -> list[int]:
    if isinstance(roots, Subgame):
        return [*map(int, roots.roots)]
    return list(roots) if isinstance(roots, Iterable) else [roots]


def _subtrees(game: Game, roots: list[int]) -> list[list[int]]:
    """Return the nodes below every root, itself first, in depth-first order."""
    checked_nodes(game, roots)
    order = game.preorder()
    position = np.argsort(order)
    sizes = subtree_totals(game, np.ones(game.size, dtype=np.int64))
    spans = {int(position[root]): int(sizes[root]) for root in roots}  # a subtree is an interval in depth-first order
    if len(spans) < len(roots):
        raise InputError(f"{count(len(roots), 'root')} with one of them twice, expected different nodes")
    end, upper = 0, 0
    for start in sorted(spans):
        if start < end:
            raise InputError(f"the root @{order[start]} below the root @{upper}, expected roots of disjoint subtrees")
        end, upper = start + spans[start], order[start]
    return [order[start : start + size] for start, size in spans.items()]


def _require_whole_sets(game: Game, roots: list[int], nodes: list[int]) -> None:
    """Raise GameError if an information set of a player has nodes both in the subgame and outside."""
    sets = len(game.information_sets)
    personal = np.where(game.player >= 0, game.information_set, sets)  # sets of chance may be cut
    inside, everywhere = (np.bincount(members, minlength=sets) for members in (personal[nodes], personal))
    cut = np.flatnonzero((inside > 0) & (inside < everywhere))
    if len(cut) and cut[0] < sets:
        uncut = smallest_subgame(game, roots).roots.tolist()
        shown = " ".join([*(f"@{root}" for root in uncut[:SHOWN]), *(["..."] if len(uncut) > SHOWN else [])])
        where = f"the smallest subgame of imperfect information has the roots {shown}"
        raise GameError(f"{game.set_name(int(cut[0]))} is cut, expected it whole: {where}")


def _root_probabilities(
    game: Game, roots: list[int], probabilities: Profile | Sequence[object] | None
) -> Sequence[object]:
    """Return the probabilities with which chance draws the roots."""
    if probabilities is not None and not isinstance(probabilities, Profile):
        require_type(probabilities, Iterable, "exact numbers, one for every root", "probabilities")
        shares = list(map(exact, probabilities))
        if len(shares) != len(roots):
            raise ProbabilityError(f"{len(shares)} probabilities of roots, expected {len(roots)}")
        check_distribution(shares)
        return shares
    if len(roots) == 1:
        return [ONE]
    reached = histories(game).chance if probabilities is None else reach(game, probabilities).nodes
    total = exact_sum(reached[roots])
    if not total:
        mover = "chance" if probabilities is None else "the profile"
        raise ProbabilityError(f"roots that {mover} never reaches, expected their probabilities")
    return list(reached[roots] / total)


def _outcomes(game: Game, builder: GameBuilder, subtrees: list[list[int]]) -> list[int]:
    """Declare the outcomes in the subgame; return the handles of all nodes. Outcomes above a root move to the root."""
    sums, totals = game.payoffs()
    nodes = list(chain.from_iterable(subtrees))
    places = np.cumsum([0, *map(len, subtrees[:-1])])
    paid_above = {  # the whole payoff so far, for every root with payments above it
        place: totals[sums[subtree[0]]]
        for place, subtree in zip(places.tolist(), subtrees, strict=True)
        if subtree[0] and any(totals[sums[game.parent[subtree[0]]]])
    }
    outcomes = game.outcome[nodes]
    outcomes[list(paid_above)] = NONE
    declared = {
        index: builder.outcome(outcome.payoffs, outcome.label, outcome.number)
        for index in np.unique(outcomes).tolist()
        if index != NONE and (outcome := game.outcomes[index])
    }
    paid: list[int] = [declared.get(outcome, NONE) for outcome in outcomes.tolist()]
    for place, total in paid_above.items():  # after the others, whose numbers come from the file
        paid[place] = builder.outcome(total)
    return paid
