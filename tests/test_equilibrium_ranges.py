"""Ranges of what all equilibria play are those of the extreme equilibria, and no changed proof of them is accepted."""

import json
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import assume, given

import lemke
from certificates import changed, leaves, objection_to_sets
from lemke.certificate import EquilibriumRanges, replay
from lemke.certificate.ranges import Interval
from lemke.errors import InputError, LemkeError, LimitError
from lemke.game import Game
from lemke.generators import kuhn
from lemke.ground.limits import limits
from lemke.io.enumeration import stated_in
from lemke.solvers.enumeration import by_strategies
from maximal_sets import extreme_plans
from named_games import GAMES
from strategies import games

SMALL = 60
"""Games with more combinations of reduced strategies are not enumerated by strategies."""


def tree(name: str) -> Game:
    return lemke.read(GAMES / f"{name}.efg")


@cache
def indifferent() -> Game:
    """Player 1 always gets 0. Player 2 sees that she came in, but not by which door, and guesses.

    So in equilibrium she plays every plan to which player 2's guess is a best reply: l ≥ m against a, l ≤ m against b,
    and l = m against both.
    """
    builder = lemke.GameBuilder(["Ann", "Bob"])
    out, inside = builder.move(builder.root, 0, ["out", "in"], "gate")
    builder.pay(out, 0, 0)
    guess = builder.information_set(1, ["a", "b"], "guess")
    doors = builder.move(inside, 0, ["l", "m", "r"], "door")
    for door, payoffs in zip(doors, ((1, 0), (0, 1), (2, 2)), strict=True):
        for end, payoff in zip(builder.decide(door, guess), payoffs, strict=True):
            builder.pay(end, 0, payoff)
    return builder.build()


def document(known: EquilibriumRanges) -> dict:
    return json.loads(known.to_json())


def objection(game: Game, stated: dict) -> str:
    """The objection of lemke to a document, with which the stand-alone checker agrees; empty if they accept it."""
    try:
        return objection_to_sets(game, stated)
    except LemkeError as error:
        return str(error)


def rows(known: EquilibriumRanges) -> dict[tuple[int, str, str], tuple]:
    """(player, label, action) → which equilibria play it, and the four ends as text."""
    return {
        (player, label, action): (played, *(None if end is None else str(end) for end in ends))
        for player, _, label, action, played, *ends in known.to_table().rows
    }


def same_ranges(known: EquilibriumRanges, expected: EquilibriumRanges) -> bool:
    return (
        known.to_table().rows == expected.to_table().rows
        and known.equilibria.payoffs == expected.equilibria.payoffs
        and known.equilibria.is_unique == expected.equilibria.is_unique
    )


# ---------------------------------------------------------------------- games with known equilibria


def test_the_ranges_of_kuhn_poker_are_those_of_its_family() -> None:
    """α is the probability of a bet with the jack: K bets with 3α, and Q calls with α + 1/3 (Kuhn 1950)."""
    known = lemke.ranges(lemke.example("kuhn3"))
    assert known.equilibria.is_complete and known.equilibria.is_unique is False
    assert list(map(str, known.equilibria.payoffs)) == ["-1/18", "1/18"]
    table = rows(known)
    assert len(table) == 24
    assert table[1, "J", "bet"] == ("some", "0", "1/3", "0", "1/3")
    assert table[1, "J", "pass"] == ("every", "2/3", "1", "2/3", "1")
    assert table[1, "J:pb", "fold"] == ("every", "2/3", "1", "1", "1")
    assert table[1, "J:pb", "call"] == ("no", "0", "0", "0", "0")
    assert table[1, "Q", "bet"] == ("no", "0", "0", "0", "0")
    assert table[1, "Q:pb", "call"] == ("every", "1/3", "2/3", "1/3", "2/3")
    assert table[1, "K", "bet"] == ("some", "0", "1", "0", "1")
    assert table[1, "K:pb", "call"] == ("some", "0", "1", "1", "1")
    assert table[2, "Q:b", "call"] == ("every", "1/3", "1/3", "1/3", "1/3")
    assert table[2, "J:p", "bet"] == ("every", "1/3", "1/3", "1/3", "1/3")
    assert table[2, "J:b", "call"] == ("no", "0", "0", "0", "0")


