"""Imports of optional packages; the error for a missing package names the command that installs it."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from lemke.errors import InputError, one_line


def require(module: str, extra: str) -> ModuleType:
    """Return an optional module.

    >>> require("json.decoder", "all").__name__
    'json.decoder'
    >>> require("no_such_package.at_all", "openspiel")
    Traceback (most recent call last):
        ...
    lemke.errors.InputError: the package no_such_package is not installed, expected it: pip install 'lemke[openspiel]'
    """
    install = f"expected it: pip install 'lemke[{extra}]'"
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        missing = (error.name or module).split(".")[0]
        raise InputError(f"the package {missing} is not installed, {install}") from None
    except ImportError as error:
        package = module.split(".", maxsplit=1)[0]
        raise InputError(f"the package {package} cannot be loaded ({one_line(str(error))}), {install}") from None
