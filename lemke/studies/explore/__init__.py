"""Many starts: the different equilibria that Lemke's paths from many priors end at, and how often.

Reading order: :mod:`~lemke.studies.explore.start` (one path) → :mod:`~lemke.studies.explore.ledger` (which ends are the
same, what is proved of them) → :mod:`~lemke.studies.explore.tasks` and :mod:`~lemke.studies.explore.crew` (workers,
some of which may die) → :mod:`~lemke.studies.explore.journal` (the file from which an exploration goes on).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from itertools import islice
from typing import Literal, TypeAlias

from lemke.certificate.exploration import Exploration, Stopped
from lemke.errors import InputError, LimitError, ProfileError, located
from lemke.forms.normal_form import NormalForm
from lemke.forms.sequence_form import TreeForm, sequence_form
from lemke.game import Game
from lemke.game.strategy import Profile, check_profile
from lemke.game.tree import count, require_game
from lemke.ground import limits
from lemke.solvers import check_options
from lemke.studies.explore.crew import Work, outcomes
from lemke.studies.explore.journal import Journal, header, opened
from lemke.studies.explore.ledger import Ledger
from lemke.studies.explore.processes import worker_processes
from lemke.studies.explore.start import Plans, key, plans_of, random_prior

__all__ = ["STARTS", "Priors", "explore", "worker_processes"]

Priors: TypeAlias = Literal["random"] | Iterable[Profile]

STARTS = 100
"""From random priors, unless a number is given."""


def explore(
    game: Game | NormalForm,
    priors: Priors = "random",
    starts: int | None = None,
    seed: int = 0,
    executor: Executor | None = None,
    kernel: str = "auto",
    results: str | os.PathLike[str] | None = None,
) -> Exploration:
    """Return the different equilibria that Lemke's paths from many priors end at, with their frequencies.

    Prior number k = 0, 1, … is the random one with the seed ``seed`` + k, completely mixed: its path ends where that of
    ``lemke.solve(game, prior="random", seed=seed + k)`` does. Equilibria are told apart by their realization plans,
    exactly; what moves are filled in off the path depends on the prior and does not count. Every different one is
    judged on the tree. It is said to be normal-form perfect where the last edge of a path to it proves that.

    Once a start is done, a limit, a full disk and an interrupt end the exploration, not what it says of
    the starts done until then. With the kernel ``exact`` all that is returned is the same whatever the executor;
    ``guided`` and ``auto``, which takes it for large games, depend on the machine's linear algebra.

    Parameters
    ----------
    game : Game | NormalForm
        Of two players with perfect recall. A strategic form stands for its :meth:`~lemke.NormalForm.tree`.
    priors : ``"random"`` or profiles
        Paths from given profiles are those of ``lemke.solve(game, "lcp", prior=profile, seed=seed + k)``.
    starts : int | None
        How many; 100 from random priors, else all profiles.
    seed : int
    executor : concurrent.futures.Executor | None
        Who follows the paths: the workers of any executor, be it of threads, processes, or a cluster such as
        ``distributed.Client(…).get_executor()``; without one, this process. Where workers die, their starts are sent
        again; in the place of a ``ProcessPoolExecutor`` that breaks thereby there will be another like it. A start that
        kills its workers again and again is a failure. Those of :func:`worker_processes` end cleanly with an interrupt.
    kernel : str
        A name of :data:`lemke.linear.pivoting.KERNELS`, or ``auto``.
    results : path | None
        A file of JSON lines (:mod:`lemke.studies.explore.journal`) to which outcomes go as they come. What is in it is
        not computed again; it must be of the same game, priors, seed and kernel.

    Raises
    ------
    InputError
        For unknown options, workers that fail, and a file of other things.
    PlayersError, RecallError
        Unless the game has two players with perfect recall.
    ProfileError, ProbabilityError
        If a prior does not fit the game.
    LimitError, KeyboardInterrupt
        If stopped before the first start is done.
    NotProvedError
        If the judge has any objection. A start of which no kernel can prove an end is one of the ``failures``.

    >>> from lemke.forms.normal_form import NormalForm
    >>> found = explore(NormalForm.of([[2, 0], [0, 1]], [[1, 0], [0, 2]]), starts=20)
    >>> [(str(each.share), each.witness is not None) for each in found.equilibria]
    [('7/10', True), ('3/10', True)]
    """
    if isinstance(game, NormalForm):
        game = game.tree()
    require_game(game)
    if executor is not None and not hasattr(executor, "submit"):
        raise InputError(f"an executor of type {type(executor).__name__}, expected one of concurrent.futures")
    check_options("lcp", kernel, seed)
    if starts is not None and (type(starts) is not int or starts < 1):
        raise InputError(f"{starts!r} starts, expected a whole number, 1 or more")
    form = sequence_form(game)
    given = None if isinstance(priors, str) and priors == "random" else _given(game, form, priors, starts)
    wanted = len(given) if given is not None else starts or STARTS
    kind = "random" if given is None else "given"
    ledger = Ledger(form)
    with ExitStack() as stack:
        journal = None
        if results is not None:
            first = header(game, kind, seed, kernel)
            journal = stack.enter_context(opened(results, first, _digest(given)))
            _read(journal, ledger)
        known = frozenset(k for k in ledger.outcomes if k < wanted)
        missing = ((k, given[k][1] if given else None) for k in range(wanted) if k not in known)
        work = Work(form, missing, wanted - len(known), seed, kernel, ledger.had)
        stopped = _run(work, executor, ledger, journal, wanted)

    def prior(number: int) -> Profile:
        return given[number][0] if given else random_prior(form, seed + number)

    with limits.lifted():
        return ledger.exploration(wanted, kind, prior, seed, kernel, stopped)


def _given(game: Game, form: TreeForm, priors: Iterable[Profile], starts: int | None) -> list[tuple[Profile, Plans]]:
    """Return the profiles that are given as priors, and their plans, after checking that they fit the game."""
    if isinstance(priors, str | Profile) or not isinstance(priors, Iterable):
        raise InputError(f"the priors {priors!r}, expected 'random' or profiles")
    given = []
    for number, profile in enumerate(islice(priors, starts)):
        try:
            check_profile(game, profile)
        except InputError as error:
            error.message = f"prior {number}: {error.message}"
            raise
        given.append((profile, plans_of(form, profile)))
    if not given or (starts is not None and len(given) < starts):
        raise ProfileError(f"{count(len(given), 'prior')}, expected {starts or 'one or more'}")
    return given


def _digest(given: Sequence[tuple[Profile, Plans]] | None) -> Callable[[int], str | None]:
    """Return what tells the priors of a file from others; those beyond the given ones may be anything."""

    def digest(number: int) -> str | None:
        return key(given[number][1]) if given is not None and number < len(given) else None

    return digest


def _read(journal: Journal, ledger: Ledger) -> None:
    """Enter what a file has, after checking it."""
    with located(journal.path):
        for line, outcome in journal.read():
            limits.report(lambda: f"reading {journal.path}: line {line}")  # noqa: B023  called at once
            with located(line=line):
                ledger.check(outcome)
                ledger.add(outcome)


def _run(
    work: Work, executor: Executor | None, ledger: Ledger, journal: Journal | None, wanted: int
) -> tuple[Stopped, str]:
    """Enter outcomes as they come, in the file first; return why that ended."""
    begun = work.count < wanted
    try:
        with closing(outcomes(work, executor)) as found:
            for outcome in map(ledger.trimmed, found):
                if journal is not None:
                    journal.add(outcome)
                ledger.add(outcome)
                begun = True
                limits.report(ledger.progress(wanted), len(ledger.outcomes), wanted)
    except LimitError as error:
        if begun:
            return "limit", str(error)
        raise
    except KeyboardInterrupt:
        if begun:
            return "interrupt", "interrupted"
        raise
    return "done", ""
