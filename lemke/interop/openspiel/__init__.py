"""OpenSpiel: its games as trees with rational numbers, its policies as profiles, and the way back."""

from lemke.interop.openspiel.game import Payoffs, Provenance, SpielGame, from_openspiel
from lemke.interop.openspiel.policies import openspiel_profile, to_openspiel
from lemke.interop.openspiel.strings import PREFIX
from lemke.interop.openspiel.walk import ChanceNodes

__all__ = [
    "PREFIX",
    "ChanceNodes",
    "Payoffs",
    "Provenance",
    "SpielGame",
    "from_openspiel",
    "openspiel_profile",
    "to_openspiel",
]
