"""Reports in a real browser: search, folding, saving, both colour schemes, without scripts, narrow, by keyboard."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import lemke
from lemke.cli import run
from lemke.game import GameBuilder
from lemke.generators import leduc
from lemke.show.web_page import page
from lemke.studies.parametric import ParametricGame
from lemke.studies.report import of_equilibrium
from named_games import GAMES

WRONG = "NE," + ",".join(["1/2"] * 22 + ["1/3", "2/3"])
ATTACKS = ("<script>document.title='attacked'</script>", '"><img src=x onerror=document.title="attacked">', "</script>")

CONTRASTS = """
const parts = (color) => color.match(/[\\d.]+/g).map(Number);
const light = (color) => {
  const [r, g, b] = color.map((each) => each / 255).map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const paper = (element) => {
  for (let each = element; each; each = each.parentElement) {
    const color = parts(getComputedStyle(each).backgroundColor);
    if (color.length === 3 || color[3] === 1) return color;
  }
  return [255, 255, 255];
};
const found = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
  if (element.closest("script, style, title, desc")) continue;
  const style = getComputedStyle(element);
  const ink = parts(element.closest("svg") ? style.fill : style.color);
  const [one, two] = [light(ink), light(paper(element))].sort((a, b) => b - a);
  found.push([(one + 0.05) / (two + 0.05), walker.currentNode.data.trim(), element.tagName + "." + element.className]);
}
return found;
"""
FOCUSABLE = """
return [...document.querySelectorAll("a[href], button:enabled, input, summary, [tabindex='0']")]
  .filter((each) => each.checkVisibility()).map((each) => each.outerHTML.replace(/ class="[^"]*"/, "").slice(0, 120));
"""
SHOWN = "return [...document.querySelectorAll('details.set')].filter((each) => !each.hidden).map((each) => each.id)"
OPENED = "return [...document.querySelectorAll('details.set')].filter((each) => each.open).length"


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    game, tracing = (lemke.read(GAMES / f"{name}.efg") for name in ("kuhn3", "tracing_2002"))
    parametric = ParametricGame.read("example:kuhn3_parametric")
    builder = GameBuilder(ATTACKS[:2], title=ATTACKS[0], comment=ATTACKS[2])
    for k, node in enumerate(builder.move(builder.root, 0, ATTACKS, ATTACKS[1])):
        for j, leaf in enumerate(builder.move(node, 1, ATTACKS, ATTACKS[k])):
            builder.pay(leaf, j - k, k * j)
    reports = {
        "kuhn": lemke.report(game),
        "wrong": lemke.report(game, lemke.profile(game, WRONG)),
        "leduc": lemke.report(leduc(rake="1/20")),
        "hostile": lemke.report(builder.build(unpaid="zero")),
        "sets": lemke.report(tracing, lemke.enumerate(tracing)),
        "sweep": lemke.report(parametric, lemke.sweep(parametric, 0, 4)),
        "long": lemke.report(long_game()),
        "stated": lemke.report(game, lemke.solve(game, "double-oracle", gap=2)),
    }
    for name, report in reports.items():
        report.save(folder / f"{name}.html")
    return {name: folder / f"{name}.html" for name in reports}


def long_game() -> lemke.Game:
    """A game with numbers of many digits, and labels that differ at their ends only."""
    start, builder = "[round 1][player: 0][pot: 2][money: 99 99][private: ", GameBuilder(["Ann", "Bob"])
    actions = [f"a very long name of a move that goes on and ends in {side}" for side in ("left", "right")]
    second = builder.information_set(1, actions, f"{start}Q hearts]")
    for k, node in enumerate(builder.move(builder.root, 0, actions, f"{start}K spades]")):
        for j, leaf in enumerate(builder.decide(node, second)):
            builder.pay(leaf, 10**60 + 7 + 3**40 if k == j else j, 3**90 + k if k != j else k)
    return builder.build()


def arrived(browser, name: str) -> Path:
    """The file of that name, once it is saved."""
    target = browser.downloads / name
    for _ in range(200):
        if target.exists() and not list(browser.downloads.glob("*.crdownload")):
            return target
        time.sleep(0.05)
    raise AssertionError(f"no {name} among {list(browser.downloads.iterdir())}")


@pytest.mark.parametrize("name", ["kuhn", "wrong", "leduc", "hostile", "sets", "sweep"])
def test_nothing_is_loaded_and_nothing_complains(browser, pages, name: str) -> None:
    browser.open(pages[name])
    asked = [url for url in browser.requested() if not url.startswith("data:")]
    assert asked == [pages[name].as_uri()]
    assert browser.complaints() == []
    assert "attacked" not in browser.driver.title.replace(ATTACKS[0], "")
    assert not browser.run("return document.querySelectorAll('img[src=x], body script ~ script').length")


def test_the_policy_stops_what_does_not_belong_to_the_page(browser, pages, tmp_path) -> None:
    """Even an unescaped script in a label would not run."""
    broken = tmp_path / "broken.html"
    text = pages["kuhn"].read_text(encoding="utf-8")
    broken.write_text(
        text.replace("</h2>", f"</h2>{ATTACKS[0]}<img src=http://127.0.0.1:9/x alt=x>", 1), encoding="utf-8"
    )
    browser.open(broken)
    assert browser.driver.title == "Kuhn poker, 3 cards: an equilibrium, proved"
    assert len([complaint for complaint in browser.complaints() if "Content Security Policy" in complaint]) == 2


def test_search_leaves_the_sets_that_match_and_marks_why(browser, pages) -> None:
    browser.open(pages["kuhn"])
    everything = browser.run(SHOWN)
    assert len(everything) == 12 and browser.only("#count").text == "12 information sets"
    browser.press("/")
    assert browser.focus.get_attribute("id") == "search"
    browser.press("q:P")
    assert browser.run("return search.value") == "q:P"
    texts = browser.run("return [...document.querySelectorAll('mark')].map((each) => each.textContent)")
    assert set(texts) == {"Q:p"} and browser.only("#count").text == "2 of 12 information sets match"
    marked = browser.run("return [...document.querySelectorAll('mark')].map((each) => each.closest('details').id)")
    assert set(marked) == set(browser.run(SHOWN))
    browser.press(" nothing")
    assert browser.run(SHOWN) == [] and browser.only("#count").text == "None of 12 information sets matches"
    from selenium.webdriver.common.keys import Keys

    browser.press(Keys.ESCAPE)
    assert browser.run("return search.value") == "" and browser.run(SHOWN) == everything
    assert browser.all("mark") == [] and browser.only("#count").text == "12 information sets"
    browser.press(".*(")  # no pattern, but these letters
    assert browser.run(SHOWN) == []
    assert browser.only("#count").get_attribute("aria-live") == "polite"
    assert browser.complaints() == []


def test_sets_fold_all_at_once_and_one_by_one_by_keyboard(browser, pages) -> None:
    from selenium.webdriver.common.keys import Keys

    browser.open(pages["kuhn"])
    assert browser.run(OPENED) == 0
    browser.only("#unfold").click()
    assert browser.run(OPENED) == 12
    browser.only("#fold").click()
    assert browser.run(OPENED) == 0
    browser.press(Keys.TAB)
    assert browser.focus.tag_name == "summary"
    assert browser.run("return document.activeElement.parentElement.id") == "set-1-1"
    browser.press(Keys.ENTER)
    assert browser.run(OPENED) == 1 and browser.only("#set-1-1 .moves").is_displayed()
    browser.press(Keys.SPACE)
    assert browser.run(OPENED) == 0 and not browser.only("#set-1-1 .moves").is_displayed()
    browser.only("#unfold").click()
    assert browser.run(OPENED) == 12


def test_a_link_to_a_set_unfolds_it(browser, pages) -> None:
    browser.open(pages["wrong"])
    browser.only("#fold").click()
    browser.press("/", "no such label")
    browser.run("location.hash = 'set-2-4'")
    browser.until("return document.querySelector('#set-2-4').open")
    assert browser.only("#set-2-4 .moves").is_displayed() and browser.run(OPENED) == 1
    assert browser.only("#count").text == "12 information sets"  # the link ends the search that hid it
    browser.open(pages["leduc"], "#set-1-2")
    browser.until("return document.querySelector('#set-1-2').open")
    assert browser.only("#set-1-2 .moves").is_displayed()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_certificate_is_saved_and_verified(browser, pages, capsys, scripts: bool) -> None:
    def save() -> None:
        browser.open(pages["kuhn"])
        for name in ("certificate.json", "game.efg"):
            browser.only(f"a[download='{name}']").click()
            arrived(browser, name)

    if scripts:
        save()
    else:
        with browser.without_scripts():
            save()
    certificate, game = arrived(browser, "certificate.json"), arrived(browser, "game.efg")
    assert certificate.read_text(encoding="utf-8") == lemke.solve(lemke.read(GAMES / "kuhn3.efg")).to_json()
    assert run(["verify", str(game), str(certificate)]) == 0
    assert "An equilibrium: both regrets are exactly 0." in capsys.readouterr().out


def test_a_large_file_is_saved_whole(browser, tmp_path) -> None:
    """Browsers refuse long addresses, so the script of the page saves the file another way."""
    subject = of_equilibrium(lemke.solve(lemke.example("matching_pennies")))
    text = "".join(f"{k} ∅ \n" for k in range(400_000))
    page(replace(subject, files=[("large.txt", "text/plain", text, "")])).save(tmp_path / "large.html")
    browser.open(tmp_path / "large.html")
    browser.only("a[download='large.txt']").click()
    assert arrived(browser, "large.txt").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["kuhn", "wrong", "stated", "sets", "sweep"])
def test_colours_have_enough_contrast(browser, pages, name: str, scheme: str) -> None:
    browser.look(scheme)
    browser.open(pages[name])
    browser.run("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    contrasts = browser.run(CONTRASTS)
    assert len(contrasts) > 300
    assert [contrast for contrast in contrasts if contrast[0] < 4.5] == []


def test_what_is_printed_is_unfolded(browser, pages) -> None:
    browser.open(pages["leduc"])
    browser.only("#set-1-1 > summary").click()
    browser.run("dispatchEvent(new Event('beforeprint'))")
    assert browser.run(OPENED) == 288
    assert browser.run("return document.querySelectorAll('details:not([open])').length") == 0
    browser.run("dispatchEvent(new Event('afterprint'))")
    assert browser.run("return document.querySelectorAll('details.fold:not([open])').length") > 2
    assert browser.run(OPENED) == 1


def test_all_text_is_there_without_scripts(browser, pages) -> None:
    browser.open(pages["kuhn"])
    with_scripts = browser.only("main").text
    with browser.without_scripts():
        browser.open(pages["kuhn"])
        assert not browser.only("#controls").is_displayed()
        text = browser.only("main").text
        controls = ["Search labels of sets and moves", "Unfold all", "Fold all"]
        lines = [line for line in with_scripts.split("\n") if line not in controls and "arrow keys" not in line]
        assert lines == text.split("\n")
        assert "off the path; filled in" in text
        browser.only("#set-1-1 > summary").click()  # folding needs none
        assert browser.only("#set-1-1 .moves").is_displayed()
        browser.only("details:has(> div > .nodes) > summary").click()
        assert "belief in its set 1/2 ≈ 0.5" in browser.only(".nodes").text


@pytest.mark.parametrize("name", ["kuhn", "wrong", "leduc", "hostile", "sets", "sweep", "long"])
@pytest.mark.parametrize("width", [320, 768])
def test_a_narrow_page_does_not_move_sideways(browser, pages, name: str, width: int) -> None:
    browser.size(width)
    browser.open(pages[name])
    browser.run("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert browser.run("return document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", ["kuhn", "wrong", "sets"])
def test_the_tab_key_goes_everywhere_in_order(browser, pages, name: str) -> None:
    from selenium.webdriver.common.keys import Keys

    browser.open(pages[name])
    expected = browser.run(FOCUSABLE)
    seen: list[str] = []
    where = """
        const at = document.activeElement;
        return [at.outerHTML.replace(/ class="[^"]*"/, "").slice(0, 120), getComputedStyle(at).outlineStyle];
    """
    for _ in range(len(expected) + 40):
        browser.press(Keys.TAB)
        element, outline = browser.run(where)
        if element.startswith("<body"):
            break
        assert outline != "none", element
        seen.append(element)
    assert [stop for stop in seen if stop in expected] == expected


@pytest.mark.parametrize("name", ["kuhn", "wrong", "leduc", "hostile", "sets", "sweep"])
def test_screen_readers_find_names_landmarks_and_headings(browser, pages, name: str) -> None:
    browser.open(pages[name])
    roles: dict[str, list[str]] = {}
    levels = []
    for node in browser.accessible():
        role = node["role"]["value"]
        roles.setdefault(role, []).append(node.get("name", {}).get("value", "").strip())
        if role == "heading":
            levels += [entry["value"]["value"] for entry in node["properties"] if entry["name"] == "level"]
    for landmark in ("banner", "navigation", "main", "search", "contentinfo"):
        assert len(roles[landmark]) == 1, landmark
    for role in ("heading", "link", "button", "searchbox", "tree", "treeitem", "region", "DisclosureTriangle"):
        assert roles.get(role) and all(roles[role]), role
    assert roles["table"] and all(roles["table"])
    assert levels[0] == 1 and levels.count(1) == 1 and all(b <= a + 1 for a, b in pairwise(levels))
    assert roles["status"]
    assert browser.run("return document.documentElement.lang") == "en"


def test_long_labels_of_moves_are_not_broken_letter_by_letter_beside_a_mark(browser, tmp_path) -> None:
    builder = GameBuilder(["Ann", "Bob"])
    leaf, lead = builder.move(builder.root, 0, ["end", "go on"])
    builder.pay(leaf, 9, 9)
    for payoff, place in enumerate(builder.move(lead, 1, ["x" * 60, "y" * 60], label="z" * 60)):
        builder.pay(place, 0, payoff)
    page = tmp_path / "page.html"
    lemke.report(builder.build()).save(page)
    browser.size(1240)
    browser.open(page)
    widths = "return [...document.querySelectorAll('.glance')].map((part) => part.getBoundingClientRect().width)"
    assert min(browser.run(widths)) >= 80
