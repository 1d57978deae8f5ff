"""From a game of OpenSpiel to a tree with rational numbers."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, get_args

from lemke.errors import GameError, InputError, located
from lemke.game import Game
from lemke.game.recall import histories, require_perfect_recall
from lemke.ground.packages import require
from lemke.ground.rational import binary, quoted
from lemke.interop.openspiel.failures import failing
from lemke.interop.openspiel.game import Payoffs, Provenance, SpielGame
from lemke.interop.openspiel.rationals import snapped
from lemke.interop.openspiel.strings import EXTRA, PREFIX, begun, loaded
from lemke.interop.openspiel.walk import Walk


def from_openspiel(game: Any, payoffs: Payoffs = "binary") -> SpielGame:
    """Return the tree of a two-player game of OpenSpiel (Lanctot et al., 2019, arXiv:1908.09453).

    All states are walked. Chance probabilities, which OpenSpiel has as floats, become the rationals behind them or are
    refused (:func:`~lemke.interop.openspiel.rationals.recovered`). Payoffs are the returns at the end: rewards on the
    way there are part of them. How the numbers came about stands in the game's ``provenance`` and, in words, in its
    ``comment``.

    Parameters
    ----------
    game : pyspiel.Game or str
        A game, or a game string such as ``"leduc_poker(suit_isomorphism=True)"``. If moves are simultaneous, they are
        made to follow each other, unseen (``pyspiel.convert_to_turn_based``).
    payoffs : str
        ``"binary"`` takes floats at their exact values, ``"snapped"`` takes the rational with the smallest denominator
        within 4 units in the last place: OpenSpiel computes 19.999999999999996 where 20 is meant.

    Raises
    ------
    InputError
        Naming the game. OpenSpiel is not installed or knows no such game; it is a mean-field game, has no
        information-state strings, or samples its chance moves.
    GameError
        OpenSpiel fails where the game is played.
    PlayersError
        It is not a game of two players.
    ProbabilityError
        Chance probabilities that no rationals explain; the state is named.
    RecallError
        Imperfect recall; the information set is named.
    """
    require("open_spiel", EXTRA)  # the package's own name, for the message where it is missing
    pyspiel = require("pyspiel", EXTRA)
    name = game.strip() if isinstance(game, str) else str(game)
    with located(PREFIX + name):
        if payoffs not in get_args(Payoffs):
            raise InputError(f"payoffs {quoted(str(payoffs))}, expected {' or '.join(get_args(Payoffs))}")
        if isinstance(game, str):
            game = loaded(name)
        elif not isinstance(game, pyspiel.Game):
            raise InputError(f"an object of type {type(game).__name__}, expected a pyspiel.Game or a game string")
        spiel, root = begun(game)
        with failing(GameError, "OpenSpiel failed", "a game that it can play"):
            walk = Walk(root, snapped if payoffs == "snapped" else binary)
        changed = sorted((each, snapped(each)) for each in walk.floats if snapped(each) != binary(each))
        provenance = Provenance(
            version=pyspiel.__version__,
            hit=walk.chance_nodes(hit=True),
            near=walk.chance_nodes(hit=False),
            payoffs=payoffs,
            snapped=tuple(changed) if payoffs == "snapped" else (),
            turn_based=spiel is not game,
        )
        found = _with_provenance(walk, spiel, name, provenance)
        require_perfect_recall(found, histories(found))
        return found


def _with_provenance(walk: Walk, spiel: Any, name: str, provenance: Provenance) -> SpielGame:
    comment = f"From OpenSpiel {provenance.version}: {name}; {provenance.words()}."
    tree = replace(walk.game(), title=name, comment=comment)
    own = {each.name: getattr(tree, each.name) for each in fields(Game)}
    return SpielGame(**own, name=name, spiel=spiel, action_ids=walk.action_ids(tree), provenance=provenance)
