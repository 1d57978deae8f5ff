"""The judge for any number of players, beside brute force over pure strategies, and its refusals."""

import json
from pathlib import Path

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.certificate import Claim, Judge
from lemke.cli import run
from lemke.game import Game, GameBuilder
from lemke.game.best_response import best_response
from naive import behaviors, naive_best_value, naive_payoffs
from named_games import GAMES
from strategies import games

HORSE = str(GAMES / "selten_horse.efg")
PERFECT, UNBELIEVABLE, NONE = "NE,1,0,1,0,1/4,3/4", "NE,0,1,1/3,2/3,1,0", "NE,0,1,1/4,3/4,1,0"
ANY = st.one_of(games(players=3, max_depth=3), games(players=3), games(players=4, max_depth=3), games(players=1))


@given(st.data())
def test_the_verdict_is_that_of_brute_force(data: st.DataObject) -> None:
    game = data.draw(ANY)
    behavior = data.draw(behaviors(game))
    report = lemke.verify(game, lemke.Profile.of(game, behavior))
    players = range(len(game.players))
    best = tuple(naive_best_value(game, behavior, player) for player in players)
    payoffs = naive_payoffs(game, behavior)
    assert (report.payoffs, report.best_values) == (payoffs, best)
    assert report.regrets == tuple(most - got for most, got in zip(best, payoffs, strict=True))
    assert report.nash_conv == sum(best) - sum(payoffs)
    assert report.is_equilibrium == (best == payoffs)
    assert report.exploitability is None
    for deviation, regret in zip(report.deviations, report.regrets, strict=True):
        assert sum(deviation.losses, mpq(0)) == regret
        assert deviation.largest_counterfactual_regret <= report.max_counterfactual_regret


@pytest.mark.parametrize(
    ("line", "payoffs", "regrets"),
    [
        (PERFECT, (1, 1, 1), (0, 0, 0)),
        (UNBELIEVABLE, (3, 2, 2), (0, 0, 0)),
        (NONE, (3, 2, 2), ("1/4", 0, 0)),
        ("NE,1,0,0,1,1,0", (4, 4, 0), (0, 0, 1)),
    ],
)
def test_profiles_of_seltens_horse_have_their_payoffs_and_regrets(
    line: str, payoffs: tuple[int, ...], regrets: tuple[object, ...]
) -> None:
    game = lemke.read(HORSE)
    report = lemke.verify(game, lemke.profile(game, line))
    assert (report.payoffs, report.regrets) == (payoffs, tuple(map(mpq, regrets)))
    assert not report.constant_sum
    assert [row[:2] for row in report.to_table().rows] == [(f"Player {k}", payoffs[k - 1]) for k in (1, 2, 3)]


def shared(total: int) -> Game:
    """Three players in turn choose who gets the total."""
    builder = GameBuilder(["Ann", "Bob", "Cy"])
    for node in builder.move(builder.root, 0, ["a", "b"]):
        for k, leaf in enumerate(builder.move(node, 1, ["l", "m", "r"])):
            builder.pay(leaf, *(total * (player == k) for player in range(3)))
    return builder.build()


def test_a_constant_sum_of_three_has_no_exploitability_and_no_interval() -> None:
    game = shared(6)
    third = lemke.Profile.of(game, [[["1/2", "1/2"]], [["1/3", "1/3", "1/3"]] * 2, []])
    report = lemke.verify(game, third)
    assert report.payoffs == (2, 2, 2) and report.regrets == (0, 4, 0)
    assert report.constant_sum and report.nash_conv == 4 and report.exploitability is None
    judge = Judge.of_any(game)
    assert judge.interval(report) is None
    _, objections = judge.judge(Claim(third, interval=(mpq(0), mpq(6))))
    assert len(objections) == 1 and "two players" in objections[0]


def test_games_of_one_player_and_of_none_are_judged() -> None:
    builder = GameBuilder(["Ann"])
    builder.pay(builder.move(builder.root, 0, ["L", "R"])[1], 3)
    game = builder.build(unpaid="zero")
    report = lemke.verify(game, lemke.Profile.of(game, [[["1/2", "1/2"]]]))
    assert (report.payoffs, report.regrets) == ((mpq(3, 2),), (mpq(3, 2),))
    nobody = GameBuilder([]).build(unpaid="zero")
    assert lemke.verify(nobody, lemke.Profile(())).is_equilibrium


