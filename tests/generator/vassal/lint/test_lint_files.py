"""Files of strangers, whole or damaged: findings or one clear error, never a traceback; and the command."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import MODULE, SAVE, in_build, in_save, packed, sound
from typer.testing import CliRunner

import generator.vassal
from generator.cli.app import app
from generator.vassal.format.archive import read_archive
from generator.vassal.format.container import deobfuscate, save_bytes, zip_bytes
from generator.vassal.format.errors import ArchiveError, ContainerError, VassalError
from generator.vassal.lint import fault_table, has_errors, lint, lint_file

SOUND = packed(sound())
TEXT = deobfuscate(read_archive(sound()["start.vsav"], "").read("savedGame"))
BUILD = sound()["buildFile.xml"].decode()
changes = st.lists(st.tuples(st.floats(0, 0.9999), st.integers(0, 255)), min_size=1, max_size=5)
texts = st.sampled_from(
    ["", "\\", "'", ";", ",", "\t", "/", "0", "-1", "99999999999", "x", '"', "{", "é", ":"]
)
splices = st.lists(st.tuples(st.floats(0, 0.9999), st.integers(0, 6), texts), min_size=1, max_size=4)


def run(*arguments):
    return CliRunner().invoke(app, ["lint", *map(str, arguments)])


@settings(max_examples=150, deadline=None)
@given(changes)
def test_a_module_with_flipped_bytes_gives_findings_or_one_clear_error(flips):
    data = bytearray(SOUND)
    for place, value in flips:
        data[int(place * len(data))] = value
    try:
        lint(read_archive(bytes(data), "x.vmod"), "x.vmod")
    except VassalError as error:
        assert "x.vmod" in str(error)


def spliced(text, cuts):
    for place, length, new in cuts:
        index = int(place * len(text))
        text = text[:index] + new + text[index + length :]
    return text


@settings(max_examples=120, deadline=None)
@given(splices)
def test_a_build_file_with_anything_in_it_gives_findings(cuts):
    entries = sound() | {"buildFile.xml": spliced(BUILD, cuts).encode()}
    lint(read_archive(packed(entries), "x.vmod"), "x.vmod")


@settings(max_examples=200, deadline=None)
@given(splices)
def test_a_save_with_anything_in_it_gives_findings(cuts):
    entries = sound() | {"start.vsav": save_bytes(spliced(TEXT, cuts), SAVE, MODULE)}
    lint(read_archive(packed(entries), "x.vmod"), "x.vmod")
    lint(read_archive(entries["start.vsav"], "x.vsav"), "x.vsav")


def test_a_save_is_checked_by_itself_and_against_its_module(tmp_path):
    module, save, entries = tmp_path / "tiny.vmod", tmp_path / "start.vsav", sound()
    module.write_bytes(SOUND)
    save.write_bytes(entries["start.vsav"])
    assert lint_file(save) == lint_file(save, module) == []
    in_save(entries, ";Weather;mud", ";Wether;mud")
    save.write_bytes(entries["start.vsav"])
    assert lint_file(save) == []
    assert [finding.code for finding in lint_file(save, module)] == ["property-unknown"]


@pytest.mark.parametrize("data", [b"", b"no zip", SOUND[:-40], zip_bytes({"readme.txt": b"x"})])
def test_what_is_no_module_is_one_clear_error(tmp_path, data):
    path = tmp_path / "x.vmod"
    path.write_bytes(data)
    with pytest.raises(ContainerError, match=r"x\.vmod: not a VASSAL module"):
        lint_file(path)


def test_entities_are_not_followed():
    bomb = '<!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c "&b;&b;&b;">]>' + BUILD[BUILD.index("<VASSAL") :]
    found = lint(read_archive(packed(sound() | {"buildFile.xml": bomb.encode()}), "x"), "x")
    assert not has_errors(found)
    outside = bomb.replace('"&b;&b;&b;"', 'SYSTEM "file:///etc/passwd"').replace("A tiny module", "&c;")
    with pytest.raises(ArchiveError, match="leads out"):
        read_archive(packed(sound() | {"../a": b""}), "x")
    assert [
        f.code for f in lint(read_archive(packed(sound() | {"buildFile.xml": outside.encode()}), "x"), "x")
    ]


def test_the_command_tells_what_why_and_what_to_do(tmp_path):
    path, entries = tmp_path / "x.vmod", sound()
    path.write_bytes(SOUND)
    clean = run(path)
    assert clean.exit_code == 0 and "no problems found" in clean.output
    in_build(entries, 'gpid="4"', 'gpid="1"')
    path.write_bytes(packed(entries))
    told = run(path)
    assert told.exit_code == 1
    fault = fault_table()["gpid-double"]
    for words in (
        f"error gpid-double: {fault.why} {fault.what_to_do}",
        "SetupStack[Guard]",
        "1 error, 0 warnings",
    ):
        assert words in told.output
    (facts,) = json.loads(run(path, "--json").output)
    assert facts.keys() == {"code", "severity", "where", "what", "why", "what_to_do"}


def test_warnings_alone_are_no_failure(tmp_path):
    path, entries = tmp_path / "x.vmod", sound()
    in_build(entries, 'autoReport="Always"', 'autoReport="Often"')
    path.write_bytes(packed(entries))
    told = run(path)
    assert told.exit_code == 0 and "0 errors, 1 warning" in told.output


def test_every_fault_is_in_the_readme_as_it_is_told():
    text = (Path(generator.__file__).parent / "docs" / "reference" / "vassal-linter.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| (error|warning) \| (.+?) \|$", text, flags=re.MULTILINE)
    assert rows == [(f.code, f.severity, f.why) for f in fault_table().values()]


def test_what_vassal_itself_writes_is_no_fault():
    """Groups in groups, new stacks for pieces that move, the second of the two layers of every map."""
    entries = sound()
    in_build(entries, 'layerOrder="Units"', 'layerOrder="Units,Leaders"')
    in_save(entries, "@@0", "@@2")
    in_save(entries, "\\\x1bLOG\tM/", "\\\x1bLOG\t+/13/stack/Main Map;75;25;11;@@0\\\x1bLOG\tM/")
    in_save(entries, "LOG\tCHAT", "LOG\tnull\\\\\x1bLOG\tnull\\\x1bLOG\tCHAT")
    assert [f.code for f in lint(read_archive(packed(entries), "x"), "x")] == []
    layer = 'property="Layer"/>'
    text = (
        BUILD[: BUILD.index("<VASSAL.build.module.map.LayeredPieceCollection")]
        + BUILD[BUILD.index(layer) + len(layer) :]
    )
    plain = sound() | {"buildFile.xml": text.encode()}
    in_save(plain, "@@0", "@@1")
    assert [f.code for f in lint(read_archive(packed(plain), "x"), "x")] == []
