"""The stand-alone checker: it agrees with `lemke verify`, and the documentation has the table of its fields."""

import ast
import json
import re
import subprocess
import sys
from dataclasses import replace
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st
from lemke.certificate.epsilon import EPSILON_EQUILIBRIUM

import lemke
from certificates import (
    SCRIPT,
    Place,
    accepted_by_lemke,
    changed,
    check,
    checker,
    leaves,
    numbers_of_any_length,
    renamed,
)
from lemke.certificate import Claim, EpsilonEquilibrium, Growth, Judge
from lemke.certificate.proved import EQUILIBRIUM
from lemke.cli import run as lemke_run
from lemke.errors import InputError, RecallError
from lemke.game import Game, GameBuilder
from lemke.game.strategy import behavior_object
from lemke.game.tree import unique_names
from lemke.generators import kuhn
from lemke.io import efg, equilibrium, profile
from lemke.linear.guided import float_path
from lemke.solvers import sequence_lp
from lemke.solvers.refinements import REFINEMENTS, extensive_form_perfect
from naive import behaviors
from named_games import GAMES, NAMED
from strategies import ODD_LABELS, games, opposed
from test_io_efg import CHANCE, MALFORMED, PLAIN, TOLERATED
from trembling import proof_of_slips, slips, tie_rich_game

pytestmark = pytest.mark.slow  # as a whole

PAGE = GAMES.parents[1] / "docs" / "reference" / "certificate-format.md"
ROW = re.compile(r"\| `([^`]+)` \| ([^|]+) \| [^|]+ \| (checked|informs) \|")
KINDS = {list: "a list", dict: "an object"}
KUHN = (GAMES / "kuhn3.efg").read_text(encoding="utf-8")


PASSING = efg.dumps(kuhn(3))  # with other labels


def fields(form: str) -> dict[str, tuple[str, bool]]:
    """The type of every field of a format in the documentation, and whether it is checked."""
    section = PAGE.read_text(encoding="utf-8").partition(f"### {form}\n")[2].partition("###")[0]
    return {path: (kind, status == "checked") for path, kind, status in ROW.findall(section)}


def proved(game: Game, **options: Any) -> dict[str, Any]:
    """The certificate of a solution. If the options name a method, the solution is by that method."""
    solution = lemke.solve(game, **options)
    assert options.get("method") in (None, solution.how.method, solution.how.unproved)
    return json.loads(equilibrium.dumps(solution))


def early(game: Game) -> dict[str, Any]:
    """The certificate of a double oracle that is stopped early."""
    solution = lemke.solve(game, method="double-oracle", gap="1/2", rounds=True)
    return json.loads(equilibrium.dumps(solution))


def unproved() -> dict[str, Any]:
    """A certificate by Lemke's path, because linear programming proved nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sequence_lp, "optima", lambda *_: iter(()))
        return proved(kuhn(3), method="lp")


def left_early() -> dict[str, Any]:
    """The certificate of a path that was left before its end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(float_path, "EARLY", 1.0)
        patch.setattr(float_path, "EARLY_FACTOR", 1.0)
        document = proved(kuhn(4, "1/20"), kernel="guided")
        assert document["early"] is True
        return document


def settled(game: Game) -> dict[str, Any]:
    """A proof by series in which identities settle the signs that ties leave open."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(extensive_form_perfect, "SMALL", 0)
        return proved(game, refine="extensive-form-perfect")


def grown() -> dict[str, Any]:
    """The certificate of a double oracle that ended."""
    solution = lemke.solve(kuhn(3), method="double-oracle")
    return json.loads(equilibrium.dumps(solution))


def unlike(kind: str, path: str) -> Any:
    """A function that makes another value of the same type; for a dual, one that is certainly too small."""
    if path in (
        "interval",
        "growth.rounds[].interval",
    ):  # the bounds are altered one by one; this is a null, of a general-sum game
        return lambda value: ["0", "1"]
    if path == "refinement.epsilon":  # a little more may be true as well
        return lambda value: str(-mpq(value or 1))
    if path == "duals[][]":
        return lambda value: str(mpq(value) - 10**30)
    return {
        "number": lambda value: str(mpq(value) + mpq(1, 10**30)),
        "text": lambda value: value[:-1] + ("0" if value[-1:] != "0" else "1"),
        "text or null": lambda value: "somewhere" if value is None else None,
        "whole number": lambda value: value + 1,
        "whole number or null": lambda value: 7 if value is None else None,
        "truth value": lambda value: not value,
        "object or null": lambda value: {},
    }[kind]


def written(place: Place) -> str:
    """A place as the checker writes it: keys after points, indices in brackets."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in place).removeprefix(".")


