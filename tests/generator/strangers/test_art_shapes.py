"""A stranger's art of the wrong shape: one fault at its file and line that says what is expected, and the
same words from the commands that draw."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from forked import senlac

from generator.art_folder import find_art
from generator.checking.faults import faults_of
from generator.new_game.start import start_game

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'


def png(width: int = 8, *, depth: int = 8, kind: int = 2, rows: bytes | None = None, keep: int = 0) -> bytes:
    """A PNG, cut off after so many bytes if that is said."""
    raw = bytes((3 * depth // 8 * width + 1) * width) if rows is None else rows
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", width, width, depth, kind, 0, 0, 0)),
        (b"IDAT", zlib.compress(raw)),
        (b"IEND", b""),
    ]
    made = b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )
    whole = b"\x89PNG\r\n\x1a\n" + made
    return whole[:keep] if keep else whole


def wrong_sum() -> bytes:
    data = bytearray(png())
    data[-14] ^= 1
    return bytes(data)


FAULTY: dict[str, tuple[str, bytes, str]] = {
    "a colour gone": ("palettes/chart.yaml", b"head_ink: {x: '#000000'}", "the style has a colour here"),
    "a date": ("palettes/sides.yaml", b"a:\n  b: 2020-01-01", "sides.yaml:2:"),
    "a huge number": ("palettes/sides.yaml", b"a: {b: " + b"9" * 5000 + b"}", "write a colour"),
    "a key twice": ("palettes/sides.yaml", b"a: {b: '#000000'}\na: 1", "appears twice"),
    "a tag": ("palettes/map.yaml", b"a: !!binary aGk=", "the tag"),
    "a number for a palette": ("palettes/map.yaml", b"7", "expected a mapping"),
    "lists in lists": (
        "terrain.yaml", b"looks: {marsh: {glyphs: [[[[]]]]}}", "looks.marsh.glyphs.0: found a list",
    ),
    "a glyph that is not there": ("terrain.yaml", b"looks:\n  marsh: {glyphs: [nix]}", "terrain.yaml:2:"),
    "no looks": ("terrain.yaml", b"looks: null", "looks: found nothing: expected a mapping"),
    "a height without end": (
        "terrain.yaml", b"looks: {marsh: {height: 1e999}}", "looks.marsh.height: found '1e999'",
    ),
    "a marker of no mapping": ("markers.yaml", b"looks: {a: 3}", "looks.a: found 3: expected a mapping"),
    "a marker of no palette": (
        "markers.yaml", b"looks: {a: {palette: nix}}", "expected a palette of sides.yaml",
    ),
    "a marker of no shape": ("markers.yaml", b"looks: {a: {shape: nix}}", "expected one of disc"),
    "a place of text": ("places.yaml", b"a: {b: [x, 2]}", "a.b.0: found 'x': expected a number"),
    "a font of no family": (
        "fonts/fonts.yaml", b"fonts: [{weight: 400, file: a.ttf}]", "fonts.0.family: it is missing",
    ),
    "fonts of no list": ("fonts/fonts.yaml", b"fonts: 3", "fonts: found 3: expected a list"),
    "a role of nothing": ("fonts/fonts.yaml", b"roles: {nix: text}", "expected one of sans"),
    "a layout far away": (
        "layouts/a.yaml", b"note: x\nstep_band: {top: 1e300, height: 2}\nwords: []", "a.yaml:2:",
    ),
    "a style of no figure": ("style.yaml", b"card_back: nix", "card_back: "),
    "a form of no shield": ("style.yaml", b"shields: [nix]", "shields"),
    "a colour of 5,000 digits": (
        "figures/a.svg", SVG.format(f'<path d="M0 0L1 1" fill="rgb({"9" * 5000},1,1)"/>').encode(),
        "write it as #rrggbb",
    ),
    "a turn without end": (
        "figures/a.svg", SVG.format('<path d="M0 0L1 1" transform="rotate(1e999)"/>').encode(),
        "is no transform",
    ),
    "a PNG that is cut off": ("figures/a.png", png(keep=60), "the picture is damaged: it is cut off"),
    "a PNG of its head alone": ("figures/a.png", png(keep=20), "this is no PNG"),
    "a PNG with a wrong sum": ("figures/a.png", wrong_sum(), "a checksum in it is wrong"),
    "a PNG without its palette": ("figures/a.png", png(kind=3, rows=bytes(72)), "and it has none"),
    "a PNG with few pixels": ("figures/a.png", png(rows=b"\x00"), "its pixels cannot be decoded"),
    "a PNG of wrong kind": ("figures/a.png", png(kind=7), "its pixels cannot be decoded"),
}  # fmt: skip


def game_with(folder: Path, file: str, data: bytes) -> Path:
    start_game(folder)
    path = folder / "art" / file
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    if file == "fonts/fonts.yaml":
        (path.parent / "a.ttf").write_bytes((find_art() / "fonts/SenlacText-Regular.ttf").read_bytes())
    return folder


@pytest.mark.parametrize("name", FAULTY)
def test_it_is_a_fault_at_its_file(name: str, tmp_path: Path) -> None:
    file, data, words = FAULTY[name]
    told = [str(fault) for fault in faults_of(game_with(tmp_path / "game", file, data)) if not fault.warning]
    assert told and told[0].startswith(f"art/{file}")
    assert words in told[0] and "does not have the shape" not in told[0] and len(told[0]) < 1200


@pytest.mark.parametrize("name", ["a huge number", "a PNG that is cut off"])
def test_a_command_that_draws_says_the_same(name: str, tmp_path: Path) -> None:
    file, data, words = FAULTY[name]
    done = senlac("kit", game_with(tmp_path / "game", file, data), "--out", tmp_path / "kit.pdf")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1) and words in done.stderr


@pytest.mark.parametrize(
    "picture", [png(depth=16), png(2000, rows=bytes(6001 * 2000))], ids=["16 bit", "large"]
)
def test_a_picture_that_is_whole_is_none(picture: bytes, tmp_path: Path) -> None:
    assert not [
        fault
        for fault in faults_of(game_with(tmp_path / "game", "figures/a.png", picture))
        if not fault.warning
    ]


def test_numbers_with_decimals_are_read_as_those_that_ship(tmp_path: Path) -> None:
    own = tmp_path / "game"
    start_game(own)
    for each in (
        "layouts/unit.yaml",
        "layouts/cards/unit.yaml",
        "places.yaml",
        "terrain.yaml",
        "markers.yaml",
    ):
        (own / "art" / each).parent.mkdir(parents=True, exist_ok=True)
        (own / "art" / each).write_bytes((find_art() / each).read_bytes())
    assert not faults_of(own)


def test_a_letter_of_many_accents_is_refused_where_it_stands(tmp_path: Path) -> None:
    start_game(tmp_path / "game")
    file = tmp_path / "game/game.yaml"
    text = file.read_text("utf-8")
    title = next(row for row in text.splitlines() if row.startswith("title:"))
    for accents, faulty in ((4, False), (5, True), (100, True)):
        piled = title[:-1] + "e" + "\u0301" * accents + title[-1]
        file.write_text(text.replace(title, piled), "utf-8")
        told = [str(fault) for fault in faults_of(tmp_path / "game") if "accents" in fault.message]
        assert bool(told) == faulty
        assert not told or told[0].startswith("game.yaml:")


@pytest.mark.parametrize("name", ["../../x", "/etc/x", "..", "C:x", "a\\\\b", "x" * 20_000, ".hidden"])
def test_no_name_of_a_figure_leads_out_of_the_art(name: str, tmp_path: Path) -> None:
    data = f'country:\n  vignette: ["{name}"]\n'.encode()
    told = [str(fault) for fault in faults_of(game_with(tmp_path / "game", "terrain.yaml", data))]
    assert told and told[0].startswith("art/terrain.yaml") and len(told[0]) < 1200
