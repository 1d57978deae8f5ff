"""Turn realization plans into answers: prove, complete and judge them, on the tree or on the matrices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeAlias

from gmpy2 import mpq

from lemke.certificate import Claim, Equilibrium, How, Judge, ProvedPlans
from lemke.certificate.proved import EQUILIBRIUM, certificate
from lemke.errors import InputError, NotProvedError, one_line, type_name
from lemke.forms.normal_form import NormalForm, Strategies
from lemke.forms.sequence_form import SequenceForm, TreeForm, sequence_form
from lemke.game import Game
from lemke.game.best_response import complete
from lemke.game.implicit import State
from lemke.game.recall import Sequences
from lemke.game.strategy import Profile, behavior, centroid, realization_plan
from lemke.game.tree import unique_names
from lemke.ground.document import Block, Document
from lemke.ground.rational import approximate, short, text
from lemke.ground.sparse import Vector
from lemke.ground.tables import Table, page_table
from lemke.ground.words import decimal_beside, player_name
from lemke.solvers.sequence_lcp import Prior, named_prior

if TYPE_CHECKING:
    import sympy


Problem: TypeAlias = Game | NormalForm | SequenceForm | State
"""The type of games that :func:`lemke.solvers.solve` takes: a tree, a first state, or a form of the game."""


def form_and_prior(problem: Problem, prior: Prior | Strategies) -> tuple[SequenceForm, Prior]:
    """Return the sequence form of a problem, and the prior as a name or a profile.

    Raises GameError, RecallError unless the game has two players with perfect recall. Raises InputError for an
    object that is neither a game nor a form of one, or an unknown prior.
    """
    if isinstance(problem, NormalForm):
        mixed = prior if isinstance(prior, str | Profile) else Profile.mixed(problem.mixed(prior))
        return problem.sequence_form(), named_prior(mixed)
    if not isinstance(problem, Problem):
        described = f"an object of type {type_name(problem)}"
        raise InputError(f"{described}, expected a Game, a file, matrices, a NormalForm, a SequenceForm or a State")
    start = named_prior(prior)
    return problem if isinstance(problem, SequenceForm) else sequence_form(problem), start


def answer(problem: object, form: SequenceForm, proved: ProvedPlans, prior: Profile) -> ProvedPlans:
    """Return proved plans as the answer to a problem: judged on the tree or the matrices, if there are any.

    Raises NotProvedError if the judge has any objection.
    """
    if isinstance(problem, NormalForm):
        return MixedEquilibrium.judged(problem, proved)
    return judged(form, [proved], prior)[0] if isinstance(problem, Game) and isinstance(form, TreeForm) else proved


def proved_by_replies(form: SequenceForm, plans: Sequence[Vector], how: How) -> ProvedPlans:
    """Return plans with their proof: the values of the information sets under best replies to the plans.

    Raises NotProvedError if a best reply gets more than the plan.
    """
    (x, y, u, v), payoffs = form.replied(*plans)
    _require_equal(f"the method {how.method}", payoffs, (u[0], v[0]), "the payoffs of best replies")
    return ProvedPlans((x, y), (u, v), payoffs, how)


def _require_equal(proposer: str, proposed: tuple[mpq, ...], expected: tuple[mpq, ...], source: str) -> None:
    if proposed != expected:
        proposed_text, expected_text = (", ".join(map(text, payoffs)) for payoffs in (proposed, expected))
        raise NotProvedError(f"{proposer} proposed payoffs {proposed_text}, expected {source}: {expected_text}")


def judged(form: TreeForm, proposals: Sequence[ProvedPlans], prior: Profile | None = None) -> list[Equilibrium]:
    """Complete proved plans to behavior strategies, and let the judge confirm all their claims on the tree.

    Off the path, best replies to the plans are filled in. Among several best replies, the best against the prior is
    taken; the default prior is the centroid.

    Raises NotProvedError if the judge has any objection.
    """
    judge = Judge(form.game, form.behind, form.sequences)
    prior_behavior = prior.behavior if prior else map(centroid, form.sequences)
    prior_values = form.values(*map(realization_plan, form.sequences, prior_behavior))
    equilibria = []
    for proved in proposals:
        profile = completed_profile(form.sequences, proved.plans, form.values(*proved.plans), prior_values)
        claim = Claim(profile, proved.payoffs, proved.plans, proved.duals)
        confirm(judge, claim, f"the kernel {proved.how.kernel}")
        equilibria.append(Equilibrium(**vars(proved), game=form.game, profile=profile))
    return equilibria


def completed_profile(
    sequences: Sequence[Sequences], plans: Sequence[Vector], values: Sequence[Vector], prior_values: Sequence[Vector]
) -> Profile:
    """Return plans as a profile with best replies off the path; among several, the best against a prior.

    ``values`` has for both players the payoff of every sequence against the opponent's plan; ``prior_values`` against
    the opponent's prior.
    """
    strategies = map(complete, sequences, map(behavior, sequences, plans), values, prior_values)
    return Profile(*zip(*strategies, strict=True))


def confirm(judge: Judge, claim: Claim, proposer: str, objections: Sequence[str] = ()) -> None:
    """Raise :class:`NotProvedError` unless a claim is an equilibrium, the judge agrees, and there are no objections."""
    report, contradictions = judge.judge(claim)
    if contradictions or objections or not report.is_equilibrium:
        regrets = ", ".join(map(text, report.regrets))
        proposal = f"{proposer} proposed a profile with regrets {regrets} on the tree"
        raise NotProvedError("; ".join([proposal, *contradictions, *objections]))


def payoffs_on_matrices(form: NormalForm, strategies: Strategies, proposer: str) -> tuple[mpq, ...]:
    """Return the payoffs of mixed strategies. Raises NotProvedError if a player has a regret on the matrices."""
    payoffs, regrets = form.judged(strategies)
    if any(regrets):
        listed = ", ".join(map(text, regrets))
        raise NotProvedError(f"{proposer} proposed strategies with regrets {listed} on the matrices, expected 0")
    return payoffs


@dataclass(frozen=True, eq=False, kw_only=True)
class MixedEquilibrium(ProvedPlans):
    """An equilibrium in mixed strategies: proved as plans, and judged on the matrices as well.

    Attributes
    ----------
    form : NormalForm
    """

    form: NormalForm

    def __iter__(self) -> Iterator[Vector]:
        """Yield the mixed strategies of both players, as in ``x, y = lemke.solve(A, B)``."""
        return iter(self.strategies)

    def __getitem__(self, player: int) -> Vector:
        """Return the mixed strategy of player 0 or 1."""
        return self.strategies[player]

    def __repr__(self) -> str:
        return f"<MixedEquilibrium of {self.form!r}: payoffs {', '.join(map(short, self.payoffs))}>"

    def document(self) -> Document:
        """Return payoffs, mixed strategies and how they were found; as JSON, the certificate for ``form.tree()``."""

        def blocks() -> Iterator[Block]:
            form = self.form
            if form.title:
                yield one_line(form.title)
            names = [player_name(form.players, player) for player in (0, 1)]
            yield "Payoffs"
            yield page_table(
                [[name, payoff, decimal_beside(payoff)] for name, payoff in zip(names, self.payoffs, strict=True)]
            )
            for name, labels, shares in zip(names, form.strategies, self.strategies, strict=True):
                yield from ("", name)
                yield page_table(
                    [[label, share, decimal_beside(share)] for label, share in zip(labels, shares, strict=True)]
                )
            yield from ("", f"Proved exactly; {', '.join(self.how.words())}.")

        return Document(blocks, EQUILIBRIUM, lambda: certificate(self._tree_equilibrium))

    @property
    def _tree_equilibrium(self) -> Equilibrium:
        """The equilibrium in ``form.tree()``, which is the game of the certificate."""
        proved = {field.name: getattr(self, field.name) for field in fields(ProvedPlans)}
        return Equilibrium(**proved, game=self.form.tree(), profile=self.profile)

    @property
    def claim(self) -> Claim:
        """The claims of the certificate, for the judge."""
        return Claim(self.profile, self.payoffs, self.plans, self.duals, self.method)

    def to_table(self) -> Table:
        """Return the mixed strategies, a row for every pure strategy."""
        rows = tuple(
            (player, strategy, share)
            for player, labels, shares in zip(self.form.players, self.form.strategies, self.strategies, strict=True)
            for strategy, share in zip(labels, shares, strict=True)
        )
        title = repr(self)[1:-1]  # without the angle brackets
        return Table(("player", "strategy", "probability"), rows, title, 2)

    def to_dict(self, floats: bool = False) -> dict[str, Any]:
        """Return the probabilities by player and strategy; exact, or with ``floats`` the nearest floats."""
        number = approximate if floats else mpq
        players = unique_names(self.form.players)
        return {
            player: dict(zip(unique_names(labels), map(number, shares), strict=True))
            for player, labels, shares in zip(players, self.form.strategies, self.strategies, strict=True)
        }

    def to_sympy(self) -> tuple[sympy.Matrix, sympy.Matrix]:
        """Return the mixed strategies as columns of sympy's exact rationals."""
        x, y = super().to_sympy()
        return x[1:, :], y[1:, :]

    @property
    def strategies(self) -> tuple[Vector, Vector]:
        """Probabilities of the rows and of the columns."""
        x, y = self.plans  # entry 0 is the empty sequence, then come the strategies
        return x[1:], y[1:]

    @property
    def profile(self) -> Profile:
        """The mixed strategies as behavior strategies of ``form.tree()``."""
        return Profile.mixed(self.strategies)

    @classmethod
    def judged(cls, form: NormalForm, proved: ProvedPlans) -> MixedEquilibrium:
        """Return proved plans as mixed strategies. Raises NotProvedError if the matrices contradict the plans."""
        equilibrium = cls(**vars(proved), form=form)
        payoffs = payoffs_on_matrices(form, equilibrium.strategies, f"the kernel {proved.kernel}")
        _require_equal(f"the kernel {proved.kernel}", proved.payoffs, payoffs, "the payoffs on the matrices")
        return equilibrium
