"""The second verifier comes to a verdict on whatever stands in a log, the same as the first: keys, records
and fields spoilt at random, each signed again by whoever had signed it."""

import json
from pathlib import Path

import ambush
import duel
import independent
import pytest
from agreement import agreed
from hypothesis import given
from hypothesis import strategies as st
from pbem_play import Table, log_bytes
from spoilt_logs import FIELDS, STRANGE, encoded

from pbem.entry.entries import SignedEntry
from pbem.entry.verified_entries import verify_entry
from pbem.keys import signature
from pbem.log.log_file import LogText
from pbem.log.verdict import Status
from pbem.log.verification import verify

VECTORS = sorted((Path(__file__).parents[1] / "vectors").glob("*.log"))
NAMES = ("referee", "normans", "saxons", "red", "blue", "godwin")
KEYS = {made.public.raw: made for name in NAMES for made in (duel.key(name), ambush.key(name))}


def resigned(data, signed):
    """These bytes, signed by whoever had signed an entry."""
    signers = verify_entry(signed).signers
    return SignedEntry(data, tuple(signature.sign(KEYS[raw], data) for raw in signers))


def paths(value, path=()):
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inner:
        yield from paths(each, (*path, name))


def put(value, path, change):
    if not path:
        return change(value)
    made = dict(value) if isinstance(value, dict) else [*value]
    made[path[0]] = put(made[path[0]], path[1:], change)
    return made


@st.composite
def spoilt(draw, value):
    """One value in the place of another: of another kind, or with a little more or less in it."""
    if draw(st.booleans()):
        return draw(st.sampled_from(STRANGE))
    if isinstance(value, str):
        at = draw(st.integers(0, len(value)))
        rest = draw(st.sampled_from([value[at:], value[at + 1 :], value[at:] * 2]))
        return value[:at] + draw(st.sampled_from(["", "a", "=", " ", "0", "é"])) + rest
    if isinstance(value, list) and value:
        at = draw(st.integers(0, len(value) - 1))
        more = draw(st.sampled_from([[], [value[at]] * 2, [draw(st.sampled_from(STRANGE))]]))
        return [*value[:at], *more, *value[at + 1 :]]
    if isinstance(value, dict) and value:
        name = draw(st.sampled_from(sorted(value)))
        made = {each: item for each, item in value.items() if each != name or draw(st.booleans())}
        return made | {draw(st.sampled_from([name, *FIELDS])): draw(st.sampled_from(STRANGE))}
    return value + draw(st.sampled_from([1, -1, 10**6])) if type(value) is int else value


@st.composite
def logs(draw):
    lines = LogText.parse(draw(st.sampled_from(VECTORS)).read_bytes()).lines
    at = draw(st.integers(0, len(lines) - 1))
    signed = SignedEntry.from_record(lines[at])
    value = json.loads(signed.data)
    path = draw(st.sampled_from([path for path in paths(value) if len(path) != 1]))
    made = put(value, path, lambda each: draw(spoilt(each)))
    return [*map(SignedEntry.from_record, lines[:at]), resigned(encoded(made), signed)]


@given(logs())
def test_both_say_the_same_of_what_is_spoilt_and_signed_again(log):
    agreed(log)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("AAAAC3", "AAAAC3A"),
        ("AAAAC3", "AAAAC3AA"),
        ("ssh-ed25519 ", "ssh-ed25519"),
        ("ssh-ed25519 ", "ssh-ed25519  "),
        ("ssh-ed25519 ", "ssh-rsa "),
        ("AAAAC3", "ÄAAAC3"),
        ("AAAAC3", "AAAAC4"),
        ("AAAAC3", ""),
    ],
)
def test_a_key_that_is_none_gets_a_verdict(before, after):
    table = Table()
    data = table.log[0].data.replace(before.encode(), after.encode(), 1)
    table.log[0] = resigned(data, table.log[0])
    assert verify(table.log).status is Status.BROKEN
    assert independent.check(log_bytes(table.log)).startswith("broken: ")


@given(st.integers(0, 2**16), st.integers(0, 255))
def test_whatever_byte_is_changed_both_say_the_same(at, byte):
    data = bytearray(VECTORS[0].read_bytes())
    data[at % len(data)] = byte
    second = independent.check(bytes(data))
    if data.startswith(b"senlac-log/2\n"):
        first = verify(LogText.parse(bytes(data)).records()).status
        assert second.partition(":")[0] == first.name.lower()
    else:
        assert second.startswith("broken: ")
