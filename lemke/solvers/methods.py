"""The table of methods with their options, and :func:`solve`, which imports a method when it is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, overload

from gmpy2 import mpq

from lemke.certificate import Equilibrium, ProvedPlans
from lemke.errors import InputError, require_type, suggestion, type_name
from lemke.forms.normal_form import NormalForm, Strategies
from lemke.forms.sequence_form import SequenceForm
from lemke.game import Game
from lemke.game.implicit import State
from lemke.game.strategy import Profile, check_profile
from lemke.ground.rational import shown
from lemke.linear.guided import KERNELS, SMALL
from lemke.solvers.answers import Problem, answer, form_and_prior
from lemke.solvers.refinements import REFINEMENTS, require_refinement
from lemke.solvers.sequence_lcp import Prior, even_start, named_prior, starting_point

if TYPE_CHECKING:
    from concurrent.futures import Executor


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a method: a keyword argument in Python, an option with hyphens on the command line.

    Attributes
    ----------
    name : str
    help : str
        The text that ``lemke solve --help`` prints.
    kind : type or tuple of str
        The type of the value. ``int``: a whole number, at least 1 on the command line; ``bool``: a flag; ``mpq``: an
        exact number, 0 or more; ``str``: any text. A tuple lists the words that are allowed.
    metavar : str
        The word for the value in help texts.
    default : object
        What the command line passes if the option is not set; for None it passes nothing.
    in_game : callable, optional
        Converts the value on the command line to the argument in Python, for a given game.
    ends_early : bool
        Whether a value other than 0 may end the search before it reaches an equilibrium.
    """

    name: str
    help: str
    kind: type | tuple[str, ...] = bool
    metavar: str | None = None
    default: object = None
    in_game: Callable[[Any, Game], object] | None = None
    ends_early: bool = False


@dataclass(frozen=True, slots=True)
class Method:
    """One way to solve a sequence form.

    Attributes
    ----------
    description : str
        One line for help texts.
    module : str
        The name of the method's module in this package, which is imported when the method is used. The module's
        ``solve`` takes a form, a start and the options by name, and returns the answer.
    options : tuple of Option
        The options that only this method has. All methods take ``kernel``, ``prior`` and ``seed``.
    exclusive : tuple of str
        Options of which at most one may be set.
    takes_states : bool
        Whether the method also solves a game that is given by its first state, without a tree.
    """

    description: str
    module: str
    options: tuple[Option, ...] = ()
    exclusive: tuple[str, ...] = ()
    takes_states: bool = True

    def load(self) -> ModuleType:
        """Return the module of the method."""
        return import_module(f"{__package__}.{self.module}")


def _read_label(number: int, game: Game) -> int:
    """Return the label of a Lemke–Howson path; the module is imported only if the option is used."""
    from lemke.solvers import lemke_howson

    return lemke_howson.read_label(number, game)


def _read_start(text: str, game: Game) -> object:
    """Return the first restricted game of a double oracle; the module is imported only if the option is used."""
    from lemke.solvers import double_oracle

    return double_oracle.read_start(text, game)


METHODS: dict[str, Method] = {
    "lcp": Method("Lemke's algorithm on the sequence form, for general-sum games", "sequence_lcp"),
    "learn": Method(
        "learning in floating point, then exact linear programs or a restricted game, for general-sum games",
        "learned",
    ),
    "lp": Method("linear programming on the sequence form, for constant-sum games", "sequence_lp"),
    "lemke-howson": Method(
        "a Lemke-Howson path on the reduced strategic form, exact",
        "lemke_howson",
        (
            Option(
                "label",
                "the label of the path, by default 1. Labels are player 1's reduced strategies, then player 2's.",
                int,
                "K",
                in_game=_read_label,
            ),
            Option("all_labels", "follow the paths of all labels, and list where they end."),
            Option(
                "reachable",
                "as --all-labels, also from every equilibrium that a path reaches, until no path reaches a new one.",
            ),
        ),
        exclusive=("label", "all_labels", "reachable"),
        takes_states=False,
    ),
    "double-oracle": Method(
        "restricted games that grow by best responses, where few sequences matter",
        "double_oracle.method",
        (
            Option(
                "gap",
                "stop when the proved bounds of the value differ by at most EPS, by default 0; in general-sum games, "
                "when no regret exceeds EPS.",
                mpq,
                "EPS",
                default=0,
                ends_early=True,
            ),
            Option(
                "expand",
                "whose best responses to add: those of both players (the default), or only that of the player who "
                "gains more, as long as it is new.",
                ("both", "larger"),
            ),
            Option(
                "start",
                "the sequences of the first restricted game, as lemke sequence-form names them, such as 'A C, B; g i': "
                "commas separate the sequences of a player, and player 2's are after the semicolon. Or the file of a "
                "profile: the sequences that the profile plays.",
                str,
                "SEQUENCES|PROFILE",
                in_game=_read_start,
            ),
            Option("rounds", "list the rounds."),
        ),
        takes_states=False,
    ),
}
"""The methods of :func:`lemke.solvers.solve`, by name."""