def place_of_number(document: Any, place: Place) -> Place:
    """The place of a number as the checker names it: moves are read as a list, in the order of the game."""
    *above, key = place
    if above[-1:] != ["actions"]:
        return place
    for step in above:
        document = document[step]
    return (*above, [*document].index(key))


def judge_both(game: Game, document: object) -> tuple[bool, bool]:
    """Whether the checker accepts a certificate, and whether `lemke verify` does."""
    text = json.dumps(document)
    return check(efg.dumps(game), text)[0] == 0, accepted_by_lemke(game, text)


CERTIFICATES = {
    "an equilibrium": lambda: (kuhn(3), proved(kuhn(3))),
    "a general-sum game": lambda: (kuhn(3, "1/20"), proved(kuhn(3, "1/20"))),
    "a path left early": lambda: (kuhn(4, "1/20"), left_early()),
    "a double oracle": lambda: (kuhn(3), grown()),
    "a double oracle with rounds": lambda: (kuhn(3), proved(kuhn(3), method="double-oracle", rounds=True)),
    "a double oracle in general sum": lambda: (
        game := lemke.read(GAMES / "battle_of_the_sexes.efg"),
        proved(game, method="double-oracle", rounds=True),
    ),
    "learning": lambda: (kuhn(3), proved(kuhn(3), method="learn")),
    "another method in the place of lp": lambda: (kuhn(3), unproved()),
    "chance between the players": lambda: (
        game := lemke.read(GAMES / "chance_in_the_middle.efg"),
        proved(game, prior="random", seed=3),
    ),
    "a Lemke-Howson path": lambda: (
        game := lemke.read(GAMES / "battle_of_the_sexes.efg"),
        proved(game, method="lemke-howson", label=1),
    ),
    "a quasi-perfect one": lambda: (
        game := lemke.read(GAMES / "tracing_2002.efg"),
        json.loads(equilibrium.dumps(lemke.solve(game, refine="quasi-perfect"))),
    ),
    "a normal-form perfect one": lambda: (
        game := lemke.read(GAMES / "tracing_2002.efg"),
        json.loads(equilibrium.dumps(lemke.solve(game, refine="normal-form-perfect"))),
    ),
    "a perfect one by series with null vectors": lambda: (
        slips(),
        json.loads(equilibrium.dumps(lemke.solve(slips(), refine="extensive-form-perfect")))
        | {"refinement": proof_of_slips()},
    ),
    "a perfect one by series with identities": lambda: (game := tie_rich_game(218, nodes=16), settled(game)),
    "a stopped search": lambda: (kuhn(3), early(kuhn(3))),
    "learned strategies": lambda: (kuhn(3), json.loads(lemke.learn(kuhn(3), 4).document().to_json())),
    "a stopped search in general sum": lambda: (kuhn(3, "1/20"), early(kuhn(3, "1/20"))),
}


@pytest.mark.parametrize("name", CERTIFICATES)
def test_every_checked_field_altered_is_rejected_and_every_other_accepted_by_both(name: str) -> None:
    game, document = CERTIFICATES[name]()
    known = fields(document["format"])
    assert judge_both(game, document) == (True, True)
    for path, place in leaves(document):
        kind, is_checked = known[path]
        is_checked |= path == "method" and "refinement" in document  # which has the same name
        altered = changed(document, place, unlike(kind, path))
        assert altered != document
        assert judge_both(game, altered) == (not is_checked, not is_checked), place


@pytest.mark.slow
@given(games(max_depth=3))
def test_every_checked_field_altered_is_rejected_in_random_games(game: Game) -> None:
    document = proved(game)
    known = fields(document["format"])
    text = efg.dumps(game)
    for path, place in leaves(document):
        kind, is_checked = known[path]
        if is_checked:
            altered = changed(document, place, unlike(kind, path))
            assert check(text, json.dumps(altered))[0] == 1, place
            assert not accepted_by_lemke(game, json.dumps(altered)), place


