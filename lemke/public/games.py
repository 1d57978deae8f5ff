"""Games: made of matrices, described, and turned into their forms."""

from __future__ import annotations

from collections.abc import Sequence

from lemke.forms import normal_form as strategic_forms
from lemke.forms import sequence_form as sequence_forms
from lemke.forms.facts import GameFacts, game_facts
from lemke.forms.normal_form import NormalForm, TreeNormalForm
from lemke.forms.sequence_form import TreeForm
from lemke.game import canonical
from lemke.game import pure_strategies as strategies_of
from lemke.game.implicit import State
from lemke.game.pure_strategies import PureStrategies
from lemke.public.accepted import GameLike, MatrixLike, as_game, check_flags, check_whole


def bimatrix(
    A: MatrixLike,
    B: MatrixLike | None = None,
    *,
    players: Sequence[str] = (),
    strategies: Sequence[Sequence[str]] = (),
    title: str = "",
    floats: bool = False,
) -> NormalForm:
    """Return the strategic form of two players with payoff matrices A and B.

    Parameters
    ----------
    A, B : matrix
        The payoffs of player 1, who chooses the row, and of player 2. Without B the game is zero-sum, with B = −A.
    players : two texts, optional
    strategies : two lists of texts, optional
        The labels of the rows and of the columns.
    title : str
    floats : bool
        Whether floats are accepted, at their exact binary values.

    Raises
    ------
    InputError, NumberError
        If the shapes do not agree, or an entry is no exact number.

    >>> import lemke
    >>> lemke.solve(lemke.bimatrix([[3, 0], [1, 2]], [[2, 0], [0, 1]])).payoffs
    (mpq(3,1), mpq(2,1))
    >>> lemke.solve(lemke.bimatrix([["1/3", "2/3"]])).payoffs
    (mpq(1,3), mpq(-1,3))
    """
    if B is None:
        return NormalForm.zero_sum(A, players=players, strategies=strategies, title=title, floats=floats)
    return NormalForm.of(A, B, players=players, strategies=strategies, title=title, floats=floats)


def describe(game: GameLike) -> GameFacts:
    """Return facts about a game that need no solving: its sizes, recall, subgames, sums and lengths of payoffs.

    The game may have any number of players and any recall.

    >>> import lemke
    >>> facts = lemke.describe("example:kuhn3")
    >>> facts.nodes, facts.players[0].sequences, facts.constant_sum, facts.perfect_information
    (55, 13, mpq(0,1), False)
    """
    return game_facts(as_game(game))


def sha256(game: GameLike) -> str:
    """Return the SHA-256 of the canonical form in hexadecimal, by which certificates identify a game.

    >>> import lemke
    >>> lemke.sha256("example:kuhn3") == lemke.sha256(lemke.example("kuhn3"))
    True
    """
    return canonical.sha256(as_game(game))


def sequence_form(game: GameLike | State) -> TreeForm:
    """Return the sequence form of a two-player game with perfect recall: E, e, F, f, A and B, exact and sparse.

    Parameters
    ----------
    game : game, or State
        As in :func:`lemke.solve`; or the state at the root of a game (:mod:`lemke.game.implicit`).

    Raises
    ------
    GameError, RecallError
        Unless the game has two players with perfect recall.

    >>> import lemke
    >>> form = lemke.sequence_form("example:matching_pennies")
    >>> form.E.to_lists()
    [[mpq(1,1), mpq(0,1), mpq(0,1)], [mpq(-1,1), mpq(1,1), mpq(1,1)]]
    """
    return sequence_forms.sequence_form(game if isinstance(game, State) else as_game(game))


def normal_form(game: GameLike, reduced: bool = False) -> TreeNormalForm:
    """Return the full or the reduced strategic form of a game, with exact expected payoffs.

    The game may have any number of players and any recall.

    Parameters
    ----------
    game : game
        As in :func:`lemke.solve`.
    reduced : bool
        Whether strategies that differ only at sets that their own moves exclude are one.

    Raises
    ------
    GameError
        For a game without players or with more than 32, and for a form that would be too large.

    >>> import lemke
    >>> lemke.normal_form("example:matching_pennies").payoffs[0].tolist()
    [[mpq(1,1), mpq(-1,1)], [mpq(-1,1), mpq(1,1)]]
    """
    check_flags(reduced=reduced)
    return strategic_forms.normal_form(as_game(game), reduced)


def pure_strategies(game: GameLike, player: int, reduced: bool = True) -> PureStrategies:
    """Return the reduced strategies of a player, or all pure strategies of the player.

    Parameters
    ----------
    game : game
        As in :func:`lemke.solve`; any number of players and any recall.
    player : int
        0, 1, …
    reduced : bool
        Whether the reduced strategies are returned.

    Raises
    ------
    GameError
        If there is no such player.

    >>> import lemke
    >>> lemke.pure_strategies("example:kuhn3", 0).count
    mpz(27)
    """
    check_flags(reduced=reduced)
    check_whole("player", player, 0)
    return strategies_of.pure_strategies(as_game(game), player, reduced)
