"""What a method is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from lemke.game.strategy import Profile


@dataclass(frozen=True, eq=False, slots=True)
class Request:
    """What a method may take into account; each has its own use for some of it.

    Attributes
    ----------
    prior : Profile
        Where a path from a prior starts.
    kernel : str
    seed : int
    label : int
        The missing label of a Lemke–Howson path, from 0: player 1's strategies, then player 2's.
    """

    prior: Profile
    kernel: str
    seed: int
    label: int