OWNERS = {option.name: name for name, method in METHODS.items() for option in method.options}
"""The method that has the option, by the option's name."""

_FLAGS = {option.name for method in METHODS.values() for option in method.options if option.kind is bool}


def check_options(
    method: str, kernel: str, seed: int, options: Mapping[str, object] | None = None
) -> dict[str, object]:
    """Check the arguments of :func:`lemke.solvers.solve`; return the method's own options that are set.

    An option is not set if it is None, or a flag that is False. Raises InputError for an unknown name, a wrong seed, an
    option of another method, and options that exclude each other.
    """
    for parameter, name, names in (("method", method, METHODS), ("kernel", kernel, KERNELS)):
        if not isinstance(name, str) or name not in ("auto", *names):
            raise InputError(f"the {parameter} {shown(name)}, expected one of auto, {', '.join(names)}")
    if type(seed) is not int or seed < 0:  # True is an int for isinstance
        raise InputError(f"the seed {shown(seed)}, expected a whole number, 0 or more, of type int")
    method_options: dict[str, object] = {}
    for name, value in (options or {}).items():
        if name not in OWNERS:
            option_names = ["method", "kernel", "prior", "seed", "refine", "executor", *OWNERS]
            expected = f"one of {', '.join(option_names)}{suggestion(name, option_names)}"
            raise InputError(f"the option {name}, expected {expected}")
        if value is None or (value is False and name in _FLAGS):
            continue
        if OWNERS[name] != method:
            raise InputError(f"the option {name} with the method {method}, expected the method {OWNERS[name]}")
        method_options[name] = value
    if method_options:  # then the method is in the table, not ``auto``
        exclusive = [name for name in METHODS[method].exclusive if name in method_options]
        if len(exclusive) > 1:
            raise InputError(f"{' and '.join(exclusive)}, expected at most one of them")
    return method_options


@overload
def solve(
    problem: Game,
    method: str = ...,
    kernel: str = ...,
    prior: Prior = ...,
    seed: int = ...,
    *,
    refine: str | None = ...,
) -> Equilibrium: ...


@overload
def solve(
    problem: NormalForm, method: str = ..., kernel: str = ..., prior: Prior | Strategies = ..., seed: int = ...
) -> Equilibrium: ...


@overload
def solve(
    problem: SequenceForm | State, method: str = ..., kernel: str = ..., prior: Prior = ..., seed: int = ...
) -> ProvedPlans: ...


@overload
def solve(problem: Problem, method: str = ..., **options: Any) -> Any: ...


