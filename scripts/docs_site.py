"""One site of all pages, made by Sphinx without the network.

    scripts/site --out build/site

The pages of the rooms are copied beside each other, kind by kind, with the front pages above them. Links
between pages follow, and a link to a file of the source becomes its name. The site loads nothing
from other hosts. (A file `site.py` would hide a module of Python that each start imports.)
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from sphinx.cmd.build import build_main

from generator.pages import BESIDE, KINDS, Page, pages_in

ROOT: Final = Path(__file__).parents[1]
FOLDERS: Final = tuple(ROOT / room / "docs" for room in ("pbem", "generator", "modules"))
FRONT: Final = {
    "ARCHITECTURE": "the data flow, the layers, and where things are",
    "CONTRIBUTING": "how to change the code, the games and the pages",
    "SECURITY": "what is promised, and what is not",
    "CHANGELOG": "what each release changes for you",
}
LINK: Final = re.compile(r"(!?\[[^\]]*\])\(([^)#\s]*)(#[^)\s]*)?\)")
SETTINGS: Final = """
project = "Senlac"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "Senlac"
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_last_updated_fmt = None
myst_heading_anchors = 3
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
highlight_language = "text"
"""


def lay_out(pages: dict[str, Page], folder: Path) -> None:
    """Copies all pages into a folder, and writes an index for each kind and one for all."""
    homes = {page.file.resolve(): Path(page.kind) / page.file.name for page in pages.values()}
    homes |= {ROOT / f"{name}.md": Path(f"{name}.md") for name in FRONT}
    for source, home in homes.items():
        (folder / home).parent.mkdir(parents=True, exist_ok=True)
        (folder / home).write_text(_relinked(source, home, homes, folder), encoding="utf-8")
    for kind, title in (KINDS | BESIDE).items():
        topics = {page.file.stem: page.title for page in pages.values() if page.kind == kind}
        (folder / kind).mkdir(exist_ok=True)
        (folder / kind / "index.md").write_text(_index(title, topics), encoding="utf-8")
    every = {f"{kind}/index": "" for kind in (*KINDS, *BESIDE)} | FRONT
    (folder / "index.md").write_text(_index("Senlac", every), encoding="utf-8")
    (folder / "conf.py").write_text(SETTINGS, encoding="utf-8")


def _index(title: str, topics: Mapping[str, str]) -> str:
    """A page that lists others with what each is for (""), and puts them into the menu."""
    entries = "\n".join(f"- {{doc}}`{topic}`" + (f": {use}" if use else "") for topic, use in topics.items())
    rows = "\n".join(topics)
    return f"# {title}\n\n{entries}\n\n```{{toctree}}\n:hidden:\n:maxdepth: 1\n\n{rows}\n```\n"


def _relinked(source: Path, home: Path, homes: dict[Path, Path], folder: Path) -> str:
    """The text of a page, with its links as they lead from its new place. Pictures are copied."""

    def follow(match: re.Match[str]) -> str:
        words, target, anchor = match[1], match[2], match[3] or ""
        if not target or re.match(r"[a-z]+:", target):
            return match[0]
        file = (source.parent / target).resolve()
        if file in homes:
            there = os.path.relpath(folder / homes[file], (folder / home).parent)
            return f"{words}({Path(there).as_posix()}{anchor})"
        if words.startswith("!"):
            shutil.copy(file, (folder / home).parent / file.name)
            return f"{words}({file.name})"
        return f"{words[1:-1]} (`{file.relative_to(ROOT).as_posix()}`)"

    return LINK.sub(follow, source.read_text(encoding="utf-8"))


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="the folder of the site")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as sources:
        lay_out(pages_in(*FOLDERS), Path(sources))
        strict = ("-b", "html", "-q", "-W", "--keep-going", "-E")
        code = build_main([*strict, "-d", f"{sources}/.trees", sources, str(given.out)])
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
