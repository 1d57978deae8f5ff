"""Kuhn poker as a function of the bet: its value in closed form, and the exact bets at which it changes.

    python examples/research/kuhn_bet.py
    python examples/research/kuhn_bet.py --cards 4 --to 6 --plot kuhn_bet.svg

Both players ante 1 and get one card each. Player 1 passes or bets b. After a pass, player 2 passes or bets b. The other
player answers a bet with a fold or a call. Unless a player folds, the higher card wins. Kuhn (1950) has 3 cards and
b = 1.
"""

import argparse
import sys
from pathlib import Path

from gmpy2 import mpq
from sympy import lambdify, latex, sympify

import lemke
from lemke.ground.rational import approximate

STAKES = {"pp": "pp", "pbp": "pb", "pbb": "bb", "bp": "bp", "bb": "bb"}
"""The moves of a hand (p: pass or fold, b: bet or call) -> what both players have paid at its end.

b stands for ante and bet, p for the ante alone.
"""
NAMES = {2: "JQ", 3: "JQK", 4: "TJQK", 5: "9TJQK"}
SOURCE = "Source: H. W. Kuhn (1950), Simplified two-person poker, Contributions to the Theory of Games 1, 97-103."


def kuhn(cards=3, parameter="b", bet="b", rake=0):
    """Return the game; bet and rake are numbers, or expressions in the parameter.

    The house keeps the share ``rake`` of the pot, and the winner gets the rest.
    """
    builder = lemke.GameBuilder(title=f"Kuhn poker, {cards} cards", comment=SOURCE)
    bet, rake = (sympify(expression, rational=True) for expression in (bet, rake))
    paid = {"p": 1, "b": 1 + bet}
    names = NAMES.get(cards) or [str(card) for card in range(1, cards + 1)]
    deals = [(card_1, card_2) for card_1 in range(cards) for card_2 in range(cards) if card_1 != card_2]
    labels = [f"{names[card_1]}{names[card_2]}" for card_1, card_2 in deals]
    dealt = builder.decide(builder.root, builder.chance_set(labels, [mpq(1, len(deals))] * len(deals), "deal"))
    sets, payoffs = {}, {}
    pending = list(zip(dealt, deals, [""] * len(deals), strict=True))
    while pending:
        node, deal, moves = pending.pop(0)
        if moves in STAKES:
            paid_1, paid_2 = (paid[stake] for stake in STAKES[moves])
            pot = (paid_1 + paid_2) * (1 - rake)
            wins = deal[0] > deal[1] if STAKES[moves] in ("pp", "bb") else moves == "bp"
            builder.pay(node, 0, 0)  # outcomes are numbered from 1
            payoffs[len(payoffs) + 1] = [pot - paid_1, -paid_2] if wins else [-paid_1, pot - paid_2]
            continue
        player = len(moves) % 2
        label = ":".join(filter(None, [names[deal[player]], moves]))
        if label not in sets:
            sets[label] = builder.information_set(player, ["pass", "bet"], label)
        pending += zip(builder.decide(node, sets[label]), [deal] * 2, [moves + "p", moves + "b"], strict=True)
    return lemke.ParametricGame.of(builder.build(), parameter, payoffs)


def draw(sweep, path):
    """Write a figure of the value against the bet, with the critical bets marked."""
    import matplotlib as mpl
    from matplotlib import pyplot as plots

    mpl.use("svg")
    with plots.rc_context({"svg.hashsalt": "lemke"}):
        figure, axes = plots.subplots(figsize=(6.4, 3.6))
        for piece in sweep.pieces:
            low, high = about(piece.interval.low), about(piece.interval.high)
            bets = [low + (high - low) * k / 100 for k in range(101)]
            value = lambdify(sweep.game.parameter, piece.payoffs[0])
            axes.plot(bets, [value(bet) for bet in bets], linewidth=2, label=f"${latex(piece.payoffs[0])}$")
        for critical in sweep.critical:
            axes.axvline(about(critical), color="0.7", linestyle=":", zorder=0)
        axes.set_xticks(
            [about(critical) for critical in sweep.critical], [f"b = {critical}" for critical in sweep.critical]
        )
        axes.set(xlabel="bet", ylabel="value for player 1", title=f"The value of {sweep.game.structure.title}")
        axes.legend(title="closed form")
        figure.savefig(path, bbox_inches="tight", metadata={"Date": None}, format="svg")
        plots.close(figure)


def about(number):
    """Return a rational or algebraic number as a float, for the figure."""
    return approximate(number) if isinstance(number, type(mpq())) else float(number.decimal(17))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cards", type=int, default=3, help="at least 2 (default 3)")
    parser.add_argument("--to", default="4", metavar="BET", help="largest bet, exact (default 4)")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write a figure, SVG; needs matplotlib")
    options = parser.parse_args()
    if options.cards < 2:
        parser.error(f"{options.cards} cards, expected at least 2")
    try:
        sweep = lemke.sweep(kuhn(options.cards), 0, options.to)
        for piece in sweep.pieces:
            middle = piece.interval.inside()
            solved = lemke.solve(sweep.game.at(middle))
            is_same = solved.payoffs == piece.at(middle).payoffs
            verdict = "the same" if is_same else "another"
            print(f"b in {piece.interval}: value {piece.payoffs[0]}; solved at b = {middle}: {verdict}")
        if options.plot:
            draw(sweep, options.plot)
    except (lemke.LemkeError, OSError) as error:
        sys.exit(f"kuhn_bet.py: {error}")


if __name__ == "__main__":
    main()
