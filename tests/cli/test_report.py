"""``lemke report``: options, commands, certificates, verdicts, exit statuses."""

import json
import shlex
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from gmpy2 import mpq

import lemke
from lemke.cli import run
from lemke.generators import kuhn
from named_games import GAMES
from pages import read_page, saved, sections

KUHN, RAKED = str(GAMES / "kuhn3.efg"), str(GAMES / "kuhn3_raked.efg")
WRONG = "NE," + ",".join(["1/2"] * 22 + ["1/3", "2/3"])


def reported(tmp_path: Path, *arguments: str, status: int = 0) -> str:
    target = tmp_path / "report.html"
    assert run(["report", *arguments, "-o", str(target)]) == status
    return target.read_text(encoding="utf-8")


@pytest.fixture
def without_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture of a path takes most of the time."""
    monkeypatch.setattr("lemke.studies.report.profiles.PIVOTS", 0)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--method", "lp"], "the method lp"),
        (["--kernel", "guided"], "the kernel guided"),
        (["--method", "lemke-howson"], "the method lemke-howson"),
        (["--refine", "subgame-perfect"], "the method subgame-perfect"),
        (["--refine", "quasi-perfect"], "the method quasi-perfect"),
        (["--method", "double-oracle"], "the method double-oracle"),
    ],
)
def test_a_path_is_left_out_for_a_reason(tmp_path, options: list[str], reason: str) -> None:
    page = read_page(reported(tmp_path, KUHN, *options))
    section = sections(page)["path"]
    assert reason in section.text and not section.all("img")
    assert page.only("div", class_="verdict").all("p")[0].text.startswith("An equilibrium, proved")


def test_a_path_from_a_given_prior_is_shown(tmp_path) -> None:
    prior = tmp_path / "prior.txt"
    prior.write_text(WRONG)
    page = read_page(reported(tmp_path, KUHN, "--prior", str(prior)))
    section = sections(page)["path"]
    assert "prior profile, " in section.text and section.all("img")
    assert "--prior prior.json" in sections(page)["reproduce"].text
    game = lemke.read(KUHN)
    assert lemke.profile(game, saved(page, "prior.json").decode()).behavior == lemke.profile(game, WRONG).behavior


@pytest.mark.usefixtures("without_path")
@pytest.mark.parametrize("options", [[], ["--prior", "random", "--seed", "3"], ["--refine", "normal-form-perfect"]])
def test_the_certificate_is_that_of_solve(tmp_path, capsys, options: list[str]) -> None:
    page = read_page(reported(tmp_path, RAKED, *options))
    certificate = tmp_path / "certificate.json"
    certificate.write_bytes(saved(page, "certificate.json"))
    assert run(["solve", RAKED, *options, "--format", "json"]) == 0
    assert capsys.readouterr().out.encode() == certificate.read_bytes()
    assert run(["verify", RAKED, str(certificate)]) == 0
    capsys.readouterr()


def test_the_commands_on_the_page_make_it_again(tmp_path, capsys, monkeypatch) -> None:
    page = read_page(reported(tmp_path, KUHN, "--prior", "random", "--seed", "3"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kuhn3.efg").write_bytes(Path(KUHN).read_bytes())
    lines = [item.only("code").text for item in sections(page)["reproduce"].only("ol").all("li")]
    assert [line.split()[1] for line in lines] == ["solve", "verify", "path", "report"]
    for line in lines:
        program, *arguments = shlex.split(line)
        assert program == "lemke" and run(arguments) == 0
    assert (tmp_path / "certificate.json").read_bytes() == saved(page, "certificate.json")
    capsys.readouterr()


def claimed_profiles(folder: Path) -> dict[str, tuple[str, str, list[str], int]]:
    """By kind: a game, a file with a profile and claims about it, options, and the exit status."""
    raked = json.loads(lemke.dumps(lemke.solve(lemke.read(RAKED))))
    raked["payoffs"][0] = "1/7"
    solved = ["solve", "--format", "json", "-o", str(folder / "solved.json")]
    assert run([*solved, RAKED, "--refine", "quasi-perfect"]) == 0
    proved = (folder / "solved.json").read_text()
    assert run([*solved, KUHN, "--method", "double-oracle", "--gap", "2"]) == 0
    bounded = (folder / "solved.json").read_text()
    assert '"lemke-epsilon-equilibrium/1"' in bounded
    game = lemke.read(KUHN)
    first = game.information_sets[game.sets_of(0)[0]]
    mapping = {"1": {first.label: dict.fromkeys(first.actions, "1/2")}}
    return {
        "wrong payoff": (RAKED, json.dumps(raked), [], 1),
        "proof": (RAKED, proved, [], 0),
        "gap": (KUHN, bounded, [], 0),
        "missing": (KUHN, json.dumps(mapping), ["--missing", "uniform"], 1),
        "normalize": (KUHN, WRONG.replace("2/3", "1/2"), ["--normalize"], 1),
    }


@pytest.mark.usefixtures("without_path")
@pytest.mark.parametrize("kind", ["wrong payoff", "proof", "gap", "missing", "normalize"])
def test_the_commands_on_the_page_judge_the_profile_again(tmp_path, capsys, monkeypatch, kind: str) -> None:
    game, content, options, status = claimed_profiles(tmp_path)[kind]
    (tmp_path / "given").write_text(content)
    html = reported(tmp_path, game, str(tmp_path / "given"), *options, status=status)
    page = read_page(html)
    as_read = "is shown as it was read" in sections(page)["strategies"].text
    assert as_read == (not options)
    title, tone = {
        "wrong payoff": ("not all that is claimed holds", "bad"),
        "proof": ("an equilibrium, proved", "good"),
        "gap": ("not an equilibrium, as stated", "neutral"),
    }.get(kind, ("not an equilibrium", "bad"))
    assert page.only("head").only("title").text.endswith(f": {title}")
    assert page.only("div", class_="verdict").attributes["class"] == f"verdict {tone}"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    Path(Path(game).name).write_bytes(Path(game).read_bytes())
    name = next(link.attributes["download"] for link in page.all("a", class_="file"))
    Path(name).write_bytes(saved(page, name))
    assert Path(name).read_text() == content
    for item in sections(page)["reproduce"].only("ol").all("li"):
        assert run(shlex.split(item.only("code").text)[1:]) == status
    assert Path("report.html").read_text(encoding="utf-8") == html
    capsys.readouterr()


@pytest.mark.usefixtures("without_path")
def test_an_unproved_refinement_is_not_called_untrue(tmp_path) -> None:
    path = tmp_path / "qp.txt"
    assert run(["solve", RAKED, "--refine", "quasi-perfect", "--format", "gambit", "-o", str(path)]) == 0
    page = read_page(reported(tmp_path, RAKED, str(path), "--refine", "quasi-perfect", status=1))
    first, second = (paragraph.text for paragraph in page.only("div", class_="verdict").all("p"))
    assert first.startswith("Not proved quasi-perfect: ")
    assert second.startswith("An equilibrium, proved")


@pytest.mark.usefixtures("without_path")
@pytest.mark.parametrize(
    ("file", "shown"),
    [
        ("-x.efg", "./-x.efg"),
        ("example:a.efg", "./example:a.efg"),
        ("certificate.json", "game.efg"),
        ("a.efg", "a.efg"),
    ],
)
def test_commands_name_the_game_so_that_they_run(tmp_path, capsys, monkeypatch, file: str, shown: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / file).write_text(lemke.dumps(lemke.example("matching_pennies"), "json" if ".json" in file else "efg"))
    page = read_page(reported(tmp_path, str(tmp_path / file)))
    Path("game.efg").write_bytes(saved(page, "game.efg"))
    (tmp_path / "random").write_text("NE,1,0,1,0")
    lines = [shlex.split(item.only("code").text) for item in sections(page)["reproduce"].only("ol").all("li")]
    assert all(line[2] == shown and run(line[1:]) == 0 for line in lines)
    capsys.readouterr()


@pytest.mark.usefixtures("without_path")
def test_a_name_that_commands_would_misread_is_replaced(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = lemke.dumps(lemke.example("matching_pennies"))
    for name in ("-x.efg", "report.html"):
        Path(name).write_text(text)
    page = tmp_path / "page"
    for argument, shown in (("-x.efg", "./-x.efg"), ("./report.html", "game.efg")):
        assert run(["report", "-o", str(page), "--", argument]) == 0
        reproduce = sections(read_page(page.read_text(encoding="utf-8")))["reproduce"]
        assert f"lemke verify {shown} certificate.json" in reproduce.text
    Path("random").write_text("NE,1,0,1,0")
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"NE,1,0,1,0")))
    for prior in (str(tmp_path / "random"), "-"):
        html = read_page(reported(tmp_path, "example:matching_pennies", "--prior", prior))
        lines = [code.text for code in sections(html)["reproduce"].all("code")]
        assert lines[0] == "lemke solve example:matching_pennies --prior prior.json --format json -o certificate.json"
        assert lemke.profile(lemke.loads(text), saved(html, "prior.json").decode()).behavior[0] == ((1, 0),)


@pytest.mark.slow
def test_the_same_input_gives_the_same_page(tmp_path, monkeypatch, capsys) -> None:
    once = reported(tmp_path, RAKED)
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert run(["report", RAKED]) == 0  # standard output by default
    assert capsys.readouterr().out == once


def test_a_profile_that_is_no_equilibrium_is_judged(tmp_path) -> None:
    path = tmp_path / "profile.txt"
    path.write_text(WRONG)
    html = reported(tmp_path, KUHN, str(path), status=1)
    page = read_page(html)
    game = lemke.read(KUHN)
    profile = lemke.profile(game, WRONG)
    verification = lemke.verify(game, profile)
    worst = max(verification.regrets)
    assert page.only("div", class_="verdict").text.startswith(
        f"Not an equilibrium: the largest regret is {worst}, about"
    )
    assert page.only("head").only("title").text == "Kuhn poker, 3 cards: not an equilibrium"
    assert "They prove how much each player can gain by deviating." in sections(page)["plans"].text
    tables = sections(page)["regrets"].all("table")
    for player, row in enumerate(tables[0].rows()[2:]):
        expected = verification.payoffs[player], verification.best_values[player], verification.regrets[player]
        assert tuple(map(mpq, row[1::2])) == expected
    losses = tables[2].rows()[2:]
    for player in (0, 1):
        assert sum(mpq(row[3]) for row in losses if row[0] == f"Player {player + 1}") == verification.regrets[player]
    assert max(mpq(row[5]) for row in losses) == verification.max_counterfactual_regret
    assert lemke.report(game, profile).count('details class="set"') == html.count('details class="set"') == 12
    assert saved(page, "profile.txt").decode() == WRONG
    again = saved(read_page(lemke.report(game, profile)), "profile.json").decode()
    assert lemke.profile(game, again).behavior == profile.behavior


@pytest.mark.usefixtures("without_path")
def test_a_certificate_is_judged_with_its_claims(tmp_path, capsys) -> None:
    assert run(["solve", RAKED, "--format", "json", "-o", str(tmp_path / "certificate.json")]) == 0
    html = reported(tmp_path, RAKED, str(tmp_path / "certificate.json"))
    assert "An equilibrium, proved" in read_page(html).only("div", class_="verdict").text
    document = json.loads((tmp_path / "certificate.json").read_text())
    document["payoffs"][0] = "1/7"
    (tmp_path / "certificate.json").write_text(json.dumps(document))
    html = reported(tmp_path, RAKED, str(tmp_path / "certificate.json"), status=1)
    verdict = read_page(html).only("div", class_="verdict")
    objection, judgement = (paragraph.text for paragraph in verdict.all("p"))
    assert objection.startswith("Not true: ") and "payoff 1/7 of player 1, expected -23/210" in objection
    assert judgement.startswith("An equilibrium, proved")
    assert read_page(html).only("head").only("title").text.endswith(": not all that is claimed holds")
    assert "bad" in verdict.attributes["class"].split()
    capsys.readouterr()


TRACING = str(GAMES / "tracing_2002.efg")


def enumerated(folder: Path, *options: str) -> Path:
    path = folder / "found.json"
    assert run(["enumerate", TRACING, *options, "--format", "json", "-o", str(path)]) == 0
    return path


@pytest.mark.parametrize(
    ("options", "views", "sentence"),
    [
        ([], 3, "All equilibria, proved: 3 maximal sets in 3 components."),
        (["--first", "1"], 1, "1 maximal set of equilibria so far; there may be more."),
    ],
)
def test_an_enumeration_is_checked_and_shown(tmp_path, capsys, monkeypatch, options, views: int, sentence: str) -> None:
    path = enumerated(tmp_path, *options)
    html = reported(tmp_path, TRACING, str(path))
    page = read_page(html)
    assert page.only("div", class_="verdict").all("p")[0].text.startswith(sentence)
    assert len(page.all("details", class_="view")) == views
    assert saved(page, "equilibria.json") == path.read_bytes()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tracing_2002.efg").write_bytes(Path(TRACING).read_bytes())
    (tmp_path / "equilibria.json").write_bytes(path.read_bytes())
    lines = [shlex.split(item.only("code").text) for item in sections(page)["reproduce"].only("ol").all("li")]
    assert [line[1] for line in lines] == ["verify", "report"]
    assert all(run(line[1:]) == 0 for line in lines)
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == html
    capsys.readouterr()


def test_the_json_of_ranges_has_its_equilibria_shown(tmp_path) -> None:
    path = tmp_path / "ranges.json"
    assert run(["ranges", KUHN, "--format", "json", "-o", str(path)]) == 0
    page = read_page(reported(tmp_path, KUHN, str(path)))
    assert "All equilibria, proved: 1 maximal set." in page.only("div", class_="verdict").text


def test_only_a_list_of_equilibria_that_holds_is_shown(tmp_path, capsys) -> None:
    path = enumerated(tmp_path)
    document = json.loads(path.read_text())
    path.write_text(json.dumps(document | {"steps": document["steps"][:-1]}))
    best = tmp_path / "best.json"
    assert run(["enumerate", TRACING, "--best", "u1 + u2", "--format", "json", "-o", str(best)]) == 0
    for proof in (path, best):
        assert run(["report", TRACING, str(proof), "-o", str(tmp_path / "page.html")]) == 2
        err = capsys.readouterr().err
        assert err.startswith(f"lemke: {proof}: ") and "lemke verify prints the verdict" in err
    assert not (tmp_path / "page.html").exists()


def test_several_profiles_are_judged_one_by_one(tmp_path, capsys) -> None:
    path = tmp_path / "lines.txt"
    assert run(["enumerate", TRACING, "--format", "gambit", "-o", str(path)]) == 0
    page = read_page(reported(tmp_path, TRACING, str(path)))
    assert "3 profiles, all equilibria, proved" in page.only("div", class_="verdict").text
    path.write_text(f"{path.read_text()}NE,1/2,1/2,1,0,1,0,1,0\n")
    page = read_page(reported(tmp_path, TRACING, str(path), status=1))
    assert "1 of 4 profiles" in page.only("div", class_="verdict").text
    verdicts = [view.only("div", class_="paid").text for view in page.all("details", class_="view")]
    assert ["Not an equilibrium: the largest regret is " in verdict for verdict in verdicts] == [
        False,
        False,
        False,
        True,
    ]
    assert saved(page, "profile.txt").decode() == path.read_text()
    assert "lost" in {name for mark in page.all("span", class_="mark") for name in mark.attributes["class"].split()}
    capsys.readouterr()


@pytest.mark.slow
def test_the_commands_on_the_page_sweep_again(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    interval = ["--from", "0", "--to", "4"]
    html = reported(tmp_path, "example:kuhn3_parametric", *interval)
    page = read_page(html)
    assert len(page.all("details", class_="view")) == 3
    lines = [shlex.split(item.only("code").text) for item in sections(page)["reproduce"].only("ol").all("li")]
    assert [line[1] for line in lines] == ["sweep", "report"]
    assert all(run(line[1:]) == 0 for line in lines)
    assert Path("report.html").read_text(encoding="utf-8") == html
    Path("game.json").write_bytes(saved(page, "game.json"))
    again = read_page(reported(tmp_path, "game.json", "--from", "0", "--to", "4"))
    assert [link.text for link in again.only("ol", class_="stops").all("a")] == [
        link.text for link in page.only("ol", class_="stops").all("a")
    ]
    capsys.readouterr()


@pytest.mark.usefixtures("without_path")
def test_the_verdict_is_about_the_refinement_that_is_asked_for(tmp_path) -> None:
    path = tmp_path / "profile.txt"
    path.write_text("NE,1,0,0,1")
    game = str(GAMES / "entry_deterrence.efg")
    verdict = read_page(reported(tmp_path, game, str(path), "--refine", "subgame-perfect", status=1))
    assert "Not subgame-perfect: " in verdict.only("div", class_="verdict").text
    assert (
        "both regrets are exactly 0"
        in read_page(reported(tmp_path, game, str(path))).only("div", class_="verdict").text
    )
    page = read_page(reported(tmp_path, game, "--refine", "subgame-perfect"))
    assert "It is subgame-perfect." in page.only("div", class_="verdict").text


@pytest.mark.usefixtures("without_path")
def test_a_game_from_standard_input_is_named_by_its_file(tmp_path, monkeypatch) -> None:
    text = lemke.dumps(kuhn(3))
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text.encode())))
    html = reported(tmp_path, "-")
    page = read_page(html)
    assert saved(page, "game.efg").decode() == text
    assert "lemke solve game.efg --format json -o certificate.json" in sections(page)["reproduce"].text
    assert html == lemke.report(lemke.loads(text))
    solved = read_page(lemke.report(kuhn(3), lemke.solve(kuhn(3), prior="random", seed=1)))
    assert "lemke solve" not in sections(solved)["reproduce"].text  # how it was found is not known


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{game}", "{profile}", "--seed", "1"], "--seed, expected no PROFILE"),
        (["{game}", "--normalize"], "--normalize, expected a PROFILE"),
        (["{game}", "{other}"], "{other}:1: 4 probabilities, expected 24"),
        (["{game}", "--from", "0"], "--from alone"),
        (["{game}", "--all"], "--all, expected --from and --to"),
        (["{game}", "--from", "0", "--to", "1", "--seed", "1"], "--seed, expected no --from and --to"),
        (["{game}", "{profile}", "--from", "0", "--to", "1"], "--from and --to with a PROFILE"),
        (["{game}", "--from", "0", "--to", "1"], "{game}:1: found 'EFG'"),
        (["{game}", "--method", "lp", "--prior", "{nowhere}"], "{nowhere}: cannot be read"),
        (["{general}", "--method", "lp"], "{general}: a general-sum game"),
        (["{game}", "-o", "{folder}/none/report.html"], "{folder}/none/report.html: cannot be written"),
    ],
)
def test_a_bad_call_is_refused_in_one_line(tmp_path, capsys, arguments: list[str], message: str) -> None:
    names = {"game": KUHN, "general": RAKED, "folder": str(tmp_path), "nowhere": str(tmp_path / "nowhere")}
    for name, content in (("profile", WRONG), ("two", f"{WRONG}\n{WRONG}\n"), ("other", "NE,1,0,0,1")):
        names[name] = str(tmp_path / name)
        (tmp_path / name).write_text(content)
    assert run(["report", *(argument.format(**names) for argument in arguments)]) == 2
    out, err = capsys.readouterr()
    assert not out and err.count("\n") == 1
    assert err.startswith(f"lemke: {message.format(**names)}")
