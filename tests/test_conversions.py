"""Behavior strategies, realization plans and mixed strategies of a profile: written, and read back (Kuhn 1953)."""

import json
from pathlib import Path
from typing import get_args

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.cli import run
from lemke.errors import FormatError, InputError, LemkeError, NumberError, ProfileError, RecallError
from lemke.game import Game, GameBuilder
from lemke.game.conversions import ProfileForm, converted
from lemke.game.pure_strategies import pure_strategies
from lemke.io import profile as profiles
from naive import behaviors, leaves, own_sets, payoff, reach, steps
from named_games import GAMES
from strategies import games

TRACING, HORSE = (str(GAMES / f"{name}.efg") for name in ("tracing_2002", "selten_horse"))
PERFECT = st.one_of(*(games(players=players, max_depth=3) for players in (1, 2, 3)))


def reaches(game: Game, profile: lemke.Profile) -> list[mpq]:
    return [reach(game, node, profile.behavior) for node in range(game.size)]


@given(st.data())
def test_every_form_is_read_back_as_a_realization_equivalent_profile(data: st.DataObject) -> None:
    """One player's strategy is converted and the others' are kept: the reach of nodes stays the same."""
    game = data.draw(PERFECT)
    profile = lemke.Profile.of(game, data.draw(behaviors(game)))
    fixed = data.draw(behaviors(game))
    for kind in get_args(ProfileForm):
        text = converted(game, profile, kind).to_json()
        (claim,) = profiles.loads(text, game)
        assert reaches(game, claim.profile) == reaches(game, profile)
        for player in range(len(game.players)):
            pair = [
                lemke.Profile.of(game, [*fixed[:player], variant.behavior[player], *fixed[player + 1 :]])
                for variant in (profile, claim.profile)
            ]
            assert reaches(game, pair[0]) == reaches(game, pair[1])
        assert lemke.profile(game, text).behavior == claim.profile.behavior


@given(st.data())
def test_mixed_strategies_have_the_expected_payoffs_of_the_profile(data: st.DataObject) -> None:
    """The expected payoffs of independent draws of pure strategies, spelled out, are those of the profile."""
    game = data.draw(games(max_depth=3))
    profile = lemke.Profile.of(game, data.draw(behaviors(game)))
    mixed = json.loads(converted(game, profile, "mixed").to_json())["mixed_strategies"]
    drawn = []
    for player in (0, 1):
        pure = pure_strategies(game, player)
        sets = own_sets(game, player)
        drawn.append([(dict(zip(sets, pure.parse(name), strict=True)), mpq(p)) for name, p in mixed[player].items()])
        assert sum(p for _, p in drawn[-1]) == 1
    for player in (0, 1):
        expected = mpq(0)
        for x, p in drawn[0]:
            for y, q in drawn[1]:
                chosen = x | y
                for leaf in leaves(game):
                    if all(chosen.get(index, move) == move for index, move in steps(game, leaf)):
                        chance = reach(game, leaf, [[[mpq(1)] * 9] * 99] * 2)
                        expected += p * q * chance * payoff(game, leaf, player)
        assert expected == lemke.reach(game, profile).payoffs[player]


def test_plans_are_those_of_the_certificate() -> None:
    equilibrium = lemke.solve(TRACING)
    document = json.loads(converted(equilibrium.game, equilibrium.profile, "plans").to_json())
    assert document["realization_plans"] == json.loads(equilibrium.to_json())["realization_plans"]
    assert document["game"]["sha256"] == lemke.sha256(equilibrium.game)


def test_pure_strategies_with_a_move_everywhere_are_read_as_well() -> None:
    game = lemke.read(TRACING)
    reduced = lemke.profile(game, '{"mixed_strategies": [{"L *": "1/2", "R T": "1/2"}, {"l s": 1}]}')
    full = lemke.profile(game, '{"mixed_strategies": [{"L S": "1/4", "L T": "1/4", "#2 T": "1/2"}, {"l s": 1}]}')
    assert full.behavior[0][0] == reduced.behavior[0][0] == (mpq(1, 2), mpq(1, 2))
    assert full.behavior[0][1] == reduced.behavior[0][1] == (0, 1)
    assert lemke.verify(game, full).payoffs == lemke.verify(game, reduced).payoffs


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ('{"mixed_strategies": [{"L *": "1/2"}, {"l s": 1}]}', NumberError, "sum to 1/2"),
        ('{"mixed_strategies": [{"L *": "3/2", "R S": "-1/2"}, {"l s": 1}]}', NumberError, "-1/2"),
        ('{"mixed_strategies": [{}, {"l s": 1}]}', NumberError, "sum to 0"),
        ('{"mixed_strategies": [{"L *": 1}]}', ProfileError, "1 player, expected 2"),
        ('{"mixed_strategies": [{"L": 1}, {"l s": 1}]}', InputError, "a strategy of 1 move"),
        ('{"mixed_strategies": [{"L Q": 1}, {"l s": 1}]}', InputError, "'Q' at information set 2"),
        ('{"mixed_strategies": [{"R *": 1}, {"l s": 1}]}', InputError, r"\* at information set 2"),
        ('{"mixed_strategies": [[], {"l s": 1}]}', FormatError, r"mixed_strategies\[0\]"),
        ('{"mixed_strategies": [{"L *": true}, {"l s": 1}]}', FormatError, "mixed_strategies"),
        ('{"realization_plans": [[1, 1, 0, 0, 0]]}', ProfileError, "1 player, expected 2"),
        ('{"realization_plans": [[1, 1, 0], [1, 1, 0, 1, 0]]}', ProfileError, "3 probabilities, expected 5"),
        ('{"realization_plans": [[1, 1, 1, 0, 0], [1, 1, 0, 1, 0]]}', NumberError, "is off by"),
        ('{"realization_plans": [[1, 1, 0, 0, 0], [1, 1, 0, 1, 0]], "behavior": []}', FormatError, " and "),
        ('{"format": "lemke-profile/2", "game": {"sha256": "0"}}', ProfileError, "another game"),
    ],
)
def test_a_document_that_is_no_profile_is_refused(text: str, error: type[LemkeError], words: str) -> None:
    with pytest.raises(error, match=words):
        profiles.loads(text, lemke.read(TRACING))


