"""Small two-player games of OpenSpiel, from all its kinds, and a naive pass over their states."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pyspiel

SMALL = (
    "battleship(board_height=2,board_width=2,ship_sizes=[1],ship_values=[1],num_shots=2)",
    "bargaining(max_turns=2,max_num_instances=20)",
    "blotto(coins=5)",
    "clobber(rows=2,columns=3)",
    "connect_four(rows=3,columns=3,x_in_row=3)",
    "coordinated_mp",
    "dark_hex(board_size=2)",
    "dots_and_boxes(num_rows=1,num_cols=1)",
    "first_sealed_auction",
    "go(board_size=2,max_game_length=4)",
    "go_fish(ranks=2,suits=2,initial_cards=1)",
    "gomoku(size=2,connect=2)",
    "goofspiel(num_cards=3)",
    "goofspiel(num_cards=4,imp_info=true)",
    "goofspiel(num_cards=4,imp_info=true,points_order=descending)",
    "havannah(board_size=2)",
    "hex(board_size=2)",
    "kuhn_poker",
    "leduc_poker",
    "leduc_poker(suit_isomorphism=True)",
    "lewis_signaling",
    "liars_dice(dice_sides=3)",
    "liars_dice(dice_sides=4)",
    "liars_dice(numdice=2,dice_sides=2)",
    "matrix_rps",
    "matrix_sh",
    "misere(game=kuhn_poker())",
    "mnk(m=3,n=2,k=2)",
    "nim(pile_sizes=1;2;3)",
    "normal_form_extensive_game(game=kuhn_poker())",
    "oshi_zumo(coins=4,size=1,horizon=4)",
    "python_kuhn_poker",
    "restricted_nash_response(game=kuhn_poker(),p=0.3)",
    "sheriff",
    "sheriff(num_rounds=2)",
    "start_at(game=kuhn_poker(),history=0;1)",
    "tiny_bridge_2p",
    "tiny_hanabi",
    "trade_comm(num_items=2)",
    "turn_based_simultaneous_game(game=goofspiel(num_cards=3))",
    "universal_poker(betting=limit,numPlayers=2,numRounds=2,blind=1 1,raiseSize=2 4,firstPlayer=1 1,maxRaises=2 2,"
    "numSuits=2,numRanks=3,numHoleCards=1,numBoardCards=0 1,stack=20 20)",
    "y(board_size=3)",
)


def in_turn(name: str) -> Any:
    """The game of a string, with moves in turn."""
    game = pyspiel.load_game(name)
    simultaneous = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    return pyspiel.convert_to_turn_based(game) if simultaneous else game


class Census:
    """What a game consists of, counted state by state, and its payoffs where all moves are equally likely."""

    def __init__(self, game: Any) -> None:
        self.nodes: Counter[str] = Counter()
        self.sets: list[set[str]] = [set(), set()]
        self.moves: Counter[int] = Counter()
        self.payoffs = self._visit(game.new_initial_state())

    def _visit(self, state: Any) -> list[Fraction]:
        if state.is_terminal():
            self.nodes["leaf"] += 1
            return [Fraction(payoff) for payoff in state.returns()]
        if state.is_chance_node():
            self.nodes["chance"] += 1
            chosen = [(action, Fraction(p).limit_denominator(10**6)) for action, p in state.chance_outcomes()]
        else:
            self.nodes["decision"] += 1
            player, legal = state.current_player(), state.legal_actions()
            if (label := state.information_state_string(player)) not in self.sets[player]:
                self.sets[player].add(label)
                self.moves[player] += len(legal)
            chosen = [(action, Fraction(1, len(legal))) for action in legal]
        total = [Fraction(0), Fraction(0)]
        for action, probability in chosen:
            below = self._visit(state.child(action))
            total = [partial + probability * payoff for partial, payoff in zip(total, below, strict=True)]
        return total
