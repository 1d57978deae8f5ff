"""What computations return: shown as one table, and written as JSON from their fields if they have a JSON format."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, ClassVar

from lemke.errors import InputError, require_type, type_name
from lemke.ground.table import Table

MOST_DECIMALS = 10_000


class Result(ABC):
    """A result of a computation.

    A subclass says what its table is, and, if it has a JSON format, the name of the format. By default the members of
    the JSON are the fields of the (data) class.
    """

    json_format: ClassVar[str] = ""
    """The value of the member ``format`` of the JSON; empty for a result without JSON."""

    @abstractmethod
    def to_table(self) -> Table:
        """Return the table from which text, HTML, LaTeX and data frames are made."""

    def json_members(self) -> Mapping[str, object]:
        """Return the members of the JSON without ``format``; values as in :func:`lemke.ground.exact_json.dumps`."""
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]  # dataclasses

    def to_json(self) -> str:
        """Return the result as JSON text, which :func:`lemke.load` reads back.

        Raises
        ------
        InputError
            If the result has no JSON format.
        """
        from lemke.ground import exact_json  # noqa: PLC0415  msgspec is loaded when JSON is written or read

        if not self.json_format:
            raise InputError(f"{type_name(self)} has no JSON format, expected lemke.dumps (a game) or to_table()")
        return exact_json.dumps({"format": self.json_format, **self.json_members()})

    def to_text(self) -> str:
        """Return the result as text, as the command line prints it."""
        return self.to_table().to_text()

    def __str__(self) -> str:
        return str(self.to_table())

    def to_latex(self, decimals: int | None = None) -> str:
        """Return the result as LaTeX, exact unless a number of decimals is given.

        Raises
        ------
        InputError
            For a number of decimals that is not whole or not from 0 to 10 000.
        """
        if decimals is not None:
            require_type(decimals, int, "a whole number of decimals", "decimals")
            if not 0 <= decimals <= MOST_DECIMALS:
                raise InputError(f"{decimals} decimals, expected a number from 0 to {MOST_DECIMALS}")
        return self.to_table().to_latex(decimals)

    def to_pandas(self, floats: bool = False) -> Any:
        """Return the table as a data frame, of exact numbers or of the nearest floats.

        Raises
        ------
        InputError
            If pandas is not installed.
        """
        return self.to_table().to_pandas(floats)

    def _repr_html_(self) -> str:
        return self.to_table().to_html()
