"""Refinements judged without a proof: dominated plans, continuations and moves, beside their definitions."""

import io
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from gmpy2 import mpq

import lemke
from lemke.certificate import Dominated, Judge, Trembles, Verdict
from lemke.cli import run
from lemke.errors import NotProvedError
from lemke.game import CHANCE, Game, GameBuilder
from lemke.game.strategy import random_behavior
from lemke.solvers.refinements.extensive_form_perfect import dominated_moves
from lemke.solvers.refinements.normal_form_perfect import dominated_continuation, judged_plans
from naive import Behavior, leaves, own_sets, payoff, pure_strategies, steps
from trembling import chance, is_undominated, tie_rich_game

PERFECT, QUASI = "normal-form-perfect", "quasi-perfect"
EXTENSIVE = "extensive-form-perfect"
UNPROVED = "the plans near the equilibrium, which would prove this, are missing"
HALF = mpq(1, 2)

# ---------------------------------------------------------------------- the definitions


def is_dominated(played: Sequence[mpq], rows: Sequence[Sequence[mpq]]) -> bool:
    """Whether a mixture of rows gets at least the payoffs of the played strategy in every column, and more in some."""
    surplus = [[-mpq(j == k) for k in range(len(played))] for j in range(len(played))]
    table = [[row[j] for row in rows] + surplus[j] for j in range(len(played))]
    table.append([mpq(1)] * len(rows) + [mpq(0)] * len(played))
    program = lemke.LP.of(table, [*played, 1], [0] * len(rows) + [-1] * len(played), ["="] * len(table))
    return lemke.solve_lp(program).value != 0


def later_steps(game: Game, leaf: int, index: int) -> list[tuple[int, int]] | None:
    """The steps from an information set on, None if the path does not pass it."""
    path = steps(game, leaf)
    places = [k for k, (h, _) in enumerate(path) if h == index]
    return path[places[0] :] if places else None


def continuation_is_dominated(game: Game, played: Behavior, player: int, index: int) -> bool:
    """Whether the behavior from a set on is dominated: all pure continuations against all pure strategies."""
    sets = own_sets(game, player)

    def row(shares: dict[int, Sequence[mpq]]) -> list[mpq]:
        gets = []
        for opponent in pure_strategies(game, 1 - player):
            total = mpq(0)
            for leaf in leaves(game):
                if (later := later_steps(game, leaf, index)) is None:
                    continue
                if any(opponent.get(h, move) != move for h, move in steps(game, leaf)):
                    continue
                weight = chance(game, leaf) * payoff(game, leaf, player)
                for h, move in later:
                    weight *= shares[h][move] if h in shares else 1
                total += weight
            gets.append(total)
        return gets

    moves = [range(len(game.information_sets[h].actions)) for h in sets]
    pure = {
        tuple(row({h: [mpq(k == move) for k in choices] for h, move, choices in zip(sets, choice, moves, strict=True)}))
        for choice in product(*moves)
    }
    return is_dominated(row(dict(zip(sets, played, strict=True))), list(pure))


def moves_are_dominated(game: Game, played: Sequence[mpq], index: int) -> bool:
    """Whether an agent's behavior is dominated against all pure profiles of all other agents, of any player."""
    player = game.information_sets[index].player
    agents = [
        k for k, information_set in enumerate(game.information_sets) if information_set.player != CHANCE and k != index
    ]
    moves = range(len(game.information_sets[index].actions))
    columns = set()
    for choice in product(*(range(len(game.information_sets[agent].actions)) for agent in agents)):
        pure = dict(zip(agents, choice, strict=True))
        gets = [mpq(0)] * len(moves)
        for leaf in leaves(game):
            path = dict(steps(game, leaf))
            if index in path and all(path.get(agent, move) == move for agent, move in pure.items()):
                gets[path[index]] += chance(game, leaf) * payoff(game, leaf, player)
        columns.add(tuple(gets))
    rows = [[column[move] for column in columns] for move in moves]
    return is_dominated(
        [sum(p * row[j] for p, row in zip(played, rows, strict=True)) for j in range(len(columns))], rows
    )


