"""Changed documents, judged by `lemke` and by `examples/check.py`, which must agree.

    python tests/fuzz/documents.py 20000

makes 20 000 changes over documents of all formats, and prints for each how many both accept, both refuse, and the
differences. `tests/test_check.py` makes some hundred.
"""

import contextlib
import io
import json
import random
import sys
import tempfile
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import pytest

import lemke
from certificates import check
from lemke.cli import run
from lemke.errors import LemkeError
from lemke.ground.rational import parse
from lemke.public.proofs import proof_files
from lemke.solvers.refinements import extensive_form_perfect
from lemke.studies.load import load

GAMES = Path(__file__).parents[2] / "examples" / "games"
COMMANDS = {
    "lemke-game/2": ["convert", "GAME", "--to", "json"],
    "lemke-equilibrium/2": ["solve", "GAME"],
    "lemke-equilibrium/2, quasi-perfect": ["solve", "GAME", "--refine", "quasi-perfect"],
    "lemke-equilibrium/2, extensive-form-perfect": ["solve", "GAME", "--refine", "extensive-form-perfect"],
    "lemke-equilibrium/2, sequential": ["solve", "GAME", "--refine", "sequential"],
    "lemke-equilibrium/2, normal-form-perfect": ["solve", "GAME", "--refine", "normal-form-perfect"],
    "lemke-equilibrium/2, subgame-perfect": ["solve", "GAME", "--refine", "subgame-perfect"],
    "lemke-equilibrium/2, epsilon": ["learn", "GAME", "--iterations", "9"],
    "lemke-equilibria/2": ["enumerate", "GAME", "--vertices"],
    "lemke-ranges/2": ["ranges", "GAME"],
    "lemke-best/2": ["enumerate", "GAME", "--best", "u1 + u2"],
    "lemke-best/2, support": ["enumerate", "GAME", "--best", "support"],
    "lemke-verdict/2": ["verify", "GAME", "PROFILE"],
    "lemke-sweep/2": ["sweep", "example:kuhn3_parametric", "--from", "0", "--to", "4"],
}
"""What makes a document: its format, and the command."""
NAMES = ("kuhn3", "entry_deterrence", "battle_of_the_sexes", "beer_quiche", "guess_the_ace")
JUDGED = ("equilibrium", "equilibria", "ranges", "best")
"""The formats that `lemke verify` judges; others are only loaded."""
UNCHECKED = {
    *("comment", "title", "how", "reason", "strategic"),
    *("beliefs", "components", "indices", "index", "vertices", "deviations", "refinements", "nash_conv"),
    *("n", "shape", "entries", "free", "start", "samples", "undefined", "critical", "open"),
    *("dominated", "exploitability", "max_counterfactual_regret", "objections", "regrets_claimed", "standing"),
}
"""Members that inform, or that `check.py` says that it does not check."""
UNCHECKED_BELOW = {
    "behavior": {"label", "number", "filled"},
    "game": {"actions"},
    "nodes": {"label"},
    "objective": {"text"},
    "outcomes": {"label"},
    "pieces": {"behavior", "closed", "number", "payoffs"},
}
"""Such members below a member: `lemke verify` judges a behavior by the names of moves in the game that it is given."""
LCP = (
    '{"format": "lemke-lcp/2", "n": 2, "M": {"shape": [2, 2], "entries": [[0, 1, "1/2"]]}, "q": ["-5", 2], "d": [1, 1]}'
)


def document(name: str, command: list[str], folder: Path) -> str:
    """Return the document that a command writes about a game of the examples."""
    game, out, profile = GAMES / f"{name}.efg", folder / "out.json", folder / "profile.json"
    words = {"GAME": str(game), "PROFILE": str(profile)}
    if "PROFILE" in command:
        assert run(["solve", str(game), "--format", "json", "-o", str(profile)]) == 0
    form = [] if command[0] == "convert" else ["--format", "json"]
    with contextlib.redirect_stderr(io.StringIO()):
        assert run([*(words.get(word, word) for word in command), *form, "-o", str(out)]) == 0
    return out.read_text(encoding="utf-8")


