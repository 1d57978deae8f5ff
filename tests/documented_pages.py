"""What a page tells its reader to do: files to save, commands to type, and what they print."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
TUTORIAL = REPOSITORY / "docs" / "tutorial"
PROMPT = "    $ "
SAVE = re.compile(r"\bSave (?:this|it) as `([^`/]+)`:$")


@dataclass(frozen=True)
class File:
    """The fenced block after ``Save this as `NAME`:``."""

    name: str
    text: str


@dataclass(frozen=True)
class Command:
    """A line that begins with ``    $ ``, and the indented lines below it."""

    line: str
    shown: list[str]

    def pattern(self) -> str:
        """A regular expression for what is printed: ``...`` stands for lines, ``…`` for something within a line."""
        parts = [r"(?:.*\n)*?" if line == "..." else re.escape(line).replace("…", ".*") + r"\n" for line in self.shown]
        return "".join(parts)


def steps(text: str) -> Iterator[File | Command]:
    """The files and commands of a page in turn."""
    lines = iter([*text.splitlines(), "."])
    line: str | None = next(lines)
    while line is not None:
        if found := SAVE.search(line):
            assert next(lines) == "" and next(lines).startswith("```"), f"{line!r}, expected a fenced block after it"
            yield File(found[1], "".join(f"{each}\n" for each in iter(lambda: next(lines), "```")))
        elif line.startswith(PROMPT):
            command, shown = line.removeprefix(PROMPT), []
            line = next(lines)
            while not line.startswith(PROMPT) and (line.startswith("    ") or not line):
                shown.append(line.removeprefix("    ").rstrip())
                line = next(lines)
            yield Command(command, "\n".join(shown).rstrip().split("\n"))
            continue
        line = next(lines, None)


def tutorial() -> list[Path]:
    """The pages of the tutorial in the order of its index."""
    index = (TUTORIAL / "index.md").read_text(encoding="utf-8")
    names = re.findall(r"^\d+\. \[[^\]]+\]\(([a-z0-9-]+\.md)\)$", index, re.M)
    return [TUTORIAL / name for name in names]


def saved() -> Iterator[File]:
    """The files that the tutorial asks its reader to save."""
    for page in tutorial():
        yield from (step for step in steps(page.read_text(encoding="utf-8")) if isinstance(step, File))
