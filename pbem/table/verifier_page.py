"""The page that verifies logs in a browser: one file, which asks nobody for anything."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from mnemonic import Mnemonic

from modules.templates import Templates, markup
from pbem.disk import atomic_files
from pbem.reason_codes import Code
from pbem.table.script_joining import join_modules

_TEMPLATES: Final = Templates("pbem.table")


@dataclass(frozen=True, slots=True)
class VerifierPage:
    """The text of the page, and the policy by which a browser runs nothing in it but its own script."""

    text: str
    policy: str


@cache
def make_page() -> VerifierPage:
    """The page, the same bytes each time."""
    folder = resources.files("pbem.table") / "verifier"
    script = join_modules(file for room in (folder, folder / "formats") for file in _list_scripts(room))
    style = (folder / "verifier.css").read_text(encoding="utf-8")
    policy = (
        f"default-src 'none'; script-src {_name_source(script)}; style-src {_name_source(style)}; "
        "base-uri 'none'; form-action 'none'"
    )
    words = {
        "codes": {code.value: code.meaning for code in Code},
        "words": " ".join(Mnemonic("english").wordlist),
    }
    text = _TEMPLATES.fill(
        "verifier.html",
        policy=policy,
        style=markup(style),
        script=markup(script),
        words=markup(_escape_json(words)),
    )
    return VerifierPage(text, policy)


def _list_scripts(room: Traversable) -> list[Traversable]:
    found = (file for file in room.iterdir() if file.name.endswith(".js"))
    return sorted(found, key=lambda file: file.name)


def write_page(path: Path) -> None:
    """The page as a file, whole or not at all."""
    atomic_files.replace(path, make_page().text.encode())


def _name_source(text: str) -> str:
    """What a policy calls a script or style of just these bytes."""
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
    return f"'sha256-{digest}'"


def _escape_json(value: object) -> str:
    """JSON that can stand inside HTML."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text