def test_a_document_that_states_nothing_is_refused() -> None:
    game = lemke.read(TRACING)
    empty = {"format": "lemke-profile/2", "game": {"sha256": lemke.sha256(game)}}
    with pytest.raises(FormatError, match="no profile, expected one of behavior, realization_plans"):
        profiles.loads(json.dumps(empty), game)


def test_sums_are_divided_if_asked() -> None:
    game = lemke.read(TRACING)
    text = '{"mixed_strategies": [{"L *": "1/2", "R S": "1/4"}, {"l s": 1}]}'
    profile = lemke.profile(game, text, normalize=True)
    assert profile.behavior[0] == ((mpq(2, 3), mpq(1, 3)), (1, 0))
    assert profile.normalization.largest == mpq(-1, 4) and profile.normalization.sets == 1
    with pytest.raises(NumberError, match="sum to 0"):
        lemke.profile(game, '{"mixed_strategies": [{"L *": 0}, {"l s": 1}]}', normalize=True)
    with pytest.raises(NumberError, match="-1/2"):
        lemke.profile(game, '{"mixed_strategies": [{"L *": "1", "R S": "-1/2"}, {"l s": 1}]}', normalize=True)


def forgetful() -> Game:
    builder = GameBuilder(["Ann"])
    crossing = builder.information_set(0, ["x", "y"])
    for node in builder.move(builder.root, 0, ["L", "R"]):
        builder.decide(node, crossing)
    return builder.build(unpaid="zero")


def test_plans_and_mixed_strategies_need_perfect_recall() -> None:
    game = forgetful()
    profile = lemke.Profile.of(game, [[["1/2", "1/2"], ["1/3", "2/3"]]])
    text = converted(game, profile, "behavior").to_json()
    assert profiles.loads(text, game)[0].profile == profile
    for kind in ("plans", "mixed"):
        with pytest.raises(RecallError):
            converted(game, profile, kind)
    for stated in ('{"realization_plans": [[1]]}', '{"mixed_strategies": [{"L x": 1}]}'):
        with pytest.raises(RecallError):
            profiles.loads(stated, game)


LINE = "NE,1/2,1/2,1/3,2/3,1,0,1/4,3/4"


@pytest.mark.parametrize("kind", get_args(ProfileForm))
def test_the_command_converts_a_profile_and_back(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line, target = tmp_path / "line.ne", tmp_path / "other.json"
    line.write_text(LINE)
    assert run(["strategies", TRACING, "--profile", str(line), "--to", kind, "-o", str(target)]) == 0
    assert run(["verify", TRACING, str(target), "--format", "json"]) == 1
    verdict = json.loads(capsys.readouterr().out)["profiles"][0]
    assert run(["verify", TRACING, str(line), "--format", "json"]) == 1
    assert verdict["regrets"] == json.loads(capsys.readouterr().out)["profiles"][0]["regrets"]
    assert run(["strategies", TRACING, "--profile", str(target), "--format", "gambit"]) == 0
    assert capsys.readouterr().out == f"{LINE}\n"


def test_a_profile_of_three_players_is_converted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, mixed = tmp_path / "line.ne", tmp_path / "mixed.json"
    path.write_text("NE,0,1,1/3,2/3,1,0")
    assert run(["strategies", HORSE, "--profile", str(path), "--to", "mixed", "-o", str(mixed)]) == 0
    assert json.loads(mixed.read_text())["mixed_strategies"] == [{"L": "1"}, {"R": "1/3", "L": "2/3"}, {"R": "1"}]
    assert run(["verify", HORSE, str(mixed)]) == 0
    assert "all regrets" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "--player"),
        (["--profile", "FILE", "--player", "1"], "--profile"),
        (["--player", "1", "--normalize"], "--profile"),
        (["--profile", "nowhere.ne", "--to", "mixed"], "nowhere.ne"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    options: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "line.ne"
    path.write_text(LINE)
    assert run(["strategies", TRACING, *(str(path) if word == "FILE" else word for word in options)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and words in err and err.count("\n") == 1


def test_sums_and_gaps_need_their_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "part.json"
    path.write_text('{"root": {"L": "1/2", "R": "1/4"}}')
    assert run(["strategies", TRACING, "--profile", str(path), "--to", "mixed"]) == 2
    assert "--missing uniform" in capsys.readouterr().err
    words = ["--missing", "uniform", "--normalize"]
    assert run(["strategies", TRACING, "--profile", str(path), "--to", "plans", *words]) == 0
    out = capsys.readouterr().out
    assert "2/3" in out and "filled in: 3" in out and "1 - 1/4" in out
