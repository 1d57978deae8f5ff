"""Random bimatrix games of contests on which approximate solvers are compared.

Both are among those of J. Fearnley, T. P. Igwe and R. Savani (2015), "An empirical study of finding approximate
equilibria in bimatrix games", Experimental Algorithms; the same for the same seed everywhere.
"""

from __future__ import annotations

from itertools import accumulate, combinations
from math import comb

from gmpy2 import mpq

from lemke.forms.normal_form.of_game import MAX_COMBINATIONS
from lemke.generators.bimatrix.matrices import Bimatrix, matrix, square, strategic, too_large
from lemke.generators.checks import random_source, whole


def ranking(n: int = 5, steps: int = 10, seed: int = 0) -> Bimatrix:
    """Return a random ranking game: the higher score wins 1, a tie halves it, and effort costs.

    Each player has n levels of effort. From one to the next the score, which starts from 0 before the first, grows by a
    random whole number from 1 to ``steps``, the cost, which is 0 at the first, by a random multiple 1 to ``steps`` of
    1/(n · ``steps``). (L. A. Goldberg, P. W. Goldberg, P. Krysta and C. Ventre 2013, "Ranking games that have
    competitiveness-based strategies", Theoretical Computer Science; steps as in QuantEcon's ``ranking_game``.)

    >>> A, B = ranking(2, steps=1)  # scores 1 and 2, costs 0 and 1/2
    >>> A.tolist()
    [[mpq(1,2), mpq(0,1)], [mpq(1,2), mpq(0,1)]]
    """
    square("n", n)
    whole("steps", steps, 1)
    source = random_source(seed)

    def growing(length: int) -> list[int]:
        return list(accumulate(source.randint(1, steps) for _ in range(length)))

    one, two = growing(n), growing(n)
    cost, other = ([mpq(each, n * steps) for each in [0, *growing(n - 1)]] for _ in range(2))
    won = [[mpq(1 + (own > rival) - (own < rival), 2) for rival in two] for own in one]
    A = matrix([[won[i][j] - cost[i] for j in range(n)] for i in range(n)])
    B = matrix([[1 - won[i][j] - other[j] for j in range(n)] for i in range(n)])
    return A, B


def tournament(n: int = 5, k: int = 2, seed: int = 0) -> Bimatrix:
    """Return the win-lose game of a random tournament: who beats a whole set against who catches the champion.

    Of two nodes one beats the other, by chance. Player 1 chooses one of n nodes, player 2 k of them, sets in
    lexicographic order. Player 1 gets 1 if the node beats all of the set, player 2 if it is in the set; else 0.
    (Y. Anbalagan, S. Norin, R. Savani and A. Vetta 2013, "Polylogarithmic supports are required for approximate
    well-supported Nash equilibria below 2/3", WINE.)

    >>> A, B = tournament(3, 2)
    >>> B.tolist()[0]  # sets {1, 2}, {1, 3}, {2, 3}
    [mpq(1,1), mpq(1,1), mpq(0,1)]
    """
    square("n", n)
    if n * comb(n, whole("k", k, 1, n)) > MAX_COMBINATIONS:
        raise too_large(n, comb(n, k))
    source = random_source(seed)
    beaten: list[set[int]] = [set() for _ in range(n)]
    for one, two in combinations(range(n), 2):
        winner, loser = (one, two) if source.randint(0, 1) else (two, one)
        beaten[winner].add(loser)
    sets = list(combinations(range(n), k))
    A = matrix([[int(own.issuperset(each)) for each in sets] for own in beaten])
    B = matrix([[int(node in each) for each in sets] for node in range(n)])
    return A, B


RANKING = strategic(
    "a random ranking game, where effort costs and the higher score wins",
    ranking,
    "ranking game, {n} levels of effort, steps up to {steps}, seed {seed}",
    {
        "n": "Levels of effort of each player.",
        "steps": "By how much scores and costs grow at most from level to level.",
        "seed": "The same seed makes the same game everywhere.",
    },
    "--n 8 --steps 10",
)
TOURNAMENT = strategic(
    "the win-lose game of a random tournament",
    tournament,
    "tournament game, {n} nodes, sets of {k}, seed {seed}",
    {
        "n": "Nodes, the strategies of player 1.",
        "k": "Nodes in the sets that player 2 chooses.",
        "seed": "The same seed makes the same game everywhere.",
    },
    "--n 6 --k 2",
)
