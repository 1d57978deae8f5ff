"""A subgame as a game: a subtree, or a forest below a first move of chance that draws a root.

Suppose that chance draws every root in proportion to the probability with which a profile reaches it. For strategies
that differ from the profile only within the subgame, a player's payoff in the whole game is then a positive factor
times the payoff in the subgame, plus a constant. So moves within the subgame compare as they do in the whole game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from lemke.errors import GameError, InputError, NumberError
from lemke.game import NONE, Game, GameBuilder, NodeNames
from lemke.game.builder import check_distribution
from lemke.game.reach import reach
from lemke.game.recall import histories
from lemke.game.strategy import Profile
from lemke.game.subgames.forests import SHOWN, Subgame, checked_nodes, several, smallest_subgame
from lemke.game.subgames.proper import subtree_totals
from lemke.ground.rational import ONE, exact
from lemke.ground.sparse import exact_sum


def subgame(
    game: Game, roots: int | Iterable[int] | Subgame, probabilities: Profile | Sequence[object] | None = None
) -> Game:
    """Return a subgame as a game: the subtree of one node, or a forest, of which a first move of chance draws a root.

    Of every information set of a player, the forest must contain all nodes or no node. This holds for proper subgames
    and for imperfect-information subgames. Information sets keep their labels and numbers. Payoffs at leaves are
    the same as in the whole game: outcomes above a root are paid at the root. The game may have any number of players
    and any recall; perfect recall stays perfect.

    Parameters
    ----------
    roots : node, nodes, or :class:`Subgame`
        The roots of the subgame. The moves of the first chance node have the order and the names of the roots.
    probabilities : Profile, numbers or None
        The probabilities of the roots, as exact numbers that sum to 1. A profile of the game stands for its
        probabilities of reaching the roots, divided by their sum; None for those of chance alone, divided by their sum.

    Raises
    ------
    InputError
        For a value that is no node, for no nodes, or for a root below another root.
    GameError
        If an information set of a player has nodes both inside and outside the subgame.
    NumberError
        If the numbers are no distribution over the roots, or the roots are never reached.
    NumberError
        For a float among the numbers.
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
    lemke.errors.GameError: information set 1 of player 2 is cut, expected all its nodes or none: ...
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
    outcomes = _outcomes(game, builder, subtrees)
    first_node = 0
    if len(root_nodes) > 1:
        sets.insert(0, builder.chance_set([names.name(root) for root in root_nodes], shares, "roots"))
        outcomes.insert(0, NONE)
        first_node = 1  # after the chance node
    labels = {k: game.node_labels[node] for k, node in enumerate(nodes, first_node) if game.node_labels[node]}
    return builder.build_depth_first(sets, outcomes, labels)


def _root_nodes(roots: int | Iterable[int] | Subgame) -> list[int]:
    if isinstance(roots, Subgame):
        return [*map(int, roots.roots)]
    return list(roots) if isinstance(roots, Iterable) else [roots]


def _subtrees(game: Game, roots: list[int]) -> list[list[int]]:
    """Return the nodes of every root's subtree in depth-first order; the root comes first."""
    checked_nodes(game, roots)
    order = game.preorder()
    position = np.argsort(order)
    sizes = subtree_totals(game, np.ones(game.size, dtype=np.int64))
    spans = [(int(position[root]), int(sizes[root])) for root in roots]  # a subtree is an interval in depth-first order
    end, previous_root = 0, 0
    for start, size in sorted(spans):
        root = order[start]
        if start < end:
            found = f"the root @{root} below the root @{previous_root}" if root != previous_root else f"@{root} twice"
            raise InputError(f"{found}, expected roots of disjoint subtrees")
        end, previous_root = start + size, root
    return [order[start : start + size] for start, size in spans]


def _require_whole_sets(game: Game, roots: list[int], nodes: list[int]) -> None:
    """Raise GameError if an information set of a player has nodes both in the subgame and outside."""
    sets = len(game.information_sets)
    players_set = np.where(game.player >= 0, game.information_set, sets)  # all leaves and chance nodes as one last set
    inside, everywhere = (np.bincount(members, minlength=sets) for members in (players_set[nodes], players_set))
    cut = np.flatnonzero((inside > 0) & (inside < everywhere))
    if len(cut) and cut[0] < sets:
        whole_roots = smallest_subgame(game, roots).roots.tolist()
        more = ["..."] if len(whole_roots) > SHOWN else []
        shown = " ".join([*(f"@{root}" for root in whole_roots[:SHOWN]), *more])
        hint = f"the smallest imperfect-information subgame with the given roots has the roots {shown}"
        raise GameError(f"{game.set_name(int(cut[0]))} is cut, expected all its nodes or none: {hint}")


def _root_probabilities(
    game: Game, roots: list[int], probabilities: Profile | Sequence[object] | None
) -> Sequence[object]:
    """Return the probabilities with which chance draws the roots."""
    if probabilities is not None and not isinstance(probabilities, Profile):
        shares = list(map(exact, probabilities))
        check_distribution(shares)
        return shares
    if len(roots) == 1:
        return [ONE]
    reached = histories(game).chance if probabilities is None else reach(game, probabilities).nodes
    total = exact_sum(reached[roots])
    if not total:
        mover = "chance" if probabilities is None else "the profile"
        raise NumberError(f"roots that {mover} never reaches, expected probabilities for them")
    return list(reached[roots] / total)


def _outcomes(game: Game, builder: GameBuilder, subtrees: list[list[int]]) -> list[int]:
    """Declare the outcomes of the subgame; return the handles of all nodes. A root also pays the payoffs above it."""
    index, totals = game.payoffs()
    nodes = list(chain.from_iterable(subtrees))
    root_positions = np.cumsum([0, *map(len, subtrees[:-1])])
    # for every root above which some payoff is not 0: its position in `nodes`, and all payoffs from the top to the root
    root_payoffs = {
        position: totals[index[root]]
        for position, root in zip(root_positions.tolist(), [subtree[0] for subtree in subtrees], strict=True)
        if root and any(totals[index[game.parent[root]]])
    }
    outcomes = game.outcome[nodes]
    outcomes[list(root_payoffs)] = NONE
    handles: dict[int, int] = {}
    for k in np.unique(outcomes[outcomes != NONE]).tolist():
        outcome = game.outcomes[k]
        handles[k] = builder.outcome(outcome.payoffs, outcome.label, outcome.number)
    node_handles: list[int] = [handles.get(outcome, NONE) for outcome in outcomes.tolist()]
    for position, payoffs in root_payoffs.items():  # declared last: the others keep their numbers from the file
        node_handles[position] = builder.outcome(payoffs)
    return node_handles
