"""What can be said about a game without solving it: its sizes, recall, information, sums and numbers, as data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from gmpy2 import mpq, mpz

from lemke.errors import GameError
from lemke.forms.sequence_form.two_players import sequence_form
from lemke.game import CHANCE, Game, sha256
from lemke.game.pure_strategies import pure_strategies
from lemke.game.recall import Histories, Violation, constant_sum, describe, histories, violations
from lemke.game.subgames import proper_subgames


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """What can be said about a player.

    Attributes
    ----------
    label : str
    information_sets : int
    sequences : int
        The empty one included; the moves of a player without perfect recall, and one more.
    pure_strategies : mpz
    reduced_strategies : mpz | None
        None where there are too many cases to count them: see ``uncounted``.
    uncounted : str
        Why the reduced strategies are not counted; empty where they are.
    imperfect_recall : str
        The information set and two histories that show it; empty for perfect recall.
    """

    label: str
    information_sets: int
    sequences: int
    pure_strategies: mpz
    reduced_strategies: mpz | None
    uncounted: str
    imperfect_recall: str


@dataclass(frozen=True, slots=True)
class LargestSet:
    """The information set with the most nodes, of those that are some player's."""

    name: str
    nodes: int


@dataclass(frozen=True, slots=True)
class Nonzeros:
    """The shape of the payoff matrices A and B of the sequence form, and how many of their entries are not zero."""

    shape: tuple[int, int]
    A: int
    B: int


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What can be said about a game without solving it.

    Attributes
    ----------
    title : str
    strategic : bool
        Whether it was given as a strategic game.
    nodes, leaves, chance_nodes : int
    players : tuple of PlayerFacts
    largest_set : LargestSet | None
        None if no player moves anywhere.
    proper_subgames : int
        The game itself included.
    constant_sum : mpq | None
        What all players get together, if that is the same at all leaves that chance reaches; payoffs.
    bits : int
        Of the longest numerator or denominator among payoffs and chance's probabilities.
    nonzeros : Nonzeros | None
        None unless there are two players, both with perfect recall.
    sha256 : str
        Of the canonical form.
    """

    title: str
    strategic: bool
    nodes: int
    leaves: int
    chance_nodes: int
    players: tuple[PlayerFacts, ...]
    largest_set: LargestSet | None
    proper_subgames: int
    constant_sum: mpq | None
    bits: int
    nonzeros: Nonzeros | None
    sha256: str

    @property
    def perfect_information(self) -> bool:
        """Whether all players always know the node that they are at."""
        return self.largest_set is None or self.largest_set.nodes == 1


def game_facts(game: Game) -> GameFacts:
    """Return what can be said about a game of any number of players and any recall.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann", "Bob"], title="choice")
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(left, "1/2", "-1/2")
    >>> facts = game_facts(builder.build())
    >>> facts.nodes, facts.players[0].sequences, facts.constant_sum, facts.bits, facts.perfect_information
    (3, 3, mpq(0,1), 2, True)
    """
    behind = histories(game)
    broken = violations(game, behind)
    return GameFacts(
        title=game.title,
        strategic=game.strategic,
        nodes=game.size,
        leaves=len(game.leaves),
        chance_nodes=int(np.sum(game.player == CHANCE)),
        players=tuple(_player(game, player, behind, violation) for player, violation in enumerate(broken)),
        largest_set=_largest_set(game),
        proper_subgames=len(proper_subgames(game)),
        constant_sum=constant_sum(game, behind),
        bits=_bits(game),
        nonzeros=_nonzeros(game) if len(game.players) == 2 and not any(broken) else None,
        sha256=sha256(game),
    )


def _player(game: Game, player: int, behind: Histories, violation: Violation | None) -> PlayerFacts:
    pure = pure_strategies(game, player, reduced=False).count
    reduced, uncounted = None, ""
    try:
        reduced = pure_strategies(game, player, behind=behind).count
    except GameError as error:
        uncounted = error.message
    return PlayerFacts(
        label=game.players[player],
        information_sets=len(game.sets_of(player)),
        sequences=behind.moves[player],
        pure_strategies=pure,
        reduced_strategies=reduced,
        uncounted=uncounted,
        imperfect_recall="" if violation is None else describe(game, violation),
    )


def _largest_set(game: Game) -> LargestSet | None:
    inner = game.information_set[game.player >= 0]
    if not len(inner):
        return None
    sizes = np.bincount(inner, minlength=len(game.information_sets))
    largest = int(np.argmax(sizes))
    return LargestSet(game.set_name(largest), int(sizes[largest]))


def _bits(game: Game) -> int:
    numbers = [each for outcome in game.outcomes for each in outcome.payoffs]
    numbers += [each for information_set in game.information_sets for each in information_set.probabilities]
    return max((max(abs(each.numerator), each.denominator).bit_length() for each in numbers), default=1)


def _nonzeros(game: Game) -> Nonzeros:
    form = sequence_form(game)
    return Nonzeros((form.A.shape[0], form.A.shape[1]), form.A.nnz, form.B.nnz)
