"""Bundles: a game, its equilibrium and the checkers, unpacked and checked by Python alone."""

import io
import py_compile
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given

import lemke
from certificates import bundle_checker, numbers_of_any_length
from lemke.api.proofs import proof_files
from lemke.cli import run
from lemke.game import Game, GameBuilder
from lemke.generators import kuhn, leduc
from lemke.io import bundle
from lemke.solvers.refinements import REFINEMENTS
from named_games import GAMES, NAMED, STRATEGIC
from strategies import ODD_LABELS, games

KUHN = kuhn(3)
EQUILIBRIUM = lemke.solve(KUHN)


def bundled(game: Game, equilibrium: lemke.Equilibrium) -> bytes:
    content = proof_files(game, equilibrium, "bundle")[""]
    assert isinstance(content, bytes)
    return content


def unpacked(content: bytes, folder: Path) -> Path:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(folder)
    return folder


def checked(folder: Path) -> str:
    """The words with which the checker accepts a folder, in this process."""
    with numbers_of_any_length():
        words: str = bundle_checker.check_bundle(str(folder))
    return words


def refused(folder: Path) -> str:
    with pytest.raises(bundle_checker.Refused) as error:
        checked(folder)
    status, words = error.value.args
    assert status == 1 and "\n" not in words
    return str(words)


