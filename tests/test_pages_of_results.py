"""Numbers on the pages and in the JSON of verdicts, equilibria, bounds and explorations are those of the library."""

import json
import re
from dataclasses import replace

import pytest
from gmpy2 import mpq

import lemke
from lemke.certificate.judge import Claim, Judge
from lemke.certificate.proved import How, ProvedPlans
from lemke.certificate.verdict import Verdict, verdicts_document
from lemke.game import Game, GameBuilder
from lemke.ground.document import Document
from lemke.solvers.double_oracle import double_oracle
from lemke.solvers.double_oracle.method import epsilon_equilibrium
from lemke.studies.explore import Exploration, explore
from named_games import GAMES

TRACING = lemke.read(GAMES / "tracing_2002.efg")
HALF, LONG = mpq(1, 2), mpq(1, 3**220)  # LONG has 105 digits below the bar
EVEN = lemke.Profile.of(TRACING, [[[HALF, HALF]] * 2] * 2)


def lines(document: Document) -> list[list[str]]:
    """Return the cells of the lines of a page that are not empty; room between cells is two blanks or more."""
    return [re.split(r" {2,}", line.strip()) for line in document.to_text().splitlines() if line]


def verdict(game: Game, claim: Claim, **refined: list[str]) -> Verdict:
    return Verdict(game, claim, replace(Judge.of(game).judge(claim)[0], refinements=refined))


def choices(number: int, gain: mpq) -> Verdict:
    """Return the verdict on player 1, who always makes the worse of two moves after a move of chance."""
    builder = GameBuilder(["Ann", "Bob"])
    nodes = builder.chance(builder.root, {str(k): mpq(1, number) for k in range(number)})
    for node in nodes:
        builder.pay(builder.move(node, 0, ["good", "bad"])[0], gain, 0)
    game = builder.build(unpaid="zero")
    return verdict(game, Claim(lemke.Profile.of(game, [[[0, 1]] * number, []])))


# ---------------------------------------------------------------- verdicts


def test_a_page_of_a_verdict_has_its_numbers() -> None:
    true = verdict(TRACING, Claim(EVEN, regrets=(mpq(5, 4), mpq(1, 4))))
    *rows, last = lines(verdicts_document(TRACING, [true]))
    assert [row for row in rows if any(cell[0].isdigit() for cell in row[1:])] == [
        ["Player 1", "23/4", "7", "5/4"],
        ["Player 2", "7/4", "2", "1/4"],
        ["NashConv", "3/2", "1.5"],
        ["largest counterfactual regret", "3/2", "1.5"],
        ["2", "R", "S", "3/4", "0.75"],
        ["1", "root", "L", "1/2", "0.5"],
        ["1", "a", "l", "1/8", "0.125"],
        ["2", "b", "s", "1/8", "0.125"],
    ]
    assert [row[0].split()[3] for row in rows if "gains" in row[0]] == ["5/4", "1/4"]
    assert ["set", "best move", "lost there"] in rows
    assert last[0].startswith("As stated, not") and "5/4" in last[0] and "1.25" in last[0]


def test_verdicts_on_a_page_are_numbered_and_list_their_false_statements() -> None:
    refined = {"quasi-perfect": ["here", "there"], "subgame-perfect": ["nowhere"]}
    false = verdict(TRACING, Claim(EVEN, regrets=(mpq(1), mpq(1, 4))), **refined)
    plain = verdict(TRACING, Claim(EVEN), **{"subgame-perfect": []})
    rows = [line[0] for line in lines(verdicts_document(TRACING, [false, plain]))]
    assert [row for row in rows if row.startswith("Profile")] == ["Profile 1", "Profile 2"]
    assert [row.startswith("Not an") for row in rows if "an equilibrium" in row] == [True, True]
    assert [row for row in rows if "-perfect" in row] == [
        "Not quasi-perfect: here; there.",
        "Not subgame-perfect: nowhere.",
        "It is subgame-perfect.",
    ]
    assert sum("regret 1 of player 1, expected 5/4" in row for row in rows) == 1
    assert "Profile" not in verdicts_document(TRACING, [plain]).to_text()


