"""The checker in `proofs/`: Coq proves the theorems, and the program accepts equilibria only."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest
from gmpy2 import mpq
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lemke
from lemke.certificate import Claim, Equilibrium
from lemke.errors import FormatError
from lemke.game import Game
from lemke.game.recall import histories, player_sequences, violations
from lemke.game.strategy import Profile
from lemke.generators import kuhn
from lemke.io import coq
from lemke.io.bundled import example_names
from lemke.solvers import solve
from proved_checker import PROOFS, SLIGHTLY, Built
from strategies import games
from test_deep_games import chain

THEOREMS = ("check_sound", "check_value")


one_process_per_example = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def test_the_theorems_have_no_axioms(built: Built) -> None:
    assert all(f"\n{theorem}\n" in built.printed for theorem in THEOREMS)
    assert built.printed.count("Closed under the global context") == len(THEOREMS)


@pytest.mark.usefixtures("built")
def test_a_theorem_with_an_axiom_stops_the_build(tmp_path: Path) -> None:
    copy = tmp_path / "proofs"
    shutil.copytree(PROOFS, copy, ignore=shutil.ignore_patterns("build"))
    lines = (copy / "Soundness.v").read_text(encoding="utf-8")
    start = lines.index("Theorem check_value")
    end = lines.index("Proof.", start)
    (copy / "Soundness.v").write_text(lines[:end] + "Proof. Admitted.\n", encoding="utf-8")
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "check").touch()  # of an earlier build
    run = subprocess.run([copy / "build.sh", tmp_path / "library"], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "a theorem rests on an axiom" in run.stdout
    assert not (tmp_path / "library" / "check").exists()


def test_the_second_checker_of_coq_finds_no_axioms(built: Built) -> None:
    command = ["coqchk", "-silent", "-o", "-Q", built.library, "LemkeProofs", "LemkeProofs.Soundness"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "* Axioms: <none>" in run.stdout + run.stderr


# ---------------------------------------------------------------------- what is accepted


def bundled() -> Iterator[str]:
    """Names of the bundled games of two players with perfect recall."""
    for name in example_names():
        try:
            game = lemke.example(name)
        except FormatError:  # it has parameters
            continue
        if len(game.players) == 2 and violations(game, histories(game)) == [None, None]:
            yield name


def accepted(built: Built, game: Game, equilibrium: Equilibrium) -> bool:
    """Say whether the checker accepts an equilibrium, with its payoffs, and knows zero-sum games."""
    status, line = built.check(coq.lines(game, equilibrium.claim))
    first, second = equilibrium.payoffs
    is_zero_sum = all(sum(payoffs) == 0 for payoffs in zip(*map(game.leaf_payoffs, (0, 1)), strict=True))
    end = ", the value of a zero-sum game" * is_zero_sum
    return (status, line) == (0, f"accepted: an equilibrium with payoffs {first} and {second}{end}\n")


@pytest.mark.parametrize("name", [*bundled()])
def test_equilibria_of_bundled_games_are_accepted(built: Built, name: str) -> None:
    game = lemke.example(name)
    assert accepted(built, game, solve(game))


@one_process_per_example
@given(games())
def test_equilibria_of_random_games_are_accepted(built: Built, game: Game) -> None:
    assert accepted(built, game, solve(game))


@one_process_per_example
@given(games(max_depth=3), st.data())
def test_the_checker_and_the_judge_agree_on_every_pure_profile(built: Built, game: Game, data: st.DataObject) -> None:
    behavior = [
        [
            [int(move == chosen) for move in range(size)]
            for size in (len(game.information_sets[index].actions) for index in game.sets_of(player))
            for chosen in [data.draw(st.integers(0, size - 1))]
        ]
        for player in range(2)
    ]
    profile = Profile.of(game, behavior)
    assert built.accepts(game, Claim(profile)) == lemke.verify(game, profile).is_equilibrium


@pytest.mark.parametrize("levels", [5_000, 100_000])
def test_equilibria_of_deep_games_are_accepted(built: Built, levels: int) -> None:
    game = chain(levels)
    stop, go = [1, 0], [0, 1]
    value, moves = (3, 1), [stop] * levels
    for level in reversed(range(levels)):
        leaf = (level * 7 % 5, level * 3 % 7)
        moves[level] = stop if leaf[level % 2] >= value[level % 2] else go
        value = leaf if moves[level] is stop else value
    assert built.accepts(game, Claim(Profile.of(game, [moves[0::2], moves[1::2]])))


def test_equilibria_of_wide_games_are_accepted(built: Built) -> None:
    size = 100_000
    leaves = "leaf 1 -1\n" * size
    shares = " ".join([f"1/{size}"] * size)
    zeros = " 0" * (size - 1)
    assert built.check(f"lemke-proof/1\npayoffs 1 -1\nchance {shares}\n{leaves}")[0] == 0
    assert built.check(f"lemke-proof/1\npayoffs 1 -1\nset 2 7 -1 1{zeros}\nmove 7 {size}\n{leaves}")[0] == 0


# ---------------------------------------------------------------------- what is refused


@dataclass(frozen=True)
class Text:
    """A proof, to be forged line by line."""

    lines: tuple[str, ...]

    @classmethod
    def of(cls, game: Game, equilibrium: Equilibrium) -> "Text":
        return cls(tuple(coq.lines(game, equilibrium.claim).split("\n")))

    def places(self, kind: str) -> list[int]:
        return [place for place, line in enumerate(self.lines) if line.split(" ")[0] == kind]

    def changed(self, place: int, *lines: str) -> str:
        """Return the text with one line replaced by other lines."""
        return "\n".join([*self.lines[:place], *lines, *self.lines[place + 1 :]])

    def with_word(self, place: int, word: int, change: Callable[[mpq], object]) -> str:
        words = self.lines[place].split(" ")
        words[word] = str(change(mpq(words[word])))
        return self.changed(place, " ".join(words))


KUHN = kuhn(3)
PROVED = solve(KUHN)
TEXT = Text.of(KUHN, PROVED)


def refused(built: Built, text: str) -> bool:
    status, line = built.check(text)
    return (status, line.split(" ")[0]) == (1, "refused:")


@pytest.mark.parametrize("game", [KUHN, kuhn(3, rake="1/20"), lemke.example("beer_quiche")], ids=str)
def test_plans_that_are_wrong_by_a_hair_are_refused(built: Built, game: Game) -> None:
    equilibrium = solve(game)
    verdicts = []
    for player, strategy in enumerate(equilibrium.profile.behavior):
        for h, distribution in enumerate(strategy):
            for source, target in product(range(len(distribution)), repeat=2):
                if source == target or not distribution[source]:
                    continue
                moved = list(distribution)
                moved[source] -= SLIGHTLY
                moved[target] += SLIGHTLY
                behavior = [list(map(list, strategy)) for strategy in equilibrium.profile.behavior]
                behavior[player][h] = moved
                claim = Claim(profile := Profile.of(game, behavior))
                verdicts.append(built.accepts(game, claim))
                assert verdicts[-1] == lemke.verify(game, profile).is_equilibrium
    assert False in verdicts


def test_a_game_that_is_no_longer_zero_sum_is_refused(built: Built) -> None:
    game = lemke.example("matching_pennies")
    builder = Text.of(game, solve(game))
    text = "\n".join(line.replace("leaf 1 -1", "leaf 1 -2").replace("leaf -1 1", "leaf -1 0") for line in builder.lines)
    status, line = built.check(text.replace("payoffs 0 0", "payoffs 0 -1").replace("set 2 2 0", "set 2 2 -1"))
    assert (status, line) == (0, "accepted: an equilibrium with payoffs 0 and -1\n")


def test_a_player_who_forgets_is_refused(built: Built) -> None:
    sequences = player_sequences(KUHN, 0)
    first, second = (sequences.sets[h] + 1 for h in (0, int((sequences.parent > 0).argmax())))
    text = "\n".join(TEXT.lines)
    assert f"\nmove {second} 2\n" in text
    assert refused(built, text.replace(f"\nmove {second} 2\n", f"\nmove {first} 2\n"))


@pytest.mark.parametrize("place", TEXT.places("set"))
def test_a_dual_that_is_too_small_is_refused(built: Built, place: int) -> None:
    assert refused(built, TEXT.with_word(place, 3, lambda dual: dual - SLIGHTLY))


@pytest.mark.parametrize("place", TEXT.places("set"))
def test_bad_probabilities_of_actions_are_refused(built: Built, place: int) -> None:
    start = " ".join(TEXT.lines[place].split(" ")[:4])
    for wrong in ("0 0", "1 1/1000000000000000000000000000000", "2 -1", "-1 2", "1", "1 0 0"):
        assert refused(built, TEXT.changed(place, f"{start} {wrong}")), wrong


def test_bad_probabilities_of_chance_are_refused(built: Built) -> None:
    (place,) = TEXT.places("chance")
    for wrong in ("1/6 " * 5 + "1/7", "1/6 " * 4 + "3/6 -1/6", "1 " * 6):
        assert refused(built, TEXT.changed(place, f"chance {wrong.strip()}")), wrong


def test_nodes_of_a_set_with_different_numbers_of_actions_are_refused(built: Built) -> None:
    start = ["lemke-proof/1", "payoffs 0 0", "set 2 5 0 1 0", "chance 1/2 1/2", "move 5 2", "leaf 0 0", "leaf 0 0"]
    assert built.check("\n".join([*start, "move 5 2", "leaf 0 0", "leaf 0 0", ""]))[0] == 0
    assert refused(built, "\n".join([*start, "move 5 1", "leaf 0 0", ""]))
    assert refused(built, "\n".join([*start, "move 5 3", *["leaf 0 0"] * 3, ""]))


# ---------------------------------------------------------------------- what is no proof


def test_missing_and_further_lines_are_bad_input(built: Built) -> None:
    for place in range(len(TEXT.lines) - 1):
        status, line = built.check(TEXT.changed(place))
        assert (status, line.split(":")[0]) == (2, "bad input"), place
    for line in ("leaf 0 0", "", "set 1 99 0 1", " "):
        assert built.check("\n".join([*TEXT.lines[:-1], line, ""]))[0] == 2


def test_a_file_that_is_cut_off_within_its_last_number_is_bad_input(built: Built) -> None:
    text = "lemke-proof/1\npayoffs 1 -12\nleaf 1 -12\n"
    assert built.check(text)[0] == 0
    assert all(built.check(text[:end])[0] == 2 for end in range(len(text)))


def test_information_sets_that_are_listed_twice_or_never_are_bad_input(built: Built) -> None:
    place = TEXT.places("set")[0]
    line = TEXT.lines[place]
    renumbered = line.replace("set 1", "set 2")
    assert line != renumbered
    for again in (line, renumbered):
        assert built.check(TEXT.changed(place, line, again))[0] == 2
    for wrong in ("0", "-1", "1/2", "x", "", "9" * 30):
        assert built.check(TEXT.changed(place, line, f"set 1 {wrong} 0 1"))[0] == 2
    assert built.check(TEXT.changed(place, line.replace("set 1", "set 3")))[0] == 2


@pytest.mark.parametrize(
    "number", ["", "1/0", "0x1", "1.5", "+1", "1e3", "1/-2", "--1", "1_000", "inf", "1/2/3", "-", "1\r"]
)
def test_bad_numbers_are_bad_input(built: Built, number: str) -> None:
    assert built.check(TEXT.changed(1, f"payoffs {number} 0"))[0] == 2
    assert built.check(TEXT.changed(TEXT.places("leaf")[0], f"leaf 0 {number}"))[0] == 2


@pytest.mark.parametrize(
    "line", ["leaf 0", "leaf 0 0 0", "chance", "move 2", "move 2 0", "move 2 x", "node", "", "leaf  0 0"]
)
def test_bad_nodes_are_bad_input(built: Built, line: str) -> None:
    assert built.check(TEXT.changed(TEXT.places("leaf")[-1], line))[0] == 2


def test_other_texts_are_bad_input(built: Built) -> None:
    for text in ("", "\n", "lemke-proof/1", "lemke-proof/2\n", "lemke-proof/1\npayoffs 0 0\n", "\x00\xff"):
        assert built.check(text)[0] == 2
    run = subprocess.run(
        [built.library / "check", built.folder / "nowhere"], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)


# ---------------------------------------------------------------------- games in Coq


@pytest.mark.parametrize("name", ["kuhn3", "kuhn3_raked", "beer_quiche", "silent_player", "chance_in_the_middle"])
def test_a_game_is_proved_by_coq(built: Built, name: str) -> None:
    game = lemke.example(name)
    run = built.coqc(coq.theorems(game, solve(game).claim))
    assert run.returncode == 0, run.stderr


def test_coq_does_not_prove_a_wrong_value(built: Built) -> None:
    text = coq.theorems(KUHN, PROVED.claim)
    assert built.coqc(text.replace("by_player (-1 # 18) (1 # 18)", "by_player (-1 # 17) (1 # 17)")).returncode == 1
    assert built.coqc(text.replace("value game (-1 # 18)", "value game (-1 # 17)")).returncode == 1
