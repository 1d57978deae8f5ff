"""Equilibria of games that are given by their matrices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lemke.certificate import ProvedPlans
from lemke.errors import NotProvedError
from lemke.forms.normal_form import NormalForm
from lemke.game.strategy import Profile
from lemke.ground.rational import short, text
from lemke.ground.sparse import Vector
from lemke.ground.tables import Table

if TYPE_CHECKING:
    import sympy


@dataclass(frozen=True, eq=False, kw_only=True)
class MixedEquilibrium(ProvedPlans):
    """An equilibrium in mixed strategies, judged on the matrices as well.

    Attributes
    ----------
    form : NormalForm
    """

    form: NormalForm

    def __repr__(self) -> str:
        return f"<MixedEquilibrium of {self.form!r}: payoffs {', '.join(map(short, self.payoffs))}>"

    def to_table(self) -> Table:
        """Return the mixed strategies, strategy by strategy."""
        rows = tuple(
            (player, strategy, share)
            for player, labels, shares in zip(self.form.players, self.form.strategies, self.strategies, strict=True)
            for strategy, share in zip(labels, shares, strict=True)
        )
        return Table(("player", "strategy", "probability"), rows, repr(self)[1:-1], 2)

    def to_sympy(self) -> tuple[sympy.Matrix, sympy.Matrix]:
        """Return the mixed strategies as columns of sympy's exact rationals."""
        x, y = super().to_sympy()
        return x[1:, :], y[1:, :]

    @property
    def strategies(self) -> tuple[Vector, Vector]:
        """Probabilities of the rows and of the columns."""
        x, y = self.plans
        return x[1:], y[1:]

    @property
    def profile(self) -> Profile:
        """The same as behavior strategies of ``form.tree()``."""
        return Profile(tuple((tuple(own),) for own in self.strategies), (frozenset(), frozenset()))

    @classmethod
    def judged(cls, form: NormalForm, proved: ProvedPlans) -> MixedEquilibrium:
        """Return proved plans as mixed strategies; a NotProvedError if the matrices contradict them."""
        equilibrium = cls(**vars(proved), form=form)
        payoffs, regrets = form.judged(equilibrium.strategies)
        if any(regrets) or payoffs != proved.payoffs:
            found = ", ".join(map(text, regrets))
            raise NotProvedError(f"kernel {proved.kernel} proposed regrets {found} on the matrices, expected 0")
        return equilibrium
