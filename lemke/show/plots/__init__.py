"""Plots of results, by matplotlib, which is imported when one is drawn: one function for each kind of result.

Each takes a result, or several of one kind, and returns a figure of matplotlib, with whose axes you may go on:

- :func:`strategies` – what equilibria and other profiles play, a bar for every move;
- :func:`ranges` – the least and the greatest probability of every move over all equilibria;
- :func:`path` – z0 and the plans along Lemke's path, or several;
- :func:`learning` – both players' regrets while they learn, as floats see them;
- :func:`convergence` – the exact exploitability of one or more solvers by iterations.

``lemke.show.drawing.Drawing(figure).save("figure.pdf")`` writes a figure, the same bytes every time.

A plot shows the nearest floats of exact numbers; nothing is decided by it.
"""

from lemke.show.plots.curves import convergence as convergence
from lemke.show.plots.curves import learning as learning
from lemke.show.plots.figures import saved as saved
from lemke.show.plots.moves import ranges as ranges
from lemke.show.plots.moves import strategies as strategies
from lemke.show.plots.paths import path as path
