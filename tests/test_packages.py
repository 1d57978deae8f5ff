"""Optional packages that are not there."""

import sys

import pytest

from lemke.api.games import read_game
from lemke.errors import InputError
from lemke.ground.packages import require
from lemke.interop.openspiel import from_openspiel

INSTALL = "expected it: pip install 'lemke[openspiel]'"


@pytest.mark.parametrize("load", [from_openspiel, lambda name: read_game(f"openspiel:{name}")])
def test_a_missing_package_is_named_with_the_command_that_installs_it(load, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "open_spiel", None)  # as if it were not installed
    with pytest.raises(InputError) as caught:
        load("kuhn_poker")
    assert caught.value.message == f"the package open_spiel is not installed, {INSTALL}"


def test_a_package_that_lacks_another_one_or_is_broken(tmp_path, monkeypatch) -> None:
    (tmp_path / "needs_another.py").write_text("import no_such_package.inside\n")
    (tmp_path / "broken_package.py").write_text("raise ImportError('undefined symbol: x')\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InputError, match="the package no_such_package is not installed, expected it: pip install"):
        require("needs_another", "openspiel")
    with pytest.raises(InputError) as caught:
        require("broken_package", "openspiel")
    assert str(caught.value) == f"the package broken_package cannot be loaded (undefined symbol: x), {INSTALL}"
