"""Numbers in the tables and the JSON of verdicts and equilibria are those of the library."""

import json
from dataclasses import replace

from gmpy2 import mpq

import lemke
from lemke.certificate import Claim, Judge, ProvedPlans, Verdict, Verdicts
from lemke.game import Game
from lemke.solvers.double_oracle import double_oracle
from lemke.solvers.double_oracle.run import epsilon_equilibrium
from named_games import GAMES

TRACING = lemke.read(GAMES / "tracing_2002.efg")
HALF, LONG = mpq(1, 2), mpq(1, 3**220)  # LONG has 105 digits below the bar
EVEN = lemke.Profile.of(TRACING, [[[HALF, HALF]] * 2] * 2)


def verdict(game: Game, claim: Claim, **refined: list[str]) -> Verdict:
    return replace(Judge.of(game).judge(claim)[0], refinements=refined)


def test_the_table_of_a_verdict_has_its_numbers_and_says_where_players_lose() -> None:
    true = verdict(TRACING, Claim(EVEN, regrets=(mpq(5, 4), mpq(1, 4))))
    table = true.to_table()
    assert table.rows == (("Player 1", mpq(23, 4), 7, mpq(5, 4)), ("Player 2", mpq(7, 4), 2, mpq(1, 4)))
    notes = "\n".join(table.notes)
    for words in ("NashConv 3/2", "gains 5/4", "'S' at information set 2", "lost there: 3/4", "gains 1/4"):
        assert words in notes
    assert table.notes[-1].startswith("As stated, not") and "5/4" in table.notes[-1]


def test_verdicts_are_numbered_and_list_their_false_statements() -> None:
    refined = {"quasi-perfect": ["here", "there"], "subgame-perfect": ["nowhere"]}
    false = verdict(TRACING, Claim(EVEN, regrets=(mpq(1), mpq(1, 4))), **refined)
    plain = verdict(TRACING, Claim(EVEN), **{"subgame-perfect": []})
    table = Verdicts((false, plain)).to_table()
    assert [row[0] for row in table.rows] == [1, 1, 2, 2]
    assert [note for note in table.notes if "-perfect" in note] == [
        "1: Not quasi-perfect: here; there.",
        "1: Not subgame-perfect: nowhere.",
        "2: It is subgame-perfect.",
    ]
    assert sum("regret 1 of player 1, expected 5/4" in note for note in table.notes) == 1


def test_the_json_of_a_verdict_has_its_numbers() -> None:
    claim = Claim(lemke.Profile.of(TRACING, [[[1, 1], [1, 0]], [[HALF, HALF]] * 2], normalize=True), payoffs=(1, 1))
    judged = verdict(TRACING, claim, **{"subgame-perfect": ["nowhere"]})
    (members,) = json.loads(judged.to_json())["profiles"]
    assert "exploitability" not in members and members["normalization"]["sets"] == 1
    assert members["objections"] == list(judged.objections) and len(members["objections"]) == 2
    assert members["refinements"] == {"subgame-perfect": ["nowhere"]}
    assert [deviation["player"] for deviation in members["deviations"]] == [1, 2]
    (members,) = json.loads(verdict(TRACING, Claim(EVEN)).to_json())["profiles"]
    assert "normalization" not in members and "objections" not in members


