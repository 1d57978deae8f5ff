"""General-sum games for :mod:`benchmarks.general`: Leduc's tree with other payoffs, bimatrix and OpenSpiel's games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq

import lemke
from lemke import NormalForm
from lemke.forms.sequence_form import SequenceForm
from lemke.generators import leduc_state
from lemke.ground.sparse import SparseMatrix

Problem: TypeAlias = SequenceForm | NormalForm

SHERIFF = "sheriff(item_penalty={},item_value=5.0,sheriff_penalty={},max_bribe={},max_items={},num_rounds={})"
BATTLESHIP = (
    "battleship(board_width={},board_height={},ship_sizes=[{}],ship_values=[{}],num_shots={},loss_multiplier={},"
    "allow_repeated_shots=False)"
)
GOOFSPIEL = (
    "turn_based_simultaneous_game(game=goofspiel(num_cards={},imp_info=true,points_order={},returns_type=total_points))"
)
NOISE = "add_noise(epsilon={},seed=1,game={})"

NAMED = (
    SHERIFF.format(2.0, 3.0, 3, 10, 4),
    "bargaining(max_turns=2)",
    BATTLESHIP.format(3, 2, "1;2", "1.0;1.0", 2, 2.0),
)
"""Games that papers and programs measure."""

HARD = (
    BATTLESHIP.format(2, 2, "1;1", "1;2", 3, 2.0),
    BATTLESHIP.format(3, 2, "1", "1", 3, 2.0),
    BATTLESHIP.format(3, 2, "2", "1", 3, 2.0),
    BATTLESHIP.format(3, 3, "1", "1", 2, 2.0),
    BATTLESHIP.format(4, 1, "1;2", "1;2", 3, 3.0),
    BATTLESHIP.format(5, 1, "1;2", "1;2", 2, 2.0),
    GOOFSPIEL.format(4, "random"),
    GOOFSPIEL.format(5, "ascending"),
    GOOFSPIEL.format(5, "descending"),
    "tiny_bridge_2p",
    SHERIFF.format(2.0, 3.0, 3, 10, 5),
    SHERIFF.format(1.0, 1.0, 10, 10, 3),
    SHERIFF.format(1.0, 1.0, 50, 100, 2),
    NOISE.format(1.0, SHERIFF.format(1.0, 1.0, 3, 5, 4)),
    NOISE.format(5.0, "tiny_bridge_2p()"),
    NOISE.format(1.0, "trade_comm(num_items=4)"),
    NOISE.format(1.0, GOOFSPIEL.format(4, "random")),
    NOISE.format(1.0, GOOFSPIEL.format(5, "descending")),
    NOISE.format(1.0, BATTLESHIP.format(2, 2, "1;1", "1;2", 2, 2.0)),
    NOISE.format(1.0, BATTLESHIP.format(3, 2, "2", "1", 2, 3.0)),
)
"""Twenty games that Lemke's path from the centroid did not solve in a minute of processor time. They were chosen before
any other method was tried on them."""


@dataclass(frozen=True)
class Kind:
    """Games by a size and a seed.

    Attributes
    ----------
    title : str
        With {} for the size.
    make : function from size and seed to a form
    sizes : tuple of int
        Ascending.
    seeds : int
        Games of a size: seeds 1, 2, …
    peer : str
        The tool that solves a comparable problem in floats, if there is one.
    """

    title: str
    make: Callable[[int, int], Problem]
    sizes: tuple[int, ...]
    seeds: int = 10
    peer: str = ""


def random_payoffs(ranks: int, seed: int) -> SequenceForm:
    """Return Leduc poker's tree with payoffs ±1 … ±10, drawn per pair of sequences, times the chance of the pair."""
    form = lemke.sequence_form(leduc_state(ranks=ranks))
    source = np.random.default_rng(seed)
    weights = abs(form.A.values)
    A, B = (
        weights * _exact(source.integers(1, 11, len(weights)) * source.choice([-1, 1], len(weights))) for _ in range(2)
    )
    return _paid(form, A, B)


def scaled_payoffs(ranks: int, seed: int) -> SequenceForm:
    """Return Leduc poker with player 2's payoffs times 1 … 10, drawn per pair of sequences."""
    form = lemke.sequence_form(leduc_state(ranks=ranks))
    source = np.random.default_rng(seed)
    return _paid(form, form.A.values, form.B.values * _exact(source.integers(1, 11, form.B.nnz)))


def bimatrix(actions: int, seed: int) -> NormalForm:
    """Return a square bimatrix game of independent integers from −1000 to 1000."""
    source = np.random.default_rng(seed)
    A, B = (source.integers(-1000, 1001, (actions, actions)).tolist() for _ in range(2))
    return NormalForm.of(A, B)


def raked(ranks: int, seed: int = 0) -> SequenceForm:
    """Return Leduc poker with a rake of a twentieth; nothing in it is random."""
    return lemke.sequence_form(leduc_state(ranks=ranks, rake="1/20"))


def openspiel(names: tuple[str, ...], number: int, seed: int = 0) -> SequenceForm:
    """Return the form of a game of OpenSpiel, by its number from 1."""
    from lemke.interop.openspiel import from_openspiel

    return lemke.sequence_form(from_openspiel(names[number - 1]))


def _exact(numbers: np.ndarray) -> np.ndarray:
    return np.array([mpq(number) for number in numbers.tolist()], dtype=object)


def _paid(form: SequenceForm, a: np.ndarray, b: np.ndarray) -> SequenceForm:
    """Return a form without a tree: the same sequences and nonzero places, other payoffs."""
    A, B = (SparseMatrix.from_entries(form.A.shape, form.A.rows, form.A.columns, values) for values in (a, b))
    return replace(form.plain(), A=A, B=B, total=None)


KINDS = {
    "raked": Kind("Leduc poker, rake 1/20, {} ranks", raked, (8, 13, 16, 20), 1, "HiGHS without rake"),
    "random": Kind("Leduc's tree, random payoffs, {} ranks", random_payoffs, (4, 5, 6, 7, 8, 10, 13)),
    "scaled": Kind("Leduc poker, player 2's payoffs times 1 … 10, {} ranks", scaled_payoffs, (3, 4, 5, 6, 7, 8)),
    "bimatrix": Kind("random bimatrix, {0} x {0}", bimatrix, (30, 100, 200, 1000), 10, "QuantEcon"),
    "named": Kind("{}", partial(openspiel, NAMED), tuple(range(1, len(NAMED) + 1)), 1),
    "hard": Kind("{}", partial(openspiel, HARD), tuple(range(1, len(HARD) + 1)), 1),
}
