"""The bounds of all equilibria of a constant-sum game as VIPR files, by the naive checker."""

from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from certificates import check, vipr_range
from lemke.certificate import Interval, MoveRange
from lemke.cli import run
from lemke.errors import InputError, NotProvedError, ProfileError
from lemke.game import Game
from lemke.generators import kuhn
from lemke.linear.guided import solve_lp
from lemke.linear.lp import LP
from lemke.public.proofs import proof_files
from lemke.studies import range_proofs
from lemke.studies.range_proofs import range_files
from named_games import GAMES
from strategies import games, opposed

ENDS = ("least", "greatest")
CONSTANT_SUM = ["inner_payoffs.efg", "kuhn4.efg", "public_chance.efg", "stoc_1994.efg"]


def check_files(game: Game) -> None:
    """Every bound over all equilibria is the value of its file, and there are no other files."""
    ranges = lemke.ranges(game)
    expected = {}
    for player, (sequence, *_), move in ranges._moves():
        head = f"player{player + 1}.{sequence}"
        expected |= {f"{head}.weight.{end}": limit for end, limit in zip(ENDS, move.weight, strict=True)}
        if ranges.equilibria.sequences[player].shorter[sequence] and move.probability is not None:
            expected |= {f"{head}.probability.{end}": limit for end, limit in zip(ENDS, move.probability, strict=True)}
    files = proof_files(game, ranges, "vipr")
    assert files.keys() == expected.keys()
    for name, limit in expected.items():
        direction = "max" if name.endswith("greatest") else "min"
        assert vipr_range(files[name]) == (direction, Fraction(str(limit)), Fraction(str(limit))), name


@pytest.mark.parametrize("name", CONSTANT_SUM)
def test_every_bound_of_a_named_game_has_a_file_that_proves_it(name: str) -> None:
    check_files(lemke.read(GAMES / name))


@given(games(max_depth=3), st.sampled_from([0, 3]))
def test_every_bound_of_a_random_constant_sum_game_has_a_file_that_proves_it(game: Game, constant: int) -> None:
    check_files(opposed(game, constant))


def test_the_comments_of_a_file_state_its_claim() -> None:
    text = proof_files(kuhn(3), lemke.ranges(kuhn(3)), "vipr")["player1.2.weight.greatest"]
    assert "the greatest weight of 1.bet is 1/3" in str(text)


def test_general_sums_other_formats_and_false_ranges_are_refused() -> None:
    battle = lemke.example("battle_of_the_sexes")
    with pytest.raises(InputError, match="general-sum"):
        proof_files(battle, lemke.ranges(battle), "vipr")
    with pytest.raises(InputError, match="the proof format of ranges 'bundle', expected one of vipr"):
        proof_files(kuhn(3), lemke.ranges(kuhn(3)), "bundle")
    with pytest.raises(InputError, match=r"format \['vipr'\], expected one of vipr"):
        proof_files(kuhn(3), lemke.ranges(kuhn(3)), ["vipr"])  # type: ignore[arg-type]
    text = lemke.ranges(kuhn(3)).to_json()
    with pytest.raises(ProfileError, match="does not hold"):
        proof_files(kuhn(3), text.replace('"greatest": "1/3"', '"greatest": "1/2"', 1), "vipr")


def test_a_bound_that_is_not_the_value_is_not_written() -> None:
    ranges = lemke.ranges(kuhn(3))
    moves = [list(ranges.equilibria.moves[player]) for player in (0, 1)]
    moves[0][2] = MoveRange(Interval(mpq(0), mpq(1, 2)), None)
    wrong = SimpleNamespace(payoffs=ranges.equilibria.payoffs, moves=moves)
    stated = SimpleNamespace(game=ranges.game, sequences=ranges.sequences, equilibria=wrong)
    with pytest.raises(NotProvedError, match="1/2"):
        "".join(str(piece) for piece in range_files(stated)["player1.2.weight.greatest"])


def test_the_command_writes_files_that_the_checker_accepts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["ranges", "example:kuhn3", "--player", "1", "--only", "J", "--format", "json", "-o", "jack.json"]
    assert run(words) == 0
    assert run(["convert", "example:kuhn3", "jack.vipr", "--certificate", "jack.json"]) == 0
    printed = capsys.readouterr().out.split()
    assert printed == [f"jack.player1.{k}.weight.{end}.vipr" for k in (1, 2) for end in ("least", "greatest")]
    assert [check(Path(name).read_text(encoding="utf-8"))[0] for name in printed] == [0] * 4


def test_where_one_program_is_not_proved_no_file_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("all.json").write_text(lemke.ranges("example:kuhn3").to_json())
    solved: list[LP] = []

    def third_fails(program: LP) -> object:
        solved.append(program)
        return solve_lp(program) if len(solved) < 3 else None

    monkeypatch.setattr(range_proofs, "solve_lp", third_fails)
    assert run(["convert", "example:kuhn3", "all.vipr", "--certificate", "all.json"]) > 1
    printed = capsys.readouterr()
    assert len(solved) == 3 and not printed.out and printed.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["all.json"]
