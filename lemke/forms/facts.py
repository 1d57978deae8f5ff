"""Facts about a game that need no solving: its sizes, recall, information, payoff sums and lengths of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Literal

import numpy as np
from gmpy2 import mpq, mpz

from lemke.errors import GameError
from lemke.forms.sequence_form import sequence_form
from lemke.game import CHANCE, Game
from lemke.game.canonical import sha256
from lemke.game.pure_strategies import pure_strategies
from lemke.game.recall import Histories, Violation, constant_sum, describe, histories, violations
from lemke.game.subgames import proper_subgames
from lemke.ground.rational import short, text
from lemke.ground.results import Result
from lemke.ground.table import Table
from lemke.ground.words import count


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """Facts about a player, numbered from 1.

    ``sequences`` is the number of moves plus one; with perfect recall, this counts the sequences, the empty one
    included. If there are too many reduced strategies to count, ``reduced_strategies`` is None, and ``uncounted`` says
    why; otherwise ``uncounted`` is None. ``imperfect_recall`` describes two histories that show imperfect recall; with
    perfect recall it is None.
    """

    player: int
    label: str
    information_sets: int
    sequences: int
    pure_strategies: mpz
    reduced_strategies: mpz | None
    uncounted: str | None
    perfect_recall: bool
    imperfect_recall: str | None


@dataclass(frozen=True, slots=True)
class GameFacts(Result):
    """Facts about a game that need no solving.

    Attributes
    ----------
    title, sha256 : str
        The title, and the digest of the canonical game.
    form : str
        ``strategic`` for a game given as a table, otherwise ``extensive``.
    nodes, leaves, chance_nodes : int
    players : tuple of PlayerFacts
    perfect_information : bool
        Whether every information set of a player has one node.
    largest_set : (str, int) | None
        Name and number of nodes of the players' information set with the most nodes, of several such sets the first;
        None if no player moves.
    proper_subgames : int
        The game itself included; 0 if the game is a single leaf.
    constant_sum : mpq | None
        The sum of all players' payoffs if it is the same at all leaves that chance reaches.
    bits : int
        Length in bits of the longest numerator or denominator of a payoff or chance probability.
    nonzeros : (int, int, (int, int)) | None
        The numbers of nonzeros in A and B, the payoff matrices of the sequence form, and their shape; None unless the
        game has two players with perfect recall.
    """

    title: str
    sha256: str
    form: Literal["strategic", "extensive"]
    nodes: int
    leaves: int
    chance_nodes: int
    players: tuple[PlayerFacts, ...]
    perfect_information: bool
    largest_set: tuple[str, int] | None
    proper_subgames: int
    constant_sum: mpq | None
    bits: int
    nonzeros: tuple[int, int, tuple[int, int]] | None

    def to_table(self) -> Table:
        """Return the facts as pairs of their names and texts."""
        return Table(("fact", "value"), list(self.rows()), index=1)

    def rows(self) -> Iterator[tuple[str, str]]:
        """Yield the facts as pairs of their names and texts."""
        yield "title", " ".join(self.title.split()) or "none"
        yield "form", self.form
        yield "players", str(len(self.players))
        kinds = f"{count(self.leaves, 'leaf')} and {count(self.chance_nodes, 'chance node')}"
        yield "nodes", f"{self.nodes}, of them {kinds}"
        for player in self.players:
            sets = count(player.information_sets, "information set")
            yield f"player {player.player}", f"{sets}, {count(player.sequences, 'sequence')}"
            reduced = player.reduced_strategies  # None if a player with imperfect recall has too many to count
            reduced_text = player.uncounted if reduced is None else f"{short(mpq(reduced))} reduced"
            yield f"strategies of player {player.player}", f"{short(mpq(player.pure_strategies))} pure, {reduced_text}"
        for player in self.players:
            yield f"recall of player {player.player}", player.imperfect_recall or "perfect"
        total = self.constant_sum
        imperfect = "" if self.largest_set is None else "imperfect ({} has {} nodes)".format(*self.largest_set)
        yield "information", "perfect" if self.perfect_information else imperfect
        subgames = f"{self.proper_subgames}, the game itself included" if self.proper_subgames else "none"
        yield "proper subgames", subgames
        constant = "general-sum" if total is None else f"constant-sum, {text(total)}"
        yield "payoffs", "zero-sum" if total == 0 else constant
        yield "numbers", f"numerators and denominators of at most {count(self.bits, 'bit')}"
        if self.nonzeros is not None:
            of_A, of_B, (height, width) = self.nonzeros
            yield "nonzeros", f"A {of_A}, B {of_B} of {height} x {width}"
        yield "SHA-256", self.sha256


def game_facts(game: Game) -> GameFacts:
    """Return the facts about a game with any number of players and any recall; see :func:`lemke.describe`."""
    game_histories = histories(game)
    recall_violations = violations(game, game_histories)
    largest, nonzeros = _largest_set(game), None
    if len(game.players) == 2 and not any(recall_violations):
        form = sequence_form(game)
        nonzeros = form.A.nnz, form.B.nnz, form.A.shape
    return GameFacts(
        title=game.title,
        sha256=sha256(game),
        form="strategic" if game.strategic else "extensive",
        nodes=game.size,
        leaves=len(game.leaves),
        chance_nodes=int(np.sum(game.player == CHANCE)),
        players=tuple(
            _player(game, player, game_histories, violation) for player, violation in enumerate(recall_violations)
        ),
        perfect_information=largest is None or largest[1] == 1,
        largest_set=largest,
        proper_subgames=len(proper_subgames(game)),
        constant_sum=constant_sum(game, game_histories),
        bits=_bits(game),
        nonzeros=nonzeros,
    )


def _player(game: Game, player: int, game_histories: Histories, violation: Violation | None) -> PlayerFacts:
    """Return the facts about a player, 0, 1, …; ``violation`` is None if the recall is perfect."""
    reduced, uncounted = None, None
    try:
        reduced = pure_strategies(game, player, behind=game_histories).count
    except GameError as error:
        uncounted = error.message
    return PlayerFacts(
        player=player + 1,
        label=game.players[player],
        information_sets=len(game.sets_of(player)),
        sequences=game_histories.moves[player],
        pure_strategies=pure_strategies(game, player, reduced=False).count,
        reduced_strategies=reduced,
        uncounted=uncounted,
        perfect_recall=violation is None,
        imperfect_recall=None if violation is None else describe(game, violation),
    )


def _largest_set(game: Game) -> tuple[str, int] | None:
    sets = game.information_set[game.player >= 0]  # chance nodes and leaves have negative players
    if not len(sets):
        return None
    sizes = np.bincount(sets)
    largest = int(np.argmax(sizes))
    return game.set_name(largest), int(sizes[largest])


def _bits(game: Game) -> int:
    """Return the length in bits of the longest numerator or denominator of a payoff or a probability of chance."""
    payoffs = (outcome.payoffs for outcome in game.outcomes)
    numbers = chain(*payoffs, *(information_set.probabilities for information_set in game.information_sets))
    return max((max(abs(number.numerator), number.denominator).bit_length() for number in numbers), default=1)