def test_a_probability_counts_in_the_plans_that_reach_the_set() -> None:
    """In the set with l = m, the probability of l is at most 1/2, and its weight is 0 where Ann stays out."""
    known = lemke.ranges(indifferent())
    assert known.equilibria.payoffs == (Interval(mpq(0), mpq(0)), Interval(mpq(0), mpq(2)))
    assert set(rows(known).values()) == {("some", "0", "1", "0", "1")}
    halves = 0
    for described in known.equilibria.sets:
        ends = {str(described.moves[0][sequence].probability) for sequence in (3, 4)}
        assert described.dimensions in ((2, 1), (3, 0))
        assert ends == ({"0 to 1/2"} if described.dimensions == (2, 1) else {"0 to 1/2", "0 to 1"})
        halves += described.dimensions == (2, 1)
    assert halves == 1 and len(known.equilibria.sets) == 3


def test_only_names_sets_by_label_or_where_no_label_matches_by_number() -> None:
    game = tree("kuhn3_raked")
    table, some = rows(lemke.ranges(game)), lemke.ranges(game, only="Q:b")
    assert rows(some) == {key: row for key, row in table.items() if key[1] == "Q:b"} and len(rows(some)) == 2
    assert objection(game, document(some)) == ""
    numbered = lemke.ranges(tree("entry_deterrence"), player=1, only="1")  # its sets have no labels
    assert [row[:3] for row in numbered.to_table().rows] == [(2, 1, ""), (2, 1, "")]


# ---------------------------------------------------------------------- random games


@given(games(max_depth=3))
def test_ranges_are_those_of_the_extreme_equilibria(game: Game) -> None:
    """Linear functions, and ratios of them, are least and greatest at vertices of a polytope (Charnes, Cooper 1962)."""
    assume(np.prod(lemke.normal_form(game, reduced=True).shape) <= SMALL)
    known, extreme = lemke.ranges(game), by_strategies(game)
    pairs = [(tuple(x), tuple(y)) for x, y in extreme_plans(lemke.sequence_form(game), extreme)]
    assert known.equilibria.is_complete
    assert known.equilibria.is_unique == (len(set(pairs)) == 1)
    payoffs = {equilibrium.payoffs for equilibrium in extreme.equilibria}
    for player, sequences in enumerate(known.equilibria.sequences):
        assert known.equilibria.payoffs[player] == Interval.around(*(pair[player] for pair in payoffs))
        plans = {pair[player] for pair in pairs}
        for h, parent in enumerate(sequences.parent.tolist()):
            for sequence in sequences.moves(h):
                weight, probability = known.equilibria.moves[player][sequence]
                weights = [plan[sequence] for plan in plans]
                assert weight == Interval(min(weights), max(weights))
                shares = [plan[sequence] / plan[parent] for plan in plans if plan[parent]]
                assert probability == (Interval(min(shares), max(shares)) if shares else None)
                word = "every" if all(weights) else "some" if any(weights) else "no"
                assert known.equilibria.played(player, sequence) == word


@given(games())
def test_both_checkers_accept_what_is_written(game: Game) -> None:
    assert objection(game, document(lemke.ranges(game))) == ""


# ---------------------------------------------------------------------- changes that must be refused

TAMPERED = {"kuhn3": lambda: tree("kuhn3"), "indifferent": indifferent}
Change = Callable[[EquilibriumRanges, dict], Iterator[dict]]
CHANGES: dict[str, Change] = {}


def tampering(change: Change) -> Change:
    CHANGES[change.__name__.replace("_", " ")] = change
    return change


@tampering
def a_stated_end(_: EquilibriumRanges, stated: dict) -> Iterator[dict]:
    """Every third end of payoffs, weights and probabilities, in a set and over all sets."""
    places = [place for path, place in leaves(stated) if path.endswith((".least", ".greatest"))]
    for place in places[::3]:
        yield changed(stated, place, lambda end: str(mpq(end) + mpq(1, 7)))


def without(stated: dict, place: tuple, key: str | int) -> dict:
    """A copy of the document without one element of a list or object in it."""

    def change(value: list | dict) -> list | dict:
        value.pop(key)
        return value

    return changed(stated, place, change)


