"""Outside solvers: commands, verdicts, and no harm from anything that a solver does."""

import json
import os
import shlex
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq

import lemke
from lemke.certificate import Claim
from lemke.errors import FormatError, InputError, LimitError
from lemke.game import Game, GameBuilder
from lemke.game.pure_strategies import pure_strategies
from lemke.ground.limits import limits
from lemke.io import equilibrium
from lemke.io import profile as profiles
from lemke.studies import challenge as module
from lemke.studies.challenge import ChallengeTask, Judgement, challenge
from lemke.studies.challenge.games import CHALLENGES
from naive import naive_regrets
from named_games import GAMES
from scripts import script

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the solvers here are POSIX processes")

RIGHT = "NE,1/2,1/2,1/2,1/2"
PENNIES = CHALLENGES["matching-pennies"]()


def solver(folder: Path, program: str) -> str:
    """A command that runs a program of Python; ``path`` is the game's."""
    path = folder / "solver.py"
    path.write_text(f"import sys, os, time, signal\npath = sys.argv[1]\n{program}\n")
    return shlex.join([sys.executable, "-S", "-E", str(path)])


def read_answer(text: str, game: Game) -> Sequence[Claim]:
    return profiles.loads(text, game)


def read_and_divide(text: str, game: Game) -> Sequence[Claim]:
    return profiles.loads(text, game, normalize=True)


def judged(
    folder: Path, program: str, timeout: float = 60, game: Game = PENNIES, reader: module.AnswerReader = read_answer
) -> Judgement:
    """The judgement of a solver on one game."""
    (folder / "game.efg").write_text(lemke.dumps(game, "efg"))
    (judgement,) = challenge(
        solver(folder, program), [ChallengeTask("g", str(folder / "game.efg"), game)], reader, timeout
    )
    assert judgement.name == "g"
    return judgement


# ---------------------------------------------------------------------- verdicts


def test_a_right_answer_has_regret_0(tmp_path: Path) -> None:
    judgement = judged(tmp_path, f"print({RIGHT!r})")
    assert (judgement.verdict, judgement.message, judgement.profiles, judgement.regret) == ("right", "", 1, 0)
    assert judgement.defect is None
    assert 0 < judgement.seconds < 60


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms")
def test_a_signal_whose_handler_goes_on_ends_no_solver(tmp_path: Path) -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, _: heard.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
        assert judged(tmp_path, "import time; time.sleep(0.3)").verdict == "no answer"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert heard


def test_the_solver_gets_the_path_and_no_input(tmp_path: Path) -> None:
    program = f"assert open(path).read().startswith('EFG'); assert not sys.stdin.read(); print({RIGHT!r})"
    assert judged(tmp_path, program).verdict == "right"


def test_an_answer_with_a_tiny_error_is_wrong_with_its_exact_regret(tmp_path: Path) -> None:
    line = "NE,1/2,1/2,0.50000000000000000000000000000000000000001,0.49999999999999999999999999999999999999999"
    judgement = judged(tmp_path, f"print({line!r})")
    assert (judgement.verdict, judgement.regret) == ("wrong", mpq(2, 10**41))
    profile = profiles.loads(line, PENNIES)[0].profile
    assert judgement.regret == max(naive_regrets(PENNIES, profile.behavior))


def test_the_worst_of_several_lines_counts(tmp_path: Path) -> None:
    judgement = judged(tmp_path, f"print('{RIGHT}\\n\\nNE,1,0,1,0\\nNE,3/4,1/4,1/2,1/2')")
    assert (judgement.verdict, judgement.message, judgement.profiles, judgement.regret) == (
        "wrong",
        "2 of 3 profiles",
        3,
        2,
    )


def test_a_certificate_is_an_answer_whose_claims_must_be_true(tmp_path: Path) -> None:
    certificate = equilibrium.dumps(lemke.solve(PENNIES))
    assert judged(tmp_path, f"print({certificate!r})").verdict == "right"
    document = json.loads(certificate)
    document["payoffs"] = ["1", "-1"]
    judgement = judged(tmp_path, f"print({json.dumps(document)!r})")
    assert (judgement.verdict, judgement.regret) == ("wrong", 0)
    assert "payoff 1 of player 1, expected 0" in judgement.message
    assert "payoff -1 of player 2, expected 0" in judgement.message


