"""Every proposer alone on some hundred random games: it returns an equilibrium or nothing."""

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

import lemke
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import SequenceForm
from lemke.game.best_response import best_response
from lemke.game.strategy import is_realization_plan
from lemke.ground.sparse import Vector
from lemke.ground.steps import done
from lemke.solvers import learned, methods
from lemke.solvers.halves import Alternation, Half, plans_of_supports
from lemke.solvers.learning import Learning
from seeded_games import random_game

pytestmark = pytest.mark.slow

GAMES, CHUNKS = 200, 2
ITERATIONS = 1000


def answers(form: SequenceForm) -> Iterator[tuple[str, tuple[Vector, Vector] | None]]:
    """Yield the proposals of every proposer, and of the three ways from the same learned plans."""
    for name in ("lcp", "learn"):
        try:
            yield name, methods._proved_by(form, (name, 0)).plans
        except NotProvedError:
            yield name, None
    learning = Learning(form)
    learning.run(ITERATIONS)
    x, y = learning.plans(learning.last)
    supports = learning.supports(learning.last)
    halves = Half.pair(form)
    pair = plans_of_supports(halves, x > 1e-9, y > 1e-9)
    yield "supports", None if pair is None else pair[0]
    yield "programs", done(Alternation(halves, guesses=True).equilibrium(y, supports))
    yield "restricted games", done(learned.grow(form, supports, 0))[0]


def is_equilibrium(form: SequenceForm, plans: tuple[Vector, Vector]) -> bool:
    """Whether plans are best replies to each other, exactly."""
    x, y = plans
    against = form.A @ y, form.B.T @ x
    replies = (best_response(*pair).value for pair in zip(form.sequences, against, strict=True))
    return all(map(is_realization_plan, form.sequences, plans)) and tuple(replies) == form.payoffs(x, y)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_proposer_proves_or_has_nothing(chunk: int, record_property: Callable[[str, object], None]) -> None:
    answered, wrong = Counter[str](), Counter[str]()
    for seed in range(chunk * GAMES // CHUNKS, (chunk + 1) * GAMES // CHUNKS):
        form = lemke.sequence_form(random_game(seed, nodes=20 + seed % 180))
        for name, plans in answers(form):
            answered[name] += plans is not None and is_equilibrium(form, plans)
            wrong[name] += plans is not None and not is_equilibrium(form, plans)
    record_property("answered", dict(answered))
    print(dict(answered), dict(wrong))  # shown by pytest -rA
    assert not any(wrong[name] for name in ("lcp", "learn", "restricted games"))
    assert answered["learn"] >= 0.8 * GAMES / CHUNKS
    assert all(answered.values())
