"""Where nodes stand beside one another: the tidy layout of E. M. Reingold and J. S. Tilford (1981), by igraph."""

from __future__ import annotations

from collections.abc import Sequence

from lemke.show.drawing.excerpt import Drawn

PLACES = 4
"""Decimals of a place; the last bits are nobody's business."""


def across(drawn: Sequence[Drawn]) -> list[float]:
    """Return the places of the nodes across the direction of play, one unit or more apart at every depth, from 0.

    Below a node that ends with a text, the next depth stays empty: the text reaches that far.
    """
    import igraph

    edges = [(each.above, place) for place, each in enumerate(drawn) if each.above >= 0]
    ends = [place for place, each in enumerate(drawn) if each.kind != "decision"]
    edges += [(place, len(drawn) + k) for k, place in enumerate(ends)]
    graph = igraph.Graph(n=len(drawn) + len(ends), edges=edges)
    places = [each[0] for each in graph.layout_reingold_tilford(root=[0]).coords[: len(drawn)]]
    least = min(places)
    return [round(place - least, PLACES) for place in places]