def by_python(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The script of a bundle, run where nothing but the standard library can be imported."""
    command = [sys.executable, "-I", "-S", "check_bundle.py", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return unpacked(bundled(KUHN, EQUILIBRIUM), tmp_path)


@pytest.mark.parametrize("name", [*(known.file for known in NAMED), *STRATEGIC])
def test_bundles_of_named_games_are_accepted(name: str, tmp_path: Path) -> None:
    game = lemke.read(GAMES / name)
    assert checked(unpacked(bundled(game, lemke.solve(game)), tmp_path)).startswith("an equilibrium, payoffs ")


@given(games(labels=ODD_LABELS))
def test_bundles_of_games_whose_labels_change_in_a_file_are_accepted(
    tmp_path_factory: pytest.TempPathFactory, game: Game
) -> None:
    checked(unpacked(bundled(game, lemke.solve(game)), tmp_path_factory.mktemp("bundle")))


@pytest.mark.parametrize("name", ["kuhn4", "kuhn4 raked", "leduc2"])
def test_bundles_of_poker_have_their_number_of_vipr_files(name: str, tmp_path: Path) -> None:
    game = {"kuhn4": kuhn(4), "kuhn4 raked": kuhn(4, "1/20"), "leduc2": leduc(2)}[name]
    assert f"{2 if 'raked' in name else 3} VIPR files" in checked(unpacked(bundled(game, lemke.solve(game)), tmp_path))


@pytest.mark.parametrize("refinement", REFINEMENTS)
def test_bundles_of_refined_equilibria_name_the_refinement(refinement: str, tmp_path: Path) -> None:
    game = lemke.example("entry_deterrence")
    content = bundled(game, lemke.solve(game, refine=refinement))
    assert re.search(f"; {refinement}; 2 VIPR files|; {refinement}; 3 VIPR files", checked(unpacked(content, tmp_path)))


def test_python_alone_accepts_it(folder: Path) -> None:
    done = by_python(folder)
    words = "an equilibrium, payoffs -1/18 and 1/18, regrets 0 and 0; 3 VIPR files"
    assert (done.returncode, done.stdout, done.stderr) == (0, f"accepted: {words}\n", "")
    assert by_python(folder, ".").returncode == 0
    assert by_python(folder, "missing").returncode == by_python(folder, ".", ".").returncode == 2


def test_the_readme_states_the_claim_and_lists_the_files(folder: Path) -> None:
    text = (folder / "README.txt").read_text()
    for words in ("Kuhn poker, 3 cards", lemke.sha256(KUHN), lemke.__version__, "-1/18", "python check_bundle.py"):
        assert words in text
    files = {path.name for path in folder.iterdir()} - {"README.txt"}
    assert all(name in text or name in bundle.CHECKERS for name in files)
    assert max(map(len, text.splitlines())) <= 80


def test_the_same_game_and_certificate_make_the_same_bytes() -> None:
    content = bundled(KUHN, EQUILIBRIUM)
    assert content == bundled(KUHN, EQUILIBRIUM)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.namelist() == sorted(archive.namelist())
        assert {entry.date_time for entry in archive.infolist()} == {bundle.EPOCH}


def test_a_certificate_whose_labels_stay_is_kept_as_it_is(folder: Path) -> None:
    assert (folder / "certificate.json").read_text() == EQUILIBRIUM.to_json()


def test_a_certificate_follows_the_labels_that_change(tmp_path: Path) -> None:
    builder = GameBuilder(title="café")
    for payoff, child in enumerate(builder.move(builder.root, 0, ["thé", "thé  vert"])):
        builder.pay(child, payoff, -payoff)
    game = builder.build()
    assert "payoffs 1 and -1" in checked(unpacked(bundled(game, lemke.solve(game)), tmp_path))


def test_the_checkers_are_shipped() -> None:
    settings = tomllib.loads((GAMES.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    shipped = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert {f"examples/{name}": f"lemke/bundled_checkers/{name}" for name in bundle.CHECKERS}.items() <= shipped.items()


# ---------------------------------------------------------------------- false bundles


def replaced(name: str, before: str, after: str, every: bool = False) -> Callable[[Path], None]:
    def tamper(folder: Path) -> None:
        text = (folder / name).read_text()
        assert before in text
        (folder / name).write_text(text.replace(before, after, -1 if every else 1))

    return tamper


def exchanged(folder: Path) -> None:
    first, second = folder / "player1.vipr", folder / "player2.vipr"
    text = first.read_text()
    first.write_text(second.read_text())
    second.write_text(text)


def of_another_equilibrium(folder: Path) -> None:
    """The proof of another equilibrium of the same game, with the same payoffs."""
    never_bets = "NE,1,0,1,0,1,0,2/3,1/3,1,0,0,1,1,0,2/3,1/3,1,0,1,0,0,1,0,1"
    equilibrium = lemke.polish(KUHN, never_bets).equilibrium
    assert equilibrium.payoffs == EQUILIBRIUM.payoffs
    for name, text in proof_files(KUHN, equilibrium, "vipr").items():
        (folder / f"{name}.vipr").write_text(str(text))


TAMPERED: dict[str, tuple[str, Callable[[Path], None]]] = {
    "certificate's payoff": ("payoffs", replaced("certificate.json", '"-1/18"', '"-1/19"')),
    "certificate's move": ("behavior", replaced("certificate.json", '"2/3"', '"1/2"')),
    "certificate's dual": (
        "duals",
        replaced("certificate.json", '"duals": [\n  ["-1/18", "-1/3"', '"duals": [\n  ["-1/18", "-1/2"'),
    ),
    "payoff of the game": ("sha256", replaced("game.efg", "{ 2, -2 }", "{ 3, -3 }", every=True)),
    "chance of the game": ("sha256", replaced("game.efg", '1/6 "1-3" 1/6', '1/12 "1-3" 1/4')),
    "objective": ("player1.vipr", replaced("player1.vipr", "  1 -1/6  2 -1/3", "  1 -1/7  2 -1/3")),
    "bound": ("player1.vipr", replaced("player1.vipr", "proved L -1/18", "proved L -1/17")),
    "range": ("player2.vipr", replaced("player2.vipr", "range 1/18 1/18", "range 1/18 1/17")),
    "solution": ("player1.vipr", replaced("player1.vipr", "optimal 8  0 1  1 2/3", "optimal 8  0 1  1 1/3")),
    "multiplier": ("value.vipr", replaced("value.vipr", "{ lin ", "{ lin 0 } -1 { ")),
    "constraint": ("player1.vipr", replaced("player1.vipr", "CON 20 13", "CON 20 12")),
    "exchanged": ("player1.vipr", exchanged),
    "another equilibrium": ("vipr", of_another_equilibrium),
    "variable more": ("VAR", replaced("player1.vipr", "VAR 13\n", "VAR 14\nanother\n")),
    "missing": ("folder", lambda folder: (folder / "value.vipr").unlink()),
    "more": ("folder", lambda folder: (folder / "more.vipr").write_text("VER 1.0\n")),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_tampered_bundle_is_refused(name: str, folder: Path) -> None:
    words, tamper = TAMPERED[name]
    tamper(folder)
    assert words in refused(folder)


@pytest.mark.parametrize("name", ["certificate's payoff", "payoff of the game", "objective", "bound", "exchanged"])
def test_python_alone_refuses_in_one_line(name: str, folder: Path) -> None:
    TAMPERED[name][1](folder)
    done = by_python(folder)
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (1, 1, "")
    assert done.stdout.startswith("rejected: ")


def test_nothing_else_in_the_folder_is_run(folder: Path) -> None:
    """Neither modules that are named like Python's, nor compiled files of other programs."""
    for name in ("hashlib", "json", "re", "collections"):
        (folder / f"{name}.py").write_text("raise SystemExit('accepted')\n")
    source = folder / "check_vipr.py"
    text = source.read_text()
    source.write_text("raise SystemExit('accepted')\n")
    compiled = py_compile.compile(str(source), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    assert compiled and Path(compiled).parent == folder / "__pycache__"
    source.write_text(text)
    assert by_python(folder).stdout.endswith("; 3 VIPR files\n")
    replaced("player1.vipr", "proved L -1/18", "proved L -1/17")(folder)
    assert by_python(folder).stdout.startswith("rejected: player1.vipr")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["player1.vipr", "player2.vipr"])
def test_every_number_of_a_best_response_is_checked(name: str, folder: Path) -> None:
    head, start, text = (folder / name).read_text().partition("VER")
    numbers = list(re.finditer(r"(?<=[ \n])-?[0-9]+(/[0-9]+)?(?=[ \n])", text))
    assert len(numbers) > 100
    for number in numbers:
        changed = f"{number[0]}1" if "/" in number[0] else str(int(number[0]) + 1)
        (folder / name).write_text(f"{head}{start}{text[: number.start()]}{changed}{text[number.end() :]}")
        assert name in refused(folder), number


# ---------------------------------------------------------------------- the command


def test_convert_writes_a_bundle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kuhn3.json").write_text(lemke.solve("example:kuhn3").to_json())
    assert run(["convert", "example:kuhn3", "kuhn3.zip", "--certificate", "kuhn3.json"]) == 0
    assert not capsys.readouterr().out
    assert "3 VIPR files" in checked(unpacked(Path("kuhn3.zip").read_bytes(), tmp_path / "kuhn3"))
    assert run(["convert", "example:kuhn3", "again", "--certificate", "kuhn3.json", "--to", "bundle"]) == 0
    assert Path("again").read_bytes() == Path("kuhn3.zip").read_bytes()
