"""Types as they are on Windows, where `os` and its like lack names: mypy over the files which that concerns.

A whole second run takes as long as the first, 24 s of a processor, and checks again what no system changes.
The stubs say which modules of the standard library differ between systems: files that import none of these
and ask of no path what a file system knows are left out. Imports are not followed, as the other run checks
whether rooms fit each other. What mypy says for want of them it says of every system: what it says of Windows
alone counts. `scripts/test --long` checks all files for Windows too.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import mypy
from mypy.api import run

ROOT = Path(__file__).parents[1]
ROOMS = ("generator", "modules", "pbem")
STUBS = Path(mypy.__file__).parent / "typeshed" / "stdlib"
EVERYWHERE = {"builtins", "pathlib"}
"""Nearly every file uses them. Of `builtins` errors alone differ, of paths what OF_PATHS finds."""

OF_PATHS = re.compile(r"\.(?:is_mount|lstat|owner|stat)\(")
IMPORTED = re.compile(r"^\s*(?:import|from) (\w+)", re.MULTILINE)
OPTIONS = ["--config-file=", "--follow-imports=skip", "--ignore-missing-imports", "--check-untyped-defs"]


def differing() -> set[str]:
    """Modules of the standard library, by their first name, whose stubs ask for the system."""
    asking = (stub for stub in STUBS.rglob("*.pyi") if "sys.platform" in stub.read_text(encoding="utf-8"))
    return {stub.relative_to(STUBS).parts[0].removesuffix(".pyi") for stub in asking} - EVERYWHERE


def concerned(file: Path, modules: set[str]) -> bool:
    """Whether a file uses what differs."""
    text = file.read_text(encoding="utf-8")
    return bool(OF_PATHS.search(text)) or not modules.isdisjoint(IMPORTED.findall(text))


def said(platform: str, files: Sequence[str]) -> list[str]:
    """The errors that mypy finds for a system. Exits where it cannot check at all."""
    cache = ROOT / ".mypy_cache" / f"alone-{platform}"
    options = ["--platform", platform, "--cache-dir", str(cache), "--no-error-summary"]
    told, failed, code = run([*OPTIONS, *options, *files])
    if code > 1 or failed:
        sys.exit(told + failed)
    return told.splitlines()


def main() -> None:
    modules = differing()
    files = [file for room in ROOMS for file in (ROOT / room).rglob("*.py") if concerned(file, modules)]
    here, there = (said(platform, sorted(map(str, files))) for platform in ("linux", "win32"))
    faults = [each for each in there if each not in here]
    if faults:
        sys.exit("On Windows:\n" + "\n".join(faults))


if __name__ == "__main__":
    main()
