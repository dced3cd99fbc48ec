"""What the pages are made of: JSON that ends no script, scripts of a folder, and digests for a policy."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

_UNSAFE: Final = re.compile("[<>&\u2028\u2029\ud800-\udfff]")

_PLACE: Final = re.compile(r"\{\{ (\w+) \}\}")


def read_part(name: str) -> str:
    """A file of a page, by its path in this room."""
    return (resources.files("pbem.table") / name).read_text("utf-8")


def fill_page(name: str, parts: Mapping[str, str]) -> str:
    """The skeleton of a page with its parts, which are markup already, and with the window onto the board,
    which all pages with a board have alike."""
    parts = {"board_window": read_part("page/board_window.html"), **parts}
    return _PLACE.sub(lambda found: parts[found[1]], read_part(name))


def write_json(value: object) -> str:
    """JSON that ends no script and begins no comment, wherever it stands in a page."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def list_scripts(folder: Traversable) -> list[Traversable]:
    """The modules of JavaScript in a folder, by their names."""
    found = (file for file in folder.iterdir() if file.name.endswith(".js"))
    return sorted(found, key=lambda file: file.name)


def name_source(text: str) -> str:
    """What a content security policy calls a script or style of just these bytes."""
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
    return f"'sha256-{digest}'"