# ---------------------------------------------------------------------- random games with ties


def chunks(last: int, size: int, always: int) -> list[object]:
    """The first seeds of chunks of random games; later chunks are marked slow."""
    return [pytest.param(first, marks=pytest.mark.slow if first >= always else ()) for first in range(0, last, size)]


def judged(game: Game, profile: object, name: str = PERFECT) -> Verdict:
    return lemke.verify(game, profile, refine=name)


def small_game(seed: int) -> Game:
    return tie_rich_game(seed, nodes=11)


@pytest.mark.slow
@pytest.mark.parametrize("first", chunks(120, 10, always=60))
def test_refined_equilibria_hold_as_bare_profiles(first: int) -> None:
    for seed in range(first, first + 10):
        game = tie_rich_game(seed, nodes=16)
        for name in (PERFECT, QUASI):
            profile = lemke.solve(game, refine=name).profile
            assert judged(game, profile).holds
            assert isinstance(judged_plans(Judge.of(game), profile), Trembles)
        assert dominated_continuation(Judge.of(game), profile) is None
        assert judged(game, profile, QUASI).refinements == {QUASI: [UNPROVED]}
        profile = lemke.solve(game, refine=EXTENSIVE).profile
        assert judged(game, profile, EXTENSIVE).refinements == {EXTENSIVE: [UNPROVED]}
        assert list(dominated_moves(Judge.of(game), profile)) == []


@pytest.mark.slow
@pytest.mark.parametrize("first", chunks(60, 10, always=20))
def test_all_extreme_equilibria_are_judged_as_by_the_definition(first: int) -> None:
    for seed in range(first, first + 10):
        game = small_game(seed)
        for profile in list(extreme(game))[:6]:
            report = judged(game, profile)
            naive = [is_undominated(game, profile.behavior, player) for player in (0, 1)]
            assert report.is_equilibrium and report.holds == all(naive)
            if not report.holds:
                assert not naive[report.dominated[PERFECT].player]
                assert report.dominated[PERFECT].information_set is None


def extreme(game: Game) -> Iterator[lemke.Profile]:
    for described in lemke.enumerate(game, "sets", vertices=True).sets:
        for plans in product(*described.vertices):
            yield lemke.profile(game, {"realization_plans": [list(map(str, plan)) for plan in plans]})


def profiles(game: Game, seed: int) -> Iterator[lemke.Profile]:
    """Profiles, in equilibrium or not: pure and mixed ones."""
    source = random.Random(seed)
    judge = Judge.of(game)
    for _ in range(2):
        mixed = [random_behavior(sequences, source) for sequences in judge.sequences]
        yield lemke.Profile.of(game, mixed)
        yield lemke.Profile.of(
            game, [[[int(k == p.index(max(p))) for k in range(len(p))] for p in strategy] for strategy in mixed]
        )


@pytest.mark.slow
@pytest.mark.parametrize("first", chunks(40, 20, always=20))
def test_continuations_are_dominated_as_by_the_definition(first: int) -> None:
    kinds = set()
    for seed in range(first, first + 20):
        game = small_game(seed)
        for profile in profiles(game, seed):
            witness = dominated_continuation(Judge.of(game), profile)
            naive = [
                continuation_is_dominated(game, profile.behavior[player], player, index)
                for player in (0, 1)
                for index in own_sets(game, player)
            ]
            naive += [not is_undominated(game, profile.behavior, player) for player in (0, 1)]
            assert (witness is not None) == any(naive), seed
            kinds.add(None if witness is None else witness.information_set is None)
    assert kinds == {None, True, False}


@pytest.mark.slow
@pytest.mark.parametrize("first", chunks(40, 10, always=20))
def test_moves_that_are_dominated_are_so_by_the_definition(first: int) -> None:
    seen = missed = 0
    for seed in range(first, first + 10):
        game = small_game(seed)
        judge = Judge.of(game)
        for profile in profiles(game, seed):
            witnesses = {(objection.player, objection.information_set) for objection in dominated_moves(judge, profile)}
            for player, sequences in enumerate(judge.sequences):
                for h, index in enumerate(sequences.sets):
                    naive = moves_are_dominated(game, profile.behavior[player][h], index)
                    seen += naive
                    if (player, h) in witnesses:
                        assert naive, seed
                    elif naive:
                        missed += 1
                        assert set(sequences.moves(h)) & set(sequences.parent.tolist()), seed
    assert seen > 10 * missed


