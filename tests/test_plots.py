"""Pictures of paths: they show the numbers of the path."""

from itertools import pairwise

import pytest

import lemke
from lemke.errors import InputError, ProfileError
from lemke.forms.sequence_form import TracingPath
from lemke.generators import kuhn
from lemke.show import plots
from lemke.show.plots import CURVES, file_content
from named_games import GAMES

TRACING = GAMES / "tracing_2002.efg"


def tracing(seed: int) -> TracingPath:
    return lemke.path(lemke.read(TRACING), "random", seed)


def curves(axes) -> dict[str, list[tuple[float, float]]]:
    return {line.get_label(): list(zip(*line.get_data(), strict=True)) for line in axes.get_lines()}


def test_the_curves_are_the_columns_of_the_path() -> None:
    path = tracing(2)
    top, axes_1, axes_2 = plots.path(path).axes
    numbers = path.to_numpy()
    assert curves(top) == {"prior random, seed 2": list(zip(numbers["pivot"], numbers["z0"], strict=True))}
    for axes, player, names in ((axes_1, 1, ["L", "R", "R S", "R T"]), (axes_2, 2, ["l", "r", "s", "t"])):
        expected = {name: list(zip(numbers["pivot"], numbers[f"{player}: {name}"], strict=True)) for name in names}
        assert curves(axes) == expected
        assert [text.get_text() for text in axes.get_legend().get_texts()] == names
        assert axes.get_ylabel() == f"player {player}: probability"


def test_over_t_a_curve_may_turn_back() -> None:
    top, axes_1, _ = plots.path(tracing(2), against="t").axes
    ((place, _),) = [line.get_data() for line in top.get_lines()]
    assert place[0] == 0 and place[-1] == 1 and any(b < a for a, b in pairwise(place))
    assert axes_1.get_lines()[0].get_data()[0].tolist() == place.tolist()


def test_several_paths_have_curves_and_labels_of_their_own() -> None:
    paths = [tracing(seed) for seed in (2, 3, 4)]
    top, axes_1, _ = plots.path(*paths, labels=["a", "b", "c$"]).axes
    assert [line.get_label() for line in top.get_lines()] == ["a", "b", r"c\$"]
    assert len({line.get_linestyle() for line in top.get_lines()}) == 3
    assert len(axes_1.get_lines()) == 3 * 4
    assert [text.get_text() for text in axes_1.get_legend().get_texts()] == ["L", "R", "R S", "R T"]


def test_of_many_sequences_those_that_change_most_are_drawn() -> None:
    path = lemke.path(kuhn(4), "random", 1)
    _, axes_1, _ = plots.path(path).axes
    numbers = path.to_numpy()
    spread = {name[3:]: numbers[name].max() - numbers[name].min() for name in path.columns if name.startswith("1: ")}
    drawn = list(curves(axes_1))
    assert len(drawn) == CURVES
    assert min(spread[name] for name in drawn) >= max(value for name, value in spread.items() if name not in drawn)
    assert axes_1.get_legend().get_title().get_text() == f"sequence ({len(spread) - 1 - CURVES} more)"


def test_no_two_texts_overlap() -> None:
    figure = plots.path(tracing(2), tracing(3), against="t")
    figure.draw_without_rendering()
    for axes in figure.axes:
        legend, inside = axes.get_legend().get_window_extent(), axes.get_window_extent()
        assert not legend.overlaps(inside)
        assert legend.x1 <= figure.bbox.x1 and legend.y0 >= figure.bbox.y0
    boxes = [axes.get_tightbbox() for axes in figure.axes]
    assert not any(a.overlaps(b) for k, a in enumerate(boxes) for b in boxes[k + 1 :])


def test_a_picture_is_the_same_text_every_time() -> None:
    first, second = (lemke.draw(tracing(2)).svg for _ in range(2))
    assert first == second
    assert (
        first.startswith("<?xml")
        and ">prior random, seed 2</text>" in first
        and "<dc:date>" not in first
        and "player 2: probability" in first
    )


def test_a_drawing_of_a_path_has_no_tikz() -> None:
    with pytest.raises(InputError, match="a plot in the format 'tex', expected svg, png or pdf"):
        lemke.draw(tracing(2)).content("tex")


def labelled(*moves: str) -> TracingPath:
    """The path of a game in which player 1 moves alone."""
    builder = lemke.GameBuilder(["a", "b"])
    places = builder.move(builder.root, 0, moves)
    for k, place in enumerate(places):
        builder.pay(place, k, 0)
    return lemke.path(builder.build())


def test_labels_that_begin_with_a_low_line_are_in_the_legend() -> None:
    path = labelled("_hid", "seen")
    figure = plots.path(path, labels=["_first"])
    top, axes_1, _ = figure.axes
    assert [text.get_text() for text in axes_1.get_legend().get_texts()] == ["\u200b_hid", "seen"]
    assert [text.get_text() for text in top.get_legend().get_texts()] == ["\u200b_first"]
    assert "_hid</text>" in file_content(figure, "svg") and "_first</text>" in file_content(figure, "svg")


