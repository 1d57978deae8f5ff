"""Whether links inside the built site lead somewhere: `python docs/check_links.py build/site`, status 1 if not."""

import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The places in a page that a fragment may name, and the page's links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name == "id" or (name, tag) == ("name", "a"):
                self.places.add(value or "")
            elif name in ("href", "src", "poster", "data"):
                self.links.append(value or "")
            elif name == "srcset":
                self.links += [candidate.split()[0] for candidate in (value or "").split(",")]

    handle_startendtag = handle_starttag


@cache
def page(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


def fault(site: Path, origin: Path, link: str) -> str | None:
    """What is wrong with a link in the page `origin`; None for a good one and for one that leaves the site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    target = (origin.parent / unquote(parts.path)).resolve() if parts.path else origin
    if parts.path.startswith("/"):
        return "is absolute, expected a relative link"
    if not target.is_relative_to(site):
        return "leaves the site"
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return "leads to no file"
    if parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in page(target).places:
        return f"names a place that {target.relative_to(site)} does not have"
    return None


def faults(site: Path) -> list[str]:
    """A line for every bad link of the site."""
    bad_links = []
    for path in sorted(site.rglob("*.html")):
        for link in dict.fromkeys(page(path).links):
            if wrong := fault(site, path, link):
                bad_links.append(f"{path.relative_to(site)}: the link {link!r} {wrong}")
    return bad_links


def main(folder: str) -> int:
    site = Path(folder).resolve()
    pages, bad_links = len(list(site.rglob("*.html"))), faults(site)
    print(*bad_links, f"{pages} pages, {len(bad_links)} bad links", sep="\n")
    return 1 if bad_links or not pages else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
