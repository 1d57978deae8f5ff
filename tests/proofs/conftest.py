"""Builds the program in `proofs/` once."""

import subprocess

import pytest

from proved_checker import PROOFS, Built, missing


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    if (why := missing()) is not None:
        pytest.skip(f"{why} (apt-get install coq ocaml-nox ocaml-findlib libzarith-ocaml-dev)")
    library, folder = tmp_path_factory.mktemp("library"), tmp_path_factory.mktemp("files")
    run = subprocess.run([PROOFS / "build.sh", library], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return Built(run.stdout, library, folder)