def places(value: Any, place: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the places of all values that are checked; without a refinement as proof, `lemke verify` alone judges."""
    keys = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [
        child
        for key, part in keys
        if key not in UNCHECKED and not any(key in UNCHECKED_BELOW.get(str(above), ()) for above in place)
        if key != "game" or "pieces" not in value
        for child in places(part, (*place, key))
    ]
    return [*found, place] if place and place[-1] != "refinement" else found


def neighbours(value: Any) -> list[Any]:
    """Return other values: of another kind, or a little different."""
    others: list[Any] = [None, True, [], {}, "x"]
    if isinstance(value, str):
        with contextlib.suppress(LemkeError):
            number = parse(value)
            return [*others, str(number + 1), str(-number), str(number * 2), f"{value}.", f" {value}", f"{value}e0"]
    if isinstance(value, int) and not isinstance(value, bool):
        return [*others, value + 1, value - 1, str(value), value + 0.0]
    return [*others, False]


def mutant(text: str, seed: int) -> str:
    """Return a document with one change."""
    chance, value = random.Random(seed), json.loads(text)
    *above, key = chance.choice(places(value))
    part = value
    for step in above:
        part = part[step]
    kind = chance.choice(("change", "change", "change", "delete", "repeat", "swap", "add"))
    if kind == "delete" and key != "sha256":
        del part[key]
    elif kind == "repeat" and isinstance(part, list) and isinstance(key, int):
        part.insert(key, part[key])
    elif kind == "swap" and isinstance(part, list) and isinstance(key, int) and key:
        part[key - 1], part[key] = part[key], part[key - 1]
    elif kind == "add" and isinstance(part, dict) and key.isdecimal():  # a position written in another way
        part[f"0{key}"] = part[key]
    elif kind == "add" and "parameter" not in value.get("game", {"parameter": ""}):  # a game without numbers
        value["game"]["parameter"] = "t"
    else:
        part[key] = chance.choice(neighbours(part[key]))
    return json.dumps(value)


def bundled(text: str, game: str) -> bytes:
    """Return the bundle of the equilibrium of a game, with another certificate."""
    content, stream = proof_files(game, lemke.solve(game), "bundle")[""], io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as whole, zipfile.ZipFile(stream, "w") as changed:
        for name in whole.namelist():
            changed.writestr(name, text if name == "certificate.json" else whole.read(name))
    return stream.getvalue()


def accepted_by_lemke(text: str, game: str, folder: Path, data: bytes) -> bool:
    """Return whether `lemke` reads a file and, if it can judge it, finds that all claims hold."""
    path = folder / "mutant.json"
    path.write_bytes(data)
    try:
        load(path)
    except LemkeError:
        return False
    name = json.loads(text)["format"]
    if data.startswith(b"PK") or name.removeprefix("lemke-").removesuffix("/2") not in JUDGED:
        return True
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return run(["verify", game, str(path)]) == 0


def compare(seeds: range, texts: dict[tuple[str, str], str]) -> tuple[Counter[tuple[str, str]], list[str]]:
    """Return the number of changes by format and verdict, and the changes on which the verdicts differ."""
    counts, differences, kinds = Counter[tuple[str, str]](), list[str](), [*texts]
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            kind, name = kinds[seed % len(kinds)]
            text, game = mutant(texts[kind, name], seed), str(GAMES / f"{name}.efg")
            data = bundled(text, game) if kind == "lemke-bundle/2" else text.encode()
            status, words = check(data)
            mine: object = None
            try:
                mine = accepted_by_lemke(text, game, Path(folder), data)
            except Exception as error:
                mine = repr(error)
            if mine is (status == 0):
                counts[kind, "both accept" if mine else "both refuse"] += 1
            else:
                counts[kind, "differ"] += 1
                differences.append(f"{kind} {name} seed {seed}: lemke {mine}, check.py {status} {words[:200]}")
    return counts, differences


def all_documents() -> dict[tuple[str, str], str]:
    """Return documents of all formats by kind and game."""
    texts = {("lemke-lcp/2", "kuhn3"): LCP}
    with tempfile.TemporaryDirectory() as folder:
        for kind, command in COMMANDS.items():
            texts |= {(kind, name): document(name, command, Path(folder)) for name in NAMES}
    for name in NAMES:
        best = json.loads(texts["lemke-best/2", name])  # `lemke` alone reads the function in the words of an objective
        texts["lemke-best/2", name] = json.dumps({**best, "objective": {**best["objective"], "text": "a function"}})
        texts["lemke-bundle/2", name] = texts["lemke-equilibrium/2", name]
        equilibrium = json.loads(texts["lemke-equilibrium/2", name])
        for kind in ("behavior", "realization_plans"):
            stated = {"format": "lemke-profile/2", "game": equilibrium["game"], kind: equilibrium[kind]}
            texts[f"lemke-profile/2, {kind}", name] = json.dumps(stated)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(extensive_form_perfect, "SMALL", 0)
            series = lemke.solve(GAMES / f"{name}.efg", refine="extensive-form-perfect")
        texts["lemke-equilibrium/2, power series", name] = series.to_json()
    for key, text in texts.items():  # `lemke` alone judges beliefs, which name sets and moves by their labels
        texts[key] = json.dumps({name: value for name, value in json.loads(text).items() if name != "beliefs"})
    return texts


def main(number: int) -> None:
    """Make a number of changes, and print the counts and the differences."""
    counts, differences = compare(range(number), all_documents())
    for (kind, verdict), count in sorted(counts.items()):
        print(f"{count:7} {verdict:12} {kind}")
    print(*differences[:40], sep="\n")
    print(f"{len(differences)} differences")


if __name__ == "__main__":
    main(int(sys.argv[1]))
