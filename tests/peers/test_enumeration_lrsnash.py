"""All extreme equilibria beside those of ``lrsnash`` (lrslib), where it is installed: the same sets.

It reads payoffs as machine numbers (see the last test), so numerators and denominators here are below 2⁶³.
"""

import random
import shutil
import subprocess
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from hard_games import bundled
from lemke.forms.normal_form import NormalForm
from lemke.generators import coordination, hard_to_solve, many_equilibria
from lemke.solvers.enumeration import extreme_equilibria
from lrsnash_program import Matrix, Pairs, lrsnash, lrsnash_of_text

pytestmark = pytest.mark.skipif(shutil.which("lrsnash") is None, reason="lrsnash is not installed")

GAMES = 300
BATCHES = 15


def equilibria_by_lemke(A: Matrix, B: Matrix) -> Pairs:
    equilibria = extreme_equilibria(A, B)
    form = NormalForm.of(A, B)
    assert all(form.regrets(pair) == (0, 0) for pair in equilibria)
    pairs = {tuple(tuple(Fraction(str(value)) for value in strategy) for strategy in pair) for pair in equilibria}
    assert len(pairs) == len(equilibria) > 0
    return pairs  # of two tuples each, which the type of a generator does not say


def random_game(seed: int) -> tuple[Matrix, Matrix]:
    """A game of up to 8 x 8. The seed decides on many or few payoffs, fractions, and doubled rows or columns."""
    source = random.Random(seed)
    m, n = source.randint(1, 8), source.randint(1, 8)
    payoffs = [range(-1000, 1001), range(2), range(3), [0, 1, -1, "1/2", "-1/3", 7], range(-9, 10), range(5)][seed % 6]
    A, B = ([[Fraction(source.choice(payoffs)) for _ in range(n)] for _ in range(m)] for _ in range(2))
    if seed % 6 >= 4:
        doubled = source.randrange(m), source.randrange(m)
        for matrix in (A, B) if seed % 4 else (A,):
            matrix[doubled[0]] = list(matrix[doubled[1]])
        i, j = source.randrange(n), source.randrange(n)
        for row in (*A, *B) if seed % 5 else B:
            row[i] = row[j]
    return A, B


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games_have_the_extreme_equilibria_of_lrsnash(batch: int, tmp_path: Path) -> None:
    for seed in range(batch, GAMES, BATCHES):
        game = random_game(seed)
        assert equilibria_by_lemke(*game) == lrsnash(*game, tmp_path), seed


@pytest.mark.parametrize(
    "game",
    [
        bundled("von_stengel_1999"),
        bundled("winkels_1979"),
        coordination(7),
        hard_to_solve(8),
        many_equilibria(6),
        ([[1, 1, 1]], [[0, 2, 2]]),
        ([[0] * 6] * 5, [[0] * 6] * 5),
    ],
    ids=["von Stengel", "Winkels", "coordination", "hard to solve", "many equilibria", "one row", "all ties"],
)
def test_known_games_have_the_extreme_equilibria_of_lrsnash(game: tuple[Matrix, Matrix], tmp_path: Path) -> None:
    assert equilibria_by_lemke(*game) == lrsnash(*game, tmp_path)


def test_all_games_of_two_by_two_with_payoffs_0_and_1_have_the_extreme_equilibria_of_lrsnash(tmp_path: Path) -> None:
    for payoffs in product((0, 1), repeat=8):
        a, b, c, d, e, f, g, h = map(Fraction, payoffs)
        game = [[a, b], [c, d]], [[e, f], [g, h]]
        assert equilibria_by_lemke(*game) == lrsnash(*game, tmp_path), payoffs


@pytest.mark.parametrize(
    ("payoffs", "exact"),
    [
        ("0 0.5", ("0", "1/2")),
        ("1 1.5", ("1", "3/2")),
        ("1 1e3", ("1", "1000")),
        (f"{2**63 - 1} {2**63}", (str(2**63 - 1), str(2**63))),
        (f"{-(2**63) - 1} {-(2**63)}", (str(-(2**63) - 1), str(-(2**63)))),
    ],
    ids=["below one", "decimals", "power of ten", "beyond 64 bits", "below 64 bits"],
)
def test_lrsnash_cuts_payoffs_to_whole_machine_numbers(payoffs: str, exact: tuple[str, str], tmp_path: Path) -> None:
    """Player 2 has two moves, the second one better; lrslib 7.1 reads both payoffs as the same number."""
    B = [[Fraction(payoff) for payoff in exact]]
    A = [[Fraction(0)] * 2]
    second_move = ((Fraction(1),), (Fraction(0), Fraction(1)))
    assert equilibria_by_lemke(A, B) == {second_move}
    wrong = lrsnash_of_text(f"1 2\n\n0 0\n\n{payoffs}\n", tmp_path) - {second_move}
    form = NormalForm.of(A, B)
    assert all(any(form.regrets(pair)) for pair in wrong)  # a version that reads them right lists no other pair
    if "v.7.1" in subprocess.run(["lrsnash", tmp_path / "game"], capture_output=True, text=True, check=True).stdout:
        assert wrong == {((Fraction(1),), (Fraction(1), Fraction(0)))}
