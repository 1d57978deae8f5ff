"""The stand-alone checker of proofs of refinements: it accepts and rejects the same proofs as `lemke verify`.

The tests make power series from rational functions: they divide both plans by their first row and cut them off.
"""

import ast
import json
import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import pairwise, permutations
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from certificates import SCRIPT, accepted_by_lemke, changed, check, checker, refinement_checker, renamed
from lemke.certificate import Claim, Judge, Trembles, objections_to_sequential
from lemke.game import Game, GameBuilder
from lemke.game.strategy import behavior_object
from lemke.game.subgames import subgame_regrets
from lemke.generators import kuhn, liars_dice
from lemke.io import efg, equilibrium
from lemke.solvers.refinements import extensive_form_perfect
from naive import Behavior, behaviors
from named_games import NAMED, STRATEGIC
from strategies import games
from trembling import proof_of_slips, slips, tie_rich_game, times

SUBGAME, SEQUENTIAL, QUASI, NORMAL = "subgame-perfect", "sequential", "quasi-perfect", "normal-form-perfect"
EXTENSIVE = "extensive-form-perfect"
NAMES = (SUBGAME, SEQUENTIAL, QUASI, NORMAL, EXTENSIVE)
TINY, HALF, QUARTER = mpq(1, 10**30), mpq(1, 2), mpq(1, 4)
Document = dict[str, Any]
Case = tuple[Game, Document]

BUNDLED = [known.file.partition(".")[0] for known in NAMED] + [file.partition(".")[0] for file in STRATEGIC]


@cache
def _solved(name: str, refine: str) -> tuple[Game, str]:
    game = lemke.example(name)
    return game, equilibrium.dumps(lemke.solve(game, refine=refine))


def solved(name: str, refine: str) -> Case:
    """A bundled game, and the certificate of a refinement of it."""
    game, text = _solved(name, refine)
    return game, json.loads(text)


def plain(game: Game, profile: lemke.Profile, method: str, refinement: object = None) -> Document:
    """The certificate of a profile that is an equilibrium, with a proof that it may lack or that may be false."""
    judge = Judge.of(game)
    plans = judge.plans(profile)
    responses = [
        lemke.game.best_response.best_response(sequences, judge.values(sequences.player, plans))
        for sequences in judge.sequences
    ]
    return {
        "format": "lemke-equilibrium/2",
        "game": {"sha256": lemke.sha256(game)},
        "payoffs": [str(response.value) for response in responses],
        "behavior": json.loads(json.dumps(behavior_object(game, profile), default=str)),
        "realization_plans": [[*map(str, plan)] for plan in plans],
        "duals": [[*map(str, response.dual)] for response in responses],
        "method": method,
        "refinement": refinement,
    }


def proof(name: str, epsilon: object, *plans: Sequence[Sequence[object]]) -> Document:
    rows = [[[*map(str, row)] for row in plan] for plan in plans]
    return {"name": name, "epsilon": None if epsilon is None else str(epsilon), "plans": rows}


def verdict(game: Game, document: Document) -> tuple[int, str]:
    return check(efg.dumps(game), json.dumps(renamed(document, game)))


def with_proof(document: Document, **members: object) -> Document:
    return document | {"refinement": document["refinement"] | members}


def altered(document: Document, player: int, rows: object) -> Document:
    """The document with rows of a player's plan in the proof replaced, or with another plan."""
    plans = [*document["refinement"]["plans"]]
    plan = [[str(number) for number in row] for row in rows] if isinstance(rows, list) else rows(plans[player])
    plans[player] = plan
    return with_proof(document, plans=plans)


def scaled(plan: list[list[str]], polynomial: Sequence[mpq]) -> list[list[str]]:
    return [[*map(str, times([*map(mpq, row)], polynomial))] for row in plan]


# ---------------------------------------------------------------------- accepted proofs


@pytest.mark.parametrize("refine", NAMES)
@pytest.mark.parametrize("name", BUNDLED)
def test_refinements_of_the_bundled_games_are_accepted(name: str, refine: str) -> None:
    status, words = verdict(*solved(name, refine))
    assert (status, words.rpartition("; ")[2]) == (0, refine)


def assert_small_changes_are_judged_as_by_lemke(game: Game, document: Document, source: random.Random) -> None:
    """Change a coefficient of a plan, and each third time the largest tremble as well."""
    for changes in range(12):
        player = source.randrange(2)
        plan = document["refinement"]["plans"][player]
        place = ("refinement", "plans", player, source.randrange(len(plan)), source.randrange(len(plan[0])))
        amount = TINY * source.choice([1, -1, 10**30])
        forged = changed(document, place, lambda value, amount=amount: str(mpq(value) + amount))
        if changes % 3 == 0:
            forged = with_proof(document, epsilon=str(mpq(source.randrange(1, 30), 10)))
        assert (verdict(game, forged)[0] == 0) == accepted_by_lemke(game, json.dumps(forged)), (place, changes)


@pytest.mark.parametrize("refine", NAMES)
@pytest.mark.parametrize("seed", range(8))
def test_solutions_of_tie_rich_games_are_accepted_and_small_changes_are_judged_as_by_lemke(
    seed: int, refine: str
) -> None:
    game = tie_rich_game(seed, nodes=16)
    document = json.loads(equilibrium.dumps(lemke.solve(game, refine=refine)))
    assert verdict(game, document)[0] == 0
    source = random.Random(seed)
    if "refinement" in document:
        assert_small_changes_are_judged_as_by_lemke(game, document, source)


@pytest.mark.slow
@pytest.mark.parametrize("refine", NAMES)
@pytest.mark.parametrize("seed", range(100, 300))
def test_larger_tie_rich_games_are_accepted(seed: int, refine: str) -> None:
    game = tie_rich_game(seed, nodes=30)
    assert verdict(game, json.loads(equilibrium.dumps(lemke.solve(game, refine=refine))))[0] == 0


def from_text(game: Game, behavior: Sequence[Behavior]) -> tuple[list[Any], Any, Any]:
    """The nodes and the sets of a game as the checker reads them, and a profile."""
    nodes, sets = checker.read_game(efg.dumps(game))
    stated = {"behavior": behavior_object(game, lemke.Profile.of(game, behavior))}
    document = json.dumps(renamed(json.loads(json.dumps(stated, default=str)), game))
    return nodes, sets, checker.read_behavior(checker.read_certificate(document), sets)


