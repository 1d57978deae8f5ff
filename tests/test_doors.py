"""Public functions with wrong arguments: an error of ours that names the type, and no other exception."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import lemke
from lemke.errors import GameError, InputError, LemkeError, type_name
from lemke.game import CHANCE
from lemke.game.strategy import centroid, realization_plan


class Foreign:
    """An object as if of another package, which names its class foreign.Thing."""


Foreign.__module__ = "foreign.inside"
Foreign.__qualname__ = "Thing"

# Python prints no int of more than 4300 digits
LONG = -(10**5000)
WRONG = [
    None,
    3,
    "x",
    True,
    -1,
    1.5,
    LONG,
    [LONG],
    {LONG: 1},
    [None],
    {"x": 1},
    np.array([1, 2]),
    object,
    Foreign(),
]

GAME = lemke.example("matching_pennies")
EQUILIBRIUM = lemke.solve(GAME)
PROFILE = EQUILIBRIUM.profile
FORM = lemke.sequence_form(GAME)
MATRICES = lemke.normal_form(GAME)
PROBLEM = FORM.lcp([realization_plan(sequences, centroid(sequences)) for sequences in FORM.sequences])
PROGRAM = FORM.lp()


def parametric() -> Any:
    return lemke.ParametricGame.bimatrix("b", [["b"], [1]], [["-b"], [-1]])


WITH_PARAMETER = parametric()

ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "profile": (GAME, PROFILE, False, None),
    "Equilibrium": (EQUILIBRIUM.plans, EQUILIBRIUM.duals, EQUILIBRIUM.payoffs, EQUILIBRIUM.how),
    "verify": (GAME, PROFILE),
    "verify_all": (GAME, [PROFILE], False, None),
    "LemkeError": ("words",),
    "NormalForm": (MATRICES.players, MATRICES.strategies, MATRICES.payoffs, MATRICES.title),
    "normal_form": (GAME, False),
    "sequence_form": (GAME,),
    "Game": tuple(getattr(GAME, name) for name in inspect.signature(lemke.Game).parameters),
    "GameBuilder": (("1", "2"), "", ""),
    "sha256": (GAME,),
    "counterfactual": (GAME, PROFILE, 0),
    "pure_strategies": (GAME, 0, True, None),
    "expected_payoffs": (GAME, PROFILE),
    "reach": (GAME, PROFILE),
    "Profile": (PROFILE.behavior, PROFILE.filled, None),
    "limits": (1000, None),
    "vector": ([1, 2],),
    "dumps": (GAME, "efg"),
    "example": ("kuhn3",),
    "loads": (lemke.dumps(GAME), "efg", None),
    "read": ("example:kuhn3",),
    "write": (GAME, "game.efg", "efg"),
    "solve_lcp": ([[1]], [1], None, "auto", 0),
    "solve_lp": (PROGRAM,),
    "LCP": (PROBLEM.M, PROBLEM.q, PROBLEM.d, PROBLEM.free, PROBLEM.start),
    "LP": (PROGRAM.A, PROGRAM.b, PROGRAM.c, PROGRAM.senses, PROGRAM.free, PROGRAM.start),
    "lcp_path": ([[1]], [1], None),
    "draw": (GAME, None),
    "solve": (GAME, "auto", "auto", "auto", 0),
    "enumerate": (GAME,),
    "ranges": (GAME, 0, None, None),
    "eliminate": (GAME, False, False, None),
    "double_oracle": (GAME, 0, "both", None),
    "path": (GAME, "centroid", 0, "ascending"),
    "explore": (GAME, 2, 0, None),
    "learn": (GAME, 8, 0),
    "ParametricGame": tuple(
        getattr(WITH_PARAMETER, name) for name in inspect.signature(lemke.ParametricGame).parameters
    ),
    "sweep": (WITH_PARAMETER, 0, 1, "one"),
    "polish": (GAME, PROFILE, 0),
    "report": (GAME, None),
}
"""Valid arguments of every public name, in order."""

NAMED = {
    "dumps": ["of"],
    "write": ["of"],
    "solve_lcp": ["floats"],
    "lcp_path": ["tie_rule"],
    "draw": ["depth", "augmented"],
    "verify": ["refine", "beliefs"],
    "verify_all": ["refine"],
    "enumerate": ["best"],
    "solve": ["refine"],
}
"""Options that some of them take by keyword only."""

VALUES = {"Game", "ParametricGame", "Profile", "Equilibrium"}
"""Types that do not check their fields: GameBuilder, Profile.of and solve check them and make such objects."""


def called(function: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
    """Call a function, and go through what it yields."""
    result = function(*arguments, **named)
    if function is lemke.limits:
        with result:
            lemke.solve(GAME)
    elif inspect.isgenerator(result):
        list(result)


def refuses_or_answers(function: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
    """Call a function; anything but an answer and an error of ours, in one line, fails."""
    try:
        called(function, arguments, named)
    except LemkeError as error:
        assert str(error) and "\n" not in str(error)


@pytest.mark.parametrize("name", [name for name in lemke.__all__ if name not in {"CHANCE", *VALUES}])
def test_wrong_arguments_in_every_position_end_in_errors_of_ours(
    name: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    function, arguments = getattr(lemke, name), ARGUMENTS[name]
    called(function, arguments, {})
    for wrong in WRONG:
        if function is lemke.limits and callable(wrong):
            continue  # it is called with a stage, and fails as it does
        for k in range(len(arguments)):
            refuses_or_answers(function, (*arguments[:k], wrong, *arguments[k + 1 :]), {})
        for keyword in NAMED.get(name, []):
            refuses_or_answers(function, arguments, {keyword: wrong})


def test_every_public_name_has_arguments_here() -> None:
    assert {*ARGUMENTS} == {*lemke.__all__} - {"CHANCE"}


def first_arguments_are_games() -> list[str]:
    return [name for name, arguments in ARGUMENTS.items() if arguments[:1] == (GAME,)]


@pytest.mark.parametrize("name", first_arguments_are_games())
def test_a_foreign_object_is_refused_by_its_full_name(name: str) -> None:
    with pytest.raises(InputError, match=r"foreign\.inside\.Thing, expected"):
        called(getattr(lemke, name), (Foreign(), *ARGUMENTS[name][1:]), {})


def test_types_are_named_as_users_write_them() -> None:
    names = [type_name(value) for value in (GAME, 3, None, Foreign(), FORM.A)]
    assert names[:4] == ["lemke.Game", "int", "NoneType", "foreign.inside.Thing"]
    assert names[4].startswith("lemke.ground.sparse.") and names[4].endswith(".SparseMatrix")


def builder_and_node() -> tuple[Any, Any]:
    builder = lemke.GameBuilder()
    left, _ = builder.move(builder.root, 0, ["l", "r"])
    builder.outcome([1, 2])
    return builder, left


METHODS: dict[str, Callable[[Any], tuple[Any, ...]]] = {
    "information_set": lambda node: (0, ["a", "b"], "", None),
    "chance_set": lambda node: (["a", "b"], ["1/2", "1/2"], "", None),
    "declare": lambda node: (GAME.information_sets[0],),
    "decide": lambda node: (node, 0),
    "move": lambda node: (node, 0, ["a", "b"], ""),
    "chance": lambda node: (node, {"a": "1/2", "b": "1/2"}, ""),
    "outcome": lambda node: ([1, 2], "", None),
    "attach": lambda node: (node, 0),
    "pay": lambda node: (node, 1, 2),
    "label": lambda node: (node, "here"),
    "build": lambda node: ("zero",),
}


@pytest.mark.parametrize("name", METHODS)
def test_methods_of_the_builder_end_in_errors_of_ours(name: str) -> None:
    for k in range(len(METHODS[name](0))):
        for wrong in WRONG:
            builder, node = builder_and_node()
            arguments = METHODS[name](node)
            refuses_or_answers(getattr(builder, name), (*arguments[:k], wrong, *arguments[k + 1 :]), {})


@pytest.mark.parametrize("wrong", WRONG, ids=type_name)
def test_other_makers_end_in_errors_of_ours(wrong: object) -> None:
    matrices = [[1, 2], [3, 4]]
    for maker, arguments in (
        (lemke.Profile.of, (GAME, PROFILE.behavior)),
        (lemke.NormalForm.of, (matrices, matrices)),
        (lemke.LCP.of, ([[1]], [1], [1])),
        (lemke.LP.of, ([[1]], [1], [1], [">="], [0])),
        (lemke.ParametricGame.of, (GAME, "t", None, None)),
    ):
        called(maker, arguments, {})
        for k in range(len(arguments)):
            refuses_or_answers(maker, (*arguments[:k], wrong, *arguments[k + 1 :]), {})


def test_chance_without_names_of_actions_is_refused_with_what_is_expected() -> None:
    builder = lemke.GameBuilder()
    with pytest.raises(InputError, match="'1/2' among the probabilities, expected a mapping"):
        builder.chance(builder.root, ["1/2", "1/2"])
    with pytest.raises(InputError, match=r"probabilities of type int, expected a mapping.* or pairs"):
        builder.chance(builder.root, 1)
    with pytest.raises(InputError, match="actions 'ab', expected a sequence of labels"):
        builder.move(builder.root, 0, "ab")


def test_chance_takes_pairs_as_well_as_a_mapping() -> None:
    games = []
    pairs = [("a", "1/3"), ("b", "2/3")]
    for probabilities in (dict(pairs), pairs, iter(pairs)):
        builder = lemke.GameBuilder()
        builder.chance(builder.root, probabilities)
        games.append(builder.build("zero"))
    assert games[0] == games[1] == games[2]


def test_a_player_may_be_a_label() -> None:
    builder = lemke.GameBuilder(["Nora", "Ben", "Ben"])
    builder.move(builder.root, "Nora", ["l", "r"])
    assert builder.sets[0].player == 0
    with pytest.raises(GameError, match=r"player 'Tom', expected .*'Nora'"):
        builder.information_set("Tom", ["l", "r"])
    with pytest.raises(GameError, match="the label 'Ben' of 2 players, expected a number"):
        builder.information_set("Ben", ["l", "r"])


def test_a_missing_payoff_is_refused_unless_build_says_zero() -> None:
    builder = lemke.GameBuilder()
    left, right = builder.move(builder.root, 0, ["l", "r"])
    builder.pay(left, 1, -1)
    with pytest.raises(GameError, match=r"'r' has no payoffs, .*build\(unpaid"):
        builder.build()
    assert lemke.solve(builder.build(unpaid="zero")).payoffs == (1, -1)
    builder.pay(right, 0, 0)
    assert builder.build().size == 3


def test_a_payoff_before_the_leaves_counts() -> None:
    builder = lemke.GameBuilder()
    builder.pay(builder.root, 2, 3)
    builder.move(builder.root, 0, ["l", "r"])
    assert lemke.solve(builder.build()).payoffs == (2, 3)


def test_in_files_a_missing_outcome_stays_zero() -> None:
    game = lemke.loads('EFG 2 R "" { "1" "2" } p "" 1 1 "" { "l" "r" } 0 t "" 0 t "" 1 "" { -1, 1 }')
    assert lemke.solve(game).payoffs == (0, 0)
    assert lemke.loads(lemke.dumps(game)).size == 3
    assert CHANCE not in game.player.tolist()
