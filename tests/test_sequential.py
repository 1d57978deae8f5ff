"""Sequential equilibria: beliefs from trembles beside the definition, stated beliefs, and moves that are not best."""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from gmpy2 import mpq

import lemke
from lemke.certificate import SEQUENTIAL, Claim, Judge, Trembles, objections_to_sequential
from lemke.certificate.sequential import limit_beliefs
from lemke.cli import run
from lemke.errors import InputError, NumberError, ProfileError
from lemke.game import CHANCE, Game, GameBuilder
from naive import always
from trembling import beliefs, tie_rich_game


def claim_of(equilibrium: lemke.Equilibrium) -> Claim:
    return Claim(equilibrium.profile, refinement=equilibrium.refinement)


@pytest.mark.parametrize("refinement", ["quasi-perfect", "extensive-form-perfect"])
@pytest.mark.parametrize("seed", range(24))
def test_perfect_equilibria_are_sequential_and_their_beliefs_are_limits(seed: int, refinement: str) -> None:
    game = tie_rich_game(seed, nodes=16)
    equilibrium = lemke.solve(game, refine=refinement)
    judge, plans = Judge.of(game), equilibrium.refinement.plans
    assert objections_to_sequential(judge, claim_of(equilibrium)) == []
    limits = limit_beliefs(judge, plans)
    for index in range(len(game.information_sets)):
        for node, belief in beliefs(game, plans, index).items():
            assert limits[node] == belief == equilibrium.belief(node)


def test_beliefs_off_the_path_are_those_of_the_trembles() -> None:
    game = lemke.example("beer_quiche")
    equilibrium = lemke.solve(game, refine="quasi-perfect")
    wimp, surly = equilibrium.belief("quiche").values()
    assert wimp + surly == 1 and equilibrium["quiche"]["duel"] == mpq(1, 2)
    assert sum(equilibrium.belief("beer").values()) == 1
    with pytest.raises(InputError):
        lemke.solve(game).belief("quiche")
    with pytest.raises(InputError):  # its proof does not cover moves off the path
        lemke.solve(game, refine="normal-form-perfect").belief("quiche")


def slip() -> Game:
    """Player 1 takes 1 or goes on, where a mistake costs 10; player 2, who sees nothing of it, then helps or not."""
    builder = GameBuilder(["A", "B"])
    stop, go = builder.move(builder.root, 0, ["stop", "go"], "first")
    right, wrong = builder.move(go, 0, ["right", "wrong"], "second")
    seen = builder.information_set(1, ["help", "harm"], "seen")
    builder.pay(stop, 1, 0)
    for node, gains in ((right, (1, 2)), (wrong, (-9, 1))):
        for child, gain in zip(builder.decide(node, seen), (gains[1], 0), strict=True):
            builder.pay(child, gains[0], gain)
    return builder.build()


def test_any_plans_near_a_profile_prove_it_if_moves_are_best_given_their_beliefs() -> None:
    game = slip()
    goes_on = lemke.Profile.of(game, [[[0, 1], [1, 0]], [[1, 0]]])
    near = [[1, 0, 0], [0, 1, 0], [1, -1, 0], [1, -2, 1], [0, 1, -1]], [[1, 0, 0], [1, -1, 0], [0, 1, 0]]
    claim = Claim(goes_on, refinement=Trembles(SEQUENTIAL, 1, near))
    judge = Judge.of(game)
    assert objections_to_sequential(judge, claim) == []
    assert lemke.verify(game, goes_on, refine=SEQUENTIAL).holds  # every set is reached
    stays = lemke.Profile.of(game, [[[1, 0], [1, 0]], [[0, 1]]])
    (objection,) = lemke.verify(game, stays, refine=SEQUENTIAL).refinements[SEQUENTIAL]
    assert "gains at least 1 by 'help'" in objection and "for any beliefs" in objection
    hesitant = [[1, 0, 0], [1, -1, 0], [0, 1, 0], [0, 1, -1], [0, 0, 1]], [[1, 0, 0], [0, 1, 0], [1, -1, 0]]
    (objection,) = objections_to_sequential(judge, Claim(stays, refinement=Trembles(SEQUENTIAL, 1, hesitant)))
    assert "player 2 gains 2 by 'help'" in objection


def test_no_plans_are_needed_where_every_set_is_reached_or_is_a_single_node() -> None:
    game = lemke.example("centipede6")
    assert lemke.verify(game, lemke.solve(game, refine="subgame-perfect").profile, refine=SEQUENTIAL).holds
    game = lemke.example("entry_deterrence")
    threat = lemke.solve(game, method="lemke-howson", label=0)
    assert threat.payoffs == (1, 5)
    (objection,) = lemke.verify(game, threat.profile, refine=SEQUENTIAL).refinements[SEQUENTIAL]
    assert "player 2 gains" in objection