def agrees(passes: bool, examine: Callable[[], None]) -> None:
    if passes:
        examine()
    else:
        with pytest.raises(checker.Refused):
            examine()


@given(st.data(), games(max_depth=3))
def test_any_profile_is_subgame_perfect_if_lemke_says_so(data: st.DataObject, game: Game) -> None:
    behavior = data.draw(behaviors(game))
    perfect = subgame_regrets(game, lemke.Profile.of(game, behavior)).is_subgame_perfect
    nodes, sets, stated = from_text(game, behavior)
    agrees(perfect, lambda: refinement_checker.check_subgame_perfect(nodes, sets, stated))


def mixed_plans(game: Game, behavior: Sequence[Behavior], towards: Sequence[Behavior]) -> list[list[list[mpq]]]:
    """Plans with a little of another behavior: every move has the share (1 − ε) b + ε b′."""
    plans = []
    for sequences, strategy, target in zip(Judge.of(game).sequences, behavior, towards, strict=True):
        plan = [[mpq(1)]] + [[mpq(0)]] * (sequences.size - 1)
        for h, parent in enumerate(sequences.parent):
            for k, move in enumerate(sequences.moves(h)):
                plan[move] = times(plan[parent], [strategy[h][k], target[h][k] - strategy[h][k]])
        width = max(map(len, plan))
        plans.append([row + [mpq(0)] * (width - len(row)) for row in plan])
    return plans


@given(st.data(), games(max_depth=3))
def test_any_plans_prove_a_profile_sequential_if_lemke_says_so(data: st.DataObject, game: Game) -> None:
    """Beliefs do not matter at nodes that chance never reaches."""
    behavior, target = data.draw(behaviors(game)), data.draw(behaviors(game))
    towards = [[[(share + 1) / (len(row) + 1) for share in row] for row in strategy] for strategy in target]
    plans = mixed_plans(game, behavior, towards)
    claim = Claim(lemke.Profile.of(game, behavior), refinement=Trembles(SEQUENTIAL, 1, tuple(plans)))
    nodes, sets, stated = from_text(game, behavior)
    players = [refinement_checker.Player(i, sets[i + 1], proof("", 1, *plans)["plans"][i]) for i in (0, 1)]
    holds = not objections_to_sequential(Judge.of(game), claim)
    agrees(holds, lambda: refinement_checker.check_sequential(players, nodes, stated))


@pytest.mark.parametrize("name", [QUASI, EXTENSIVE])
def test_a_proof_of_a_perfect_equilibrium_proves_it_sequential(name: str) -> None:
    for example in ("beer_quiche", "kuhn3_raked", "centipede6"):
        game, document = solved(example, name)
        assert verdict(game, document | {"method": SEQUENTIAL})[0] == 0


# ---------------------------------------------------------------------- power series


def quotient(row: Sequence[mpq], divisor: Sequence[mpq], terms: int) -> list[mpq]:
    """The first coefficients of a quotient of polynomials, as a power series."""
    order = next(k for k, coefficient in enumerate(divisor) if coefficient)
    numerator, denominator = ([*polynomial[order:], *[mpq(0)] * terms] for polynomial in (row, divisor))
    coefficients: list[mpq] = []
    for k in range(terms):
        known = sum((coefficients[j] * denominator[k - j] for j in range(k)), mpq(0))
        coefficients.append((numerator[k] - known) / denominator[0])
    return coefficients


def series(document: Document, terms: int) -> Document:
    """A proof by rational functions as a proof by power series. A proof by longer power series is cut off."""
    if document["refinement"]["epsilon"] is None:
        return cut(document, terms)
    plans = [[[*map(mpq, row)] for row in plan] for plan in document["refinement"]["plans"]]
    quotients = [[[*map(str, quotient(row, plan[0], terms))] for row in plan] for plan in plans]
    return with_proof(document, epsilon=None, plans=quotients)


def is_strict(game: Game, document: Document) -> bool:
    """Whether no move in a proof by rational functions has exactly its tremble and is best as well.

    Such a move is allowed if a move that is played more ends the play with the same payoffs.
    """
    nodes, sets = checker.read_game(efg.dumps(game))
    players = [refinement_checker.Player(i, sets[i + 1], document["refinement"]["plans"][i]) for i in (0, 1)]
    width = sum(player.width + max(player.length.values()) for player in players)
    table = refinement_checker.payoffs_of_pairs(nodes)
    for player in players:
        player.plan = {move: row + [0] * (width - len(row)) for move, row in player.plan.items()}
    for player in players:
        worth = refinement_checker.worth_of_moves(table, player.i, players[1 - player.i].plan)
        surplus = refinement_checker.surpluses(player, True)
        losses = refinement_checker.losses(player, worth, width, True)
        tied = {
            move
            for move, alternative in permutations(losses, 2)
            if move[0] is alternative[0]
            and any(surplus[alternative])
            and ends(table, player.i, move) == ends(table, player.i, alternative)
            if not {move, alternative} & {information_set.before for information_set in player.sets}
        }
        if not all(any(surplus[move]) or any(loss) or move in tied for move, loss in losses.items()):
            return False
    return True


def ends(table: Mapping[Any, Sequence[mpq]], i: int, move: object) -> set[object]:
    """The payoffs of a move to its player after the opponent's last moves, without zeros."""
    return {(last[1 - i], payoffs[i]) for last, payoffs in table.items() if last[i] == move and payoffs[i]}


@pytest.mark.parametrize("seed", range(24))
def test_strict_proofs_are_accepted_as_power_series_and_others_are_not(seed: int) -> None:
    game = tie_rich_game(seed, nodes=16)
    document = json.loads(equilibrium.dumps(lemke.solve(game, refine=EXTENSIVE)))
    for terms in (3, 9):
        cut_off = series(document, terms)
        assert (verdict(game, cut_off)[0] == 0) == accepted_by_lemke(game, json.dumps(cut_off))
    assert (verdict(game, cut_off)[0] == 0) == is_strict(game, document)


