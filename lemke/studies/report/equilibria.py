"""The content of a page on all equilibria of a game, with a slider to choose a maximal set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lemke.certificate import Claim, DescribedSet, EquilibriumSets, Interval, Judge
from lemke.game.played import FILLED
from lemke.game.strategy import Profile
from lemke.ground.words import count
from lemke.show.web_page import File, Headline, Subject, View
from lemke.studies.report.profiles import VIEWS, about_game, game_file

EQUILIBRIA = "equilibria.json"


def of_equilibria(enumeration: EquilibriumSets) -> Subject:
    """Return the content of a page on the maximal sets of equilibria; every profile that it shows is judged again."""
    game = enumeration.game
    judge = Judge.of(game)
    sets = enumerate(zip(enumeration.sets[:VIEWS], enumeration.profiles, strict=False))
    about = "The equilibria and the proof, with every number in full; lemke verify checks every step."
    hidden = len(enumeration.sets) - VIEWS
    return Subject(
        **about_game(game),
        headline=_headline(enumeration),
        views=[_view(judge, enumeration, k, described, profile) for k, (described, profile) in sets],
        files=(File(EQUILIBRIA, "application/json", enumeration.to_json(), about), game_file(game)),
        noun="maximal set",
        left_out=f"{hidden} more of them, in the file {EQUILIBRIA} below" if hidden > 0 else "",
    )


def _view(judge: Judge, enumeration: EquilibriumSets, k: int, described: DescribedSet, profile: Profile) -> View:
    """Return the view of a point of set number k, with the ranges of payoffs and probabilities in the set."""
    about = list(_about_set(enumeration, k, described))
    verdict = judge.judge(Claim(profile))[0]
    payoffs, ranges = list(map(_range, described.payoffs)), dict(_ranges(enumeration, described))
    return View(verdict, FILLED, f"Set {k + 1}", about, payoffs, ranges)


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


def _headline(enumeration: EquilibriumSets) -> Headline:
    sets = count(len(enumeration.sets), "maximal set")
    parts = f" in {count(len(enumeration.components), 'component')}" if len(enumeration.components) > 1 else ""
    unique = ["The game has one equilibrium."] if enumeration.is_unique else []
    remarks = [*unique, enumeration.proof_line()]
    if enumeration.is_complete:
        return Headline("all equilibria, proved", f"All equilibria, proved: {sets}{parts}.", "good", remarks)
    return Headline("some equilibria, proved", f"{sets} of equilibria so far; there may be more.", "neutral", remarks)
