"""Exact solutions of sparse square systems: from one factorization in floating point, or by elimination if that fails.

The matrix is made integral row by row, scaled by powers of two and factored once. Then each round solves for a
correction, rounds the correction to a fixed number of bits, and subtracts the matrix times the correction from the
residual, in exact integers: every round adds correct bits (Wan 2006, after Dixon 1982). When there may be enough bits,
the rationals are reconstructed by continued fractions with a running common denominator: if a number times the
denominator so far is an integer, this multiplication is enough (Steffy 2010, on rational reconstruction of vectors).
Then the equations are tested exactly. Only this test decides, so no bound on the size of the solution is needed.

Residuals are ``int64`` arrays if the numbers allow it. Products then wrap around modulo 2⁶⁴. This does no harm: the
new residual is small, so it is known from its remainder modulo 2⁶⁴.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count, islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from lemke.errors import InputError
from lemke.ground import limits
from lemke.ground.rational import ZERO
from lemke.ground.sparse import Floats, Indices, SparseMatrix, Vector, vector, zeros
from lemke.linear.exact.elimination import eliminate, require
from lemke.linear.exact.scaling import even_scales, matching_scales

if TYPE_CHECKING:
    from scipy.sparse import csc_matrix, csr_matrix
    from scipy.sparse.linalg import SuperLU

Fractions: TypeAlias = tuple[NDArray[np.object_], mpz]
"""A vector of rationals: numerators, and one positive denominator."""
IntegerArray: TypeAlias = NDArray[Any]
"""An array of ``int64`` where the numbers fit, else of ``mpz``."""

DIGIT_BITS = (32, 24, 16, 8)
"""Numbers of bits that a round adds, tried in turn: for a badly conditioned matrix, fewer bits of a round are correct.
"""
WORD = 61
"""Integers below 2⁶¹ are kept in ``int64``, where a few of them may be added without overflow."""
ROW = 61
"""A matrix is multiplied in ``int64`` if Σⱼ |aᵢⱼ| < 2⁶¹ for every row i. After a correction is rounded to integers,
residuals are at most half of such a sum, far below 2⁶³."""
FIRST_ATTEMPT = 128
"""Bits after the binary point at which reconstruction is first tried."""
GROWTH = 1.15
"""Each attempt to reconstruct follows when the bits have grown by this factor. An attempt that comes too early costs
little, as it fails in the sample. With a larger factor, more digits are computed than needed."""
SAMPLE = 64
"""This many numbers are reconstructed first, the others only if all of these succeed."""
UNEVEN = 16
"""If column scales differ by a factor above 2^UNEVEN, they become the units of the unknowns; else there is one unit."""

APPROXIMATE = 768
"""Bits of approximate solutions after the binary point: a multiple of all ``DIGIT_BITS``."""

MOST = 1 << 15
"""The most numbers that are rounded to a common denominator at once, between two checks of the limits."""
SLACK = 8
"""Spare bits of an expansion, which rule out wrong fractions."""
ONE = mpz(1)

EVEN = 200
"""Scales 2^k with |k| up to this keep ``int64`` numbers within the range of floats."""

SPREAD = 100
"""If the scales of ``even_scales`` leave entries beyond 2^±SPREAD, ``matching_scales`` are taken instead."""

BLUR, DOUBTFUL = 1e-11, 1e-8
"""Each entry is changed at random, relatively by at most BLUR. A pivot below DOUBTFUL times the largest pivot may be 0
without this change."""

_mpz = np.frompyfunc(mpz, 1, 1)
_numerators = np.frompyfunc(attrgetter("numerator"), 1, 1)
_denominators = np.frompyfunc(attrgetter("denominator"), 1, 1)


class System:
    """A square matrix with its factorization, for right-hand sides that come one by one.

    Raises InputError if the matrix is not square.

    >>> from lemke.ground.sparse import vector
    >>> System(SparseMatrix.from_dense([[1, 2], [3, 4]])).solve(vector([1, 1]))
    array([mpq(-1,1), mpq(1,1)], dtype=object)
    """

    def __init__(self, matrix: SparseMatrix) -> None:
        require(matrix.shape[0] == matrix.shape[1])
        self.matrix = matrix
        self._factors = factor(matrix)

    def solve(self, right: Vector, *, transposed: bool = False) -> Vector:
        """Return the exact x with A x = b, with ``transposed`` Aᵀ x = b; by exact elimination if floats fail.

        Raises InputError if the matrix is singular. But if the system has solutions, and floats do not reveal that the
        matrix is singular, a solution is returned; A x = b then holds exactly.
        """
        factors = self._factors
        answer = factors if isinstance(factors, str) else factors.try_solve(right, transposed=transposed)
        if not isinstance(answer, str):
            return answer
        return eliminate(self.matrix.T if transposed else self.matrix, right)

    def approximate(self, right: Vector) -> Vector:
        """Return the x with A x = b up to errors in its last digits: much faster than :meth:`solve`, for proposals.

        Raises InputError if floats fail.
        """
        factors = self._factors
        answer = factors if isinstance(factors, str) else factors.try_solve(right, approximately=True)
        if isinstance(answer, str):
            raise InputError(f"a basis that floats cannot solve ({answer}), expected one that floats can solve")
        return answer


def dependent_lines(matrix: SparseMatrix) -> tuple[Indices, Indices]:
    """Return the fewest rows and columns without which a square matrix is regular, as floats tell; both ascending.

    Entries are changed at random, so that pivots which should be 0 are small. Inverse iteration then gives bases of the
    left and the right null space. QR with column pivoting picks rows and columns at which these bases have large
    independent entries. If floats do not factor the matrix, no rows and columns are returned.

    >>> rows, columns = dependent_lines(SparseMatrix.from_dense([[1, 2, 0], [2, 4, 0], [0, 0, 1]]))
    >>> len(rows), len(columns)
    (1, 1)
    """
    from scipy.linalg import qr

    factors = factor(matrix, BLUR)
    if isinstance(factors, str) or factors.lu is None:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    lu = factors.lu
    pivots = np.abs(lu.U.diagonal())
    count = int(np.count_nonzero(pivots < DOUBTFUL * pivots.max()))
    lines = []
    for mode in ("T", "N"):
        null_basis = np.random.default_rng(0).standard_normal((len(pivots), count))
        for _ in range(2 if count else 0):
            null_basis = qr(lu.solve(null_basis, mode), mode="economic")[0]
        order = qr(null_basis.T, pivoting=True)[2] if count else np.arange(0)
        lines.append(np.sort(order[:count]).astype(np.int64))
    return lines[0], lines[1]


def factor(matrix: SparseMatrix, blur: float = 4 * np.finfo(float).eps) -> Factors | str:
    """Return a factorization of a square matrix, for any number of right-hand sides, or the reason why there is none.

    Before the factorization, each entry is changed at random, relatively by at most ``blur``. Without a factorization,
    the matrix may still be regular.
    """
    from scipy.sparse import csc_matrix

    n, row, column = matrix.shape[0], matrix.rows, matrix.columns
    values, multipliers = _cleared(matrix)
    mantissas, exponents = _floats(values)
    logarithms: Floats = (np.log2(np.abs(mantissas)) + exponents).astype(np.float64)
    row_exponent, column_exponent = even_scales(matrix.shape, row, column, logarithms)
    if np.abs(logarithms + row_exponent[row] + column_exponent[column]).max(initial=0) > SPREAD:
        row_exponent, column_exponent = matching_scales(matrix.shape[0], row, column, logarithms)
    factors = Factors(row, column, values, row_exponent, column_exponent, multipliers, None)
    if n == 0:
        return factors
    exponents += row_exponent[row] + column_exponent[column]
    # SuperLU may print to stdout or crash at a pivot that is exactly 0; random last bits avoid such pivots
    noise = np.random.default_rng(0).uniform(-blur, blur, len(exponents))
    with np.errstate(over="ignore", under="ignore"):
        entries = np.ldexp(mantissas * (1 + noise), exponents)
    if not np.isfinite(entries).all():
        return "entries beyond the range of floats, however scaled"
    try:
        return replace(factors, lu=float_factors(csc_matrix((entries, (row, column)), shape=matrix.shape)))
    except InputError as error:
        return str(error)


def float_factors(floats: csc_matrix) -> SuperLU:
    """Return the factors of a square matrix of floats; raise InputError if it is singular."""
    from scipy.sparse.csgraph import structural_rank
    from scipy.sparse.linalg import splu

    rank, size = structural_rank(floats), floats.shape[0]
    require(rank == size, f"structural rank {rank}, below the size {size}")  # SuperLU may crash on such a matrix
    try:
        return splu(floats)
    except RuntimeError:
        raise InputError("a zero pivot in floating point") from None


def _cleared(matrix: SparseMatrix) -> tuple[NDArray[np.object_], NDArray[np.object_]]:
    """Multiply every row by its least common denominator; return the integer entries and the rows' denominators."""
    numerators, denominators = _numerators(matrix.values), _denominators(matrix.values)
    multipliers = np.full(matrix.shape[0], mpz(1), dtype=object)
    row = matrix.rows
    if not len(row):
        return numerators, multipliers
    starts = np.flatnonzero(np.r_[True, row[1:] != row[:-1]])  # the first entry of each row: rows are ascending
    multipliers[row[starts]] = np.frompyfunc(gmpy2.lcm, 2, 1).reduceat(denominators, starts)
    return numerators * (multipliers[row] // denominators), multipliers


@dataclass(frozen=True, eq=False)
class Factors:
    """A factorization of a matrix diag(multipliers)⁻¹ Â, where Â is an integer matrix; it gives exact solutions.

    ``row``, ``column``, ``values`` are the places and values of the entries of Â, row by row; 2^(row exponents) Â
    2^(column exponents) has entries near 1. ``lu`` has the float factors of the scaled Â, in the mode "N", or of its
    transpose, in the mode "T"; None if Â has no rows.
    """

    row: Indices
    column: Indices
    values: NDArray[np.object_]
    row_exponent: Indices
    column_exponent: Indices
    multipliers: NDArray[np.object_]
    lu: SuperLU | None
    mode: str = "N"

    def try_solve(self, right: Vector, *, transposed: bool = False, approximately: bool = False) -> Vector | str:
        """Return the exact x with A x = b, with ``transposed`` Aᵀ x = b; or why the factorization gives no such x.

        With ``approximately``, the first digits are enough.
        """
        # A = D⁻¹Â: A x = b means Â x = D b, and Aᵀ x = b means Âᵀ y = b with x = D y
        cleared = right if transposed else right * self.multipliers
        common = gmpy2.lcm(*{value.denominator for value in cleared})
        integers = _numerators(cleared) * (common // _denominators(cleared))
        if not any(integers):
            return zeros(len(right))
        factors = self.transposed if transposed else self
        for bits in DIGIT_BITS:
            solution = factors._first_digits(integers, bits) if approximately else factors._expand(integers, bits)
            if solution is not None:
                numerators, denominator = solution[0] * _powers(factors.units), solution[1] * common
                numerators = numerators * self.multipliers if transposed else numerators
                return vector(mpq(value, denominator) if value else ZERO for value in numerators)
        return "no correct digits in floating point: the residual does not shrink"

    @cached_property
    def transposed(self) -> Factors:
        """The transpose of Â with the same factors, for digits only: ``multipliers`` belong to the rows of Â."""
        order = np.lexsort((self.row, self.column))
        entries = self.column[order], self.row[order], self.values[order]
        return Factors(*entries, self.column_exponent, self.row_exponent, self.multipliers, self.lu, "T")

    @cached_property
    def starts(self) -> Indices:
        """The place of each row's first entry."""
        return np.searchsorted(self.row, np.arange(len(self.row_exponent)))

    @cached_property
    def units(self) -> Indices:
        """Exponents: in expansions, unknown j is counted in units of 2^units[j]."""
        units = self.column_exponent - self.column_exponent.min()
        return units if units.max() > UNEVEN else np.zeros_like(units)

    @cached_property
    def integers(self) -> NDArray[np.object_]:
        """The entries of Â for unknowns in :attr:`units`."""
        integers: NDArray[np.object_] = self.values * _powers(self.units)[self.column]
        return integers

    @cached_property
    def words(self) -> NDArray[np.int64] | None:
        """The entries of ``integers`` as ``int64``; None if a row's absolute sum is too large (see :data:`ROW`)."""
        largest = max(np.add.reduceat(abs(self.integers), self.starts))
        return self.integers.astype(np.int64) if largest.bit_length() <= ROW else None

    @cached_property
    def _modular(self) -> csr_matrix:
        """``words`` modulo 2⁶⁴, as a sparse matrix."""
        from scipy.sparse import csr_matrix

        assert self.words is not None
        starts, size = np.append(self.starts, len(self.row)), len(self.row_exponent)
        return csr_matrix((self.words.view(np.uint64), self.column, starts), shape=(size, size))

    @cached_property
    def _scales(self) -> tuple[Floats, Floats] | None:
        """The scales of rows and columns as floats; None if numbers may leave the range of floats when scaled."""
        exponents = self.row_exponent, self.column_exponent - self.units
        if any(np.abs(powers).max(initial=0) > EVEN for powers in exponents):
            return None
        return np.ldexp(1.0, exponents[0]), np.ldexp(1.0, exponents[1])

    @cached_property
    def determinant_bits(self) -> int:
        """The bits of Hadamard's bound on the determinant, the product of the Euclidean lengths of the rows."""
        squares = np.add.reduceat(self.integers * self.integers, self.starts)
        total: int = sum(value.bit_length() for value in squares)
        return total // 2 + len(squares)  # half, for the square root; a bit for each row as a margin

    def times(self, digits: IntegerArray) -> IntegerArray:
        """Return ``integers`` times a vector: modulo 2⁶⁴ if matrix and vector are ``int64``, otherwise exactly."""
        if digits.dtype == np.int64 and self.words is not None:
            words: IntegerArray = (self._modular @ digits.view(np.uint64)).view(np.int64)
            return words
        product: IntegerArray = np.add.reduceat(self.integers * _mpz(digits)[self.column], self.starts)
        return product

    def _expand(self, right: NDArray[np.object_], bits: int) -> Fractions | None:
        """Return the solution from its binary expansion; None if the digits do not converge to a solution.

        Each attempt first reconstructs a sample of the numbers; most attempts already fail there. If another number
        fails, the sample gains this number. The reconstruction of all numbers begins with the sample's denominator,
        which has most factors of the common denominator.
        """
        longest = max(map(abs, right)).bit_length()
        # numerators and denominator are determinants: twice Hadamard's bits reveal them, unless digits are wrong
        most = 2 * (self.determinant_bits + longest) + FIRST_ATTEMPT
        expansion = np.full(len(right), mpz(0), dtype=object)
        residual, words = self._split(right, bits, longest)
        # bits after the binary point; the digits of the first len(words) rounds are before the point
        fraction_bits, block, target = -bits * len(words), [], FIRST_ATTEMPT
        sample = sorted({*np.linspace(0, len(right) - 1, SAMPLE, dtype=np.int64).tolist()})
        for digits in self._digits(residual, words, bits):
            block.append(digits)
            fraction_bits += bits
            if fraction_bits >= target:
                shift = bits * len(block)
                sampled = (expansion[sample] << shift) + joined([digits[sample] for digits in block], bits)
                fractions = reconstructed(sampled, fraction_bits)
                if not isinstance(fractions, int):
                    expansion = (expansion << shift) + joined(block, bits)
                    block = []
                    solution = reconstructed(expansion, fraction_bits, fractions[1])
                    if isinstance(solution, int):  # the number that failed
                        sample.append(solution)
                    elif np.array_equal(self.times(solution[0]), right * solution[1]):
                        return solution
                if fraction_bits > most:
                    return None
                target = int(target * GROWTH)
        return None

    def _first_digits(self, right: NDArray[np.object_], bits: int) -> Fractions | None:
        """Return the solution up to ``APPROXIMATE`` bits after the point; None if the digits do not converge."""
        residual, words = self._split(right, bits, max(map(abs, right)).bit_length())
        rounds = len(words) + APPROXIMATE // bits
        block = list(islice(self._digits(residual, words, bits), rounds))
        return (joined(block, bits), mpz(1) << APPROXIMATE) if len(block) == rounds else None

    def _split(self, right: NDArray[np.object_], bits: int, longest: int) -> tuple[IntegerArray, list[IntegerArray]]:
        """Return the leading word of each number of a right-hand side in ``int64``, and the words that follow.

        A following word has ``bits`` bits. If the matrix does not fit into ``int64``, return the right-hand side
        itself, and no words.
        """
        if self.words is None:
            return right, []
        size = bits // 8
        # the leading word is below 2^(WORD − bits), as the first round shifts it by `bits`; −(−a // b) rounds a / b up
        count = max(0, -(-(longest - (WORD - bits)) // bits))
        # a row of the table: 8 bytes of the leading word with its sign, then `size` bytes of each word that follows
        data = b"".join(int(value).to_bytes(size * count + 8, "big", signed=True) for value in right)
        table = np.frombuffer(data, dtype=np.uint8).reshape(len(right), size * count + 8)
        following = np.zeros((count, len(right), 8), dtype=np.uint8)
        following[:, :, 8 - size :] = table[:, 8:].reshape(len(right), count, size).swapaxes(0, 1)
        first = np.ascontiguousarray(table[:, :8]).view(">i8")[:, 0].astype(np.int64)
        return first, list(following.view(">i8")[:, :, 0].astype(np.int64))

    def _digits(self, residual: IntegerArray, words: list[IntegerArray], bits: int) -> Iterator[IntegerArray]:
        """Yield the solution's digits ≈ Â⁻¹ (2^bits r + word), in base 2^bits; assign r ← 2^bits r + word − Â digits.

        At first the residual r is the leading word of the right-hand side. Each round takes in the next word; after the
        last word, 0. The iteration ends when the digits do not converge.
        """
        bound = np.inf
        for number in count():
            limits.check()
            word = words[number] if number < len(words) else None
            correction = np.rint(self._correction(residual, word, bits))
            largest = float(np.max(np.abs(correction)))
            # corrections may grow while rounds take in words; after that they must shrink
            is_growing = number > len(words) + 1 and largest > 2.0**bits and largest >= bound
            if not np.isfinite(largest) or is_growing:
                return
            bound = largest
            digits: IntegerArray = correction.astype(np.int64) if largest < 2.0**WORD else _mpz(correction)
            if residual.dtype == np.int64 and digits.dtype == np.int64:
                # both terms wrap around modulo 2⁶⁴, but their difference is small, so that it is exact
                residual = (residual << bits) - self.times(digits)
                residual += 0 if word is None else word
            else:
                residual = (_mpz(residual) << bits) - _mpz(self.times(_mpz(digits)))
                residual += 0 if word is None else _mpz(word)
                if self.words is not None and max(map(abs, residual)).bit_length() < WORD:
                    residual = residual.astype(np.int64)
            yield digits

    def _correction(self, residual: IntegerArray, word: IntegerArray | None, bits: int) -> Floats:
        """Return Â⁻¹ (2^bits · residual + word) in floats, in the units of the unknowns."""
        assert self.lu is not None
        if residual.dtype == np.int64 and self._scales is not None:
            rows, columns = self._scales
            right = residual * 2.0**bits + (0 if word is None else word)
            with np.errstate(over="ignore", invalid="ignore"):
                solution: Floats = self.lu.solve(right * rows, self.mode) * columns
            return solution
        if word is not None:
            residual, bits = (_mpz(residual) << bits) + _mpz(word), 0
        real, exponent = _floats(residual)
        exponent += self.row_exponent
        top = int(exponent.max())
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            solution = self.lu.solve(np.ldexp(real, exponent - top), self.mode)
            solution = np.ldexp(solution, self.column_exponent - self.units + (top + bits))
        return solution


def _powers(exponents: Indices) -> NDArray[np.object_]:
    """Return 2^exponent for every exponent, as integers."""
    powers = np.full(len(exponents), mpz(1), dtype=object)
    powers <<= exponents.astype(object)
    return powers


def _floats(values: IntegerArray) -> tuple[Floats, Indices]:
    """Return mantissas and exponents of integers of any size; if all are below 2¹⁰⁰⁰, numpy computes them."""
    if values.dtype == np.int64 or not len(values) or max(map(abs, values)).bit_length() < 1000:
        mantissas, exponents = np.frexp(values.astype(np.float64))
        return mantissas, exponents.astype(np.int64)
    pairs = [gmpy2.frexp(gmpy2.mpfr(value, 53)) for value in values]
    return np.array([float(m) for _, m in pairs]), np.array([int(e) for e, _ in pairs], dtype=np.int64)


# ---------------------------------------------------------------------- from digits to fractions


def joined(block: list[IntegerArray], bits: int) -> NDArray[np.object_]:
    """Return Σₖ block[k] · 2^(bits · (K − k)), where block[K] is the last vector of digits.

    Digits may be negative. Only digits at the start of a block may be too long for ``int64``.
    """
    total = np.full(len(block[0]), mpz(0), dtype=object)
    while block and block[0].dtype != np.int64:
        total = (total << bits) + block[0]
        block = block[1:]
    if not block:
        return total
    table = np.array(block)
    # carry, so that all digits but the first are from 0 to 2^bits − 1: side by side, their bytes are one long number
    for place in range(len(table) - 1, 0, -1):
        carry = table[place] >> bits
        table[place] -= carry << bits
        table[place - 1] += carry
    first = _mpz(table[0])
    if len(table) == 1:
        result: NDArray[np.object_] = (total << bits) + first
        return result
    digits = np.ascontiguousarray(table[1:].T).astype(">u8")
    width = bits // 8  # of the 8 bytes of a digit, big end first, the last `width` are used
    packed = np.ascontiguousarray(digits.view(np.uint8).reshape(*digits.shape, 8)[:, :, 8 - width :])
    length = bits * (len(table) - 1)
    data, size = packed.tobytes(), length // 8
    numbers = (mpz(int.from_bytes(data[place : place + size], "big")) for place in range(0, len(data), size))
    lower = np.fromiter(numbers, dtype=object, count=len(packed))
    result = (((total << bits) + first) << length) + lower
    return result


def reconstructed(expansion: NDArray[np.object_], fraction_bits: int, denominator: mpz = ONE) -> Fractions | int:
    """Return rationals over a small denominator that agree with expansion / 2^fraction_bits in half of these bits.

    If they do not exist, return the index of the first number without a fraction. ``denominator`` is a known divisor of
    the common denominator.

    >>> thirds = np.array([mpz(2**64) // 3, mpz(2**65) // 3], dtype=object)
    >>> reconstructed(thirds, 64)
    (array([mpz(1), mpz(2)], dtype=object), mpz(3))
    """
    unit, half = mpz(1) << fraction_bits, mpz(1) << (fraction_bits - 1)
    # with b = fraction_bits / 2, errors are up to 2^−b, denominators up to 2^(b − SLACK): at most one fraction fits
    tolerance, limit = mpz(1) << (fraction_bits // 2), mpz(1) << (fraction_bits // 2 - SLACK)
    position, size = 0, len(expansion)
    parts: list[tuple[NDArray[np.object_], mpz]] = []
    chunk = 1
    while position < size:
        limits.check()
        scaled = expansion[position : position + chunk] * denominator
        nearest = (scaled + half) >> fraction_bits
        failures = np.flatnonzero(abs(scaled - (nearest << fraction_bits)) > tolerance)
        fitting = int(failures[0]) if len(failures) else len(scaled)  # numbers before the first failure
        if fitting:
            parts.append((nearest[:fitting], denominator))
            position += fitting
            chunk = min(2 * chunk, MOST)
        if len(failures):
            factor = _best_denominator(
                scaled[fitting] - (nearest[fitting] << fraction_bits), unit, limit // denominator
            )
            denominator *= factor
            chunk = max(1, fitting)
            if factor == 1 or denominator > limit:
                return position
    numerators = [part * (denominator // part_denominator) for part, part_denominator in parts]
    return np.concatenate(numerators), denominator


def _best_denominator(numerator: mpz, unit: mpz, limit: mpz) -> mpz:
    """Return the largest denominator within the limit among the convergents of numerator / unit."""
    a, b = abs(numerator), unit
    previous, last = mpz(1), mpz(0)  # denominators of two convergents in a row
    while b and last <= limit:
        quotient, remainder = gmpy2.f_divmod(a, b)
        previous, last = last, previous + quotient * last
        a, b = b, remainder
    return previous if last > limit else last
