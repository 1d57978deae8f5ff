"""Check proofs of linear programs in VIPR files: python check_vipr.py FILE.vipr ...

This script follows version 1.0 of the format's specification (https://github.com/scipopt/vipr) in the simplest way:
every number is a Fraction, and every condition is computed. It accepts only derivations by linear combination,
{ lin ... }, because linear programs need no others. It prints one line for each file; exit status 0: all are accepted,
1: a file is rejected, 2: a file cannot be read.

A file proves its range: the optimal value of the program in its sections VAR, OBJ and CON is in this range.
"""

import re
import sys
from fractions import Fraction

NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:/0*[1-9][0-9]*)?|[0-9]*\.[0-9]+|[0-9]+\.)")
INDEX = re.compile(r"[0-9]{1,9}")
MOST = 10**9  # a bound of all counts
END = "the end"  # stands for the end of the file; no word of a file has a blank
SENSES = {"G": 1, "E": 0, "L": -1}  # at least, equal, at most: the sign of an allowed slack


class Wrong(Exception):
    """Why a file is rejected."""


def require(condition, words):
    """Reject the file unless the condition holds."""
    if not condition:
        raise Wrong(words)


def as_index(word, limit):
    """Return a word as a whole number, after checking that it is from 0 to below a limit."""
    require(INDEX.fullmatch(word) and int(word) < limit, f"found {word[:40]}, expected an index below {limit}")
    return int(word)


class Words:
    """The words of a file, one after the other, after the comment lines at its top."""

    def __init__(self, text):
        lines = text.split("\n")
        while lines and lines[0].startswith("%"):
            del lines[0]
        self.words = iter(" ".join(lines).split())

    def word(self, *expected):
        """Return the next word, after checking that it is one of ``expected``, or any word if ``expected`` is empty."""
        word = next(self.words, END)
        right = word in expected if expected else word != END
        require(right, f"found {word[:40]}, expected {' or '.join(expected) or 'another word'}")
        return word

    def index(self, limit):
        """Return the next word as a whole number from 0 to below a limit."""
        return as_index(self.word(), limit)

    def number(self):
        """Return the next word as a rational number."""
        word = self.word()
        require(NUMBER.fullmatch(word), f"found {word[:40]}, expected a number")
        return Fraction(word)

    def terms(self, limit, count=None):
        """Return coefficients by index; their number, unless ``count`` gives it, comes before the pairs of both."""
        terms = {}
        for _ in range(self.index(MOST) if count is None else count):
            index = self.index(limit)
            require(index not in terms, f"the index {index} twice in one sum")
            terms[index] = self.number()
        return {index: value for index, value in terms.items() if value}

    def constraint(self, variables, objective):
        """Return the name, the coefficients, the sense (1, 0 or -1) and the right-hand side of a constraint."""
        name, sense, right, word = self.word(), SENSES[self.word(*SENSES)], self.number(), self.word()
        if word == "OBJ":
            return name, objective, sense, right
        return name, self.terms(variables, as_index(word, MOST)), sense, right


class Program:
    """A file that this checker has accepted: its program, its solutions and its range."""

    def __init__(self, text):
        words = Words(text)
        words.word("VER")
        words.word("1.0")
        words.word("VAR")
        self.variables = [words.word() for _ in range(words.index(MOST))]
        n = len(self.variables)
        require(len({*self.variables}) == n, "a variable's name twice")
        words.word("INT")
        words.word("0")
        words.word("OBJ")
        self.sense = words.word("min", "max")
        self.objective = words.terms(n)
        words.word("CON")
        count, self.bounds = words.index(MOST), words.index(MOST)
        require(self.bounds <= count, "more bounds than constraints")
        self.constraints = [words.constraint(n, self.objective) for _ in range(count)]
        require(
            all(len(terms) == 1 for _, terms, *_ in self.constraints[: self.bounds]), "a bound of several variables"
        )
        words.word("RTP")
        words.word("range")
        self.least, self.most = words.number(), words.number()
        self.solutions = self.read_solutions(words)
        self.check_derivations(words)
        words.word(END)

    def read_solutions(self, words):
        """Return the solutions, after checking that all are feasible and the best of them attains the range."""
        words.word("SOL")
        solutions = []
        for _ in range(words.index(MOST)):
            name, solution = words.word(), words.terms(len(self.variables))
            for row, terms, sense, right in self.constraints:
                slack = dot(terms, solution) - right
                require(slack * sense >= 0 if sense else slack == 0, f"the solution {name} violates {row}")
            solutions.append(solution)
        values = [dot(self.objective, solution) for solution in solutions]
        good = [value <= self.most if self.sense == "min" else value >= self.least for value in values]
        require(any(good), "no solution attains the range")
        return solutions

    def check_derivations(self, words):
        """Check that every derived constraint follows from earlier constraints, and that the last proves the range."""
        known = [constraint[1:] for constraint in self.constraints]
        words.word("DER")
        for _ in range(words.index(MOST)):
            name, *derived = words.constraint(len(self.variables), self.objective)
            words.word("{")
            words.word("lin")
            combined = combination(words.terms(len(known)), known, name)
            words.word("}")
            words.word("-1")  # the constraint may be used up to the end of the file
            require(dominates(combined, derived), f"the combination does not prove {name}")
            known.append(tuple(derived))
        sense, bound = (1, self.least) if self.sense == "min" else (-1, self.most)
        proved = len(known) > len(self.constraints) and dominates(known[-1], (self.objective, sense, bound))
        require(proved, "the last derived constraint does not prove the range")


def dot(terms, values):
    """Return the sum of products of two sparse vectors."""
    return sum((value * values[index] for index, value in terms.items() if index in values), Fraction(0))


def combination(factors, known, name):
    """Return the sum of known constraints times factors, after checking that the senses of the products agree."""
    total, right, signs = {}, Fraction(0), set()
    for index, factor in factors.items():
        terms, sense, side = known[index]
        if sense:
            signs.add(sense if factor > 0 else -sense)
        for variable, value in terms.items():
            total[variable] = total.get(variable, Fraction(0)) + factor * value
        right += factor * side
    require(len(signs) <= 1, f"a sum of inequalities of both directions, for {name}")
    return {variable: value for variable, value in total.items() if value}, signs.pop() if signs else 0, right


def dominates(constraint, weaker):
    """Return whether a constraint implies a weaker one: with the same coefficients, or because it is never true."""
    (terms, sense, right), (terms_of_weaker, sense_of_weaker, right_of_weaker) = constraint, weaker
    if not terms and (right > 0 if sense > 0 else right < 0 if sense < 0 else right != 0):
        return True
    if terms != terms_of_weaker or sense not in (0, sense_of_weaker):
        return False
    difference = right - right_of_weaker
    return difference * sense_of_weaker >= 0 if sense_of_weaker else difference == 0


def main(paths):
    """Print a verdict for each file and return the exit status."""
    sys.set_int_max_str_digits(0)
    status = 0 if paths else 2
    for path in paths:
        try:
            with open(path, encoding="ascii") as file:
                program = Program(file.read())
            print(f"accepted: {path}: {program.sense} from {program.least} to {program.most}")
        except Wrong as error:
            print(f"rejected: {path}: {error}")
            status = max(status, 1)
        except (OSError, UnicodeDecodeError) as error:
            print(f"unreadable: {path}: {error}")
            status = 2
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
