"""Write the page `docs/reference/formats.md` from the types by which documents are read: `python docs/formats.py`."""

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from gmpy2 import mpq
from msgspec import inspect as types

PAGE = Path(__file__).parent / "reference" / "formats.md"
TYPES = {
    "lemke-game/2": ("lemke.io.game_json", "StatedGame", "`lemke convert GAME OUT.json`"),
    "lemke-lcp/2": (
        "lemke.io.lcp_formats",
        "StatedLCP",
        "`lemke show GAME sequence-form --format lcp`; read by `lemke lcp`",
    ),
    "lemke-profile/2": ("lemke.io.equilibrium", "StatedProfile", "`lemke convert GAME PROFILE`, `lemke.profile`"),
    "lemke-equilibrium/2": ("lemke.io.equilibrium", "StatedEquilibrium", "`lemke solve`, `polish`, `learn`"),
    "lemke-equilibria/2": ("lemke.certificate.equilibrium_sets", "SetsMembers", "`lemke enumerate`"),
    "lemke-ranges/2": ("lemke.certificate.equilibrium_sets", "RangesMembers", "`lemke ranges`"),
    "lemke-best/2": ("lemke.certificate.equilibrium_sets", "BestEquilibrium", "`lemke enumerate --best`"),
    "lemke-verdict/2": ("lemke.io.equilibrium", "StatedVerdicts", "`lemke verify`"),
    "lemke-sweep/2": ("lemke.studies.parametric", "StatedSweep", "`lemke sweep`"),
    "lemke-bundle/2": (
        "lemke.io.bundle",
        "Manifest",
        "`lemke convert --to bundle`: the file `manifest.json` in a zip file",
    ),
}
"""Name of a format → the module and the name of its type, and what writes it."""
GAME = "As in `lemke-game/2`"
PROFILE = "`behavior`", "list: object", "The profile. Members as in `lemke-equilibrium/2`"
HEAD = """\
# JSON formats

`--format json` of a command and `to_json()` of a result write one JSON object; `lemke.load(file)` reads it back, and
checks what it states. The first member, `format`, is the name of one of ten formats. All other results are tables.

- A *number* is text, `"1/3"`; decimals, `"0.1"` and `0.1`, are read exactly. A *whole number* is a JSON number.
- A *vector* is a list of numbers, or a list of such lists.
- `sets[].payoffs` is the member `payoffs` of each object in the list `sets`, and `actions.NAME` is any member of
  `actions`. A member whose type ends with `?` may be left out. Unknown members are refused.
- Players count from 1. [Certificates](certificate-format.md) has orders, names of moves, and what is proved.
- A result about a game has the whole game as its member `game`, with its SHA-256.
"""
OLD = """
Files of version 0.2 are not read: write them again. `lemke-proof/1`, the lines for the checker proved by Coq, is
unchanged.
"""


def words(kind: types.Type) -> str:
    """A type in words."""
    match kind:
        case types.CustomType(cls=cls):
            return "number" if cls is mpq else "vector"
        case types.UnionType(types=parts):
            return " or ".join(dict.fromkeys(words(part) for part in parts))
        case types.ListType(item_type=item) | types.VarTupleType(item_type=item) | types.FrozenSetType(item_type=item):
            return f"list: {words(item)}"
        case types.TupleType(item_types=items):
            names = [words(item) for item in items]
            return f"list of {len(names)}: {names[0]}" if len(set(names)) == 1 else f"list: {', '.join(names)}"
        case types.NamedTupleType(fields=fields):
            return f"list: {', '.join(f'`{field.name}`' for field in fields)}"
        case types.StructType(array_like=True, tag=tag, fields=fields):
            return f"list: {', '.join([f'`{tag}`', *(field.name for field in fields)])}"
        case types.DictType(value_type=value):
            return f"object: name → {words(value)}"
        case types.LiteralType(values=values):
            return ", ".join(f"`{value}`" for value in values)
        case types.AnyType():
            return "any"
        case types.StructType() | types.DataclassType():
            return "object"
    simple = {types.IntType: "whole number", types.StrType: "text", types.BoolType: "truth value"}
    return simple.get(type(kind), "null")


