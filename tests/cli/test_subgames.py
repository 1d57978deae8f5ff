"""``lemke subgames`` and ``lemke solve --refine``."""

import json
from pathlib import Path

import pytest

import command_line
import lemke
from command_line import refused
from lemke.cli import run
from lemke.game import NodeNames
from lemke.game.subgames import subgame_regrets
from lemke.io import profile as profiles
from lemke.solvers.refinements import REFINEMENTS
from named_games import GAMES

CENTIPEDE, KUHN, ENTRY = (str(GAMES / f"{name}.efg") for name in ("centipede6", "kuhn3", "entry_deterrence"))
ROCK = str(GAMES / "rock_paper_scissors.efg")


def lines(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> list[str]:
    return command_line.printed(capsys, *arguments, status=status).splitlines()


def odd_labels() -> lemke.Game:
    """Moves whose labels are no plain words: empty, twice, with blanks, unprintable, like our numbers, very long."""
    builder = lemke.GameBuilder()
    nodes = builder.move(builder.root, 0, ["", "x", "x", "a b", "\x1b", "#1", "y" * 200, "plain"])
    builder.move(nodes[3], 1, ["l", "r"])
    return builder.build(unpaid="zero")


def test_names_of_nodes_are_read_back() -> None:
    game = odd_labels()
    names = NodeNames(game)
    assert [names.name(node) for node in range(game.size)] == [
        *["", "#1", "#2", "#3", '"a b"', "#5", "#6", "#7", "plain"],
        *['"a b" l', '"a b" r'],
    ]
    assert [names.node(names.name(node)) for node in range(game.size)] == list(range(game.size))
    assert (names.node("#8"), names.node("#4 #2")) == (8, 10)


def chain_file(tmp_path: Path, length: int) -> str:
    builder = lemke.GameBuilder()
    node = builder.root
    for k in range(length):
        node = builder.move(node, k % 2, ["take", "pass"])[1]
    lemke.write(builder.build(unpaid="zero"), tmp_path / "chain.efg")
    return str(tmp_path / "chain.efg")


@pytest.mark.parametrize(
    ("history", "message"),
    [
        ("X", "the move 'X' at information set 1 of player 1"),
        ("#4", "the move '#4' at information set 1 of player 1"),
        ("#0", "the move '#0'"),
        ("R r r", "the move 'r' at a leaf in 'R r r'"),
    ],
)
def test_a_history_that_leads_nowhere_is_refused(
    history: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert f"{ROCK}: {message}" in refused(capsys, "subgames", ROCK, "--containing", history)


def test_labels_that_name_several_moves_are_no_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lemke.write(odd_labels(), tmp_path / "odd.json")
    err = refused(capsys, "subgames", str(tmp_path / "odd.json"), "--containing", "x")
    assert """expected one of '#1, #2, #3, "a b", #5, #6, #7, plain'""" in err


def test_the_result_goes_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = lines(capsys, "subgames", KUHN)
    assert lines(capsys, "subgames", KUHN, "-o", str(tmp_path / "out")) == []
    assert (tmp_path / "out").read_text(encoding="utf-8").splitlines() == shown


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert "lemke subgames example:centipede6" in "\n".join(lines(capsys, "subgames", "-h"))
    shown = "\n".join(lines(capsys, "solve", "-h"))
    assert "--refine subgame-perfect" in shown
    assert all(f"    {name}\n" in shown for name in REFINEMENTS)


@pytest.mark.parametrize("refinement", REFINEMENTS)
def test_a_refined_equilibrium_is_written_in_every_format(
    refinement: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = lemke.read(ENTRY)
    shown = lines(capsys, "solve", ENTRY, "--refine", refinement)
    assert f"method {refinement}, kernel " in shown[-1]
    for form in ("json", "gambit"):
        path = str(tmp_path / form)
        assert lines(capsys, "solve", ENTRY, "--refine", refinement, "--format", form, "-o", path) == []
        (claim,) = profiles.loads(Path(path).read_text(encoding="utf-8"), game)
        assert subgame_regrets(game, claim.profile).is_subgame_perfect
        assert any(line.startswith("An equilibrium: ") for line in lines(capsys, "verify", ENTRY, path))


def test_empty_threats_are_left_only_when_refined(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "prior")
    lines(capsys, "solve", CENTIPEDE, "--format", "gambit", "-o", path)
    take_always = "NE," + ",".join(["1,0"] * 6)
    assert Path(path).read_text(encoding="utf-8") != take_always + "\n"
    options = ["--refine", "subgame-perfect", "--prior", path, "--format", "gambit"]
    assert lines(capsys, "solve", CENTIPEDE, *options) == [take_always]


def test_an_unknown_refinement_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "'perfect' is not" in refused(capsys, "solve", ENTRY, "--refine", "perfect")


@pytest.mark.parametrize(
    ("line", "status", "verdict"),
    [
        ("NE,0,1,1,0", 0, "It is subgame-perfect."),
        (
            "NE,1,0,0,1",
            1,
            "Not subgame-perfect: in the subgame after 'in' player 2 gains 2 ",
        ),
        (
            "NE,0,1,0,1",
            1,
            "Not subgame-perfect: in the subgame after 'in' player 2 gains 2 ",
        ),
    ],
)
def test_an_equilibrium_by_an_empty_threat_is_judged_not_to_be_subgame_perfect(
    line: str, status: int, verdict: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = tmp_path / "line"
    profile.write_text(line)
    assert run(["verify", ENTRY, str(profile), "--refine", "subgame-perfect"]) == status
    assert capsys.readouterr().out.splitlines()[-1].startswith(verdict)


@pytest.mark.parametrize("refinement", REFINEMENTS)
def test_verify_confirms_a_refinement_by_solve(
    refinement: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    certificate = str(tmp_path / "certificate.json")
    lines(capsys, "solve", CENTIPEDE, "--refine", refinement, "--format", "json", "-o", certificate)
    assert lines(capsys, "verify", CENTIPEDE, certificate, "--refine", refinement)[-1] == f"It is {refinement}."


def test_a_certificate_that_claims_a_refinement_is_held_to_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everything else in the certificate is true: an equilibrium by an empty threat, its plans and its duals."""
    certificate = tmp_path / "certificate.json"
    lines(capsys, "solve", ENTRY, "--refine", "subgame-perfect", "--format", "json", "-o", str(certificate))
    document = json.loads(certificate.read_text())
    document["payoffs"] = ["1", "5"]
    for player, actions in enumerate(({"out": "1", "in": "0"}, {"share": "0", "fight": "1"})):
        document["behavior"][player]["information_sets"][0]["actions"] = actions
    document["realization_plans"] = [["1", "1", "0"], ["1", "0", "1"]]
    document["duals"] = [["1", "1"], ["5", "0"]]
    for method, status, verdict in (
        ("lcp", 0, "An equilibrium: "),
        (
            "subgame-perfect",
            1,
            "Not subgame-perfect: in the subgame after 'in' player 2 gains 2 ",
        ),
    ):
        certificate.write_text(json.dumps(document | {"method": method}))
        assert run(["verify", ENTRY, str(certificate)]) == status
        assert capsys.readouterr().out.splitlines()[-1].startswith(verdict)


def test_a_subgame_perfect_equilibrium_has_no_filled_in_moves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every stage of a game of perfect information decides its move, so no move is filled in."""
    certificate = tmp_path / "certificate.json"
    lines(capsys, "solve", CENTIPEDE, "--refine", "subgame-perfect", "--format", "json", "-o", str(certificate))
    sets = [
        information_set
        for player in json.loads(certificate.read_text())["behavior"]
        for information_set in player["information_sets"]
    ]
    assert [information_set["filled"] for information_set in sets] == [False] * 6
    assert all(information_set["actions"]["take"] == "1" for information_set in sets)


def test_an_error_in_a_stage_names_its_subgame(capsys: pytest.CaptureFixture[str]) -> None:
    game = str(GAMES / "lecture9_imperfect.efg")
    message = refused(capsys, "solve", game, "--refine", "subgame-perfect", "--method", "lp")
    assert "the subgame after 'L': a general-sum game" in message
