"""Realization plans and mixed strategies in documents, read as profiles (Kuhn 1953)."""

import pytest
from gmpy2 import mpq

import lemke
from lemke.errors import FormatError, InputError, LemkeError, NumberError, ProfileError, RecallError
from lemke.game import Game, GameBuilder
from lemke.io import profile as profiles
from named_games import GAMES

TRACING = str(GAMES / "tracing_2002.efg")


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
        ('{"realization_plans": [[1, 1, 0], [1, 1, 0, 1, 0]]}', ProfileError, "3 probabilities .*, expected 5"),
        ('{"realization_plans": [[1, 1, 1, 0, 0], [1, 1, 0, 1, 0]]}', NumberError, "is off by"),
        ('{"realization_plans": [[1, 1, 0, 0, 0], [1, 1, 0, 1, 0]], "behavior": []}', FormatError, " and "),
        ('{"format": "lemke-profile/2", "game": {"sha256": "0"}}', ProfileError, "another game"),
    ],
)
def test_a_document_that_is_no_profile_is_refused(text: str, error: type[LemkeError], words: str) -> None:
    with pytest.raises(error, match=words):
        profiles.loads(text, lemke.read(TRACING))


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
    for stated in ('{"realization_plans": [[1]]}', '{"mixed_strategies": [{"L x": 1}]}'):
        with pytest.raises(RecallError):
            profiles.loads(stated, game)
