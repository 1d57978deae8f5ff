"""Results about all equilibria as JSON: read back they are equal; no changed value passes or ends in a traceback."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given

import lemke
from certificates import changed, leaves
from lemke.certificate import replay
from lemke.errors import FormatError, GameError, LemkeError, NotProvedError, NumberError, ProfileError
from lemke.game import Game
from lemke.io import enumeration
from lemke.studies.load import loads
from named_games import GAMES
from strategies import games

MAKERS = {
    "sets": lambda game: lemke.enumerate(game, "sets"),
    "vertices": lambda game: lemke.enumerate(game, "sets", vertices=True),
    "first": lambda game: lemke.enumerate(game, "sets", first=1),
    "ranges": lemke.ranges,
    "some ranges": lambda game: lemke.ranges(game, 0),
    "best": lambda game: lemke.enumerate(game, best="u1 + u2"),
    "support": lambda game: lemke.enumerate(game, best="support"),
}
WRONG_NUMBERS = ["0", "6e0", "7/7", 1.5, True, None, [], {}, "x", -1, 10**30]


@cache
def game_of(name: str) -> Game:
    return lemke.read(GAMES / f"{name}.efg")


@cache
def written(kind: str, name: str) -> tuple[Any, str]:
    result = MAKERS[kind](game_of(name))
    return result, result.to_json()


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("name", ["kuhn3", "tracing_2002", "battle_of_the_sexes", "silent_player"])
def test_a_written_result_is_read_back_equal_and_judged_again(kind: str, name: str) -> None:
    result, text = written(kind, name)
    again = loads(text)
    assert again == result and again.to_json() == text and str(again) == str(result)
    verdict = replay(game_of(name), again).verdict
    assert verdict.holds and loads(verdict.to_json()) == verdict


@given(games(max_depth=3))
def test_ranges_of_random_games_are_read_back_equal(game: Game) -> None:
    result = lemke.ranges(game)
    assert loads(result.to_json()) == result


CHECKED = {
    "open", "proof", "plans", "values", "payoffs", "dimensions", "pure", "sequence", "number", "label", "action",
    "least", "greatest", "components", "unique", "played", "player", "value", "sha256", "vertices",
}  # fmt: skip
"""Members of which every changed value is a false statement, or null, which states nothing: the result is the same."""


def mutants(document: dict) -> Iterator[tuple[str, Any, dict]]:
    """Documents with another value at one place; for every kind of place at three places, and without each member."""
    seen: dict[str, int] = {}
    for path, place in leaves({name: part for name, part in document.items() if name != "game"}):
        seen[path] = seen.get(path, 0) + 1
        if seen[path] > 3:
            continue
        for value in [*WRONG_NUMBERS, "nan", "every", "done", "least"]:
            yield path, value, changed(document, place, lambda _, value=value: value)
    for name in document:
        yield name, "left out", {other: part for other, part in document.items() if other != name}
    yield "game.sha256", "0", changed(document, ("game", "sha256"), lambda _: "0" * 64)


@pytest.mark.parametrize("kind", ["vertices", "ranges", "best", "support"])
@pytest.mark.parametrize("name", ["kuhn3", "tracing_2002"])
def test_no_mutant_ends_in_a_traceback_or_is_read_as_something_else(kind: str, name: str) -> None:
    """What is accepted has the same derived values: they are computed from what is proved."""
    result, text = written(kind, name)
    document = json.loads(text)
    refused = 0
    for path, value, mutant in mutants(document):
        try:
            again = loads(json.dumps(mutant))
        except (FormatError, NumberError, ProfileError, GameError, NotProvedError) as error:
            assert "\n" not in str(error), (path, value)
            refused += 1
        else:
            last = path.replace("[]", "").rpartition(".")[2]
            assert again == result or last not in CHECKED, (path, value)
            assert again.game == result.game
    assert refused > 100


WHOLE = {
    "a step": ("steps", 0, 1),
    "a sequence": ("sets", 0, "moves", 0, 0, "sequence"),
    "a dimension": ("sets", 0, "dimensions", 0),
    "open": ("open",),
    "a component": ("components", 0, 0),
    "a player": ("combinations", 0, 0),
}


@pytest.mark.parametrize("value", ["0", "6e0", "7/7", 1.0, True])
@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_number_is_a_json_number(name: str, value: object) -> None:
    _, text = written("sets", "tracing_2002")
    mutant = changed(json.loads(text), WHOLE[name], lambda _: value)
    with pytest.raises(FormatError) as raised:
        loads(json.dumps(mutant))
    assert f"$.{WHOLE[name][0]}" in str(raised.value) and "\n" not in str(raised.value)


def test_a_false_verdict_is_read_back() -> None:
    _, text = written("ranges", "tracing_2002")
    false = text.replace('"unique": false', '"unique": true')
    verdict = replay(game_of("tracing_2002"), enumeration.stated_in(false, game_of("tracing_2002"))).verdict
    assert not verdict.holds and verdict.objection == "unique is true, expected false"
    document = json.loads(verdict.to_json())
    assert (document["holds"], document["sets"], document["complete"]) == (False, 3, True)
    assert loads(verdict.to_json()) == verdict
    with pytest.raises(LemkeError):
        loads(json.dumps(document | {"holds": True}))