def test_letters_that_the_font_lacks_stay_letters_and_are_not_warned_of(recwarn: pytest.WarningsRecorder) -> None:
    written = file_content(plots.path(labelled("左手", "右手")), "svg")
    assert all(label in written for label in ("左手", "右手"))
    assert not recwarn.list


def test_what_cannot_be_drawn_is_refused() -> None:
    path = tracing(2)
    for paths, options, error, message in (
        ((), {}, InputError, "0 paths, expected 1 to 4"),
        ((path,) * 5, {}, InputError, "5 paths, expected 1 to 4"),
        ((path, lemke.path(kuhn(3))), {}, InputError, "2 paths, expected 1 to 4 paths of one game"),
        ((path,), {"against": "x"}, InputError, "against='x'"),
        ((path,), {"labels": ["a", "b"]}, InputError, "2 labels"),
    ):
        with pytest.raises(error, match=message):
            plots.path(*paths, **options)


# ---------------------------------------------------------------------- ranges


def labels(axes) -> list[str]:
    return [text.get_text() for text in axes.get_yticklabels()]


def texts(axes) -> list[str]:
    return [text.get_text() for text in axes.texts]


def test_bars_reach_from_the_least_to_the_greatest_probability() -> None:
    ranges = lemke.ranges(lemke.example("kuhn3"))
    (axes,) = plots.ranges(ranges).axes
    expected = [sorted({float(row[-2]), float(row[-1])}) for row in ranges.to_table().rows]
    assert [list(line.get_xdata()) for line in axes.get_lines()] == expected
    assert [line.get_ydata()[0] for line in axes.get_lines()] == list(axes.get_yticks())
    assert all((line.get_marker() == "o") == (len(line.get_xdata()) == 1) for line in axes.get_lines())
    assert labels(axes)[:3] == ["J  pass", "J  bet", "J:pb  fold"]
    assert texts(axes)[:3] == ["2/3 to 1", "0 to 1/3", "1"]
    assert axes.get_xlabel() == "least to greatest probability over all equilibria"


def test_a_set_that_no_equilibrium_reaches_has_words_and_no_bar() -> None:
    text = """EFG 2 R "" { "" "" }
        p "" 1 1 "a" { "l" "r" } 0
        t "" 1 "" { 1 0 }
        p "" 1 2 "" { "x" "x" } 0
        t "" 2 "" { 0 0 }
        t "" 3 "" { 0 0 }"""
    game = lemke.loads(text)
    (axes,) = plots.ranges(lemke.ranges(game)).axes
    assert labels(axes) == ["a  l", "a  r", "2  x#1", "2  x#2"]
    assert texts(axes) == ["1", "0", "not reached", "not reached", "Player 1"]
    assert [list(line.get_xdata()) for line in axes.get_lines()] == [[1], [0]]


def test_strategies_are_bars_with_exact_numbers_and_outlines_off_the_path() -> None:
    game = lemke.example("tracing_2002")
    equilibria = lemke.solve(game), lemke.solve(game, prior="random", seed=3)
    (axes,) = plots.strategies(*equilibria, labels=["a", "b$"]).axes
    moves = list(zip(*(equilibrium.to_table().rows for equilibrium in equilibria), strict=True))
    reached = [lemke.reach(game, equilibrium.profile).sets for equilibrium in equilibria]
    assert labels(axes) == [f"{first[2]}  {first[3]}" for first, _ in moves]
    numbers = [f"{first[4]}, {second[4]}" for first, second in moves]
    assert texts(axes) == [*numbers, *game.players]
    bars = [bar for bar in axes.patches if round(bar.get_height(), 9) == 0.4]
    assert [bar.get_width() for bar in bars] == [float(share) for pair in moves for share in (pair[0][4], pair[1][4])]
    sets = [index for player in (0, 1) for index in game.sets_of(player) for _ in game.information_sets[index].actions]
    assert [bar.get_facecolor()[3] == 0 for bar in bars] == [not r[index] for index in sets for r in reached]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["a", r"b\$"]


def test_strategies_that_cannot_be_compared_are_refused() -> None:
    kuhn3, tracing_game = (lemke.solve(lemke.example(name)) for name in ("kuhn3", "tracing_2002"))
    for results, options, error, message in (
        ((), {}, InputError, "0 results"),
        ((kuhn3,) * 5, {}, InputError, "5 results"),
        ((kuhn3, tracing_game), {}, ProfileError, "expected"),
        ((kuhn3,), {"labels": ["a", "b"]}, InputError, "1 results and 2 labels"),
    ):
        with pytest.raises(error, match=message):
            plots.strategies(*results, **options)


def test_plots_are_drawn_on_given_axes() -> None:
    from matplotlib.figure import Figure

    equilibrium = lemke.solve(lemke.example("kuhn3"))
    figure = Figure()
    left, right = figure.subplots(1, 2)
    learned = lemke.learn(equilibrium.game, 4)
    assert plots.strategies(equilibrium, ax=left) is plots.learning(learned, ax=right) is figure
    assert labels(left)[0] == "J  pass" and len(curves(right)) == 4
    top, middle, bottom = Figure().subplots(3, 1)
    plots.path(tracing(2), ax=(top, middle, bottom))
    assert list(curves(top)) == ["prior random, seed 2"] and len(middle.get_lines()) == len(bottom.get_lines()) == 4