def test_forged_plans_are_refused() -> None:
    game = lemke.example("beer_quiche")
    equilibrium = lemke.solve(game, refine="quasi-perfect")
    judge, claim, trembles = Judge.of(game), claim_of(equilibrium), equilibrium.refinement
    x, y = trembles.plans

    def refused(*plans: object, name: str = SEQUENTIAL) -> bool:
        return bool(objections_to_sequential(judge, replace(claim, refinement=Trembles(name, 1, plans))))

    assert not refused(x, y)
    assert refused(x, y, name="normal-form-perfect")
    assert refused(0 * x, y) and refused(-x, y) and refused(x[:-1], y)
    for player, plan in enumerate((x, y)):
        for sequence in range(len(plan)):
            changed = plan.copy()
            changed[sequence, 0] += mpq(1, 10**30)
            assert refused(changed, y) if player == 0 else refused(x, changed)
    forged = lemke.profile(game, {"wimp": [0, 1], "surly": [0, 1], "beer": [1, 0], "quiche": [0, 1]}, missing="uniform")
    assert objections_to_sequential(judge, replace(claim, profile=forged.profile))


def test_solve_returns_one_that_is_proved_so() -> None:
    game = lemke.example("guess_the_ace")
    equilibrium = lemke.solve(game, refine=SEQUENTIAL)
    assert lemke.verify(game, equilibrium, refine=SEQUENTIAL).holds


# ---------------------------------------------------------------------- beliefs that are stated

QUICHE = "NE,0,1,0,1,1,0,0,1"
"""Both have quiche in beer and quiche; player 2 would duel after a beer, and retreats after quiche."""


def standing(beliefs: object = None, profile: str = QUICHE) -> tuple[str, int]:
    report = lemke.verify(lemke.example("beer_quiche"), profile, refine=SEQUENTIAL, beliefs=beliefs)
    return report.standing[SEQUENTIAL], report.exit_status


def test_beliefs_off_the_path_are_open_until_they_are_stated_and_then_their_consistency_is() -> None:
    assert standing() == ("open", 4)
    for believed in (["1/2", "1/2"], {"wimp beer": 1}, {3: "3/4", 5: "1/4"}, {"@3": 1, "@5": 0}):
        assert standing({"beer": believed}) == ("open", 4)
    assert standing({"Player 2": {"beer": [1, 0], "quiche": ["1/10", "9/10"]}}) == ("open", 4)


def test_a_move_that_gains_given_the_stated_beliefs_refutes() -> None:
    assert standing({"beer": ["499/1000", "501/1000"]}) == ("refuted", 1)
    assert standing({"beer": [0, 1]}) == ("refuted", 1)


def test_where_beliefs_follow_from_the_profile_no_others_are_taken() -> None:
    assert standing({"beer": [1, 0], "quiche": ["1/9", "8/9"]}) == ("refuted", 1)
    assert standing({"beer": [1, 0], "wimp": [1]}) == ("open", 4)


def test_an_equilibrium_that_reaches_every_set_is_sequential_with_its_beliefs() -> None:
    game = lemke.example("matching_pennies")
    equilibrium = lemke.solve(game)
    beliefs = {name: equilibrium.belief(name) for name in equilibrium}
    assert lemke.verify(game, equilibrium, refine=SEQUENTIAL, beliefs=beliefs).standing == {SEQUENTIAL: "holds"}


def test_a_profile_that_is_no_equilibrium_is_refuted_with_any_beliefs() -> None:
    assert standing({"beer": [1, 0]}, profile="NE,1,0,1,0,1,0,0,1") == ("refuted", 1)


def test_a_move_that_gains_at_every_node_of_a_set_needs_no_beliefs() -> None:
    builder = GameBuilder()
    blind = builder.information_set(1, ["good", "bad"], "blind")
    out, *ins = builder.move(builder.root, 0, ["out", "left", "right"])
    builder.pay(out, 1, 0)
    for gain, node in enumerate(ins, 1):
        good, bad = builder.decide(node, blind)
        builder.pay(good, 2, gain)
        builder.pay(bad, 0, 0)
    game = builder.build()
    report = lemke.verify(game, "NE,1,0,0,0,1", refine=SEQUENTIAL)
    assert report.is_equilibrium and report.standing[SEQUENTIAL] == "refuted"
    assert "gains at least 1 by 'good'" in report.refinements[SEQUENTIAL][0]


