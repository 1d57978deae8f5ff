"""The exact values of OpenSpiel's games, from the games themselves."""

from pathlib import Path

import pytest

from exact_values_page import LARGE, OPENSPIEL, ROWS, reproduce

pytest.importorskip("pyspiel")


@pytest.mark.parametrize("name", sorted(OPENSPIEL - LARGE))
def test_the_command_proves_the_value(name: str, tmp_path: Path) -> None:
    reproduce(ROWS[name], tmp_path)
