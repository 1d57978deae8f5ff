"""Output for people: pictures, plots and web pages."""

from typing import Literal, TypeAlias

PictureFormat: TypeAlias = Literal["svg", "png", "pdf", "tex"]
"""The formats of pictures, by the suffix of files. They are defined here so that the command line knows them before it
loads the drawing code."""