def test_chance_of_probability_zero_leads_to_no_belief() -> None:
    builder = GameBuilder()
    seen = builder.information_set(1, ["l", "r"], "seen")
    for node in builder.chance(builder.root, {"likely": 1, "never": 0}):
        stay, go = builder.move(node, 0, ["stay", "go"])
        builder.pay(stay, 1, 0)
        for payoff, end in zip((0, 1), builder.decide(go, seen), strict=True):
            builder.pay(end, 0, payoff)
    game = builder.build()
    profile = lemke.Profile.of(game, [[[1, 0], [1, 0]], [[0, 1]]])
    assert lemke.verify(game, profile, refine=SEQUENTIAL).standing[SEQUENTIAL] == "holds"  # one node is possible
    for believed, expected in (([1, 0], "holds"), ([0, 1], "refuted")):
        report = lemke.verify(game, profile, refine=SEQUENTIAL, beliefs={"seen": believed})
        assert report.standing[SEQUENTIAL] == expected


def naive_gains(profile: lemke.Profile, game: Game, beliefs: Mapping[int, Sequence[mpq]]) -> dict[tuple[int, int], mpq]:
    """The gain of every other move at a set: the payoffs after it at the nodes, weighted with the beliefs."""
    now, positive = lemke.profile(game, profile), {}
    for index, members in enumerate(game.nodes_by_set()):
        player = game.information_sets[index].player
        if player == CHANCE:
            continue
        for move in range(len(game.information_sets[index].actions)):
            changed = lemke.profile(game, always(game, profile, index, move))
            gains = [changed.expected(node)[player] - now.expected(node)[player] for node in members.tolist()]
            gain = sum(belief * value for belief, value in zip(beliefs[index], gains, strict=True))
            if gain > 0:
                positive[index, move] = gain
    return positive


@pytest.mark.parametrize("seed", range(24))
def test_stated_beliefs_are_judged_as_the_naive_judge_does(seed: int) -> None:
    game, source = tie_rich_game(seed, nodes=16), random.Random(seed)
    equilibrium = lemke.solve(game)
    beliefs = {}
    for index, members in enumerate(game.nodes_by_set()):
        if game.information_sets[index].player == CHANCE:
            continue
        try:
            beliefs[index] = [equilibrium.belief(node) for node in members.tolist()]
        except InputError:
            chosen = source.randrange(len(members))
            beliefs[index] = [mpq(k == chosen) for k in range(len(members))]
    names = {index: name for name in equilibrium for index in [equilibrium._set_index(name)]}
    stated = {names[index]: believed for index, believed in beliefs.items()}
    report = lemke.verify(game, equilibrium.profile, refine=SEQUENTIAL, beliefs=stated)
    gains = naive_gains(equilibrium.profile, game, beliefs)
    assert (report.standing[SEQUENTIAL] == "refuted") == bool(gains)
    assert len(report.refinements[SEQUENTIAL]) == max(len(gains), report.standing[SEQUENTIAL] == "open")


def test_with_plans_near_it_stated_beliefs_must_be_their_limits() -> None:
    game = lemke.example("beer_quiche")
    equilibrium = lemke.solve(game, refine="quasi-perfect")
    limits = {name: equilibrium.belief(name) for name in ("beer", "quiche")}
    assert lemke.verify(game, equilibrium, refine=SEQUENTIAL, beliefs=limits).holds
    report = lemke.verify(game, equilibrium, refine=SEQUENTIAL, beliefs={"quiche": ["3/4", "1/4"]})
    assert (report.standing[SEQUENTIAL], report.exit_status) == ("not proved", 1)
    assert "3/4, 1/4" in report.refinements[SEQUENTIAL][0] and "1/2, 1/2" in report.refinements[SEQUENTIAL][0]


@pytest.mark.parametrize("refinement", ["quasi-perfect", "extensive-form-perfect"])
def test_what_is_refuted_as_sequential_is_refuted_as_perfect(refinement: str) -> None:
    game = lemke.example("hope_for_a_mistake")
    hope = {"middle": {"go": 1}, "enter": {"out": 1}, "late": {"r": 1}}
    report = lemke.verify(game, hope, refine=refinement)
    assert (report.standing[refinement], report.exit_status, report.dominated) == ("refuted", 1, {})
    assert "not sequential: player 1 gains 1 by 'stop'" in report.refinements[refinement][0]
    quiche = lemke.verify(lemke.example("beer_quiche"), QUICHE, refine=refinement)
    assert (quiche.standing[refinement], quiche.exit_status) == ("not proved", 1)  # open as a sequential one


