"""Containers and slot ids: the same bytes every time, atomic, and nothing renumbered."""

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from generator.vassal.format.archive import open_archive, read_archive
from generator.vassal.format.container import (
    Metadata,
    Save,
    deobfuscate,
    module_bytes,
    obfuscate,
    read_save,
    save_bytes,
    write_atomically,
    zip_bytes,
)
from generator.vassal.format.errors import ContainerError, SlotIdError
from generator.vassal.format.slots import SlotIds, read_slot_ids, write_slot_ids

MODULE = Metadata("1.0", "A <sample> & more", 1753800000000, "Sample")
SAVE = Metadata("1.0", "Set-up", 1753800000000)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_obfuscation_is_undone(text):
    assert deobfuscate(obfuscate(text)) == text


def test_obfuscation_is_that_of_vassal_and_plain_text_is_read_too():
    assert obfuscate("begin") == b"!VCSK5a383f3d3334"
    assert deobfuscate(b"!VCSK00626567696e") == deobfuscate(b"begin") == "begin"


@pytest.mark.parametrize("data", [b"!VCSK5a3", b"!VCSKzz", b"!VCSK", b"\xff\xfe", b"!VCSK00ff"])
def test_a_damaged_save_is_refused(data):
    with pytest.raises(ContainerError, match="damaged"):
        deobfuscate(data)


def test_text_that_is_not_unicode_is_refused():
    with pytest.raises(ContainerError, match="UTF-8"):
        obfuscate("\ud800")


def test_a_module_is_reproducible_sorted_and_complete():
    images = {"b.png": b"B", "a.png": b"A"}
    data = module_bytes(b"<x/>", MODULE, images, {"one.vsav": b"S"})
    assert data == module_bytes(b"<x/>", MODULE, dict(reversed(images.items())), {"one.vsav": b"S"})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        assert names == sorted(["buildFile.xml", "moduledata", "images/a.png", "images/b.png", "one.vsav"])
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        metadata = etree.fromstring(archive.read("moduledata"))
    texts = {child.tag: child.text for child in metadata}
    assert texts == {
        "version": "1.0", "extra1": None, "extra2": None, "VassalVersion": "3.7.0", "name": "Sample",
        "dateSaved": "1753800000000", "description": "A <sample> & more",
    }  # fmt: skip


def test_a_save_is_read_back(tmp_path):
    path = tmp_path / "one.vsav"
    write_atomically(path, save_bytes("begin_save\x1bend_save", SAVE, MODULE))
    archive = open_archive(path)
    assert read_save(archive) == Save("begin_save\x1bend_save", plain=False)
    assert archive.read("moduledata") == MODULE.xml()
    assert b"<name>" not in archive.read("savedata")


@pytest.mark.parametrize("content", [b"no zip", zip_bytes({"moduledata": b""})])
def test_what_is_no_save_is_refused(tmp_path, content):
    path = tmp_path / "one.vsav"
    path.write_bytes(content)
    with pytest.raises(ContainerError, match=r"one\.vsav: not a (VASSAL|module, )"):
        read_save(open_archive(path))


def test_a_save_tells_that_everyone_can_read_it(tmp_path):
    plain = read_archive(zip_bytes({"savedGame": b"begin_save"}), "x")
    assert read_save(plain) == Save("begin_save", plain=True)
    with pytest.raises(ContainerError, match=r"x\.vsav: savedGame is damaged"):
        read_save(read_archive(zip_bytes({"savedGame": b"!VCSK5"}), "x.vsav"))


@pytest.mark.parametrize("name", ["", "/a", "../a", "a/../b", "a\\b", "a//b"])
def test_unsafe_names_are_refused(name):
    with pytest.raises(ContainerError, match="cannot be the name"):
        zip_bytes({name: b""})


def test_clashing_names_are_refused():
    with pytest.raises(ContainerError, match="only in case"):
        zip_bytes({"images/A.png": b"", "images/a.png": b""})
    with pytest.raises(ContainerError, match="two files"):
        module_bytes(b"", MODULE, {"a.png": b""}, {"images/a.png": b""})


def test_names_stand_in_moduledata_only():
    with pytest.raises(ContainerError, match="needs the module's name"):
        module_bytes(b"", SAVE, {}, {})
    with pytest.raises(ContainerError, match="has no name"):
        save_bytes("x", MODULE, MODULE)
    with pytest.raises(ContainerError, match="control character"):
        Metadata("1", "a\x00b", 0).xml()


def test_a_failed_write_leaves_the_last_file_in_place(tmp_path, monkeypatch):
    path = tmp_path / "game.vmod"
    write_atomically(path, b"old")

    def fail(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("generator.cache.files.os.fsync", fail)
    with pytest.raises(ContainerError, match="No space left"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_folder_is_made_and_one_that_cannot_be_is_one_clear_error(tmp_path):
    write_atomically(tmp_path / "none" / "game.vmod", b"x")
    assert (tmp_path / "none" / "game.vmod").read_bytes() == b"x"
    with pytest.raises(ContainerError, match="cannot be written"):
        write_atomically(tmp_path / "none" / "game.vmod" / "game.vmod", b"x")


@given(st.lists(st.lists(st.text(min_size=1, max_size=4), max_size=6), max_size=4))
def test_ids_are_extended_and_never_renumbered(batches):
    slots = SlotIds()
    for batch in batches:
        extended = slots.extended(batch)
        assert all(extended[name] == number for name, number in slots.ids.items())
        assert extended.next_id > max(extended.ids.values(), default=0)
        assert len(set(extended.ids.values())) == len(extended.ids)
        slots = extended


def test_a_slot_that_has_gone_keeps_its_id():
    slots = SlotIds({"Inf": 1, "Gone": 7}).extended(["Cav", "Inf"])
    assert slots.ids == {"Inf": 1, "Gone": 7, "Cav": 8}
    assert slots.next_id == 9


def test_the_list_is_recorded_in_the_order_of_its_ids(tmp_path):
    path = tmp_path / "slots.json"
    assert read_slot_ids(path) == SlotIds()
    write_slot_ids(path, SlotIds({"Cav": 2, "Inf": 1}))
    assert path.read_text("utf-8") == '{\n "Inf": 1,\n "Cav": 2\n}\n'
    assert read_slot_ids(path) == SlotIds({"Inf": 1, "Cav": 2})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"A": 1, "B": 1}', "share the id 1"),
        ('{"A": 1, "A": 2}', "is listed twice"),
        ('{"A": 0}', "from 1 up"),
        ('{"A": "1"}', "from 1 up"),
        ('{"A": true}', "from 1 up"),
        ("[1]", "is an object"),
        ("{", "not a list of slot ids"),
    ],
)
def test_a_damaged_list_is_refused_with_its_path(tmp_path, text, message):
    path = tmp_path / "slots.json"
    path.write_text(text, "utf-8")
    with pytest.raises(SlotIdError, match=rf"slots\.json: .*{message}"):
        read_slot_ids(path)


def test_an_unknown_slot_has_no_id():
    with pytest.raises(SlotIdError, match="'Inf'"):
        SlotIds()["Inf"]
