"""No-limit Kuhn poker: sizes, hands, and its value for every stack, with the strategies that prove it."""

from collections.abc import Iterator
from itertools import permutations

import pytest
from gmpy2 import mpq

import lemke
from lemke import CHANCE, sequence_form
from lemke.game.implicit import State
from lemke.game.strategy import Profile
from lemke.generators import kuhn_state, no_limit_kuhn, no_limit_kuhn_state


def test_with_a_stack_of_one_it_is_kuhn_poker() -> None:
    for cards in (2, 3, 4):
        no_limit, kuhn = sequence_form(no_limit_kuhn_state(cards, 1)), sequence_form(kuhn_state(cards))
        assert (no_limit.A, no_limit.B, no_limit.E, no_limit.F) == (kuhn.A, kuhn.B, kuhn.E, kuhn.F)


@pytest.mark.parametrize(("cards", "stack"), [(2, 1), (2, 4), (3, 1), (3, 2), (3, 5), (4, 3)])
def test_the_number_of_leaves_is_that_of_the_formula(cards: int, stack: int) -> None:
    leaves = len(no_limit_kuhn(cards, stack).leaves)
    assert leaves == cards * (cards - 1) * (2 ** (stack + 2) - 3)


def hands(chips: int) -> Iterator[tuple[tuple[str, ...], int | None, int]]:
    """All ways of betting: the actions, the player who folds or None, and the loser's loss."""
    pending: list[tuple[tuple[str, ...], tuple[int, int]]] = [((), (1, 1))]
    while pending:
        actions, stakes = pending.pop()
        mover, bet = len(actions) % 2, max(stakes)
        if actions == ("check", "check"):
            yield actions, None, 1
            continue
        if stakes[0] == stakes[1]:
            pending.append(((*actions, "check"), stakes))
        else:
            yield (*actions, "fold"), mover, min(stakes)
            yield (*actions, "call"), None, bet
        for chip in range(bet + 1, chips + 1):
            pending.append(((*actions, str(chip)), (chip, stakes[1]) if mover == 0 else (stakes[0], chip)))


@pytest.mark.parametrize("stack", [1, 2, 5])
def test_every_hand_ends_as_the_naive_rules_say(stack: int) -> None:
    expected = {}
    for card_1, card_2 in permutations((1, 2, 3), 2):
        for actions, folds, lost in hands(stack + 1):
            loser = folds if folds is not None else 0 if card_1 < card_2 else 1
            expected[f"{card_1}-{card_2}", *actions] = (-lost, lost) if loser == 0 else (lost, -lost)
    payoffs = {}
    pending: list[tuple[State, tuple[str, ...]]] = [(no_limit_kuhn_state(3, stack), ())]
    while pending:
        state, history = pending.pop()
        if state.is_terminal():
            payoffs[history] = state.payoffs()
            continue
        actions = [action for action, _ in state.chance()] if state.player() == CHANCE else state.actions()
        pending += [(state.child(action), (*history, str(action))) for action in actions]
    assert payoffs == expected


def test_players_know_their_card_and_the_bets() -> None:
    state: State = no_limit_kuhn_state(3, 5)
    state = state.child(next(deal for deal, _ in state.chance() if str(deal) == "3-1"))
    for action, known in (("check", "3"), (2, "1 check"), (4, "3 check 2"), (6, "1 check 2 4")):
        assert state.information_state() == known
        state = state.child(action)
    assert state.actions() == ("fold", "call")
    assert state.child("fold").payoffs() == (-4, 4)
    assert state.child("call").payoffs() == (6, -6)


def by_argument(player: int, known: str, actions: tuple[str, ...]) -> dict[str, mpq]:
    """The move that proves the value: bet one chip or nothing."""
    card, *bets = known.split()
    if actions[0] == "fold":
        calls = {"1": mpq(0), "2": mpq(1, 3) if bets in (["2"], ["check", "2"]) else mpq(0), "3": mpq(1)}[card]
        return {"fold": 1 - calls, "call": calls}
    often = {"1": mpq(1, 3), "2": mpq(0), "3": mpq(1)}[card] if player == 1 else mpq(0)
    return {"check": 1 - often, "2": often}


@pytest.mark.parametrize("stack", [1, 2, 3, 6])
def test_the_strategies_of_the_proof_are_an_equilibrium_with_the_value(stack: int) -> None:
    game = no_limit_kuhn(3, stack)
    behavior = []
    for player in (0, 1):
        sets = [game.information_sets[index] for index in game.sets_of(player)]
        plans = [by_argument(player, information_set.label, information_set.actions) for information_set in sets]
        behavior.append(
            [
                [plan.get(action, mpq(0)) for action in information_set.actions]
                for plan, information_set in zip(plans, sets, strict=True)
            ]
        )
    report = lemke.verify(game, Profile.of(game, behavior))
    assert report.is_equilibrium
    assert report.payoffs == (mpq(-1, 18), mpq(1, 18))
