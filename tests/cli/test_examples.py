"""The games that come with this package: their list, ``example:NAME``, and copies."""

import json
import re
from pathlib import Path

import pytest

import lemke
from lemke.cli import run
from lemke.errors import FormatError, InputError
from lemke.io import bundled, parametric
from lemke.io.bundled import example_names

FOLDER = Path(__file__).parents[2] / "examples" / "games"


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def error(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("lemke: ") and err.count("\n") == 1
    return err.removeprefix("lemke: ").removesuffix("\n")


def test_the_list_has_every_file_once() -> None:
    files = [each.file for each in bundled.examples()]
    assert sorted(files) == sorted(
        path.name for path in FOLDER.iterdir() if path.suffix in (".efg", ".nfg", ".json") and path.name != "index.json"
    )
    assert all(each.name == Path(each.file).stem for each in bundled.examples())
    assert len({each.name for each in bundled.examples()}) == len(files)


def test_the_list_and_the_page_beside_it_name_the_same_games_and_sources() -> None:
    rows = re.findall(r"^\| (`.*?) \| .*? \| (.*?) \| ", (FOLDER / "README.md").read_text(encoding="utf-8"), re.M)
    told = {name: source.replace("`", "") for cell, source in rows for name in re.findall(r"`([^`]+)`", cell)}
    assert told == {each.file: each.source for each in bundled.examples()}


@pytest.mark.parametrize("each", bundled.examples(), ids=lambda each: each.name)
def test_what_the_list_says_is_in_the_file(each: bundled.Example) -> None:
    parameters = each.file == "kuhn3_parametric.json"
    game = parametric.read(each.path).structure if parameters else lemke.example(each.name)
    assert (each.title, each.players) == (game.title, len(game.players))
    assert 0 < len(each.shows) <= 40 and not each.shows.endswith(".")


def test_a_game_by_name_is_that_of_the_file() -> None:
    assert example_names()[0] == "kuhn3"
    for name in ("kuhn3", "kuhn3.efg"):
        assert lemke.sha256(lemke.example(name)) == lemke.sha256(lemke.read(FOLDER / "kuhn3.efg"))
    assert lemke.example("winkels_1979").strategic


def test_no_game_of_that_name() -> None:
    with pytest.raises(InputError) as caught:
        lemke.example("tracing2002")
    assert str(caught.value) == (
        "no bundled game is named 'tracing2002', did you mean 'tracing_2002'? lemke examples lists them"
    )
    with pytest.raises(InputError, match=r"^no bundled game is named '\.\./x', lemke examples lists them$"):
        lemke.example("../x")


def test_a_game_with_parameters_is_no_game(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(FormatError, match=r"^example:kuhn3_parametric: a game with parameters b, r, expected numbers"):
        lemke.example("kuhn3_parametric")
    assert error(capsys, "info", "example:kuhn3_parametric").startswith("example:kuhn3_parametric: a game with")


def test_no_folder_of_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bundled, "FOLDERS", (tmp_path / "one", tmp_path / "two"))
    with pytest.raises(FormatError) as caught:
        example_names()
    place = f"{tmp_path / 'one'} or {tmp_path / 'two'}"
    assert str(caught.value) == f"no bundled games in {place}, expected them with this package"


def test_a_list_of_another_format(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "index.json").write_text('{"format": "lemke-examples/2", "games": []}')
    monkeypatch.setattr(bundled, "FOLDERS", (tmp_path,))
    with pytest.raises(FormatError, match=r"index\.json: format 'lemke-examples/2', expected 'lemke-examples/1'$"):
        example_names()


@pytest.mark.parametrize(
    "command",
    [
        "solve example:{}",
        "info example:{}",
        "enumerate example:{}",
        "convert example:{} -",
        "strategies example:{} --player 1 --count",
    ],
)
def test_a_name_is_as_good_as_a_file(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    named = output(capsys, *command.format("tracing_2002").split())
    path = str(FOLDER / "tracing_2002.efg")
    assert named == output(capsys, *[path if word.startswith("example:") else word for word in command.split()])


def test_a_sweep_takes_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--set", "r=0", "--parameter", "b", "--from", "0", "--to", "1/2"]
    named = output(capsys, "sweep", "example:kuhn3_parametric", *words)
    assert "-b**2/(6*b + 12)" in named
    assert named == output(capsys, "sweep", str(FOLDER / "kuhn3_parametric.json"), *words)


def test_the_list_for_people_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "examples").splitlines()
    assert lines[0].split() == ["name", "players", "shows", "source"]
    assert [line.split()[0] for line in lines[1 : lines.index("")]] == list(example_names())
    assert lines[-1] == "As a GAME: example:NAME. A copy: lemke examples copy NAME"
    document = json.loads(output(capsys, "examples", "--format", "json"))
    assert document == json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("stoc_1994", "stoc_1994.efg", "example:stoc_1994"):
        assert output(capsys, "examples", "show", name) == (FOLDER / "stoc_1994.efg").read_text(encoding="utf-8")
    assert "did you mean 'stoc_1994'?" in error(capsys, "examples", "show", "stoc1994")


def test_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert output(capsys, "examples", "copy", "kuhn3") == "kuhn3.efg\n"
    made = str(Path("new", "folder"))
    copied = output(capsys, "examples", "copy", "--all", made).splitlines()
    assert copied == [str(Path(made, each.file)) for each in bundled.examples()]
    assert sorted(path.name for path in Path(made).iterdir()) == sorted(each.file for each in bundled.examples())
    for each in bundled.examples():
        assert Path(made, each.file).read_bytes() == (FOLDER / each.file).read_bytes()
    assert Path("kuhn3.efg").read_bytes() == (FOLDER / "kuhn3.efg").read_bytes()


def test_nothing_is_overwritten_unless_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kuhn4.efg").write_text("mine")
    Path("kuhn5.efg").symlink_to("nowhere")
    refused = "would be overwritten, expected --force or another folder"
    assert error(capsys, "examples", "copy", "kuhn4") == f"kuhn4.efg {refused}"
    assert error(capsys, "examples", "copy", "--all") == f"kuhn4.efg and 1 more {refused}"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kuhn4.efg", "kuhn5.efg"]
    assert Path("kuhn4.efg").read_text() == "mine"
    output(capsys, "examples", "copy", "--all", "--force")
    assert Path("kuhn4.efg").read_bytes() == (FOLDER / "kuhn4.efg").read_bytes()


def test_a_copy_that_fails_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real, done = bundled.Example.path.fget, []

    def path(each: bundled.Example) -> Path:
        done.append(each)
        return real(each) if len(done) < 5 else tmp_path / "gone"

    monkeypatch.setattr(bundled.Example, "path", property(path))
    message = error(capsys, "examples", "copy", "--all", str(tmp_path / "games"))
    assert message == f"{tmp_path / 'games'}: cannot be written: No such file or directory"
    assert list((tmp_path / "games").iterdir()) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("copy", "nothing to copy, expected NAME [FOLDER], or --all [FOLDER]"),
        ("copy kuhn3 kuhn4", "'kuhn3 kuhn4' to copy, expected one NAME and one FOLDER, or --all [FOLDER]"),
        ("copy --all a b", "'a b' to copy, expected one NAME and one FOLDER, or --all [FOLDER]"),
        ("copy kuhn33", "no bundled game is named 'kuhn33', did you mean 'kuhn3'? lemke examples lists them"),
        ("kuhn3", "No such command 'kuhn3', did you mean 'show kuhn3'?"),
        ("cpy", "No such command 'cpy', did you mean 'copy'?"),
    ],
)
def test_bad_words(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert error(capsys, "examples", *words.split()) == message


def test_a_file_in_the_place_of_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "taken").write_text("")
    message = error(capsys, "examples", "copy", "kuhn3", str(tmp_path / "taken"))
    assert message == f"{tmp_path / 'taken'}: is a file, expected a folder"


def test_a_folder_in_the_place_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "kuhn5.efg").mkdir()
    message = error(capsys, "examples", "copy", "--all", "--force", str(tmp_path))
    assert message == f"{tmp_path / 'kuhn5.efg'}: is a folder, expected a file or nothing"
    assert [path.name for path in tmp_path.iterdir()] == ["kuhn5.efg"]


@pytest.mark.parametrize(("option", "value"), [("--format", "json"), ("-o", "list.txt")])
def test_options_before_a_subcommand(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    message = error(capsys, "examples", option, value, "show", "kuhn3")
    assert message == f"{option} before show, expected options after it"


def test_a_sweep_names_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    message = error(capsys, "sweep", "example:kuhn3", "--from", "0", "--to", "1")
    assert message.startswith("example:kuhn3: ") and "/" not in message.removesuffix("(lemke-parametric-game/1)")
