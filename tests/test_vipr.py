"""VIPR files, judged by `examples/check.py`, and by viprchk where it is on the PATH."""

import re
import shutil
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from gmpy2 import mpq
from hypothesis import given

import lemke
from certificates import check, numbers_of_any_length, vipr_range
from lemke.cli import run
from lemke.errors import FormatError, GameError, InputError, NotProvedError, ProfileError
from lemke.forms.programs import FORMS, NamedLP
from lemke.forms.sequence_form import sequence_form
from lemke.game import Game, GameBuilder
from lemke.generators import kuhn, leduc
from lemke.io import vipr
from lemke.linear.guided import solve_lp
from lemke.linear.lp import LP, Optimal
from lemke.public.proofs import proof_files
from named_games import GAMES, MORE_PLAYERS, NAMED, STRATEGIC
from strategies import ODD_LABELS, games

VIPRCHK = shutil.which("viprchk")
KUHN = lemke.solve(kuhn(3))
FILES = proof_files(kuhn(3), KUHN, "vipr")
GENERATED = {
    "kuhn3": kuhn(3),
    "kuhn4 raked": kuhn(4, "1/20"),
    "leduc3": leduc(3),
    "leduc2 raked": leduc(2, rake="1/20"),
}


def check_files(game: Game) -> None:
    """Assert that the files of an equilibrium prove its payoffs, and that none is missing."""
    equilibrium = lemke.solve(game)
    payoffs = [Fraction(int(payoff.numerator), int(payoff.denominator)) for payoff in equilibrium.payoffs]
    expected = {f"player{i + 1}": ("max", payoff, payoff) for i, payoff in enumerate(payoffs)}
    if sequence_form(game).total is not None:
        expected["value"] = ("min", payoffs[0], payoffs[0])
    files = proof_files(game, equilibrium, "vipr")
    with numbers_of_any_length():
        assert {name: vipr_range(text) for name, text in files.items()} == expected


@pytest.mark.parametrize("name", [*(known.file for known in NAMED), *STRATEGIC])
def test_payoffs_of_named_games_are_proved(name: str) -> None:
    check_files(lemke.read(GAMES / name))


@pytest.mark.parametrize("name", GENERATED)
def test_payoffs_of_generated_games_are_proved(name: str) -> None:
    check_files(GENERATED[name])


@given(games(labels=ODD_LABELS))
def test_labels_do_not_break_words(game: Game) -> None:
    check_files(game)


@pytest.mark.parametrize("form", [name for name, (_, takes) in FORMS.items() if takes != "plan"])
def test_every_program_of_a_game_can_be_written(form: str) -> None:
    named = FORMS[form][0](sequence_form(kuhn(3)), 1)
    value = Fraction(str(named.value(outcome := solve_lp(named.program))))
    assert isinstance(outcome, Optimal)
    assert vipr_range("".join(vipr.pieces(named, outcome)))[1:] == (value, value)


def test_rows_of_all_senses_are_proved_in_both_directions() -> None:
    for maximise in (False, True):
        cost = [-1, 2, -1] if maximise else [1, 2, 0]
        program = LP.of([[1, 1, 0], [1, -1, 1], [0, 1, 1]], ["1/2", 1, 3], cost, ["=", ">=", "<="], [2])
        named = NamedLP("", program, ("x(a)", "x(b)", "t()"), ("r(a)", "r(b)", "r(c)"), maximise, 0)
        outcome = solve_lp(program)
        assert isinstance(outcome, Optimal)
        assert vipr_range("".join(vipr.pieces(named, outcome)))[1] == Fraction(str(named.value(outcome)))


def test_an_outcome_that_does_not_hold_is_not_written() -> None:
    program = LP.of([[1, 1]], [1], [2, 3])
    named = NamedLP("cost", program, ("x(a)", "x(b)"), ("r(a)",), False, 0)
    right = solve_lp(program)
    assert isinstance(right, Optimal)
    with pytest.raises(NotProvedError, match="cost"):
        next(vipr.pieces(named, Optimal(right.x, right.y, right.value + 1)))


