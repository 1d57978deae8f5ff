"""Beliefs at information sets as JSON: a document ``lemke-beliefs/1``, or only the object under its key ``beliefs``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lemke.errors import FormatError, ProfileError, located
from lemke.game import Game, sha256
from lemke.game.strategy import BELIEFS, Distribution, beliefs_by_name
from lemke.io import exact_json
from lemke.io.source import read_text


def read(path: str, game: Game) -> dict[int, Distribution]:
    """Return the beliefs in a file, or on the standard input for ``-``; errors as in :func:`loads`."""
    return loads(read_text(path), game, path)


def loads(content: str, game: Game, source: str | None = None) -> dict[int, Distribution]:
    """Return the beliefs of a text, by index of information set.

    The errors are those of :func:`of_document`, and a FormatError if the text is no JSON.
    """
    document = exact_json.loads(content.removeprefix("\ufeff"), source)
    with located(source):
        return of_document(exact_json.of_kind(document, dict, "the document"), game)


def of_document(document: Mapping[Any, Any], game: Game) -> dict[int, Distribution]:
    """Return the beliefs in a document ``lemke-beliefs/1``, or in a mapping from information sets to probabilities.

    Raises
    ------
    FormatError
        For an object of another format, or without beliefs.
    ProfileError, NumberError, InputError
        For beliefs that do not fit the game or are about another game.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann"])
    >>> _ = builder.move(builder.root, 0, ["L", "R"], "first")
    >>> of_document({"first": ["1"]}, builder.build(unpaid="zero"))
    {0: (mpq(1,1),)}
    """
    if not isinstance(name := document.get("format"), str):
        return beliefs_by_name(game, document)
    if name != BELIEFS.name:
        raise FormatError(f"format is {exact_json.described(name)}, expected {BELIEFS.name!r}")
    stated_game = document.get("game")
    if isinstance(stated_game, dict) and "sha256" in stated_game and stated_game["sha256"] != sha256(game):
        raise ProfileError(f"beliefs about another game, expected the game with SHA-256 {sha256(game)}")
    return beliefs_by_name(game, exact_json.member(document, "beliefs", dict, "the document"))