@pytest.mark.parametrize(
    ("name", "terms"), [("kuhn3", 2), ("kuhn3_raked", 2), ("beer_quiche", 2), ("guess_the_ace", 3), ("centipede6", 7)]
)
def test_series_of_known_games_are_accepted(name: str, terms: int) -> None:
    game, document = solved(name, EXTENSIVE)
    assert is_strict(game, document)
    assert verdict(game, series(document, terms))[0] == 0
    assert verdict(game, series(document, terms + 5))[0] == 0
    assert verdict(game, series(document, terms + 5) | {"method": SEQUENTIAL})[0] == 0


@pytest.mark.parametrize("cards", [4, 5])
def test_series_of_poker_are_accepted_and_every_last_coefficient_counts(cards: int) -> None:
    game = kuhn(cards, "1/20")
    document = series(json.loads(equilibrium.dumps(lemke.solve(game, refine=EXTENSIVE))), 3)
    assert verdict(game, document)[0] == 0
    shorter = altered(document, 1, lambda plan: [row[:2] for row in plan])
    assert verdict(game, shorter)[0] == 0  # the other plan's last term is not needed then
    assert accepted_by_lemke(game, json.dumps(document)) and accepted_by_lemke(game, json.dumps(shorter))
    for player, plan in enumerate(document["refinement"]["plans"]):  # a later coefficient is as certain as the first
        for row in range(1, len(plan)):
            forged = changed(document, ("refinement", "plans", player, row, -1), lambda value: str(mpq(value) + TINY))
            assert verdict(game, forged)[0] == 1 and not accepted_by_lemke(game, json.dumps(forged))


def test_moves_after_a_mixing_move_count_in_the_equations() -> None:
    """In matching pennies the guesser can still give up afterwards, which only costs."""
    builder = GameBuilder()
    sides = builder.move(builder.root, 1, ["h", "t"])
    guess = builder.information_set(0, ["H", "T"])
    later = [builder.information_set(0, ["stay", "give up"], f"after {side}") for side in "HT"]
    for k, node in enumerate(sides):
        for j, guessed in enumerate(builder.decide(node, guess)):
            stay, leave = builder.decide(guessed, later[j])
            builder.pay(stay, *((1, -1) if j == k else (-1, 1)))
            builder.pay(leave, -9, 0)
    game = builder.build()
    document = json.loads(equilibrium.dumps(lemke.solve(game, refine=EXTENSIVE)))
    assert {*map(tuple, document["realization_plans"])} == {("1", *["1/2"] * 2, *["1/2", "0"] * 2), ("1", "1/2", "1/2")}
    assert verdict(game, series(document, 4))[0] == 0


def test_the_last_coefficient_of_mixing_moves_follows_from_the_equations() -> None:
    """The sums, the start and the limit stay as they are, and no other move gets better."""
    game, document = solved("matching_pennies", EXTENSIVE)
    document = series(document, 3)
    assert verdict(game, document)[0] == 0
    forged = changed(document, ("refinement", "plans", 0, 1, 2), lambda value: str(mpq(value) + TINY))
    forged = changed(forged, ("refinement", "plans", 0, 2, 2), lambda value: str(mpq(value) - TINY))
    status, words = verdict(game, forged)
    assert status == 1 and words.startswith("refinement.plans[1]") and "not best" in words


@pytest.mark.parametrize("sum_zero", [False, True])
def test_series_with_singular_equations_at_epsilon_0_are_accepted_with_null_vectors(sum_zero: bool) -> None:
    kernels = [[], KERNELS[1]] if sum_zero else KERNELS  # in a constant-sum game, changes of y are enough
    twice = [[[str(2 * mpq(number)) for number in change] for change in changes] for changes in kernels]
    for game, document in (
        singular(3, sum_zero, kernels=kernels),
        singular(5, sum_zero, kernels=twice),
    ):
        assert verdict(game, document)[0] == 0 and accepted_by_lemke(game, json.dumps(document))
        terms = len(document["refinement"]["plans"][0][0])
        for power, accepted in ((terms - 1, True), (terms - 2, False)):  # the last coefficients may be wrong
            forged = added(1, 2, power, -TINY)(added(1, 1, power, TINY)(document))
            assert (verdict(game, forged)[0] == 0) == accepted == accepted_by_lemke(game, json.dumps(forged))


def test_only_terms_that_both_series_have_are_compared() -> None:
    game = simultaneous([[(1, 0)], [(0, 0)]])
    profile = lemke.Profile.of(game, [[[1, 0]], [[1]]])
    for x in ([[1], [1], [0]], [[1, 0], [1, -1], [0, 1]], [[1, 5], [1, 7], [0, 7]]):
        document = plain(game, profile, EXTENSIVE, proof(EXTENSIVE, None, x, [[1], [1]]))
        assert verdict(game, document)[0] == 0 and accepted_by_lemke(game, json.dumps(document))
    game = careless()[0]  # only the second terms reach the second set, and player 2 has one term
    profile = lemke.Profile.of(game, [[[1, 0], [1, 0]], []])
    document = plain(game, profile, EXTENSIVE, proof(EXTENSIVE, None, [[1, 0], [1, -1], *[[0, 1]] * 2, [0, 0]], [[1]]))
    assert verdict(game, document)[1].startswith("refinement.plans[0][2]: found only 0")
    assert not accepted_by_lemke(game, json.dumps(document))


# ---------------------------------------------------------------------- identities


