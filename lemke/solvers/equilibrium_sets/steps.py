"""Select the steps that a proof needs, and number them anew."""

from __future__ import annotations

from lemke.certificate import Bounded, Combination, Excluded, Inside, Ledger, ProofStep, Resolved


def needed_steps(
    ledger: Ledger, conflicts: list[int] | None, order: list[int]
) -> tuple[tuple[ProofStep, ...], tuple[Combination, ...]]:
    """Return the steps that prove the conflicts with these numbers, or if ``conflicts`` is None the last conflict.

    Return also the combinations that these steps use. Steps are numbered anew, after the conflicts that have no step in
    the ledger. Sets are numbered by their index in ``order``.
    """
    without_step = len(ledger.conflicts) - len(ledger.steps)
    pending = [len(ledger.conflicts) - 1] if conflicts is None and ledger.steps else list(conflicts or [])
    needed = set()
    while pending:
        number = pending.pop()
        if number >= without_step and number not in needed:
            needed.add(number)
            step = ledger.steps[number - without_step]
            if isinstance(step, Resolved):
                pending += [step.zero, step.positive]
    new_step = {number: new for new, number in enumerate([*range(without_step), *sorted(needed)])}
    new_set = {number: new for new, number in enumerate(order)}
    new_combinations: dict[int, int] = {}

    def new_combination(number: int) -> int:
        """Return the new number of a combination; numbers are given in the order of first use."""
        return new_combinations.setdefault(number, len(new_combinations))

    steps: list[ProofStep] = []
    for number in sorted(needed):
        step = ledger.steps[number - without_step]
        if isinstance(step, Resolved):
            steps.append(Resolved(step.variable, new_step[step.zero], new_step[step.positive]))
        elif isinstance(step, Excluded):
            steps.append(Excluded(new_combination(step.combination), step.variable))
        elif isinstance(step, Bounded):
            first, second = (None if number is None else new_combination(number) for number in step.combinations)
            steps.append(Bounded(step.zero, (first, second)))
        elif isinstance(step, Inside):
            combinations = tuple(map(new_combination, step.combinations))
            steps.append(Inside(new_set[step.equilibrium_set], combinations))
        else:
            steps.append(step)
    return tuple(steps), tuple(ledger.combinations[number] for number in new_combinations)
