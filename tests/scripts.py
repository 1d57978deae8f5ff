"""Imports scripts of the repository that belong to no package."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

REPOSITORY = Path(__file__).parents[1]


def script(path: str) -> ModuleType:
    """A script as a new module, by its path without the suffix; it may import scripts beside it.

    >>> script("examples/judging/lp_bug").__name__
    'lp_bug'
    """
    file = REPOSITORY / f"{path}.py"
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(file.parent))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(file.parent))
    return module