def proofs(stated: dict, name: str) -> Iterator[tuple[tuple, int, int, str | int, object]]:
    """Yield the places of all lists or objects of a name, with number of the set, player, key and element."""
    for k, described in enumerate(stated["equilibria"]["sets"]):
        for player, proof in enumerate(described["ranges"]):
            entries = proof[name]
            place = ("equilibria", "sets", k, "ranges", player, name)
            for key, element in entries.items() if isinstance(entries, dict) else enumerate(entries):
                yield place, k, player, key, element


@tampering
def an_equation_is_removed_or_twice(_: EquilibriumRanges, stated: dict) -> Iterator[dict]:
    for place, _k, _player, key, equation in proofs(stated, "equations"):
        yield without(stated, place, key)
        yield changed(stated, place, lambda equations, e=equation: [*equations, e])


def combinations(stated: dict) -> Iterator[tuple[tuple, int, int, list]]:
    """Yield the places of the combinations in ranges, the number of the set, the player, and the combination."""
    for name, member in (("equations", 1), ("bounds", 3)):
        for place, k, player, key, element in proofs(stated, name):
            if element[member] is not None:
                yield (*place, key, member), k, player, element[member]


@tampering
def the_player_of_a_combination(_: EquilibriumRanges, stated: dict) -> Iterator[dict]:
    for place, *_ in combinations(stated):
        yield changed(stated, (*place, 0), lambda player: 3 - player)


@tampering
def a_multiplier_of_a_deviation(_: EquilibriumRanges, stated: dict) -> Iterator[dict]:
    """Then F m is no longer 0."""
    for place, _k, _player, combination in combinations(stated):
        for sequence in combination[2]:
            yield changed(stated, (*place, 2, sequence), lambda value: str(mpq(value) + 1))


def bounds(known: EquilibriumRanges, stated: dict) -> Iterator[tuple[tuple, int, int, mpq, list]]:
    """Yield the places of the bounds, the number of the set, the player, what is bounded, and the bound."""
    for place, k, player, key, bound in proofs(stated, "bounds"):
        proved = list(known.equilibria.sets[k].ranges[player].bounds.values())
        yield (*place, key), k, player, proved[key][1], bound


@tampering
def all_multipliers_of_a_bound(known: EquilibriumRanges, stated: dict) -> Iterator[dict]:
    """Twice a combination proves twice the bound."""
    for place, _k, _player, value, bound in bounds(known, stated):
        if bound[3] is not None and value and bound[1] != bound[2]:
            player, *parts = bound[3]
            doubled = [{row: str(2 * mpq(multiplier)) for row, multiplier in part.items()} for part in parts]
            yield changed(stated, (*place, 3), lambda _, p=player, d=doubled: [p, *d])
            yield changed(stated, (*place, 3), lambda _, p=player: [p, {}, {}])


@tampering
def no_combination(known: EquilibriumRanges, stated: dict) -> Iterator[dict]:
    """Without a combination, only 0 and 1 are bounds of weights."""
    for place, _k, _player, value, bound in bounds(known, stated):
        if bound[3] is not None and (bound[1] is None or value not in (0, 1)):
            yield changed(stated, (*place, 3), lambda _: None)


@tampering
def a_bound_is_removed(_: EquilibriumRanges, stated: dict) -> Iterator[dict]:
    for place, _k, _player, key, _bound in proofs(stated, "bounds"):
        yield without(stated, place, key)


@tampering
def the_end_of_a_bound(_: EquilibriumRanges, stated: dict) -> Iterator[dict]:
    for place, _k, _player, key, bound in proofs(stated, "bounds"):
        opposite = "least" if bound[0] == "greatest" else "greatest"
        yield changed(stated, (*place, key, 0), lambda _, w=opposite if key % 4 else "most": w)


@tampering
def what_a_bound_is_of(_: EquilibriumRanges, stated: dict) -> Iterator[dict]:
    for place, _k, _player, key, bound in proofs(stated, "bounds"):
        member = 1 + key % 2
        for wrong in (0, 1, 2, 3, 99, "1/2")[key % 3 :: 3]:
            if wrong != bound[member]:
                yield changed(stated, (*place, key, member), lambda _, w=wrong: w)


