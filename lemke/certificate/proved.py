"""Plans and equilibria with their proofs; the JSON of an equilibrium is a certificate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from gmpy2 import mpq

from lemke.certificate.judge import Claim, Judge
from lemke.certificate.verdict import PROOFS, SEQUENTIAL
from lemke.game import Game
from lemke.game.canonical import identified_game
from lemke.game.played import Played, behavior_object
from lemke.game.strategy import Distribution, Profile
from lemke.ground.rational import ZERO, approximated, short, sympy_number
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue, Vector
from lemke.ground.table import Table
from lemke.ground.words import count, player_name

if TYPE_CHECKING:
    import sympy

    from lemke.certificate.extensive_form_perfect import Identity
    from lemke.certificate.refined import Trembles


@dataclass(frozen=True, slots=True)
class GrowthRound:
    """One round of a double oracle: a restricted game, and what its equilibrium proves of the whole game.

    Attributes
    ----------
    number : int
        From 1.
    added : pair of tuples
        What is new in the restricted game, of player 1 and of player 2; in the first round all but the empty sequences.
        In :class:`Growth` names of sequences, as in ``sequence_form(game).sequence_names(player)``; for matrices, names
        of pure strategies. In :attr:`lemke.solvers.double_oracle.DoubleOracle.rounds` the strategies themselves.
    sizes : (int, int)
        Sequences of each player in the restricted game, the empty ones included; for matrices, pure strategies.
    restricted_payoffs : (mpq, mpq)
        Payoffs in the equilibrium of the restricted game, as that game has them. They need not be payoffs of the whole
        game, not even in the last round.
    best_responses : (mpq, mpq)
        What each player's best response in the whole game gets against the equilibrium of the restricted game.
    interval : (mpq, mpq) | None
        The best bounds so far of the value of the whole game, player 1's payoff; None in a general-sum game.
    gap : mpq
        The difference of the bounds in ``interval``; in a general-sum game the greatest regret of the best strategies
        so far.
    """

    number: int
    added: tuple[tuple[Any, ...], tuple[Any, ...]]
    sizes: tuple[int, int]
    restricted_payoffs: tuple[mpq, mpq]
    best_responses: tuple[mpq, mpq]
    interval: tuple[mpq, mpq] | None
    gap: mpq

    def words(self) -> str:
        """Return a line about the round."""
        restricted, best = (", ".join(map(short, pair)) for pair in (self.restricted_payoffs, self.best_responses))
        proved = f"regret at most {short(self.gap)}"
        if self.interval is not None:
            proved = f"value from {short(self.interval[0])} to {short(self.interval[1])}"
        sizes = " + ".join(map(str, self.sizes))
        return f"Round {self.number}, size {sizes}: restricted payoffs {restricted}; best responses {best}; {proved}"


@dataclass(frozen=True, slots=True)
class Growth:
    """How large the restricted games of a double oracle became.

    Attributes
    ----------
    iterations : int
        Restricted games that were solved.
    sizes : (int, int)
        Sequences of each player in the last restricted game, the empty ones included; for matrices, pure strategies.
    whole : (int, int)
        The same numbers for the whole game.
    rounds : tuple of GrowthRound
        One for every restricted game; empty if they were not asked for.
    """

    iterations: int
    sizes: tuple[int, int]
    whole: tuple[int, int]
    rounds: tuple[GrowthRound, ...] = ()

    @property
    def used(self) -> str:
        """How many of each player's sequences (or strategies) the last restricted game has: ``3 of 13 and 2 of 13``."""
        return " and ".join(f"{size} of {total}" for size, total in zip(self.sizes, self.whole, strict=True))


