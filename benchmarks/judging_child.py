"""Measure one judgement: ``python -m benchmarks.judging_child WHAT LIMIT [PARAMETER...]``.

A measurement has a process of its own, so that it can be stopped and its memory is that of one game. The signal SIGALRM
ends a call that takes longer than the limit. The figures are printed as JSON. The policies are random floats; some of
their sums differ from 1.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import lemke
from benchmarks.clock import best, peak_memory, timed
from lemke.certificate import Claim, Judge, Verdict
from lemke.generators import FAMILIES
from lemke.interop.openspiel import SpielGame, from_openspiel, openspiel_profile

Behavior = list[list[list[float]]]


def random_behavior(game: lemke.Game, seed: int) -> Behavior:
    """Return random probabilities, divided by their sums in floats, for every move of both players."""
    source = np.random.default_rng(seed)
    weights = [[source.random(len(game.information_sets[h].actions)) for h in game.sets_of(i)] for i in (0, 1)]
    return [[(moves / moves.sum()).tolist() for moves in player_weights] for player_weights in weights]


def taken(game: lemke.Game, behavior: Behavior) -> lemke.Profile:
    """Return floats as a profile."""
    return lemke.Profile.of(game, behavior, floats=True, normalize=True)


def verdict(report: Verdict) -> Verdict:
    """Return a report whose lazy numbers have been worked out."""
    report.max_counterfactual_regret  # noqa: B018
    return report


def spiel(tool: str, limit: float, name: str) -> dict[str, Any]:
    """Measure exploitability of a random policy for a game of OpenSpiel, from OpenSpiel's objects."""
    import pyspiel
    from open_spiel.python.algorithms import exploitability
    from open_spiel.python.policy import TabularPolicy

    spiel_game = pyspiel.load_game(name)
    policy, source = TabularPolicy(spiel_game), np.random.default_rng(1)
    policy.action_probability_array = source.random(policy.legal_actions_mask.shape) * policy.legal_actions_mask
    policy.action_probability_array /= policy.action_probability_array.sum(axis=1, keepdims=True)
    rows = {state: list(enumerate(policy.policy_for_key(state).tolist())) for state in policy.state_lookup}
    tabular = pyspiel.TabularPolicy(rows)
    game, load = timed(lambda: from_openspiel(spiel_game), 3)
    calls: dict[str, Callable[[], Any]] = {
        "exact": lambda: judged(game, policy).exploitability,
        "exact, loading": lambda: judged(from_openspiel(spiel_game), policy).exploitability,
        "Python": lambda: exploitability.exploitability(spiel_game, policy),
        "C++": lambda: pyspiel.exploitability(spiel_game, tabular),
    }
    value, seconds = best(calls[tool], limit)
    return {"seconds": seconds, "exploitability": float(value), "load": load, "nodes": game.size}


def judged(game: SpielGame, policy: Any) -> Verdict:
    """Return the exact verdict on a policy of OpenSpiel."""
    return lemke.verify(game, openspiel_profile(game, policy, normalize=True))


def large(limit: float, family: str, parameters: str) -> dict[str, Any]:
    """Measure a game of a family: making it, taking floats in, the first verdict; the memory before and after."""
    game, make = timed(lambda: FAMILIES[family].make(**json.loads(parameters)))
    built = peak_memory()
    behavior = random_behavior(game, 1)
    signal.setitimer(signal.ITIMER_REAL, limit)
    profile, take = timed(lambda: taken(game, behavior))
    report, seconds = timed(lambda: lemke.verify(game, profile))
    peak = peak_memory()
    _, more = timed(lambda: verdict(report))
    return {
        "seconds": seconds,
        "make": make,
        "take": take,
        "witness": more,
        "built": built,
        "peak": peak,
        "nodes": game.size,
        "leaves": len(game.leaves),
        "sets": sum(len(game.sets_of(player)) for player in (0, 1)),
    }


def many(limit: float, count: str, family: str, parameters: str) -> dict[str, Any]:
    """Measure many profiles one by one and with one judge; the verdicts have to be the same."""
    game = FAMILIES[family].make(**json.loads(parameters))
    profiles = [taken(game, random_behavior(game, seed)) for seed in range(int(count))]
    single, apart = best(lambda: [lemke.verify(game, profile) for profile in profiles], limit)
    together, seconds = best(
        lambda: [judge.judge(Claim(profile))[0] for judge in [Judge.of(game)] for profile in profiles], limit
    )
    if single != together:
        raise AssertionError("verify and the judge do not agree")
    return {"seconds": seconds, "apart": apart, "nodes": game.size}


def main() -> None:
    """Print the figures that the command line asks for."""
    name, limit, *parameters = sys.argv[1:]
    games: dict[str, Callable[..., dict[str, Any]]] = {"large": large, "many": many}
    measure = games[name] if name in games else partial(spiel, name)
    print(json.dumps(measure(float(limit), *parameters)))


if __name__ == "__main__":
    main()
