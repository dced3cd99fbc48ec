"""Entries: envelope, bodies, the order of checks, the record."""

import json

import pytest
import said
from hypothesis import given
from hypothesis import strategies as st
from pbem_play import charter, game_claimed, key, whole_game
from refusing import refuses

from pbem import errors
from pbem.entry import bodies, entries, verified_entries
from pbem.entry.entries import Entry, SignedEntry
from pbem.keys import signature
from pbem.reason_codes import Code

HEAD = "ab" * 32


def order(**changes):
    fields = {"game": HEAD, "seq": 3, "prev": HEAD, "type": "order", "author": "normans"}
    made = fields | {"body": {"lines": ["0507-0607"]}, "link": "cd" * 32} | changes
    body = said.body(made.pop("type"), made.pop("body"))
    return Entry(body=body, **made)


def test_every_type_of_entry_goes_through_its_bytes():
    game = [*whole_game().log, *game_claimed().log]
    opened = [verified_entries.verify_entry(signed).entry for signed in game]
    assert {entry.type for entry in opened} | {"adopt"} == set(bodies.TYPES)  # that: test_adopting
    for entry, signed in zip(opened, game, strict=True):
        assert entry.encode() == signed.data
        assert SignedEntry.from_record(signed.to_record()) == signed


def test_the_exact_bytes():
    text = (
        f'{{"author":"normans","body":{{"lines":["0507-0607"]}},"game":"{HEAD}","link":"{"cd" * 32}",'
        f'"prev":"{HEAD}","seq":3,"type":"order","v":2}}'
    )
    assert order().encode() == text.encode()


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "AB" * 32},
        {"game": HEAD + "\n"},
        {"prev": "ab"},
        {"seq": -1},
        {"seq": True},
        {"author": "Normans"},
        {"author": "a" * 33},
        {"link": "cd"},
        {"type": "seal", "body": {"choice": "x", "commit": HEAD}},
    ],
)
def test_a_wrong_envelope_is_refused(changes):
    with refuses(Code.BAD_ENTRY):
        order(**changes).encode()


@pytest.mark.parametrize(
    "change", [{"v": 3}, {"v": True}, {"extra": 1}, {"author": 7}, {"type": "chat"}, {"type": "deal"}]
)
def test_a_wrong_envelope_is_refused_when_read(change):
    value = json.loads(order().encode()) | change
    data = json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
    with refuses(Code.BAD_ENTRY):
        Entry.decode(data)


def test_an_entry_is_an_object():
    with refuses(Code.BAD_ENTRY):
        Entry.decode(b"[]")


ROLL = {"label": "melee", "rule": "8.3", "sides": 6, "values": [1, 6]}
BAD_BODIES = [
    ("order", {}, "lines"),
    ("order", {"lines": "0507"}, "lines"),
    ("order", {"lines": ["a\nb"]}, r"lines\[0\]"),
    ("order", {"lines": ["a\u202eb"]}, r"lines\[0\]"),
    ("order", {"lines": ["a", ""]}, r"lines\[1\]"),
    ("order", {"lines": [], "more": 1}, r"body\.more: there is no such field"),
    ("order", {"lines": ["x"] * 2001}, "2,000"),
    ("ack", {"applied": True}, "applied"),
    ("ack", {"applied": -1}, "applied"),
    ("late", {"role": "saxons"}, "kind"),
    ("seal", {"choice": "Turn 1", "commit": HEAD}, "choice"),
    ("open", {"seal": 1, "salt": "00", "lines": []}, "salt"),
    ("end", {"outcome": []}, "outcome"),
    ("resign", {"why": "tired"}, "why"),
    ("roll", {"k": 0, "batch": 1, "applied": 0, "rolls": [ROLL]}, "k"),
    ("roll", {"k": 1, "batch": 1, "applied": 0, "rolls": []}, "rolls"),
    ("roll", {"k": 1, "batch": 1, "applied": 0, "rolls": [ROLL, ROLL | {"sides": 1}]}, r"rolls\[1\]\.sides"),
    ("roll", {"k": 1, "batch": 1, "applied": 0, "rolls": [ROLL | {"shuffle": 2}]}, r"rolls\[0\]\.sides"),
    ("roll", {"k": 1, "batch": 1, "applied": 0, "rolls": [ROLL | {"values": []}]}, "values"),
]