@dataclass(frozen=True, kw_only=True)
class How:
    """How plans were found. Facts that a method does not have are None.

    Attributes
    ----------
    method : str
        The method that found the plans.
    kernel : str
        The kernel that did the method's arithmetic. With ``double-oracle``: ``lp`` or ``lcp``, the method that solved
        the restricted games.
    pivots : int
        Steps of the path or program that led to the proved plans.
        With ``learn``, steps of all programs, and of the methods that solved restricted games. 0 with
        ``double-oracle``.
    bits : int
        With the kernel ``exact``, the bits of the largest basis determinant of the scaled integer tableau on the path;
        otherwise, the bits of the longest denominator of the solution.
    tries : int
        Number of proposals until one was proved.
    unproved : str | None
        The method that was tried before ``method`` and proved nothing.
    prior : str | None
        The prior's name, as in :class:`~lemke.solvers.sequence_lcp.PathStart`, of a method that follows a path.
    early : bool
        Whether the path was left when z0 was nearly 0, since the basis of an equilibrium was proved there.
    seed : int | None
        The seed of a random prior, of perturbations, or of the first strategies of learning.
    iterations : int | None
        Iterations of learning, of all starts together.
    label : int | None
        The missing label of a Lemke–Howson path, from 0.
    lp_method : str | None
        The method of HiGHS that proposed the basis of a linear program, ``simplex`` or ``ipm``, if there was a choice.
    growth : Growth | None
        How a double oracle grew.
    stopped : str | None
        Why a search ended before an equilibrium: ``gap``, ``limit`` or ``interrupt``.
    reason : str | None
        The same in words.

    >>> How(method="lp", kernel="highs", pivots=7, tries=2, bits=5).words()
    ['method lp', 'kernel highs', '7 pivots', '2 tries']
    >>> How(method="lcp", kernel="guided", pivots=9, bits=3, prior="crash", seed=0, early=True).words()
    ['method lcp', 'kernel guided', '9 pivots, stopped early', 'prior crash', 'seed 0']
    >>> How(method="learn", kernel="highs", pivots=1, bits=3, iterations=125, seed=1, unproved="lp").words()[:2]
    ['method lp: no optimal basis could be proved; method learn', '125 iterations']
    """

    method: str
    kernel: str
    pivots: int = 0
    bits: int = 0
    tries: int = 1
    unproved: str | None = None
    prior: str | None = None
    early: bool = False
    seed: int | None = None
    iterations: int | None = None
    label: int | None = None
    lp_method: str | None = None
    growth: Growth | None = None
    stopped: str | None = None
    reason: str | None = None

    def members(self) -> dict[str, Any]:
        """Return the facts that the method has, by name, for JSON."""
        stated = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: value for name, value in stated if value is not None and value is not False}

    def words(self) -> list[str]:
        """Return the facts in words, for a line of text; the prior is named unless it is the centroid."""
        before = f"method {self.unproved}: no optimal basis could be proved; " if self.unproved else ""
        words = [f"{before}method {self.method}"]
        words += [] if self.iterations is None else [count(self.iterations, "iteration")]
        words.append(f"kernel {self.kernel}" + (f" ({self.lp_method})" if self.lp_method else ""))
        if self.growth is None and (self.pivots or self.iterations is None):
            words.append(count(self.pivots, "pivot") + (", stopped early" if self.early else ""))
        if self.growth is not None:
            words += [count(self.growth.iterations, "iteration"), f"{self.growth.used} sequences"]
        words += [] if self.prior in (None, "centroid") else [f"prior {self.prior}"]
        words += [f"{self.tries} tries"] if self.tries > 1 else []
        words += [] if self.seed is None else [f"seed {self.seed}"]
        return words + ([] if self.label is None else [f"label {self.label + 1}"])


@dataclass(frozen=True, eq=False)
class ProvedPlans(ByValue, Result):
    """Realization plans in equilibrium, proved by the exact conditions of the sequence form, and how they were found.

    Attributes
    ----------
    plans : (exact vector, exact vector)
        x and y, one probability per sequence.
    duals : (exact vector, exact vector)
        u and v. Each starts with the payoff; then comes a value for every information set, in breadth-first order.
    payoffs : (mpq, mpq)
    how : How
        How the method found the plans.
    """

    plans: tuple[Vector, Vector]
    duals: tuple[Vector, Vector] | None
    payoffs: tuple[mpq, mpq]
    how: How

    @property
    def method(self) -> str:
        """The method that found the plans."""
        return self.how.method

    @property
    def kernel(self) -> str:
        """The kernel that did the method's arithmetic."""
        return self.how.kernel

    @property
    def pivots(self) -> int:
        """Steps of the path or program that led to the plans."""
        return self.how.pivots

    @property
    def prior(self) -> str | None:
        """The name of the prior where the path started; None where no path from a prior was followed."""
        return self.how.prior

    @property
    def seed(self) -> int | None:
        """The seed of random choices; None if there were none."""
        return self.how.seed

    def to_table(self) -> Table:
        """Return the plans, sequence by sequence."""
        rows = ((player + 1, k, share) for player, plan in enumerate(self.plans) for k, share in enumerate(plan))
        return Table(("player", "sequence", "probability"), tuple(rows), index=2)

    def to_sympy(self) -> tuple[sympy.Matrix, sympy.Matrix]:
        """Return the plans x and y as columns of sympy's exact rationals."""
        import sympy

        x, y = (sympy.Matrix([sympy_number(weight) for weight in plan]) for plan in self.plans)
        return x, y


