"""Text formats read by rules: a rule is one regular expression that can say what it misses.

A :class:`Rule` joins its fields into one regular expression, so that reading is fast. Where it does not match, its
fields are tried one by one to tell what was found and what was expected. Quantifiers are possessive: nothing is
ever tried twice, so reading is linear in the text, whatever the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from lemke.errors import FormatError, InputError, PlayersError
from lemke.game import GameBuilder
from lemke.ground.rational import quoted
from lemke.ground.words import count

MAX_PLAYERS = 1000
"""In a file of any format; what is computed for each player from all moves grows with their square."""

# Groups are made atomic by (?>...): Python before 3.11.5 goes astray in groups with a possessive quantifier.
BLANK = r"\s*+"
# A backslash makes a quote after it part of the string; any other backslash is just itself.
STRING = r'"[^"\\]*+(?>(?:\\"?+[^"\\]*+)*)"'
# A sign that is not an exponent's starts the next number: Gambit reads 1-1 as two.
NUMBER = r'[+\-.0-9][^\s{}",+\-]*+(?>(?:(?<=[eE])[+\-][^\s{}",+\-]*+)*)'

_WORD_ENDS = r'(?![^\s{}",])'
_TOKEN = re.compile(rf'{STRING}|[^\s{{}}",]++|[{{}},]')
_STRINGS = re.compile(STRING)
_NUMBERS = re.compile(NUMBER)
_NEWLINE = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Field:
    """A piece of text and what people call it.

    Attributes
    ----------
    expected : str
        What stands in a message if the field is not there.
    pattern : str
        Regular expression without groups and without the blanks around the field.
    opening : str
        For an optional field: the character by which one sees that it is there.
    begun, inside : str
        For braces: expression of what stands before the closing one, and what is expected there.
    """

    expected: str
    pattern: str
    opening: str = ""
    begun: str = ""
    inside: str = ""

    def part(self) -> str:
        """Return the expression of the field in a rule, with one group."""
        found = f"({self.pattern}){BLANK}"
        return f"(?:{found}|(?!{re.escape(self.opening)}))" if self.opening else found

    def misfit(self, text: str, at: int) -> FormatError:
        """Return the error for a field that is not at a place."""
        if self.begun and (match := re.compile(self.begun).match(text, at)):
            return misfit(text, match.end(), self.inside)
        return misfit(text, at, self.expected)


def word(pattern: str, expected: str) -> Field:
    """Return the field of a word or number that ends where blanks, quotes, braces or a comma begin."""
    return Field(expected, pattern + _WORD_ENDS)


def integer(expected: str) -> Field:
    """Return the field of a whole number with at most nine digits."""
    return word("[+-]?[0-9]{1,9}+", f"{expected}, a whole number of at most 9 digits")


def string(expected: str, optional: bool = False) -> Field:
    """Return the field of a text in quotes."""
    return Field(expected, STRING, opening='"' if optional else "")


def braces(expected: str, *item: str, inside: str, optional: bool = False) -> Field:
    """Return the field of braces around any number of items, each a row of patterns."""
    begun = rf"\{{{BLANK}(?>(?:{''.join(each + BLANK for each in item)})*)"
    return Field(expected, begun + r"\}", "{" if optional else "", begun, f"{inside} or '}}'")


class Rule:
    """A row of fields with any blanks between them, each a group of the match.

    Fields in a tuple have one group more, before theirs: the text of them all, by which one sees that it was read
    before.

    >>> rule = Rule(word("t", "t"), string("a label in quotes"))
    >>> rule.match('t "a"', 0).groups()
    ('t', '"a"')
    >>> rule.match('t a', 0)
    Traceback (most recent call last):
        ...
    lemke.errors.FormatError: 1: found 'a', expected a label in quotes
    """

    def __init__(self, *parts: Field | tuple[Field, ...]) -> None:
        rows = [part if isinstance(part, tuple) else (part,) for part in parts]
        self.fields = [field for row in rows for field in row]
        written = ["".join(field.part() for field in row) for row in rows]
        self.pattern = re.compile(
            "".join(f"({text})" if isinstance(part, tuple) else text for part, text in zip(parts, written, strict=True))
        )

    def match(self, text: str, at: int) -> re.Match[str]:
        """Return the match at a place; its end is behind the blanks that follow.

        Raises
        ------
        FormatError
            With the line; tells what was found and expected.
        """
        match = self.pattern.match(text, at)
        if match is None:
            raise self._misfit(text, at)
        return match

    def _misfit(self, text: str, at: int) -> FormatError:
        for field in self.fields:
            match = re.compile(field.part()).match(text, at)
            if match is None:
                return field.misfit(text, at)
            at = match.end()
        raise AssertionError("a rule does not match where each of its fields does")


def prologue(kind: str, form: str, version: str) -> Rule:
    """Return the rule of how a file of Gambit's begins: its kind and version, the kind of numbers, title, players."""
    return Rule(
        word(kind, f"{kind}, the start of a game in {form}"),
        word(version, f"{version}, the version of the format"),
        word("[RD]", "R or D, the kind of numbers"),
        string("the title in quotes"),
        braces("the players' labels in braces", STRING, inside="a player's label in quotes"),
    )


