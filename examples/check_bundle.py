"""Check a bundle, a game with a proved equilibrium, with Python 3.11 or later alone: python check_bundle.py [FOLDER]

FOLDER, the script's own unless stated, holds game.efg, certificate.json and files *.vipr. The certificate is checked
against the game by check_certificate.py, each VIPR file by check_vipr.py. Then the linear programs are built again from
the game and the certificate. Each file must state its program, with the plan as its solution and the payoff as its
range. Prints one line; exit status 0: all is true, 1: something is not, 2: a file cannot be read.

Sequences and information sets are numbered in breadth-first order, as in the certificate: the program of player i has a
variable for each sequence and a row for each information set, x(empty) = 1 being the first; its objective is what the
sequences get against the other player's plan. The program of the value is min u0 over the plan y of player 2 and values
u of player 1's information sets, subject to F y = f and u(h) >= (A y)(s) + the values of the sets right after s, for
each sequence s that ends in h.
"""

import os
import sys
from fractions import Fraction

FOLDER = os.path.dirname(os.path.abspath(__file__))
if FOLDER not in sys.path:  # as with python -I; Python's own modules come before what the folder has
    sys.path.append(FOLDER)
if __name__ == "__main__":  # Python runs the text that one reads, nothing compiled before
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
    """The sequences of a player, numbered; the rows of E x = e; the plan."""

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
    """Return the constraint that a variable is not negative."""
    return {variable: ONE}, 1, ZERO


def matrices(nodes, behavior, sides):
    """Return the payoffs of both players by pair of sequences, weighted with chance's probabilities."""
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
    """Return the program of a player: sense, objective, bounds, rows, solution."""
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
    require(stated == constraints, f"{name}, CON", "other constraints", "those of the game")
    require(program.least == program.most == payoff, f"{name}, RTP", f"{program.least} to {program.most}", payoff)
    for solution in program.solutions:
        part = {k: number for k, number in solution.items() if k < len(bounds)}
        require(part == plan, f"{name}, SOL", "another plan", "that of the certificate")
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
