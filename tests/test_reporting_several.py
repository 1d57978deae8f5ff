"""Reports of several equilibria, from enumerations and sweeps: every view shows the numbers of the library."""

import json

import pytest
from gmpy2 import mpq

import lemke
from lemke.errors import ProfileError
from lemke.forms.normal_form import NormalForm
from lemke.game.reach import reach
from lemke.game.tree import unique_names
from lemke.ground.rational import text
from lemke.show.web_page import WebPage, board
from lemke.studies.parametric import ParametricGame
from named_games import GAMES
from pages import Element, check_structure, facts_of, read_page, saved, sections


def page_of(report: WebPage) -> Element:
    return read_page(report.html)


def tracing() -> lemke.Game:
    return lemke.read(GAMES / "tracing_2002.efg")


def kuhn_with_a_bet() -> ParametricGame:
    return ParametricGame.read("example:kuhn3_parametric")


def views_of(page: Element) -> list[Element]:
    return page.all("details", class_="view")


def shares_of(view: Element, column: int = 1) -> list[str]:
    """A column of the tables of moves: the probabilities, as exact numbers, by default."""
    return [row[column] for table in view.all("table", class_="moves") for row in table.rows()[1:]]


def shares_in(game: lemke.Game, profile: lemke.Profile) -> list[mpq]:
    """The probabilities in the order of the page: depth-first."""
    shares = []
    for player, order in enumerate(game.preorder_sets()):
        position = {index: h for h, index in enumerate(game.sets_of(player))}
        shares += [share for index in order for share in profile.behavior[player][position[index]]]
    return shares


@pytest.mark.parametrize(
    ("file", "by", "name"),
    [
        ("tracing_2002.efg", "sets", "Set 1"),
        ("tracing_2002.efg", "strategies", "Profile 1"),
        ("beer_quiche.efg", "pure", "Profile 1"),
    ],
)
def test_every_equilibrium_of_an_enumeration_has_a_view(file: str, by: str, name: str) -> None:
    game = lemke.read(GAMES / file)
    enumeration = lemke.enumerate(game, by)
    page = page_of(lemke.report(game, enumeration))
    check_structure(page)
    views = views_of(page)
    assert len(views) == len(enumeration.profiles) > 1
    assert page.only("ol", class_="stops").all("a")[0].text == name
    for view, profile in zip(views, enumeration.profiles, strict=True):
        # beside ranges the exact numbers come second
        shown = [mpq(row[-3]) for table in view.all("table", class_="moves") for row in table.rows()[1:]]
        assert shown == shares_in(game, profile)
    assert ["open" in view.attributes for view in views] == [True] + [False] * (len(views) - 1)


def test_the_page_of_sets_says_what_is_proved() -> None:
    game = tracing()
    enumeration = lemke.enumerate(game)
    page = page_of(lemke.report(game, enumeration))
    verdict = page.only("div", class_="verdict")
    assert "good" in verdict.attributes["class"] and "3 maximal sets in 3 components" in verdict.text
    assert enumeration.proof_line() in verdict.text
    assert json.loads(saved(page, "equilibria.json")) == json.loads(enumeration.to_json())
    second = views_of(page)[1]
    assert "dimension 0 + 1" in second.only("div", class_="paid").text
    assert "1/12 to 1" in shares_of(second) and "0 to 11/12" in shares_of(second)
    assert "index 1" in second.only("div", class_="paid").text
    assert set(sections(page)) >= {"strategies", "game", "sequence-form", "files"}
    assert lemke.report(game, lemke.enumerate(game)) == lemke.report(game, enumeration)


def test_equilibria_of_matrices_are_shown_on_their_tree() -> None:
    form = NormalForm.of([[3, 3], [2, 5], [0, 6]], [[3, 3], [2, 6], [3, 1]])
    page = page_of(lemke.report(form.tree(), lemke.enumerate(form)))
    check_structure(page)
    assert len(views_of(page)) == 3
    assert sorted(
        summary.partition("payoffs ")[2] for summary in (view.all("summary")[0].text for view in views_of(page))
    ) == [
        "3, 3",
        "3, 3",
        "4, 8/3",
    ]


