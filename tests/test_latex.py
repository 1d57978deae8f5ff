"""LaTeX for papers: tables and formulas have the numbers of the result, and no label breaks them."""

import re

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.errors import InputError
from lemke.generators import kuhn
from lemke.ground.latex import latex_text, preamble, rounded
from lemke.ground.tables import Table

TRACING = lemke.example("tracing_2002")


def rows(latex: str) -> list[list[str]]:
    """The cells of all rows of a table."""
    return [re.sub(r" \\\\.*", "", line).split(" & ") for line in latex.splitlines() if line.find(r" \\") > 0]


def test_an_equilibrium_is_a_row_for_every_information_set() -> None:
    game = lemke.example("kuhn3")
    latex = lemke.solve(game).to_latex()
    assert latex.startswith("% \\usepackage{booktabs}\n% Kuhn poker, 3 cards\n\\begin{tabular}{lll}\n\\toprule\n")
    head, *sets, payoffs = rows(latex)
    assert head == ["player", "information set", "moves"]
    assert ["Player 1", "J", r"pass = $\frac{2}{3}$, bet = $\frac{1}{3}$"] in sets
    assert ["", "K:pb", "fold = $0$, call = $1$ (off the path)"] in sets
    assert len(sets) == sum(len(game.sets_of(player)) for player in (0, 1))
    assert payoffs == ["payoffs", "", r"$-\frac{1}{18}$, $\frac{1}{18}$"]
    assert latex.count(r"\midrule") == 3


def test_numbers_are_decimals_on_demand() -> None:
    sets = rows(lemke.solve(lemke.example("kuhn3")).to_latex(decimals=3))
    assert ["Player 1", "J", "pass = $0.667$, bet = $0.333$"] in sets and sets[-1][-1] == "$-0.056$, $0.056$"
    form = lemke.sequence_form(kuhn(3))
    assert "0.17" in form.to_latex(2) and "frac" not in form.to_latex(2)
    for wrong in (-1, "3", 1.5, True):
        with pytest.raises(InputError, match="decimals"):
            lemke.solve(kuhn(3)).to_latex(wrong)
        with pytest.raises(InputError, match="decimals"):
            Table(("a",), (("b",),)).to_latex(wrong)


@given(st.fractions(max_denominator=10**6), st.integers(0, 8))
def test_rounded_numbers_are_the_nearest(fraction: object, decimals: int) -> None:
    value = mpq(fraction)
    shown = rounded(value, decimals)
    assert abs(mpq(shown) - value) <= mpq(1, 2 * 10**decimals)
    assert value.denominator == 1 or len(shown.partition(".")[2]) == decimals


def test_no_sign_of_a_label_is_read_by_latex() -> None:
    assert latex_text('50% & "up_1" {x} ~ ^ \\ # $') == (
        r"50\% \& \textquotedblright{}up\_1\textquotedblright{} \{x\} \textasciitilde{} \textasciicircum{} "
        r"\textbackslash{} \# \$"
    )
    assert latex_text("a --- b ''c'' ,,d") == r"a -\/-\/- b '\/'c'\/' ,\/,d"
    assert rows(Table((), [["[x]", 1], ["*", 2]]).to_latex()) == [["{}[x]", "1"], ["{}*", "2"]]


def test_the_preamble_names_the_packages_for_the_letters() -> None:
    assert preamble("a") == "" and preamble("é — ’") == "% \\usepackage[T1]{fontenc}\n"
    for foreign in ("Ход", "αβ", "日本", "ħ"):
        assert "lualatex" in preamble(foreign) and "fontenc" not in preamble(foreign)


def test_sets_and_ranges_have_numbers_as_fractions() -> None:
    latex = lemke.ranges(TRACING).to_latex()
    assert r"$\frac{1}{12}$ to $1$" in latex and "$0.08$ to $1$" in lemke.ranges(TRACING).to_latex(2)
    assert r"2 & b & s & $\frac{1}{12}$ to $1$ \\" in lemke.ranges(TRACING).equilibria.to_latex()


def test_a_table_wider_than_a_line_is_scaled_down() -> None:
    assert r"\resizebox" in lemke.ranges(TRACING).to_table().to_latex()
    assert r"\resizebox" not in lemke.ranges(TRACING).to_latex()
    assert r"\usepackage{graphicx}" in preamble(r"\resizebox")


def test_a_table_must_fit_a_line_that_is_indented() -> None:
    """A line of an article has 345 points, its indentation 15."""
    narrow, wide = (Table((), (("n" * number,),)).to_latex() for number in (60, 63))  # 5.1 points each, and 12
    signs = Table((), (("#=" * 22,),)).to_latex()  # 7.5 points each
    assert (
        wide.startswith(r"\noindent\resizebox")
        and signs.startswith(r"\noindent")
        and narrow.startswith(r"\begin{tabular}")
    )


def test_a_profile_has_a_row_for_every_information_set_and_no_payoffs() -> None:
    game = lemke.example("kuhn3")
    profile = lemke.profile(game, {}, missing="uniform")
    sets = rows(profile.to_latex())[1:]
    assert len(sets) == sum(len(game.sets_of(player)) for player in (0, 1)) and "payoffs" not in profile.to_latex()
    assert all(moves.count(r"\frac{1}{2}") == 2 for *_, moves in sets)


def test_too_many_decimals_are_refused() -> None:
    with pytest.raises(InputError, match="10001 decimals, expected a number from 0 to 10000"):
        lemke.solve(TRACING).to_latex(decimals=10_001)
