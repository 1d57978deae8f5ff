"""Pictures of trees and matrices: they are readable, and they agree with the game and the profile."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from geometry import faults, markers_of, texts_of
from lemke.errors import InputError, ProfileError
from lemke.game import CHANCE, TERMINAL
from lemke.game.subgames import augmented_information_sets, proper_subgames
from lemke.generators import kuhn
from lemke.show.drawing import FORMATS, Picture, svg
from lemke.show.drawing import tree as trees
from lemke.show.drawing.layout import excerpt
from lemke.show.drawing.picture import ROOM, Area, Line, Text, label, number, width
from named_games import GAMES
from strategies import ODD_LABELS, games

FILES = sorted(path.name for path in GAMES.iterdir() if path.suffix in (".efg", ".nfg"))
AWKWARD = st.one_of(
    ODD_LABELS,
    st.sampled_from(["W" * 60, "accommodate the entrant", "日本語", "😀 x", "a <&\"' b", r"50 % of $x_1^2$ \ {}"]),
)


def uniform(game: lemke.Game) -> lemke.Profile:
    """Every move with the same probability, but at every second set the first move alone."""
    return lemke.Profile.of(
        game,
        [
            [[mpq(1, len(m)) if k % 2 else int(c == 0) for c in range(len(m))] for k, m in enumerate(moves)]
            for moves in (
                [game.information_sets[index].actions for index in game.sets_of(player)]
                for player in range(len(game.players))
            )
        ],
    )


def tree_picture(
    game: lemke.Game, profile: lemke.Profile | lemke.Equilibrium | None = None, **options: object
) -> Picture:
    """The picture of a game's tree, as plain data."""
    return lemke.draw(game, profile, **options).picture


def words(picture: Picture) -> Counter:
    return Counter(text.words for text in texts_of(picture))


def letters(svg: str) -> str:
    """The words of the text elements of an SVG."""
    return "\n".join(
        "".join(element.itertext()) for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("}text")
    )


@pytest.mark.parametrize("file", FILES)
def test_bundled_games_are_readable_both_ways(file: str) -> None:
    game = lemke.read(GAMES / file)
    for profile in (None, uniform(game)):
        for down in (False, True):
            assert faults(tree_picture(game, profile, down=down)) == [], (profile is not None, down)


@given(st.data())
def test_any_game_is_readable_both_ways(data: st.DataObject) -> None:
    """The games have any number of players and any recall, sets with nodes at several depths, and odd labels."""
    game = data.draw(
        games(
            data.draw(st.integers(1, 5)),
            data.draw(st.booleans()),
            labels=data.draw(st.sampled_from([st.just(""), AWKWARD])),
        )
    )
    factor = data.draw(st.sampled_from([1, mpq(-50, 7), mpq(10**7, 3)]))
    game = paid(game, factor)
    profile = data.draw(st.sampled_from([None, uniform(game)]))
    depth = data.draw(st.sampled_from([0, 1, 2, None]))
    for down in (False, True):
        picture = tree_picture(game, profile, down=down, depth=depth)
        assert faults(picture) == []
        ElementTree.fromstring(FORMATS["svg"](picture))
        assert balanced(str(FORMATS["tex"](picture)))


def paid(game: lemke.Game, factor: object) -> lemke.Game:
    """The game with its payoffs multiplied: long numbers beside long labels."""
    outcomes = tuple(
        replace(outcome, payoffs=tuple(payoff * factor for payoff in outcome.payoffs)) for outcome in game.outcomes
    )
    return replace(game, outcomes=outcomes)


