"""Links in Markdown lead to existing files and headings, which have the names of a forge."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest

REPOSITORY = Path(__file__).parents[1]
FOLDERS = ("benchmarks", "docs", "examples", "tests")
PAGES = sorted(
    [*REPOSITORY.glob("*.md"), *(page for folder in FOLDERS for page in (REPOSITORY / folder).rglob("*.md"))]
)
FENCED = re.compile(r"^ {0,3}(```+|~~~+).*?^ {0,3}\1[`~]*[ \t]*$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:(?<=\n\n)|^)(?: {4}.*\n|\n)+")
CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
LINK = re.compile(r"\]\(<?([^()\s>]+)>?(?:\s+\"[^\"]*\")?\)|^\[[^\]]+\]:\s+(\S+)", re.MULTILINE)


def links(text: str) -> Iterator[str]:
    """The targets of a page's links and pictures, without those in code."""
    for match in LINK.finditer(CODE.sub("code", INDENTED.sub("\n", FENCED.sub("", text)))):
        yield match[1] or match[2]


@cache
def anchors(text: str) -> frozenset[str]:
    """The fragments of a page: headings by GitHub's rule, numbered if they repeat, and explicit ids."""
    text = FENCED.sub("", text)
    names, seen = set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text)), Counter[str]()
    for heading in re.findall(r"^ {0,3}#{1,6} +(.+?)(?: +#+)? *$", text, re.MULTILINE):
        shown = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
        names.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
        seen[slug] += 1
    return frozenset(names)


def fault(page: Path, link: str, top: Path) -> str | None:
    """The fault of a link of a page; None for a good link and for a link to the web."""
    path, _, fragment = link.partition("#")
    if re.match(r"[a-z]+:", link):
        return None
    target = (page.parent / unquote(path)).resolve() if path else page
    if not target.is_relative_to(top):
        return f"{link} leaves the repository"
    if not target.exists():
        return f"{link} leads to nothing"
    if fragment and (target.suffix != ".md" or fragment not in anchors(target.read_text(encoding="utf-8"))):
        return f"{link}: no heading of {target.name} has this name"
    return None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(REPOSITORY).as_posix())
def test_links_of_a_page_lead_to_files_and_headings(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [wrong for link in links(text) if (wrong := fault(page, link, REPOSITORY))] == []
