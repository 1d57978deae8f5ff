"""The exact values of games that are too large for the quick suite."""

from pathlib import Path

import pytest

from exact_values_page import LARGE, OPENSPIEL, QUICK, ROWS, reproduce

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", sorted(set(ROWS) - LARGE - OPENSPIEL - QUICK))
def test_the_command_proves_the_value(name: str, tmp_path: Path) -> None:
    reproduce(ROWS[name], tmp_path)
