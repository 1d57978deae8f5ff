"""The table of methods: what each is for, its options, and the function, which is imported when it is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from gmpy2 import mpq

from lemke.certificate import EpsilonEquilibrium, ProvedPlans
from lemke.errors import InputError
from lemke.game import Game
from lemke.linear.guided import KERNELS

if TYPE_CHECKING:
    from lemke.solvers.lemke_howson import Walks

Answer: TypeAlias = "ProvedPlans | EpsilonEquilibrium | Walks"
"""What a method returns: plans, or what the options of its own ask for instead."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a method: a keyword in Python, and on the command line the same with hyphens.

    Attributes
    ----------
    name : str
    help : str
        For people.
    kind : type or tuple of str
        ``int``: a whole number, from 1 on where people write it; ``bool``: a flag; ``mpq``: an exact number, 0 or more;
        or the words it may be.
    metavar : str
        Stands for its value in help.
    default : object
        What the command line passes where the option is not given; nothing if None, as in Python.
    in_game : callable, optional
        From a value that people write to the one that Python takes, in a game.
    ends_early : bool
        Whether a value other than 0 may leave the search before an equilibrium.
    """

    name: str
    help: str
    kind: type | tuple[str, ...] = bool
    metavar: str | None = None
    default: object = None
    in_game: Callable[[Any, Game], object] | None = None
    ends_early: bool = False


class MethodModule(Protocol):
    """What the module of a method has."""

    @property
    def solve(self) -> Callable[..., Answer]:
        """The function from a form, a start and options by name to the answer."""


@dataclass(frozen=True, slots=True)
class Method:
    """One way to solve a sequence form.

    Attributes
    ----------
    description : str
        A line for people.
    load : callable
        Imports the module of the method, and returns it.
    options : tuple of Option
        Its own, beside ``kernel``, ``prior`` and ``seed``, which all methods take.
    exclusive : tuple of str
        Options of which at most one may be given.
    seeded : bool
        Whether a seed is of use without a random prior.
    takes_states : bool
        Whether the game may be given by its states alone.
    """

    description: str
    load: Callable[[], MethodModule]
    options: tuple[Option, ...] = ()
    exclusive: tuple[str, ...] = ()
    seeded: bool = False
    takes_states: bool = True


def _lcp() -> MethodModule:
    from lemke.solvers import sequence_lcp

    return sequence_lcp


def _lp() -> MethodModule:
    from lemke.solvers import sequence_lp

    return sequence_lp


def _lemke_howson() -> MethodModule:
    from lemke.solvers import lemke_howson

    return lemke_howson


def _label(number: int, game: Game) -> int:
    from lemke.solvers import lemke_howson

    return lemke_howson.read_label(number, game)


def _double_oracle() -> MethodModule:
    from lemke.solvers.double_oracle import method

    return method


METHODS: dict[str, Method] = {
    "lcp": Method("Lemke's algorithm on the sequence form, for general-sum games", _lcp, seeded=True),
    "lp": Method("linear programming on the sequence form, for zero-sum and constant-sum games", _lp),
    "lemke-howson": Method(
        "a Lemke-Howson path on the reduced strategic form, exact",
        _lemke_howson,
        (
            Option(
                "label",
                "whose path to follow, 1 by default; the labels are player 1's reduced strategies, then player 2's.",
                int,
                "K",
                in_game=_label,
            ),
            Option("all_labels", "the paths of all labels, and where they end."),
            Option("reachable", "all paths also from the equilibria found, as long as they lead to others."),
        ),
        exclusive=("label", "all_labels", "reachable"),
        takes_states=False,
    ),
    "double-oracle": Method(
        "restricted games that grow by best responses, where few sequences matter",
        _double_oracle,
        (
            Option(
                "gap",
                "stop as soon as the bounds of the value are proved to be no further apart, or in general-sum games no "
                "regret to be greater; 0 by default.",
                mpq,
                "EPS",
                default=0,
                ends_early=True,
            ),
            Option(
                "expand",
                "whose best responses to add, both players' (the default), or those of the one who gains more.",
                ("both", "larger"),
            ),
        ),
        takes_states=False,
    ),
}
"""The methods of :func:`lemke.solvers.solve`, by name."""


OWNERS = {option.name: name for name, method in METHODS.items() for option in method.options}
"""The method that has an option."""

_FLAGS = {option.name for method in METHODS.values() for option in method.options if option.kind is bool}


def check_options(
    method: str, kernel: str, seed: int, options: Mapping[str, object] | None = None
) -> dict[str, object]:
    """Return those options of a method's own that are given, neither None nor a flag's False, after checking all.

    Raises
    ------
    InputError
        Unless they are options of :func:`lemke.solvers.solve` that go together.
    """
    for word, value, names in (("method", method, METHODS), ("kernel", kernel, KERNELS)):
        if not isinstance(value, str) or value not in ("auto", *names):
            raise InputError(f"the {word} {value!r}, expected one of auto, {', '.join(names)}")
    if type(seed) is not int or seed < 0:
        raise InputError(f"the seed {seed!r}, expected a whole number, 0 or more")
    given: dict[str, object] = {}
    for name, stated in (options or {}).items():
        if name not in OWNERS:
            raise InputError(f"the option {name}, expected one of {', '.join(OWNERS)}")
        if stated is None or (stated is False and name in _FLAGS):
            continue
        if OWNERS[name] != method:
            raise InputError(f"a {name} for the method {method}, expected the method {OWNERS[name]}")
        given[name] = stated
    if given and len(several := [name for name in METHODS[method].exclusive if name in given]) > 1:
        raise InputError(f"{' and '.join(several)}, expected at most one of them")
    return given
