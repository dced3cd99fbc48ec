"""A stranger's art: each file that would fill the memory, never end or lead elsewhere is one fault at that
file."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from generator.checking.faults import faults_of
from generator.new_game.start import start_game

BOMB = "a: &a [x, x, x]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]\n"
ENTITIES = (
    '<!DOCTYPE svg [<!ENTITY a "M0 0L1 1"><!ENTITY b "&a;&a;&a;">]>'
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#000000" d="&b;"/></svg>'
)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
DEEP = SVG.format("<g>" * 60 + '<path d="M0 0L1 1"/>' + "</g>" * 60)
WIDE = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 100_000, 100_000) + bytes(9)
ATTACKS: dict[str, tuple[str, bytes, str]] = {
    "aliases": ("palettes/sides.yaml", BOMB.encode(), "aliases"),
    "depth of lists": ("palettes/sides.yaml", b"a: " + b"[" * 40, "nested deeper"),
    "depth beyond the parser": ("palettes/sides.yaml", b"a: " + b"[" * 5000, "nest"),
    "no YAML": ("terrain.yaml", b"\xff\xfe\x00", "not YAML"),
    "glyphs without end": (
        "terrain.yaml", b"looks: {clear: {drawn: scatter, glyphs: [tree], count: 99999999}}", "at most 200",
    ),
    "entities": ("figures/a.svg", ENTITIES.encode(), "entities of its own"),
    "depth of groups": ("figures/a.svg", DEEP.encode(), "ungroup them"),
    "a box without end": ("figures/a.svg", SVG.replace("9 9", "inf inf").encode(), "viewBox"),
    "a script": ("figures/a.svg", SVG.format("<script>alert(1)</script>").encode(), "cannot hold <script>"),
    "another file": (
        "figures/a.svg", SVG.format('<image href="file:///etc/passwd"/>').encode(), "cannot hold <image>",
    ),
    "no path": ("figures/a.svg", SVG.format('<path d="M0 0 NaN"/>').encode(), "cannot be read"),
    "a picture of 10,000 million pixels": ("figures/a.png", WIDE, "at most 4000"),
    "a picture that is none": ("figures/a.png", b"GIF89a", "this is no PNG"),
    "a layout without end": ("layouts/a.yaml", b"note: x\nmm: .inf\nwords: []\n", "mm"),
    "no font": ("fonts/fonts.yaml", b"fonts: [{family: A, weight: 400, file: a.ttf}]", "no font"),
}  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS)
def test_it_is_one_fault_at_its_file(attack: str, tmp_path: Path) -> None:
    file, data, words = ATTACKS[attack]
    folder = tmp_path / "game"
    start_game(folder)
    path = folder / "art" / file
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    if attack == "no font":
        (path.parent / "a.ttf").write_bytes(b"\x00\x01\x00\x00\x00\x09" + bytes(40))
    told = [str(fault) for fault in faults_of(folder) if not fault.warning]
    assert told and all(each.startswith("art/") for each in told)
    assert any(words in each for each in told), told


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    start_game(folder)
    (folder / "art" / "figures").mkdir(parents=True)
    (tmp_path / "secret.svg").write_text(SVG.format('<path d="M0 0L1 1"/>'))
    (folder / "art" / "figures" / "a.svg").symlink_to(tmp_path / "secret.svg")
    (fault,) = faults_of(folder)
    assert fault.place.file == "art/figures/a.svg" and "a link" in fault.message
