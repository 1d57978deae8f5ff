"""The package `benchmarks` of this repository, whichever one is installed; `lemke` stays the installed one."""

import importlib
import sys
from pathlib import Path

import lemke  # noqa: F401  before the repository is on the path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
try:
    five_tasks = importlib.import_module("benchmarks.five_tasks")
finally:
    sys.path.remove(str(ROOT))
