"""Chance moved to the ends of a game: leaves weighted with it, probabilities propagated, silent chance nodes removed.

Probabilities of chance are fixed, so they may as well stand in the payoffs; and a chance node that reveals nothing
before the end of the game may as well be drawn at the end, that is, be replaced by an expectation (O. Kubíček 2023,
slides 'Solving imperfect information EFGs').
"""

from lemke.game.chance.propagation import WeightedLeaves, propagated, weighted_leaves
from lemke.game.chance.pruning import Pruned, prune

__all__ = ["Pruned", "WeightedLeaves", "propagated", "prune", "weighted_leaves"]
