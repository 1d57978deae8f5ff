"""Equilibria of games that are given by their matrices."""

from __future__ import annotations

from dataclasses import dataclass

from lemke.certificate import ProvedPlans
from lemke.errors import NotProvedError
from lemke.normal_form import NormalForm
from lemke.rational import short, text
from lemke.sparse import Vector


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

    @property
    def strategies(self) -> tuple[Vector, Vector]:
        """Probabilities of the rows and of the columns."""
        x, y = self.plans
        return x[1:], y[1:]

    @classmethod
    def judged(cls, form: NormalForm, proved: ProvedPlans) -> MixedEquilibrium:
        """Return proved plans as mixed strategies; a NotProvedError if the matrices contradict them."""
        equilibrium = cls(**vars(proved), form=form)
        payoffs, regrets = form.judged(equilibrium.strategies)
        if any(regrets) or payoffs != proved.payoffs:
            found = ", ".join(map(text, regrets))
            raise NotProvedError(f"kernel {proved.kernel} proposed regrets {found} on the matrices, expected 0")
        return equilibrium
