"""The texts of proofs for the checker in `proofs/`. The tests in `tests/proofs/` run that checker."""

import operator
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given

from lemke.certificate import Claim
from lemke.certificate.judge import Judge
from lemke.errors import GameError, ProfileError, RecallError
from lemke.game import CHANCE, NONE, TERMINAL, Game, GameBuilder
from lemke.game.best_response import best_response
from lemke.game.strategy import Profile
from lemke.generators import kuhn, leduc
from lemke.io import coq, example
from lemke.solvers import solve
from strategies import games

PROOFS = Path(__file__).parents[1] / "proofs"


def naive_tree(game: Game, node: int = 0, paid: tuple[mpq, ...] = (mpq(0), mpq(0))) -> Iterator[str]:
    """Yield the lines of the nodes, by recursion; outcomes on the way add up."""
    if game.outcome[node] != NONE:
        paid = tuple(map(operator.add, paid, game.outcomes[game.outcome[node]].payoffs))
    if game.player[node] == TERMINAL:
        yield f"leaf {paid[0]} {paid[1]}"
        return
    information_set = game.information_sets[game.information_set[node]]
    if information_set.player == CHANCE:
        yield " ".join(["chance", *map(str, information_set.probabilities)])
    else:
        yield f"move {game.information_set[node] + 1} {len(information_set.actions)}"
    for child in game.children(node):
        yield from naive_tree(game, child, paid)


def naive_sets(game: Game, profile: Profile, duals: Sequence[Sequence[mpq]]) -> Iterator[str]:
    for player in range(2):
        for h, index in enumerate(game.sets_of(player)):
            yield " ".join(map(str, ["set", player + 1, index + 1, duals[player][h + 1], *profile.behavior[player][h]]))


@given(games())
def test_the_text_says_what_the_certificate_says(game: Game) -> None:
    equilibrium = solve(game)
    head, payoffs, *lines = coq.lines(game, equilibrium.claim).removesuffix("\n").split("\n")
    assert (head, payoffs) == ("lemke-proof/1", f"payoffs {equilibrium.payoffs[0]} {equilibrium.payoffs[1]}")
    assert lines == [*naive_sets(game, equilibrium.profile, equilibrium.duals), *naive_tree(game)]


@pytest.mark.parametrize("game", [kuhn(3), leduc(3, rake="1/20"), example("inner_payoffs")], ids=str)
def test_payoffs_and_duals_that_nobody_stated_are_computed(game: Game) -> None:
    equilibrium = solve(game)
    judge = Judge.of(game)
    plans = judge.plans(equilibrium.profile)
    best = [best_response(sequences, judge.values(sequences.player, plans)) for sequences in judge.sequences]
    lines = coq.lines(game, Claim(equilibrium.profile)).split("\n")
    assert lines[1] == f"payoffs {equilibrium.payoffs[0]} {equilibrium.payoffs[1]}"
    expected = [*naive_sets(game, equilibrium.profile, [response.dual.tolist() for response in best])]
    assert lines[2 : 2 + len(expected)] == expected


def test_what_has_no_proof_has_no_text() -> None:
    game = kuhn(3)
    claim = solve(game).claim
    with pytest.raises(ProfileError):
        coq.lines(kuhn(4), claim)
    with pytest.raises(GameError):
        coq.lines(example("selten_horse"), claim)
    builder = GameBuilder(["", ""])
    forgets = builder.information_set(0, ["l", "r"])
    for node in builder.move(builder.root, 0, ["L", "R"]):
        for leaf in builder.decide(node, forgets):
            builder.pay(leaf, 0, 0)
    game = builder.build()
    with pytest.raises(RecallError):
        coq.lines(game, Claim(Profile.of(game, [[[1, 0], [1, 0]], []])))


def test_the_coq_file_states_the_value_of_zero_sum_games_only() -> None:
    game = kuhn(3)
    text = coq.theorems(game, solve(game).claim)
    assert "value game (-1 # 18)" in text
    assert len(re.findall("Leaf", text)) == np.count_nonzero(game.player == TERMINAL)
    assert len(re.findall("Chance", text)) == np.count_nonzero(game.player == CHANCE)
    raked = kuhn(3, rake="1/20")
    assert "value game" not in coq.theorems(raked, solve(raked).claim)


def test_a_title_does_not_end_the_comment_of_a_coq_file() -> None:
    game = replace(example("matching_pennies"), title='*) (* "')
    assert coq.theorems(game, solve(game).claim).count("*)") == 1


# ---------------------------------------------------------------------- the files of proofs/


def test_the_proofs_admit_nothing() -> None:
    for path in PROOFS.glob("*.v"):
        words = re.sub(r"\(\*.*?\*\)", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Conjecture|Hypothesis .*False)\b", words), path.name