@pytest.mark.parametrize(("number", "more"), [(9, []), (10, []), (11, ["1"]), (13, ["3"])])
def test_ten_sets_of_a_best_response_are_listed_and_the_others_counted(number: int, more: list[str]) -> None:
    page = verdicts_document((judged := choices(number, mpq(1))).game, [judged]).to_text()
    assert page.count("good") == min(number, 10) and re.findall(r"and (\d+) more set", page) == more


def test_a_long_number_has_one_decimal_on_a_page() -> None:
    judged = choices(1, LONG)
    page = verdicts_document(judged.game, [judged]).to_text()
    assert str(LONG) not in page and page.count("1.07975e-105") == page.count("about") == 7
    page = verdicts_document((shorter := choices(1, 3**190 * LONG)).game, [shorter]).to_text()
    assert page.count(str(3**190 * LONG)) == 7 and "about" in shorter.report.sentence(40)
    assert str(LONG) in judged.report.sentence(200) and "about 1.07975e-105" in judged.report.sentence(200)


def test_the_json_of_a_verdict_has_its_numbers() -> None:
    claim = Claim(lemke.Profile.of(TRACING, [[[1, 1], [1, 0]], [[HALF, HALF]] * 2], normalize=True), payoffs=(1, 1))
    judged = verdict(TRACING, claim, **{"subgame-perfect": ["nowhere"]})
    (members,) = json.loads(verdicts_document(TRACING, [judged]).to_json())["profiles"]
    assert members["exploitability"] is None and members["normalization"]["sets"] == 1
    assert members["objections"] == list(judged.report.objections) and len(members["objections"]) == 2
    assert members["refinements"] == {"subgame-perfect": ["nowhere"]}
    assert [deviation["player"] for deviation in members["deviations"]] == [1, 2]
    (members,) = json.loads(verdicts_document(TRACING, [verdict(TRACING, Claim(EVEN))]).to_json())["profiles"]
    assert members["normalization"] is None and members["objections"] is None


# ---------------------------------------------------------------- equilibria


PAGES = {
    "tracing_2002.efg": [
        ["1", "root", "L", "1"],
        ["R", "0"],
        ["2", "R", "S", "0", "off the path; filled in"],
        ["T", "1"],
        ["1", "a", "l", "1"],
        ["r", "0"],
        ["2", "b", "s", "1", "off the path"],
        ["t", "0"],
    ],
    "always_lost.efg": [
        ["1", "up", "1"],
        ["down", "0"],
        ["1", "after up", "left", "1"],
        ["right", "0"],
        ["2", "after down", "left", "0", "off the path"],
        ["right", "1"],
    ],
    "winkels_1979.nfg": [
        *[["1", "0"], ["2", "7/8", "0.875"], ["3", "0"], ["4", "0"], ["5", "1/8", "0.125"], ["6", "0"]],
        *[["1", "1/4", "0.25"], ["2", "3/4", "0.75"]],
    ],
}
"""What the page of an equilibrium says of the moves."""


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_an_equilibrium_has_every_move_and_marks_what_is_off_the_path(name: str) -> None:
    equilibrium = lemke.solve(lemke.read(GAMES / name))
    rows = lines(equilibrium.document())
    moves = [row for row in rows if len(row) > 1 and not row[0].startswith("Player")]
    assert moves == PAGES[name]
    assert rows[-1][0].endswith(f"kernel {equilibrium.kernel}, {equilibrium.pivots} pivots.")


def test_a_player_who_never_moves_has_no_row() -> None:
    rows = lines(lemke.solve(lemke.read(GAMES / "silent_player.efg")).document())
    after = rows[rows.index(["Player 2"]) + 1 :]
    assert len(after) == 2 and "never" in after[0][0]


def test_a_page_says_in_numbers_how_plans_were_found() -> None:
    how = How(method="lp", kernel="highs", pivots=7, tries=2, bits=5)
    assert how.words() == ["method lp", "kernel highs", "7 pivots", "2 tries"]
    assert how.rows() == [("method", "lp"), ("kernel", "highs"), ("pivots", "7"), ("tries", "2")]
    again = replace(how, tries=1, pivots=1, unproved="lemke-howson")
    assert again.words()[0].startswith("method lemke-howson: ") and again.words()[1:] == ["kernel highs", "1 pivot"]
    assert again.rows() == [("method", "lp"), ("kernel", "highs"), ("pivots", "1"), ("unproved", "lemke-howson")]


