"""README: every command prints what is shown below it."""

import re
from pathlib import Path

import pytest

from documented_pages import POSIX, REPOSITORY, Command, File, Folder, steps

README = REPOSITORY / "README.md"


@pytest.mark.slow
@POSIX
def test_commands_in_readme_print_the_output_shown_there(tmp_path: Path) -> None:
    """The first command is run from where ``lemke`` is installed; what stands below it is what it prints."""
    text = README.read_text(encoding="utf-8")
    Folder(tmp_path).follow(
        re.sub(r"^    python3 -m venv .* \.venv/bin/(lemke solve .*)\n\n", r"    $ \1\n", text, flags=re.M)
    )


def test_commands_outputs_and_files_are_read_from_a_page() -> None:
    page = "text\n\n    $ one\n    a\n    ...\n\n    b\n\nmore\n\n    $ two\n    $ three\n    c\n"
    page += "\nText. Save this as `x y`:\n\n```\nX\n\nY\n```\n"
    first, second, third, saved = steps(page)
    assert (first, second, third) == (
        Command("one", ["a", "...", "", "b"]),
        Command("two", [""]),
        Command("three", ["c"]),
    )
    assert saved == File("x y", "X\n\nY\n")
    assert re.fullmatch(first.pattern(), "a\nx\ny\n\nb\n")
    assert not re.fullmatch(Command("", ["a", "b"]).pattern(), "a\n\nb\n")
    within = Command("", ["a … c"]).pattern()
    assert re.fullmatch(within, "a b c\n") and not re.fullmatch(within, "a b\nc\n")
