"""A policy of OpenSpiel's sequence-form linear program that is invalid: some of its probabilities are negative.

    python examples/judging/openspiel_lp.py

`sequence_form_lp` divides one float by another to get from plans to probabilities. At information sets that a plan does
not reach, both floats should be 0; an interior point method leaves small numbers there, and their quotient is
arbitrary. NashConv in floats hardly changes, because these sets are hardly reached. `lemke` checks every set: it
refuses the policy, and judges the policy in which negative numbers are set to 0.
"""

import argparse
import sys

import lemke
from lemke.ground.packages import require
from lemke.ground.rational import binary, decimal
from lemke.interop.openspiel import from_openspiel, openspiel_profile

GAME = "leduc_poker(suit_isomorphism=True)"


def solve_in_floats(game):
    """Return OpenSpiel's value of the game, and one policy merged from the policies of its two linear programs."""
    require("ecos", "bench")
    programs = require("open_spiel.python.algorithms.sequence_form_lp", "bench")
    value, _, *policies = programs.solve_zero_sum_game(game.spiel)
    return value, require("open_spiel.python.policy", "openspiel").merge_tabular_policies(policies, game.spiel)


def table(policy):
    """Return a tabular policy as a dict from information states to dicts from action numbers to probabilities."""
    rows = policy.action_probability_array.tolist()
    return {state: dict(enumerate(rows[row])) for state, row in policy.state_lookup.items()}


def clipped(stated):
    """Return the policy with 0 for every negative number."""
    return {
        state: {action: max(0.0, probability) for action, probability in distribution.items()}
        for state, distribution in stated.items()
    }


def refusal(game, stated, normalize):
    """Return in words whether a policy is refused, and why."""
    try:
        openspiel_profile(game, stated, normalize=normalize)
    except lemke.LemkeError as error:
        return f"refused: {error}"
    return "accepted"


def show(name):
    """Print what OpenSpiel and `lemke` say about OpenSpiel's solution of a game, and the exact solution."""
    game = from_openspiel(name)
    judge = require("open_spiel.python.algorithms.exploitability", "openspiel")
    value, policy = solve_in_floats(game)
    stated = table(policy)
    negative = {state: distribution for state, distribution in stated.items() if min(distribution.values()) < 0}
    print(f"{game.name}, OpenSpiel {game.provenance.version}")
    print(f"  value found              {float(value)!r}")
    print(f"  NashConv in floats       {judge.nash_conv(game.spiel, policy):.3g}")
    print(f"  information sets         {len(stated)}, of which {len(negative)} have negative probabilities")
    if negative:
        worst = min(negative, key=lambda state: min(negative[state].values()))
        print(f"  the worst                {', '.join(map(repr, negative[worst].values()))}")
        print(f"    at                     {worst}")
    print(f"  as it is                 {refusal(game, stated, normalize=False)}")
    print(f"  divided by its sums      {refusal(game, stated, normalize=True)}")

    profile = openspiel_profile(game, clipped(stated), normalize=True)
    report = lemke.verify(game, profile)
    normalization = profile.normalization
    print("\nNegative numbers set to 0, and divided by the exact sums")
    print(f"  sums that were not 1     {normalization.sets}, the farthest {decimal(normalization.largest + 1)}")
    print(f"  NashConv                 {decimal(report.nash_conv)}")
    print(f"  counterfactual regret    up to {decimal(report.max_counterfactual_regret)}")

    equilibrium = lemke.solve(game)
    print("\nlemke.solve")
    print(f"  value                    {equilibrium.payoffs[0]}")
    print(f"  NashConv                 {lemke.verify(game, equilibrium.profile).nash_conv}, exactly")
    print(f"  off in OpenSpiel's value {decimal(binary(value) - equilibrium.payoffs[0])}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="?", default=GAME, help=f"a zero-sum game string of OpenSpiel (default {GAME})")
    options = parser.parse_args()
    try:
        show(options.game)
    except lemke.LemkeError as error:
        sys.exit(f"openspiel_lp.py: {error}")


if __name__ == "__main__":
    main()