@pytest.mark.parametrize("seed", [seed for seed in range(40) if seed % 3])
def test_identities_are_followed_as_by_lemke(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Identities settle the ties that series leave open. Without one, or with one changed, nothing is proved."""
    monkeypatch.setattr(extensive_form_perfect, "SMALL", 0)
    source, game = random.Random(seed), tie_rich_game(seed, nodes=16)
    document = json.loads(equilibrium.dumps(lemke.solve(game, refine=EXTENSIVE)))
    assert verdict(game, document)[0] == 0
    for k, stated in enumerate(document["refinement"].get("identities", [])):
        place = ("refinement", "identities", k)
        row = source.randrange(len(stated["change"]))
        coefficient = (*place, "change", row, source.randrange(1, len(stated["change"][row])))
        for forged in (
            changed(
                document, ("refinement", "identities"), lambda identities, k=k: identities[:k] + identities[k + 1 :]
            ),
            changed(document, ("refinement", "identities"), lambda identities, k=k: [*identities, identities[k]]),
            changed(document, (*place, "mixing"), lambda mixing: not mixing),
            changed(document, (*place, "sequence"), lambda number: number + 1),
            changed(document, (*place, "change", row, 0), lambda number: number + 10**6),
            changed(document, (*place, "change"), lambda rows, row=row: [*rows, rows[row]]),
            changed(document, coefficient, lambda value: str(mpq(value) + TINY)),
        ):
            assert verdict(game, forged)[0] == 1 and not accepted_by_lemke(game, json.dumps(forged))


@pytest.mark.slow
@pytest.mark.parametrize("mixing", [False, True])
def test_identities_may_hold_up_to_a_polynomial(mixing: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a product with 1 + 2ε is 0, then the series is 0. A product with 0 proves nothing."""
    monkeypatch.setattr(extensive_form_perfect, "SMALL", 0)
    game = liars_dice(1, 3)
    document = json.loads(equilibrium.dumps(lemke.solve(game, refine=EXTENSIVE)))
    place = [stated["mixing"] for stated in document["refinement"]["identities"]].index(mixing)

    def times(rows: list[list[object]], factor: tuple[int, int]) -> list[list[object]]:
        products = []
        for number, *coefficients in rows:
            numbers = [mpq(0), *map(mpq, coefficients), mpq(0)]
            products.append([number, *(str(factor[0] * q + factor[1] * p) for p, q in pairwise(numbers))])
        return products

    for factor, status in (((1, 2), 0), ((0, 3), 0), ((0, 0), 1)):
        where = ("refinement", "identities", place, "change")
        stated = changed(document, where, lambda rows, factor=factor: times(rows, factor))
        assert verdict(game, stated)[0] == status
        assert accepted_by_lemke(game, json.dumps(stated)) == (status == 0)


# ---------------------------------------------------------------------- rejected proofs, and proofs at the edge


def indifferent(*moves: int) -> Game:
    """All payoffs are 0; player 1 moves first, and player 2 does not see it."""
    builder = GameBuilder()
    labels = [[*"abc"[:number]] for number in moves]
    replies = builder.information_set(1, labels[1])
    for node in builder.move(builder.root, 0, labels[0]):
        builder.decide(node, replies)
    return builder.build(unpaid="zero")


def uniform_series(*moves: int) -> Case:
    """All moves are equally likely for all ε: a perfect equilibrium, which is not the only one near it."""
    game = indifferent(*moves)
    plans = [[[1, 0], *[[mpq(1, number), 0]] * number] for number in moves]
    profile = lemke.Profile.of(game, [[[mpq(1, number)] * number] for number in moves])
    return game, plain(game, profile, EXTENSIVE, proof(EXTENSIVE, None, *plans))


def simultaneous(rows: Sequence[Sequence[tuple[object, object]]]) -> Game:
    """A table of payoffs as a game: player 1 chooses the row, and player 2 the column without seeing it."""
    builder = GameBuilder()
    columns = builder.information_set(1, [*"lmrs"[: len(rows[0])]])
    for node, row in zip(builder.move(builder.root, 0, [*"abcd"[: len(rows)]]), rows, strict=True):
        for end, payoffs in zip(builder.decide(node, columns), row, strict=True):
            builder.pay(end, *payoffs)
    return builder.build()


def stated_of(rows: Sequence[Sequence[tuple[object, object]]], name: str, epsilon: object, *plans: Any) -> Case:
    """A table with plans near the equilibrium at which they start."""
    game = simultaneous(rows)
    profile = lemke.Profile.of(game, [[[row[0] for row in plan[1:]]] for plan in plans])
    return game, plain(game, profile, name, proof(name, epsilon, *plans))


def better_if_often(name: str, epsilon: object) -> Case:
    """Player 2's second move is better if player 1 trembles more than once in three times."""
    plan = [[1, 0], [1, -1], [0, 1]]
    return stated_of([[(1, 1), (1, 0)], [(0, 0), (0, 2)]], name, epsilon, plan, plan)


def determined(by: object) -> Case:
    """Player 2 is indifferent where b has a part of the tremble of c, which is a bad move."""
    rows = [[(1, 0), (-1, 0)], [(-1, 1), (1, 0)], [(-5, -by), (-5, 0)]]
    x = [[1, 0], [1, -1 - by], [0, by], [0, 1]]
    return stated_of(rows, EXTENSIVE, None, x, [[1, 0], [HALF, 0], [HALF, 0]])


def more_columns() -> Case:
    """Matching pennies with a third column that is as good as a toss of a coin."""
    rows = [[(1, -1), (-1, 1), (0, 0)], [(-1, 1), (1, -1), (0, 0)]]
    plans = [[1, 0], [HALF, 0], [HALF, 0]], [[1, 0], [QUARTER, 0], [QUARTER, 0], [HALF, 0]]
    return stated_of(rows, EXTENSIVE, None, *plans)


def careless_pennies(player: int) -> Case:
    """Matching pennies, but one player always gets 0: nothing determines the plan of the opponent."""
    signs = [[(1, -1), (-1, 1)], [(-1, 1), (1, -1)]]
    rows = [[(0, b) if player == 0 else (a, 0) for a, b in row] for row in signs]
    plan = [[1, 0], [HALF, 0], [HALF, 0]]
    return stated_of(rows, EXTENSIVE, None, plan, plan)


KERNELS = proof_of_slips()["kernels"]


def singular(terms: int = 3, sum_zero: bool = False, **members: object) -> Case:
    """Both players are indifferent at ε = 0, and to first order they play matching pennies."""
    game, stated = slips(sum_zero), proof_of_slips(terms)
    profile = lemke.Profile.of(game, [[[HALF, HALF], [1, 0], [1, 0]], [[HALF, HALF]]])
    return game, plain(game, profile, EXTENSIVE, stated | members)


def of_singular(*place: int, value: object) -> Callable[[], Case]:
    """Null vectors changed at a place."""

    def case() -> Case:
        game, document = singular()
        return game, changed(document, ("refinement", "kernels", *place), lambda _: value)

    return case


def needless() -> Case:
    """Matching pennies with a null vector that is none."""
    game, document = solved("matching_pennies", EXTENSIVE)
    return game, with_proof(series(document, 4), kernels=[[], [["0", "1", "-1"]]])


def to_another_limit(document: Document) -> Document:
    """Plans that are the same at the largest tremble."""
    shift = TINY / mpq(document["refinement"]["epsilon"])
    return added(0, 1, 1, -shift)(added(0, 1, 0, TINY)(document))


def careless() -> Case:
    """Player 1 goes on to where a slip costs 10, although it may have the same without that risk."""
    builder = GameBuilder(["A", "B"])
    stop, go = builder.move(builder.root, 0, ["stop", "go"])
    right, wrong = builder.move(go, 0, ["right", "wrong"])
    for node, payoff in ((stop, 1), (right, 1), (wrong, -9)):
        builder.pay(node, payoff, 0)
    game = builder.build()
    profile = lemke.Profile.of(game, [[[0, 1], [1, 0]], []])
    plan = [[1, 0, 0], [0, 1, 0], [1, -1, 0], [1, -2, 1], [0, 1, -1]]
    return game, plain(game, profile, EXTENSIVE, proof(EXTENSIVE, mpq(1, 9), plan, [[1, 0, 0]]))


def unreached() -> Case:
    """Player 1 never goes where it has another move to make."""
    game, _ = careless()
    profile = lemke.Profile.of(game, [[[1, 0], [1, 0]], []])
    plan = [[1, 0, 0], [1, 0, 0], *[[0, 0, 0]] * 3]
    return game, plain(game, profile, EXTENSIVE, proof(EXTENSIVE, mpq(1, 9), plan, [[1, 0, 0]]))


def false_beliefs() -> Case:
    """Player 2, who is not reached, harms player 1 at its own cost, whatever it may believe."""
    builder = GameBuilder(["A", "B"])
    stop, go = builder.move(builder.root, 0, ["stop", "go"], "first")
    seen = builder.information_set(1, ["help", "harm"], "seen")
    builder.pay(stop, 1, 0)
    for node, gains in zip(builder.move(go, 0, ["right", "wrong"], "second"), ((1, 2), (-9, 1)), strict=True):
        for child, gain in zip(builder.decide(node, seen), (gains[1], 0), strict=True):
            builder.pay(child, gains[0], gain)
    game = builder.build()
    profile = lemke.Profile.of(game, [[[1, 0], [1, 0]], [[0, 1]]])
    x = [[1, 0, 0], [1, -1, 0], [0, 1, 0], [0, 1, -1], [0, 0, 1]]
    return game, plain(game, profile, SEQUENTIAL, proof(SEQUENTIAL, 1, x, [[1, 0, 0], [0, 1, 0], [1, -1, 0]]))


def beliefs_behind_impossible_chance() -> Case:
    """Player 2 believes that player 1 went on, as chance never leads there otherwise; then "b" is better."""
    builder = GameBuilder(["A", "B"])
    often, never = builder.chance(builder.root, {"often": 1, "never": 0})
    stop, go = builder.move(often, 0, ["stop", "go"])
    builder.pay(stop, 1, 0)
    reply = builder.information_set(1, ["a", "b"])
    for node, payoffs in ((go, (0, 1)), (never, (1, 0))):
        for end, payoff in zip(builder.decide(node, reply), payoffs, strict=True):
            builder.pay(end, 0, payoff)
    game = builder.build()
    plan = [[1, 0], [1, -1], [0, 1]]
    profile = lemke.Profile.of(game, [[[1, 0]], [[1, 0]]])
    return game, plain(game, profile, SEQUENTIAL, proof(SEQUENTIAL, 1, plan, plan))


def all_the_same() -> Case:
    """All payoffs are 0; at the largest tremble player 2 makes its first move too rarely."""
    builder = GameBuilder()
    left, right = builder.move(builder.root, 0, ["a", "b"])
    builder.move(left, 0, ["c", "d"])
    builder.move(right, 1, ["l", "r"])
    game = builder.build(unpaid="zero")
    x = [[1, 0, 0], [1, -1, 0], [0, 1, 0], [1, -1, -1], [0, 0, 1]]
    profile = lemke.Profile.of(game, [[[1, 0], [1, 0]], [[1, 0]]])
    return game, plain(game, profile, QUASI, proof(QUASI, QUARTER, x, [[1, 0, 0], [1, -1, -20], [0, 1, 20]]))


def impossible_chance(name: str) -> Case:
    """Only chance moves, and it never goes one of two ways."""
    builder = GameBuilder(["A", "B"])
    often, never = builder.chance(builder.root, {"often": 1, "never": 0})
    builder.pay(often, 1, 1)
    builder.move(never, 0, ["L", "R"])
    game = builder.build(unpaid="zero")
    profile = lemke.Profile.of(game, [[[1, 0]], []])
    return game, plain(game, profile, name, proof(name, mpq(1, 3), [[1, 0], [1, -1], [0, 1]], [[1, 0]]))


def threat(name: str) -> Case:
    """Player 1 stays out for fear of a fight that player 2 would regret. The proof is that of the other equilibrium."""
    game, document = solved("entry_deterrence", name)
    profile = lemke.solve(game, method="lemke-howson", label=0).profile
    return game, plain(game, profile, name, document.get("refinement"))


def senseless_guess() -> Case:
    """Player 2 makes the guess that is right once in 52 times, as nobody asks; nearby plans mix it with the other."""
    game = lemke.example("guess_the_ace")
    x, y = [[1, 0], [1, -1], [0, 1]], [[1, 0], [1, -1], [0, 1]]
    profile = lemke.Profile.of(game, [[[1, 0]], [[1, 0]]])
    return game, plain(game, profile, NORMAL, proof(NORMAL, mpq(1, 2), x, y))


def of_poker(change: Callable[[Document], Document], name: str = QUASI) -> Callable[[], Case]:
    """A proof for Kuhn poker with a rake, changed."""

    def case() -> Case:
        game, document = solved("kuhn3_raked", name)
        return game, change(document)

    return case


def of_entry(
    *plan: Sequence[int | mpq], start: Sequence[int] = (1, 0), epsilon: mpq = QUARTER, name: str = QUASI
) -> Callable[[], Case]:
    """A proof for the game of entry, with another plan of player 2, for sharing and for fighting."""

    def case() -> Case:
        game, document = solved("entry_deterrence", name)
        return game, altered(with_proof(document, epsilon=str(epsilon)), 1, [start, *plan])

    return case


def of_series(change: Callable[[Document], Document], name: str = "kuhn3_raked") -> Callable[[], Case]:
    """A proof by power series, changed."""

    def case() -> Case:
        game, document = solved(name, EXTENSIVE)
        return game, change(series(document, 4))

    return case


def entry(player: int, row: int, power: int, value: object) -> Callable[[Document], Document]:
    return lambda document: changed(document, ("refinement", "plans", player, row, power), lambda _: str(value))


def added(player: int, row: int, power: int, amount: mpq) -> Callable[[Document], Document]:
    place = ("refinement", "plans", player, row, power)
    return lambda document: changed(document, place, lambda value: str(mpq(value) + amount))


def cut(document: Document, terms: int) -> Document:
    return with_proof(document, plans=[[row[:terms] for row in plan] for plan in document["refinement"]["plans"]])


def swapped(document: Document) -> Document:
    return with_proof(document, plans=document["refinement"]["plans"][::-1])


TAMPERED: dict[str, tuple[Callable[[], Case], str]] = {
    "no proof": (of_poker(lambda doc: doc | {"refinement": None}), "refinement"),
    "the proof is missing": (of_poker(lambda doc: {k: v for k, v in doc.items() if k != "refinement"}), "refinement"),
    "a proof that is a number": (of_poker(lambda doc: doc | {"refinement": 7}), "refinement"),
    "a proof without a name": (of_poker(lambda doc: with_proof(doc, name=None)), "refinement.name"),
    "a proof of another refinement": (of_poker(lambda doc: with_proof(doc, name=NORMAL)), "refinement.name"),
    "a proof of perfection by one of quasi-perfection": (
        of_poker(lambda doc: doc | {"method": EXTENSIVE}),
        "refinement.name",
    ),
    "a method that needs no proof with one": (of_poker(lambda doc: doc | {"method": "lcp"}), "refinement.name"),
    "no method with a proof": (of_poker(lambda doc: doc | {"method": ""}), "refinement.name"),
    "no largest tremble": (of_poker(lambda doc: with_proof(doc, epsilon=None)), "refinement.epsilon"),
    "a largest tremble of 0": (of_poker(lambda doc: with_proof(doc, epsilon="0")), "refinement.epsilon"),
    "a negative largest tremble": (of_poker(lambda doc: with_proof(doc, epsilon="-1/9")), "refinement.epsilon"),
    "a largest tremble that is a truth value": (
        of_poker(lambda doc: with_proof(doc, epsilon=True)),
        "refinement.epsilon",
    ),
    "a largest tremble that is no number": (of_poker(lambda doc: with_proof(doc, epsilon="1/0")), "refinement.epsilon"),
    "too large a tremble": (of_poker(lambda doc: with_proof(doc, epsilon="9/10")), "refinement.plans"),
    "no plans": (of_poker(lambda doc: with_proof(doc, plans=None)), "refinement.plans"),
    "one plan": (of_poker(lambda doc: with_proof(doc, plans=doc["refinement"]["plans"][:1])), "refinement.plans"),
    "a plan that is text": (of_poker(lambda doc: altered(doc, 1, lambda _: "plan")), "refinement.plans[1]"),
    "a sequence less": (of_poker(lambda doc: altered(doc, 0, lambda plan: plan[:-1])), "refinement.plans[0]"),
    "a sequence more": (of_poker(lambda doc: altered(doc, 1, lambda plan: [*plan, plan[0]])), "refinement.plans[1]"),
    "a power less": (of_poker(lambda doc: cut(doc, 2)), "refinement.plans[0][0]"),
    "a power more": (
        of_poker(lambda doc: altered(doc, 1, lambda plan: [[*row, "0"] for row in plan])),
        "refinement.plans[1][0]",
    ),
    "no coefficients": (of_poker(lambda doc: cut(doc, 0)), "refinement.plans[0][0]"),
    "rows of different lengths": (
        of_poker(lambda doc: altered(doc, 0, lambda plan: [*plan[:3], plan[3][:-1], *plan[4:]])),
        "refinement.plans[0][3]",
    ),
    "a coefficient that is null": (of_poker(entry(0, 2, 1, "x")), "refinement.plans[0][2][1]"),
    "a coefficient changed by 1e-30": (of_poker(added(0, 1, 0, TINY)), "refinement.plans[0][1]"),
    "a coefficient of the other player changed by 1e-30": (of_poker(added(1, 12, 2, -TINY)), "refinement.plans[1]"),
    "another start": (of_poker(entry(0, 0, 1, 1)), "refinement.plans[0][0]"),
    "a plan times 1 + ε": (
        of_poker(lambda doc: altered(doc, 1, lambda plan: [row[:3] for row in scaled(plan, [mpq(1), mpq(1)])])),
        "refinement.plans[1][0]",
    ),
    "the players' plans exchanged": (of_poker(swapped), "refinement.plans"),
    "the proof of another game": (
        of_poker(lambda doc: doc | {"refinement": solved("kuhn3", QUASI)[1]["refinement"]}),
        "refinement.plans",
    ),
    "the proof of another equilibrium": (lambda: threat(QUASI), "refinement.plans[0][1]"),
    "another limit": (of_entry([HALF, 0], [HALF, 0]), "refinement.plans[1][1]"),
    "a move that is never made": (of_entry([1, 0], [0, 0]), "refinement.plans[1][2]"),
    "a move with a negative weight": (of_entry([1, 1], [0, -1]), "refinement.plans[1][2]"),
    "less than a tremble": (of_entry([1, -HALF], [0, HALF]), "refinement.plans[1][2]"),
    "more than a tremble though it is not best": (of_entry([1, -2], [0, 2]), "refinement.plans[1][2]"),
    "less than a tremble by a later coefficient": (all_the_same, "refinement.plans[1][1]"),
    "sums that are not 0": (of_entry([1, -1], [0, 2]), "refinement.plans[1][1]"),
    "a move of chance that is impossible": (lambda: impossible_chance(QUASI), "game"),
    "another move is best at the largest tremble": (lambda: better_if_often(QUASI, HALF), "refinement.plans[1][2]"),
    # -- of the extensive form
    "another move at a set is best at the largest tremble": (
        lambda: better_if_often(EXTENSIVE, HALF),
        "refinement.plans[1][2]",
    ),
    "less than a tremble at its set": (
        of_entry([1, -HALF], [0, HALF], name=EXTENSIVE),
        "refinement.plans[1][2]",
    ),
    "less than a tremble of a plan over a polynomial": (
        of_entry([1, 7], [0, 1], start=[1, 8], name=EXTENSIVE),
        "refinement.plans[1][2]",
    ),
    "more than a tremble at its set though it is not best": (
        of_entry([1, -2], [0, 2], name=EXTENSIVE),
        "refinement.plans[1][2]",
    ),
    "a plan over a negative polynomial": (
        of_poker(lambda doc: altered(doc, 0, lambda plan: scaled(plan, [mpq(-1)])), EXTENSIVE),
        "refinement.plans[0][0]",
    ),
    "a plan over 0": (
        of_poker(lambda doc: altered(doc, 0, lambda plan: scaled(plan, [mpq(0)])), EXTENSIVE),
        "refinement.plans[0][0]",
    ),
    "a plan over a polynomial that is 0 at the largest tremble": (
        of_poker(
            lambda doc: altered(doc, 1, lambda plan: scaled(plan, [mpq(1), -1 / mpq(doc["refinement"]["epsilon"])])),
            EXTENSIVE,
        ),
        "refinement.plans[1][0]",
    ),
    "too large a tremble at sets": (
        of_poker(lambda doc: with_proof(doc, epsilon="1"), EXTENSIVE),
        "refinement.plans",
    ),
    "a coefficient of perfect plans changed by 1e-30": (
        of_poker(added(1, 5, 1, TINY), EXTENSIVE),
        "refinement.plans[1]",
    ),
    "no fear of a player's own slips": (careless, "refinement.plans[0]"),
    "perfection where a move of chance is impossible": (lambda: impossible_chance(EXTENSIVE), "game"),
    "a set that is never reached": (unreached, "refinement.plans[0][2]"),
    # -- by power series
    "a series too short to decide a sign": (of_series(lambda doc: cut(doc, 3), "centipede6"), "refinement.plans"),
    "a series of the limit alone": (of_series(lambda doc: cut(doc, 1)), "refinement.plans"),
    "a series with singular equations": (lambda: uniform_series(2, 2), "refinement.plans: "),
    "series with singular equations of player 1": (lambda: careless_pennies(0), "refinement.plans: "),
    "series with singular equations of player 2": (lambda: careless_pennies(1), "refinement.plans: "),
    "series with more unknowns than equations": (more_columns, "refinement.plans: "),
    "series that are not the only ones, with more unknowns": (lambda: uniform_series(2, 3), "refinement.plans: "),
    "series by which a move has less than its tremble": (lambda: determined(HALF), "refinement.plans[0][2]"),
    "a series with another start": (of_series(entry(1, 0, 3, TINY)), "refinement.plans[1][0]"),
    "series that are not of plans": (of_series(added(0, 1, 3, TINY)), "refinement.plans[0][1]"),
    "series of quasi-perfect plans": (
        of_series(lambda doc: with_proof(doc, name=QUASI) | {"method": QUASI}),
        "refinement.epsilon",
    ),
    "series with less than a tremble": (
        of_series(lambda doc: altered(doc, 1, [[1, 0], [1, -HALF], [0, HALF]]), "entry_deterrence"),
        "refinement.plans",
    ),
    "a series with more than a tremble though it is not best": (
        of_series(lambda doc: altered(doc, 1, [[1, 0, 0, 0], [1, -1, -1, 0], [0, 1, 1, 0]]), "entry_deterrence"),
        "refinement.plans[1][2]",
    ),
    "a series with less than a tremble in a later coefficient": (
        of_series(lambda doc: altered(doc, 1, [[1, 0, 0, 0], [1, -1, 1, 0], [0, 1, -1, 0]]), "entry_deterrence"),
        "refinement.plans[1][2]",
    ),
    "a series one term too short where the last one is uncertain": (lambda: singular(2), "refinement.plans[0][4]"),
    "no null vectors of singular equations": (lambda: singular(kernels=[[], []]), "refinement.plans: "),
    "null vectors of player 1's plan left out": (lambda: singular(kernels=[[], KERNELS[1]]), "refinement.plans: "),
    "null vectors of player 2's plan left out": (lambda: singular(kernels=[KERNELS[0], []]), "refinement.plans: "),
    "a null vector stated twice": (lambda: singular(kernels=[KERNELS[0], KERNELS[1] * 2]), "refinement.kernels[1]: "),
    "a null vector that is 0": (lambda: singular(kernels=[KERNELS[0], [["0"] * 3]]), "refinement.kernels[1]: "),
    "null vectors of the other player": (lambda: singular(kernels=KERNELS[::-1]), "refinement.kernels[0][0]"),
    "a null vector changed by 1e-30": (of_singular(1, 0, 1, value=str(1 + TINY)), "refinement.kernels[1][0]"),
    "a null vector that starts with 1e-30": (of_singular(1, 0, 0, value=str(TINY)), "refinement.kernels[1][0][0]"),
    "a null vector of a move that does not mix": (of_singular(0, 0, 4, value="1"), "refinement.kernels[0][0]"),
    "a null vector that is too long": (of_singular(1, 0, value=["0", "1", "-1", "0"]), "refinement.kernels[1][0]"),
    "a null vector that is no list": (of_singular(1, 0, value="0"), "refinement.kernels[1][0]"),
    "null vectors that are no list": (of_singular(1, value="0"), "refinement.kernels[1]"),
    "null vectors of one player": (lambda: singular(kernels=KERNELS[:1]), "refinement.kernels"),
    "null vectors that are null": (lambda: singular(kernels=None), "refinement.kernels"),
    "a change of regular equations": (needless, "refinement.kernels[1][0]"),
    "no null vectors of a constant sum": (lambda: singular(3, True, kernels=[KERNELS[0], []]), "refinement.plans: "),
    # -- sequential
    "sequential plans without coefficients": (of_poker(lambda doc: cut(doc, 0), SEQUENTIAL), "refinement.plans[0][0]"),
    "beliefs under which another move is better": (false_beliefs, "behavior[1].information_sets[0]"),
    "beliefs where chance never leads": (beliefs_behind_impossible_chance, "behavior[1].information_sets[0]"),
    "a sequential threat": (lambda: threat(SEQUENTIAL), "refinement.plans[0][1]"),
    "plans that are not completely mixed": (of_entry([1, 0], [0, 0], name=SEQUENTIAL), "refinement.plans[1][2]"),
    "plans that are negative for small ε": (of_entry([1, 1], [0, -1], name=SEQUENTIAL), "refinement.plans[1][2]"),
    "plans that do not add up": (of_entry([1, -1], [0, 2], name=SEQUENTIAL), "refinement.plans[1][1]"),
    "plans with another limit": (of_entry([HALF, 0], [HALF, 0], name=SEQUENTIAL), "refinement.plans[1][1]"),
    "a proof of normal-form perfection": (
        of_poker(lambda doc: doc | {"method": SEQUENTIAL}, NORMAL),
        "refinement.name",
    ),
    # -- normal-form perfect
    "normal-form plans without coefficients": (of_poker(lambda doc: cut(doc, 0), NORMAL), "refinement.plans[0][0]"),
    "plans that tend to others": (of_poker(to_another_limit, NORMAL), "refinement.plans[0][1][0]"),
    "plans that do not start with 1 at the largest tremble": (
        of_poker(lambda doc: altered(doc, 0, lambda plan: scaled(plan, [mpq(1), mpq(1)])), NORMAL),
        "refinement.plans[0][0]",
    ),
    "a plan with a zero at the largest tremble": (of_entry([1, 0], [0, 0], name=NORMAL), "refinement.plans[1][2]"),
    "plans that do not add up at the largest tremble": (
        of_entry([1, -1], [0, 2], name=NORMAL),
        "refinement.plans[1][1]",
    ),
    "a weakly dominated plan": (senseless_guess, "refinement.plans[0]"),
    # -- subgame-perfect
    "an empty threat": (lambda: threat(SUBGAME), "behavior"),
}


@pytest.mark.parametrize("phenomenon", TAMPERED)
def test_false_proofs_are_rejected_with_their_place(phenomenon: str) -> None:
    make, field = TAMPERED[phenomenon]
    game, document = make()
    status, words = verdict(game, document)
    assert status == 1, words
    assert words.startswith(field) and ": found " in words and ", expected " in words, words
    assert "\n" not in words and len(words) < 250
    assert not accepted_by_lemke(game, json.dumps(document))


def test_proofs_at_the_edge_of_falsehood_are_accepted() -> None:
    for game, document in (better_if_often(QUASI, "1/3"), better_if_often(EXTENSIVE, "1/3"), determined(2)):
        assert verdict(game, document)[0] == 0 and accepted_by_lemke(game, json.dumps(document))


def test_the_limit_alone_is_enough_where_it_decides_all_signs() -> None:
    game, document = solved("rock_paper_scissors", EXTENSIVE)
    document = series(document, 1)
    assert verdict(game, document)[0] == 0 and accepted_by_lemke(game, json.dumps(document))


@pytest.mark.parametrize("name", [SEQUENTIAL, NORMAL])
def test_branches_of_probability_zero_do_not_matter_to_these_refinements(name: str) -> None:
    game, document = impossible_chance(name)
    assert verdict(game, document)[0] == 0
    assert accepted_by_lemke(game, json.dumps(document))


@pytest.mark.parametrize("prime", refinement_checker.PRIMES)
def test_a_prime_that_divides_a_denominator_is_skipped(prime: int) -> None:
    """Payoffs of matching pennies divided by it."""
    builder = GameBuilder()
    guess = builder.information_set(1, ["h", "t"])
    for node, sign in zip(builder.move(builder.root, 0, ["H", "T"]), (1, -1), strict=True):
        for end, payoff in zip(builder.decide(node, guess), (sign, -sign), strict=True):
            builder.pay(end, mpq(payoff, prime), -payoff)
    game = builder.build()
    plan = [[1, 0], [HALF, 0], [HALF, 0]]
    document = plain(game, lemke.Profile.of(game, [[[HALF, HALF]]] * 2), EXTENSIVE, proof(EXTENSIVE, None, plan, plan))
    assert verdict(game, document)[0] == 0
    assert all(pow(base, prime - 1, prime) == 1 for base in (2, 3, 5, 7))


def test_equations_that_are_singular_modulo_a_prime_are_regular_by_another() -> None:
    first, second, *_ = refinement_checker.PRIMES
    for matrix in ([[first]], [[1, 1], [1, first + 1]], [[0, first], [1, 5]]):
        assert not refinement_checker.are_independent([[number % first for number in row] for row in matrix], first)
        assert refinement_checker.are_independent([[number % second for number in row] for row in matrix], second)
    assert refinement_checker.are_independent([], first)
    assert not refinement_checker.are_independent([[1, 2], [2, 4]], first)


def test_the_script_shares_nothing_with_the_library() -> None:
    source = SCRIPT.with_name("check_refinement.py").read_text(encoding="utf-8")
    assert len(source.splitlines()) < 560
    nodes = [*ast.walk(ast.parse(source))]
    assert not [node for node in nodes if isinstance(node, ast.Import)]
    assert {node.module for node in nodes if isinstance(node, ast.ImportFrom)} == {
        "check_certificate",
        "check_identities",
        "fractions",
    }
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    assert not names & {"float", "round", "eval", "exec", "__import__"}
    assert not [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, float)]
