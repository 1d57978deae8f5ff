"""Solvers of other packages as command lines that ``lemke challenge`` can run.

``python -m benchmarks.outside_solvers NAME GAME.efg`` prints the solver's answers as lines ``NE,…``. Rationals are
printed unchanged, floats with all their decimal digits, so that the text is exactly the float. If the solver does not
solve games of this kind, the exit status is 77.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any

import numpy as np

import lemke
from lemke.errors import GameError
from lemke.forms.normal_form import normal_form
from lemke.game import Game
from lemke.game.pure_strategies import PureStrategies
from lemke.interop.gambit import from_pygambit, gambit_profile
from lemke.io import profile as profiles
from lemke.studies.challenge import REFUSED

Numbers = dict[int, list[float]]
"""Probabilities by index of information set."""


class Refused(Exception):
    """The game is not of the solver's kind."""


# ---------------------------------------------------------------------- Gambit, in rationals


def gambit(path: str, solver: str) -> list[str]:
    """Call a solver of pygambit with rational numbers."""
    import pygambit

    game = pygambit.read_efg(path)
    try:
        equilibria = getattr(pygambit.nash, solver)(game, rational=True).equilibria
    except RuntimeError as error:
        if "only valid for" in str(error):
            raise Refused(error) from None
        raise
    if equilibria and isinstance(equilibria[0], pygambit.MixedStrategyProfile):
        return [_of_mixed(game, equilibrium) for equilibrium in equilibria]
    actions = [
        action for player in game.players for information_set in player.infosets for action in information_set.actions
    ]
    return [_line(str(equilibrium[action]) for action in actions) for equilibrium in equilibria]


def _of_mixed(game: Any, equilibrium: Any) -> str:
    """Return mixed strategies as behavior strategies; at sets that they do not reach, all moves are equally likely."""
    lemke_game = from_pygambit(game)
    return profiles.dumps(lemke_game, gambit_profile(lemke_game, equilibrium, missing="uniform")).strip()


# ---------------------------------------------------------------------- OpenSpiel, in floats


def sequence_form_lp(path: str) -> list[str]:
    """Call OpenSpiel's linear program on the file as OpenSpiel reads it."""
    import pyspiel
    from open_spiel.python.algorithms.sequence_form_lp import solve_zero_sum_game

    game = lemke.read(path)
    spiel_game = pyspiel.load_game("efg_game", {"filename": path})
    if spiel_game.get_type().utility != pyspiel.GameType.Utility.ZERO_SUM:
        raise Refused(f"{spiel_game.get_type().utility}, expected a zero-sum game")
    _, _, *policies = solve_zero_sum_game(spiel_game)
    numbers: Numbers = {}
    for player, policy in enumerate(policies):
        numbers |= _of_policy(game, player, policy)
    return [_behavior_line(game, numbers)]


def _of_policy(game: Game, player: int, policy: Any) -> Numbers:
    """Return a player's part of a tabular policy; its states are named by player, set number and label."""
    index_of = {game.information_sets[index].number: index for index in game.sets_of(player)}
    numbers = {}
    for name, row in policy.state_lookup.items():
        owner, _, number, _ = name.split("-", 3)
        if int(owner) == player:
            index, state = index_of[int(number)], policy.states[row]
            actions = {state.action_to_string(player, action): action for action in state.legal_actions()}
            numbers[index] = [
                policy.action_probability_array[row, actions[label]] for label in game.information_sets[index].actions
            ]
    return numbers


# ---------------------------------------------------------------------- Lemke–Howson, in floats


def nashpy(A: Any, B: Any) -> tuple[Any, Any]:
    """Call Nashpy's Lemke–Howson algorithm for the first label."""
    import nashpy as package

    x, y = package.Game(A, B).lemke_howson(initial_dropped_label=0)
    return x, y


def quantecon(A: Any, B: Any) -> tuple[Any, Any]:
    """Call QuantEcon's Lemke–Howson algorithm for the first label."""
    from quantecon import game_theory as package

    players = [package.Player(np.ascontiguousarray(payoffs)) for payoffs in (A, B.T)]
    x, y = package.lemke_howson(package.NormalFormGame(players), init_pivot=0)
    return x, y


def strategic(path: str, solver: Callable[[Any, Any], tuple[Any, Any]]) -> list[str]:
    """Call a solver of bimatrix games on the reduced strategic form, rounded to floats."""
    game = lemke.read(path)
    try:
        form = normal_form(game, reduced=True)
    except GameError as error:
        raise Refused(error) from None
    pair = solver(*(table.astype(float) for table in form.payoffs))
    numbers: Numbers = {}
    for pure, mixed in zip(form.pure, pair, strict=True):
        numbers |= _shares(pure, np.asarray(mixed, dtype=float))
    return [_behavior_line(game, numbers)]


def _shares(pure: PureStrategies, mixed: Any) -> Numbers:
    """Return the behavior strategy of a mixed one, in floats: a move's share in the weight that reaches its set.

    If the player has one information set, the numbers do not change, whatever their sum is.
    """
    if len(mixed) != pure.count:
        raise ValueError(f"a strategy of {len(mixed)} numbers, expected {pure.count}")
    moves = np.array(list(pure)).reshape(len(mixed), -1)
    numbers = {}
    for slot, (index, information_set) in enumerate(zip(pure.sets, pure.information_sets, strict=True)):
        parts = [float(mixed[moves[:, slot] == move].sum()) for move in range(len(information_set.actions))]
        total = 1 if len(pure.sets) == 1 else sum(parts)
        numbers[index] = [part / total for part in parts] if total else [1 / len(parts)] * len(parts)
    return numbers


# ---------------------------------------------------------------------- the command line


def _behavior_line(game: Game, numbers: Numbers) -> str:
    """Return probabilities in the order of Gambit, every float by all its digits."""
    return _line(
        str(Decimal(float(number))) for sets in game.preorder_sets() for index in sets for number in numbers[index]
    )


def _line(numbers: Iterable[str]) -> str:
    return ",".join(["NE", *numbers])


SOLVERS: dict[str, Callable[[str], list[str]]] = {
    "gambit-lcp": lambda path: gambit(path, "lcp_solve"),
    "gambit-lp": lambda path: gambit(path, "lp_solve"),
    "gambit-enummixed": lambda path: gambit(path, "enummixed_solve"),
    "openspiel-lp": sequence_form_lp,
    "nashpy": lambda path: strategic(path, nashpy),
    "quantecon": lambda path: strategic(path, quantecon),
}
"""The solvers, by name: from the path of a game to the lines that they print."""


def main(name: str, path: str) -> int:
    """Print what a solver finds; return the exit status."""
    try:
        lines = SOLVERS[name](path)
    except Refused as reason:
        print(reason, file=sys.stderr)
        return REFUSED
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