_COMMENT = Rule(string("a comment in quotes", optional=True))


class Scanner:
    """A text and the place reached in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.start = 0
        self.at = len(text) - len(text.removeprefix("\ufeff").lstrip())

    def take(self, rule: Rule) -> re.Match[str]:
        """Return the match of a rule here and go on behind it."""
        self.start = self.at
        match = rule.pattern.match(self.text, self.at) or rule.match(self.text, self.at)  # which says what is wrong
        self.at = match.end()
        return match

    def begin(self, prologue: Rule) -> GameBuilder:
        """Return a builder with the title and the players that a file of Gambit's begins with.

        Raises
        ------
        PlayersError
            For more than :data:`MAX_PLAYERS`.
        """
        *_, title, labels = self.take(prologue).groups()
        players = strings_in(labels)
        check_players(len(players))
        return GameBuilder(players, unquoted(title))

    def comment(self) -> str:
        """Return the comment here, empty if there is none."""
        return unquoted(self.take(_COMMENT)[1] or '""')

    def sees(self, opening: str) -> bool:
        """Tell whether the rest of the text starts so."""
        return self.text.startswith(opening, self.at)

    def ended(self) -> bool:
        """Tell whether nothing is left."""
        return self.at == len(self.text)

    def misfit(self, expected: str) -> FormatError:
        """Return the error for what stands here."""
        return misfit(self.text, self.at, expected)

    @contextmanager
    def locating(self) -> Iterator[None]:
        """Add the line where the last rule was taken to any error of the input that has none yet."""
        try:
            yield
        except InputError as error:
            if error.line is None:
                error.line = line_at(self.text, self.start)
            raise


def misfit(text: str, at: int, expected: str) -> FormatError:
    """Return the error that tells what stands at a place and what was expected, with the line."""
    token = _TOKEN.match(text, at)
    if at == len(text):
        found = "the file ends"
    elif token is None:
        found = "a quote that is never closed"
    else:
        found = f"found {quoted(token[0])}"
    error = FormatError(f"{found}, expected {expected}")
    error.line = line_at(text, at)
    return error


def line_at(text: str, at: int) -> int:
    """Return the line, from 1, of a place in a text with any kind of line ends."""
    return len(_NEWLINE.findall(text, 0, at)) + 1


def unquoted(string: str) -> str:
    r"""Return what a string in quotes says.

    >>> unquoted(r'"say \"no\" \o/"')
    'say "no" \\o/'
    """
    return string[1:-1].replace('\\"', '"')


def strings_in(block: str) -> tuple[str, ...]:
    """Return what the strings in braces say.

    >>> strings_in('{ "L" "R" }')
    ('L', 'R')
    """
    return tuple(map(unquoted, _STRINGS.findall(block)))


def check_players(number: int) -> None:
    """Refuse a file with more players than :data:`MAX_PLAYERS`, before anything is made of them.

    Raises
    ------
    PlayersError

    >>> check_players(1001)
    Traceback (most recent call last):
        ...
    lemke.errors.PlayersError: a game of 1001 players, expected at most 1000
    """
    if number > MAX_PLAYERS:
        raise PlayersError(f"a game of {count(number, 'player')}, expected at most {MAX_PLAYERS}")


def numbers_in(block: str) -> list[str]:
    """Return the numbers in a list, in braces or not, with or without commas.

    >>> numbers_in('{ 1-1/2, 3 1e-2}')
    ['1', '-1/2', '3', '1e-2']
    """
    return _NUMBERS.findall(block)
