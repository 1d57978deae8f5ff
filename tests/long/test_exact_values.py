"""The exact values of games that are too large for the quick suite."""

from pathlib import Path

import pytest

from exact_values_commands import HUGE, OPENSPIEL, QUICK, VALUES, reproduce


@pytest.mark.parametrize("name", sorted(set(VALUES) - OPENSPIEL - QUICK - HUGE))
def test_the_command_proves_the_value(name: str, tmp_path: Path) -> None:
    reproduce(VALUES[name], tmp_path)