@tampering
def where_a_bound_is_attained(known: EquilibriumRanges, stated: dict) -> Iterator[dict]:
    for place, k, player, _value, bound in bounds(known, stated):
        ranges = known.equilibria.sets[k].ranges[player]
        inner = {str(sequence): str(ranges.plan[sequence]) for sequence in ranges.coordinates}
        coordinate = sorted(inner)[place[-1] % len(inner)]
        outside = bound[4] | {coordinate: str(-mpq(bound[4].get(coordinate, -2)))}
        # an inner point does not attain the bound, and a point outside of the set proves nothing
        yield changed(stated, (*place, 4), lambda _, attained=(inner, outside)[place[-1] // 2 % 2]: attained)


@tampering
def a_step(known: EquilibriumRanges, stated: dict) -> Iterator[dict]:
    for place, k, player, coordinate, _weight in proofs(stated, "steps"):
        yield without(stated, place, coordinate)
        for weight in ("2", "-1", str(known.equilibria.sets[k].ranges[player].plan[int(coordinate)])):
            yield changed(stated, (*place, coordinate), lambda _, w=weight: w)


@cache
def written(name: str) -> tuple[Game, EquilibriumRanges, str]:
    game = TAMPERED[name]()
    known = lemke.ranges(game)
    return game, known, known.to_json()


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", TAMPERED)
def test_both_checkers_refuse_every_changed_document(name: str, change: str) -> None:
    game, known, text = written(name)
    stated = json.loads(text)
    assert objection(game, stated) == ""
    changes = 0
    for copy in CHANGES[change](known, stated):
        assert copy != stated and objection(game, copy)
        changes += 1
    assert changes


def test_a_plan_against_which_the_opponent_gains_is_in_no_set() -> None:
    """If Bob plays only a, Ann comes by l at least as often as by m, otherwise he gains. No step shows another plan."""
    game, known, text = written("indifferent")
    stated, tried = json.loads(text), 0
    for k, described in enumerate(known.equilibria.sets):
        if described.dimensions == (3, 0):
            plan = described.equilibrium_set.plans[0]
            often, seldom = (3, 4) if plan[3] > plan[4] else (4, 3)
            assert {often, seldom} <= {*described.ranges[0].coordinates} and plan[seldom] > mpq(1, 20)
            place = ("equilibria", "sets", k, "ranges", 0, "steps", str(often))
            for weight, is_member in ((plan[seldom], True), (mpq(1, 20), False)):
                copy = changed(stated, place, lambda _, w=weight: str(w))
                assert (objection(game, copy) == "") == is_member
                tried += 1
    assert tried == 4


def test_the_number_1_bounds_a_weight_and_its_probability_but_no_ratio_of_two_moves() -> None:
    """Where Ann comes by l as often as by m, the ratio of both weights is 1, so 1 is a bound at most at one end."""
    game, known, text = written("indifferent")
    stated, tried = json.loads(text), 0
    for k, described in enumerate(known.equilibria.sets):
        if described.dimensions == (3, 0):
            place = ("equilibria", "sets", k, "ranges", 0, "bounds")
            plan = described.equilibrium_set.plans[0]
            often, seldom = (3, 4) if plan[3] > plan[4] else (4, 3)
            all_doors, one_door = {str(door): "1/5" for door in (3, 4, 5)}, {str(often): "1"}
            for bound, is_proved in (
                (["greatest", often, seldom, None, all_doors], False),
                (["greatest", 5, seldom, None, all_doors], False),
                (["greatest", often, 2, None, one_door], True),
                (["greatest", often, 0, None, one_door], True),
                (["least", seldom, often, None, one_door], True),
            ):
                copy = changed(stated, place, lambda bounds, b=bound: [*bounds, b])
                assert (objection(game, copy) == "") == is_proved, bound
                tried += 1
    assert tried == 10


def test_a_move_that_is_stated_twice_is_refused() -> None:
    """A reader could take either of the two rows for the proved one."""
    game, _, text = written("indifferent")
    stated = json.loads(text)
    stated["moves"].insert(0, stated["moves"][0] | {"played": "no"})
    assert "moves has 8 elements, expected 7" in replay(game, stated_in(json.dumps(stated), game)).objection


# ---------------------------------------------------------------------- limits


LIMITS = [LimitError("the time limit of 1 s was reached"), KeyboardInterrupt()]
LIMITED = {
    "kuhn5": partial(kuhn, 5),
    "indifferent": indifferent,
}


def stopped_at(stage: str, error: BaseException) -> Callable[[str], None]:
    """A function that raises the error at the first stage that begins with this text."""

    def stop(progress: str) -> None:
        if progress.startswith(stage):
            raise error

    return stop


def counted(game: Game, resume: object = None, **options: object) -> tuple[EquilibriumRanges, list[str]]:
    """The ranges, and the progress stages of their bounds."""
    stages: list[str] = []
    with limits(progress=stages.append):
        known = lemke.ranges(game, resume=resume, **options)
    return known, [stage for stage in stages if stage.startswith("bound")]


@pytest.mark.parametrize("error", LIMITS, ids=["limit", "interrupt"])
@pytest.mark.parametrize("name", LIMITED)
def test_a_limit_between_bounds_leaves_what_is_proved_and_a_later_run_completes_it(
    name: str, error: BaseException, tmp_path: Path
) -> None:
    game = LIMITED[name]()
    complete, stages = counted(game)
    total = int(stages[0].split()[-1])
    assert total > 2
    with limits(progress=stopped_at(f"bound 2 of {total}", error)):
        part = lemke.ranges(game)
    assert part.equilibria.stopped == ("limit" if isinstance(error, LimitError) else "interrupt")
    assert part.equilibria.reason == (str(error) or "interrupted")
    (described,) = part.equilibria.sets
    assert sum(len(ranges.bounds) for ranges in described.ranges) == 4  # the least and the greatest of two
    inner = described.equilibrium_set.plans
    (complete_set,) = [k for k in complete.equilibria.sets if all(map(np.array_equal, k.equilibrium_set.plans, inner))]
    moves = [*described.moves[0], *described.moves[1]]
    expected = [*complete_set.moves[0], *complete_set.moves[1]]
    assert None in moves and all(move in (None, range_) for move, range_ in zip(moves, expected, strict=True))
    assert any(move is not None and move.weight.least < move.weight.greatest for move in moves)
    assert {row[4] for row in part.to_table().rows} == {None}  # not known before all sets are
    assert "so far" in part.to_text()
    assert objection(game, document(part)) == ""
    path = tmp_path / "part.json"
    path.write_text(part.to_json(), "utf-8")
    again, stages = counted(game, path)
    assert stages[0] == f"bound 0 of {total - 2}"  # two need no proof any more
    assert again.equilibria.is_complete and same_ranges(again, complete)
    assert objection(game, document(again)) == ""


def test_ranges_go_on_from_a_part_of_the_moves_and_from_an_enumeration() -> None:
    game = tree("kuhn3_raked")
    complete, stages = counted(game)
    assert stages[0] == "bound 0 of 3"
    part = lemke.ranges(game, only="K:b")
    again, stages = counted(game, part)
    assert stages[0] == "bound 0 of 2" and same_ranges(again, complete)
    again, stages = counted(game, lemke.enumerate(game, "sets"))
    assert stages == [] and same_ranges(again, complete)
    equilibria = lemke.enumerate(game, "sets", resume=part)
    assert equilibria.is_complete and equilibria.moves == complete.equilibria.moves


def test_ranges_do_not_go_on_from_sets_that_are_not_proved(tmp_path: Path) -> None:
    game, _, text = written("indifferent")
    path = tmp_path / "ranges.json"
    for _, place in list(leaves(json.loads(text)))[-3:]:
        stated = changed(json.loads(text), place, lambda number: number + 1)
        path.write_text(json.dumps(stated), "utf-8")
        with pytest.raises(InputError, match="unproved sets of equilibria to resume"):
            lemke.ranges(game, resume=path)


# ---------------------------------------------------------------------- arguments

WRONG = {
    "player 2": {"player": 2},
    "only of type int": {"only": 5},
    "'X'": {"only": "X"},
    "'Q:b'": {"only": "Q:b", "player": 0},
    "resume of type dict": {"resume": {}},
}


@pytest.mark.parametrize("words", WRONG)
def test_wrong_arguments_are_named(words: str) -> None:
    with pytest.raises(InputError) as raised:
        lemke.ranges(tree("kuhn3"), **WRONG[words])
    assert words in str(raised.value) and "\n" not in str(raised.value)
