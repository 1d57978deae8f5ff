"""The oldest version that `pyproject.toml` allows of each package the test suite needs, as constraints for pip.

`python tests/lowest.py` rewrites `packaging/lowest.txt`, from which `tox -e lowest` installs.
"""

import tomllib
from pathlib import Path

from packaging.requirements import Requirement

REPOSITORY = Path(__file__).parents[1]
FILE = Path(__file__).parent / "packaging" / "lowest.txt"
EXTRAS = ("dask", "pandas", "test")


def constraints() -> str:
    """The text of the constraints file; every requirement must state one lower bound and nothing else."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [project["dependencies"], *(project["optional-dependencies"][extra] for extra in EXTRAS)]
    lines = ["# Written by tests/lowest.py, from pyproject.toml."]
    for text in sorted(text for group in groups for text in group):
        requirement = Requirement(text)
        (bound,) = requirement.specifier
        if bound.operator != ">=":
            raise ValueError(f"pyproject.toml: {text}, expected one lower bound: NAME>=VERSION")
        lines.append(f"{requirement.name}=={bound.version}")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    FILE.write_text(constraints(), encoding="utf-8")
