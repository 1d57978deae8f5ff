"""Trees and sliders of reports in a real browser: they fold, answer pointing and keys, and are searched."""

from __future__ import annotations

from pathlib import Path

import pytest
from gmpy2 import mpq

import lemke
from lemke.game.reach import reach
from lemke.studies.parametric import ParametricGame
from named_games import GAMES

SEEN = """
return [...document.querySelectorAll('.view:not([hidden]) .tree [role=treeitem]')]
  .flatMap((each, k) => (each.style.display === 'none' ? [] : [[k, each.getBoundingClientRect().y]]));
"""
LIT = """
const view = document.querySelector('.view:not([hidden])');
return [[...view.querySelectorAll('.tree [role=treeitem]')]
          .flatMap((each, k) => (each.classList.contains(arguments[0]) ? [k] : [])),
        [...view.querySelectorAll('details.set.lit')].map((each) => each.id)];
"""
PANEL = """
const panel = document.querySelector('.view:not([hidden]) .pointed');
const facts = [...panel.querySelectorAll('dl > div')].map((each) => [...each.children].map((part) => part.textContent));
return [panel.querySelector('p').textContent, Object.fromEntries(facts)];
"""
NODE = "return document.querySelectorAll('.view:not([hidden]) .tree [role=treeitem]')[arguments[0]]"
AT = "return [...document.querySelectorAll('.tree [role=treeitem]')].indexOf(document.activeElement)"
SHOWN = "return [...document.querySelectorAll('.view')].filter((each) => each.checkVisibility()).map((each) => each.id)"


