"""Web pages, read into a small tree of elements; the reader refuses elements that are not properly nested."""

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

    def all(self, tag: str = "", **attributes: str) -> list[Element]:
        """Elements below of that tag, with these attributes; ``class_`` is one of the classes."""
        return [element for element in self.walk() if element is not self and element.fits(tag, attributes)]

    def only(self, tag: str = "", **attributes: str) -> Element:
        (element,) = self.all(tag, **attributes)
        return element

    def fits(self, tag: str, attributes: dict[str, str]) -> bool:
        classes = self.attributes.get("class", "").split()
        return tag in ("", self.tag) and all(
            value in classes if name == "class_" else self.attributes.get(name) == value
            for name, value in attributes.items()
        )

    @property
    def text(self) -> str:
        """All text, with runs of blanks as one blank."""
        return " ".join(self.raw.split())

    @property
    def raw(self) -> str:
        return "".join(child if isinstance(child, str) else child.raw for child in self.children)

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
        assert any(element.tag == "svg" for element in self.open), f"<{tag}/> outside a picture"
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
    assert [element.tag for element in reader.open] == [""], "elements left open"
    return reader.root


def saved(page: Element, name: str) -> bytes:
    """The content of the file that the page offers for saving under a name."""
    link = page.only("a", download=name)
    head, _, data = link.attributes["href"].partition(",")
    assert re.fullmatch(r"data:[a-z]+/[a-z]+;base64", head)
    return b64decode(data, validate=True)


def sections(page: Element) -> dict[str, Element]:
    """The sections that links lead to, by name."""
    return {element.attributes["id"]: element for element in page.all("section") if "id" in element.attributes}


def facts_of(table: Element) -> dict[str, str]:
    """A table of names and texts."""
    return dict(table.rows())


def check_structure(page: Element) -> None:
    """Check that names are unique, links lead to them, everything has a label, and headings are in order."""
    ids = [element.attributes["id"] for element in page.walk() if "id" in element.attributes]
    assert len(ids) == len(set(ids))
    for element in page.walk():
        for name in ("aria-labelledby", "aria-describedby", "aria-controls", "for"):
            assert set(element.attributes.get(name, "").split()) <= set(ids)
        if element.tag == "a" and not element.attributes["href"].startswith("data:"):
            assert element.attributes["href"].removeprefix("#") in ids
        if element.tag == "img":
            assert element.attributes["alt"]
        if element.tag == "input":
            assert page.only("label", **{"for": element.attributes["id"]}).text
        if element.tag == "th":
            assert element.attributes["scope"] in ("row", "col", "colgroup")
        if element.tag == "details":
            assert next(child for child in element.children if isinstance(child, Element)).tag == "summary"
        if element.tag == "table":
            assert element.only("caption").text
    levels = [int(element.tag[1]) for element in page.walk() if re.fullmatch("h[1-6]", element.tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert [len(page.all(tag)) for tag in ("main", "nav", "header", "footer")] == [1, 1, 1, 1]
    for section in sections(page).values():
        assert page.only(id=section.attributes["aria-labelledby"]).text
