"""The linter: everything in a module, save or log that VASSAL would pass over in silence, misread or refuse.

for finding in lint_file(Path("GAME.vmod")):
    print(finding.fault.severity, finding.code, finding.where, finding.what)
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from generator.vassal.format.archive import LARGEST_TEXT, Archive, open_archive, read_archive
from generator.vassal.format.container import SAVED_GAME
from generator.vassal.format.errors import ContainerError
from generator.vassal.lint.components import check_components
from generator.vassal.lint.facts import ModuleFacts
from generator.vassal.lint.files import check_files, check_unused_setups, used_setups
from generator.vassal.lint.findings import Fault, Finding, fault_table, has_errors, in_order
from generator.vassal.lint.grids import check_boards
from generator.vassal.lint.metadata import check_module_metadata, read_metadata, vassal_version
from generator.vassal.lint.saves import check_save
from generator.vassal.lint.slots import check_placed, check_slots
from generator.vassal.lint.stacks import check_stacks
from generator.vassal.lint.tree import Node, TreeTooLarge, read_tree

__all__ = ["Fault", "Finding", "fault_table", "has_errors", "lint", "lint_file"]

_BUILD_FILE, _OLD_BUILD_FILE = "buildFile.xml", "buildFile"
_CHECKS = (
    check_components,
    check_files,
    check_slots,
    check_placed,
    check_boards,
    check_stacks,
    check_unused_setups,
)


def lint_file(path: Path, module: Path | None = None) -> list[Finding]:
    """Every finding of a .vmod, .vsav or .vlog; a save may be checked against its `module`.

    Raises OSError, ContainerError for a file that is no such zip, ArchiveError for one that is not opened.
    """
    facts = None
    if module is not None:
        archive = open_archive(module)
        root = _read_root(archive)
        if not isinstance(root, Node):
            raise ContainerError(f"{module}: {root.what}")
        facts = ModuleFacts(archive, root)
    return lint(open_archive(path), path.name, facts)


def lint(archive: Archive, file: str, facts: ModuleFacts | None = None) -> list[Finding]:
    """Every finding of an opened file; `file` is its name in the findings. Raises ContainerError."""
    if SAVED_GAME in archive:
        return in_order(check_save(archive, file, facts))
    return in_order(_check_module(archive))


def _check_module(archive: Archive) -> Iterator[Finding]:
    root = _read_root(archive)
    if isinstance(root, Finding):
        yield root
        return
    facts = ModuleFacts(archive, root)
    yield from check_module_metadata(archive, root)
    for check in _CHECKS:
        yield from check(facts)
    for file in used_setups(facts):
        yield from _check_setup(file, facts)


def _read_root(archive: Archive) -> Node | Finding:
    entry = _BUILD_FILE if _BUILD_FILE in archive else _OLD_BUILD_FILE
    if entry not in archive:
        raise ContainerError(f"{archive.name}: not a VASSAL module, save or log: no {_BUILD_FILE}")
    data = read_metadata(archive, "moduledata") or {}
    old = vassal_version(data.get("VassalVersion", ""))
    if entry == _OLD_BUILD_FILE and (old is None or old >= (3, 5)):
        return Finding(
            "build-file", entry, f"VASSAL {data.get('VassalVersion', '3.7')} looks for {_BUILD_FILE}"
        )
    try:
        root = read_tree(archive.read(entry, LARGEST_TEXT))
    except (etree.XMLSyntaxError, TreeTooLarge) as error:
        return Finding("build-file", entry, str(error))
    if root.name not in ("GameModule", "VASSAL.launch.BasicModule", "launch.BasicModule"):
        return Finding("build-file", entry, f"its root is {root.name}, not VASSAL.build.GameModule")
    return root


def _check_setup(file: str, facts: ModuleFacts) -> Iterator[Finding]:
    try:
        yield from check_save(read_archive(facts.archive.read(file), file), file, facts)
    except ContainerError as error:
        yield Finding("save-damaged", file, str(error))