def parts(kind: types.Type) -> Iterator[tuple[str, Any]]:
    """The types with members inside of a type, and the brackets on the way to each."""
    match kind:
        case types.StructType(array_like=True):
            pass
        case types.StructType() | types.DataclassType():
            yield "", kind
        case types.UnionType(types=several):
            for part in several:
                yield from parts(part)
        case types.ListType(item_type=item) | types.VarTupleType(item_type=item):
            yield from (("[]" + path, part) for path, part in parts(item))
        case types.TupleType(item_types=items):
            yield from (("[]" + path, part) for path, part in parts(items[0]))
        case types.DictType(value_type=value):
            yield from ((".NAME" + path, part) for path, part in parts(value))


def meanings(cls: type) -> dict[str, tuple[str, str]]:
    """For each attribute in the docstring of a class, or of the classes it is made from: its type and its meaning."""
    found: dict[str, tuple[str, str]] = {}
    for base in reversed(getattr(cls, "__origin__", cls).__mro__):
        section = re.search(r"Attributes\n-+\n(.*)", inspect.cleandoc(base.__doc__ or ""), re.DOTALL)
        entries = re.findall(
            r"^(\w[\w, ]*) : (.*)\n((?:(?: .*)?\n)*)", (section[1] if section else "") + "\n", re.MULTILINE
        )
        for names, stated, text in entries:
            sentence = " ".join(text.split()).partition(". ")[0].replace("``", "`").rstrip(".")
            found |= dict.fromkeys(
                names.split(", "), (stated, re.sub(r":\w+:`~?(?:[\w.]*\.)?(\w+)`", r"`\1`", sentence))
            )
    return found


def rows(kind: Any, page: str, seen: dict[Any, str], path: str = "") -> Iterator[tuple[str, str, str]]:
    """Name, type and meaning of each member, and of those of parts below that the page has not had (``seen``)."""
    described = meanings(kind.cls)
    for field in kind.fields:
        if field.encode_name == "format":
            continue
        if field.encode_name == "profile":  # a document states its behavior
            yield PROFILE
            continue
        name, (stated, meaning) = f"{path}{field.encode_name}", described.get(field.name, ("", ""))
        inner = [] if name == "game" else list(parts(field.type))
        known = [seen[part.cls] for _, part in inner if part.cls in seen]
        if known and known[0] not in meaning:
            meaning = ". ".join(filter(None, [meaning, f"Members as in {known[0]}"]))
        optional = "" if field.required else "?"
        in_words = words(field.type)
        if name == "game":
            in_words, meaning = "object", GAME
        elif "any" in in_words.split():  # the docstring says more than the type
            in_words = re.sub(r"Stated\w+", "object", stated) or in_words
        news = [(brackets, part) for brackets, part in inner if part.cls not in seen]
        if meaning or optional or not news:  # otherwise the rows of the parts say all
            yield f"`{name}`", f"{in_words}{optional}", meaning
        for brackets, part in news:
            seen[part.cls] = f"`{page}`"
            yield from rows(part, page, seen, f"{name}{brackets}.")


def written() -> str:
    """The page."""
    pieces: list[str] = [HEAD]
    seen: dict[Any, str] = {}
    for name, (module, kind, writer) in TYPES.items():
        cls = getattr(import_module(module), kind, None)
        if cls is None:
            continue
        if getattr(cls, "__parameters__", ()):
            cls = cls[mpq]
        pieces.append(f"\n## {name}\n\nWritten by {writer}.\n\n| member | type | meaning |\n|---|---|---|\n")
        seen[cls] = f"`{name}`"
        # one row for neighbors of the same type and meaning
        for (in_words, meaning), members in groupby(rows(types.type_info(cls), name, seen), key=itemgetter(1, 2)):
            pieces.append(f"| {', '.join(member for member, _, _ in members)} | {in_words} | {meaning} |\n")
    return "".join([*pieces, OLD])


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")
