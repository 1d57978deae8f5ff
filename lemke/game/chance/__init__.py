"""Chance moved to the ends of a game: leaves weighted with it, probabilities propagated, silent chance nodes removed.

Probabilities of chance are fixed, so they may as well stand in the payoffs; and a chance node that reveals nothing
before the end of the game may as well be drawn at the end, that is, be replaced by an expectation (O. Kubíček 2023,
slides 'Solving imperfect information EFGs').
"""

from lemke.game.chance.propagation import WeightedLeaves as WeightedLeaves
from lemke.game.chance.propagation import propagated as propagated
from lemke.game.chance.propagation import weighted_leaves as weighted_leaves
from lemke.game.chance.pruning import Pruned as Pruned
from lemke.game.chance.pruning import prune as prune
