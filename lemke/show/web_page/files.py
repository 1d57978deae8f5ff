"""Files to save from the page: each is held by its own link, byte for byte."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass

from lemke.show.web_page.subject import File

LARGEST = 16 << 20
"""Bytes of a file that the page holds."""
LINK = 1 << 20
"""Bytes of a file beyond which some browsers save it only with the help of the page's script."""
SHOWN = 100_000
"""Bytes of a file whose text is also on the page."""
UNIT = 1000


@dataclass(frozen=True)
class FileView:
    """A file; ``address`` is empty if it is too large, ``text`` if it is too large to be read."""

    name: str
    about: str
    size: str
    address: str
    large: bool
    text: str


def file_view(file: File) -> FileView:
    """Return a file as the page has it."""
    data = encoded(file.text)
    return FileView(
        file.name,
        file.about,
        f"{len(data)} bytes" if len(data) < UNIT else f"{len(data) // UNIT} kB",
        data_uri(file.kind, file.text) if len(data) <= LARGEST else "",
        len(data) > LINK,
        legible(file.text) if len(data) <= SHOWN else "",
    )


def data_uri(kind: str, content: str) -> str:
    """Return an address that holds a text of some media type itself.

    >>> data_uri("text/plain", "a")
    'data:text/plain;base64,YQ=='
    """
    return f"data:{kind};base64,{b64encode(encoded(content)).decode('ascii')}"


def encoded(content: str) -> bytes:
    """Return a text as it is written to files."""
    return content.encode("utf-8", "backslashreplace")  # half a surrogate pair has no place in UTF-8


def legible(content: str) -> str:
    r"""Return a text of several lines with its unprintable characters escaped.

    >>> legible("one\ntwo \u202e") == "one\ntwo \\u202e"
    True
    """
    return "".join(each if each.isprintable() or each in "\n\t" else repr(each)[1:-1] for each in content)
