"""Two transformations: move the probabilities of chance into payoffs; remove chance nodes without effect."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.game import CHANCE, NONE, Game, GameBuilder, Outcome
from lemke.game.reach import along_paths, numbers_of_moves
from lemke.ground.rational import ONE
from lemke.ground.sparse import exact_sum, vector


def propagated(game: Game) -> Game:
    """Return the same tree with uniform chance; the old probabilities are moved into the payoffs.

    In the new game, a chance node with k branches draws each of them with probability 1/k. The payoffs at a leaf z are
    u(z) C(z) Π k, where C(z) is the old probability of chance on the path to z, and the product is over the chance
    nodes on this path. So the matrices E, F, A, B of the sequence form and the equilibria stay the same; beliefs at
    information sets may change, and a constant sum other than 0 may get lost. Information sets and nodes keep labels
    and numbers. All payoffs are at leaves. The result is a plain :class:`~lemke.Game`, without the attributes that a
    subclass adds.

    Subgame-perfect equilibria stay subgame perfect. The converse requires positive probabilities of chance: below a
    branch with probability zero all leaves pay 0 in the new game, so all moves are optimal there.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> rain, sun = builder.chance(builder.root, {"rain": "1/3", "sun": "2/3"})
    >>> builder.pay(sun, 6, 1)
    >>> game = propagated(builder.build(unpaid="zero"))
    >>> game.information_sets[0].probabilities, game.leaf_payoffs(0)
    ((mpq(1,2), mpq(1,2)), array([mpq(0,1), mpq(8,1)], dtype=object))
    """
    # one of k branches, with probability p, has the factor p k: 1 if chance is uniform, so numbers stay short
    move_factors = (
        [p * len(information_set.actions) for p in information_set.probabilities]
        or [ONE] * len(information_set.actions)
        for information_set in game.information_sets
    )
    after_chance = game.player[game.parent] == CHANCE
    after_chance[0] = False  # the root has no parent
    factors = along_paths(game, after_chance, numbers_of_moves(game, move_factors))[game.leaves]
    payoffs = [factors * game.leaf_payoffs(player) for player in range(len(game.players))]
    outcome_index: dict[tuple[mpq, ...], int] = {}
    outcome = np.full(game.size, NONE)
    rows = zip(*payoffs, strict=True) if payoffs else ((),) * len(factors)  # a game without players has empty rows
    outcome[game.leaves] = [outcome_index.setdefault(row, len(outcome_index)) for row in rows]
    comment = game.comment
    if comment and any(information_set.player == CHANCE for information_set in game.information_sets):
        comment = f"{comment.removesuffix('.')}; chance propagated into the payoffs{'.' * comment.endswith('.')}"
    # the attributes that a subclass adds may be wrong for the new game
    plain = Game(**{field.name: getattr(game, field.name) for field in fields(Game)})
    sets = (  # a player's set has no probabilities, before and after
        replace(
            information_set, probabilities=(mpq(1, len(information_set.actions)),) * len(information_set.probabilities)
        )
        for information_set in plain.information_sets
    )
    outcomes = tuple(Outcome(number, "", row) for number, row in enumerate(outcome_index, 1))
    return replace(plain, comment=comment, outcome=outcome, outcomes=outcomes, information_sets=tuple(sets))


def prune(game: Game) -> Game:
    """Return the game without silent chance nodes, in linear time.

    A chance node is silent if all its branches are isomorphic, so that it influences only payoffs: they have the same
    shape, corresponding decision nodes are in the same information set, and corresponding chance nodes have the same
    probabilities, where silent nodes within a branch are ignored. Corresponding nodes are merged, and a merged leaf has
    the expected payoffs; all payoffs are then at leaves. If corresponding chance nodes are in different sets, that of
    the first branch determines label, number and moves. A merged node has a label only if all its nodes have it.

    The game may have any number of players and any recall. Merged nodes are reached by the same moves at the same
    information sets, so every pure, mixed or behavior strategy keeps its payoffs, and perfect recall stays perfect.
    A subgame-perfect equilibrium of the pruned game is subgame perfect in the source, too. The converse does not hold,
    since pruning adds proper subgames: an empty threat after a silent coin toss is subgame perfect in the source alone.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> blind = builder.information_set(0, ["take", "leave"])
    >>> for envelope, content in zip(builder.chance(builder.root, {"full": "1/3", "empty": "2/3"}), (30, 0)):
    ...     builder.pay(builder.decide(envelope, blind)[0], content, 0)
    >>> pruned = prune(builder.build(unpaid="zero"))
    >>> pruned.size, pruned.leaf_payoffs(0)
    (3, array([mpq(10,1), mpq(0,1)], dtype=object))
    """
    index, totals = game.payoffs()
    leaves = game.leaves
    payoffs = {leaf: totals[k] for leaf, k in zip(leaves.tolist(), index[leaves].tolist(), strict=True)}
    labels, first_child, moves = list(game.node_labels), game.first_child.tolist(), game.move_counts().tolist()
    # a removed node is replaced by its first child, into which the other children are merged
    replacement = list(range(game.size))

    def children(node: int) -> tuple[int, ...]:
        """Return the children of a node, or in place of removed children their replacements."""
        return tuple(replacement[first_child[node] : first_child[node] + moves[node]])

    for node in np.flatnonzero(_silent(game))[::-1].tolist():  # from the last, so that branches contain no silent nodes
        branches = children(node)
        replacement[node] = branches[0]
        probabilities = vector(game.information_sets[game.information_set[node]].probabilities)
        stack = [branches] if len(branches) > 1 else []  # tuples of corresponding nodes, to be merged
        while stack:
            nodes = stack.pop()
            first = nodes[0]
            if any(labels[node] != labels[first] for node in nodes):
                labels[first] = ""
            if first in payoffs:  # the expected payoffs over all branches
                rows = zip(*(payoffs.pop(node) for node in nodes), strict=True)
                payoffs[first] = tuple(exact_sum(probabilities * vector(row)) for row in rows)
            stack.extend(zip(*map(children, nodes), strict=True))
    builder = GameBuilder(game.players, game.title, game.comment)
    builder.strategic = game.strategic
    order, pending = [], [replacement[0]]
    while pending:
        order.append(node := pending.pop())
        pending.extend(children(node)[::-1])
    return builder.build_part(game, order, payoffs, labels)


def _silent(game: Game) -> NDArray[np.bool_]:
    """Return for every node whether it is a silent chance node.

    From the last node to the first, every node gets the number of its isomorphism class. The class of an inner node is
    determined by the classes of its children and by its information set; for a chance node, the probabilities take the
    place of the set. All leaves are in one class. A silent node has the class that all its children have.
    """
    distributions: dict[tuple[mpq, ...], int] = {}
    # of a player's set, its index; of a set of chance, the index of the first set with the same probabilities
    kinds = [
        distributions.setdefault(information_set.probabilities, index) if information_set.player == CHANCE else index
        for index, information_set in enumerate(game.information_sets)
    ] + [NONE]  # the last entry, at index NONE = -1, is for leaves
    silent = np.zeros(game.size, dtype=bool)
    classes = [0] * game.size
    class_numbers: dict[tuple[int, ...], int] = {}
    is_chance, kind = (game.player == CHANCE).tolist(), np.array(kinds)[game.information_set].tolist()
    first_child, moves = game.first_child.tolist(), game.move_counts().tolist()
    for node in range(game.size - 1, -1, -1):
        child_classes = classes[first_child[node] : first_child[node] + moves[node]]
        if is_chance[node] and child_classes.count(child_classes[0]) == len(child_classes):
            silent[node], classes[node] = True, child_classes[0]
        else:
            classes[node] = class_numbers.setdefault((kind[node], *child_classes), len(class_numbers))
    return silent
