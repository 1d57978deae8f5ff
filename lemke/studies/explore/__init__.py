"""Many starts: the different equilibria that Lemke's paths from many priors end at, and how often.

Reading order: :mod:`~lemke.studies.explore.ends` → :mod:`~lemke.studies.explore.workers` →
:mod:`~lemke.studies.explore.journal`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Literal, TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.certificate import (
    NORMAL_FORM_PERFECT,
    Claim,
    Equilibrium,
    Judge,
    Trembles,
    objections_to_normal_form_perfect,
)
from lemke.certificate.exploration import (
    Exploration,
    ExplorationStop,
    FailedStart,
    PathLengths,
    ReachedEquilibrium,
    Witness,
)
from lemke.errors import InputError, LimitError, NotProvedError, ProfileError, located, require_type, type_name
from lemke.forms.normal_form import NormalForm
from lemke.forms.sequence_form import TreeForm, sequence_form
from lemke.game import Game
from lemke.game.strategy import Profile, check_profile
from lemke.game.tree import require_game
from lemke.ground import limits
from lemke.ground.rational import ONE
from lemke.ground.words import count
from lemke.ground.workers import WorkerProcesses as WorkerProcesses
from lemke.solvers import check_options, judged
from lemke.solvers.sequence_lcp import PathStart, starting_point
from lemke.studies.explore.ends import End, Ledger, Outcome, key, proved_plans
from lemke.studies.explore.journal import Journal, header, opened
from lemke.studies.explore.workers import outcomes

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
        Its workers follow the paths; without one, this process does. They may be threads, processes, or those of a
        cluster such as ``distributed.Client(…).get_executor()``. Where a worker dies, its starts are sent again; a
        start whose workers die again and again is a failure. A ``ProcessPoolExecutor`` takes no tasks after a death,
        which ends the exploration; :class:`WorkerProcesses` goes on.
    kernel : str
        A name of :data:`lemke.linear.guided.KERNELS`, or ``auto``.
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
    >>> exploration = explore(NormalForm.of([[2, 0], [0, 1]], [[1, 0], [0, 2]]), starts=20)
    >>> [(str(reached.share), reached.witness is not None) for reached in exploration.equilibria]
    [('7/10', True), ('3/10', True)]
    """
    if isinstance(game, NormalForm):
        game = game.tree()
    require_game(game)
    if executor is not None and not hasattr(executor, "submit"):
        raise InputError(f"an executor of type {type_name(executor)}, expected one of concurrent.futures")
    require_type(results, str | os.PathLike | None, "a path", "results")
    check_options("lcp", kernel, seed)
    if starts is not None and (type(starts) is not int or starts < 1):
        raise InputError(f"{starts!r} starts, expected a whole number, 1 or more")
    form = sequence_form(game)
    prior_starts = None if isinstance(priors, str) and priors == "random" else _given(game, priors, starts)
    total = len(prior_starts) if prior_starts is not None else starts or STARTS
    ledger = Ledger(form)
    with ExitStack() as stack:
        journal = None
        if results is not None:
            keys = {number: key(start.plans(form)) for number, start in enumerate(prior_starts or [])}
            first = header(game, "random" if prior_starts is None else "given", seed, kernel)
            journal = stack.enter_context(opened(results, first, keys.get))
            _read(journal, ledger)
        done = frozenset(number for number in ledger.outcomes if number < total)
        left = (
            (number, prior_starts[number].plans(form) if prior_starts else None)
            for number in range(total)
            if number not in done
        )
        arriving = outcomes(form, left, total - len(done), seed, kernel, executor)
        judge = partial(_equilibrium, form, ledger, prior_starts, seed)
        stopped, reason, ready = _run(arriving, ledger, journal, bool(done), total, judge)
    with limits.lifted():
        # what the outcomes of the first priors, as many as the total, say together
        numbers = sorted(number for number in ledger.outcomes if number < total)
        basins: dict[str, list[End]] = {}
        for number in numbers:
            if isinstance(outcome := ledger.outcomes[number], End):
                basins.setdefault(outcome.key, []).append(outcome)
        order = sorted(basins.values(), key=lambda ends: (-len(ends), ends[0].prior))
        places = {end.prior: place for place, ends in enumerate(order) for end in ends}
        return Exploration(
            game=game,
            equilibria=tuple(
                _reached(form, ledger, ends, len(numbers), ready.get(ends[0].key) or judge(ends[0])) for ends in order
            ),
            starts=len(numbers),
            wanted=total,
            ends=tuple(places.get(number) for number in range(numbers[-1] + 1)),
            failures=tuple(failure for n in numbers if isinstance(failure := ledger.outcomes[n], FailedStart)),
            priors="random" if prior_starts is None else "given",
            seed=seed,
            kernel=kernel,
            stopped=stopped,
            reason=reason,
        )