@pytest.mark.parametrize("name", ["an equilibrium", "a stopped search", "chance between the players"])
def test_a_rejection_names_the_place_the_value_and_the_expected_one(name: str) -> None:
    game, document = CERTIFICATES[name]()
    text, known = efg.dumps(game), fields(document["format"])
    for path, place in leaves(document):
        kind, is_checked = known[path]
        if not is_checked:
            continue
        altered = changed(document, place, unlike(kind, path))
        blamed = place[:-1] if ".actions" in path else place  # their sum is wrong
        original, stated = reduce(getitem, place, document), reduce(getitem, place, altered)
        quoted = f"the sum {1 + mpq(1, 10**30)}" if blamed != place else KINDS.get(type(stated), str(stated))
        expected = "1" if blamed != place else "null" if original is None else str(original)
        if path == "duals[][]" and place[-1] > 0:  # a greater one may be as true
            expected = "at least "
        if path == "format":
            expected = f"{EQUILIBRIUM.name} or {EPSILON_EQUILIBRIUM.name}"
        words = check(text, json.dumps(altered))[1]
        assert words.startswith(f"{written(blamed)}: found {quoted}, expected {expected}"), place
        if kind == "number":  # a number that is none
            where = written(place_of_number(document, place))
            for stated, expected in (("1/0", "a rational number within bounds"), (True, "a number")):
                answer = check(text, json.dumps(changed(document, place, lambda _, stated=stated: stated)))
                assert answer == (1, f"{where}: found {stated}, expected {expected}")


@pytest.mark.parametrize("name", ["an equilibrium", "a stopped search", "chance between the players"])
def test_a_rejection_names_the_list_that_has_another_length(name: str) -> None:
    game, document = CERTIFICATES[name]()
    text = efg.dumps(game)
    lists = {path.rpartition("[]")[0]: place for path, place in leaves(document) if fields(document["format"])[path][1]}
    places = {place[: k + 1] for place in lists.values() for k in range(len(place)) if isinstance(place[k], int)}
    for place in places:
        status, words = check(text, json.dumps(changed(document, place[:-1], lambda numbers: numbers[:-1])))
        length = len(reduce(getitem, place[:-1], document))
        where = written(place[:-1])
        assert status == 1
        assert words in (
            f"{where}: found {length - 1} of them, expected {length}",
            f"{where}: found {length - 1} of them, expected a list of {length}",
            f"behavior: found {length - 1} players, expected {length}",
            "realization_plans, duals: found other lists, expected a list for each player",
        )
        assert len(place) == 2 or words.startswith(where)


@pytest.mark.parametrize(
    ("rake", "place", "stated", "objection"),
    [
        (0, ("payoffs", 0), "7", "the payoff 7 of player 1, expected 0"),
        (0, ("regrets", 1), "1/7", "the regret 1/7 of player 2, expected 1/6"),
        (0, ("interval", 0), "-9", "the interval -9 to 1/6, expected -1/6 to 1/6"),
        ("1/20", ("payoffs", 1), "0", "the payoff 0 of player 2, expected -1/20"),
        ("1/20", ("regrets", 0), "0", "the regret 0 of player 1, expected 17/120"),
        (
            "1/20",
            ("interval",),
            ["0", "1"],
            "the interval 0 to 1, expected none",
        ),
    ],
)
def test_an_objection_states_the_claim_and_the_expected_value(
    rake: Any, place: Place, stated: Any, objection: str
) -> None:
    game = kuhn(3, rake)
    (claim,) = profile.loads(json.dumps(changed(early(game), place, lambda _: stated)), game)
    (stated_objection,) = Judge.of(game).judge(claim)[1]
    assert stated_objection.startswith(objection)


def test_plays_that_chance_makes_impossible_leave_the_sum_constant() -> None:
    builder = GameBuilder()
    on, off = builder.chance(builder.root, {"on": 1, "off": 0})
    sets = [builder.information_set(player, ["heads", "tails"]) for player in (0, 1)]
    for k, second in enumerate(builder.decide(on, sets[0])):
        for j, leaf in enumerate(builder.decide(second, sets[1])):
            builder.pay(leaf, *((3, -1) if j == k else (-1, 3)))
    for leaf in builder.chance(off, {"left": "1/2", "right": "1/2"}):
        builder.pay(leaf, 5, 5)
    game = builder.build()
    document = json.loads(equilibrium.dumps(lemke.solve(game, method="double-oracle", gap=10)))
    assert document["interval"] == ["-1", "3"]
    assert judge_both(game, document) == (True, True)


