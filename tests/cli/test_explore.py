"""``lemke explore``: what it prints, how it stops, and what it refuses."""

from pathlib import Path

import pytest
from gmpy2 import mpq

import command_line
import lemke
from lemke.cli import run
from lemke.errors import LimitError, NotProvedError
from lemke.solvers import sequence_lcp
from named_games import GAMES

TRACING = str(GAMES / "tracing_2002.efg")


def lines(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> list[str]:
    return command_line.printed(capsys, *arguments, status=status).splitlines()


def test_the_equilibria_of_an_exploration_are_certificates_that_hold() -> None:
    game = lemke.read(TRACING)
    exploration = lemke.explore(game, 20)
    for equilibrium, _, seeds, pivots in exploration.equilibria:
        assert lemke.verify(game, equilibrium).is_equilibrium and equilibrium.method == "normal-form-perfect"
        assert (equilibrium.seed, equilibrium.pivots, len(seeds)) == (seeds[0], pivots[0], len(pivots))
    assert sorted(seed for reached in exploration.equilibria for seed in reached.seeds) == list(range(20))
    assert [reached.share for reached in exploration.equilibria] == [mpq(4, 5), mpq(1, 10), mpq(1, 10)]


def test_gambit_has_a_line_for_each_equilibrium(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = lines(capsys, "explore", TRACING, "--starts", "20", "--format", "gambit", "-o", str(tmp_path / "all.ne"))
    assert out == []
    equilibria = (tmp_path / "all.ne").read_text().splitlines()
    for line, seed in zip(equilibria, ("0", "3", "4"), strict=True):
        assert [line] == lines(capsys, "solve", TRACING, "--prior", "random", "--seed", seed, "--format", "gambit")
    assert run(["verify", TRACING, str(tmp_path / "all.ne")]) == 0


def failing(monkeypatch: pytest.MonkeyPatch, seed: int, error: BaseException) -> None:
    """Have the paths from a seed on end with an error."""
    lemke_path = sequence_lcp.lemke_steps

    def path(problem: object, kernel: str, path_seed: int, **more: object) -> object:
        if path_seed >= seed:
            raise error
        return lemke_path(problem, kernel, path_seed, **more)

    monkeypatch.setattr(sequence_lcp, "lemke_steps", path)


def test_a_limit_prints_the_equilibria_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, 4, LimitError("the time limit of 1 s was reached"))
    assert run(["explore", TRACING, "--starts", "12"]) == 3
    out, err = capsys.readouterr()
    assert err == f"lemke: {TRACING}: the time limit of 1 s was reached\n"
    assert " from 4 starts\n" in out and out.endswith("Not all starts: the time limit of 1 s was reached.\n")


def test_starts_that_all_fail_have_status_4(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, 0, NotProvedError("nothing\nhelped"))
    assert run(["explore", TRACING, "--starts", "7"]) == 4
    out, err = capsys.readouterr()
    assert err.startswith(f"lemke: {TRACING}: none of 7 starts") and err.count("\n") == 1
    assert out.endswith("7 starts failed, first seed 0: nothing helped\n")


def test_options_that_do_not_fit_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, message in (
        (("--workers", "2", "--scheduler", "tcp://x"), "--workers and --scheduler"),
        (("--starts", "0"), "'--starts': 0 is not in the range"),
    ):
        assert run(["explore", TRACING, *arguments]) == 2
        out, err = capsys.readouterr()
        assert out == "" and message in err and err.count("\n") == 1
