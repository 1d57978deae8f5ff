"""Plans and equilibria with their proofs; the JSON of an equilibrium is a certificate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gmpy2 import mpq

from lemke.certificate.judge import Claim, Judge
from lemke.certificate.refinement_names import PROOFS, SEQUENTIAL, SUBGAME_PERFECT
from lemke.errors import one_line
from lemke.game import NONE, Game
from lemke.game.played import Played, strategies
from lemke.game.strategy import Profile, behavior_object, statement
from lemke.game.typeset import strategies_table
from lemke.ground.document import Block, Document, Format, Tabular
from lemke.ground.rational import short, sympy_number
from lemke.ground.sparse import ByValue, Vector
from lemke.ground.tables import Table, page_table
from lemke.ground.words import count, decimal_beside, player_name

if TYPE_CHECKING:
    import sympy

    from lemke.certificate.identities import Identity
    from lemke.certificate.refined import Trembles


EQUILIBRIUM = Format(
    "lemke-equilibrium/1",
    """
format | text | `lemke-equilibrium/1` | checked
game.title | text | the game's title | informs
game.players[] | text | the players' names | informs
game.sha256 | text | SHA-256 of the game's [canonical form](#the-canonical-form), 64 lower-case hexadecimal
    digits | checked
claim | text | what the certificate states, in words | informs
program | text | the program that wrote it, and its version | informs
payoffs[] | number | expected payoff of each player | checked
behavior[].player | whole number | 1, then 2 | checked
behavior[].information_sets[].index | whole number | 1, 2, …: the position in this list | checked
behavior[].information_sets[].number | whole number | the set's number in the file that was solved | informs
behavior[].information_sets[].label | text | the set's label in that file | informs
behavior[].information_sets[].actions.NAME | number | probability of the move of that [name](#names-of-actions)
    | checked
behavior[].information_sets[].filled | truth value | whether the moves were filled in because the player's plan does not
    reach the set ([details](#what-is-checked)) | informs
realization_plans[][] | number | x, then y: a probability for every sequence | checked
duals[][] | number | u, then v: the player's payoff, then a value for every information set | checked
method | text | a method of `lemke solve`, or a refinement, which is then [claimed](#refinements) | informs
unproved | text | the method that was tried first and proved nothing, if there was one | informs
kernel | text | the kernel that solved the path or program; `scaled`: the basis comes from a path or program with
    numbers of more similar size, and is proved in the game itself; with `double-oracle`: `lp` or `lcp`, the method that
    solved the restricted games | informs
pivots | whole number | steps of the path or program that led to the proved equilibrium; with `learn`, steps of all
    programs and paths; 0 with `double-oracle` | informs
tries | whole number | number of proposals up to the first one that was proved | informs
iterations | whole number | iterations of learning; only with the method `learn` | informs
prior | text or null | where Lemke's path started; null with a method that follows no such path | informs
early | truth value | true if the path was left near its end; otherwise left out | informs
seed | whole number or null | the seed of random choices; null if there were none | informs
bits | whole number | length in bits: with the kernel `exact` of the largest basis determinant, otherwise of the
    solution's longest denominator | informs
label | whole number or null | missing label of a Lemke–Howson path: from 1, first player 1's reduced strategies, then
    player 2's; null with other methods | informs
growth | object or null | the progress of a double oracle; null with other methods; for a game given to the library as
    matrices, it has pure strategies in place of sequences | informs
growth.iterations | whole number | number of restricted games that were solved | informs
growth.sizes[] | whole number | number of sequences of each player in the last restricted game | informs
growth.whole[] | whole number | number of sequences of each player in the whole game | informs
growth.rounds[].number | whole number | number of the round, from 1; `rounds` is left out unless asked for | informs
growth.rounds[].added[][] | text | names of the sequences that are new in the restricted game, of player 1, then of
    player 2; in the first round all except the empty ones | informs
growth.rounds[].sizes[] | whole number | number of sequences of each player in the restricted game | informs
growth.rounds[].restricted_payoffs[] | number | payoffs in the equilibrium of the restricted game; they hold in that
    game only | informs
growth.rounds[].best_responses[] | number | payoff of each player's best response in the whole game against the
    equilibrium of the restricted game | informs
growth.rounds[].interval | list or null | the best bounds of the game's value so far; null in a general-sum game |
    informs
growth.rounds[].interval[] | number | the lower and the upper bound | informs
growth.rounds[].gap | number | the difference of the bounds in `interval`; in a general-sum game the greatest regret of
    the best strategies so far | informs
refinement.name | text | the same as `method`; present only if a [refinement](#refinements) needs a proof | checked
refinement.epsilon | number or null | ε₀ > 0; null if the plans are first terms of power series | checked
refinement.plans[][][] | number | x(ε), then y(ε): for every sequence the coefficients of ε⁰, ε¹, …; in
    `extensive-form-perfect` with an ε₀, each plan is to be divided by its first row, a polynomial | checked
refinement.kernels[][][] | number | changes of x, then of y: vectors with a number for every sequence; only if the proof
    needs them | checked
refinement.identities[].player | whole number | 1 or 2: the player of the sequence of the identity. The identity
    proves that the sequence has exactly its tremble and is as good as others for all ε; present only if the series
    leave this open | checked
refinement.identities[].sequence | whole number | the position of the sequence in the plan, from 0, the empty sequence
    | checked
refinement.identities[].mixing | truth value | whether the last move of the sequence counts as mixing | checked
refinement.identities[].change[][] | number | for every changed sequence its position, then the coefficients of ε⁰,
    ε¹, … of its change | checked
""",
)
_HOW = ("method", "kernel", "pivots", "tries", "prior", "seed", "bits", "label", "growth")
"""Members that say how the equilibrium was found; null if the method does not have them."""


@dataclass(frozen=True, kw_only=True)
class How:
    """How plans were found: the facts that every method has. A method with more facts has a subclass of its own.

    Attributes
    ----------
    method : str
        The method that found the plans.
    kernel : str
        The kernel that did the method's arithmetic.
    pivots : int
        Steps of the path or program that led to the proved plans; with the kernel ``scaled``, steps in the scaled game.
        0 with ``double-oracle``.
    tries : int
        Number of proposals until one was proved.
    bits : int
        With the kernel ``exact``, the bits of the largest basis determinant of the scaled integer tableau on the path;
        otherwise, the bits of the longest denominator of the solution.
    unproved : str | None
        The method that was tried before ``method`` and proved nothing; None if there was none.

    >>> How(method="lp", kernel="highs", pivots=7, tries=2, bits=5).words()
    ['method lp', 'kernel highs', '7 pivots', '2 tries']
    >>> How(method="lcp", kernel="exact", pivots=7, bits=5, unproved="lp").words()[0]
    'method lp: no optimal basis could be proved; method lcp'
    """

    method: str
    kernel: str
    pivots: int
    bits: int
    tries: int = 1
    unproved: str | None = None

    def members(self) -> dict[str, Any]:
        """Return the facts as members of a JSON object."""
        members = asdict(self)
        return members if self.unproved else {name: members[name] for name in members if name != "unproved"}

    def rows(self) -> list[tuple[str, str]]:
        """Return names and texts for a table, without the size of the numbers."""
        hidden = {"bits": self.bits, "tries": 1}  # a member with this value gets no row: bits always, tries if 1
        return [
            (name, str(value))
            for name, value in self.members().items()
            if value is not None and hidden.get(name) != value
        ]

    def blocks(self) -> Iterator[Block]:
        """Yield what a page shows about the search, before its last line; nothing unless a subclass overrides this."""
        yield from ()

    def words(self) -> list[str]:
        """Return the facts in words, for a line of text."""
        tries = [f"{self.tries} tries"] if self.tries > 1 else []
        before = f"method {self.unproved}: no optimal basis could be proved; " if self.unproved else ""
        return [f"{before}method {self.method}", f"kernel {self.kernel}", count(self.pivots, "pivot"), *tries]


@dataclass(frozen=True, eq=False)
class ProvedPlans(ByValue, Tabular):
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
    duals: tuple[Vector, Vector]
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
        return getattr(self.how, "prior", None)

    @property
    def seed(self) -> int | None:
        """The seed of random choices; None if there were none."""
        return getattr(self.how, "seed", None)

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
    """An equilibrium of a game as behavior strategies, which are also judged on the tree.

    Attributes
    ----------
    game : Game
    profile : Profile
        At sets that the player's own plan does not reach, moves are filled in, and ``filled`` marks these sets.
    refinement : Trembles | None
        The proof of the refinement that was asked for; None without a refinement, or if it needs no such proof.
    """

    game: Game
    profile: Profile
    refinement: Trembles | None = None

    @property
    def claim(self) -> Claim:
        """What the certificate states, for the judge."""
        stated = self.payoffs, self.plans, self.duals, self.method
        return Claim(self.profile, *stated, refinement=self.refinement)

    @cached_property
    def _limit_beliefs(self) -> Vector | None:
        """The limits of the trembling players' beliefs, one per node; None if no proof gives them."""
        trembles = self.refinement
        if trembles is None or trembles.name not in PROOFS[SEQUENTIAL]:
            return None
        from lemke.certificate.sequential import limit_beliefs  # noqa: PLC0415  loaded for trembles only

        return limit_beliefs(Judge.of(self.game), trembles.plans)

    def _belief(self, node: int) -> mpq:
        index, beliefs = int(self.game.information_set[node]), self._limit_beliefs
        # there is no limit belief: no proof gives any, the node is a leaf, or chance never leads to its set
        if beliefs is None or index == NONE or not beliefs[self.game.nodes_by_set()[index]].any():
            return super()._belief(node)
        return mpq(beliefs[node])

    def document(self) -> Document:
        """Return payoffs and strategies, and which moves were filled in; the JSON is the certificate."""
        return equilibrium_document(self)

    def __repr__(self) -> str:
        title = f" of {self.game.title!r}" if self.game.title else ""
        return f"<Equilibrium{title}: payoffs {', '.join(map(short, self.payoffs))}>"


def equilibrium_document(equilibrium: Equilibrium) -> Document:
    """Return payoffs, then each information set with its moves' probabilities, exact and approximate.

    Sets off the path are marked: sets that the player's own plan does not reach, whose moves are filled in, and sets
    that the profile does not reach.
    """

    def blocks() -> Iterator[Block]:
        game = equilibrium.game
        if game.title:
            yield one_line(game.title)
        yield "Payoffs"
        payoffs = enumerate(equilibrium.payoffs)
        yield page_table(
            [[player_name(game.players, player), payoff, decimal_beside(payoff)] for player, payoff in payoffs]
        )
        yield from strategies(game, equilibrium.profile)
        yield from equilibrium.how.blocks()
        words = equilibrium.how.words()
        if equilibrium.refinement is not None:
            words.append(equilibrium.refinement.words())
        yield f"Proved exactly; {', '.join(words)}."

    def latex(decimals: int | None) -> str:
        return strategies_table(equilibrium.game, equilibrium.profile, equilibrium.payoffs).to_latex(decimals)

    return Document(blocks, EQUILIBRIUM, lambda: certificate(equilibrium), latex=latex)


def certificate(equilibrium: Equilibrium) -> dict[str, Any]:
    """Return the members of the certificate."""
    trembles, method = equilibrium.refinement, equilibrium.method
    name = SUBGAME_PERFECT if method == SUBGAME_PERFECT else "Nash"
    proof: dict[str, Any] = {}
    if trembles is not None:
        name = trembles.name
        proof = {"name": trembles.name, "epsilon": trembles.epsilon, "plans": trembles.plans}
        proof |= {"kernels": trembles.kernels} if any(trembles.kernels) else {}
        proof |= {"identities": list(map(_identity, trembles.identities))} if trembles.identities else {}
    return {
        **statement(equilibrium.game, f"{name} equilibrium"),
        "payoffs": equilibrium.payoffs,
        "behavior": behavior_object(equilibrium.game, equilibrium.profile),
        "realization_plans": equilibrium.plans,
        "duals": equilibrium.duals,
        **dict.fromkeys(_HOW),  # null, unless the next line replaces it
        **equilibrium.how.members(),
        **({"refinement": proof} if proof else {}),
    }


def _identity(identity: Identity) -> dict[str, Any]:
    """Return the members of an identity; of its change, only the rows that are not 0."""
    rows = [(sequence, *row) for sequence, row in enumerate(identity.change) if row.any()]
    return {"player": identity.player + 1, "sequence": identity.sequence, "mixing": identity.mixing, "change": rows}