def test_players_and_sets_need_no_numbers() -> None:
    document = proved(kuhn(3))
    for player in document["behavior"]:
        del player["player"]
        for information_set in player["information_sets"]:
            del information_set["index"]
    assert check(PASSING, json.dumps(document))[0] == 0


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ({"pass": "-1/2", "bet": "3/2"}, "found -1/2, expected none below 0"),
        ({"pass": "1", "raise": "0"}, "found pass, raise, expected pass, bet"),
        (None, "found nothing, expected an object"),
    ],
)
def test_moves_that_are_no_distribution_are_rejected(actions: object, words: str) -> None:
    document = proved(kuhn(3))
    document["behavior"][1]["information_sets"][2]["actions"] = actions
    assert check(PASSING, json.dumps(document)) == (1, f"behavior[1].information_sets[2].actions: {words}")


@pytest.mark.parametrize("key", ["information_sets", "player"])
def test_a_missing_member_of_a_player_is_named_with_its_place(key: str) -> None:
    document = proved(kuhn(3))
    document["behavior"][1][key] = None
    kind = "a list" if key == "information_sets" else "a number"
    assert check(PASSING, json.dumps(document)) == (1, f"behavior[1].{key}: found nothing, expected {kind}")


@given(st.lists(st.sampled_from(["", "a", "b", "a#1", "a#2", "#1", "a#1#1"]), min_size=1, max_size=4))
@example(["a", "a", "a#1"])
def test_moves_have_the_names_that_the_library_gives_them(labels: list[str]) -> None:
    assert checker.names(labels) == unique_names(labels)


def test_the_documentation_lists_exactly_the_fields_of_certificates() -> None:
    paths: dict[str, set[str]] = {EQUILIBRIUM.name: set(), EPSILON_EQUILIBRIUM.name: {"growth"}}
    for make in CERTIFICATES.values():
        _, document = make()
        paths[document["format"]] |= {path for path, _ in leaves(document)}
    assert paths == {form: {*fields(form)} for form in paths}


@pytest.mark.parametrize("form", [EQUILIBRIUM.name, EPSILON_EQUILIBRIUM.name])
def test_fields_that_only_inform_may_be_missing_and_others_added(form: str) -> None:
    game = kuhn(3)
    document = proved(game) if form == EQUILIBRIUM.name else early(game)
    for path, (_, is_checked) in fields(form).items():
        top, _, below = path.partition(".")
        if not is_checked and not below:
            document.pop(top, None)
    document["game"] = {"sha256": document["game"]["sha256"], "another": 1}
    for player in document["behavior"]:
        player["information_sets"] = [
            {"index": information_set["index"], "actions": information_set["actions"], "another": None}
            for information_set in player["information_sets"]
        ]
    document["another"] = {"x": [1.5]}
    assert judge_both(game, document) == (True, True)


@pytest.mark.parametrize("form", [EQUILIBRIUM.name, EPSILON_EQUILIBRIUM.name])
@pytest.mark.parametrize(
    "value",
    [None, 7, "x", [], {}, True, ["1/0", "1/0"], [[], []], [1e400, "1"], "9" * 10**6],
    ids=lambda value: repr(value)[:20],
)
def test_values_of_another_kind_are_refused_without_a_traceback(form: str, value: Any) -> None:
    game = kuhn(3)
    document = proved(game) if form == EQUILIBRIUM.name else early(game)
    for key in {re.split(r"[\[.]", path)[0] for path, (_, is_checked) in fields(form).items() if is_checked}:
        if (key, value) != ("interval", None) and key != "refinement":  # which state nothing
            assert judge_both(game, {**document, key: value}) == (False, False), key


@pytest.mark.parametrize("stated", [True, "1", None, [1], "x"], ids=repr)
def test_only_whole_numbers_are_indices_and_true_is_no_number(stated: object) -> None:
    game = lemke.example("matching_pennies")
    for key, places in (("player", ["behavior", 0]), ("index", ["behavior", 0, "information_sets", 0])):
        for document in (proved(game), early(game)):
            value: Any = document
            for place in places:
                value = value[place]
            assert value[key] == 1
            assert judge_both(game, document) == (True, True)
            value[key] = stated
            assert judge_both(game, document) == (False, False)


@pytest.mark.parametrize("known", NAMED, ids=lambda known: known.file)
@pytest.mark.parametrize("method", ["lcp", "double-oracle"])
def test_answers_to_the_named_games_are_accepted_with_the_file_as_it_is(known, method: str) -> None:
    game = lemke.read(GAMES / known.file)
    document = proved(game, method=method)
    text = (GAMES / known.file).read_text(encoding="utf-8")
    payoffs = " and ".join(document["payoffs"])
    assert check(text, json.dumps(document)) == (0, f"an equilibrium, payoffs {payoffs}, regrets 0 and 0")


