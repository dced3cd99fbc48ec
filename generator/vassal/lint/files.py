"""Checks of the zip: the files that components name are there, images can be drawn, names are unique."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from generator.vassal.format.components import component_table
from generator.vassal.format.errors import ContainerError
from generator.vassal.lint.facts import ModuleFacts
from generator.vassal.lint.findings import Finding
from generator.vassal.lint.svg import check_svg
from generator.vassal.lint.tree import Node, parse_xml

_IMAGE = re.compile(rb"<img\b", re.IGNORECASE)
_SOURCE = re.compile(rb"\bsrc\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
_MOST_HTML = 8 << 20
LARGEST_SVG = 16 << 20
"""Bytes."""
_PICTURES = (".png", ".gif", ".jpg", ".jpeg", ".svg")


def check_files(facts: ModuleFacts) -> Iterator[Finding]:
    """Findings of the files, and of what names them."""
    yield from _check_names(facts)
    for node in facts.root.walk():
        yield from _check_node(node, facts)
    for path in sorted(facts.archive.entries):
        if path.startswith("images/"):
            yield from _check_image(path, facts)


def _check_names(facts: ModuleFacts) -> Iterator[Finding]:
    for name in facts.archive.doubled:
        yield Finding("file-double", name, "the zip has two files of this name")
    seen: dict[str, str] = {}
    for name in sorted(facts.archive.entries):
        if name.lower() in seen:
            yield Finding("file-case", name, f"differs from {seen[name.lower()]} only in case")
        seen[name.lower()] = name


def _check_node(node: Node, facts: ModuleFacts) -> Iterator[Finding]:
    kind = component_table().get(node.name)
    for name, attribute in (kind.attributes if kind else {}).items():
        value = node.get(name)
        if attribute.type == "image" and facts.pictures.missing(value):
            yield Finding("image-missing", node.where, f"{name}: {value!r} is not in images/")
        if attribute.type == "sound":
            yield from check_sound(value, node.where, facts)
        if attribute.type == "file" and value:
            yield from _check_file(node, name, value, facts)


def check_sound(value: str, where: str, facts: ModuleFacts) -> Iterator[Finding]:
    """A finding for a sound that is not there; names with $...$ or expressions are not looked into."""
    if not value or set(value) & set("${/") or f"sounds/{value}" in facts.archive:
        return
    if f"sounds/{value}.au" not in facts.archive:
        yield Finding("sound-missing", where, f"{value!r} is not in sounds/")


def _check_file(node: Node, attribute: str, value: str, facts: ModuleFacts) -> Iterator[Finding]:
    inside = node.name != "module.documentation.HelpFile" or node.get("fileType", "archive") == "archive"
    used = node.name != "module.PredefinedSetup" or _loads(node)
    if not inside or not used or value.startswith("/"):
        return
    found = next((path for path in (value, f"help/{value}") if path in facts.archive), None)
    if found is None:
        code = "setup-file-missing" if node.name == "module.PredefinedSetup" else "file-missing"
        yield Finding(code, node.where, f"{attribute}: {value!r} is not in the zip")
    elif found.lower().endswith((".html", ".htm")):
        yield from _check_html(found, facts)


def _loads(node: Node) -> bool:
    return node.get("useFile", "true") != "false" and node.get("isMenu") != "true"


def _check_html(path: str, facts: ModuleFacts) -> Iterator[Finding]:
    try:
        data = facts.archive.read(path, _MOST_HTML)
    except ContainerError as error:
        yield Finding("file-damaged", path, str(error))
        return
    for source in _image_sources(data):
        name = source.decode("utf-8", "replace")
        beside = f"{path.rpartition('/')[0]}/{name}".lstrip("/")
        if ":" not in name and beside not in facts.archive and facts.pictures.missing(name):
            yield Finding("html-image-missing", path, f"<img src={name!r}> is not in images/")


def _image_sources(data: bytes) -> Iterator[bytes]:
    """What the tags of images name, each byte looked at once: a tag begins, and ends with the next `>`."""
    at = 0
    while tag := _IMAGE.search(data, at):
        at = data.find(b">", tag.end())
        if at < 0:
            return
        if source := _SOURCE.search(data, tag.end(), at):
            yield source[1]


def _check_image(path: str, facts: ModuleFacts) -> Iterator[Finding]:
    if path.endswith(".svg"):
        yield from _check_svg(path, facts)
    elif path.lower().endswith(_PICTURES) and facts.pictures.size_of_file(path) is None:
        yield Finding("image-damaged", path, "not a readable PNG, GIF or JPEG")


def _check_svg(path: str, facts: ModuleFacts) -> Iterator[Finding]:
    try:
        root = parse_xml(facts.archive.read(path, LARGEST_SVG))
    except (etree.XMLSyntaxError, ContainerError) as error:
        yield Finding("svg-damaged", path, str(error))
        return
    yield from check_svg(root, path, facts.pictures.missing)


def used_setups(facts: ModuleFacts) -> dict[str, Node]:
    """The saves that set-ups load, by their file."""
    nodes = facts.root.all("module.PredefinedSetup")
    found = {node.get("file"): node for node in nodes if node.get("file") and _loads(node)}
    return {file: node for file, node in found.items() if file in facts.archive}


def check_unused_setups(facts: ModuleFacts) -> Iterator[Finding]:
    """Findings for saves in the root that nothing loads."""
    named = {value for node in facts.root.walk() for value in node.attributes.values()}
    for path in sorted(facts.archive.entries):
        if path.endswith((".vsav", ".vlog")) and "/" not in path and path not in named:
            yield Finding("setup-unused", path, "no set-up or tutorial loads it")
