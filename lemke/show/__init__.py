"""Output for people: pictures, plots and web pages."""

from typing import Literal, TypeAlias

PictureFormat: TypeAlias = Literal["svg", "png", "pdf", "tex"]
"""The formats of pictures, by the suffix of files. Defined here so that the drawing code need not be loaded."""