@pytest.fixture(scope="session")
def trees(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("trees")
    kuhn, tracing = kuhn_game(), lemke.read(GAMES / "tracing_2002.efg")
    parametric = ParametricGame.read("example:kuhn3_parametric")
    reports = {
        "kuhn": lemke.report(kuhn, half(kuhn)),
        "sets": lemke.report(tracing, lemke.enumerate(tracing)),
        "sweep": lemke.report(parametric, lemke.sweep(parametric, 0, 4)),
    }
    for name, report in reports.items():
        report.save(folder / f"{name}.html")
    return {name: folder / f"{name}.html" for name in reports}


def kuhn_game() -> lemke.Game:
    return lemke.read(GAMES / "kuhn3.efg")


def half(game: lemke.Game) -> lemke.Profile:
    return lemke.profile(game, "NE," + ",".join(["1/2"] * 24))


def below(game: lemke.Game, top: int) -> set[int]:
    """The nodes below a node; if the whole game is drawn, they have its numbers."""
    inside: set[int] = set()
    for node in range(top + 1, game.size):
        if int(game.parent[node]) in inside | {top}:
            inside.add(node)
    return inside


def leave_out(text: str) -> mpq:
    """The exact number of a text such as "1/3 ≈ 0.333333"."""
    return mpq(text.partition(" ≈ ")[0])


def point_at(browser, element) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    ActionChains(browser.driver).move_to_element(element).perform()


def test_a_click_folds_what_is_below_and_another_unfolds_it(browser, trees) -> None:
    game = kuhn_game()
    browser.open(trees["kuhn"])
    everything = browser.run(SEEN)
    assert len(everything) == game.size
    browser.run(NODE, 2).click()
    seen = browser.run(SEEN)
    assert {node for node, _ in seen} == {*range(game.size)} - below(game, 2)
    assert browser.run(NODE, 2).get_attribute("aria-expanded") == "false"
    assert browser.only(".hidden-nodes").text == f"+ {len(below(game, 2))}"
    # the rows that became free are closed, and the order across is kept
    before, after = dict(everything), dict(seen)
    assert after[6] - after[1] < before[6] - before[1]
    assert sorted(after, key=after.get) == [node for node in sorted(before, key=before.get) if node in after]
    browser.run(NODE, 2).click()
    assert browser.run(SEEN) == everything
    assert browser.complaints() == []


def test_keys_go_through_the_tree_and_fold_it(browser, trees) -> None:
    from selenium.webdriver.common.keys import Keys

    game = kuhn_game()
    browser.open(trees["kuhn"])
    browser.run("document.querySelector('.tree [tabindex=\"0\"][role=treeitem]').focus()")
    assert browser.run(AT) == 0
    browser.press(Keys.ARROW_RIGHT)
    assert browser.run(AT) == 1
    first, second = game.children(1)
    browser.press(Keys.ARROW_DOWN)
    assert browser.run(AT) == first
    browser.press(Keys.ARROW_LEFT)  # folds
    assert browser.run(AT) == first and browser.run(NODE, first).get_attribute("aria-expanded") == "false"
    browser.press(Keys.ARROW_DOWN)  # over what is folded
    assert browser.run(AT) == second
    browser.press(Keys.ARROW_UP, Keys.SPACE)
    assert browser.run(NODE, first).get_attribute("aria-expanded") == "true"
    browser.press(Keys.ENTER, Keys.HOME)
    assert browser.run(AT) == 0 and len(browser.run(SEEN)) == game.size - len(below(game, first))
    assert browser.run("return document.querySelectorAll('.tree [role=treeitem][tabindex=\"0\"]').length") == 1


def test_pointing_at_a_node_shows_the_numbers_of_the_library(browser, trees) -> None:
    game = kuhn_game()
    reached = reach(game, half(game))
    report = lemke.verify(game, half(game))
    browser.open(trees["kuhn"])
    for node in (1, 7, 20, game.size - 1):
        point_at(browser, browser.run(NODE, node))
        _, facts = browser.run(PANEL)
        assert leave_out(facts["reached"]) == reached.nodes[node]
        worth = [leave_out(facts[f"worth to Player {player + 1}"]) for player in (0, 1)]
        assert worth == [reached.values(player)[node] for player in (0, 1)]
        index = int(game.information_set[node])
        if game.player[node] >= 0:
            place = game.nodes_by_set()[index].tolist().index(node)
            assert leave_out(facts["belief in its set"]) == reached.beliefs(index)[place]
            deviation = report.deviations[game.player[node]]
            h = deviation.sequences.sets.index(index)
            assert leave_out(facts["lost at the set"]) == deviation.losses[h]
            assert leave_out(facts["counterfactual regret"]) == deviation.counterfactual_regrets[h]


def test_table_and_tree_light_one_another(browser, trees) -> None:
    game = kuhn_game()
    browser.open(trees["kuhn"])
    order = game.preorder_sets()
    for player, place in ((0, 2), (1, 5)):
        index = order[player][place - 1]
        nodes = game.nodes_by_set()[index].tolist()
        name = f"set-{player + 1}-{place}"
        point_at(browser, browser.only(f"#{name} > summary"))
        assert browser.run(LIT, "lit") == [nodes, [name]]
        point_at(browser, browser.run(NODE, 0))
        assert browser.run(LIT, "lit")[1] == []
        point_at(browser, browser.run(NODE, nodes[-1]))
        assert browser.run(LIT, "lit") == [nodes, [name]] and browser.run(LIT, "here")[0] == [nodes[-1]]


def test_search_finds_in_the_tree(browser, trees) -> None:
    game = kuhn_game()
    browser.open(trees["kuhn"])
    browser.press("/", "Q:p")
    matching = [
        k
        for k, information_set in enumerate(game.information_sets)
        if information_set.player >= 0 and information_set.label.startswith("Q:p")
    ]
    nodes = sorted(node for k in matching for node in game.nodes_by_set()[k].tolist())
    assert browser.run(LIT, "found")[0] == nodes and len(nodes) == 4
    browser.run("search.value = 'call'; search.dispatchEvent(new Event('input'))")
    marked = browser.run("return [...document.querySelectorAll('.tree text.found')].map((each) => each.textContent)")
    assert marked and all(text.startswith("call") for text in marked)
    browser.run("search.value = ''; search.dispatchEvent(new Event('input'))")
    assert browser.all(".found") == []


def test_the_slider_shows_one_equilibrium_at_a_time(browser, trees) -> None:
    from selenium.webdriver.common.keys import Keys

    enumeration = lemke.enumerate(lemke.read(GAMES / "tracing_2002.efg"))
    browser.open(trees["sets"])
    assert browser.run(SHOWN) == ["view-1"]
    shares = "return [...document.querySelectorAll('.view:not([hidden]) .share')].map((each) => each.textContent)"
    seen = [browser.run(shares)]
    browser.only("#slider").click()
    for key, view in ((Keys.HOME, 1), (Keys.ARROW_RIGHT, 2), (Keys.END, 3), (Keys.ARROW_LEFT, 2)):
        browser.press(key)
        assert browser.run(SHOWN) == [f"view-{view}"]
        assert browser.only("#slider").get_attribute("aria-valuetext") == f"Set {view}"
        assert browser.only(".stops [aria-current]").text == f"Set {view}"
    browser.only(".stops li:nth-child(3) a").click()
    assert browser.run(SHOWN) == ["view-3"] and not browser.only("#after").is_enabled()
    seen.append(browser.run(shares))
    assert seen[0] != seen[1]
    for view, place in zip(seen, (0, 2), strict=True):
        profile = enumeration.profiles[place]
        played = [share for behavior in profile.behavior for moves in behavior for share in moves if share]
        assert sorted(map(mpq, view)) == sorted(played)
    browser.only("#before").click()
    assert browser.run(SHOWN) == ["view-2"]
    browser.run("document.activeElement.blur()")
    browser.press(Keys.ARROW_LEFT)  # wherever the reader is
    assert browser.run(SHOWN) == ["view-1"]
    browser.run("location.hash = 'set-2-2-v3'")
    browser.until("return document.querySelector('#set-2-2-v3').open")
    assert browser.run(SHOWN) == ["view-3"]
    assert browser.complaints() == []