# ---------------------------------------------------------------------- named games


def line(game: Game, numbers: str) -> lemke.Profile:
    (claim,) = lemke.io.profile.loads(f"NE,{numbers}", game)
    return claim.profile


def test_dominated_moves_of_three_players_are_those_of_the_definition() -> None:
    """In Selten's horse player 2 loses 3 by across instead of down after player 3's left, and gains 1 after right."""
    game = lemke.example("selten_horse")
    for numbers in ("1,0,1,0,1,0", "0,1,0,1,0,1"):
        profile = line(game, numbers)
        naive = [
            (player, 0)
            for player, index in enumerate(game.sets_of(player)[0] for player in range(3))
            if moves_are_dominated(game, profile.behavior[player][0], index)
        ]
        assert [
            (objection.player, objection.information_set) for objection in dominated_moves(Judge.of_any(game), profile)
        ] == naive


# ---------------------------------------------------------------------- what is at stake where


def mistake_off_the_path() -> Game:
    """Player 1 ends the game at once for 2; later, if player 2 let it move again, it would take 0 instead of 1."""
    builder = GameBuilder()
    end, on = builder.move(builder.root, 0, ["end", "on"], "start")
    builder.pay(end, 2, 0)
    stop, pass_on = builder.move(on, 1, ["stop", "pass"], "middle")
    builder.pay(stop, 0, 0)
    for paid, leaf in enumerate(builder.move(pass_on, 0, ["worse", "better"], "late")):
        builder.pay(leaf, paid, 0)
    return builder.build(unpaid="zero")


def test_mistakes_off_the_path_are_no_dominated_plans_but_dominated_from_there_on() -> None:
    game = mistake_off_the_path()
    profile = lemke.Profile.of(game, [[[1, 0], [1, 0]], [[1, 0]]])
    assert judged(game, profile).holds
    report = judged(game, profile, QUASI)
    witness = report.dominated[QUASI]
    assert (witness.player, witness.information_set, witness.gain) == (0, 1, HALF)  # player 2 passes half the time
    assert witness.plan.tolist() == [0, 0, 1, 0, 1]
    assert 'the plan of player 1 from information set 2 "late" of player 1 on' in next(report.remarks())
    (move,) = dominated_moves(Judge.of(game), profile)
    assert (move.player, move.information_set, move.changes, move.gain) == (0, 1, {1: (0, 1)}, HALF)


def test_behind_chance_of_probability_zero_nothing_is_lost() -> None:
    builder = GameBuilder()
    never, always = builder.chance(builder.root, {"never": 0, "always": 1})
    for paid, leaf in enumerate(builder.move(never, 0, ["worse", "better"])):
        builder.pay(leaf, paid, 0)
    left, right = builder.move(always, 1, ["L", "R"])
    builder.pay(left, 0, 1)
    builder.pay(right, 0, 1)
    game = builder.build(unpaid="zero")
    profile = lemke.Profile.of(game, [[[1, 0]], [[1, 0]]])
    assert judged(game, profile).holds
    (objection,) = judged(game, profile, QUASI).refinements[QUASI]
    assert "the move 'never' of chance" in objection
    assert list(dominated_moves(Judge.of(game), profile)) == []


# ---------------------------------------------------------------------- witnesses and claims


