"""The content of a page on all equilibria of a game, with a slider to choose one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import TypeAlias

from lemke.certificate import Claim, DescribedSet, EquilibriumSets, Interval, Judge, PureEquilibria, Verdict
from lemke.forms.normal_form import AllEquilibria
from lemke.game import Game
from lemke.game.best_response import plan_value
from lemke.game.played import FILLED
from lemke.game.strategy import Profile
from lemke.ground.words import count
from lemke.io import profile as profiles
from lemke.show.web_page import File, Headline, Subject, View
from lemke.solvers.equilibrium_sets import judged_profile
from lemke.studies.report.parts import (
    EQUILIBRIA,
    REPORT,
    TEXT_PROFILE,
    Origin,
    about_game,
    argument,
    command,
    game_file,
)
from lemke.studies.report.profiles import VIEWS

Enumeration: TypeAlias = EquilibriumSets | AllEquilibria | PureEquilibria


def of_equilibria(game: Game, enumeration: Enumeration, origin: Origin) -> Subject:
    """Return the content of a page on the result of an enumeration; every profile that it shows is judged again."""
    if isinstance(enumeration, EquilibriumSets):
        views, noun = list(islice(_set_views(enumeration), VIEWS)), "maximal set"
        headline = _headline_of_sets(enumeration)
    elif isinstance(enumeration, PureEquilibria):
        views, noun = list(_pure_views(enumeration)), "outcome"
        headline = _headline_of_pure(enumeration)
    else:
        views, noun = list(_extreme_views(game, enumeration)), "equilibrium"
        headline = _headline_of_extreme(enumeration)
    file = game_file(game)
    name = argument(origin, file)
    results = _results_file(game, enumeration, origin)
    hidden = max(0, _number_of_views(enumeration) - len(views))
    return Subject(
        **about_game(game),
        headline=headline,
        views=views,
        argument=name,
        files=(results, file),
        commands=[
            command("The verdict:", "verify", name, results.name),
            command("This page:", "report", name, results.name, "-o", REPORT),
        ],
        noun=noun,
        left_out=f"{hidden} more of them, in the file {results.name} below" if hidden else "",
    )


def _number_of_views(enumeration: Enumeration) -> int:
    """Return how many views there would be without the limit :data:`VIEWS`.

    There is a view of every profile. For maximal sets, there is a view of every set, and of every pair of vertices of a
    set with several pairs.
    """
    if not isinstance(enumeration, EquilibriumSets):
        return len(enumeration.profiles)
    pairs = (
        len(first) * len(second) for first, second in (described.vertices or ((), ()) for described in enumeration.sets)
    )
    return len(enumeration.sets) + sum(number for number in pairs if number > 1)


def _results_file(game: Game, enumeration: Enumeration, origin: Origin) -> File:
    """Return the file of the equilibria."""
    if isinstance(enumeration, EquilibriumSets):
        about = "The equilibria and the proof, with every number in full; lemke verify checks every step."
        text = enumeration.document().to_json() if origin.text is None else origin.text
        return File(EQUILIBRIA, "application/json", text, about)
    about = "The equilibria, one per line, with every number in full; lemke verify judges them."
    return File(TEXT_PROFILE, "text/plain", profiles.dumps(game, *enumeration.profiles), about)


def _verdict(judge: Judge, profile: Profile) -> Verdict:
    """Return the verdict on a profile without other claims."""
    claim = Claim(profile)
    return Verdict(judge.game, claim, judge.judge(claim)[0])


def _set_views(enumeration: EquilibriumSets) -> Iterator[View]:
    """Yield, for every set, a view of a point, and then a view of every pair of vertices if there are several pairs."""
    judge = Judge.of(enumeration.game)
    for k, (described, profile) in enumerate(zip(enumeration.sets, enumeration.profiles, strict=True)):
        about = list(_about_set(enumeration, k, described))
        payoffs = list(map(_range, described.payoffs))
        ranges = dict(_ranges(enumeration, described))
        yield View(_verdict(judge, profile), FILLED, f"Set {k + 1}", about, payoffs, ranges)
        vertices_1, vertices_2 = described.vertices or ((), ())
        if len(vertices_1) * len(vertices_2) <= 1:
            continue
        for (i, x), (j, y) in product(enumerate(vertices_1, 1), enumerate(vertices_2, 1)):
            values = [judge.values(player, [x, y]) for player in (0, 1)]
            vertex = judged_profile(judge, (plan_value(x, values[0]), plan_value(y, values[1])), (x, y))
            about = ["An extreme equilibrium: a pair of vertices of the set."]
            yield View(_verdict(judge, vertex), FILLED, f"Set {k + 1}, vertex {i} × {j}", about)


def _about_set(enumeration: EquilibriumSets, k: int, described: DescribedSet) -> Iterator[str]:
    if described.is_pure:
        yield "One equilibrium, in pure strategies."
    elif described.dimensions == (0, 0):
        yield "One equilibrium."
    elif None in described.dimensions:
        yield "A set of equilibria; an inner point is shown."
    else:
        dimension_1, dimension_2 = described.dimensions
        yield f"A set of dimension {dimension_1} + {dimension_2}: an inner point is shown; ranges are those of the set."
    if len(enumeration.sets) > 1 and enumeration.components:
        number = next(number for number, component in enumerate(enumeration.components) if k in component)
        index = enumeration.indices[number]
        yield f"In component {number + 1}{'' if index is None else f', of index {index}'}."


def _ranges(enumeration: EquilibriumSets, described: DescribedSet) -> Iterator[tuple[tuple[int, int], Sequence[str]]]:
    """Yield (player, information set) and a text per move: the range of the move's probability.

    The text is empty if the move has a single probability, or if the range is not known. Information sets with nothing
    but empty texts are left out.
    """
    for player, (sequences, moves) in enumerate(zip(enumeration.sequences, described.moves, strict=True)):
        for h in range(len(sequences.sets)):
            ranges = [moves[sequence] for sequence in sequences.moves(h)]
            texts = ["" if move is None else _range(move.probability) for move in ranges]
            if any(texts):
                yield (player, h), texts


def _range(interval: Interval | None) -> str:
    """Return a range as text; empty if it is a single number or not known."""
    return "" if interval is None or interval.least == interval.greatest else str(interval)


def _headline_of_sets(enumeration: EquilibriumSets) -> Headline:
    sets = count(len(enumeration.sets), "maximal set")
    parts = f" in {count(len(enumeration.components), 'component')}" if len(enumeration.components) > 1 else ""
    unique = ["The game has one equilibrium."] if enumeration.is_unique else []
    remarks = [*unique, enumeration.proof_line()]
    if enumeration.is_complete:
        return Headline("all equilibria, proved", f"All equilibria, proved: {sets}{parts}.", "good", remarks)
    return Headline("some equilibria, proved", f"{sets} of equilibria so far; there may be more.", "neutral", remarks)


def _pure_views(enumeration: PureEquilibria) -> Iterator[View]:
    """Yield a view of one equilibrium for each of the first ``VIEWS`` outcomes."""
    judge = Judge.of(enumeration.game)
    for k, profile in enumerate(enumeration.profiles[:VIEWS], 1):
        yield View(_verdict(judge, profile), FILLED, f"Outcome {k}")


def _headline_of_pure(enumeration: PureEquilibria) -> Headline:
    outcomes = count(len(enumeration.equilibria), "outcome")
    if enumeration.is_complete:
        return Headline("the pure equilibria", f"Pure equilibria, proved: {outcomes}, and no others.", "good")
    return Headline("pure equilibria", f"{outcomes} of pure equilibria so far; there may be more.", "neutral")


def _extreme_views(game: Game, enumeration: AllEquilibria) -> Iterator[View]:
    """Yield a view of one equilibrium for each of the first ``VIEWS`` classes of realization equivalent equilibria."""
    judge = Judge.of(game)
    number = {(extreme.x, extreme.y): k for k, extreme in enumerate(enumeration.equilibria)}
    component_of: dict[int, int] = {}
    for component, part in enumerate(enumeration.components, 1):
        component_of |= dict.fromkeys((number[pair] for pair in part.equilibria), component)
    for k, (members, profile) in enumerate(zip(enumeration.classes[:VIEWS], enumeration.profiles, strict=False), 1):
        components = sorted({component_of[equilibrium] for equilibrium in members})
        about = [f"In component {', '.join(map(str, components))}."] if len(enumeration.components) > 1 else []
        yield View(_verdict(judge, profile), FILLED, f"Equilibrium {k}", about)


def _headline_of_extreme(enumeration: AllEquilibria) -> Headline:
    number = len(enumeration.equilibria)
    noun = "extreme equilibrium" if number == 1 else "extreme equilibria"
    parts = count(len(enumeration.components), "component")
    merged = f", {len(enumeration.classes)} up to realization equivalence" if len(enumeration.classes) < number else ""
    remark = "Every equilibrium is a convex combination of extreme ones, or realization equivalent to one."
    return Headline("all equilibria", f"All equilibria: {number} {noun} in {parts}{merged}.", "good", [remark])
