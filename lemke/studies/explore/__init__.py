"""Lemke's paths from many priors: the different equilibria at the ends, and the number of paths to each equilibrium.

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
from lemke.errors import InputError, LimitError, NotProvedError, ProfileError, located, require_type
from lemke.forms.normal_form import NormalForm
from lemke.forms.sequence_form import TreeForm, sequence_form
from lemke.game import Game
from lemke.game.strategy import Profile, check_profile
from lemke.game.tree import require_game
from lemke.ground import limits
from lemke.ground.rational import ONE, shown
from lemke.ground.words import count
from lemke.ground.workers import WorkerProcesses as WorkerProcesses
from lemke.ground.workers import require_executor
from lemke.solvers import check_options, judged
from lemke.solvers.sequence_lcp import PathStart, starting_point
from lemke.studies.explore.ends import OutcomeLedger, PathEnd, PathOutcome, key, proved_plans
from lemke.studies.explore.journal import Journal, header, open_journal
from lemke.studies.explore.workers import outcomes

Priors: TypeAlias = Literal["random"] | Iterable[Profile]

STARTS = 100
"""The number of random priors, by default."""


def explore(
    game: Game | NormalForm,
    priors: Priors = "random",
    starts: int | None = None,
    seed: int = 0,
    executor: Executor | None = None,
    kernel: str = "auto",
    results: str | os.PathLike[str] | None = None,
) -> Exploration:
    """Return the different equilibria at which Lemke's paths from many priors end, with their frequencies.

    Prior number k = 0, 1, … is the random, completely mixed profile with the seed ``seed`` + k. The path from this
    prior ends at the equilibrium of ``lemke.solve(game, "lcp", kernel, "random", seed + k)``, unless ``lemke.solve``
    follows the path of a similar game (``how.kernel`` is ``scaled``). Two equilibria are the same if their realization
    plans are exactly equal. The probabilities at unreached information sets are chosen from the prior, and are not
    compared. Every different equilibrium is judged on the tree. An equilibrium is called normal-form perfect if the
    last edge of a path proves this.

    A limit, a full disk or an interrupt ends the exploration. The result then covers the starts done so far, if there
    are any. With the kernel ``exact`` the result does not depend on the executor. With ``guided`` it depends on the
    machine's linear algebra; ``auto`` uses ``guided`` for large games.

    Parameters
    ----------
    game : Game | NormalForm
        A game of two players with perfect recall; for a strategic form, its :meth:`~lemke.NormalForm.tree`.
    priors : ``"random"`` or profiles
        Random profiles, or given ones. The path from the given profile number k = 0, 1, … is the path of
        ``lemke.solve(game, "lcp", kernel, profile, seed + k)``, with the same exception.
    starts : int | None
        The number of starts; by default 100 random priors, or all profiles.
    seed : int
        The seed of the first start, for the random prior and for the guided kernel's perturbations; start k has the
        seed ``seed`` + k.
    executor : concurrent.futures.Executor | None
        The workers of the executor follow the paths; without an executor, this process does. Workers may be threads,
        processes, or machines of a cluster, for example with ``distributed.Client(…).get_executor()``. If a worker
        dies, its starts are sent to other workers; a start at which workers die repeatedly is a failure. After a worker
        died, a ``ProcessPoolExecutor`` takes no more tasks, and the exploration ends; :class:`WorkerProcesses` goes on.
    kernel : str
        A name in :data:`lemke.linear.guided.KERNELS`, or ``auto``.
    results : path | None
        A file of JSON lines (:mod:`lemke.studies.explore.journal`) to which outcomes are written as they arrive. If the
        file exists, it must have the same game, priors, seed and kernel; the starts in the file are not computed again.
        The file may have more random priors than this exploration, but not more given priors.

    Raises
    ------
    InputError, FormatError, NumberError
        An option is unknown, the workers fail, or the file cannot be written, has an error or belongs to another
        exploration.
    PlayersError, RecallError
        The game does not have two players with perfect recall.
    ProfileError, ProbabilityError
        A prior does not fit the game.
    LimitError, KeyboardInterrupt
        A limit was reached, or the user interrupted, before the first start was done.
    NotProvedError
        The judge has an objection. A start whose end no kernel can prove raises no error, and counts as a failure.

    >>> from lemke.forms.normal_form import NormalForm
    >>> exploration = explore(NormalForm.of([[2, 0], [0, 1]], [[1, 0], [0, 2]]), starts=20)
    >>> [(str(reached.share), reached.witness is not None) for reached in exploration.equilibria]
    [('7/10', True), ('3/10', True)]
    """
    if isinstance(game, NormalForm):
        game = game.tree()
    require_game(game)
    require_executor(executor)
    require_type(results, str | os.PathLike | None, "a path", "results")
    check_options("lcp", kernel, seed)
    require_type(starts, int | None, "an int, 1 or more", "starts")
    if starts is not None and starts < 1:
        raise InputError(f"{shown(starts)} starts, expected 1 or more")
    form = sequence_form(game)
    prior_starts = None if isinstance(priors, str) and priors == "random" else _checked_priors(game, priors, starts)
    total = len(prior_starts) if prior_starts is not None else starts or STARTS
    ledger = OutcomeLedger(form)
    with ExitStack() as stack:
        journal = None
        if results is not None:
            prior_keys = {number: key(start.plans(form)) for number, start in enumerate(prior_starts or [])}
            first_line = header(game, "random" if prior_starts is None else "given", seed, kernel)
            journal = stack.enter_context(open_journal(results, first_line, prior_keys.get))
            _read(journal, ledger)
        done = frozenset(number for number in ledger.outcomes if number < total)
        remaining = (
            (number, prior_starts[number].plans(form) if prior_starts else None)
            for number in range(total)
            if number not in done
        )
        arriving = outcomes(form, remaining, total - len(done), seed, kernel, executor)
        judge = partial(_equilibrium, form, ledger, prior_starts, seed)
        stopped, reason, judged_equilibria = _run(arriving, ledger, journal, bool(done), total, judge)
    with limits.lifted():  # the result needs little time, and is returned also after a limit was reached
        # a file may have outcomes of further random priors: only the first ``total`` priors count
        numbers = sorted(number for number in ledger.outcomes if number < total)
        ends_by_key: dict[str, list[PathEnd]] = {}
        for number in numbers:
            if isinstance(outcome := ledger.outcomes[number], PathEnd):
                ends_by_key.setdefault(outcome.key, []).append(outcome)
        # the most frequent equilibrium first; of equally frequent ones, that of the smaller prior first
        groups = sorted(ends_by_key.values(), key=lambda ends: (-len(ends), ends[0].prior))
        equilibrium_numbers = {end.prior: number for number, ends in enumerate(groups) for end in ends}
        return Exploration(
            game=game,
            equilibria=tuple(
                _reached(form, ledger, ends, len(numbers), judged_equilibria.get(ends[0].key) or judge(ends[0]))
                for ends in groups
            ),
            starts=len(numbers),
            wanted=total,
            # None for a prior whose start failed or is not done
            ends=tuple(equilibrium_numbers.get(prior) for prior in range(numbers[-1] + 1)),
            failures=tuple(failure for n in numbers if isinstance(failure := ledger.outcomes[n], FailedStart)),
            priors="random" if prior_starts is None else "given",
            seed=seed,
            kernel=kernel,
            stopped=stopped,
            reason=reason,
        )


def _checked_priors(game: Game, priors: Iterable[Profile], starts: int | None) -> list[PathStart]:
    """Return starts from the first ``starts`` profiles, or from all if it is None; check that they fit the game."""
    if isinstance(priors, str | Profile) or not isinstance(priors, Iterable):
        raise InputError(f"the priors {shown(priors)}, expected 'random' or a list of profiles")
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


def _read(journal: Journal, ledger: OutcomeLedger) -> None:
    """Enter the outcomes in a file into the ledger, after checking them."""
    with located(journal.path):
        for line, outcome in journal.read():
            limits.report(lambda: f"reading {journal.path}: line {line}")  # noqa: B023  called at once
            with located(line=line):
                ledger.check(outcome)
                ledger.add(outcome)


def _run(
    arriving: Generator[PathOutcome, None, None],
    ledger: OutcomeLedger,
    journal: Journal | None,
    has_outcome: bool,
    total: int,
    judge: Callable[[PathEnd], Equilibrium],
) -> tuple[ExplorationStop, str, dict[str, Equilibrium]]:
    """Enter outcomes into the file and the ledger as they arrive.

    Return why the exploration ended, as a word and in full, and the new equilibria by their keys. An error before the
    first outcome is raised; ``has_outcome`` says whether the file had an outcome.

    Equilibria are judged on arrival, so that little work remains when a limit is reached. The probabilities at
    unreached information sets come from the smallest prior. So an equilibrium is judged again if a path from a smaller
    prior arrives later.
    """
    judged_equilibria: dict[str, Equilibrium] = {}
    stopped: ExplorationStop = "done"
    reason = ""

    def report() -> None:
        starts, equilibria = len(ledger.outcomes), len(ledger.plans)
        words = partial("{} of {} starts, {} different equilibria".format, starts, total, equilibria)
        limits.report(words, starts, total)

    try:
        with closing(arriving):
            report()
            for outcome in map(ledger.trim, arriving):
                if journal is not None:
                    journal.add(outcome)
                ledger.add(outcome)
                has_outcome = True
                if isinstance(outcome, PathEnd) and ledger.first[outcome.key] == outcome.prior:
                    judged_equilibria[outcome.key] = judge(outcome)
                report()
    except (LimitError, KeyboardInterrupt) as error:
        if not has_outcome:
            raise
        stopped, reason = ("limit", str(error)) if isinstance(error, LimitError) else ("interrupt", "interrupted")
    return stopped, reason, judged_equilibria


def _equilibrium(
    form: TreeForm, ledger: OutcomeLedger, prior_starts: list[PathStart] | None, seed: int, end: PathEnd
) -> Equilibrium:
    """Return the equilibrium at an end, judged on the tree."""
    start = prior_starts[end.prior] if prior_starts else starting_point(form, "random", seed + end.prior, "auto")
    proved = proved_plans(form, end, ledger.plans[end.key], start.name, seed + end.prior)
    return judged(form, [proved], start.profile)[0]


def _reached(
    form: TreeForm, ledger: OutcomeLedger, ends: list[PathEnd], starts: int, equilibrium: Equilibrium
) -> ReachedEquilibrium:
    """Return the equilibrium at these ends of paths, with statistics of the paths and a witness of perfection.

    ``starts`` is the number of all starts; ``ends`` are in the order of the priors.
    """
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
    """Return an equilibrium with its proof of normal-form perfection, which the judge confirms on the tree."""
    # the trembles are x + ε (w − x), from the equilibrium's plan x (ε = 0) to the witness's plan w (ε = 1); the
    # coefficients have a column for each power of ε
    coefficients_1, coefficients_2 = (
        np.column_stack([plan, mixed_plan - plan])
        for plan, mixed_plan in zip(equilibrium.plans, witness.plans, strict=True)
    )
    trembles = Trembles(NORMAL_FORM_PERFECT, ONE, (coefficients_1, coefficients_2))
    judge = Judge(form.game, form.behind, form.sequences)
    claim = Claim(equilibrium.profile, refinement=trembles)
    if objections := objections_to_normal_form_perfect(judge, claim):
        raise NotProvedError(
            f"the last edge of the path from prior {witness.prior} proves nothing: {'; '.join(objections)}"
        )
    how = replace(equilibrium.how, method=NORMAL_FORM_PERFECT)
    return replace(equilibrium, how=how, refinement=trembles)