def certificate(profile: str) -> dict[str, object]:
    """A certificate of three players, as a solver of such games would write it."""
    game = lemke.read(HORSE)
    judge = Judge.of_any(game)
    parsed = lemke.profile(game, profile)
    plans = judge.plans(parsed)
    duals = [best_response(sequences, judge.values(i, plans)).dual for i, sequences in enumerate(judge.sequences)]
    report, _ = judge.judge(Claim(parsed))
    sets = [("1", ["R", "L"]), ("2", ["R", "L"]), ("3", ["R", "L"])]
    behavior = [
        {
            "player": k + 1,
            "information_sets": [
                {"index": 1, "actions": dict(zip(moves, map(str, parsed.behavior[k][0]), strict=True))}
            ],
        }
        for k, (_, moves) in enumerate(sets)
    ]
    return {
        "format": "lemke-equilibrium/2",
        "game": {"sha256": lemke.sha256(game)},
        "payoffs": [str(payoff) for payoff in report.payoffs],
        "behavior": behavior,
        "realization_plans": [[str(x) for x in plan] for plan in plans],
        "duals": [[str(u) for u in dual] for dual in duals],
    }


def verified(tmp_path: Path, document: dict[str, object], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    path = tmp_path / "stated.json"
    path.write_text(json.dumps(document))
    status = run(["verify", HORSE, str(path)])
    return status, *capsys.readouterr()


def test_a_certificate_of_three_players_is_checked_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = certificate(UNBELIEVABLE)
    status, out, _ = verified(tmp_path, document, capsys)
    assert status == 0 and "all regrets are exactly 0" in out
    for name, places in (("payoffs", [0, 1, 2]), ("realization_plans", [1, 2]), ("duals", [0, 2])):
        for place in places:
            tampered = json.loads(json.dumps(document))
            members = tampered[name]
            if name == "payoffs":
                members[place] = "7"
            else:
                members[place][-1] = "7" if name == "realization_plans" else "-7"
            status, out, _ = verified(tmp_path, tampered, capsys)
            assert status == 1 and f"player {place + 1}" in out, (name, place)
    short = json.loads(json.dumps(document))
    short["duals"].pop()
    status, _, err = verified(tmp_path, short, capsys)
    assert status == 2 and "$.duals: 2, expected 3" in err


def test_the_proof_of_a_refinement_is_of_two_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for method in ("quasi-perfect", "normal-form-perfect"):
        status, out, err = verified(tmp_path, certificate(PERFECT) | {"method": method}, capsys)
        assert (status, out) == (2, "") and method in err and "expected 2 players" in err
    status, out, _ = verified(tmp_path, certificate(PERFECT) | {"method": "subgame-perfect"}, capsys)
    assert status == 0 and "subgame-perfect" in out


@pytest.mark.parametrize(
    ("line", "status", "words"),
    [
        (UNBELIEVABLE, 0, "all regrets are exactly 0"),
        (NONE, 1, "the largest regret is 1/4"),
        (f"{PERFECT}\n{NONE}", 1, "2: Not an equilibrium"),
    ],
)
def test_the_command_judges_three_players(
    line: str, status: int, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lines.ne"
    path.write_text(line)
    assert run(["verify", HORSE, str(path)]) == status
    out, err = capsys.readouterr()
    assert words in out and "Player 3" in out and "exploitability" not in out and err == ""
    assert run(["verify", HORSE, str(path), "--format", "json"]) == status
    document = json.loads(capsys.readouterr().out)
    for verdict in document["profiles"]:
        assert [len(verdict[name]) for name in ("payoffs", "best_response_values", "regrets", "deviations")] == [3] * 4
        assert "exploitability" not in verdict


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["solve"], ""),
        (["polish", "PROFILE"], ""),
        (["report", "PROFILE"], ""),
        (["verify", "PROFILE", "--against-all"], "--against-all"),
        (["verify", "PROFILE", "--refine", "quasi-perfect"], "quasi-perfect"),
        (["verify", "SETS"], "proof about all equilibria"),
    ],
)
def test_commands_for_two_players_refuse_three(
    command: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line, sets = tmp_path / "line.ne", tmp_path / "sets.json"
    line.write_text(PERFECT)
    game = lemke.example("matching_pennies")
    stated = json.loads(lemke.enumerate(game).to_json())
    stated["game"]["sha256"] = lemke.sha256(lemke.read(HORSE))
    sets.write_text(json.dumps(stated))
    files = {"PROFILE": str(line), "SETS": str(sets)}
    name, *arguments = (files.get(word, word) for word in command)
    assert run([name, HORSE, *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert "a game of 3 players, expected 2 players" in err and words in err