def balanced(tex: str) -> bool:
    """Whether all braces match, except those that are signs of a text."""
    depth = 0
    for sign in re.findall(r"(?<!\\)(?:\\\\)*([{}])", re.sub(r"%.*", "", tex.replace(r"\%", ""))):
        depth += 1 if sign == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def test_all_labels_and_payoffs_are_written() -> None:
    game = lemke.read(GAMES / "kuhn3.efg")
    counts = words(tree_picture(game))
    assert all(counts[f"{deal} = 1/6"] == 1 for deal in ("JQ", "JK", "QJ", "QK", "KJ", "KQ"))
    assert (counts["pass"], counts["bet"], counts["fold"], counts["call"]) == (12, 12, 12, 12)
    assert (counts["−1, 1"], counts["−2, 2"], counts["1, −1"], counts["2, −2"]) == (9, 6, 9, 6)
    for information_set in game.information_sets:
        assert counts[information_set.label] == 1  # once per set
    assert counts["Player 1"] == counts["Player 2"] == counts["chance"] == counts["information set"] == 1


@pytest.mark.parametrize("down", [False, True])
def test_an_equilibrium_is_written_and_its_path_is_thick(down: bool) -> None:
    game = lemke.read(GAMES / "kuhn3.efg")
    solution = lemke.solve(game)
    picture = tree_picture(game, solution, down=down)
    reach = lemke.reach(game, solution.profile)
    edges = range(1, game.size)
    stems = Counter((line.style == "pale", line.width) for line in picture.items if isinstance(line, Line))
    pieces = 2 if down else 1  # a label on the edge parts it
    assert stems[False, 2.0] == pieces * sum(reach.nodes[node] > 0 for node in edges) + 1  # the legend's
    assert stems[True, 0.8] == pieces * sum(reach.steps[node] == 0 for node in edges) + 1
    written = words(picture)
    steps = Counter(str(reach.steps[node]) for node in edges)
    if down:
        assert all(written[f"= {step}"] >= times for step, times in steps.items())
    else:
        assert sum(line.endswith(" = 1/3") for line in written.elements()) == steps["1/3"]
    assert written["Player 1: −1/18"] == written["Player 2: 1/18"] == 1


@pytest.mark.parametrize("down", [False, True])
def test_probabilities_are_set_apart_from_labels_with_numbers(down: bool) -> None:
    builder = lemke.GameBuilder(["Ann"])
    builder.move(builder.root, 0, ["ask 4", "ask 40"])
    game = builder.build(unpaid="zero")
    drawing = lemke.draw(game, lemke.Profile.of(game, [[["1/4", "3/4"]]]), down=down)
    runs = {run.words: run.italic for text in texts_of(drawing.picture) for run in text.runs if run.words[:1] in "a="}
    assert runs == {"ask 4": False, "ask 40": False, "= 1/4": True, "= 3/4": True}
    italics = [
        element.text for element in ElementTree.fromstring(drawing.svg).iter() if element.get("font-style") == "italic"
    ]
    assert sorted(italics) == re.findall(r"\\itshape (.*?)}", drawing.content("tex")) == ["= 1/4", "= 3/4"]


@pytest.mark.parametrize("with_profile", [False, True])
def test_a_large_game_is_cut_at_a_depth(with_profile: bool) -> None:
    game = kuhn(6)
    profile = uniform(game) if with_profile else None
    for depth, nodes in ((0, 1), (1, 31), (2, 91), (5, game.size)):
        drawn = excerpt(game, profile, depth)
        assert len(drawn) == nodes and max(node.depth for node in drawn) == min(depth, 4)
        assert sum(node.size for node in drawn if node.kind == "folded") + sum(
            node.kind != "folded" for node in drawn
        ) == (game.size)
        assert faults(tree_picture(game, profile, depth=depth)) == []
    assert len(excerpt(game, profile)) == 91  # the largest depth with at most 200 nodes
    assert words(tree_picture(game, depth=0))[f"{game.size} nodes"] == 1


