"""Checks of `moduledata` and `savedata`: what the Module Manager lists, what a save says of its module."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from lxml import etree

from generator.vassal.format.archive import Archive
from generator.vassal.format.errors import ContainerError
from generator.vassal.lint.findings import Finding
from generator.vassal.lint.tree import Node, parse_xml

_LARGEST = 1 << 20
_NEWEST = (3, 7)
"""The VASSAL that the list of components was taken from."""


def read_metadata(archive: Archive, entry: str) -> Mapping[str, str] | None:
    """The texts of a metadata file by tag, None if it is missing, damaged or no XML."""
    if entry not in archive:
        return None
    try:
        root = parse_xml(archive.read(entry, _LARGEST))
    except (etree.XMLSyntaxError, ContainerError):
        return None
    return {str(child.tag): child.text or "" for child in root}


def vassal_version(text: str) -> tuple[int, int] | None:
    """Major and minor of a version such as 3.7.0 or 3.8.0-beta2."""
    match = re.match(r"([0-9]{1,4})\.([0-9]{1,4})(?![0-9])", text)
    return (int(match[1]), int(match[2])) if match else None


def check_metadata(archive: Archive, entry: str) -> Iterator[Finding]:
    """Findings of one metadata file by itself."""
    data = read_metadata(archive, entry)
    if entry not in archive:
        yield Finding("metadata-missing", entry, "the file is not in the zip")
    elif data is None or not data.get("version") or not data.get("VassalVersion"):
        yield Finding("metadata-damaged", entry, "not XML with version and VassalVersion")
    elif (found := vassal_version(data["VassalVersion"])) is None or found > _NEWEST:
        yield Finding("vassal-version", entry, f"VassalVersion is {data['VassalVersion']!r}")


def check_module_metadata(archive: Archive, root: Node) -> Iterator[Finding]:
    """Findings of moduledata beside the build file."""
    yield from check_metadata(archive, "moduledata")
    data = read_metadata(archive, "moduledata") or {}
    for name in ("name", "version"):
        if name in data and data[name] != root.get(name):
            what = f"{name} is {data[name]!r}, in the build file {root.get(name)!r}"
            yield Finding("metadata-differs", "moduledata", what)
