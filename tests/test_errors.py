"""Errors: one root class, an exit status, and the file and line if they are known."""

import inspect

import pytest

from lemke import errors
from lemke.errors import FormatError, InputError, LemkeError, LimitError, NotProvedError, NumberError, located

CLASSES = [
    error_class for _, error_class in inspect.getmembers(errors, inspect.isclass) if issubclass(error_class, Exception)
]


@pytest.mark.parametrize("error_class", CLASSES, ids=lambda error_class: error_class.__name__)
def test_every_error_has_the_one_root_and_shows_its_message(error_class):
    assert issubclass(error_class, LemkeError)
    assert str(error_class("found 1, expected 2")) == "found 1, expected 2"
    assert error_class.__doc__


@pytest.mark.parametrize("error_class", CLASSES, ids=lambda error_class: error_class.__name__)
def test_exit_status_tells_bad_input_limits_and_unproved_apart(error_class):
    expected = 3 if issubclass(error_class, LimitError) else 4 if issubclass(error_class, NotProvedError) else 2
    assert error_class.exit_status == expected
    assert issubclass(error_class, InputError) or error_class in (LemkeError, LimitError, NotProvedError)


@pytest.mark.parametrize(
    ("source", "line", "shown"),
    [
        ("game.efg", 3, "game.efg:3: found x"),
        ("game.efg", None, "game.efg: found x"),
        (None, 3, "3: found x"),
        (None, None, "found x"),
    ],
)
def test_place_comes_before_the_message(source, line, shown):
    with pytest.raises(FormatError) as error, located(source, line):
        raise FormatError("found x")
    assert str(error.value) == shown
    assert error.value.message == "found x"
    assert (error.value.source, error.value.line) == (source, line)


def test_the_place_nearest_to_the_mistake_wins():
    with pytest.raises(NumberError) as error, located("outer.efg", 1), located("inner.efg", 7):
        raise NumberError("found x")
    assert str(error.value) == "inner.efg:7: found x"
