"""The stand-alone checkers `examples/check_certificate.py` and `check_enumeration.py`, imported.

Inside of :func:`watched` the first one checks every certificate that is made. `conftest.py` does this for the whole
suite.
"""

import hashlib
import importlib.util
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from lemke.certificate import Judge, replay
from lemke.errors import InputError
from lemke.game import Game
from lemke.game.tree import unique_names
from lemke.io import efg, profile
from lemke.io.enumeration import stated_in
from lemke.io.grammar import safe
from lemke.solvers.refinements import REFINEMENTS
from named_games import GAMES

SCRIPT = GAMES.parent / "check_certificate.py"


def _loaded(name: str) -> Any:
    """Import a script of the examples, which may import the others by their plain names."""
    spec = importlib.util.spec_from_file_location(f"examples.{name}", SCRIPT.with_name(f"{name}.py"))
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


checker = _loaded("check_certificate")
_loaded("check_identities")
refinement_checker = _loaded("check_refinement")
sets_checker = _loaded("check_enumeration")
vipr_checker = _loaded("check_vipr")
bundle_checker = _loaded("check_bundle")

Place = tuple[str | int, ...]
"""Keys and indices that lead to a value in a document."""

accepted: set[bytes] = set()
"""Hashes of the certificates accepted so far: many tests make the same ones."""


@contextmanager
def numbers_of_any_length() -> Iterator[None]:
    """Set up what the script sets up when it is run, and undo it afterwards."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def check(game: str, certificate: str) -> tuple[int, str]:
    """The exit status and the printed words of the checker for two texts."""
    with numbers_of_any_length():
        try:
            return 0, checker.check(game, certificate)
        except checker.Refused as refused:
            return refused.args


def accepted_by_lemke(game: Game, certificate: str) -> bool:
    """Whether `lemke verify` ends with status 0."""
    try:
        (claim,) = profile.loads(certificate, game)
    except InputError:
        return False
    report, objections = Judge.of(game).judge(claim)
    if claim.method in REFINEMENTS:
        objections += REFINEMENTS[claim.method].objections_to(game, claim)
    return not objections and bool(report.is_equilibrium or claim.regrets)


def renamed(document: dict[str, Any], game: Game) -> dict[str, Any]:
    """The certificate with the labels of the game as Gambit's format writes it, which may change them."""
    behavior = []
    for sets, player in zip(game.preorder_sets(), document["behavior"], strict=True):
        stated = []
        for index, information_set in zip(sets, player["information_sets"], strict=True):
            labels = game.information_sets[index].actions
            names = zip(unique_names(labels), unique_names([*map(safe, labels)]), strict=True)
            stated.append({**information_set, "actions": {new: information_set["actions"][old] for old, new in names}})
        behavior.append({**player, "information_sets": stated})
    return {**document, "behavior": behavior}


def require_accepted(game: Game, document: dict[str, Any]) -> None:
    """Fail if the checker does not accept a certificate of a game."""
    text = json.dumps(renamed(document, game))
    digest = hashlib.sha256(text.encode(errors="surrogatepass")).digest()
    if digest not in accepted:
        status, words = check(efg.dumps(game), text)
        assert status == 0, f"the stand-alone checker: {words}"
        accepted.add(digest)


def objection_to_sets(game: Game, stated: dict[str, Any]) -> str:
    """The objection to a document, an empty text if it is proved. The stand-alone checker gives the same verdict."""
    text = json.dumps(stated)
    sets = stated_in(text, game)
    assert sets is not None
    objection = replay(game, sets).objection
    try:
        words = sets_checker.check(efg.dumps(game), text)
        assert objection == "" and words.startswith("all equilibria") == (stated["stopped"] == "done")
    except checker.Refused as error:
        assert objection, error.args[1]
    return objection


@contextmanager
def watched() -> Iterator[None]:
    """Check every certificate that is made until the context ends."""
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