@given(games(max_depth=3, labels=ODD_LABELS))
def test_certificates_of_games_with_odd_labels_are_accepted(game: Game) -> None:
    """Gambit's format changes some of them, and then the certificate must be of the changed ones."""
    document = proved(game)
    assert accepted_by_lemke(game, json.dumps(document))
    assert check(efg.dumps(game), json.dumps(renamed(document, game)))[0] == 0


@given(st.data(), games())
def test_payoffs_regrets_and_bounds_of_any_profile_agree_with_the_library(data: st.DataObject, game: Game) -> None:
    game = opposed(game, 3) if data.draw(st.booleans()) else game
    profile = lemke.Profile.of(game, data.draw(behaviors(game)))
    judge = Judge.of(game)
    report, _ = judge.judge(Claim(profile))
    plan_1, plan_2 = judge.plans(profile)
    growth = Growth(0, (0, 0), (0, 0))
    bounded = EpsilonEquilibrium(
        game, profile, (plan_1, plan_2), report, judge.interval(report), "gap", "drawn", growth
    )
    assert judge_both(game, json.loads(equilibrium.dumps(bounded))) == (True, True)


def test_actions_are_matched_by_name_and_not_by_place() -> None:
    game = kuhn(3)
    document = proved(game)
    for player in document["behavior"]:
        for information_set in player["information_sets"]:
            information_set["actions"] = dict(reversed(information_set["actions"].items()))
    assert judge_both(game, document) == (True, True)
    actions = document["behavior"][0]["information_sets"][0]["actions"]
    document["behavior"][0]["information_sets"][0]["actions"] = {
        f"{name}!": probability for name, probability in actions.items()
    }
    assert judge_both(game, document) == (False, False)


def test_a_profile_that_is_no_equilibrium_is_rejected_with_its_regrets() -> None:
    game = lemke.read(GAMES / "entry_deterrence.efg")
    profile = lemke.Profile.of(game, [[["0", "1"]], [["0", "1"]]])
    report = lemke.verify(game, profile)
    document = proved(game) | {"behavior": behavior_object(game, profile), "payoffs": [*map(str, report.payoffs)]}
    assert check(efg.dumps(game), json.dumps(document, default=str)) == (
        1,
        "behavior: found payoffs 0 and 0, regrets 1 and 2, expected regrets 0 and 0",
    )


def test_a_refinement_that_is_claimed_and_not_proved_is_rejected() -> None:
    game = lemke.read(GAMES / "entry_deterrence.efg")
    threat = proved(game, method="lemke-howson", label=0)
    assert threat["payoffs"] == ["1", "5"]
    assert judge_both(game, threat) == (True, True)
    for name in REFINEMENTS:
        claimed = threat | {"method": name}  # without a proof
        assert judge_both(game, claimed) == (False, False)
        field = "behavior" if name == "subgame-perfect" else "refinement"
        assert check(efg.dumps(game), json.dumps(claimed))[1].startswith(field)


REFINED = {
    "no object": (7, "refinement is the number 7, expected an object"),
    "no name": ({}, "refinement has no member 'name', expected one"),
    "another name": ({"name": "sequential"}, "refinement.name is 'sequential', expected the method, 'quasi-perfect'"),
    "no plans": ({"name": "quasi-perfect"}, "refinement has no member 'plans', expected one"),
    "one plan": ({"name": "quasi-perfect", "plans": [[]]}, "refinement.plans has 1 list, expected 2"),
    "a plan that is none": (
        {"name": "quasi-perfect", "plans": ["x", []]},
        "refinement.plans[0] is text 'x', expected an array",
    ),
    "ragged": (
        {"name": "quasi-perfect", "plans": [[["1"], ["1", "0"]], [["1"]]]},
        "refinement.plans[0] has lists of 1 and 2 numbers",
    ),
    "empty": (
        {"name": "quasi-perfect", "plans": [[], [["1"]]]},
        "refinement.plans[0] has no lists of numbers",
    ),
    "no tremble": (
        {"name": "quasi-perfect", "plans": [[["1"]], [["1"]]]},
        "refinement.epsilon is null, expected a number",
    ),
}


@pytest.mark.parametrize("phenomenon", REFINED)
def test_malformed_proofs_of_a_refinement_are_refused(phenomenon: str) -> None:
    game = lemke.read(GAMES / "entry_deterrence.efg")
    stated, message = REFINED[phenomenon]
    document = proved(game) | {"method": "quasi-perfect", "refinement": stated}
    with pytest.raises(InputError) as refused:
        profile.loads(json.dumps(document), game)
    assert refused.value.message.startswith(message)