@dataclass(frozen=True, eq=False, kw_only=True)
class Equilibrium(Played, ProvedPlans):
    """An equilibrium, or an ε-equilibrium, of a game as behavior strategies, which are also judged on the tree.

    Attributes
    ----------
    game : Game
        For a strategic form its :meth:`~lemke.NormalForm.tree`.
    profile : Profile
        At sets that the player's own plan does not reach, moves are filled in, and ``filled`` marks these sets.
    plans : (exact vector, exact vector)
        The realization plans x and y of the profile.
    duals : (exact vector, exact vector) or None
        u and v, which prove that no strategy gets more than the payoff. None for an ε-equilibrium with ε > 0.
    payoffs : (mpq, mpq)
    how : How
        How the equilibrium was found.
    refinement : Trembles | None
        The proof of the refinement that was asked for; None without a refinement, or if it needs no such proof.
    regrets : (mpq, mpq)
        The most that each player can gain by deviating; 0 in an equilibrium.
    interval : (mpq, mpq) | None
        Of an ε-equilibrium with ε > 0 in a constant-sum game: the lower and the upper bound that the two strategies
        guarantee for the value, player 1's payoff in equilibrium.
    """

    json_format: ClassVar[str] = "lemke-equilibrium/2"

    game: Game
    profile: Profile
    refinement: Trembles | None = None
    regrets: tuple[mpq, mpq] = (ZERO, ZERO)
    interval: tuple[mpq, mpq] | None = None

    @property
    def epsilon(self) -> mpq:
        """The greatest regret: no player gains more by deviating. It is 0 in an equilibrium."""
        return max(self.regrets)

    @property
    def claim(self) -> Claim:
        """What the certificate states, for the judge."""
        if self.epsilon:
            stated = Claim(self.profile, self.payoffs, self.plans, regrets=self.regrets, interval=self.interval or ())
        else:
            stated = Claim(
                self.profile, self.payoffs, self.plans, self.duals or (), self.method, refinement=self.refinement
            )
        return stated

    @cached_property
    def assessment(self) -> Mapping[int, Distribution] | None:
        """The limits of the trembling players' beliefs, by index of information set; None if no proof gives them.

        Information sets to which chance never leads have no beliefs.
        """
        trembles = self.refinement
        if trembles is None or trembles.name not in PROOFS[SEQUENTIAL]:
            return None
        from lemke.certificate.sequential import limit_beliefs  # noqa: PLC0415  loaded for trembles only

        limits = limit_beliefs(Judge.of(self.game), trembles.plans)
        by_set = ((index, tuple(limits[nodes])) for index, nodes in enumerate(self.game.nodes_by_set()))
        return {index: beliefs for index, beliefs in by_set if any(beliefs)}

    def json_members(self) -> dict[str, object]:
        """Return the members of the certificate; those without a value are left out."""
        how = self.how.members()
        how |= {} if self.how.label is None else {"label": self.how.label + 1}
        members: dict[str, object] = {
            "game": identified_game(self.game),
            "payoffs": self.payoffs,
            "epsilon": self.epsilon,
            "regrets": self.regrets if self.epsilon else None,
            "interval": self.interval,
            "behavior": behavior_object(self.game, self.profile),
            "realization_plans": self.plans,
            "duals": self.duals,
            "method": how.pop("method"),
            "how": how,
            "refinement": None if self.refinement is None else _proof(self.refinement),
            "beliefs": self.beliefs,
        }
        return {name: value for name, value in members.items() if value is not None}

    def _notes(self) -> list[str]:
        return [*self._payoff_notes(), *self._how_notes()]

    def _payoff_notes(self) -> Iterator[str]:
        names = [player_name(self.game.players, player) for player in range(len(self.payoffs))]
        payoffs = zip(names, self.payoffs, strict=True)
        yield f"Payoffs: {', '.join(f'{name} {approximated(payoff)}' for name, payoff in payoffs)}."
        if self.epsilon:
            regrets = zip(names, self.regrets, strict=True)
            yield f"Regrets: {', '.join(f'{name} {approximated(regret)}' for name, regret in regrets)}."
        if self.interval is not None:
            lower, upper = map(approximated, self.interval)
            yield f"The value of the game for player 1 is from {lower} to {upper}."

    def _how_notes(self) -> Iterator[str]:
        if self.how.growth is not None:
            yield from (round.words() for round in self.how.growth.rounds)
        words = self.how.words() + ([] if self.refinement is None else [self.refinement.words()])
        unfinished = f"Not an equilibrium: {self.how.reason}. " if self.epsilon and self.how.reason else ""
        yield f"{unfinished}Proved exactly; {', '.join(words)}."

    def __repr__(self) -> str:
        title = f" of {self.game.title!r}" if self.game.title else ""
        epsilon = f"epsilon {short(self.epsilon)}, " if self.epsilon else ""
        return f"<Equilibrium{title}: {epsilon}payoffs {', '.join(map(short, self.payoffs))}>"


def _proof(trembles: Trembles) -> dict[str, Any]:
    """Return the members of the proof of a refinement."""
    proof: dict[str, Any] = {"name": trembles.name, "epsilon": trembles.epsilon, "plans": trembles.plans}
    proof |= {"kernels": trembles.kernels} if any(trembles.kernels) else {}
    return proof | ({"identities": list(map(_identity, trembles.identities))} if trembles.identities else {})


def _identity(identity: Identity) -> dict[str, Any]:
    """Return the members of an identity; of its change, only the rows that are not 0."""
    rows = [(sequence, *row) for sequence, row in enumerate(identity.change) if row.any()]
    return {"player": identity.player + 1, "sequence": identity.sequence, "mixing": identity.mixing, "change": rows}
