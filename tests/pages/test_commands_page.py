"""The page of the commands is written from their help, below a part that describes what all commands share."""

from scripts import script

commands = script("docs/commands")


def test_the_page_agrees_with_the_help() -> None:
    page = commands.PAGE.read_text(encoding="utf-8")
    assert page.partition(commands.MARK)[2] == commands.written(), "python docs/commands.py writes it"
