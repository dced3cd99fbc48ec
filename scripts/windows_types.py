"""Types as they are on Windows, where `os` and its like lack names: mypy over the files which that concerns.

A whole second run takes as long as the first, 24 s of a processor, and checks again what no system changes.
The stubs say which modules of the standard library differ between systems: files that import none of these
and ask of no path what a file system knows are left out. Imports are not followed; whether rooms fit each
other, the other run checks. `scripts/test --long` checks all files for Windows too.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import mypy
from mypy.main import main as check

ROOT = Path(__file__).parents[1]
ROOMS = ("generator", "modules", "pbem")
STUBS = Path(mypy.__file__).parent / "typeshed" / "stdlib"
EVERYWHERE = {"builtins", "pathlib"}
"""Nearly every file uses them. Of `builtins` errors alone differ, of paths what OF_PATHS finds."""

OF_PATHS = re.compile(r"\.(?:is_mount|lstat|owner|stat)\(")
IMPORTED = re.compile(r"^\s*(?:import|from) (\w+)", re.MULTILINE)
OPTIONS = [
    *("--config-file=", "--follow-imports=skip", "--ignore-missing-imports", "--check-untyped-defs"),
    *("--platform", "win32", "--cache-dir", str(ROOT / ".mypy_cache" / "windows")),
]


def differing() -> set[str]:
    """Modules of the standard library, by their first name, whose stubs ask for the system."""
    asking = (stub for stub in STUBS.rglob("*.pyi") if "sys.platform" in stub.read_text(encoding="utf-8"))
    return {stub.relative_to(STUBS).parts[0].removesuffix(".pyi") for stub in asking} - EVERYWHERE


def concerned(file: Path, modules: set[str]) -> bool:
    """Whether a file uses what differs."""
    text = file.read_text(encoding="utf-8")
    return bool(OF_PATHS.search(text)) or not modules.isdisjoint(IMPORTED.findall(text))


def main() -> None:
    modules = differing()
    files = [file for room in ROOMS for file in (ROOT / room).rglob("*.py") if concerned(file, modules)]
    check(args=[*OPTIONS, *map(str, sorted(files))], stdout=sys.stdout, stderr=sys.stderr)


if __name__ == "__main__":
    main()