def test_a_refinement_that_is_claimed_has_to_hold(tmp_path: Path) -> None:
    game = lemke.read(GAMES / "entry_deterrence.efg")
    threat = json.loads(equilibrium.dumps(lemke.solve(game, "lemke-howson", label=0)))
    assert judged(tmp_path, f"print({json.dumps(threat)!r})", game=game).verdict == "right"
    threat["method"] = "subgame-perfect"
    judgement = judged(tmp_path, f"print({json.dumps(threat)!r})", game=game)
    assert (judgement.verdict, judgement.regret) == ("wrong", 0)
    assert judgement.message.startswith("not subgame-perfect: ") and "player 2 gains 2 " in judgement.message
    perfect = equilibrium.dumps(lemke.solve(game, refine="subgame-perfect"))
    assert judged(tmp_path, f"print({perfect!r})", game=game).verdict == "right"
    unproved = json.dumps(json.loads(perfect) | {"method": "quasi-perfect"})
    judgement = judged(tmp_path, f"print({unproved!r})", game=game)
    assert judgement.verdict == "wrong" and judgement.message.startswith("not proved quasi-perfect: ")


def test_a_limit_reached_between_two_profiles_ends_the_judging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Claim] = []
    judged: list[Claim] = []
    judge = module.Judge.judge

    def recorded(self: module.Judge, claim: Claim) -> object:
        begun.append(claim)
        verdict = judge(self, claim)
        judged.append(claim)
        return verdict

    def check() -> None:
        if judged:
            raise LimitError("enough")

    monkeypatch.setattr(module.Judge, "judge", recorded)
    tasks = [ChallengeTask("g", str(tmp_path / "game.efg"), PENNIES)]
    command = solver(tmp_path, f"print('{RIGHT}\\n' * 3)")
    with pytest.MonkeyPatch.context() as patch, pytest.raises(LimitError, match="enough"):
        patch.setattr(module.limits, "check", check)
        list(challenge(command, tasks, read_answer, 60))
    assert len(begun) == len(judged) == 1
    assert [judgement.profiles for judgement in challenge(command, tasks, read_answer, 60)] == [3]


def test_output_that_is_no_answer_is_malformed(tmp_path: Path) -> None:
    for printed, message in [
        ("NE,1/2,1/2", "line 1: 2 probabilities, expected 4"),
        (f"{RIGHT}\nNE,1/2,1/2,0,0", "line 2: information set 1 of player 2: probabilities that sum to 0"),
        ("NE,1/2,1/2,nan,1", "line 1: 'nan' is no number"),
        ("NE,-1,2,1/2,1/2", "line 1: information set 1 of player 1: the probability -1"),
        ("{", "line 2: no JSON"),
    ]:
        judgement = judged(tmp_path, f"print({printed!r})")
        assert (judgement.verdict, judgement.regret, judgement.profiles) == ("malformed", None, 0)
        assert judgement.message.startswith(message), judgement.message
    judgement = judged(tmp_path, "sys.stdout.buffer.write(bytes([0, 255, 254]))")
    assert judgement.verdict == "malformed" and "binary" in judgement.message


def test_empty_output_is_no_answer(tmp_path: Path) -> None:
    assert judged(tmp_path, "print()").verdict == "no answer"


def test_a_crash_is_reported_with_the_last_line_of_stderr(tmp_path: Path) -> None:
    judgement = judged(tmp_path, f"print({RIGHT!r}); raise ValueError('too\\thard')")
    assert (judgement.verdict, judgement.message) == ("crashed", "exit status 1: ValueError: too hard")
    judgement = judged(tmp_path, "sys.exit(3)")
    assert (judgement.verdict, judgement.message) == ("crashed", "exit status 3")
    judgement = judged(tmp_path, "os.kill(os.getpid(), signal.SIGSEGV)")
    assert (judgement.verdict, judgement.message) == ("crashed", "ended by the signal 11")


