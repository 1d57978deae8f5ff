"""The games that come with this package: their list, ``example:NAME``, and copies."""

from pathlib import Path

import pytest

import lemke
from command_line import printed, refused
from lemke.errors import FormatError, InputError
from lemke.io import bundled, parametric
from lemke.io.bundled import example_names

FOLDER = Path(__file__).parents[2] / "examples" / "games"


def test_the_list_has_every_file_once() -> None:
    files = [example.file for example in bundled.examples()]
    assert sorted(files) == sorted(
        path.name for path in FOLDER.iterdir() if path.suffix in (".efg", ".nfg", ".json") and path.name != "index.json"
    )
    assert all(example.name == Path(example.file).stem for example in bundled.examples())
    assert len({example.name for example in bundled.examples()}) == len(files)


@pytest.mark.parametrize("example", bundled.examples(), ids=lambda example: example.name)
def test_titles_and_players_in_the_list_are_those_of_the_file(example: bundled.Example) -> None:
    parameters = example.file == "kuhn3_parametric.json"
    game = parametric.read(example.path).game if parameters else lemke.example(example.name)
    assert (example.title, example.players) == (game.title, len(game.players))
    assert 0 < len(example.shows) <= 40 and not example.shows.endswith(".")


def test_a_game_by_name_is_the_game_of_its_file() -> None:
    assert example_names()[0] == "kuhn3"
    for name in ("kuhn3", "kuhn3.efg"):
        assert lemke.sha256(lemke.example(name)) == lemke.sha256(lemke.read(FOLDER / "kuhn3.efg"))
    assert lemke.example("winkels_1979").strategic


def test_an_unknown_name_is_refused_with_a_suggestion() -> None:
    with pytest.raises(InputError) as caught:
        lemke.example("tracing2002")
    assert "'tracing2002', did you mean 'tracing_2002'?" in str(caught.value)
    with pytest.raises(InputError, match=r"'\.\./x'") as caught:
        lemke.example("../x")
    assert "did you mean" not in str(caught.value)


def test_a_game_with_parameters_is_refused_as_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(FormatError, match=r"^example:kuhn3_parametric: a game with a parameter, expected a game"):
        lemke.example("kuhn3_parametric")
    assert refused(capsys, "info", "example:kuhn3_parametric").startswith("example:kuhn3_parametric: a game with")


def test_a_missing_folder_of_games_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bundled, "FOLDERS", (tmp_path / "one", tmp_path / "two"))
    with pytest.raises(FormatError) as caught:
        example_names()
    assert f"no bundled games in {tmp_path / 'one'} or {tmp_path / 'two'}" in str(caught.value)


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
def test_commands_accept_a_name_like_a_file(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    named = printed(capsys, *command.format("tracing_2002").split())
    path = str(FOLDER / "tracing_2002.efg")
    assert named == printed(capsys, *[path if word.startswith("example:") else word for word in command.split()])


def test_a_sweep_takes_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--from", "0", "--to", "1/2"]
    named = printed(capsys, "sweep", "example:kuhn3_parametric", *words)
    assert "-b**2/(6*b + 12)" in named
    assert named == printed(capsys, "sweep", str(FOLDER / "kuhn3_parametric.json"), *words)


def test_show_prints_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("stoc_1994", "stoc_1994.efg", "example:stoc_1994"):
        assert printed(capsys, "examples", "show", name) == (FOLDER / "stoc_1994.efg").read_text(encoding="utf-8")
    assert "did you mean 'stoc_1994'?" in refused(capsys, "examples", "show", "stoc1994")


def test_copy_writes_the_files_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert printed(capsys, "examples", "copy", "kuhn3") == "kuhn3.efg\n"
    made = str(Path("new", "folder"))
    copied = printed(capsys, "examples", "copy", "--all", made).splitlines()
    assert copied == [str(Path(made, example.file)) for example in bundled.examples()]
    assert sorted(path.name for path in Path(made).iterdir()) == sorted(example.file for example in bundled.examples())
    for example in bundled.examples():
        assert Path(made, example.file).read_bytes() == (FOLDER / example.file).read_bytes()
    assert Path("kuhn3.efg").read_bytes() == (FOLDER / "kuhn3.efg").read_bytes()


def test_nothing_is_overwritten_unless_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kuhn4.efg").write_text("mine")
    Path("kuhn5.efg").symlink_to("nowhere")
    message = refused(capsys, "examples", "copy", "kuhn4")
    assert message.startswith("kuhn4.efg would be overwritten") and "--force" in message
    assert refused(capsys, "examples", "copy", "--all").startswith("kuhn4.efg and 1 more would be overwritten")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kuhn4.efg", "kuhn5.efg"]
    assert Path("kuhn4.efg").read_text() == "mine"
    printed(capsys, "examples", "copy", "--all", "--force")
    assert Path("kuhn4.efg").read_bytes() == (FOLDER / "kuhn4.efg").read_bytes()


def test_a_copy_that_fails_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real, done = bundled.Example.path.fget, []

    def path(example: bundled.Example) -> Path:
        done.append(example)
        return real(example) if len(done) < 5 else tmp_path / "gone"

    monkeypatch.setattr(bundled.Example, "path", property(path))
    message = refused(capsys, "examples", "copy", "--all", str(tmp_path / "games"))
    assert message.startswith(f"{tmp_path / 'games'}: cannot be written")
    assert list((tmp_path / "games").iterdir()) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("copy", "nothing to copy"),
        ("copy kuhn3 kuhn4", "'kuhn3 kuhn4' to copy, expected "),
        ("copy --all a b", "'a b' to copy, expected "),
        ("copy kuhn33", "'kuhn33', did you mean 'kuhn3'?"),
        ("cpy", "'cpy'"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in refused(capsys, "examples", *words.split())


def test_a_file_in_the_place_of_a_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "taken").write_text("")
    message = refused(capsys, "examples", "copy", "kuhn3", str(tmp_path / "taken"))
    assert message.startswith(f"{tmp_path / 'taken'}: is a file")


def test_a_folder_in_the_place_of_a_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "kuhn5.efg").mkdir()
    message = refused(capsys, "examples", "copy", "--all", "--force", str(tmp_path))
    assert message.startswith(f"{tmp_path / 'kuhn5.efg'}: is a folder")
    assert [path.name for path in tmp_path.iterdir()] == ["kuhn5.efg"]


@pytest.mark.parametrize(("option", "value"), [("-o", "list.txt")])
def test_options_before_a_subcommand_are_refused(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    message = refused(capsys, "examples", option, value, "show", "kuhn3")
    assert message.startswith(f"{option} before show")


def test_a_refused_sweep_names_the_example_and_no_path(capsys: pytest.CaptureFixture[str]) -> None:
    message = refused(capsys, "sweep", "example:kuhn3", "--from", "0", "--to", "1")
    assert message.startswith("example:kuhn3: ") and "/" not in message.removesuffix("(lemke-parametric-game/2)")
