"""Proofs of equilibria for the checker in ``proofs/``, which is proved in Coq to be sound.

Proofs are written as lines, or as a Coq file. The lines have the format ``lemke-proof/1``: ASCII, every line ends with
a line feed, single blanks between words. A number is ``p`` or ``p/q``. The lines are::

    lemke-proof/1
    payoffs V1 V2
    set PLAYER NUMBER DUAL P1 P2 … Pn      one line for every information set of either player, in any order
    leaf U1 U2                             then the nodes, in depth-first order
    chance P1 … Pn                         its n children follow
    move NUMBER n                          a node of this information set; its n children follow

PLAYER is 1 or 2. NUMBER is positive, and different for different information sets. DUAL is the set's dual and P1 … Pn
are the probabilities of its actions. Nothing follows the tree.

The dual of an information set is the largest payoff that its player can get from this set on, weighted with the
probability that chance and the other player lead to the set (:mod:`lemke.game.best_response`).

>>> from lemke.certificate import Claim
>>> from lemke.game.strategy import Profile
>>> from lemke.io import example
>>> game = example("matching_pennies")
>>> print(lines(game, Claim(Profile.of(game, [[["1/2", "1/2"]], [["1/2", "1/2"]]]))), end="")
lemke-proof/1
payoffs 0 0
set 1 1 0 1/2 1/2
set 2 2 0 1/2 1/2
move 1 2
move 2 2
leaf 1 -1
leaf -1 1
move 2 2
leaf -1 1
leaf 1 -1
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gmpy2 import mpq

from lemke.certificate import Claim
from lemke.certificate.judge import Judge
from lemke.errors import one_line
from lemke.game import CHANCE, NONE, Game
from lemke.game.best_response import best_response
from lemke.ground.rational import ZERO
from lemke.ground.sparse import exact_dot
from lemke.io.proofs import Certificate

NAME = "lemke-proof/1"
PLAYERS = ("One", "Two")
"""The players in Coq."""

_DEEPEST_INDENT = 40  # levels: without this bound the indents of a deep tree would grow with the square of its depth
_HEAD = """\
From Coq Require Import List PArith QArith FMapPositive.
From LemkeProofs Require Import Game Checker Soundness.
Import ListNotations.
Open Scope Q_scope.
"""
_EQUILIBRIUM = """\
Theorem equilibrium :
  well_formed game /\\ perfect_recall game /\\ nash game (plans proof) /\\
  forall i, payoff i (plans proof) game == payoffs i.
