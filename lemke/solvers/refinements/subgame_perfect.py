"""Subgame-perfect equilibria (Selten 1965): proper subgames solved from the last to the first.

Here the whole game is a proper subgame, too. A *stage* is a proper subgame in which every smaller proper subgame is
replaced by a leaf with the smaller subgame's value. Equilibria of all stages together are a subgame-perfect equilibrium
of the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial

from gmpy2 import mpq

from lemke.certificate import SUBGAME_PERFECT, Claim, Equilibrium, How, Judge
from lemke.errors import InputError, NotProvedError
from lemke.game import NONE, Game, GameBuilder, NodeNames
from lemke.game.best_response import best_response
from lemke.game.strategy import Distribution, Profile
from lemke.game.subgames import stages, subgame_regrets
from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO, bits, short
from lemke.solvers import solve as solve_game
from lemke.solvers.answers import confirm
from lemke.solvers.sequence_lcp import Prior

BEST_MOVES = "best moves"
"""The kernel in the answer if a best move decided every stage."""


def solve(game: Game, method: str, kernel: str, prior: Prior, seed: int) -> Equilibrium:
    """Return a subgame-perfect equilibrium; ``lemke.solve(game, refine="subgame-perfect")`` has checked the options.

    Proper subgames are solved from the last to the first, also subgames off the path and after moves of chance that
    have probability zero. A stage with one information set is decided by the first of the set's best moves. A stage in
    which only chance moves needs no decision. So a tree of perfect information takes linear time. All other stages are
    solved by :func:`lemke.solvers.solve` with the same options; a prior of the game is restricted to the stage. The
    result is judged twice, as an equilibrium of the game and in every proper subgame.

    Raises InputError for a method that does not apply to a stage, such as ``lp`` if a stage is not constant-sum;
    NotProvedError if a stage could not be solved, or the judges do not confirm the result.
    """
    judge = Judge.of(game)
    induction = _Induction.of(game, prior)
    parts = stages(game)
    nodes, sets = parts.nodes(game), parts.sets(game)
    for k in range(len(parts.roots) - 1, -1, -1):  # inner subgames have larger numbers than the subgames around them
        if len(sets[k]) <= 1:
            induction.decide(nodes[k], sets[k])
        else:
            limits.report(partial("subgame {} of {}".format, len(nodes) - k, len(nodes)))
            stage, start = (
                GameBuilder(game.players).build_part(game, nodes[k], induction.value),
                induction.start(sets[k]),
            )
            try:
                equilibrium = solve_game(stage, method, kernel, start, seed)
            except (InputError, NotProvedError) as error:
                history = NodeNames(game).name(nodes[k][0])
                place = f"the subgame after {history!r}" if history else "the game from the root on"
                raise type(error)(f"{place}: {error.message}") from error
            induction.take(nodes[k][0], sets[k], equilibrium)
    return _proved(judge, induction)


def objections_to(game: Game, profile: Profile) -> list[str]:
    """Return in words which player gains in which subgame; an empty list if a profile is subgame-perfect."""
    worst = subgame_regrets(game, profile).worst
    if worst is None:
        return []
    root, player, gain = worst
    history = NodeNames(game).name(root)
    place = f"in the subgame after {history!r}" if history else "from the root on"
    return [f"{place} player {player + 1} gains {short(gain)} by changing moves before the next proper subgame"]


@dataclass(eq=False)
class _Induction:
    """Backward induction over the stages: the decisions of all stages that are solved so far."""

    game: Game
    prior: Prior
    position: dict[int, int]  # by index of an information set: its position among the sets of its player
    # by node: the parent, the move that leads to the node, the information set
    parent: list[int]
    move: list[int]
    information_set: list[int]
    value: dict[int, tuple[mpq, mpq]]  # both payoffs, at leaves and at the roots of solved subgames
    moves: list[Distribution]  # by information set, also of chance
    filled: set[int] = field(default_factory=set)  # information sets that the plan in their stage does not reach
    stage_hows: list[How] = field(default_factory=list)  # how the stages not decided by a best move were solved

    @classmethod
    def of(cls, game: Game, prior: Prior) -> _Induction:
        index, table = game.payoffs()
        totals = zip(game.leaves.tolist(), index[game.leaves].tolist(), strict=True)
        value = {leaf: (table[total][0], table[total][1]) for leaf, total in totals}
        position = {index: h for player in (0, 1) for h, index in enumerate(game.sets_of(player))}
        parent, move, information_set = (array.tolist() for array in (game.parent, game.move, game.information_set))
        moves = [information_set.probabilities for information_set in game.information_sets]
        return cls(game, prior, position, parent, move, information_set, value, moves)

    def decide(self, nodes: list[int], sets: list[int]) -> None:
        """Decide a stage with at most one information set by the first of the set's best moves.

        Every end of the stage adds payoffs, times the probability of chance, to the move that leads there. An end
        without a move at the information set adds them to "no move".
        """
        information_set = sets[0] if sets else NONE
        choices = len(self.game.information_sets[information_set].actions) if sets else 0
        payoffs = [[ZERO, ZERO] for _ in range(choices + 1)]  # the last one, at index NONE = -1, is for no move
        reached = {nodes[0]: (ONE, NONE)}  # by node: the probability of chance, and the choice that leads there
        for node in nodes[1:]:
            parent, move = self.parent[node], self.move[node]
            reach, choice = reached[parent]
            index = self.information_set[parent]
            if index == information_set:
                choice = move
            else:
                reach *= self.moves[index][move]
            if node in self.value:
                payoff_1, payoff_2 = self.value[node]
                payoffs[choice][0] += reach * payoff_1
                payoffs[choice][1] += reach * payoff_2
            else:
                reached[node] = reach, choice
        payoff_1, payoff_2 = payoffs[NONE]
        if sets:
            player = self.game.information_sets[information_set].player
            best = max(range(choices), key=lambda choice: payoffs[choice][player])
            self.moves[information_set] = tuple(ONE if choice == best else ZERO for choice in range(choices))
            payoff_1, payoff_2 = payoff_1 + payoffs[best][0], payoff_2 + payoffs[best][1]
        self.value[nodes[0]] = payoff_1, payoff_2

    def start(self, sets: list[int]) -> Prior:
        """Return the prior of the stage with these information sets."""
        if not isinstance(self.prior, Profile):
            return self.prior
        return Profile(
            tuple(
                tuple(behavior[self.position[index]] for index in self._sets_of(sets, player))
                for player, behavior in enumerate(self.prior.behavior)
            )
        )

    def take(self, root: int, sets: list[int], equilibrium: Equilibrium) -> None:
        """Copy the equilibrium of a stage. Information sets have the same order, breadth-first, in stage and game."""
        for player in (0, 1):
            for h, index in enumerate(self._sets_of(sets, player)):
                self.moves[index] = equilibrium.profile.behavior[player][h]
                if h in equilibrium.profile.filled[player]:
                    self.filled.add(index)
        self.value[root] = equilibrium.payoffs
        self.stage_hows.append(equilibrium.how)

    def _sets_of(self, sets: list[int], player: int) -> list[int]:
        return [index for index in sets if self.game.information_sets[index].player == player]

    def profile(self) -> Profile:
        """Return the behavior of all stages together."""
        player_sets = [self.game.sets_of(player) for player in (0, 1)]
        return Profile(
            tuple(tuple(self.moves[index] for index in sets) for sets in player_sets),
            tuple(frozenset(h for h, index in enumerate(sets) if index in self.filled) for sets in player_sets),
        )


def _proved(judge: Judge, induction: _Induction) -> Equilibrium:
    """Return the equilibrium, if both judges confirm it: in the whole game, and in every proper subgame."""
    game, profile = judge.game, induction.profile()
    payoffs = induction.value[0]  # at the root
    x, y = plans = judge.plans(profile)
    # values of the information sets under best responses
    u, v = (best_response(judge.sequences[k], judge.values(k, plans)).dual for k in (0, 1))
    objections = [f"not {SUBGAME_PERFECT}: {objection}" for objection in objections_to(game, profile)]
    confirm(judge, Claim(profile, payoffs, (x, y), (u, v)), "the stages", objections)
    how = _how(induction.stage_hows, bits(payoffs))
    return Equilibrium((x, y), (u, v), payoffs, how, game=game, profile=profile)


def _how(stages: list[How], size: int) -> How:
    """Return how all stages together were solved; ``size`` is what :func:`bits` returns for the payoffs."""
    paths = [stage for stage in stages if stage.prior is not None]
    return How(
        method=SUBGAME_PERFECT,
        kernel=_names(stage.kernel for stage in stages) or BEST_MOVES,
        pivots=sum(stage.pivots for stage in stages),
        bits=max([size, *(stage.bits for stage in stages)]),
        tries=max((stage.tries for stage in stages), default=1),
        unproved=next((stage.unproved for stage in stages if stage.unproved), None),
        prior=_names(path.prior for path in paths if path.prior) if paths else None,
        seed=next((path.seed for path in paths if path.seed is not None), None),
    )


def _names(names: Iterable[str]) -> str:
    """Return the different names in alphabetical order."""
    return " + ".join(sorted(set(names)))
