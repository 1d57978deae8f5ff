"""The steps that a proof needs, numbered anew."""

from __future__ import annotations

from lemke.certificate import Bounded, Combination, Excluded, Inside, Ledger, ProofStep, Resolved


def needed_steps(
    ledger: Ledger, ends: list[int] | None, order: list[int]
) -> tuple[tuple[ProofStep, ...], tuple[Combination, ...]]:
    """Return the steps that prove the last one, or the given ones, and their combinations.

    Steps are numbered anew, after the conflicts that are proved elsewhere. Sets are numbered by their place in
    ``order``.
    """
    elsewhere = len(ledger.conflicts) - len(ledger.steps)
    pending = [len(ledger.conflicts) - 1] if ends is None and ledger.steps else list(ends or [])
    needed = set()
    while pending:
        number = pending.pop()
        if number >= elsewhere and number not in needed:
            needed.add(number)
            step = ledger.steps[number - elsewhere]
            if isinstance(step, Resolved):
                pending += [step.zero, step.positive]
    place = {number: new for new, number in enumerate([*range(elsewhere), *sorted(needed)])}
    place_of_set = {number: new for new, number in enumerate(order)}
    place_of_combination: dict[int, int] = {}

    def moved(number: int) -> int:
        return place_of_combination.setdefault(number, len(place_of_combination))

    steps: list[ProofStep] = []
    for number in sorted(needed):
        step = ledger.steps[number - elsewhere]
        if isinstance(step, Resolved):
            steps.append(step._replace(zero=place[step.zero], positive=place[step.positive]))
        elif isinstance(step, Excluded):
            steps.append(step._replace(combination=moved(step.combination)))
        elif isinstance(step, Bounded):
            first, second = (None if number is None else moved(number) for number in step.combinations)
            steps.append(step._replace(combinations=(first, second)))
        elif isinstance(step, Inside):
            combined = tuple(map(moved, step.combinations))
            steps.append(Inside(place_of_set[step.equilibrium_set], combined))
        else:
            steps.append(step)
    return tuple(steps), tuple(ledger.combinations[number] for number in place_of_combination)
