"""README: every command prints what is shown below it."""

import re
from pathlib import Path

import pytest

from documented_pages import POSIX, REPOSITORY, Folder

README = REPOSITORY / "README.md"


@pytest.mark.slow
@POSIX
def test_commands_in_readme_print_the_output_shown_there(tmp_path: Path) -> None:
    """The first command is run from where ``lemke`` is installed; what stands below it is what it prints."""
    text = README.read_text(encoding="utf-8")
    Folder(tmp_path).follow(
        re.sub(r"^    python3 -m venv .* \.venv/bin/(lemke solve .*)\n\n", r"    $ \1\n", text, flags=re.M)
    )