def _given(game: Game, priors: Iterable[Profile], starts: int | None) -> list[PathStart]:
    """Return the profiles that are given as priors, after checking that they fit the game."""
    if isinstance(priors, str | Profile) or not isinstance(priors, Iterable):
        raise InputError(f"the priors {priors!r}, expected 'random' or profiles")
    prior_starts = []
    for number, profile in enumerate(islice(priors, starts)):
        try:
            check_profile(game, profile)
        except InputError as error:
            error.message = f"prior {number}: {error.message}"
            raise
        prior_starts.append(PathStart(profile))
    if not prior_starts or (starts is not None and len(prior_starts) < starts):
        raise ProfileError(f"{count(len(prior_starts), 'prior')}, expected {starts or 'one or more'}")
    return prior_starts


def _read(journal: Journal, ledger: Ledger) -> None:
    """Enter the outcomes that a file has, after checking them."""
    with located(journal.path):
        for line, outcome in journal.read():
            limits.report(lambda: f"reading {journal.path}: line {line}")  # noqa: B023  called at once
            with located(line=line):
                ledger.check(outcome)
                ledger.add(outcome)


def _run(
    arriving: Generator[Outcome, None, None],
    ledger: Ledger,
    journal: Journal | None,
    begun: bool,
    total: int,
    judge: Callable[[End], Equilibrium],
) -> tuple[ExplorationStop, str, dict[str, Equilibrium]]:
    """Enter outcomes as they arrive, in the file first; return why that ended, and new equilibria by their keys.

    They are judged on arrival, so that little is left to do when a limit is reached; again only if an end of a smaller
    prior arrives later, since moves off the path are those of the smallest prior.
    """
    ready: dict[str, Equilibrium] = {}
    stopped: ExplorationStop = "done"
    reason = ""

    def report() -> None:
        starts, ends = len(ledger.outcomes), len(ledger.plans)
        words = partial("{} of {} starts, {} different equilibria".format, starts, total, ends)
        limits.report(words, starts, total)

    try:
        with closing(arriving):
            report()
            for outcome in map(ledger.trimmed, arriving):
                if journal is not None:
                    journal.add(outcome)
                ledger.add(outcome)
                begun = True
                if isinstance(outcome, End) and ledger.first[outcome.key] == outcome.prior:
                    ready[outcome.key] = judge(outcome)
                report()
    except (LimitError, KeyboardInterrupt) as error:
        if not begun:
            raise
        stopped, reason = ("limit", str(error)) if isinstance(error, LimitError) else ("interrupt", "interrupted")
    return stopped, reason, ready


def _equilibrium(
    form: TreeForm, ledger: Ledger, prior_starts: list[PathStart] | None, seed: int, end: End
) -> Equilibrium:
    """Return the equilibrium at an end, judged on the tree."""
    start = prior_starts[end.prior] if prior_starts else starting_point(form, "random", seed + end.prior, "auto")
    proved = proved_plans(form, end, ledger.plans[end.key], start.name, seed + end.prior)
    return judged(form, [proved], start.profile)[0]


def _reached(
    form: TreeForm, ledger: Ledger, ends: list[End], starts: int, equilibrium: Equilibrium
) -> ReachedEquilibrium:
    """Return the equilibrium at these ends with what they say of it."""
    first = ends[0]
    pivots = [end.pivots for end in ends]
    proofs = sum(end.perfect for end in ends)
    witness = ledger.witnesses[first.key] if proofs else None
    return ReachedEquilibrium(
        equilibrium=equilibrium if witness is None else _perfect(form, equilibrium, witness),
        count=len(ends),
        share=mpq(len(ends), starts),
        first=first.prior,
        pivots=PathLengths(min(pivots), mpq(sum(pivots), len(pivots)), max(pivots)),
        proofs=proofs,
        witness=witness,
    )


def _perfect(form: TreeForm, equilibrium: Equilibrium, witness: Witness) -> Equilibrium:
    """Return an equilibrium with its proof of normal-form perfection, once the judge confirms that on the tree."""
    # from the equilibrium's plans straight to those of the witness, at ε = 1
    x, y = (np.column_stack([end, near - end]) for end, near in zip(equilibrium.plans, witness.plans, strict=True))
    trembles = Trembles(NORMAL_FORM_PERFECT, ONE, (x, y))
    judge = Judge(form.game, form.behind, form.sequences)
    claim = Claim(equilibrium.profile, refinement=trembles)
    if objections := objections_to_normal_form_perfect(judge, claim):
        raise NotProvedError(f"the last edge from prior {witness.prior} proves nothing: {'; '.join(objections)}")
    how = replace(equilibrium.how, method=NORMAL_FORM_PERFECT)
    return replace(equilibrium, how=how, refinement=trembles)
