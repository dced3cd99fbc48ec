"""Checks of a save: what it holds by itself, and against its module if that is known.

A log is a save with steps after it; `steps` checks those with the position that is collected here.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.vassal.format import commands as c
from generator.vassal.format.archive import Archive
from generator.vassal.format.container import read_save
from generator.vassal.format.errors import CommandError, ContainerError
from generator.vassal.format.passwords import passwords
from generator.vassal.lint.facts import ModuleFacts
from generator.vassal.lint.findings import Finding
from generator.vassal.lint.leaves import Leaves
from generator.vassal.lint.metadata import check_metadata, read_metadata
from generator.vassal.lint.steps import check_steps, flat


def check_save(archive: Archive, file: str, facts: ModuleFacts | None) -> Iterator[Finding]:
    """Findings of a save or log, `file` in their places; `facts` are those of its module.

    What is no save is a finding.
    """
    for entry in ("savedata", "moduledata"):
        for finding in check_metadata(archive, entry):
            yield Finding(finding.code, f"{file}, {entry}", finding.what)
    if facts is not None:
        yield from _check_module_name(archive, file, facts)
    try:
        save = read_save(archive)
    except ContainerError as error:
        yield Finding("save-damaged", file, str(error))
        return
    if save.plain:
        yield Finding("save-plain", file, "savedGame is plain text")
    yield from check_text(save.text, file, facts)


def _check_module_name(archive: Archive, file: str, facts: ModuleFacts) -> Iterator[Finding]:
    data = read_metadata(archive, "moduledata") or {}
    for name in ("name", "version"):
        if name in data and data[name] != facts.root.get(name):
            what = f"{name} is {data[name]!r}, the module's {facts.root.get(name)!r}"
            yield Finding("save-module-differs", f"{file}, moduledata", what)


def check_text(text: str, file: str, facts: ModuleFacts | None) -> Iterator[Finding]:
    """Findings of a command text."""
    try:
        commands = c.read_commands(text)
    except CommandError as error:
        yield Finding("save-damaged", file, str(error))
        return
    if found := passwords(commands):
        yield Finding("save-password", file, f"{len(found)} of players")
    if c.BEGIN_SAVE not in commands or c.END_SAVE not in commands:
        missing = "begin_save" if c.BEGIN_SAVE not in commands else "end_save"
        yield Finding("save-frame", file, f"no command {missing}")
        return
    if commands[0] != c.BEGIN_SAVE:
        yield Finding("save-frame", file, f"begins with {commands[0].text()[:40]!r}")
    end = commands.index(c.END_SAVE)
    leaves = Leaves(file, facts)
    for command in flat(commands[:end]):
        yield from leaves.check(command)
    yield from leaves.check_whole()
    yield from check_steps(commands[end + 1 :], leaves)
