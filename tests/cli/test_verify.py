"""``lemke verify``: it says how a profile was completed or scaled, and the JSON report has every number."""

import io
import json
from pathlib import Path

import pytest
from gmpy2 import mpq

import lemke
from lemke import Profile
from lemke.cli import run
from lemke.generators import kuhn
from naive import naive_best_value, naive_payoffs
from named_games import GAMES

KUHN = str(GAMES / "kuhn3.efg")


def verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, *options: str) -> tuple[int, str]:
    path = tmp_path / "profile"
    path.write_text(content, encoding="utf-8")
    status = run(["verify", KUHN, str(path), *options])
    out, err = capsys.readouterr()
    return status, out + err


def test_sets_that_are_filled_in_are_counted(tmp_path, capsys) -> None:
    status, out = verdict(tmp_path, capsys, '{"K": [0, 1]}', "--missing", "uniform")
    assert status == 1
    assert "filled in: 11 information sets" in out
    status, out = verdict(tmp_path, capsys, '{"K": [0, 1]}')
    assert (status, out.count("\n")) == (2, 1)
    assert 'no probabilities at information set 1 "J" of player 1 and 10 more' in out


def test_divided_sums_are_reported(tmp_path, capsys) -> None:
    line = lemke.io.profile.dumps(lemke.read(KUHN), lemke.solve(lemke.read(KUHN)).profile)
    off = line.replace("NE,2/3,1/3", "NE,0.666,0.333")
    assert off != line
    status, out = verdict(tmp_path, capsys, off)
    assert (status, out.count("\n")) == (2, 1)
    assert 'information set 1 "J" of player 1: probabilities that sum to 999/1000' in out
    status, out = verdict(tmp_path, capsys, off, "--normalize")
    assert status == 0  # 666 : 333 is 2 : 1
    assert "at 1 information set did not sum to 1" in out and '1 - 1/1000, at information set 1 "J" of player 1' in out
    status, out = verdict(tmp_path, capsys, line, "--normalize")
    assert "All probabilities summed to 1" in out


def test_a_long_defect_has_one_sign(tmp_path, capsys) -> None:
    digits = "3" * 110
    content = json.dumps({"J": [f"0.{digits}", f"0.{'6' * 110}"]})
    _, out = verdict(tmp_path, capsys, content, "--missing", "uniform", "--normalize")
    assert "1 - about 1e-110" in out


def test_the_json_report_has_the_numbers_of_the_naive_judge(tmp_path, capsys) -> None:
    status, out = verdict(tmp_path, capsys, '{"K": [0.25, 0.75]}', "--missing", "uniform", "--format", "json")
    assert status == 1
    document = json.loads(out)
    game = lemke.read(KUHN)
    half = [[mpq(1, 2)] * 2] * 6
    behavior = [list(half), list(half)]
    place = next(h for h, index in enumerate(game.sets_of(0)) if game.information_sets[index].label == "K")
    behavior[0][place] = [mpq(1, 4), mpq(3, 4)]
    (judged,) = document["profiles"]
    payoffs = naive_payoffs(game, behavior)
    best = [naive_best_value(game, behavior, player) for player in (0, 1)]
    regrets = [value - payoff for value, payoff in zip(best, payoffs, strict=True)]
    exact = lambda name: [mpq(number) for number in judged[name]]  # noqa: E731
    assert document["format"] == "lemke-verdict/2" and document["game"]["sha256"] == lemke.sha256(game)
    assert (exact("payoffs"), exact("best_response_values"), exact("regrets")) == (list(payoffs), best, regrets)
    assert mpq(judged["nash_conv"]) == sum(regrets) == 2 * mpq(judged["exploitability"])
    filled = [moves["filled"] for strategy in judged["behavior"] for moves in strategy["information_sets"]]
    assert sum(filled) == 11 and "normalization" not in judged and not judged["is_equilibrium"]
    report = lemke.verify(game, Profile.of(game, behavior))
    assert mpq(judged["max_counterfactual_regret"]) == report.max_counterfactual_regret
    for player, entry in enumerate(judged["deviations"]):
        sets = entry["information_sets"]
        assert sum(mpq(information_set["loss"]) for information_set in sets) == regrets[player]
        deviation = report.deviations[player]
        position = {index: h for h, index in enumerate(game.sets_of(player))}
        for index, information_set in zip(game.preorder_sets()[player], sets, strict=True):
            h, known = position[index], game.information_sets[index]
            assert (information_set["number"], information_set["label"]) == (known.number, known.label)
            assert information_set["action"] == known.actions[deviation.response.moves[h]]
            assert information_set["played"] == (h in deviation.plays)
            assert mpq(information_set["counterfactual_regret"]) == deviation.counterfactual_regrets[h]


