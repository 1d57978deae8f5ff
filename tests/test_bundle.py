"""Bundles: a proved equilibrium and its checker in one zip file, checked by Python alone."""

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import given

import lemke
from lemke.errors import FormatError
from lemke.game import Game
from lemke.generators import kuhn
from lemke.io import bundle, proofs
from lemke.solvers.refinements import REFINEMENTS
from strategies import ODD_LABELS, games

KUHN = kuhn(3)
EQUILIBRIUM = lemke.solve(KUHN)
PROOFS = ["player1.vipr", "player2.vipr", "value.vipr"]


def bundled(equilibrium: lemke.Equilibrium) -> bytes:
    certificate = proofs.Certificate(equilibrium.game, equilibrium.claim, equilibrium.to_json())
    return bundle.files(certificate)[""]


def members(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def by_python(folder: Path, content: bytes) -> subprocess.CompletedProcess[str]:
    """What the checker in a bundle says about it where nothing but the standard library can be imported."""
    (folder / "bundle.zip").write_bytes(content)
    (folder / "check.py").write_bytes(members(content)["check.py"])
    command = [sys.executable, "-I", "-S", "check.py", "bundle.zip"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_bundle_lists_its_files_and_has_the_certificate_unchanged() -> None:
    files = members(bundled(EQUILIBRIUM))
    manifest = json.loads(files["manifest.json"])
    assert manifest["format"] == "lemke-bundle/2" and manifest["sha256"] == lemke.sha256(KUHN)
    assert manifest["proofs"] == PROOFS
    assert {*files} == {"manifest.json", "README.txt", manifest["certificate"], manifest["checker"], *PROOFS}
    assert files["certificate.json"].decode() == EQUILIBRIUM.to_json() == bundle.certificate_text(bundled(EQUILIBRIUM))


def test_the_same_certificate_makes_the_same_bytes() -> None:
    content = bundled(EQUILIBRIUM)
    assert content == bundled(EQUILIBRIUM)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.namelist() == sorted(archive.namelist())
        assert {entry.date_time for entry in archive.infolist()} == {bundle.EPOCH}


@pytest.mark.parametrize("content", [b"", b"EFG 2 R", bundled(EQUILIBRIUM)[:-40]])
def test_what_is_no_bundle_is_refused(content: bytes) -> None:
    with pytest.raises(FormatError, match="no bundle"):
        bundle.certificate_text(content)


def test_a_damaged_zip_file_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "kuhn3.zip"
    lemke.write(lemke.solve("example:kuhn3"), path)
    whole = path.read_bytes()
    begin = whole.index(b"certificate.json") + len("certificate.json")  # compressed data follows the name
    for place in range(begin, begin + 40):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        with pytest.raises(FormatError, match="no bundle"):
            lemke.load(path)


def test_python_alone_accepts_it(tmp_path: Path) -> None:
    done = by_python(tmp_path, bundled(EQUILIBRIUM))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize("refinement", REFINEMENTS)
def test_bundles_of_refined_equilibria_are_accepted(refinement: str, tmp_path: Path) -> None:
    content = bundled(lemke.solve(lemke.example("entry_deterrence"), refine=refinement))
    done = by_python(tmp_path, content)
    assert done.returncode == 0 and refinement in done.stdout


@pytest.mark.slow
@given(games(labels=ODD_LABELS))
def test_bundles_of_games_with_odd_labels_are_accepted(tmp_path_factory: pytest.TempPathFactory, game: Game) -> None:
    assert by_python(tmp_path_factory.mktemp("bundle"), bundled(lemke.solve(game))).returncode == 0


TAMPERED: dict[str, tuple[str, str, str]] = {
    "payoff": ("certificate.json", '"-1/18"', '"-1/19"'),
    "move": ("certificate.json", '"2/3"', '"1/2"'),
    "multiplier": ("value.vipr", "{ lin ", "{ lin 0 } -1 { "),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_tampered_bundle_is_refused(name: str, tmp_path: Path) -> None:
    file, before, after = TAMPERED[name]
    files = members(bundled(EQUILIBRIUM))
    assert before in files[file].decode()
    files[file] = files[file].replace(before.encode(), after.encode(), 1)
    changed = io.BytesIO()
    with zipfile.ZipFile(changed, "w") as archive:
        for member, content in files.items():
            archive.writestr(member, content)
    done = by_python(tmp_path, changed.getvalue())
    assert done.returncode in (1, 2) and "Traceback" not in done.stderr