Proof. apply check_sound. vm_compute. reflexivity. Qed.
"""
_VALUE = """\
Theorem value_of_the_game : value game {value}.
Proof. apply (check_value game proof payoffs); vm_compute; reflexivity. Qed.
"""


def lines(game: Game, claim: Claim) -> str:
    """Return a profile with payoffs and duals as ``lemke-proof/1``, the format that this module describes.

    Payoffs and duals are taken from the claim. If the claim does not state them, they are computed: the expected
    payoffs, and the duals of best responses. The checker accepts the text iff payoffs and duals prove an equilibrium.
    """
    payoffs, duals = _proof(game, claim)
    written = [NAME, f"payoffs {payoffs[0]} {payoffs[1]}"]
    for player, index, dual, probabilities in _sets(game, claim, duals):
        written.append(f"set {player + 1} {index + 1} {dual} {_joined(' ', probabilities)}")
    set_lines = [
        f"chance {_joined(' ', information_set.probabilities)}"
        if information_set.player == CHANCE
        else f"move {index} {len(information_set.actions)}"
        for index, information_set in enumerate(game.information_sets, 1)
    ]
    leaf_lines = [f"leaf {first} {second}" for first, second in game.payoffs()[1]]
    written += (leaf_lines[paid] if index == NONE else set_lines[index] for index, paid in _nodes(game))
    return "\n".join([*written, ""])


def theorems(game: Game, claim: Claim) -> str:
    """Return a Coq file: the game, the proof of an equilibrium, and theorems that Coq checks by computing.

    This is for small games: Coq takes a second for some thousand nodes. After the library in ``proofs/`` is built,
    ``coqc -Q proofs/build LemkeProofs FILE`` compiles the file. The first theorem states the equilibrium. If the
    payoffs at every leaf sum to zero, a second theorem states the value. The errors are those of :func:`lines`.
    """
    payoffs, duals = _proof(game, claim)
    index, table = game.payoffs()
    is_zero_sum = all(sum(table[paid], ZERO) == 0 for paid in {*index[game.leaves].tolist()})
    title = re.sub(r"[^A-Za-z0-9 ,.-]", "", one_line(game.title))  # nothing that ends a comment of Coq
    entries: tuple[list[str], ...] = ([], [])
    for player, set_index, dual, probabilities in _sets(game, claim, duals):
        fractions = "; ".join(map(_fraction, probabilities))
        entries[player].append(f"  ({set_index + 1}%positive, Entry ({_fraction(dual)}) [{fractions}])")
    written = [f"(** {title} *)", "", _HEAD, "Definition game : tree :=", *_nested(game), ""]
    for player, stated in enumerate(entries):
        written += [f"Definition sets_{player + 1} := table_of [", ";\n".join(stated), "].", ""]
    written += [
        "Definition proof : certificate := by_player sets_1 sets_2.",
        f"Definition payoffs : player -> Q := by_player ({_fraction(payoffs[0])}) ({_fraction(payoffs[1])}).",
        "",
        _EQUILIBRIUM,
    ]
    return "\n".join([*written, _VALUE.format(value=f"({_fraction(payoffs[0])})")] if is_zero_sum else written)


def line_files(certificate: Certificate) -> dict[str, list[str]]:
    """Return the text of :func:`lines` as one file with the empty name."""
    return {"": [lines(certificate.game, certificate.claim)]}


def coq_files(certificate: Certificate) -> dict[str, list[str]]:
    """Return the Coq file as one file with the empty name."""
    return {"": [theorems(certificate.game, certificate.claim)]}


def _proof(game: Game, claim: Claim) -> tuple[Sequence[mpq], list[list[mpq]]]:
    """Return the payoffs, and for each player the duals of the information sets, in breadth-first order."""
    judge = Judge.of(game)
    plans = judge.plans(claim.profile)
    is_stated = claim.duals and claim.payoffs
    values = [] if is_stated else [judge.values(player, plans) for player in range(2)]
    payoffs = claim.payoffs or tuple(map(exact_dot, plans, values))
    duals = claim.duals or [
        best_response(sequences, value).dual for sequences, value in zip(judge.sequences, values, strict=True)
    ]
    return payoffs, [dual[1:].tolist() for dual in duals]  # the first dual, of the empty sequence, is the payoff


def _sets(game: Game, claim: Claim, duals: list[list[mpq]]) -> Iterator[tuple[int, int, mpq, Sequence[mpq]]]:
    """Yield player, index, dual and probabilities of every information set of either player."""
    for player, strategy in enumerate(claim.profile.behavior):
        for index, dual, probabilities in zip(game.sets_of(player), duals[player], strategy, strict=True):
            yield player, index, dual, probabilities


def _nodes(game: Game) -> Iterator[tuple[int, int]]:
    """Yield, for every node in depth-first order, its information set and its row in the table of payoffs.

    The table is the second part of ``game.payoffs()``.
    """
    order = game.preorder()
    index, _ = game.payoffs()
    yield from zip(game.information_set[order].tolist(), index[order].tolist(), strict=True)


def _nested(game: Game) -> Iterator[str]:
    """Yield the tree as lines of Coq, one for every node."""
    table = game.payoffs()[1]
    missing: list[int] = []  # for every node on the path, how many of its children are still to come
    for index, paid in _nodes(game):
        indent = "  " * (1 + min(len(missing), _DEEPEST_INDENT))
        if index != NONE:
            information_set = game.information_sets[index]
            head = f"Chance [{'; '.join(map(_fraction, information_set.probabilities))}]"
            if information_set.player != CHANCE:
                head = f"Decision {PLAYERS[information_set.player]} {index + 1}"
            missing.append(len(information_set.actions))
            yield f"{indent}{head} ["
            continue
        brackets = ""
        while missing and missing[-1] == 1:  # this leaf completes the last child of a node, and so the node
            missing.pop()
            brackets += "]"
        if missing:
            missing[-1] -= 1
        first, second = map(_fraction, table[paid])
        yield f"{indent}Leaf ({first}) ({second}){brackets}{';' if missing else '.'}"


def _fraction(value: mpq) -> str:
    return f"{value.numerator} # {value.denominator}"


def _joined(between: str, values: Sequence[mpq]) -> str:
    return between.join(map(str, values))