@pytest.mark.parametrize("seed", range(16))
def test_perfect_equilibria_are_subgame_perfect_and_quasi_perfect_ones_undominated(seed: int) -> None:
    game = tie_rich_game(seed, nodes=16)
    quasi_perfect, perfect = (lemke.solve(game, refine=name) for name in ("quasi-perfect", "extensive-form-perfect"))
    for equilibrium, name in (
        (quasi_perfect, "normal-form-perfect"),
        (quasi_perfect, "subgame-perfect"),
        (perfect, "subgame-perfect"),
    ):
        assert lemke.verify(game, equilibrium.profile, refine=name).holds
    for name in ("quasi-perfect", "extensive-form-perfect"):
        chosen = quasi_perfect if name == "quasi-perfect" else perfect
        assert lemke.verify(game, chosen.profile, refine=name).standing[name] == "not proved"  # and never refuted


BAD = {
    "a sum": ({"beer": [1, 1]}, NumberError, "sum to 2"),
    "a negative one": ({"beer": [2, -1]}, NumberError, "-1"),
    "too few": ({"beer": [1]}, ProfileError, "1 belief "),
    "no list": ({"beer": "1"}, ProfileError, "'1' at information set 1"),
    "no number": ({"beer": ["one", 0]}, InputError, "'one' is no number"),
    "an unknown set": ({"ber": [1, 0]}, ProfileError, "did you mean 'beer'"),
    "a node elsewhere": ({"beer": {"wimp quiche": 1}}, ProfileError, "'wimp beer', 'surly beer'"),
    "no node": ({"beer": {"wimp bear": 1}}, InputError, "'wimp bear'"),
    "a node twice": ({"beer": {"wimp beer": 1, "@3": 0}}, ProfileError, "twice"),
    "a set twice": ({"beer": [1, 0], "1": {"beer": [1, 0]}, "Player 2": {"beer": [1, 0]}}, ProfileError, "expected"),
    "nothing at a set": ({"quiche": ["1/10", "9/10"]}, ProfileError, 'no beliefs at information set 1 "beer"'),
}


@pytest.mark.parametrize("phenomenon", BAD)
def test_bad_beliefs_are_refused_in_one_line(
    phenomenon: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stated, kind, words = BAD[phenomenon]
    with pytest.raises(kind) as refused:
        standing(stated)
    assert words in str(refused.value)
    assert run([*VERIFY, written(tmp_path, stated)]) == 2
    out, err = capsys.readouterr()
    assert not out and words in err and err.count("\n") == 1


VERIFY = ["verify", "example:beer_quiche", "--refine", SEQUENTIAL]


def written(folder: Path, beliefs: object) -> str:
    """A file with the profile QUICHE and with beliefs."""
    behavior = lemke.profile(lemke.example("beer_quiche"), QUICHE).to_dict()
    (folder / "quiche.json").write_text(json.dumps({"behavior": behavior, "beliefs": beliefs}, default=str))
    return str(folder / "quiche.json")


@pytest.mark.parametrize(
    ("believed", "status", "words"),
    [
        ([1, 0], 4, "Sequentially rational with these beliefs; it is not proved that they are consistent.\n"),
        ([0, 1], 1, "Not sequential: player 2 gains 1 by 'retreat'"),
    ],
)
def test_the_exit_status_differs_for_what_is_refuted_and_what_is_open(
    believed: object, status: int, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*VERIFY, written(tmp_path, {"beer": believed})]) == status
    assert words in capsys.readouterr().out
    (tmp_path / "quiche.ne").write_text(QUICHE)
    assert run([*VERIFY, str(tmp_path / "quiche.ne")]) == 4
    assert "no beliefs follow from the profile" in capsys.readouterr().out


def test_of_several_profiles_a_refuted_one_counts_before_an_open_one(tmp_path: Path) -> None:
    lines = ["NE,1,0,1,0,0,1,1,0", QUICHE]
    (tmp_path / "lines.ne").write_text("\n".join(lines))
    arguments = ["verify", "example:beer_quiche", str(tmp_path / "lines.ne"), "--refine", SEQUENTIAL, "-q"]
    assert run(arguments) == 4
    (tmp_path / "lines.ne").write_text("\n".join([*lines, "NE,1,0,1,0,1,0,1,0"]))
    assert run(arguments) == 1


def test_beliefs_of_another_kind_are_refused() -> None:
    with pytest.raises(InputError, match="beliefs of type int"):
        standing(3)


def test_a_report_has_the_status_of_the_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, profile = str(tmp_path / "report.html"), tmp_path / "profile.ne"
    threat = "NE,1,0,0,1"
    for game, stated, status in (
        ("beer_quiche", [QUICHE], 4),
        ("entry_deterrence", [threat], 1),
        ("entry_deterrence", ["NE,0,1,1,0"], 0),
        ("entry_deterrence", [threat, "NE,0,1,1,0"], 1),
    ):
        profile.write_text("\n".join(stated))
        arguments = [f"example:{game}", str(profile), "--refine", SEQUENTIAL]
        assert run(["report", *arguments, "-o", page]) == run(["verify", *arguments]) == status
        capsys.readouterr()