def test_the_table_of_an_equilibrium_has_every_move_and_marks_what_is_off_the_path() -> None:
    equilibrium = lemke.solve(TRACING)
    table = equilibrium.to_table()
    assert table.columns == ("player", "information set", "label", "action", "probability", "remark")
    filled, unreached = "off the path; filled in", "off the path"
    assert table.rows == (
        *[("Player 1", 1, "root", "L", 1, ""), ("Player 1", 1, "root", "R", 0, "")],
        *[("Player 1", 2, "R", "S", 0, filled), ("Player 1", 2, "R", "T", 1, filled)],
        *[("Player 2", 1, "a", "l", 1, ""), ("Player 2", 1, "a", "r", 0, "")],
        *[("Player 2", 2, "b", "s", 1, unreached), ("Player 2", 2, "b", "t", 0, unreached)],
    )
    assert table.notes[0].startswith("Payoffs: Player 1 11, Player 2 3")
    assert table.notes[-1].endswith(f"kernel {equilibrium.kernel}, {equilibrium.pivots} pivots.")
    plans = ProvedPlans(equilibrium.plans, equilibrium.duals, equilibrium.payoffs, equilibrium.how)
    assert plans.to_table().rows == tuple((p + 1, k, x) for p in (0, 1) for k, x in enumerate(equilibrium.plans[p]))
    assert all(
        [mpq(int(x.p), int(x.q)) for x in column] == list(plan)
        for column, plan in zip(plans.to_sympy(), plans.plans, strict=True)
    )


def test_the_equilibrium_of_a_strategic_form_has_mixed_strategies() -> None:
    form = lemke.NormalForm.of([[3, 3], [2, 5], [0, 6]], [[3, 2], [2, 6], [3, 1]])
    for method in ("lcp", "lemke-howson", "double-oracle"):
        equilibrium = lemke.solve(form, method=method)
        (x,), (y,) = equilibrium.profile.behavior
        assert isinstance(equilibrium, lemke.Equilibrium) and equilibrium.game == form.tree()
        assert [list(x), list(y)] == [list(equilibrium[player, "1"].values()) for player in (0, 1)]
        assert not any(form.judge((x, y))[1])


def test_what_a_double_oracle_has_reached_is_an_epsilon_equilibrium() -> None:
    game = lemke.read(GAMES / "kuhn3.efg")
    reached = epsilon_equilibrium(lemke.sequence_form(game), double_oracle(game, HALF))
    assert reached.epsilon == max(reached.regrets) == mpq(1, 6) and reached.duals is None
    assert len(reached.to_table().rows) == 24 and "-1/6" in reached.to_text() and "Not an equilibrium" in str(reached)
    assert json.loads(reached.to_json())["epsilon"] == "1/6"
    assert lemke.solve(game).epsilon == 0


def test_beliefs_that_are_stated_or_proved_are_shown_and_give_values_of_moves() -> None:
    game = lemke.example("beer_quiche")
    equilibrium = lemke.solve(game, refine="sequential")
    text = equilibrium.to_text()
    assert 'Beliefs at information set 2 "quiche" of player 2: wimp quiche 1/2, surly quiche 1/2' in text
    assert equilibrium.beliefs["Player 2"]["quiche"] == {"wimp quiche": HALF, "surly quiche": HALF}
    assert equilibrium.action_values("quiche") == {"duel": 0, "retreat": 0}
    stated = {"behavior": equilibrium.to_dict(), "beliefs": {"quiche": {"wimp quiche": "3/4", "surly quiche": "1/4"}}}
    profile = lemke.profile(game, json.dumps(stated, default=str))
    assert profile.action_values("quiche") == {"duel": HALF, "retreat": 0} and "3/4" in profile.to_latex()
    assert sum(profile.belief("quiche").values()) == 1
    assert lemke.verify(game, profile, refine="sequential").standing == {"sequential": "refuted"}
    assert lemke.verify(game, equilibrium.profile, refine="sequential", beliefs=equilibrium.beliefs).exit_status == 4
    assert lemke.solve(game).beliefs is None


def test_values_of_moves_given_proved_beliefs_are_counterfactual_values_where_those_exist() -> None:
    for name in ("beer_quiche", "kuhn3", "guess_the_ace"):
        game = lemke.example(name)
        equilibrium = lemke.solve(game, refine="quasi-perfect")
        plain = lemke.profile(game, equilibrium.profile)
        for key in equilibrium:
            try:
                expected = plain.action_values(key)
            except lemke.LemkeError:  # the others do not reach the set
                continue
            assert equilibrium.action_values(key) == expected