def test_a_solver_may_refuse_a_game(tmp_path: Path) -> None:
    judgement = judged(tmp_path, "print('not zero-sum', file=sys.stderr); sys.exit(77)")
    assert (judgement.verdict, judgement.message) == ("refused", "not zero-sum")


def test_sums_that_miss_one_are_divided_where_the_reader_does_so(tmp_path: Path) -> None:
    line = f"print({'NE,0.5,0.5,0.3,0.3'!r})"
    assert judged(tmp_path, line).verdict == "malformed"
    judgement = judged(tmp_path, line, reader=read_and_divide)
    assert (judgement.verdict, judgement.regret, judgement.defect) == ("right", 0, mpq(-2, 5))
    assert judged(tmp_path, f"print({RIGHT!r})", reader=read_and_divide).defect == 0


def test_games_of_other_kinds_are_skipped_and_not_run() -> None:
    three = GameBuilder(["A", "B", "C"]).build(unpaid="zero")
    forgetful = GameBuilder()
    guess = forgetful.information_set(0, ["x", "y"])
    for node in forgetful.move(forgetful.root, 0, ["l", "r"]):
        forgetful.decide(node, guess)
    tasks = [
        ChallengeTask("three", "three.efg", three),
        ChallengeTask("forgetful", "forgetful.efg", forgetful.build(unpaid="zero")),
        ChallengeTask("broken", "broken.efg", FormatError("found 'x', expected a node")),
    ]
    judgements = list(challenge("/no/such/solver", tasks, read_answer, 10))
    assert [judgement.verdict for judgement in judgements] == ["skipped"] * 3
    assert judgements[0].message.startswith("a game of 3 players")
    assert "expected perfect recall" in judgements[1].message
    assert judgements[2].message == "found 'x', expected a node"


# ---------------------------------------------------------------------- processes


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended but was not waited for does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.mark.slow
def test_a_solver_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    program = f"""
import subprocess
child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(600)"])
open({str(tmp_path / "pids")!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print({RIGHT!r}, flush=True)
time.sleep(600)
"""
    begin = time.monotonic()
    judgement = judged(tmp_path, program, timeout=2)
    assert (judgement.verdict, judgement.regret) == ("timed out", None)
    assert 2 <= judgement.seconds < time.monotonic() - begin + 1 < 30
    pids = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    assert len(pids) == 2
    deadline = time.monotonic() + 10
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(alive, pids))


def test_a_solver_that_leaves_children_behind_is_not_waited_for(tmp_path: Path) -> None:
    program = f"""
import subprocess
subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(600)"])
print({RIGHT!r})
"""
    begin = time.monotonic()
    assert judged(tmp_path, program).verdict == "right"
    assert time.monotonic() - begin < 30


def test_an_answer_counts_though_a_process_of_another_session_holds_the_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_PIPE_SECONDS", 0.3)
    program = f"""
import subprocess
child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(600)"], start_new_session=True)
open({str(tmp_path / "pid")!r}, "w").write(str(child.pid))
print({RIGHT!r}, flush=True)
print("a last word", file=sys.stderr, flush=True)
"""
    begin = time.monotonic()
    try:
        assert judged(tmp_path, program).verdict == "right"
        os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)
        judgement = judged(tmp_path, program + "os._exit(3)")
    finally:
        os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)
    assert (judgement.verdict, judgement.message) == ("crashed", "exit status 3: a last word")
    assert time.monotonic() - begin < 60


def test_what_is_printed_after_the_farewell_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PIPE_SECONDS", 0.2)
    reading, writing = os.pipe()
    stream = module._Stream(os.fdopen(reading, "rb", buffering=0), 5)
    os.write(writing, b"NE,1")
    assert stream.result() == b"NE,1"
    os.write(writing, b"/2, and more than the limit")
    os.close(writing)
    stream.join(60)
    assert not stream.is_alive()
    assert stream.result() == b"NE,1"
    assert not stream.overflown


def test_endless_output_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_MEBIBYTES", 1)
    judgement = judged(tmp_path, "while True: print('NE,1/2,1/2,1/2,1/2')")
    assert judgement.verdict == "malformed" and judgement.message.startswith("the output is longer than 1 MiB")
    judgement = judged(tmp_path, f"for k in range(10**5): print('line', k, file=sys.stderr)\nprint({RIGHT!r})")
    assert judgement.verdict == "right"