@pytest.mark.parametrize(("kind", "body", "place"), BAD_BODIES)
def test_a_body_of_another_shape_is_refused_naming_the_place(kind, body, place):
    with refuses(Code.BAD_BODY, match=place):
        order(type=kind, body=body, link=None).encode()


PERSON_CHANGES = [
    {"mail": "h@example.org\nBcc: all@example.org"},
    {"mail": "h@example.org, x@example.org"},
    {"mail": "Harald <h@example.org>"},
    {"mail": "harald"},
    {"name": "Harald\r\nX-Header: 1"},
    {"name": "Har\u200bald"},
    {"key": "ssh-rsa AAAA"},
    {"key": key("normans").public.line + " comment"},
    {"length": 0},
    {"tip": "x"},
    {"recipient": "AGE-SECRET-KEY-1"},
    {"role": "Referee"},
]


@pytest.mark.parametrize("change", PERSON_CHANGES)
def test_a_person_who_could_do_harm_is_refused(change):
    parties = charter().body.to_plain()["parties"]
    parties[0].update(change)
    with refuses(Code.BAD_BODY, Code.BAD_KEY_FILE, Code.WEAK_KEY):
        charter(parties=parties)


@pytest.mark.parametrize(
    "change",
    [
        {"options": {"fog": [1]}},
        {"options": {"Fog": True}},
        {"options": {"note": "two\nlines"}},
        {"options": []},
        {"scenario": ""},
        {"module": {"id": "x", "version": "1"}},
        {"parties": []},
        {"deadlines": [{"kind": "order", "hours": 0, "grace": 0, "then": "default"}]},
        {"deadlines": [{"kind": "order", "hours": 1, "grace": 0, "then": "flip"}]},
    ],
)
def test_a_charter_of_another_shape_is_refused(change):
    with refuses(Code.BAD_BODY):
        charter(**change).encode()


def test_the_signature_is_checked_before_anything_is_parsed():
    data = b"not even JSON"
    unsigned = SignedEntry(data, (signature.sign(key("normans"), data + b"!"),))
    with refuses(Code.SIGNATURE_WRONG):
        verified_entries.verify_entry(unsigned)
    with refuses(Code.NOT_JSON):
        verified_entries.verify_entry(SignedEntry(data, (signature.sign(key("normans"), data),)))


def test_signed_bytes_that_are_not_canonical_are_refused():
    data = order().encode().replace(b'"seq":3', b'"seq": 3')
    with refuses(Code.NOT_CANONICAL):
        verified_entries.verify_entry(SignedEntry(data, (signature.sign(key("normans"), data),)))


def test_size_is_checked_before_the_signature():
    data = b" " * 300_000
    with refuses(Code.TOO_LARGE):
        verified_entries.verify_entry(SignedEntry(data, (b"",)))


@pytest.mark.parametrize("count", [0, 17])
def test_the_number_of_signatures_is_limited(count):
    signed = entries.sign(order(), key("normans"))
    with refuses(Code.SIGNATURE_FORMAT):
        verified_entries.verify_entry(SignedEntry(signed.data, signed.signatures * count))


def test_a_charter_collects_signatures():
    whole = entries.sign(charter(), key("normans"), key("saxons"))
    assert entries.cosign(entries.sign(charter(), key("normans")), key("saxons")) == whole


RECORD = entries.sign(order(), key("normans")).to_record()


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"AAAA",
        b"AAA {}",
        b"AA== AA {}",
        b"AB== {}",
        b",AAAA {}",
        b"AA\nAA {}",
        b",".join([b"AAAA"] * 17) + b" {}",
        RECORD.replace(b"U1NI", b"U1N*"),
        "é {}".encode(),
    ],
)
def test_a_damaged_record_is_refused(line):
    with refuses(Code.BAD_RECORD, Code.SIGNATURE_FORMAT, Code.NOT_JSON) as caught:
        signed = SignedEntry.from_record(line)
        assert signed.to_record() == line
        verified_entries.verify_entry(signed)
    assert caught.value.code in (Code.BAD_RECORD, Code.SIGNATURE_FORMAT)


@given(st.integers(0, len(RECORD) - 1), st.integers(1, 255))
def test_a_mutated_record_never_verifies(at, change):
    mutated = bytearray(RECORD)
    mutated[at] ^= change
    with pytest.raises(errors.PbemError):
        verified_entries.verify_entry(SignedEntry.from_record(bytes(mutated)))
