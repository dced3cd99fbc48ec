"""Modules and saves of ill will: findings, never a traceback, and nothing that a terminal obeys."""

import pytest
from tiny import MODULE, SAVE, codes, in_build, in_save, packed, sound

from generator.vassal.format.archive import read_archive
from generator.vassal.format.container import save_bytes, zip_bytes
from generator.vassal.lint import lint, lint_file
from generator.vassal.lint.traits import key_of

LONG = "9" * 5000


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("playSound;horn.au;Blow;66,130", "playSound;horn.au;Blow;ß", []),
        ('dx="50"', 'dx="1e-320"', ["grid-size"]),
        ('x0="25"', 'x0="1e308"', ["attribute-value"]),
        ("0,0;150,0;150,200;0,200", f"0,0;{LONG[:400]},0;150,200;0,200", ["zone-path"]),
        ("0,0;150,0;150,200;0,200", "0,0;٣,0;150,200;0,200", ["zone-path"]),
        ('gpid="4"', f'gpid="{LONG}"', ["gpid-number"]),
        ('gpid="4"', 'gpid="²"', ["gpid-number"]),
        ('nextPieceSlotId="9"', f'nextPieceSlotId="{LONG}"', ["gpid-next"]),
        ('zoomStart="3"', 'zoomStart="1e300"', []),
        ("rotate;6", f"rotate;{LONG}", ["trait-number"]),
        ("rotate;6", "rotate;٣", ["trait-number"]),
        ("rotate;6", "rotate;1_0", ["trait-number"]),
    ],
)
def test_numbers_that_python_reads_and_java_does_not(old, new, found):
    entries = sound()
    in_build(entries, old, new)
    assert codes(entries) == found


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("@@0", f"@@{LONG}", "stack-layer"),
        ("@@0", "@@²", "stack-layer"),
        ("stack/Main Map;25;25", "stack/Main Map;--5;25", "stack-place"),
        ("/Main Map;170;250;true", f"/Main Map;{LONG};250;true", "stack-place"),
        ("/Main Map;170;250;true", "/Main Map;--5;250;true", "stack-place"),
        ("Main MapBoardPicker\tNorth\t0\t0", f"Main MapBoardPicker\tNorth\t0\t{LONG}", "command-damaged"),
        ("Main MapBoardPicker\tNorth", "Main MapBoardPicker\tNo/rth", "command-damaged"),
    ],
)
def test_numbers_of_saves(old, new, found):
    entries = sound()
    in_save(entries, old, new)
    assert found in codes(entries)


def test_a_key_of_one_letter_is_read_as_java_reads_it():
    assert key_of("f") == key_of("F") == "70,130"
    assert key_of("ß") == "223,130"


def test_a_version_and_metadata_of_any_length():
    entries = sound()
    entries["moduledata"] = entries["moduledata"].replace(b"3.7.0", f"{LONG}.7".encode())
    assert codes(entries) == ["vassal-version"]
    entries["moduledata"] = b"<data>" + b" " * (2 << 20) + b"</data>"
    assert codes(entries) == ["metadata-damaged"]


def test_an_svg_of_less_than_one_px_has_no_size():
    entries = sound()
    entries["images/good.svg"] = entries["images/good.svg"].replace(b'width="20"', b'width="0.5"')
    assert codes(entries) == ["svg-size"]


def test_nothing_that_a_terminal_obeys_stands_in_a_finding():
    entries = sound()
    in_build(entries, 'name="Guard" owningBoard="North"', 'name="\x9b2J" owningBoard="\u202e"')
    in_save(entries, "+/11/", "+/\x9b\r1/")
    found = lint(read_archive(packed(entries), "x"), "x")
    assert {"start-board-unknown", "stack-member"} <= {each.code for each in found}
    assert all((each.where + each.what).isprintable() for each in found)


def test_a_module_is_read_once(tmp_path, monkeypatch):
    module, save, opened = tmp_path / "tiny.vmod", tmp_path / "start.vsav", []
    module.write_bytes(packed(sound()))
    save.write_bytes(sound()["start.vsav"])

    def opening(path):
        opened.append(path)
        return read_archive(path.read_bytes(), str(path))

    monkeypatch.setattr("generator.vassal.lint.open_archive", opening)
    assert lint_file(save, module) == []
    assert sorted(opened) == sorted([module, save])


def test_a_save_of_a_module_that_is_none_is_a_finding():
    entries = sound() | {"start.vsav": zip_bytes({"readme": b""})}
    assert "save-damaged" in codes(entries)
    entries = sound() | {"start.vsav": save_bytes("\ud7ff", SAVE, MODULE)}
    assert "save-frame" in codes(entries)
