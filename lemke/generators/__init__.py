"""Families of games with parameters, such as Kuhn poker with any number of cards; FAMILIES is the table of them.

A family of extensive games is a function that takes the parameters and returns the game. Most of these families have a
second function, ``NAME_state``, for games that are too large for a tree: it returns only the first state of the game
(see :class:`lemke.game.implicit.State`). A family of strategic games is a function that returns the matrices (A, B).
For every family, ``FAMILIES[NAME].make`` returns the game, for example ``FAMILIES["hard-to-solve"].make(d=6)``.
"""

from lemke.generators.bidding import goofspiel as goofspiel
from lemke.generators.bidding import goofspiel_state as goofspiel_state
from lemke.generators.bimatrix import coordination as coordination
from lemke.generators.bimatrix import hard_to_solve as hard_to_solve
from lemke.generators.bimatrix import many_equilibria as many_equilibria
from lemke.generators.bimatrix import near_zero_sum as near_zero_sum
from lemke.generators.bimatrix import random_bimatrix as random_bimatrix
from lemke.generators.dice import liars_dice as liars_dice
from lemke.generators.dice import liars_dice_state as liars_dice_state
from lemke.generators.families import FAMILIES as FAMILIES
from lemke.generators.families import Family as Family
from lemke.generators.kuhn_poker import kuhn as kuhn
from lemke.generators.kuhn_poker import kuhn_state as kuhn_state
from lemke.generators.kuhn_poker import no_limit_kuhn as no_limit_kuhn
from lemke.generators.kuhn_poker import no_limit_kuhn_state as no_limit_kuhn_state
from lemke.generators.leduc_poker import leduc as leduc
from lemke.generators.leduc_poker import leduc_state as leduc_state
from lemke.generators.signaling import random_signaling as random_signaling
