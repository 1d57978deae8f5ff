"""Record the answers on all bundled games and on small games of the benchmarks' families, and compare two records.

    python tests/recorded_answers.py record ANSWERS.json     # with the package and the games of this folder
    python tests/recorded_answers.py compare OLD.json NEW.json

What theory fixes (sets, ranges, values, bounds, verdicts, counts) must be the same in both records. Where a game has
several equilibria, `solve` may return another one: the comparison lists these games, and passes.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import lemke
from lemke import generators
from lemke.certificate.ranges import Interval
from lemke.errors import InputError, LemkeError
from lemke.game import Game
from lemke.solvers import METHODS, REFINEMENTS

GAMES = Path(__file__).parents[1] / "examples" / "games"
STRATEGIES = 60
"""Extreme equilibria are listed up to so many reduced strategies of both players together."""
SETS_SEQUENCES = 36
"""The sets of equilibria of a general-sum game are listed up to so many sequences of both players together."""
CHOICES = ("solve", "method", "refine", "polish")
"""Names of answers that may differ where there are several equilibria: one of them is chosen."""

FAMILIES: dict[str, Callable[[], Game]] = {
    "kuhn 6": lambda: generators.kuhn(6),
    "kuhn 6, raked": lambda: generators.kuhn(6, "1/20"),
    "kuhn 10, raked": lambda: generators.kuhn(10, "1/20"),
    "leduc 2": lambda: generators.leduc(2),
    "leduc 2, raked": lambda: generators.leduc(2, rake="1/20"),
    "leduc 3, raked": lambda: generators.leduc(3, rake="1/20"),
    "leduc 2, distinct": lambda: generators.leduc(2, rake="1/20", distinct=True),
    "goofspiel 3": lambda: generators.goofspiel(3, "descending", seen="winner"),
    "goofspiel 4": lambda: generators.goofspiel(4, "descending", seen="winner"),
    "liar's dice 2": lambda: generators.liars_dice(faces=2),
    "liar's dice 3": lambda: generators.liars_dice(faces=3),
    "signaling 3": lambda: generators.random_signaling(3, 2, 2, seed=1),
    "signaling 4": lambda: generators.random_signaling(4, 3, 3, seed=1),
}


def games() -> Iterator[tuple[str, Game]]:
    """Yield the bundled games and those of the families, by name."""
    for path in sorted(GAMES.glob("*.?fg")):
        game = lemke.read(path)
        yield path.stem, game if isinstance(game, Game) else game.tree()
    for name, make in FAMILIES.items():
        yield name, make()


def plain(value: object) -> Any:
    """Return numbers as text, and everything else as lists and texts of JSON."""
    if isinstance(value, str | int | bool) or value is None:
        return value
    if isinstance(value, Interval):
        return [str(value.least), str(value.greatest)]
    if hasattr(value, "denominator"):
        return str(value)
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return str(value)


def equilibrium(answer: Any) -> Any:
    """Return the payoffs and the behavior of an equilibrium."""
    return [plain(answer.payoffs), plain(answer.profile.behavior)]


def sets(game: Game) -> Any:
    """Return what holds in the maximal sets of equilibria."""
    found = lemke.enumerate(game, "sets")
    described = [
        [plain(s.payoffs), plain(s.dimensions), bool(s.is_pure() if callable(s.is_pure) else s.is_pure), plain(s.moves)]
        for s in found.sets
    ]
    return [found.stopped, described, plain(found.components), plain(found.indices)]


def ranges(game: Game) -> Any:
    """Return the ranges over all equilibria of a constant-sum game."""
    found = lemke.ranges(game).equilibria
    return [plain(found.payoffs), plain(found.moves), plain(found.is_unique)]


def questions(game: Game) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield what is asked about a game: a name, and a function that answers."""
    uniform = lemke.profile(game, {}, missing="uniform")
    yield "hash", lambda: lemke.sha256(game)
    yield (
        "verdict on the uniform profile",
        lambda: [
            plain(getattr(lemke.verify(game, uniform), name))
            for name in ("payoffs", "regrets", "is_equilibrium", "nash_conv")
        ],
    )
    yield "payoffs of the uniform profile", lambda: plain(lemke.reach(game, uniform).payoffs)
    form = lemke.sequence_form(game)  # refuses what the rest refuses: other than two players, imperfect recall
    size = form.A.shape[0] + form.A.shape[1]
    yield "shape", lambda: plain([form.A.shape, form.A.nnz, form.B.nnz, form.E.shape, form.F.shape])
    if form.total is not None:
        yield "value", lambda: plain(lemke.solve(game, method="lp").payoffs)
        yield "ranges", lambda: ranges(game)
    yield "solve", lambda: equilibrium(lemke.solve(game))
    yield "polish", lambda: equilibrium(lemke.polish(game, uniform).equilibrium)
    for method in METHODS:
        if method != "lp" and size <= 400:
            yield f"method {method}", lambda method=method: equilibrium(lemke.solve(game, method=method))
    for kernel in ("exact", "guided"):
        if size <= 400:
            yield f"method lcp, {kernel}", lambda kernel=kernel: equilibrium(lemke.solve(game, "lcp", kernel=kernel))
    for refinement in REFINEMENTS:
        if size <= 160:
            yield (
                f"refine {refinement}",
                lambda refinement=refinement: equilibrium(lemke.solve(game, refine=refinement)),
            )
    yield "path, pivots", lambda: len(lemke.path(game)) if size <= 60 else None
    if form.total is not None or size <= SETS_SEQUENCES:
        yield "sets", lambda: sets(game)
    yield (
        "pure equilibria",
        lambda: (
            sorted(plain(p.behavior) for p in lemke.enumerate(game, "pure").profiles)
            if size <= SETS_SEQUENCES
            else None
        ),
    )
    yield (
        "best equilibrium",
        lambda: plain(lemke.enumerate(game, best="u1 + u2").value) if size <= SETS_SEQUENCES else None,
    )
    yield "double oracle, gap", lambda: plain(lemke.double_oracle(game).gap) if form.total is not None else None
    if size <= 2 * SETS_SEQUENCES:
        strategic = lemke.normal_form(game)
        yield "strategic form", lambda: plain(strategic.shape)
        yield "undominated", lambda: plain(lemke.eliminate(game).surviving)
        if sum(strategic.shape) <= STRATEGIES:
            yield (
                "extreme equilibria",
                lambda: [
                    plain([extreme.payoffs, extreme.x, extreme.y])
                    for extreme in lemke.enumerate(game, "strategies").equilibria
                ],
            )


