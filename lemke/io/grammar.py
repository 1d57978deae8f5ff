r"""Gambit's text formats: rules by which files are read, and labels written so that Gambit 16.7 accepts them.

A :class:`Rule` joins its fields into one regular expression, so that reading is fast. If a rule does not match, its
fields are tried one by one, so that a message can say what was found and what was expected. Quantifiers are possessive:
nothing is ever tried twice, so reading takes linear time for every text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from lemke.errors import FormatError, GameError, InputError, located
from lemke.game import GameBuilder
from lemke.ground.rational import quoted
from lemke.ground.words import count

MAX_PLAYERS = 1000
"""The largest number of players in a file of any format: some work is proportional to players times moves."""

# Groups are made atomic by (?>...): Python before 3.11.5 mismatches groups with a possessive quantifier.
BLANK = r"\s*+"
# A quote after a backslash belongs to the string; any other backslash is a plain character.
STRING = r'"[^"\\]*+(?>(?:\\"?+[^"\\]*+)*)"'
# A sign starts a new number, except in an exponent: Gambit reads 1-1 as two numbers.
NUMBER = r'[+\-.0-9][^\s{}",+\-]*+(?>(?:(?<=[eE])[+\-][^\s{}",+\-]*+)*)'

_WORD_ENDS = r'(?![^\s{}",])'  # what follows does not continue the word
_TOKEN = re.compile(rf'{STRING}|[^\s{{}}",]++|[{{}},]')
_STRINGS = re.compile(STRING)
_NEWLINE = re.compile(r"\r\n?|\n")
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f]")
_UNPRINTABLE_IN_PROSE = re.compile(r"[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a rule: its pattern, and its name in messages."""

    expected: str  # the name of the field in messages that say what was expected
    pattern: str  # regular expression without groups and without the blanks around the field
    opening: str = ""  # for an optional field: the character that it starts with
    unclosed: str = ""  # for braces: expression of the text before the closing brace
    next_item: str = ""  # for braces: what is expected after that text, in messages

    def part(self) -> str:
        """Return the expression of the field in a rule, with one group."""
        group = f"({self.pattern}){BLANK}"
        # an optional field may be missing only if the text does not go on with its opening character
        return f"(?:{group}|(?!{re.escape(self.opening)}))" if self.opening else group


def word(pattern: str, expected: str) -> Field:
    """Return the field of a word or number; it ends before a blank, quote, brace or comma, or with the text."""
    return Field(expected, pattern + _WORD_ENDS)


def integer(expected: str) -> Field:
    """Return the field of a whole number with at most nine digits."""
    return word("[+-]?[0-9]{1,9}+", f"{expected}, a whole number of at most 9 digits")


def string(expected: str, optional: bool = False) -> Field:
    """Return the field of a text in quotes."""
    return Field(expected, STRING, opening='"' if optional else "")


def braces(expected: str, *item: str, inside: str, optional: bool = False) -> Field:
    """Return the field of braces around any number of items.

    The patterns ``item``, one after another, match one item; ``inside`` names an item in messages.
    """
    unclosed = rf"\{{{BLANK}(?>(?:{''.join(pattern + BLANK for pattern in item)})*)"
    return Field(expected, unclosed + r"\}", "{" if optional else "", unclosed, f"{inside} or '}}'")


class Rule:
    """A row of fields with any blanks between them. Each field is a group of the match.

    For a tuple of fields, a group with the whole text of the tuple comes first. Readers use it as a key of caches.
    """

    def __init__(self, *parts: Field | tuple[Field, ...]) -> None:
        self.fields: list[Field] = []
        pattern = ""
        for part in parts:
            fields = part if isinstance(part, tuple) else (part,)
            self.fields += fields
            joined = "".join(field.part() for field in fields)
            pattern += f"({joined})" if isinstance(part, tuple) else joined
        self.pattern = re.compile(pattern)

    def misfit(self, text: str, at: int) -> FormatError:
        """Return the error for the first field that does not match."""
        for field in self.fields:
            match = re.compile(field.part()).match(text, at)
            if match is None:
                if field.unclosed and (unclosed := re.compile(field.unclosed).match(text, at)):
                    return misfit(text, unclosed.end(), field.next_item)
                return misfit(text, at, field.expected)
            at = match.end()
        raise AssertionError("a rule does not match where each of its fields does")


def prologue(kind: str, form: str, version: str) -> Rule:
    """Return the rule for the start of a Gambit file: its kind and version, the kind of numbers, title, players."""
    return Rule(
        word(kind, f"{kind}, the start of a game in {form}"),
        word(version, f"{version}, the version of the format"),
        word("[RD]", "R or D, the kind of numbers"),
        string("the title in quotes"),
        braces("the players' labels in braces", STRING, inside="a player's label in quotes"),
    )


_COMMENT = Rule(string("a comment in quotes", optional=True))


