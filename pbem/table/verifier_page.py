"""The page that verifies logs in a browser: one file, which asks nobody for anything."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from mnemonic import Mnemonic

from modules.templates import Templates, markup
from pbem.disk import atomic_files
from pbem.reason_codes import Code
from pbem.table.page_parts import list_scripts, name_source, write_json
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
    script = join_modules(file for room in (folder, folder / "formats") for file in list_scripts(room))
    style = (folder / "verifier.css").read_text(encoding="utf-8")
    policy = (
        f"default-src 'none'; script-src {name_source(script)}; style-src {name_source(style)}; "
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
        words=markup(write_json(words)),
    )
    return VerifierPage(text, policy)


def write_page(path: Path) -> None:
    """The page as a file, whole or not at all."""
    atomic_files.replace(path, make_page().text.encode())