def test_an_interrupt_and_a_limit_end_the_solver(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    program = f"open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(600)"

    def check() -> None:
        if pid.exists() and pid.read_text():
            raise KeyboardInterrupt

    (tmp_path / "game.efg").write_text(lemke.dumps(PENNIES, "efg"))
    task = ChallengeTask("g", str(tmp_path / "game.efg"), PENNIES)
    with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(module.limits, "check", check)
        list(challenge(solver(tmp_path, program), [task], read_answer, 600))
    assert not alive(int(pid.read_text()))
    with pytest.raises(LimitError), limits(time=1):
        list(challenge(solver(tmp_path, program), [task], read_answer, 600))
    assert not alive(int(pid.read_text()))


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "an empty command"),
        ("solve 'it", "No closing quotation"),
        ("/no/such/solver {}", "'/no/such/solver' cannot be run"),
        ("/ {}", "'/' cannot be run"),
    ],
)
def test_commands_that_cannot_be_run_are_refused(command: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        list(challenge(command, [ChallengeTask("g", "g.efg", PENNIES)], read_answer, 10))
    assert message in str(caught.value)


def test_the_path_of_the_game_replaces_braces_in_the_command(tmp_path: Path) -> None:
    task = ChallengeTask("g", str(tmp_path / "a b.efg"), PENNIES)
    for form in ("{}", "--file={} x", ""):
        script = solver(tmp_path, "print(sys.argv[1:], file=sys.stderr); sys.exit(77)")
        (judgement,) = challenge(f"{script} {form}", [task], read_answer, 60)
        expected = [word.replace("{}", task.path) for word in (form or "{}").split()]
        assert judgement.message == str(expected)


# ---------------------------------------------------------------------- the bundled games


def test_bundled_games_are_small_solvable_and_read_back() -> None:
    assert len(CHALLENGES) >= 15
    for name, make in CHALLENGES.items():
        game = make()
        assert game.size < 1000, name
        equilibrium = lemke.solve(game)
        assert lemke.verify(game, equilibrium.profile).is_equilibrium, name
        back = lemke.loads(lemke.dumps(game, "efg"))
        assert lemke.sha256(back) == lemke.sha256(game), name


def test_bundled_games_show_their_phenomena() -> None:
    games = {name: make() for name, make in CHALLENGES.items()}
    assert any(0 in information_set.probabilities for information_set in games["never-drawn"].information_sets)
    assert not games["silent-player"].sets_of(1)
    assert min(len(information_set.actions) for information_set in games["single-moves"].information_sets) == 1
    lost = lemke.solve(games["always-lost"])
    assert lost.payoffs[0] == min(outcome.payoffs[0] for outcome in games["always-lost"].outcomes)
    assert any(
        not action.isascii()
        for information_set in games["odd-labels"].information_sets
        for action in information_set.actions
    )
    hair = [outcome.payoffs[0] for outcome in games["hair"].outcomes]
    assert len(set(hair)) == 2 and len(set(map(float, hair))) == 1
    assert (games["missing-outcomes"].outcome[games["missing-outcomes"].leaves] == -1).any()
    half = lemke.Profile.of(games["many-ties"], [[["1/2", "1/2"]] * 2, [[1, 0, 0]]])
    assert lemke.verify(games["many-ties"], half).is_equilibrium


# ---------------------------------------------------------------------- solvers of other packages


def test_floats_of_a_player_with_one_information_set_are_passed_on_as_they_are() -> None:
    outside = script("benchmarks/outside_solvers")
    (index,) = PENNIES.sets_of(0)
    pure = pure_strategies(PENNIES, 0)
    assert outside._shares(pure, np.array([0.25, 0.25])) == {index: [0.25, 0.25]}
    assert outside._shares(pure, np.array([0.0, 0.0])) == {index: [0.0, 0.0]}
    poker = CHALLENGES["kuhn-3"]()
    several = pure_strategies(poker, 0, reduced=True)
    shares = outside._shares(several, np.full(several.count, 0.25))
    assert {sum(probabilities) for probabilities in shares.values()} == {1.0}