def test_deep_and_wide_trees_are_folded() -> None:
    depth = 100_000
    builder = lemke.GameBuilder(["Ann", "Bob"])
    handle = [builder.information_set(player, ["on", "stop"]) for player in (0, 1)]
    node = builder.root
    for k in range(depth):
        node, _ = builder.decide(node, handle[k % 2])
    game = builder.build(unpaid="zero")
    assert words(tree_picture(game))["stop"] == 99
    assert faults(tree_picture(game)) == faults(tree_picture(game, down=True)) == []
    wide = lemke.GameBuilder(["Ann"])
    wide.move(wide.root, 0, [f"m{k}" for k in range(100_000)])
    assert words(tree_picture(wide.build(unpaid="zero")))["100\u2009001 nodes"] == 1


def test_nodes_of_a_set_are_linked_once_each() -> None:
    """A set of n nodes has n − 1 links, in its player's colour. Sets of chance and of one node have none."""
    game = lemke.read(GAMES / "tracing_2002.efg")
    dashed = Counter(
        item.style for item in tree_picture(game).items if getattr(item, "dashed", False) and item.style != "muted"
    )
    expected: Counter = Counter()
    for information_set, nodes in zip(game.information_sets, game.nodes_by_set(), strict=True):
        if information_set.player != CHANCE and len(nodes) > 1:
            expected[f"player{information_set.player + 1}"] += len(nodes) - 1
    assert dashed == expected == {"player2": 2}


@pytest.mark.parametrize("down", [False, True])
def test_a_game_of_one_node_is_drawn(down: bool) -> None:
    builder = lemke.GameBuilder(["Ann", ""])
    builder.pay(builder.root, "-1/3", 2)
    picture = tree_picture(builder.build(), down=down)
    assert faults(picture) == [] and picture.title == "Game tree"
    assert {"Ann", "player 2"} <= set(words(picture))
    nobody = lemke.GameBuilder([])
    nobody.decide(nobody.root, nobody.chance_set(["x", "y"], [0, 1]))
    texts = set(words(tree_picture(nobody.build(unpaid="zero"), down=down)))
    assert ({"x", "= 0", "y", "= 1"} if down else {"x = 0", "y = 1"}) <= texts


def test_long_labels_keep_their_ends_and_their_room() -> None:
    start = "[round 1][player: 0][pot: 2][money: 99 99]"
    shown = [label(f"{start * times}[private: {card}]") for times in (1, 900) for card in ("K", "Q")]
    assert [text[-2:] for text in shown] == ["K]", "Q]"] * 2
    assert all(text.startswith("[rou") and "…" in text and width(text) <= ROOM for text in shown)


def test_odd_labels_are_escaped() -> None:
    builder = lemke.GameBuilder(['<b>&"', "]]>"], "</title><script>alert(1)</script>")
    builder.move(builder.root, 0, ["<&\"'>", "日本\x01 \n 語"], "-->")
    game = builder.build(unpaid="zero")
    svg = lemke.draw(game).svg
    assert "<script" not in svg
    assert {"<&\"'>", '<b>&"', "]]>", "-->", "日本\\x01 語", "</title><script>alert(1)</script>"} <= set(
        letters(svg).split("\n")
    )
    tex = lemke.GameBuilder(["a_b & c"], "100 % #1 ~ ^ {x} $y$")
    tex.move(tex.root, 0, [r"\input{x}", "--"])
    written = lemke.draw(tex.build(unpaid="zero")).content("tex")
    assert r"\textbackslash{}input\{x\}" in written and r"{-\/-}" in written and r"a\_b \& c" in written
    assert r"100 \% \#1 \textasciitilde{} \textasciicircum{} \{x\} \$y\$" in written
    assert balanced(written)
    assert "lualatex" in lemke.draw(game).content("tex") and "lualatex" not in written


