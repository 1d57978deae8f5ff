"""Runs ``lrsnash``, the program of lrslib, on a bimatrix game and reads the pairs of strategies that it prints."""

import re
import subprocess
from fractions import Fraction
from itertools import product
from pathlib import Path

Matrix = list[list[Fraction]]
Pairs = set[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]


def lrsnash(A: Matrix, B: Matrix, folder: Path) -> Pairs:
    """The pairs of strategies that it lists for two matrices."""
    lines = ["\n".join(" ".join(map(str, row)) for row in matrix) for matrix in (A, B)]
    return lrsnash_of_text("\n\n".join([f"{len(A)} {len(A[0])}", *lines]) + "\n", folder)


def lrsnash_of_text(text: str, folder: Path) -> Pairs:
    """The pairs of strategies that it lists for a game in its format.

    It prints blocks of lines, each a player, its probabilities and the opponent's payoff. In a block every line of
    player 2 makes a pair with every line of player 1.
    """
    path = folder / "game"
    path.write_text(text)
    said = subprocess.run(["lrsnash", path], capture_output=True, text=True, check=True, cwd=folder).stdout
    pairs: Pairs = set()
    for block in said.split("\n\n"):
        rows = re.findall(r"^([12]) (.*) \S+ *$", block, re.MULTILINE)
        strategies_1, strategies_2 = (
            [tuple(map(Fraction, text.split())) for owner, text in rows if owner == player] for player in "12"
        )
        pairs.update(product(strategies_1, strategies_2))
    number = re.search(r"Number of equilibria found: *(\d+)", said)
    assert number and int(number[1]) == len(pairs), said
    return pairs
