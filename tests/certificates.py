"""The stand-alone checker `examples/check.py`, imported, and verdicts of it and of `lemke` on the same documents.

Inside of :func:`watched` it checks every result that is written as JSON. `conftest.py` does this for the whole suite.
"""

import hashlib
import importlib.util
import json
import re
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import pytest

from lemke.certificate import Judge, replay
from lemke.errors import InputError
from lemke.game import Game, sha256
from lemke.ground.results import Result
from lemke.io import profile
from lemke.io.enumeration import stated_in
from lemke.solvers.refinements import REFINEMENTS, objections_to
from named_games import GAMES

SCRIPT = GAMES.parent / "check.py"
LARGEST = 100_000
"""The most characters of a document that :func:`watched` checks."""

_spec = importlib.util.spec_from_file_location("examples.check", SCRIPT)
assert _spec is not None
assert _spec.loader is not None
checker: Any = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(checker)

Place = tuple[str | int, ...]
"""Keys and indices that lead to a value in a document."""

accepted: set[bytes] = set()
"""Hashes of the documents accepted so far: many tests make the same ones."""


@contextmanager
def numbers_of_any_length() -> Iterator[None]:
    """Set up what the script sets up when it is run, and undo it afterwards."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def check(content: str | bytes, given: str | None = None) -> tuple[int, str]:
    """The exit status and the words of the checker for a file, which must be about the game with a given SHA-256."""
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    with numbers_of_any_length():
        try:
            return 0, "\n".join(checker.claims(data, "file", given))
        except checker.Failure as failure:
            return failure.args
        except (UnicodeDecodeError, zipfile.BadZipFile, EOFError, zlib.error) as error:
            return 2, str(error)


def vipr_range(text: str) -> tuple[str, Fraction, Fraction]:
    """The direction of the program in a VIPR file, and the range that the checker accepts."""
    status, words = check(text)
    assert status == 0, words
    ends = re.search(r"an optimal value from (\S+) to (\S+)", words)
    direction = re.search(r"\nOBJ (min|max)", text)
    assert ends is not None
    assert direction is not None
    with numbers_of_any_length():
        return direction[1], Fraction(ends[1]), Fraction(ends[2])


def accepted_by_lemke(game: Game, text: str) -> bool:
    """Whether `lemke verify` ends with status 0 for a certificate."""
    try:
        (claim,) = profile.loads(text, game)
    except InputError:
        return False
    report, objections = Judge.of(game).judge(claim)
    if claim.method in REFINEMENTS:
        objections += objections_to(claim.method, game, claim)
    return not objections and bool(report.is_equilibrium or claim.regrets)


def objection_to_sets(game: Game, stated: dict[str, Any]) -> str:
    """The objection to a document, an empty text if it is proved. The stand-alone checker gives the same verdict.

    It does not check which sets touch, their indices, and vertices.
    """
    text = json.dumps(stated)
    sets = stated_in(text, game)
    assert sets is not None
    objection = replay(game, sets).objection
    status, words = check(text, sha256(game))
    unchecked = any(word in objection for word in ("component", "index", "indices", "branch", "vert"))
    assert (status == 0) == (not objection) or unchecked, (objection, words)
    return objection


def require_accepted(text: str) -> None:
    """Fail if the checker does not accept a document."""
    digest = hashlib.sha256(text.encode(errors="surrogatepass")).digest()
    if digest not in accepted:
        status, words = check(text)
        assert status == 0, f"the stand-alone checker: {words}"
        accepted.add(digest)


@contextmanager
def watched() -> Iterator[None]:
    """Check every result that is written as JSON until the context ends."""
    written = Result.to_json

    def to_json(result: Result) -> str:
        text = written(result)
        if len(text) <= LARGEST:
            require_accepted(text)
        return text

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Result, "to_json", to_json)
        yield


def leaves(value: Any, path: str = "", place: Place = ()) -> Iterator[tuple[str, Place]]:
    """The fields of a document that hold no objects and no lists: their names in the documentation and their places."""
    if isinstance(value, dict):
        for key, child in value.items():
            name = "NAME" if path.endswith(".actions") else key
            yield from leaves(child, f"{path}.{name}".removeprefix("."), (*place, key))
    elif isinstance(value, list):
        for k, child in enumerate(value):
            yield from leaves(child, f"{path}[]", (*place, k))
    else:
        yield path, place


def changed(document: dict[str, Any], place: Place, change: Callable[[Any], Any]) -> dict[str, Any]:
    """The document with another value at a place."""
    copy: Any = json.loads(json.dumps(document))
    at = copy
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = change(at[place[-1]])
    return copy
