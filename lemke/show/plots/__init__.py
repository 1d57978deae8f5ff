"""Plots of results, one function for each kind of result. matplotlib is imported when a plot is drawn.

Each function takes one or more results and returns a figure of matplotlib, which you may change further. With ``ax`` it
draws on an Axes of your own figure:

- :func:`strategies` – the moves played in equilibria and other profiles, a bar for every move;
- :func:`ranges` – the least and the greatest probability of every move over all equilibria;
- :func:`path` – z0 and the plans along one or more of Lemke's paths, on three Axes;
- :func:`learning` – both players' regrets while they learn, computed in floats;
- :func:`convergence` – the exact exploitability of one or more solvers by iterations.

``lemke.show.drawing.Drawing(figure).save("figure.pdf")`` writes a figure, with the same bytes every time.

A plot shows exact numbers rounded to floats; no computation uses the rounded numbers.
"""

from lemke.show.plots.curves import convergence as convergence
from lemke.show.plots.curves import learning as learning
from lemke.show.plots.figures import file_content as file_content
from lemke.show.plots.moves import ranges as ranges
from lemke.show.plots.moves import strategies as strategies
from lemke.show.plots.paths import path as path
