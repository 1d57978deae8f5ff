"""Check a bundle, which is a game with a proved equilibrium; only Python 3.11 or later is needed.

    python check_bundle.py [FOLDER]

FOLDER has game.efg, certificate.json and files *.vipr; by default it is the folder of this script. check_certificate.py
checks the certificate, check_vipr.py each VIPR file. Then this script builds the linear programs again from the game
and the certificate. Each VIPR file must state its program, with the plan as its solution and the payoff as its range.
The script prints one line; exit status 0: all statements are true, 1: a statement is not true, 2: a file cannot be
read.

Sequences and information sets are numbered in breadth-first order, as in the certificate. The program of player i has a
variable for each sequence and a row for each information set, after a first row x(empty) = 1. Its objective is the
payoff of the sequences against the other player's plan. The program of the value minimizes u0 over the plan y of player
2 and values u of player 1's information sets. Its conditions are F y = f and, for each sequence s that ends with a move
at the information set h, u(h) >= (A y)(s) + the sum of the values of the sets right after s.
"""

import os
import sys
from fractions import Fraction

FOLDER = os.path.dirname(os.path.abspath(__file__))
if FOLDER not in sys.path:  # python -I leaves it out; it comes last, so that Python's own modules come first
    sys.path.append(FOLDER)
if __name__ == "__main__":  # run the text of the scripts, not compiled files that may differ from it
    sys.dont_write_bytecode, sys.pycache_prefix = True, os.devnull

from check_certificate import (  # noqa: E402
    EQUILIBRIUM,
    Refused,
    check,
    main,
    plan_of,
    read_behavior,
    read_certificate,
    read_game,
    read_text,
    require,
)
from check_vipr import Program, Wrong, dot  # noqa: E402

GAME, CERTIFICATE = "game.efg", "certificate.json"
ZERO, ONE = Fraction(0), Fraction(1)


class Side:
    """A player's sequences with their numbers, the rows of E x = e, and the plan as a dict from numbers to weights."""

    def __init__(self, sets, behavior):
        self.sets = sorted(sets, key=lambda information_set: information_set.first)
        moves = [(information_set, k) for information_set in self.sets for k in range(len(information_set.moves))]
        self.number = {move: k for k, move in enumerate([None, *moves])}
        plan = plan_of(sets, behavior)
        self.plan = {k: plan[move] for move, k in self.number.items() if plan[move]}
        self.rows = [({0: ONE}, 0, ONE)]
        for information_set in self.sets:
            moves = {self.number[information_set, k]: ONE for k in range(len(information_set.moves))}
            self.rows.append((moves | {self.number[information_set.before]: -ONE}, 0, ZERO))


def bound(variable):
    """Return the constraint that a variable is not negative: coefficients, sense, right-hand side."""
    return {variable: ONE}, 1, ZERO


def matrices(nodes, behavior, sides):
    """Return for each player a dict from pairs of sequences to payoffs, weighted with the probabilities of chance."""
    payoffs, chance = ({}, {}), {None: ONE}
    for node in nodes:
        weight = chance[node.parent]
        if node.parent and node.parent.set.player == 0:
            weight *= behavior[node.parent.set][node.move]
        chance[node] = weight
        if node.set is None:
            pair = tuple(side.number[last] for side, last in zip(sides, node.last))
            for matrix, paid in zip(payoffs, node.paid):
                matrix[pair] = matrix.get(pair, ZERO) + weight * paid
    return payoffs


def best_response(i, sides, payoffs):
    """Return the program of a player's best response: sense, objective, bounds, rows, solution."""
    side, plan, objective = sides[i], sides[1 - i].plan, {}
    for pair, paid in payoffs[i].items():
        objective[pair[i]] = objective.get(pair[i], ZERO) + paid * plan.get(pair[1 - i], ZERO)
    return "max", objective, [bound(k) for k in range(len(side.number))], side.rows, side.plan


def value(sides, payoffs):
    """Return the program of the value: sense, objective, bounds, rows, the plan in its solution."""
    replier, planner = sides
    n = len(planner.number)
    replies = [({}, 1, ZERO) for _ in replier.number]
    for (i, j), paid in payoffs[0].items():
        replies[i][0][j] = -paid
    for h, (terms, _, _) in enumerate(replier.rows):
        for sequence, entry in terms.items():
            replies[sequence][0][n + h] = entry
    return "min", {n: ONE}, [bound(k) for k in range(n)], planner.rows + replies, planner.plan


def without_zeros(terms):
    """Return the terms that are not 0."""
    return {k: number for k, number in terms.items() if number}


def compare(name, text, expected, payoff, players):
    """Check that a file proves a program with the payoff as its optimal value."""
    sense, objective, bounds, rows, plan = expected
    try:
        program = Program(text)
    except Wrong as error:
        raise Refused(1, f"{name}: {error}") from None
    require(program.sense == sense, f"{name}, OBJ", program.sense, sense)
    require(program.bounds == len(bounds), f"{name}, CON", program.bounds, len(bounds))
    require(program.objective == without_zeros(objective), f"{name}, OBJ", "another objective", f"that of {players}")
    constraints = [(without_zeros(terms), *sense_and_right) for terms, *sense_and_right in [*bounds, *rows]]
    variables = {k for terms, *_ in constraints for k in terms}
    require(len(program.variables) == len(variables), f"{name}, VAR", len(program.variables), len(variables))
    stated = [constraint[1:] for constraint in program.constraints]
    require(stated == constraints, f"{name}, CON", "other constraints", "the constraints of the game")
    require(program.least == program.most == payoff, f"{name}, RTP", f"{program.least} to {program.most}", payoff)
    for solution in program.solutions:
        part = {k: number for k, number in solution.items() if k < len(bounds)}
        require(part == plan, f"{name}, SOL", "another plan", "the plan of the certificate")
        require(dot(program.objective, solution) == payoff, f"{name}, SOL", dot(program.objective, solution), payoff)


def check_bundle(folder):
    """Return in words what a bundle proves."""
    game, certificate = (read_text(os.path.join(folder, name)) for name in (GAME, CERTIFICATE))
    words = check(game, certificate)
    document, (nodes, sets) = read_certificate(certificate), read_game(game)
    require(document["format"] == EQUILIBRIUM, "certificate, format", document["format"], EQUILIBRIUM)
    behavior = read_behavior(document, sets)
    sides = [Side(sets_of_player, behavior) for sets_of_player in sets[1:]]
    payoffs = matrices(nodes, behavior, sides)
    got = [Fraction(payoff) for payoff in document["payoffs"]]
    programs = {f"player{i + 1}.vipr": (best_response(i, sides, payoffs), got[i]) for i in (0, 1)}
    if len({sum(node.paid) for node in nodes if node.set is None and node.possible}) == 1:
        programs["value.vipr"] = value(sides, payoffs), got[0]
    files = {name for name in os.listdir(folder) if name.endswith(".vipr")}
    require(files == programs.keys(), "folder", ", ".join(sorted(files)), ", ".join(sorted(programs)))
    for name, (program, payoff) in programs.items():
        text = read_text(os.path.join(folder, name))
        compare(name, text, program, payoff, "the game against the plan of the certificate")
    return f"{words}; {len(programs)} VIPR files"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or [FOLDER], check_bundle, "FOLDER", str))
