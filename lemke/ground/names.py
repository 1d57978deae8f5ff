"""Public names of a package, imported when they are first used, so that a command loads little else than what it needs.

A package gives its names to type checkers by imports under ``if TYPE_CHECKING``. The text of these is the table.
"""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def homes(package: str) -> dict[str, str]:
    """Return the module of every public name of a package that is being imported."""
    module: Any = sys.modules[package]
    imports = r"^    from (\S+) import (?:\(\s+)?(\w+) as \2\b"
    return {name: home for home, name in re.findall(imports, module.__loader__.get_source(package), re.MULTILINE)}


def importer(package: str) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a package, which imports a public name; Python itself imports its modules."""
    table = homes(package)

    def public(name: str) -> Any:
        if table.get(name, package) == package:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(table[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return public
