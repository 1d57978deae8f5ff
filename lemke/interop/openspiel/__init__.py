"""Games of OpenSpiel become trees with rational numbers; policies become profiles, and profiles become policies."""

from lemke.interop.openspiel.game import Payoffs as Payoffs
from lemke.interop.openspiel.game import Provenance as Provenance
from lemke.interop.openspiel.game import SpielGame as SpielGame
from lemke.interop.openspiel.game import from_openspiel as from_openspiel
from lemke.interop.openspiel.policies import openspiel_profile as openspiel_profile
from lemke.interop.openspiel.policies import to_openspiel as to_openspiel
from lemke.interop.openspiel.walk import ChanceNodes as ChanceNodes