def test_letters_without_a_glyph_are_drawn_without_a_warning(recwarn: pytest.WarningsRecorder) -> None:
    builder = lemke.GameBuilder(["日本", "😀"], "題名")
    builder.move(builder.root, 0, ["左", "$右$"])
    picture = tree_picture(builder.build(unpaid="zero"))
    assert bytes(FORMATS["png"](picture))[:4] == b"\x89PNG" and bytes(FORMATS["pdf"](picture))[:5] == b"%PDF-"
    # an old matplotlib that is imported here says what its libraries call obsolete
    assert not [warning for warning in recwarn.list if not issubclass(warning.category, DeprecationWarning)]


def test_entries_of_matrices_are_drawn_by_sign() -> None:
    game = lemke.read(GAMES / "kuhn3.efg")
    form = lemke.sequence_form(game)
    picture = lemke.draw(form).picture
    counts = areas(picture)
    signs = Counter(
        "positive" if value > 0 else "negative" for m in (form.A, form.B, form.E, form.F) for value in m.values
    )
    turned = Counter("negative" if value > 0 else "positive" for m in (form.A, form.B) for value in m.values)
    lcp = turned + Counter("positive" if value > 0 else "negative" for m in (form.E, form.F) * 2 for value in m.values)
    assert counts == signs + lcp + Counter(["positive", "negative"])  # the legend's
    assert {"r = Eᵀu − A y ≥ 0", "s = Fᵀv − Bᵀx ≥ 0", "E x = e", "F y = f", "LCP, 40 variables"} <= set(words(picture))
    assert faults(picture) == []


def areas(picture: Picture) -> Counter:
    """How many polygons of each style a picture has."""
    return sum((Counter({a.style: len(a.polygons)}) for a in picture.items if isinstance(a, Area)), Counter())


def test_a_notebook_shows_the_tree_of_a_game_and_the_table_of_an_equilibrium() -> None:
    game = kuhn(3)
    shown = game._repr_html_()
    assert shown.count("<svg") == 1 and "pass" in letters(
        shown.removeprefix('<div style="overflow:auto">').removesuffix("</div>")
    )
    assert "<table" in lemke.solve(game)._repr_html_()
    assert lemke.draw(game)._repr_svg_() == lemke.draw(game).svg
    assert len(kuhn(12)._repr_html_()) < 300_000


def test_a_picture_has_its_own_background_on_any_page() -> None:
    """Otherwise a dark page whose theme is not known here would show dark ink."""
    shown = lemke.draw(kuhn(3)).svg
    assert ":where(svg.lemke-drawing){background:var(--lemke-paper," in shown
    for theme in ("[data-jp-theme-light=false]", "[theme=dark]", ".vscode-dark", "[data-theme=dark]"):
        assert theme in shown


def test_leaves_show_the_sums_of_the_outcomes_on_the_way() -> None:
    game = lemke.read(GAMES / "inner_payoffs.efg")
    ends = words(tree_picture(game))
    expected = Counter(
        f"{number(a)}, {number(b)}" for a, b in zip(game.leaf_payoffs(0), game.leaf_payoffs(1), strict=True)
    )
    assert all(ends[text] == times for text, times in expected.items())
    assert sum(expected.values()) == (game.player == TERMINAL).sum()


@pytest.mark.parametrize("down", [False, True])
def test_the_ground_of_a_subgame_holds_exactly_its_nodes(down: bool) -> None:
    for name in ("centipede6", "public_chance", "kuhn3", "hope_for_a_mistake"):
        game = lemke.example(name)
        picture = tree_picture(game, down=down, subgames=True)
        assert faults(picture) == []
        roots = [root for root in proper_subgames(game).tolist() if root]
        grounds = [item for item in picture.items if isinstance(item, Area)][1:]  # after the legend's
        markers = [marker for marker in markers_of(picture) if marker.tip]
        assert len(markers) == game.size and len(grounds) == len(roots)
        for root, area in zip(roots, grounds, strict=True):
            (outline,) = area.polygons
            held = {int(re.match(r"node (\d+)", m.tip)[1]) for m in markers if inside(outline, m.x, m.y)}
            assert held == descendants(game, root), (name, root)


