"""Optional packages that are missing or broken."""

import sys

import pytest

import lemke
from lemke.errors import InputError
from lemke.ground.packages import require
from lemke.interop.openspiel import from_openspiel

INSTALL = "pip install 'lemke[openspiel]'"


@pytest.mark.parametrize("load", [from_openspiel, lambda name: lemke.read(f"openspiel:{name}")])
def test_a_missing_package_is_named_with_the_command_that_installs_it(load, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "open_spiel", None)  # as if it were not installed
    with pytest.raises(InputError) as caught:
        load("kuhn_poker")
    assert "open_spiel" in caught.value.message and caught.value.message.endswith(INSTALL)


def test_a_package_that_lacks_another_one_or_is_broken(tmp_path, monkeypatch) -> None:
    (tmp_path / "needs_another.py").write_text("import no_such_package.inside\n")
    (tmp_path / "broken_package.py").write_text("raise ImportError('undefined symbol: x')\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InputError, match=r"no_such_package .*pip install"):
        require("needs_another", "openspiel")
    with pytest.raises(InputError) as caught:
        require("broken_package", "openspiel")
    message = caught.value.message
    assert "broken_package" in message and "undefined symbol: x" in message and message.endswith(INSTALL)
