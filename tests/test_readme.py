"""README: the set-up commands are those that are run, and every command prints what is shown below it."""

import re
from pathlib import Path

import pytest

from documented_pages import POSIX, REPOSITORY, Command, File, Folder, steps

README = REPOSITORY / "README.md"


@pytest.mark.slow
@POSIX
def test_commands_in_readme_print_the_output_shown_there(tmp_path: Path) -> None:
    """The first command is run from where ``lemke`` is installed; what stands below it is what it prints."""
    text, (first, _) = README.read_text(encoding="utf-8"), set_up_commands()
    solve = first.rpartition(" && ")[2].removeprefix(".venv/bin/")
    assert solve.startswith("lemke solve ")
    Folder(tmp_path).follow(text.replace(f"    {first}\n\n", f"    $ {solve}\n"))


def test_readme_sets_up_by_the_commands_that_ci_runs() -> None:
    shell = (REPOSITORY / ".ci" / "run").read_text(encoding="utf-8")
    run = [line.removeprefix("step ") for line in shell.splitlines() if line.startswith("step ")]
    for in_ci, in_readme in (('"$python"', "python3"), ('"$scratch/venv"', ".venv"), ('"$bin/', ".venv/bin/")):
        run = [line.replace(in_ci, in_readme) for line in run]
    plain = [line.replace('"', "").replace(" --quiet", "") for line in run]
    assert [" && ".join(plain[:3]), " && ".join(plain[3:5])] == set_up_commands()


def set_up_commands() -> list[str]:
    """The commands of README that make and use ``.venv``."""
    return re.findall(r"^    ((?:python3 -m venv )?\.venv.*)$", README.read_text(encoding="utf-8"), re.M)


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
