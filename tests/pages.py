"""Web pages read again: a small tree of elements, which refuses what is not closed as it was opened."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import pairwise

VOID = {"br", "col", "hr", "img", "input", "link", "meta"}


@dataclass
class Element:
    """An element; children are elements and texts."""

    tag: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    def walk(self) -> Iterator[Element]:
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def all(self, tag: str = "", **wanted: str) -> list[Element]:
        """Elements below of that tag, with these attributes; ``class_`` is one of the classes."""
        return [each for each in self.walk() if each is not self and each.fits(tag, wanted)]

    def one(self, tag: str = "", **wanted: str) -> Element:
        (found,) = self.all(tag, **wanted)
        return found

    def fits(self, tag: str, wanted: dict[str, str]) -> bool:
        classes = self.attributes.get("class", "").split()
        return tag in ("", self.tag) and all(
            value in classes if name == "class_" else self.attributes.get(name) == value
            for name, value in wanted.items()
        )

    @property
    def text(self) -> str:
        """All text, blanks as one."""
        return " ".join(self.raw.split())

    @property
    def raw(self) -> str:
        return "".join(each if isinstance(each, str) else each.raw for each in self.children)

    def rows(self) -> list[list[str]]:
        """The texts of a table's cells."""
        return [[cell.text for cell in row.all() if cell.tag in ("td", "th")] for row in self.all("tr")]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag, attrs) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute twice in {tag}"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attrs) -> None:
        self.handle_starttag(tag, attrs)
        assert any(each.tag == "svg" for each in self.open), f"<{tag}/> outside a picture"
        self.open.pop()

    def handle_endtag(self, tag) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data) -> None:
        self.open[-1].children.append(data)


def read_page(html: str) -> Element:
    """The page as a tree; an AssertionError if its elements are not well nested."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert [each.tag for each in reader.open] == [""], "elements left open"
    return reader.root


def saved(page: Element, name: str) -> bytes:
    """The content of the file that the page lets one save under a name."""
    link = page.one("a", download=name)
    head, _, data = link.attributes["href"].partition(",")
    assert re.fullmatch(r"data:[a-z]+/[a-z]+;base64", head)
    return b64decode(data, validate=True)


def sections(page: Element) -> dict[str, Element]:
    """The sections that links lead to, by name."""
    return {each.attributes["id"]: each for each in page.all("section") if "id" in each.attributes}


def facts_of(table: Element) -> dict[str, str]:
    """A table of names and texts."""
    return dict(table.rows())


def check_structure(page: Element) -> None:
    """Names are unique and lead somewhere, everything has a label, headings are in order."""
    ids = [each.attributes["id"] for each in page.walk() if "id" in each.attributes]
    assert len(ids) == len(set(ids))
    for each in page.walk():
        for name in ("aria-labelledby", "aria-describedby", "aria-controls", "for"):
            assert set(each.attributes.get(name, "").split()) <= set(ids)
        if each.tag == "a" and not each.attributes["href"].startswith("data:"):
            assert each.attributes["href"].removeprefix("#") in ids
        if each.tag == "img":
            assert each.attributes["alt"]
        if each.tag == "input":
            assert page.one("label", **{"for": each.attributes["id"]}).text
        if each.tag == "th":
            assert each.attributes["scope"] in ("row", "col", "colgroup")
        if each.tag == "details":
            assert next(child for child in each.children if isinstance(child, Element)).tag == "summary"
        if each.tag == "table":
            assert each.one("caption").text
    levels = [int(each.tag[1]) for each in page.walk() if re.fullmatch("h[1-6]", each.tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert [len(page.all(tag)) for tag in ("main", "nav", "header", "footer")] == [1, 1, 1, 1]
    for section in sections(page).values():
        assert page.one(id=section.attributes["aria-labelledby"]).text
