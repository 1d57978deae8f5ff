"""What people read: equilibria, verdicts and descriptions of games as plain text, as pictures and as pages."""

from typing import Literal, TypeAlias

PictureFormat: TypeAlias = Literal["svg", "png", "pdf", "tex"]
"""The formats of pictures, by the suffix of files. They stand here to be read without loading what draws."""