MOVES = ("player", "information set", "label", "action", "probability", "filled")


def test_the_tables_of_an_equilibrium_have_its_moves_and_plans() -> None:
    equilibrium = lemke.solve(TRACING)
    table = equilibrium.to_table()
    assert (table.columns, table.index, table.caption) == (MOVES, 4, repr(equilibrium)[1:-1])
    assert table.rows == (
        *[(1, 1, "root", "L", 1, False), (1, 1, "root", "R", 0, False)],
        *[(1, 2, "R", "S", 0, True), (1, 2, "R", "T", 1, True)],
        *[(2, 1, "a", "l", 1, False), (2, 1, "a", "r", 0, False)],
        *[(2, 2, "b", "s", 1, False), (2, 2, "b", "t", 0, False)],
    )
    plans = ProvedPlans(equilibrium.plans, equilibrium.duals, equilibrium.payoffs, equilibrium.how)
    table = plans.to_table()
    assert (table.columns, table.index) == (("player", "sequence", "probability"), 2)
    assert table.rows == tuple((p + 1, k, x) for p in (0, 1) for k, x in enumerate(equilibrium.plans[p]))
    assert all(
        [mpq(int(x.p), int(x.q)) for x in column] == list(plan)
        for column, plan in zip(plans.to_sympy(), plans.plans, strict=True)
    )


# ---------------------------------------------------------------- bounds of a value


def test_what_a_double_oracle_has_reached_is_a_table_and_says_its_method() -> None:
    game = lemke.read(GAMES / "kuhn3.efg")
    certified = epsilon_equilibrium(Judge.of(game), double_oracle(game, HALF))
    table = certified.to_table()
    assert (table.columns, table.index, table.caption) == (MOVES, 4, repr(certified)[1:-1])
    assert len(table.rows) == 24 and json.loads(certified.document().to_json())["method"] == "double-oracle"
    assert "regrets 1/6, 1/6" in repr(certified) and game.title in repr(certified)


# ---------------------------------------------------------------- explorations


@pytest.fixture(scope="module")
def explored() -> Exploration:
    return explore(TRACING, starts=24, seed=3)


def test_a_page_of_an_exploration_has_its_numbers(explored: Exploration) -> None:
    title, counts, heading, *rows = lines(explored.document())
    assert title == [TRACING.title] and counts == ["3 different equilibria from 24 starts"]
    assert heading[:2] == ["equilibrium", "share"] and heading[-1] == "first seed"
    assert rows == [
        ["1", "19/24", "19", "11", "3", "proved", "0", "71/19", "7", "5"],
        ["2", "1/8", "3", "11", "3", "proved", "3", "13/3", "7", "4"],
        ["3", "1/12", "2", "4", "7/3", "proved", "3", "6", "9", "3"],
    ]
    first = explored.equilibria[0]
    unproved = first._replace(equilibrium=replace(first.equilibrium, refinement=None, payoffs=(LONG, mpq(1))))
    single = replace(explored, equilibria=(unproved,), failures=((4, "why"),), reason="the time limit")
    _, counts, _, row, *notes = lines(single.document())
    assert counts[0].startswith("1 equilibrium from") and row[3:6] == ["about 1.07975e-105", "1", "not proved"]
    assert notes == [["1 start failed, first seed 4: why"], ["Not all starts: the time limit."]]


def test_the_json_and_the_table_of_an_exploration_have_its_numbers(explored: Exploration) -> None:
    members = json.loads(explored.document().to_json())
    assert members["format"] == "lemke-explored/2" and members["game"]["sha256"] == lemke.sha256(TRACING)
    assert [members[name] for name in ("starts", "reason", "failures")] == [24, "", []]
    assert [(row["share"], row["seeds"][0], len(row["seeds"])) for row in members["equilibria"]] == [
        *(("19/24", 5, 19), ("1/8", 4, 3), ("1/12", 3, 2))
    ]
    assert members["equilibria"][2]["pivots"] == [9, 3]
    assert members["equilibria"][0]["equilibrium"]["payoffs"] == ["11", "3"]
    assert "24" in explored.to_table().caption and "3 different equilibria from 24 starts" in repr(explored)