def test_pieces_of_a_sweep_are_views() -> None:
    game = kuhn_with_a_bet()
    sweep = lemke.sweep(game, 0, 4)
    page = page_of(lemke.report(game, sweep))
    check_structure(page)
    views = views_of(page)
    assert [element.text for element in page.only("ol", class_="stops").all("a")] == [
        "1. b in [0, 1]",
        "2. b in [1, 2]",
        "3. b in [2, 4]",
    ]
    assert "Critical values of b: 1, 2." in page.only("div", class_="verdict").text
    for view, piece in zip(views, sweep.pieces, strict=True):
        payoffs, behavior = piece.texts
        assert all(payoff in view.all("summary")[0].text for payoff in payoffs)
        at = piece.interval.inside()
        equilibrium = piece.at(at)
        assert f"at b = {text(at)}" in view.only("div", class_="paid").text
        shown = [mpq(row[-3]) for table in view.all("table", class_="moves") for row in table.rows()[1:]]
        assert shown == shares_in(equilibrium.game, equilibrium.profile)
        written = {share for sets in behavior for moves in sets.values() if moves for share in moves.values()}
        assert {share for share in written if "b" in share} <= set(shares_of(view))
    assert {"sequence-form", "regrets", "plans", "path"}.isdisjoint(sections(page))  # their numbers depend on b
    facts = facts_of(sections(page)["game"].only("table"))
    assert facts["parameter"] == "b in [0, 4]" and "payoffs" not in facts
    assert json.loads(saved(page, "sweep.json")) == json.loads(sweep.to_json())


def test_irrational_ends_of_pieces_are_exact_and_have_a_decimal() -> None:
    game = ParametricGame.bimatrix("t", [[2], ["t**2"]], [[1], [3]])
    page = page_of(lemke.report(game, lemke.sweep(game, 0, 4)))
    assert "sqrt(2) (≈ 1.41421, root 2 of t**2 - 2)" in page.only("div", class_="verdict").text
    assert page.only("ol", class_="stops").all("a")[0].text == "1. t in [0, sqrt(2)]"


def test_nodes_are_those_of_the_tree() -> None:
    game = lemke.read(GAMES / "kuhn3.efg")
    profile = lemke.profile(game, "NE," + ",".join(["1/2"] * 22 + ["1/3", "2/3"]))
    page = page_of(lemke.report(game, profile))
    rows = page.only("table", class_="nodes").only("tbody").all("tr")
    reached = reach(game, profile)
    assert [int(row.attributes["data-parent"]) for row in rows] == [-1, *map(int, game.parent[1:])]
    for node, row in enumerate(rows):
        known = {
            element.only("span", class_="what").text: element.only("bdi").text
            for element in row.all("span", class_="known")
        }
        assert mpq(known["reached"].partition(" ")[0]) == reached.nodes[node]
        assert [mpq(known[f"worth to Player {k + 1}"].partition(" ")[0]) for k in (0, 1)] == [
            reached.values(k)[node] for k in (0, 1)
        ]
        expected = str(game.information_set[node]) if game.player[node] >= 0 else ""
        assert row.attributes["data-set"] == expected
        if node:
            above = game.information_sets[game.information_set[game.parent[node]]]
            assert row.only("th").text.endswith(unique_names(above.actions)[game.move[node]])
    marked = {
        element.attributes["data-nodes"]
        for element in page.all("", class_="tree")[0].all()
        if "data-nodes" in element.attributes
    }
    assert set(map(str, range(game.size))) <= marked


def test_what_many_views_hold_is_bounded(monkeypatch) -> None:
    monkeypatch.setattr("lemke.studies.report.VIEWS", 2)
    for name, limit in {"SETS": 3, "DRAWN": 8, "FEWEST": 1}.items():
        monkeypatch.setattr(board, name, limit)
    game = tracing()
    page = page_of(lemke.report(game, lemke.enumerate(game)))
    check_structure(page)
    assert len(views_of(page)) == 2
    assert "And 1 more of them, in the file equilibria.json below." in page.only(id="strategies").text
    for view in views_of(page):
        assert len(view.only("table", class_="nodes").rows()) <= 1 + 4
        assert len(view.all("details", class_="set")) == 2


def test_results_of_other_games_are_refused() -> None:
    with pytest.raises(ProfileError, match="expected"):
        lemke.report(lemke.example("matching_pennies"), lemke.enumerate(tracing()))
