"""The JSON formats: exact numbers, what is read back, and the page that describes them."""

import importlib
import json
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq, mpz

import lemke
from lemke.errors import FormatError, NumberError
from lemke.ground import exact_json
from lemke.ground.sparse import Vector
from lemke.io import bundle, proofs
from lemke.studies import load

DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def reference():
    """The script that writes the page."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(DOCS)
        return importlib.import_module("formats")


def test_the_page_is_made_from_the_types(reference) -> None:
    page = reference.PAGE.read_text(encoding="utf-8")
    assert reference.written() == page, "python docs/formats.py writes it"
    assert {*load.FORMATS} <= {*reference.TYPES} and all(f"## {name}\n" in page for name in load.FORMATS)
    certificates = (DOCS / "reference" / "certificate-format.md").read_text(encoding="utf-8")
    assert len((page + certificates).replace("|", " ").split()) <= 5000


def results() -> dict[str, object]:
    game = lemke.example("beer_quiche")
    return {
        "learned": lemke.learn(game, 3),
        "sweep": lemke.sweep("example:kuhn3_parametric", 0, 4),
    }


@pytest.mark.parametrize("name", ["learned", "sweep"])
def test_a_result_is_read_back(name: str, tmp_path: Path) -> None:
    result = results()[name]
    (tmp_path / "result.json").write_text(result.to_json())
    assert load.load(tmp_path / "result.json").to_json() == result.to_json()


def test_games_problems_and_bundles_are_read_back(tmp_path: Path) -> None:
    game = lemke.ParametricGame.read("example:kuhn3_parametric")
    assert load.loads(game.to_json()) == game
    assert load.loads(lemke.dumps(game.at(1), "json")) == game.at(1)
    assert load.loads('{"format": "lemke-lcp/2", "M": [[1]], "q": [-1]}').size == 1
    equilibrium = lemke.solve("example:kuhn3")
    certificate = proofs.Certificate(equilibrium.game, equilibrium.claim, equilibrium.to_json())
    (tmp_path / "kuhn3.zip").write_bytes(bundle.files(certificate)[""])
    assert load.load(tmp_path / "kuhn3.zip") == equilibrium


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "f: a document without a format, expected 'lemke-"),
        ('{"format": "lemke-game/1"}', "f: the format 'lemke-game/1', expected"),
        ('{"a": 1, "a": 1}', "f: the key 'a' twice"),
        ('{"a":\n}', "f:2: no JSON"),
        ('{"a": NaN}', "f: the number NaN"),
        ('{"a": "\\ud800"}', "f: half a surrogate pair"),
    ],
)
def test_what_is_no_document_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises((FormatError, NumberError)) as error:
        load.loads(text, "f")
    assert str(error.value).startswith(message) and "\n" not in str(error.value)


def test_numbers_and_arrays_are_written_exactly_and_read_back() -> None:
    members = {"n": mpz(7) ** 3000, "v": np.array([mpq(1, 3), mpq(2)], dtype=object), "nested": {"rows": [[1], [2, 3]]}}
    text = exact_json.dumps(members)
    document = exact_json.loads(text)
    assert json.loads(text)["n"] == str(mpz(7) ** 3000) and document["nested"] == {"rows": [[1], [2, 3]]}
    assert exact_json.convert(document["n"], mpq) == mpz(7) ** 3000
    assert exact_json.convert(document["v"], Vector).tolist() == [mpq(1, 3), 2]
    assert exact_json.loads('{"x": [0.1, 12345678901234567890123]}')["x"] == [mpq(1, 10), 12345678901234567890123]