class Scanner:
    """A text with two positions in it: the next rule is matched at ``at``, the last rule was matched at ``start``.

    >>> rule = Rule(word("t", "t"), string("a label in quotes"))
    >>> Scanner('t "a"').take(rule).groups()
    ('t', '"a"')
    >>> Scanner("t a").take(rule)
    Traceback (most recent call last):
        ...
    lemke.errors.FormatError: 1: found 'a', expected a label in quotes
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.start = 0
        self.at = len(text) - len(text.removeprefix("\ufeff").lstrip())

    def take(self, rule: Rule) -> re.Match[str]:
        """Match a rule at the current position, move past the match and the blanks after it, and return the match."""
        self.start = self.at
        match = rule.pattern.match(self.text, self.at)
        if match is None:
            raise rule.misfit(self.text, self.at)
        self.at = match.end()
        return match

    def begin(self, prologue: Rule) -> GameBuilder:
        """Return a builder with the title and the players from the start of a Gambit file."""
        *_, title, labels = self.take(prologue).groups()
        players = strings_in(labels)
        check_players(len(players))
        return GameBuilder(players, unquoted(title))

    def comment(self) -> str:
        """Return the comment at the current position, empty if there is none."""
        return unquoted(self.take(_COMMENT)[1] or '""')

    def sees(self, opening: str) -> bool:
        """Return whether the rest of the text starts with ``opening``."""
        return self.text.startswith(opening, self.at)

    def end(self, expected: str) -> None:
        """Raise :class:`FormatError` if text is left."""
        if self.at < len(self.text):
            raise self.misfit(expected)

    def misfit(self, expected: str) -> FormatError:
        """Return the error for the text at the current position."""
        return misfit(self.text, self.at, expected)

    @contextmanager
    def locating(self, source: str | None) -> Iterator[None]:
        """Add the source, and the line at which the last rule was matched, to errors that lack them."""
        with located(source):
            try:
                yield
            except InputError as error:
                if error.line is None:
                    error.line = _line(self.text, self.start)
                raise


def misfit(text: str, at: int, expected: str) -> FormatError:
    """Return the error that says what is at a position and what was expected, with the line."""
    token = _TOKEN.match(text, at)
    if at == len(text):
        words = "the file ends"
    elif token is None:
        words = "a quote that is never closed"
    else:
        words = f"found {quoted(token[0])}"
    error = FormatError(f"{words}, expected {expected}")
    error.line = _line(text, at)
    return error


def _line(text: str, at: int) -> int:
    """Return the line, from 1, of a position in a text with any kind of line ends."""
    return len(_NEWLINE.findall(text, 0, at)) + 1


def check_players(number: int) -> None:
    """Raise :class:`GameError` for more than :data:`MAX_PLAYERS` players."""
    if number > MAX_PLAYERS:
        raise GameError(f"a game of {count(number, 'player')}, expected at most {MAX_PLAYERS}")


def player_index(number: int, players: int) -> int:
    """Return the index of the player with a number, which counts from 1."""
    if not 0 < number <= players:
        raise GameError(f"player {number}, expected one of {count(players, 'player')}, counted from 1")
    return number - 1


def unquoted(string: str) -> str:
    r"""Return the content of a string in quotes.

    >>> unquoted(r'"say \"no\" \o/"')
    'say "no" \\o/'
    """
    return string[1:-1].replace('\\"', '"')


def strings_in(block: str) -> tuple[str, ...]:
    """Return the contents of the strings in braces.

    >>> strings_in('{ "L" "R" }')
    ('L', 'R')
    """
    return tuple(map(unquoted, _STRINGS.findall(block)))


numbers_in = re.compile(NUMBER).findall
"""Returns the numbers in a list, with or without braces and commas: ``{ 1-1/2, 3 }`` has 1, -1/2 and 3."""


# ---------------------------------------------------------------------- writing


def prologue_text(title: str, players: Iterable[str]) -> str:
    """Return the text of the title and the players for the start of a file."""
    return f"{quoted_prose(title)} {labels_in_braces(players)}"


def labels_in_braces(labels: Iterable[str]) -> str:
    """Return labels in braces, each in quotes and acceptable to Gambit."""
    return f"{{ {' '.join(map(quoted_label, labels))} }}"


def quoted_prose(words: str) -> str:
    """Return a title or comment in quotes, acceptable to Gambit; line ends and blanks stay as they are."""
    prose = _UNPRINTABLE_IN_PROSE.sub(" ", _ascii(words))
    return in_quotes(prose + " " if prose.endswith("\\") else prose)


def quoted_label(label: str) -> str:
    r"""Return a label in quotes, acceptable to Gambit.

    >>> print(quoted_label('say "no"'))
    "say \"no\""
    """
    return in_quotes(safe(label))


def safe(label: str) -> str:
    r"""Return a label that Gambit accepts, changed as little as needed and always in the same way.

    >>> safe(" für\n\\")
    'f\\xfcr \\_'
    """
    if label.isascii() and label.isalnum():
        return label
    printable = " ".join(_UNPRINTABLE.sub(" ", _ascii(label)).split())
    return printable + "_" if printable.endswith("\\") else printable


def _ascii(words: str) -> str:
    return words.encode("ascii", "backslashreplace").decode("ascii")


def in_quotes(words: str) -> str:
    """Return a text in quotes, after escaping quotes inside it."""
    return '"' + words.replace('"', '\\"') + '"'
