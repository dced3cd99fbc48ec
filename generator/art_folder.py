"""The folder of the art (in this package when installed, in a checkout beside it), and reading its YAML."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""With libyaml seven times as fast; both read plain data alone."""


class MissingArtError(FileNotFoundError):
    """A file of the art room is not there; the message names it."""


@cache
def find_art() -> Path:
    """The folder of the art, and how its YAML is read. Raises MissingArtError."""
    here = Path(__file__).resolve().parent
    for folder in (here / "art", here.parent / "art"):
        if (folder / "fonts" / "fonts.yaml").is_file():
            return folder
    raise MissingArtError("art/fonts/fonts.yaml: the art folder is neither in the package nor beside it")


def parsed(text: str) -> Any:
    """What a YAML file of the art says. Raises yaml.YAMLError."""
    return yaml.load(text, Loader=_LOADER)  # noqa: S506 - either loader is safe
