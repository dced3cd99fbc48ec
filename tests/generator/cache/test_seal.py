"""Seals: a file tells what it was made of, is still readable, and every change breaks it."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.cache.own import Made
from generator.cache.seal import note_made, sealed, unbroken


def archive() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        made.writestr("a.txt", "words")
    return buffer.getvalue()


FILES = {"pdf": b"%PDF-1.7\nbody\n%%EOF\n", "zip": archive()}


@pytest.mark.parametrize("name", FILES)
def test_facts_come_back_for_the_same_inputs_only(tmp_path: Path, name: str) -> None:
    out = tmp_path / "file"
    data, made = sealed(FILES[name], "abc", {"pages": 3}), Made(tmp_path / "cache")
    out.write_bytes(data)
    assert unbroken(out, "abc", made) is None
    note_made(made, data, "abc")
    assert unbroken(out, "abc", made) == (out.read_bytes(), {"pages": 3})
    assert unbroken(out, "abd", made) is None


def test_a_sealed_zip_is_a_sound_zip() -> None:
    made = zipfile.ZipFile(io.BytesIO(sealed(FILES["zip"], "abc", {})))
    assert made.testzip() is None
    assert made.read("a.txt") == b"words"
    assert b'"inputs": "abc"' in made.comment


@given(name=st.sampled_from(sorted(FILES)), data=st.data())
def test_any_changed_byte_breaks_it(tmp_path_factory: pytest.TempPathFactory, name: str, data) -> None:
    whole = bytearray(sealed(FILES[name], "abc", {"pages": 3}))
    place = data.draw(st.integers(0, len(FILES[name]) - 1))
    whole[place] ^= data.draw(st.integers(1, 255))
    out = tmp_path_factory.mktemp("seal") / "file"
    out.write_bytes(whole)
    made = Made(out.parent / "cache")
    note_made(made, sealed(FILES[name], "abc", {"pages": 3}), "abc")
    assert unbroken(out, "abc", made) is None


@pytest.mark.parametrize(
    "text", [b"", b"%PDF", b"x\n%senlac ", b"x\n%senlac []\n", b'x\n%senlac {"inputs": "abc"}\n']
)
def test_what_is_no_seal(tmp_path: Path, text: bytes) -> None:
    out, made = tmp_path / "file", Made(tmp_path / "cache")
    note_made(made, text, "abc")
    assert unbroken(out, "abc", made) is None
    out.write_bytes(text)
    assert unbroken(out, "abc", made) is None
    assert unbroken(tmp_path, "abc", made) is None
