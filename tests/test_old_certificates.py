"""Certificates that lemke 0.2.0 wrote are accepted: by the stand-alone checkers and by `lemke verify`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from lemke.cli import run

REPOSITORY = Path(__file__).parents[1]
CERTIFICATES = sorted((REPOSITORY / "tests" / "certificates_of_0_2_0").glob("*.json"))


def checker(certificate: Path) -> str:
    """The stand-alone script that checks a certificate of this kind."""
    is_of_sets = json.loads(certificate.read_text(encoding="utf-8"))["format"].startswith(
        ("lemke-enumeration", "lemke-ranges")
    )
    return f"examples/check_{'enumeration' if is_of_sets else 'certificate'}.py"


def test_all_kinds_are_there() -> None:
    kinds = {json.loads(file.read_text(encoding="utf-8"))["format"].rpartition("/")[0] for file in CERTIFICATES}
    assert kinds == {"lemke-equilibrium", "lemke-enumeration", "lemke-ranges"}


@pytest.mark.parametrize("certificate", CERTIFICATES, ids=lambda file: file.stem)
def test_an_old_certificate_is_accepted(certificate: Path) -> None:
    game = REPOSITORY / "examples" / "games" / f"{certificate.stem.partition('.')[0]}.efg"
    command = [sys.executable, checker(certificate), str(game), str(certificate)]
    alone = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert alone.returncode == 0, alone.stdout + alone.stderr
    assert run(["verify", str(game), str(certificate)]) == 0


def test_a_changed_payoff_is_rejected(tmp_path: Path) -> None:
    text = next(file for file in CERTIFICATES if file.stem == "kuhn3.solve").read_text(encoding="utf-8")
    certificate = tmp_path / "forged.json"
    certificate.write_text(text.replace('"payoffs": ["-1/18"', '"payoffs": ["-1/17"'), encoding="utf-8")
    game = REPOSITORY / "examples" / "games" / "kuhn3.efg"
    command = [sys.executable, "examples/check_certificate.py", str(game), str(certificate)]
    assert subprocess.run(command, cwd=REPOSITORY, capture_output=True, check=False).returncode == 1
    assert run(["verify", str(game), str(certificate)]) == 1
