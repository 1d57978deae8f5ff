"""LaTeX of tables, matrices, programs, tableaux and trees compiles, with any Latin label."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import lemke
from lemke.forms.programs import FORMS
from lemke.linear.pivoting import lcp_path

pytestmark = pytest.mark.skipif(
    shutil.which("pdflatex") is None,
    reason="no pdflatex: apt-get install texlive-latex-base texlive-latex-recommended texlive-pictures",
)
ODD = ['50% & "up_1" {x} ~ ^ \\ #', "", "[é] <ł> |ß| --- `''$", "* → ∅ − ≤ … “—”"]
GAP = "\n\n\\bigskip\n\n"


def odd_game() -> lemke.Game:
    """A game in which all labels are empty or have signs that LaTeX reads differently."""
    builder = lemke.GameBuilder(ODD[:2], ODD[0])
    places = builder.move(builder.root, 0, ODD, ODD[2])
    for k, place in enumerate(places):
        for payoff, leaf in enumerate(builder.move(place, 1, [ODD[k], ODD[k - 1]], ODD[k])):
            builder.pay(leaf, payoff, "-1/3")
    return builder.build()


def compiled(folder: Path, source: str) -> int:
    """Compile a document; the number of its pages."""
    (folder / "paper.tex").write_text(source, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=300, check=False)
    log = (folder / "paper.log").read_text(encoding="utf-8", errors="replace")
    assert done.returncode == 0, "\n".join(re.findall(r"^!.*\n(?:.*\n){6}", log, re.M))
    assert "Missing character" not in log
    return int(re.findall(r"Output written on paper.pdf \((\d+) page", log)[0])


def article(packages: list[str], *parts: str) -> str:
    """A document with these packages and those that comments in its parts name."""
    named = dict.fromkeys(re.findall(r"^% (\\usepackage.*)$", GAP.join(parts), re.M))
    head = "\n".join([*named, *(rf"\usepackage{{{name}}}" for name in packages)])
    return f"\\documentclass{{article}}\n{head}\n\\begin{{document}}\n{GAP.join(parts)}\n\\end{{document}}\n"


def test_results_compile(tmp_path: Path) -> None:
    kuhn3, tracing, odd = lemke.example("kuhn3"), lemke.example("tracing_2002"), odd_game()
    equilibrium = lemke.solve(odd)
    parts = [
        lemke.solve(kuhn3).to_latex(),
        equilibrium.to_latex(decimals=3),
        lemke.verify(odd, equilibrium).to_latex(),
        lemke.ranges(odd).to_latex(),
        lemke.ranges(tracing).equilibria.to_latex(),
        lemke.normal_form(odd, reduced=True).to_latex(),
        lemke.sequence_form(lemke.example("lecture9_imperfect")).to_latex(),
        FORMS["primal"][0](lemke.sequence_form(kuhn3), 0).to_latex(),
        lcp_path([[2, 1], [1, 2]], [-5, -6]).to_latex(),
        "\\small\\setlength{\\tabcolsep}{4pt}\n" + lemke.path(tracing).to_latex(),
        odd.to_latex(),
    ]
    assert compiled(tmp_path, article([], *parts)) > 2


@pytest.mark.parametrize("down", [False, True])
def test_trees_compile_alone_and_in_an_article(down: bool, tmp_path: Path) -> None:
    kuhn3, odd = lemke.example("kuhn3"), odd_game()
    trees = [lemke.draw(game, lemke.solve(game), down=down).content("tex") for game in (kuhn3, odd)]
    assert [compiled(tmp_path, tree) for tree in trees] == [1, 1]
    pictures = [re.search(r"\\begin\{tikzpicture\}.*\\end\{tikzpicture\}", tree, re.S)[0] for tree in trees]
    scaled = [rf"\resizebox{{\textwidth}}{{!}}{{{picture}}}" for picture in pictures]
    assert compiled(tmp_path, article(["tikz"], "% \\usepackage[T1]{fontenc}", *scaled)) >= 1


def test_matrices_compile(tmp_path: Path) -> None:
    assert compiled(tmp_path, lemke.draw(lemke.sequence_form(lemke.example("kuhn3"))).content("tex")) == 1