def test_a_proof_is_read_if_the_method_or_its_name_is_known() -> None:
    game = lemke.read(GAMES / "entry_deterrence.efg")
    plain = proved(game)
    for method in ("lcp", "persistent", "subgame-perfect"):
        for unknown in ({"name": "persistent", "anything": 1}, {"name": 7}, {"name": ["persistent"]}, {}, 7, None):
            document = plain | {"method": method, "refinement": unknown}
            (claim,) = profile.loads(json.dumps(document), game)
            assert claim.refinement is None and claim.method == method
            assert judge_both(game, document) == (True, True)
        document = plain | {"method": method, "refinement": {"name": "quasi-perfect", "plans": []}}
        with pytest.raises(InputError) as refused:
            profile.loads(json.dumps(document), game)
        assert refused.value.message.startswith("refinement.name is 'quasi-perfect', expected the method")
        assert repr(method) in refused.value.message
    absent = plain | {"method": "quasi-perfect", "refinement": None}
    assert judge_both(game, absent) == (False, False)


def test_an_unproved_refinement_has_status_1_and_bad_input_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, file = str(GAMES / "entry_deterrence.efg"), tmp_path / "refined.json"
    refined = json.loads(equilibrium.dumps(lemke.solve(lemke.read(game), refine="quasi-perfect")))
    for change, status in (
        ({}, 0),
        ({"refinement": None}, 1),
        ({"refinement": refined["refinement"] | {"epsilon": "2"}}, 1),
        ({"refinement": refined["refinement"] | {"name": "normal-form-perfect"}}, 2),
        ({"method": "normal-form-perfect"}, 2),
        ({"refinement": 7}, 2),
        ({"method": "persistent", "refinement": {"name": "persistent"}}, 0),
    ):
        file.write_text(json.dumps(refined | change))
        assert lemke_run(["verify", game, str(file)]) == status, change
        capsys.readouterr()


@pytest.mark.parametrize("name", ["quasi-perfect", "normal-form-perfect"])
def test_proofs_of_refinements_are_written_and_read_again(name: str) -> None:
    game = lemke.read(GAMES / "tracing_2002.efg")
    solution = lemke.solve(game, refine=name)
    (claim,) = profile.loads(equilibrium.dumps(solution), game)
    assert claim.refinement == solution.refinement
    assert REFINEMENTS[name].objections_to(game, claim) == []


def test_both_checkers_agree_on_greater_duals() -> None:
    """At sets with weight, the duals of an equilibrium are the best values. At other sets they may be greater."""
    game = kuhn(3, "1/20")
    document = proved(game)
    verdicts = {
        (i, k): judge_both(game, changed(document, ("duals", i, k), lambda value: str(mpq(value) + mpq(1, 10**30))))
        for i in (0, 1)
        for k in range(7)
    }
    assert all(by_checker == by_lemke for by_checker, by_lemke in verdicts.values())
    assert verdicts[0, 0] == verdicts[1, 0] == (False, False)


@pytest.mark.parametrize("phenomenon", TOLERATED)
def test_a_certificate_holds_for_odd_text_of_the_same_game(phenomenon: str) -> None:
    text = TOLERATED[phenomenon]
    document = json.dumps(proved(lemke.loads(text)))
    assert check(text, document)[0] == 0
    actions, plain = (
        [information_set.actions for information_set in lemke.loads(version).information_sets]
        for version in (text, PLAIN)
    )
    assert check(PLAIN, document)[0] == (0 if actions == plain else 1)


