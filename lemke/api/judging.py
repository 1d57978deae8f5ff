"""What judges and what counts, with doors for games and profiles in any form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lemke import certificate
from lemke import game as rooms
from lemke.api import games
from lemke.api.doors import GAMES, OPTIONS, PROFILES, door, of_game, of_profile, require_pair
from lemke.api.profiles import profile as profile_of
from lemke.certificate import Report
from lemke.errors import require_type
from lemke.game import best_response
from lemke.game import pure_strategies as strategies
from lemke.game import reach as reaching
from lemke.game.strategy import Missing


@door(certificate.verify, GAMES + PROFILES + OPTIONS)
def verify(game: object, profile: object, normalize: bool = False, missing: Missing = None) -> Report:  # noqa: D103
    require_pair(game, profile, normalize)
    tree = games.game(game)
    return certificate.verify(tree, profile_of(tree, profile, normalize, missing))


@door(certificate.verify_all, GAMES + PROFILES)
def verify_all(game: object, profiles: Iterable[object]) -> Iterator[Report]:  # noqa: D103
    tree = games.game(game)
    require_type(profiles, Iterable, "profiles in a list", "profiles")
    return certificate.verify_all(tree, (profile_of(tree, stated) for stated in profiles))


counterfactual = of_profile(best_response.counterfactual)
expected_payoffs = of_profile(reaching.expected_payoffs)
reach = of_profile(reaching.reach)
pure_strategies = of_game(strategies.pure_strategies)
sha256 = of_game(rooms.sha256)
