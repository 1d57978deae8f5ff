"""Reports as web pages: they are well-formed, load nothing, and show the numbers of the library."""

import hashlib
from base64 import b64encode
from dataclasses import replace

import pytest
from gmpy2 import mpq

import lemke
from lemke.certificate import Claim
from lemke.errors import ProfileError, one_line
from lemke.game import GameBuilder
from lemke.game.tree import unique_names
from lemke.generators import kuhn
from lemke.ground.words import count
from lemke.show.web_page import WebPage, board
from lemke.studies.load import load
from lemke.studies.report import of_claims
from named_games import GAMES
from pages import Element, check_structure, read_page, saved, sections

WRONG = "NE," + ",".join(["1/2"] * 22 + ["1/3", "2/3"])
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script><b>",
    "'); alert(1); ('",
    "a & b &lt; c {{ 7 * 7 }}",
    "\u202egnol",
    "bell\x07 and \x1b[2J",
    "שלום",
]


def kuhn_file() -> lemke.Game:
    return lemke.read(GAMES / "kuhn3.efg")


@pytest.fixture
def without_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture of a path takes most of the time."""
    monkeypatch.setattr("lemke.studies.report.PIVOTS", 0)


def page_of(report: WebPage) -> Element:
    return read_page(report.html)


@pytest.fixture(scope="module")
def hostile() -> lemke.Game:
    """A game all of whose labels are attacks, or letters that change the order of others."""
    builder = GameBuilder(HOSTILE[:2], title=HOSTILE[0] + HOSTILE[5], comment=f"{HOSTILE[1]}\n\n{HOSTILE[2]}")
    first = builder.move(builder.root, 0, HOSTILE[:4], HOSTILE[6])
    for k, node in enumerate(first):
        second = builder.move(node, 1, HOSTILE[4:], HOSTILE[k])
        for j, leaf in enumerate(second):
            builder.pay(leaf, j * (4 - k), j - k)
    return builder.build()


@pytest.fixture(scope="module")
def hostile_html(hostile: lemke.Game) -> str:
    return lemke.report(hostile).html


@pytest.mark.usefixtures("without_path")
@pytest.mark.parametrize("file", ["tracing_2002.efg", "winkels_1979.nfg", "silent_player.efg"])
def test_the_page_is_well_formed_and_reachable(file: str) -> None:
    html = lemke.report(lemke.read(GAMES / file)).html
    assert html.startswith('<!DOCTYPE html>\n<html lang="en">')
    check_structure(read_page(html))


def test_nothing_is_loaded_and_only_the_own_script_runs(hostile_html: str) -> None:
    page = read_page(hostile_html)
    for element in page.walk():
        for name, value in element.attributes.items():
            assert not name.startswith("on")
            assert name in ("xmlns", "download") or "//" not in value or value.startswith("data:"), (name, value)
            if name in ("src", "href"):
                assert value.startswith(("data:", "#"))
    assert len(page.all("style")) >= 1
    for style in page.all("style"):
        assert "url(" not in style.raw and "@import" not in style.raw
    policy = next(element.attributes["content"] for element in page.all("meta") if "http-equiv" in element.attributes)
    digest = b64encode(hashlib.sha256(page.only("script").raw.encode()).digest()).decode()
    assert policy.split("; ") == [
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "img-src data:",
        f"script-src 'sha256-{digest}'",
        "base-uri 'none'",
        "form-action 'none'",
    ]


def test_labels_are_texts_whatever_they_are(hostile: lemke.Game, hostile_html: str) -> None:
    page = read_page(hostile_html)
    check_structure(page)
    assert not page.all("b")
    assert {element.attributes["alt"][:2] for element in page.all("img")} <= {"z0"}
    assert all(character.isprintable() or character == "\n" for character in hostile_html)
    assert page.only("h1").text == one_line(hostile.title)
    names = {element.text for element in page.only("div", class_="strategies").all("bdi", class_="s")}
    assert set(map(one_line, HOSTILE)) <= names
    assert {one_line(player) for player in hostile.players} == {
        heading.text.partition("(")[2][:-1] for heading in page.all("h3")[:2]
    }


def test_the_certificate_survives_hostile_labels(tmp_path, hostile, hostile_html) -> None:
    page = read_page(hostile_html)
    assert saved(page, "certificate.json").decode() == lemke.solve(hostile).to_json()
    for name in ("game.efg", "certificate.json"):
        (tmp_path / name).write_bytes(saved(page, name))
    assert lemke.sha256(lemke.read(tmp_path / "game.efg")) == lemke.sha256(hostile)
    assert load(tmp_path / "certificate.json").game == hostile


def test_a_page_with_everything_is_well_formed() -> None:
    kuhn_page = page_of(lemke.report(kuhn_file()))
    check_structure(kuhn_page)
    boxes = kuhn_page.all("div", class_="scroll")
    assert len(boxes) > 12
    for box in boxes:
        assert (box.attributes["role"], box.attributes["tabindex"]) == ("region", "0")
        assert box.attributes.get("aria-label") or kuhn_page.only(id=box.attributes["aria-labelledby"])


@pytest.mark.usefixtures("without_path")
@pytest.mark.parametrize("file", ["kuhn3_raked.efg", "tracing_2002.efg"])
def test_numbers_are_those_of_the_equilibrium(file: str) -> None:
    game = lemke.read(GAMES / file)
    equilibrium = lemke.solve(game)
    page = page_of(lemke.report(lemke.read(GAMES / file)))
    shown = [cell.text.split(" ")[0] for cell in page.only("dl", class_="cards").all("dd")]
    assert list(map(mpq, shown)) == [*equilibrium.payoffs, 0, 0]
    for player, order in enumerate(game.preorder_sets()):
        folds = page.all("section", class_=f"player-{player + 1}")[0].all("details", class_="set")
        position = {index: h for h, index in enumerate(game.sets_of(player))}
        assert len(folds) == len(order)
        for fold, index in zip(folds, order, strict=True):
            information_set, h = game.information_sets[index], position[index]
            _, *rows = fold.only("table").rows()
            assert [row[0] for row in rows] == unique_names(information_set.actions)
            assert [mpq(row[1]) for row in rows] == list(equilibrium.profile.behavior[player][h])
            marks = [mark.text for mark in fold.all("span", class_="mark")]
            assert (marks == ["off the path; filled in"]) == (h in equilibrium.profile.filled[player])
            assert fold.only("summary").text.startswith(f"{information_set.number} {information_set.label}".rstrip())
    for player, fold in enumerate(sections(page)["plans"].all("details", class_="fold")):
        plan, values = (table.rows()[1:] for table in fold.all("table"))
        assert [mpq(row[1]) for row in plan] == list(equilibrium.plans[player])
        assert mpq(values[0][1]) == equilibrium.payoffs[player]


@pytest.mark.usefixtures("without_path")
def test_no_move_is_best_where_nobody_leads() -> None:
    game = lemke.example("entry_deterrence")
    page = page_of(lemke.report(game, lemke.profile(game, "NE,1,0,0,1")))
    (never,) = (fold for fold in page.all("details", class_="set") if "chance never reach this set" in fold.text)
    assert [row[3] for row in never.only("table").rows()[1:]] == ["", ""]


def test_what_is_lost_at_a_set_counts_own_moves_before_and_counterfactual_regret_does_not() -> None:
    builder = GameBuilder(["Ann", "Bob"])
    go, stop = builder.move(builder.root, 0, ["go", "stop"])
    for payoff, leaf in enumerate([stop, *builder.move(go, 0, ["bad", "good"])]):
        builder.pay(leaf, payoff, 0)
    game = builder.build()
    stated = lemke.Profile.of(game, [[["1/2", "1/2"], [1, 0]], []])
    (shown,) = board.boards(of_claims(game, [Claim(stated)]).views)
    facts = next(row["cells"] for row in shown["rows"] if row["history"] == "go")
    assert (facts["lost at the set"], facts["counterfactual regret"]) == ("1/2 ≈ 0.5", "1")


def test_a_path_that_leads_elsewhere_is_not_shown() -> None:
    """For instance after a path in floats that the exact kernel had to repair."""
    game = lemke.read(GAMES / "tracing_2002.efg")
    equilibrium = lemke.solve(game, prior="random", seed=3)
    elsewhere = replace(equilibrium, how=replace(equilibrium.how, prior="centroid", seed=None))
    assert elsewhere.plans[0].tolist() != lemke.solve(game).plans[0].tolist()
    section = sections(page_of(lemke.report(game, elsewhere)))["path"]
    assert section.text == "The path The exact path (prior centroid) leads to another equilibrium; lemke path shows it."


@pytest.mark.usefixtures("without_path")
def test_long_fractions_are_folded_but_there() -> None:
    builder = GameBuilder(["Ann", "Bob"])
    second = builder.information_set(1, ["l", "r"])
    for k, node in enumerate(builder.move(builder.root, 0, ["L", "R"])):
        for j, leaf in enumerate(builder.decide(node, second)):
            builder.pay(leaf, 10**60 + 7 if k == j else 0, 0 if k == j else 3**90)
    game = builder.build()
    page = page_of(lemke.report(game))
    folded = page.all("details", class_="long")
    for payoff in lemke.solve(game).payoffs:
        (first, *_) = (fold for fold in folded if fold.only("span", class_="digits").text == str(payoff))
        digits = [count(len(part), "digit") for part in str(abs(payoff)).split("/")]
        assert first.only("summary").text == " / ".join(digits)


def test_the_path_is_that_of_the_kernel() -> None:
    game = lemke.read(GAMES / "tracing_2002.efg")
    section = sections(page_of(lemke.report(game, lemke.solve(game, prior="random", seed=2))))["path"]
    _, *rows = section.only("table").rows()
    assert [row[1] for row in rows] == [vertex.entering for vertex in lemke.path(game, "random", 2)]
    assert section.only("img").attributes["src"].startswith("data:image/svg+xml;base64,")


@pytest.mark.usefixtures("without_path")
def test_a_page_shows_itself_is_saved_and_has_the_status_of_its_verdict(tmp_path) -> None:
    game = kuhn_file()
    report = lemke.report(game)
    assert (repr(report), report.exit_status) == ("<WebPage 'Kuhn poker, 3 cards: an equilibrium, proved'>", 0)
    report.save(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == report.html
    frame = read_page(report._repr_html_()).only("iframe")
    assert frame.attributes["srcdoc"] == report.html and "allow-same-origin" not in frame.attributes["sandbox"]
    assert lemke.report(game, lemke.profile(game, WRONG)).exit_status == 1


def test_a_result_of_another_game_is_refused() -> None:
    pennies = lemke.example("matching_pennies")
    with pytest.raises(ProfileError, match="another game"):
        lemke.report(kuhn(3), lemke.solve(pennies))
    with pytest.raises(lemke.LemkeError, match="a game of 1 player, expected 2 players"):
        lemke.report(lemke.loads('EFG 2 R "alone" { "Ann" } t "" 1 "win" { 1 }'))
