"""Games, profiles and results written as text."""

from __future__ import annotations

from os import PathLike, fspath
from typing import TypeAlias

from lemke import io
from lemke.certificate import Equilibrium
from lemke.errors import require_type
from lemke.forms.normal_form import NormalForm
from lemke.game import Game
from lemke.game.strategy import Profile
from lemke.ground.results import Result
from lemke.io.proofs import PROOF_FORMATS, format_of, output_files
from lemke.io.source import write_together
from lemke.public.accepted import GameLike, Path, as_game, as_game_or_form
from lemke.public.proofs import judged_files

Writable: TypeAlias = GameLike | Profile | Result


def dumps(result: Writable, format: str | None = None, *, of: GameLike | None = None) -> str:
    r"""Return a game, a profile or a result as text.

    Parameters
    ----------
    result : game, Profile, Equilibrium or another result
        A game as in :func:`lemke.solve`; results become their JSON, an equilibrium its certificate, a profile JSON with
        the names of information sets and moves.
    format : str, optional
        For a game one of :data:`~lemke.io.FORMATS`, by default .nfg for strategic games, else .efg. For a profile or an
        equilibrium also ``"gambit"``: a line ``NE,...``. For any result also ``"latex"``.
    of : game, optional
        The game of the profile, if the profile does not hold its game.

    Raises
    ------
    FormatError
        For an unknown format.
    ProfileError, NumberError
        If the profile does not fit the game.

    >>> import lemke
    >>> game = lemke.example("matching_pennies")
    >>> lemke.dumps(lemke.Profile.of(game, [[["1/3", "2/3"]], [[1, 0]]]), "gambit", of=game)
    'NE,1/3,2/3,1,0\n'
    """
    require_type(format, str | None, "the name of a format", "a format")
    return io.dumps(_content(result), format, of=None if of is None else as_game(of))


def write(result: Writable, path: Path, format: str | None = None, *, of: GameLike | None = None) -> None:
    """Write the text of :func:`lemke.dumps` to a file, whole or not at all; the suffix tells the format.

    ``-`` is the standard output. It gets .nfg for a strategic game, .efg for other games, and JSON for results. The
    suffix of Gambit's lines ``NE,...`` is .ne, the suffix of LaTeX is .tex. An equilibrium is also written as a proof
    for other programs: ``"vipr"`` (.vipr; for kuhn3.vipr the files kuhn3.player1.vipr and so on), ``"proof"`` (.proof),
    ``"coq"`` (.v) or ``"bundle"`` (.zip).

    Parameters
    ----------
    result, of
        As in :func:`lemke.dumps`.
    path : str or path
    format : str, optional
        The format, if the suffix does not tell it.

    Raises
    ------
    FormatError
        For an unknown format or suffix.
    ProfileError, NumberError
        If the profile does not fit the game; for a proof, if the equilibrium is only one up to its ``epsilon``.

    >>> import lemke
    >>> lemke.write(lemke.bimatrix([[1, -1]]), "-")
    NFG 1 R "" { "1" "2" }
    ...
    """
    require_type(path, str | PathLike, "a path", "a file")
    require_type(format, str | None, "the name of a format", "a format")
    if isinstance(result, Equilibrium) and (proof := format or format_of(fspath(path))) in PROOF_FORMATS:
        write_together(output_files(judged_files(result.game, result, proof), fspath(path)))
        return
    io.write(_content(result), path, format, of=None if of is None else as_game(of))


def _content(stated: Writable) -> Game | NormalForm | Profile | Result:
    """Return a profile or a result unchanged, a game as a Game or a form."""
    return stated if isinstance(stated, Profile | Result) else as_game_or_form(stated)
