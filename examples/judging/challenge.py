"""Run a solver on game files, and judge every answer exactly.

    python examples/judging/challenge.py "lemke solve {} --format gambit" examples/games/*.efg

The path of each game replaces {} in the command. The solver prints lines `NE,…`, each with the probabilities at all
information sets in Gambit's order. Other lines are ignored.
"""

import argparse
import shlex
import subprocess

import lemke


def verdict(command, path, seconds):
    """Return in words what is exactly true of a solver's answer to the game in a file."""
    words = [word.replace("{}", path) for word in shlex.split(command)]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=seconds, check=True)
        answers = [line for line in done.stdout.splitlines() if line.startswith("NE,")]
        game = lemke.read(path)
        regrets = [max(lemke.verify(game, answer).regrets) for answer in answers]
    except (lemke.LemkeError, OSError, subprocess.SubprocessError) as error:
        return str(error)
    return f"a regret of {max(regrets)}" if any(regrets) else f"{len(regrets)} right" if regrets else "no answer"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("command", help="the command line of the solver, with {} for the path of a game")
    parser.add_argument("games", nargs="+", help="game files")
    parser.add_argument("--seconds", type=float, default=60, help="for each game (default 60)")
    options = parser.parse_args()
    for path in options.games:
        print(f"{path}: {verdict(options.command, path, options.seconds)}", flush=True)


if __name__ == "__main__":
    main()