def record(target: str) -> None:
    """Write the answers on all games to a file."""
    answers: dict[str, dict[str, Any]] = {}
    for name, game in games():
        answers[name] = {}
        try:
            for question, answer in questions(game):
                try:
                    answers[name][question] = answer()
                except LemkeError as error:
                    answers[name][question] = f"refused: {type(error).__name__}"
        except InputError as error:
            answers[name]["refused"] = type(error).__name__
        print(name, len(answers[name]), file=sys.stderr, flush=True)
    Path(target).write_text(json.dumps(answers, indent=1, ensure_ascii=False), encoding="utf-8")


def compare(old_file: str, new_file: str) -> int:
    """Print where two records differ; return 1 if anything differs that theory fixes."""
    old, new = (json.loads(Path(file).read_text(encoding="utf-8")) for file in (old_file, new_file))
    status = 0
    for name in sorted({*old, *new}):
        before, after = old.get(name, {}), new.get(name, {})
        for question in sorted({*before, *after}):
            if before.get(question, "not asked") != after.get(question, "not asked"):
                is_choice = question.startswith(CHOICES) and question in before and question in after
                status |= not is_choice
                print(f"{'other equilibrium' if is_choice else 'DIFFERENT'}: {name}, {question}")
    print(f"{sum(map(len, new.values()))} answers on {len(new)} games compared")
    return status


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["record", target]:
            record(target)
        case ["compare", old_record, new_record]:
            sys.exit(compare(old_record, new_record))
        case _:
            sys.exit(__doc__)