def test_a_best_response_plays_only_at_sets_that_its_moves_reach() -> None:
    game = kuhn(3)
    report = lemke.verify(game, Profile.of(game, [[[1, 0]] * 6, [[1, 0]] * 6]))
    (deviation, _) = report.deviations
    for h, parent in enumerate(deviation.sequences.parent.tolist()):
        if parent == 0:
            assert h in deviation.plays
        else:
            before = next(k for k in range(len(deviation.sequences.sets)) if parent in deviation.sequences.moves(k))
            led = (
                before in deviation.plays
                and deviation.sequences.moves(before)[deviation.response.moves[before]] == parent
            )
            assert (h in deviation.plays) == led


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("player,information set,action,probability,probability\n1,J,bet,0,1\n", "the column 'probability' twice"),
        ("player,information set,action,probability\n 1 , J , bet ,1\n", "and 11 more"),
        ('{"J": 5}', "expected probabilities of its actions"),
    ],
)
def test_bad_profiles_are_refused_in_one_line(content: str, message: str, tmp_path, capsys) -> None:
    status, out = verdict(tmp_path, capsys, content)
    assert (status, out.count("\n")) == (2, 1)
    if message != "and 11 more":
        assert message in out
    else:
        assert "and 10 more" in out  # one set was read, blanks aside


@pytest.mark.parametrize(("content", "words"), [("true", "True"), ("null", "None is"), ('"x"', "'x'"), ("[1]", "[")])
def test_a_probability_that_is_no_number_is_refused_by_name(content: str, words: str, tmp_path, capsys) -> None:
    status, out = verdict(tmp_path, capsys, f'{{"J": {{"bet": {content}, "pass": 1}}}}', "--missing", "uniform")
    assert (status, out.count("\n")) == (2, 1)
    assert words in out and "expected" in out


def test_the_standard_input_may_begin_with_a_byte_order_mark(monkeypatch, capsys) -> None:
    text = "\ufeff" + '{"K": [0, 1]}'
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
    assert run(["verify", KUHN, "-", "--missing", "uniform"]) == 1
    capsys.readouterr()
    assert lemke.profile(lemke.read(KUHN), text, missing="uniform").filled[1] == frozenset(range(6))


def test_long_fractions_are_decimals_in_the_text_and_exact_in_json(tmp_path, capsys) -> None:
    learned = tmp_path / "learned.json"
    assert run(["learn", KUHN, "--iterations", "50", "-o", str(learned)]) == 0
    assert run(["verify", KUHN, str(learned)]) == 0  # the regrets that it states are true
    text = capsys.readouterr().out
    assert "NashConv" in text and max(map(len, text.splitlines())) <= 120
    assert run(["verify", KUHN, str(learned), "--format", "json"]) == 0
    profile = lemke.profile(KUHN, learned)
    (verdict,) = json.loads(capsys.readouterr().out)["profiles"]
    payoffs = list(map(mpq, verdict["payoffs"]))
    assert payoffs == list(lemke.reach(KUHN, profile).payoffs) and len(str(payoffs[0])) > 24
