"""Who opens files in `generator` and `modules`: one reader for those of strangers, and who reads our own."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
READER = "modules/plain_files.py"

OPENS = {
    "read_bytes",
    "read_text",
    "open",
    "glob",
    "rglob",
    "iterdir",
    "scandir",
    "fdopen",
    "readlink",
}
"""Calls that read a file or list a folder."""

NOT_OF_STRANGERS = {
    READER: "the reader",
    "generator/art_folder.py": "the names of the styles that ship",
    "generator/pages.py": "the pages that ship",
    "generator/cli/app.py": "the names of folders that a shell completes",
    "generator/cli/designing.py": "a browser",
    "generator/local_server/browser_opening.py": "writes; a browser",
    "generator/trial/file_watch.py": "the names, times and sizes of files",
    "generator/checking/schemas.py": "the words of art that ship",
    "modules/definition/explain.py": "the shipped games' files, by name",
    "generator/preview/page.py": "the script and style of the page",
    "generator/new_game/start.py": "the template of a new game; whether a folder is empty",
    "generator/cache/definitions.py": "the games that ship and our own code",
    "generator/cache/sources.py": "art and our own code",
    "generator/cache/files.py": "writes",
    "generator/cache/own.py": "the names in the user's own cache",
    "generator/cache/staging.py": "the names of staging folders",
    "generator/cache/store.py": "the names in the user's own cache",
    "generator/drawing/renderer.py": "a picture in memory",
    "generator/drawing/png_files.py": "a picture in memory",
    "generator/drawing/pdf.py": "a document in memory",
    "generator/position/mailing.py": "pictures in memory",
    "generator/position/page/webp.py": "pictures in memory",
    "generator/vassal/lint/pictures.py": "pictures in memory; a list of ours",
    "generator/vassal/lint/findings.py": "a table of ours",
    "generator/vassal/format/trait_table.py": "a table of ours",
    "generator/vassal/format/components.py": "a table of ours",
    "modules/hastings_pulsipher/player/network.py": "what was learnt, and ships",
    "modules/free_table/by_rules/clause_numbers.py": "a table of ours",
    "modules/library.py": "the shipped games",
    "modules/game_registry.py": "the names of the shipped games",
}


def opens(file: Path) -> bool:
    calls = [node.func for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]
    names = {func.attr for func in calls if isinstance(func, ast.Attribute)}
    names |= {"glob" for func in calls if ast.unparse(func) == "os.walk"}
    names |= {func.id for func in calls if isinstance(func, ast.Name)}
    return bool(names & OPENS)


def test_files_of_a_game_are_opened_by_the_one_reader() -> None:
    """What opens a file is listed above with what it reads: add nothing that reads a game's folder."""
    files = [path for room in ("generator", "modules") for path in (ROOT / room).rglob("*.py")]
    assert len(files) > 200
    found = {path.relative_to(ROOT).as_posix() for path in files if opens(path)}
    assert found == set(NOT_OF_STRANGERS)
