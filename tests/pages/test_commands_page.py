"""The page of the commands is written from their help, below a part that describes what all commands share."""

from scripts import script

commands = script("docs/commands")


def test_the_page_agrees_with_the_help() -> None:
    page = commands.PAGE.read_text(encoding="utf-8")
    assert page.partition(commands.MARK)[2] == commands.written(), "python docs/commands.py writes it"


def test_code_in_help_texts_is_marked() -> None:
    text = 'as lemke solve --prior random does, {"1": {"a": [0.5, …]}} or x("I", "a") with --method lp, *'
    assert commands.marked(text) == (
        'as `lemke solve --prior random` does, `{"1": {"a": [0.5, …]}}` or `x("I", "a")` with `--method lp`, \\*'
    )
    assert commands.marked("see docs/a/b-c.md.") == "see [docs/a/b-c.md](../a/b-c.md)."