def descendants(game: lemke.Game, root: int) -> set[int]:
    """A node and all below it."""
    nodes = {root}
    for node in range(root + 1, game.size):
        if int(game.parent[node]) in nodes:
            nodes.add(node)
    return nodes


def inside(points: tuple[tuple[float, float], ...], x: float, y: float) -> bool:
    """Whether a point is within a polygon: a ray to the right meets an odd number of sides."""
    sides = zip(points, (*points[1:], points[0]), strict=True)
    return (
        sum((a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) for a, b in sides) % 2
        == 1
    )


def test_augmented_information_sets_are_linked_leaves_included() -> None:
    game = lemke.example("rock_paper_scissors")
    for player, numbers in enumerate(augmented_information_sets(game)):
        picture = tree_picture(game, augmented=player)
        sizes = Counter(numbers.tolist())
        links = [item.style for item in picture.items if getattr(item, "dashed", False) and item.style != "muted"]
        assert links == [f"player{player + 1}"] * sum(size - 1 for size in sizes.values())
        assert words(picture)["augmented information set"] == 1 and words(picture)["information set"] == 0


def test_a_picture_is_drawn_on_an_axes() -> None:
    from matplotlib.figure import Figure

    game = lemke.example("kuhn3")
    left, right = Figure(figsize=(8, 4)).subplots(1, 2)
    drawing = lemke.draw(game, lemke.solve(game), ax=left)
    texts = Counter(text.get_text() for text in left.texts)
    assert texts == Counter(run.words for text in texts_of(drawing.picture) for run in text.runs)
    lemke.draw(lemke.sequence_form(game), ax=right)
    for axes in (left, right):
        box = axes.get_window_extent()
        for text in axes.texts:
            extent = text.get_window_extent()
            assert box.x0 - 1 <= extent.x0 and extent.x1 <= box.x1 + 1 and box.y0 - 1 <= extent.y0


def test_bad_requests_are_refused_and_write_nothing(tmp_path: Path) -> None:
    game, tracing = kuhn(3), lemke.read(GAMES / "tracing_2002.efg")
    for call, error, message in (
        (lambda: lemke.draw(3), InputError, "an object of type int, expected a game"),
        (lambda: lemke.draw(game, uniform(tracing)), ProfileError, "information sets of player 1, expected 6"),
        (lambda: lemke.draw(game, 3), InputError, "expected a profile"),
        (lambda: lemke.draw(game, depth=-1), InputError, "depth=-1"),
        (lambda: lemke.draw(game, augmented=2), InputError, "augmented=2, expected a player from 0 to 1"),
        (lambda: lemke.draw(game, nodes=5), TypeError, "nodes"),
        (lambda: lemke.draw(lemke.sequence_form(game), uniform(game)), InputError, "expected a game"),
        (lambda: lemke.draw(lemke.sequence_form(game), depth=5), InputError, "expected a game"),
        (lambda: lemke.draw(game).save(tmp_path / "tree.jpg"), InputError, "a name that ends in .svg, .png"),
        (lambda: lemke.draw(game).save(tmp_path / "no" / "tree.svg"), InputError, "cannot be written"),
        (lambda: lemke.draw(game).content("gif"), InputError, "the format 'gif'"),
    ):
        with pytest.raises(error, match=re.escape(message)):
            call()
    assert list(tmp_path.iterdir()) == []


def test_proved_beliefs_are_at_the_nodes_of_sets() -> None:
    game = lemke.example("beer_quiche")
    equilibrium = lemke.solve(game, refine="sequential")
    for down in (False, True):
        picture = trees.tree_picture(game, equilibrium, down=down)
        words = {"".join(run.words for run in item.runs) for item in picture.items if isinstance(item, Text)}
        assert {"beer [1/10]", "[9/10]", "quiche [1/2]", "[1/2]"} <= words
    assert "[9/10]" not in svg(trees.tree_picture(game, equilibrium.profile))
