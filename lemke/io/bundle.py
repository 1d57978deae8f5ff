"""Bundles: a zip file with a game, a proved equilibrium, and programs that check it with Python alone.

A bundle holds ``game.efg``, ``certificate.json``, VIPR files, the stand-alone checkers, and a ``README.txt`` that says
what is claimed and how to check it. With one version of lemke and of zlib, the same certificate makes the same bytes.
"""

from __future__ import annotations

import io
import json
import zipfile
from importlib.metadata import version
from typing import Any

from lemke.errors import one_line
from lemke.game import Game, sha256
from lemke.game.tree import unique_names
from lemke.ground.rational import short
from lemke.io import efg, vipr
from lemke.io.bundled import checker
from lemke.io.proofs import Certificate

CHECKERS = ("check_bundle.py", "check_certificate.py", "check_identities.py", "check_refinement.py", "check_vipr.py")
"""Stand-alone programs that need only the standard library of Python."""
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time stamp of all files, the earliest that zip can hold. As it is constant, equal contents make equal bytes."""
README = """\
An equilibrium and its proof
============================

Game         {title}
Players      {players}
SHA-256      {digest}
             of the game's canonical form, which labels do not change
Claim        the strategies in certificate.json are a Nash equilibrium{refined}:
             neither player can gain anything by playing otherwise, exactly.
             Player 1 gets {payoffs[0]}, player 2 gets {payoffs[1]}.{value}
Written by   lemke {version}

Nothing here has to be believed: all of it can be checked without lemke.

Check with Python 3.11 or later alone
-------------------------------------

    python check_bundle.py

It prints one line, and its exit status is 0, if

  - the certificate holds in the game (check_certificate.py): the payoffs are
    those of the strategies, and the dual values prove that no other strategy
    gets more;
  - every VIPR file is a valid proof (check_vipr.py);
  - every VIPR file is about this game and this certificate: its linear program
    is built again from game.efg and from the other player's plan.

The programs need the standard library and are short. Read them before you
trust them. With "python -I -S check_bundle.py" nothing else is loaded, even
if somebody has put other files into the folder.

Check with viprchk
------------------

VIPR is a format of proofs for linear and integer programs (K. Cheung,
A. Gleixner, D. Steffy 2017). Its checker viprchk knows nothing of games:
https://github.com/scipopt/vipr

    viprchk player1.vipr

Files
-----

  game.efg           the game, in Gambit's format
  certificate.json   strategies, payoffs, realization plans, dual values
{files}  check_*.py         the programs that check all this
"""
ABOUT = {
    "player1": "player 1's plan is a best response to player 2's plan",
    "player2": "player 2's plan is a best response to player 1's plan",
    "value": "the value of the game, player 1's payoff",
}
"""What each VIPR file proves."""


def files(certificate: Certificate) -> dict[str, bytes]:
    """Return the bundle, one zip file, under the empty name."""
    game_text = efg.dumps(certificate.game)
    proofs = vipr.files(certificate)
    contents = {
        "game.efg": game_text,
        "certificate.json": _relabelled_certificate(certificate, efg.loads(game_text)),
        "README.txt": _readme(certificate, list(proofs)),
        **{name: checker(name) for name in CHECKERS},
        **{f"{name}.vipr": "".join(pieces) for name, pieces in proofs.items()},
    }
    return {"": _zip_archive(contents)}


def _relabelled_certificate(certificate: Certificate, written: Game) -> str:
    """Return the certificate with the names of moves in the written game: writing may have changed labels."""
    game, names = certificate.game, {}  # (player, position of a set) → name of a move → its name in the written game
    for player, (sets, written_sets) in enumerate(zip(game.preorder_sets(), written.preorder_sets(), strict=True)):
        for position, indices in enumerate(zip(sets, written_sets, strict=True)):
            labels = [
                tree.information_sets[index].actions for tree, index in zip((game, written), indices, strict=True)
            ]
            names[player, position] = dict(zip(*map(unique_names, labels), strict=True))
    if all(name == written_name for moves in names.values() for name, written_name in moves.items()):
        return certificate.document
    document: dict[str, Any] = json.loads(certificate.document, parse_float=str)  # as text a decimal stays exact
    for (player, position), moves in names.items():
        stated = document["behavior"][player]["information_sets"][position]
        stated["actions"] = {moves[name]: probability for name, probability in stated["actions"].items()}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _readme(certificate: Certificate, proofs: list[str]) -> str:
    game, claim = certificate.game, certificate.claim
    payoffs = [short(payoff) for payoff in claim.payoffs]
    is_refined = claim.refinement is not None or claim.method == "subgame-perfect"
    return README.format(
        title=one_line(game.title) or "without a title",
        players=", ".join(one_line(name) or f"player {k}" for k, name in enumerate(game.players, 1)),
        digest=sha256(game),
        refined=f", {claim.method}" if is_refined else "",
        payoffs=payoffs,
        value=f"\n             The value of the game is {payoffs[0]}." if "value" in proofs else "",
        version=version("lemke"),
        files="".join(f"  {name + '.vipr':<17}  {ABOUT[name]}\n" for name in proofs),
    )


def _zip_archive(contents: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(contents):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system, entry.external_attr = 3, 0o644 << 16  # Unix, whose permissions are the upper 16 bits
            archive.writestr(entry, contents[name].encode("utf-8", "backslashreplace"))
    return stream.getvalue()