@pytest.mark.parametrize("begins", ["", "\ufeff"])
def test_files_may_begin_with_a_mark_of_their_encoding_and_labels_keep_the_ends_of_their_lines(
    begins: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = PASSING.replace('"Player 1"', '"above\r\nbelow"')
    assert "above" in text
    paths = tmp_path / "game.efg", tmp_path / "certificate.json"
    paths[0].write_bytes((begins + text).encode())
    paths[1].write_bytes((begins + json.dumps(proved(lemke.loads(text)))).encode())
    assert checker.main([*map(str, paths)]) == 0
    assert capsys.readouterr().out.startswith("accepted: ")


# The checker takes any number of players.
@pytest.mark.parametrize("phenomenon", sorted({*MALFORMED} - {"other set label", "too many players"}))
def test_malformed_games_are_unreadable(phenomenon: str) -> None:
    text, *_ = MALFORMED[phenomenon]
    status, words = check(text, json.dumps(proved(kuhn(3))))
    assert status == 2 and words.startswith("game, node ") and ": found " in words and ", expected " in words
    assert "\n" not in words and len(words) < 200


@given(games(max_depth=3, perfect_recall=False))
def test_games_are_read_as_the_library_reads_them(game: Game) -> None:
    """The same canonical form, or imperfect recall found in the same games."""
    text = efg.dumps(game)
    try:
        lemke.sequence_form(game)
    except RecallError:
        assert check(text, "{}")[1].endswith("found imperfect recall, expected perfect recall")
    else:
        assert checker.sha256(*checker.read_game(text)) == lemke.sha256(game)


def test_chance_may_repeat_its_moves_in_other_words() -> None:
    for repeated in ('c "" 1 "s" 0', 'c "" 1 0', 'c "" 1 "s" { "a" .5 "b" 0.50 } 0', 'c""1"s"{"a".5"b".5}0'):
        head, _, tail = CHANCE.rpartition('c "" 1 "s" { "a" 1/2 "b" 1/2 } 0')
        assert checker.sha256(*checker.read_game(head + repeated + tail)) == lemke.sha256(lemke.loads(CHANCE))


@pytest.mark.parametrize("players", [1, 3])
def test_games_of_other_than_two_players_are_rejected(players: int) -> None:
    text = efg.dumps(GameBuilder([""] * players).build(unpaid="zero"))
    assert check(text, "{}") == (1, f"game: found {players} players, expected 2")


def test_a_game_of_a_single_leaf_is_checked() -> None:
    builder = GameBuilder()
    builder.pay(builder.root, "1/3", -7)
    game = builder.build(unpaid="zero")
    document = proved(game)
    assert judge_both(game, document) == (True, True)
    assert judge_both(game, document | {"duals": [["1/3"], ["-8"]]}) == (False, False)


@pytest.mark.parametrize("end", [0, 1, 100, -2])
def test_a_truncated_certificate_is_unreadable(end: int) -> None:
    status, words = check(KUHN, equilibrium.dumps(lemke.solve(kuhn(3)))[:end])
    assert status == 2 and words.startswith("certificate: ") and words.endswith(", expected JSON")


@pytest.mark.parametrize(
    ("text", "status", "message"),
    [
        ("[" * 10**5, 2, "expected JSON"),
        ('{"format": 1, "format": 1}', 2, "certificate: found a key twice in one object, expected each key once"),
        ('{"pivots": NaN}', 2, "found NaN, expected a rational number within bounds"),
        ('{"pivots": 1e99999}', 2, "found 1e99999, expected a rational number within bounds"),
        ("[]", 1, "certificate: found a list, expected an object"),
        ("{}", 1, "format: found nothing, expected text"),
        ('{"format": "lemke-equilibrium/2"}', 1, "expected lemke-equilibrium/1 or lemke-epsilon-equilibrium/1"),
    ],
    ids=lambda value: value[:9] if isinstance(value, str) else None,
)
def test_documents_that_are_no_certificates_are_not_accepted(text: str, status: int, message: str) -> None:
    exit_status, words = check(KUHN, text)
    assert (exit_status, words[-len(message) :]) == (status, message)


def test_certificates_of_other_games_are_rejected() -> None:
    document = json.dumps(proved(kuhn(3)))
    for game in (kuhn(3, "1/20"), kuhn(4)):
        status, words = check(efg.dumps(game), document)
        assert status == 1 and words.startswith("game.sha256: found ")


def ladder(levels: int, first: object, second: object) -> Game:
    """The players alternate at every tenth level and may stop, for 1 or less. At the end they get these payoffs."""
    builder = GameBuilder(title="ladder")
    node = builder.root
    passing = builder.chance_set(["on"], [1])
    for k in range(levels):
        if k % 10:
            (node,) = builder.decide(node, passing)
        else:
            stop, node = builder.move(node, k // 10 % 2, ["stop", "on"])
            builder.pay(stop, mpq(1, k + 1), k % 2)
    builder.pay(node, first, second)
    return builder.build(unpaid="zero")


def started(*arguments: object) -> tuple[int, str]:
    """The exit status and all that is printed, of the script as a command without anything but Python."""
    command = [sys.executable, "-E", "-s", "-S", str(SCRIPT), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=100, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("levels", "payoffs"), [(10**4, (7, 8)), (40, (mpq(2**20000, 3), mpq(3**12600)))], ids=["deep", "long"]
)
def test_deep_trees_and_long_numbers_are_checked(levels: int, payoffs: tuple[mpq, mpq], tmp_path: Path) -> None:
    """Paths of 10⁴ nodes without recursion, and numbers beyond the 4300 digits that Python converts by itself."""
    game = ladder(levels, *payoffs)
    solution = lemke.solve(game, refine="subgame-perfect")
    assert solution.payoffs == payoffs
    (tmp_path / "game.efg").write_text(efg.dumps(game))
    (tmp_path / "certificate.json").write_text(equilibrium.dumps(solution))
    status, printed = started(tmp_path / "game.efg", tmp_path / "certificate.json")
    assert (status, printed.count("\n")) == (0, 1)
    assert printed.startswith("accepted: an equilibrium, payoffs ") and len(printed) < 300
    assert printed.endswith("regrets 0 and 0; subgame-perfect\n")


def test_numbers_out_of_bounds_are_not_evaluated() -> None:
    for number in ("1e10001", "1e-10001", "1E10001", "1e999999999999", "9" * (10**5 + 1), "1e" + "9" * 10**5):
        status, words = check(PLAIN.replace("1, 2", f"{number} 2"), "{}")
        assert status == 2 and words.endswith("expected a rational number within bounds") and len(words) < 200
    for number in ("1e10000", "1e-10000", "9" * 10**5):
        assert check(PLAIN.replace("1, 2", f"{number} 2"), "{}") == (1, "format: found nothing, expected text")


@pytest.mark.parametrize("as_command", [True, False], ids=["command", "here"])
def test_the_script_prints_one_line(as_command: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*arguments: Path) -> tuple[int, str]:
        if as_command:
            return started(*arguments)
        with numbers_of_any_length():
            return checker.main([*map(str, arguments)]), capsys.readouterr().out

    game, certificate, latin = (tmp_path / name for name in ("game.efg", "c.json", "latin.efg"))
    game.write_text(TOLERATED["non-ASCII labels"], encoding="utf-8-sig")
    certificate.write_text(equilibrium.dumps(lemke.solve(lemke.read(game))), encoding="utf-8")
    assert run(game, certificate) == (0, "accepted: an equilibrium, payoffs 1 and 2, regrets 0 and 0\n")
    latin.write_bytes(PLAIN.replace('"a"', '"\xe4"').encode("latin-1"))
    assert run(latin, certificate)[0] == 0
    status, printed = run(latin, SCRIPT)
    assert status == 2 and printed.startswith("unreadable: certificate: ")
    for arguments in ((), (game,), (game, tmp_path / "none"), (tmp_path, certificate), (game, certificate, game)):
        status, printed = run(*arguments)
        assert (status, printed.count("\n")) == (2, 1)
        assert printed.startswith("unreadable: ")
    document = json.loads(certificate.read_text(encoding="utf-8"))
    stated = document["behavior"][1]["information_sets"][0]
    stated["actions"] = {f"{name}\n\x1b\ud800": probability for name, probability in stated["actions"].items()}
    certificate.write_text(json.dumps(document))
    status, printed = run(game, certificate)
    assert (status, printed.count("\n")) == (1, 1)
    assert printed.startswith("rejected: behavior[1].information_sets[0].actions: found ")
    assert printed[:-1].isprintable()


def test_the_script_is_short_and_shares_nothing_with_the_library() -> None:
    source = SCRIPT.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 350
    assert max(map(len, source.splitlines())) <= 120
    nodes = [*ast.walk(ast.parse(source))]
    imported = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    assert imported == {"hashlib", "json", "re", "sys"}
    assert {node.module for node in nodes if isinstance(node, ast.ImportFrom)} == {
        "collections",
        "fractions",
        "check_refinement",
    }
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    assert not names & {"float", "round", "eval", "exec", "__import__"}
    assert not [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, float)]


def test_every_certificate_that_the_suite_makes_goes_to_the_checker() -> None:
    solution = lemke.solve(kuhn(3))
    stopped = lemke.solve(kuhn(3, "1/20"), method="double-oracle", gap="1/2")
    for wrong, make in (
        (replace(solution, payoffs=(mpq(1), mpq(-1))), equilibrium.dumps),
        (replace(solution, payoffs=(mpq(1), mpq(-1))), lemke.dumps),
        (replace(stopped, interval=(mpq(0), mpq(1))), equilibrium.dumps),
    ):
        with pytest.raises(AssertionError, match=r"the stand-alone checker: (payoffs\[0\]|interval): found "):
            make(wrong)
