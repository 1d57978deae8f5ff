"""Every method on random games, judged by the naive judge. It can also be run as a script:

    python tests/every_method.py FIRST COUNT

COUNT is rounded up to whole chunks of 100. The last line counts the answers of every method, and those that were wrong,
not proved, or an error that is not lemke's own.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from multiprocessing import Pool
from typing import Any

import lemke
from lemke.errors import InputError, LemkeError
from lemke.game import Game
from lemke.game.strategy import Profile
from lemke.solvers import METHODS, REFINEMENTS
from naive import naive_regrets
from seeded_games import ADVERSARIAL, payoff_kind, random_game

CHUNK = 100
STRATEGIES = 30
"""So many strategies of both players together may be enumerated: beyond, the extreme equilibria are too many."""


def nodes(seed: int) -> int:
    """The number of nodes of the random game of a seed: small, since the judge goes through all pure strategies."""
    return 4 + seed % 23


def constant_sum(game: Game) -> bool:
    """Whether the payoffs of every play add up to the same number."""
    return lemke.sequence_form(game).total is not None


def ways(game: Game, seed: int) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield every way to solve a game, by name: the methods of the table with their choices, and the refinements."""
    yield "auto", lambda: lemke.solve(game)
    for kernel in ("exact", "guided"):
        for prior in ("centroid", "random"):
            yield (
                f"lcp, {kernel}, {prior}",
                lambda kernel=kernel, prior=prior: lemke.solve(
                    game, method="lcp", kernel=kernel, prior=prior, seed=seed
                ),
            )
    for method in METHODS:
        if method == "lp" and not constant_sum(game):
            continue
        yield method, lambda method=method: lemke.solve(game, method=method)
    for refinement in REFINEMENTS:
        yield refinement, lambda refinement=refinement: lemke.solve(game, refine=refinement)


def wrong(game: Game, seed: int) -> Iterator[tuple[str, str]]:
    """Solve a game in every way; yield the name of each way and what is wrong with its answer, empty if it is right."""
    values = set()
    for name, solve in ways(game, seed):
        try:
            equilibrium = solve()
        except LemkeError as error:
            refused = name in TREMBLING and impossible_chance(game) and type(error) is InputError
            yield (f"{name}, refused", "") if refused else (name, f"{type(error).__name__}: {error}")
            continue
        except Exception as error:
            yield name, f"foreign {type(error).__name__}: {error}"
            continue
        if name in METHODS and equilibrium.how.method != name:
            told = equilibrium.how.unproved == name and beyond_floats(game, seed)
            yield f"{name}, left to another", "" if told else f"answered by {equilibrium.how}"
        yield name, objection(game, equilibrium.profile)
        values.add(equilibrium.payoffs)
    if constant_sum(game):
        yield "one value", "" if len(values) == 1 else f"the values {values}"
    if sum(lemke.normal_form(game).shape) <= STRATEGIES:
        for profile in lemke.enumerate(game, "strategies").profiles:
            yield "enumerate", objection(game, profile)


def impossible_chance(game: Game) -> bool:
    """Whether chance has a move of probability 0, which trembles do not reach."""
    return any(0 in (nature.probabilities or ()) for nature in game.information_sets)


def beyond_floats(game: Game, seed: int) -> bool:
    """Whether floats may mislead a linear program: numbers of very different sizes, or that differ by very little."""
    chances = (probability for nature in game.information_sets for probability in nature.probabilities or ())
    return payoff_kind(seed) in ADVERSARIAL or any(0 < probability < 2**-53 for probability in chances)


def objection(game: Game, profile: Profile) -> str:
    """What is wrong with a profile for the naive judge, empty if it is an equilibrium."""
    regrets = naive_regrets(game, profile.behavior)
    return "" if regrets == (0, 0) else f"regrets {regrets}"


def judged(first: int) -> tuple[Counter[str], list[str]]:
    """Solve the games of a chunk of seeds: answers by way, and what was wrong with them."""
    answers, objections = Counter[str](), []
    for seed in range(first, first + CHUNK):
        for name, text in wrong(random_game(seed, nodes(seed)), seed):
            answers[name] += 1
            if text:
                objections.append(f"seed {seed}, {name}: {text}")
    return answers, objections


def main() -> int:
    first, count = map(int, sys.argv[1:3])
    answers, failures = Counter[str](), 0
    with Pool() as pool:
        for done, (counted, objections) in enumerate(
            pool.imap_unordered(judged, range(first, first + count, CHUNK)), 1
        ):
            answers += counted
            failures += len(objections)
            for line in objections:
                print(line, flush=True)
            if done % 20 == 0:
                print(f"{done * CHUNK} games, {answers.total()} answers, {failures} objections", flush=True)
    print(dict(answers), f"{answers.total()} answers, {failures} objections")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
TREMBLING = ("sequential", "quasi-perfect", "extensive-form-perfect")
"""Refinements that refuse moves of chance with probability 0."""
