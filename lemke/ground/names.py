"""Public names of a package, imported when they are first used, so that a command loads little but what it needs."""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def importer(package: str, names: dict[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a package; ``names`` has for each of its modules the public names defined there."""
    homes = {name: f"{package}.{module}" for module, words in names.items() for name in words.split()}

    def public(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return public
