"""Tables as notebooks show them."""

import re
from html.parser import HTMLParser

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.errors import one_line
from lemke.forms.normal_form import NormalForm
from lemke.game.strategy import Profile, centroid
from lemke.generators import kuhn
from lemke.ground.tables import SHOWN, Table, page_table
from strategies import ODD_LABELS, games


class Cells(HTMLParser):
    """Reads the cells of a table and fails if tags are not properly nested."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.titles: list[str] = []
        self.caption = ""
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        self.titles += [value for name, value in attributes if name == "title"]
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" in self.open:
            return
        if "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data
        else:
            self.caption += data


def balanced(latex: str) -> bool:
    """Whether braces and environments of a LaTeX text are properly nested."""
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", latex.replace(r"\\", "")):
        depth += 1 if brace == "{" else -1
        assert depth >= 0
    return depth == 0 and re.findall(r"\\begin\{(\w+)\}", latex) == re.findall(r"\\end\{(\w+)\}", latex)[::-1]


@given(
    st.lists(st.tuples(ODD_LABELS, st.fractions(-(10**6), 10**6, max_denominator=10**6) | st.none()), max_size=4),
    ODD_LABELS,
)
def test_any_label_is_shown_as_it_is_and_breaks_nothing(pairs, heading):
    rows = tuple((label, None if number is None else mpq(number)) for label, number in pairs)
    table = Table((heading, "number"), rows, "a < b & c", 1)
    cells = Cells(table._repr_html_())
    assert cells.caption == "a < b & c"
    assert cells.rows[1:] == [[one_line(label), "" if number is None else str(number)] for label, number in rows]
    assert balanced(table.to_latex())


def test_a_long_number_is_shown_as_a_decimal_that_says_so_with_the_exact_one_at_hand():
    long = mpq(10**40 + 1, 3**50)
    cells = Cells(Table(("",), ((long,),))._repr_html_())
    assert cells.rows[1] == ["≈ 1.392955569e+16"]
    assert cells.titles == [str(long)]


def test_a_long_table_counts_the_rows_and_columns_left_out():
    table = Table(("k",), tuple((k,) for k in range(SHOWN + 7)))
    cells = Cells(table._repr_html_())
    assert (len(cells.rows), cells.caption) == (1 + SHOWN, "7 more rows")
    assert table.to_latex().count(r"\\") == 1 + len(table.rows)  # LaTeX for a paper has them all
    wide = Table(tuple(map(str, range(SHOWN + 2))), ((0,) * (SHOWN + 2),))
    assert Cells(wide._repr_html_()).caption == "2 more columns"


def test_truth_values_are_shown_as_yes_and_no_and_nothing_as_an_empty_cell():
    assert Cells(Table(("a", "b", "c"), ((True, False, None),))._repr_html_()).rows[1] == ["yes", "no", ""]


@given(games())
def test_every_game_shows_its_nodes(game):
    table = game.to_table()
    assert len(table.rows) == game.size
    assert all(len(row) == len(table.columns) for row in table.rows)
    leaves = [row for row in table.rows if row[5] is None]
    payoffs = list(zip(*(game.leaf_payoffs(player).tolist() for player in range(len(game.players))), strict=True))
    assert [tuple(row[7:]) for row in leaves] == payoffs
    matrix = game.to_sympy()
    assert matrix.shape == (len(leaves), len(game.players))
    assert [str(entry) for entry in matrix] == [str(entry) for row in payoffs for entry in row]


def test_an_equilibrium_is_shown_as_the_command_line_prints_it():
    equilibrium = lemke.solve(kuhn(3))
    shown = Cells(equilibrium._repr_html_())
    assert ["Player 1", "-1/18", "-0.0555556"] in shown.rows and ["", "", "bet", "1/3", "0.333333", ""] in shown.rows
    assert "Proved exactly; method lcp" in shown.caption
    assert equilibrium.to_text().splitlines()[1:4] == ["Payoffs", *page_table(shown.rows[:2]).lines()]
    assert balanced(equilibrium.to_latex())


def test_without_pandas_one_line_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(lemke.LemkeError, match=r"pandas .*lemke\[pandas\]"):
        kuhn(3).to_pandas()


def test_a_problem_and_its_outcomes_are_shown():
    problem = lemke.LCP.of([[2, "1/2"], [1, 2]], [-5, -6])
    M, q, d = problem.to_sympy()
    solution = lemke.solve_lcp(problem)
    z, w = solution.to_sympy()
    assert w == q + M * z
    assert d.T.tolist() == [[1, 1]]
    assert solution.to_table().rows == [(1, 2, 0), (2, 2, 0)]
    ray = lemke.solve_lcp([[-1]], [-1])
    assert ray.to_table().rows == [(1, 0, 1, 1), ("z0", 1, 1, None)]


def test_a_mixed_equilibrium_has_payoffs_and_strategies_as_on_the_command_line():
    form = NormalForm.of([[4, 0], [0, 2]], [[1, 0], [0, 2]], strategies=[["T", "B"], ["l", "r"]], title="a < b")
    equilibrium = lemke.solve(form, method="lcp")
    shown = Cells(equilibrium._repr_html_())
    names = [label for labels in form.strategies for label in labels]
    shares = [share for shares in equilibrium.strategies for share in shares]
    assert [row[:2] for row in shown.rows[2:]] == [[n, str(s)] for n, s in zip(names, shares, strict=True)]
    assert [row[1] for row in shown.rows[:2]] == list(map(str, equilibrium.payoffs))
    assert "a < b" in shown.caption and "method lcp" in shown.caption and "NormalForm" not in shown.caption


def test_numbers_are_aligned_to_the_right_and_texts_to_the_left():
    columns = {
        "exact": (mpq(1, 3), mpq(2), None),
        "decimal": ("0.333333", "", "-1e-05"),
        "pair": ((mpq(1), mpq(2)), (mpq(1), "about 0.5"), None),
        "mark": ("pure", "", ""),
        "range": ("0 to 1", "1", ""),
        "truth": (True, False, True),
        "nothing": ("", None, "."),
        "huge": (10**5000, 1, 2),
    }
    html = Table(tuple(columns), tuple(zip(*columns.values(), strict=True))).to_html()
    assert re.findall(r'<th scope="col" class="number">(\w+)', html) == ["exact", "decimal", "pair", "huge"]
    assert html.count('<td class="number">') == 12


def test_headings_are_shown_as_they_are():
    assert Cells(Table(("<b>", "&amp;"), ())._repr_html_()).rows == [["<b>", "&amp;"]]


def test_a_huge_whole_number_is_printed_whole_and_a_long_fraction_as_a_decimal():
    huge = 10**5000
    assert str(huge.bit_length()) and Table(("k",), ((huge,),)).to_text() == "k\n1" + "0" * 5000 + "\n"
    table = Table(("k",), ((mpq(1, 10**40),),), longest=40)
    assert r"$\approx 1 \cdot 10^{-40}$" in table.to_latex() and "$0.000$" in table.to_latex(decimals=3)


def test_tables_are_aligned_text():
    equilibrium = lemke.solve(NormalForm.of([[1, 0]], [[0, 1]], strategies=[["top"], ["l", "r"]]))
    assert equilibrium.to_table().to_text().splitlines()[1:] == [
        "player  strategy  probability",
        "1       top                 1",
        "2       l                   0",
        "2       r                   1",
    ]


def test_the_judge_s_report_has_its_numbers_by_player() -> None:
    game = kuhn(3)
    report = lemke.verify(game, Profile(tuple(map(centroid, lemke.sequence_form(game).sequences))))
    assert report.regrets == (mpq(3, 8), mpq(13, 24))
    numbers = [*zip(report.payoffs, report.best_values, report.regrets, strict=True)]
    table = report.to_table()
    assert table.columns == ("player", "payoff", "best response", "regret")
    assert table.rows == ((1, *numbers[0]), (2, *numbers[1]))
    lines = [line.split() for line in report.named_table(["Ann", "Bob"]).lines()]
    assert lines[0] == ["payoff", "best", "response", "regret"]
    assert lines[1:] == [
        [*label.split(), *map(str, row)]
        for label, row in zip(("Player 1 (Ann)", "Player 2 (Bob)"), numbers, strict=True)
    ]
    assert repr(report) == "<Report: payoffs 1/8, -1/8, regrets 3/8, 13/24>"
    assert str(report).startswith("\n".join(report.named_table(game.players).lines()))
    shown = Cells(report._repr_html_())
    assert ["Player 1", *map(str, numbers[0])] in shown.rows and "Player 2 gains 13/24" in shown.caption
    assert shown.caption.endswith("Not an equilibrium: the largest regret is 13/24, about 0.541667.")