def test_false_witnesses_are_rejected() -> None:
    game = lemke.example("entry_deterrence")
    judge, threat, sharing = Judge.of(game), line(game, "1,0,0,1"), line(game, "0,1,1,0")
    share, fight = (np.array(list(map(mpq, plan)), dtype=object) for plan in ([1, 1, 0], [1, 0, 1]))
    witness = Dominated.of(judge, threat, 1, share)
    assert witness.changes == {0: (1, 0)} and witness.gain == 1
    for profile, plan in ((threat, fight), (sharing, fight), (threat, share * 2), (threat, share - fight)):
        with pytest.raises(NotProvedError):
            Dominated.of(judge, profile, 1, plan)
    outside = Judge.of(late := mistake_off_the_path())
    mistake = lemke.Profile.of(late, [[[1, 0], [1, 0]], [[1, 0]]])
    plans = ([0, 0, 1, 0, 1], [0, 1, 1, 0, 1], [1, 0, 1, 0, 1])
    right, *wrong = (np.array(list(map(mpq, plan)), dtype=object) for plan in plans)
    assert Dominated.of(outside, mistake, 0, right, 1).gain == HALF
    for plan in wrong:
        with pytest.raises(NotProvedError):
            Dominated.of(outside, mistake, 0, plan, 1)


def test_false_mixtures_are_rejected() -> None:
    game = lemke.example("entry_deterrence")
    judge, threat = Judge.of(game), line(game, "1,0,0,1")
    assert Dominated.by_moves(judge, threat, 1, 0, (mpq(1), mpq(0))).gain == 1
    assert Dominated.by_moves(judge, threat, 1, 0, (HALF, HALF)).gain == HALF
    mixtures = [(0, 1), (2, -1), (HALF, 0), (1,), (1, 0, 0)]
    for mixture in mixtures:
        with pytest.raises(NotProvedError):
            Dominated.by_moves(judge, threat, 1, 0, tuple(map(mpq, mixture)))
    with pytest.raises(NotProvedError):  # to enter pays only if the threat is empty
        Dominated.by_moves(judge, threat, 0, 0, (mpq(0), mpq(1)))


def test_what_gains_here_and_loses_there_does_not_dominate() -> None:
    game = lemke.example("battle_of_the_sexes")
    judge = Judge.of(game)
    first, second = (lemke.Profile.of(game, [[moves], [moves]]) for moves in ([1, 0], [0, 1]))
    for profile, deviation in ((first, second), (second, first)):
        with pytest.raises(NotProvedError):
            Dominated.of(judge, profile, 0, judge.plans(deviation)[0])
        with pytest.raises(NotProvedError):
            Dominated.by_moves(judge, profile, 0, 0, deviation.behavior[0][0])


def test_a_proof_that_is_stated_is_what_counts() -> None:
    game = lemke.example("entry_deterrence")
    refined = lemke.solve(game, refine=PERFECT)
    false = replace(refined, refinement=replace(refined.refinement, epsilon=mpq(9)))
    report = judged(game, false)
    assert not report.holds and not report.dominated
    assert next(report.remarks()).startswith(f"Not proved {PERFECT}: ")
    assert judged(game, replace(refined, refinement=None)).holds


def test_the_command_refutes_dominated_profiles_with_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def verdict(numbers: str, name: str, *options: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"NE,{numbers}".encode())))
        status = run(["verify", "example:entry_deterrence", "-", "--refine", name, *options])
        return status, capsys.readouterr().out

    assert verdict("0,1,1,0", PERFECT)[0] == 0
    assert verdict("1,0,0,1", PERFECT)[0] == verdict("1,0,0,1", QUASI)[0] == 1
    status, out = verdict("0,1,1,0", QUASI)
    assert status == 1 and "Not proved quasi-perfect" in out
    status, out = verdict("1,0,0,1", QUASI, "--format", "json")
    (members,) = json.loads(out)["profiles"]
    _, out = verdict("1,0,0,1", EXTENSIVE, "--format", "json")
    moves = json.loads(out)["profiles"][0]["dominated"][EXTENSIVE]
    assert moves == members["dominated"][QUASI] | {"plan": None, "from": {"index": 1, "number": 1, "label": ""}}
    assert members["dominated"] == {
        QUASI: {
            "player": 2,
            "from": None,
            "gain": "1",
            "changes": [{"index": 1, "number": 1, "label": "", "actions": {"share": "1", "fight": "0"}}],
            "plan": ["1", "1", "0"],
        }
    }