def solve(
    problem: Problem,
    method: str = "auto",
    kernel: str = "auto",
    prior: Prior | Strategies = "auto",
    seed: int = 0,
    *,
    refine: str | None = None,
    executor: Executor | None = None,
    **options: Any,
) -> Any:
    """Return an equilibrium of a two-player game with perfect recall, exact and proved.

    Parameters
    ----------
    problem : Game | NormalForm | SequenceForm | State
        For a game the answer is an :class:`~lemke.certificate.Equilibrium`: behavior strategies, judged on the tree.
        For a strategic form it is the equilibrium of its tree, judged on the matrices. For a sequence
        form, or a game given by its first state, it is :class:`~lemke.certificate.ProvedPlans`, without the judge.
    method : str
        A name of :data:`METHODS`, or ``auto``. ``auto`` is ``lcp`` for small games, and if a kernel or a prior is
        named. For other constant-sum games it is ``lp``. For other general-sum games it is a race of ``lcp`` and
        ``learn``: the first proof is the answer. If ``lp`` can prove no basis, ``lcp`` gives the answer, and
        ``how.unproved`` is ``lp``.
    kernel : str
        A name of :data:`lemke.linear.guided.KERNELS`, or ``auto``: the kernel that follows Lemke's path. The method
        ``lp`` uses it only if its own proposals fail; ``learn`` and ``lemke-howson`` do not use it.
    prior : ``"auto"``, ``"centroid"``, ``"random"`` or Profile
        Where Lemke's path starts. ``auto`` is the centroid. In very deep games it is a profile whose plans have shorter
        numbers. In large games that are nearly zero-sum, the path starts at an equilibrium basis of the zero-sum game
        with payoffs A − B. This path is shorter, and may end early. For a strategic form the prior may also be a pair
        of mixed strategies.
    seed : int
        Seed of the random prior, of all perturbations, and of the first strategies of learning.
    refine : str, optional
        A name of :data:`~lemke.solvers.refinements.REFINEMENTS`. The answer is then an equilibrium of this refinement,
        and its method has the same name.
    executor : concurrent.futures.Executor, optional
        Its workers run the race of the method ``auto``, each worker from another start; the quickest wins. Games
        without a race do not use the executor. After the first proof no further task begins, but tasks that run go on
        to their end, or to the time limit.
    **options
        The method's own options, as in :data:`METHODS`. ``lemke-howson`` has ``label``, the missing label. Labels count
        from 0: player 1's strategies in the reduced strategic form, then player 2's. With ``all_labels`` or
        ``reachable`` the answer is :class:`~lemke.solvers.lemke_howson.Walks`. ``double-oracle`` has ``expand``,
        ``start`` and ``gap``. If a gap is given, even 0, and the search ends before an equilibrium, the answer is a
        an ε-equilibrium: ``epsilon`` is positive. With ``rounds=True`` the ``growth`` of the answer (of an
        equilibrium: ``how.growth``) has all rounds.

    Raises
    ------
    GameError, RecallError
        Unless the game has two players with perfect recall.
    InputError
        For an unknown method, kernel, prior, seed or option, or a method that does not apply to this game.
    ProfileError, NumberError
        For a prior that is no profile of the game, or is not completely mixed although a refinement needs that.
    LimitError
        If a limit is reached.
    NotProvedError
        If no answer could be proved.

    >>> from lemke.generators import kuhn
    >>> equilibrium = solve(kuhn(3))
    >>> equilibrium.payoffs
    (mpq(-1,18), mpq(1,18))
    >>> solve(NormalForm.of([[3, 0], [1, 2]], [[2, 0], [0, 1]]), method="lemke-howson", label=1).strategies[1]
    array([mpq(0,1), mpq(1,1)], dtype=object)
    >>> walks = solve(kuhn(3), method="lemke-howson", all_labels=True)
    >>> len(walks.paths), [str(equilibrium.payoffs[0]) for equilibrium in walks.ends]
    (91, ['-1/18'])
    >>> solve(kuhn(3), method="double-oracle", gap="1/2").interval
    (mpq(-1,6), mpq(1,6))
    >>> solve(kuhn(3), refine="quasi-perfect").method
    'quasi-perfect'
    """
    if executor is not None:
        import concurrent.futures  # not at the top: the import takes longer than a small game

        require_type(executor, concurrent.futures.Executor, "an Executor of concurrent.futures", "executor")
        check_options(method, kernel, seed)
        if refine is not None:
            raise InputError(
                f"workers (--workers or executor=) with the refinement {refine}, expected only one of them"
            )
        if method != "auto":
            raise InputError(f"workers (--workers or executor=) with the method {method}, expected the method auto")
        if kernel != "auto" or not _is_auto(prior):
            setting, parameter = ("a prior", "prior") if kernel == "auto" else (f"the kernel {kernel}", "kernel")
            raise InputError(f"workers (--workers or executor=) with {setting}, expected the {parameter} auto")
    if refine is not None:
        return _refined(problem, refine, method, kernel, prior, seed, options)
    method_options = check_options(method, kernel, seed, options)
    if method in METHODS and not METHODS[method].takes_states and isinstance(problem, State):
        without_tree = f"the method {method} with a game given by its states, expected a game with a tree"
        raise InputError(f"{without_tree}; lemke.double_oracle takes states")
    form, prior = form_and_prior(problem, prior)
    if method == "auto":  # small games take the exact path, which is the same on every machine
        is_large = form.lcp_size > SMALL and kernel == "auto" and _is_auto(prior)
        if is_large and form.total is None:
            race = import_module(f"{__package__}.race")
            proved = race.first_proved(form, seed, executor)
            return answer(problem, form, proved, even_start(form, kernel, seed).profile)
        method = "lp" if is_large else "lcp"
    if _is_auto(prior) and method != "lcp":  # other methods need no short path
        start = even_start(form, kernel, seed)
    else:
        start = starting_point(form, prior, seed, kernel)
    result = METHODS[method].load().solve(form, start, **method_options)
    if type(result) is ProvedPlans:  # other types are judged already
        return answer(problem, form, result, start.profile)
    return result


def _is_auto(prior: object) -> bool:
    return isinstance(prior, str) and prior == "auto"  # a prior of arrays would be compared entry by entry


def _refined(
    problem: object, refine: str, method: str, kernel: str, prior: object, seed: int, options: Mapping[str, object]
) -> Any:
    """Return a refined equilibrium of a game. Raises InputError for options that belong to one method."""
    require_refinement(refine)
    if not isinstance(problem, Game):
        from_form = " (form.tree() makes one)" if isinstance(problem, NormalForm) else ""
        fault = f"an object of type {type_name(problem)} with the refinement {refine}"
        raise InputError(f"{fault}, expected a Game{from_form}")
    if method_options := check_options(method, kernel, seed, options):
        raise InputError(
            f"the option {next(iter(method_options))} with the refinement {refine}, expected no option of a method"
        )
    problem.require_two_players()
    start = named_prior(prior)
    if isinstance(start, Profile):
        check_profile(problem, start)
    return REFINEMENTS[refine].load().solve(problem, method, kernel, start, seed)