def test_a_title_cannot_leave_its_comment() -> None:
    builder = GameBuilder(title="one\nVER 9\nbé")
    builder.pay(builder.root, 1, 2)
    game = builder.build()
    files = proof_files(game, lemke.solve(game), "vipr")
    assert files["player1"].isascii() and "\nVER 1.0\n" in files["player1"]
    assert vipr_range(files["player1"])[1] == 1


# ---------------------------------------------------------------------- what is not true

TAMPERED: dict[str, Callable[[str], str]] = {
    "objective": lambda text: text.replace("  1 -1/6  2 -1/3", "  1 -1/7  2 -1/3"),
    "constraint": lambda text: text.replace("E 0  3  0 -1  1 1  2 1", "E 0  3  0 -1  1 2  2 1"),
    "right-hand side": lambda text: text.replace("plan(root) E 1 ", "plan(root) E 2 "),
    "sense": lambda text: text.replace("x(1.pass,1_pb.pass)>=0 G 0", "x(1.pass,1_pb.pass)>=0 L 0"),
    "direction": lambda text: text.replace("OBJ max", "OBJ min"),
    "dual": lambda text: text.replace("  14 -1/3", "  14 -1/4"),
    "reduced cost": lambda text: text.replace("lin 10  4 -1/18", "lin 10  4 -1/19"),
    "sign of a reduced cost": lambda text: text.replace("lin 10  4 -1/18", "lin 10  4 1/18"),
    "solution": lambda text: text.replace("optimal 8  0 1  1 2/3", "optimal 8  0 1  1 1/3"),
    "worse solution": lambda text: re.sub("optimal .*", "optimal 7  0 1  1 1  3 1  5 1  7 1  9 1  11 1", text),
    "range": lambda text: text.replace("range -1/18 -1/18", "range -1/19 -1/19"),
    "lower range": lambda text: text.replace("range -1/18 -1/18", "range -1/17 -1/17"),
    "derived bound": lambda text: text.replace("proved L -1/18", "proved L -1/17"),
    "weaker derived bound": lambda text: text.replace("proved L -1/18", "proved L -1/19"),
    "no derivation": lambda text: re.sub("DER 1\n.*\n", "DER 0\n", text),
    "assumption": lambda text: re.sub("{ lin .* }", "{ asm }", text),
    "words left over": lambda text: f"{text}x",
    "cut off": lambda text: text[: text.index("DER")],
    "version": lambda text: text.replace("VER 1.0\n", ""),
    "no number": lambda text: text.replace("plan(root) E 1 ", "plan(root) E 1/0 "),
    "index": lambda text: text.replace("{ lin 10  4 ", "{ lin 10  20 "),
    "integers": lambda text: text.replace("INT 0", "INT 1"),
    "rounding": lambda text: text.replace("{ lin", "{ rnd"),
    "no solution": lambda text: text.replace("SOL 1", "SOL 0"),
    "index twice": lambda text: text.replace("optimal 8  0 1  1 2/3", "optimal 8  0 1  0 2/3"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_false_proofs_are_rejected(name: str) -> None:
    text = TAMPERED[name](FILES["player1"])
    assert text != FILES["player1"]
    assert check(text)[0] != 0


def test_counts_larger_than_the_file_are_rejected_at_its_end() -> None:
    for section in ("VAR", "CON", "SOL", "DER"):
        text = re.sub(rf"\n{section} \d+", rf"\n{section} 999999999", FILES["player1"])
        status, words = check(text[: text.index(f"{section} 9") + 13])
        assert status == 2
        assert ", 0 words before the end" in words


# ---------------------------------------------------------------------- viprchk


@pytest.mark.skipif(VIPRCHK is None, reason="viprchk is not on the PATH")
@pytest.mark.parametrize("name", [*GENERATED, *(known.file for known in NAMED)])
def test_viprchk_accepts_every_file_of_an_equilibrium(name: str, tmp_path: Path) -> None:
    game = GENERATED[name] if name in GENERATED else lemke.read(GAMES / name)
    for part, text in proof_files(game, lemke.solve(game), "vipr").items():
        done = by_viprchk(text, tmp_path)
        assert done.returncode == 0 and "Successfully verified optimal value range" in done.stdout, part


@pytest.mark.skipif(VIPRCHK is None, reason="viprchk is not on the PATH")
@pytest.mark.parametrize(
    "name",
    sorted(
        TAMPERED.keys()
        - {"words left over", "no number", "index", "index twice", "integers", "rounding", "no solution", "range"}
    ),
)
def test_viprchk_rejects_tampered_files(name: str, tmp_path: Path) -> None:
    change = TAMPERED[name]
    done = by_viprchk(change(FILES["player1"]), tmp_path)
    assert "Successfully verified optimal value range" not in done.stdout


def by_viprchk(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "proof.vipr").write_text(text)
    return subprocess.run([str(VIPRCHK), "proof.vipr"], cwd=folder, capture_output=True, text=True, check=False)


# ---------------------------------------------------------------------- the doors and the command


def test_an_equilibrium_is_written_by_its_suffix(tmp_path: Path) -> None:
    lemke.write(KUHN, tmp_path / "kuhn3.vipr")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        f"kuhn3.{name}.vipr": text for name, text in FILES.items()
    }
    lemke.write(KUHN, tmp_path / "again", "vipr")
    assert (tmp_path / "again.value").read_text() == FILES["value"]
    with pytest.raises(FormatError, match="expected json"):
        lemke.write(KUHN.profile, tmp_path / "profile.vipr", of=kuhn(3))


def test_certificates_that_do_not_hold_or_do_not_fit_are_refused() -> None:
    with pytest.raises(ProfileError, match="does not hold: the payoff -1/19"):
        proof_files(kuhn(3), KUHN.to_json().replace('"-1/18"', '"-1/19"', 1), "vipr")
    with pytest.raises(ProfileError, match="another game"):
        proof_files(kuhn(4), KUHN.to_json(), "vipr")
    with pytest.raises(ProfileError, match="expected a certificate"):
        proof_files("example:matching_pennies", "NE,1/2,1/2,1/2,1/2", "vipr")
    with pytest.raises(InputError, match="Profile, expected an Equilibrium"):
        proof_files(kuhn(3), KUHN.profile, "vipr")
    with pytest.raises(InputError, match="format 'vpir', expected one of vipr"):
        proof_files(kuhn(3), KUHN, "vpir")
    with pytest.raises(GameError):
        proof_files(f"example:{next(iter(MORE_PLAYERS)).removesuffix('.efg')}", KUHN, "vipr")


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "kuhn3.json"
    path.write_text(lemke.solve("example:kuhn3").to_json())
    return path


def converted(*words: str) -> int:
    return run(["convert", "example:kuhn3", *words])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--certificate", "kuhn3.json", "--to", "vipr"], "expected the path of a file as OUT"),
        (["a.vipr", "--certificate", "kuhn3.json", "--chance", "prune"], "--certificate with --subgame or --chance"),
        (["missing/a.vipr", "--certificate", "kuhn3.json"], "missing/a.player1.vipr: cannot be written"),
    ],
)
def test_bad_input_has_one_line_and_status_2(
    words: list[str], message: str, certificate: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("not.json").write_text("{")
    assert converted(*words) == 2
    printed = capsys.readouterr()
    assert message in printed.err and printed.err.count("\n") == 1 and not printed.out
    assert not [path for path in Path().iterdir() if path.suffix == ".vipr"]


def test_payoffs_of_thousands_of_digits_are_proved() -> None:
    long = mpq(10**5000 + 1, 3)
    builder = GameBuilder()
    for move, child in enumerate(builder.move(builder.root, 0, ["L", "R"])):
        builder.pay(child, long * move, -long * move)
    check_files(builder.build())
