"""A polished profile for people: the equilibrium, where it comes from and how far it is."""

from __future__ import annotations

from gmpy2 import mpq

from lemke.certificate import Equilibrium, Report
from lemke.certificate.verdict import regrets_table
from lemke.game.strategy.documents import LONGEST
from lemke.ground.rational import decimal, text
from lemke.ground.tables import columns
from lemke.ground.words import count, player_name
from lemke.show.equilibrium import equilibrium_text

WAYS = {
    "given": "It is the given profile, which is an equilibrium.",
    "support": "Way: support. Guess {guesses} of the supports was right.",
    "program": "Way: program. Guess {guesses}, a linear program weighted with the profile, was right.",
    "path": "Way: path. None of {guesses} guesses was right; Lemke's path from the profile as prior led to it.",
}


def polished_text(
    equilibrium: Equilibrium, given: Report, way: str, guesses: int, distance: mpq, moved_near: tuple[bool, bool]
) -> str:
    """Return an equilibrium, then the verdict on the profile that it comes from, how far it moved, and the way.

    Parameters
    ----------
    equilibrium : Equilibrium
    given : Report
        The verdict on the given profile.
    way : str
        A name of :data:`WAYS`.
    guesses : int
    distance : mpq
        The largest change of a sequence's probability.
    moved_near : pair of bool
        Whether each player's plan was moved as near to the given one as it can be.
    """
    game = equilibrium.game
    rows = [["probability of a sequence, at most", *_number(distance)]]
    for player, (payoff, before) in enumerate(zip(equilibrium.payoffs, given.payoffs, strict=True)):
        rows.append([f"payoff of {player_name(game.players, player)}", *_number(payoff - before)])
    lines = ["", "The profile as given", *regrets_table(game, given).lines()]
    if (found := given.normalization) is not None and found.sets:
        lines.append(f"Divided by their exact sums, which were not 1 at {count(found.sets, 'information set')}.")
    lines += ["", "Moved by", *columns(rows), "", WAYS[way].format(guesses=guesses)]
    for player, near in enumerate(moved_near):
        if not near:
            lines.append(f"Not moved near: {player_name(game.players, player)}; a nearer plan may go with the other's.")
    return equilibrium_text(equilibrium) + "\n".join(lines) + "\n"


def _number(value: mpq) -> list[str]:
    """Return a fraction and its decimal; the decimal alone where the fraction is long."""
    exactly = text(value)
    if len(exactly) > LONGEST:
        return [f"about {decimal(value)}"]
    return [exactly] if value.denominator == 1 else [exactly, decimal(value)]
