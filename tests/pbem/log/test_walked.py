"""A log that a process has walked before: it goes on from there, and no two who asked share anything."""

import dataclasses
from enum import Enum
from types import FunctionType, MappingProxyType

import pytest
from make_vectors import VECTORS
from pydantic import BaseModel

from pbem import errors
from pbem.entry.entries import SignedEntry
from pbem.entry.verified_entries import verify_entry
from pbem.log import verification as verify_room
from pbem.log.log_file import FIRST_LINE, GameLog, LogText
from pbem.log.log_verifier import LogVerifier
from pbem.log.verification import verify_entries

FIXED = (FunctionType, str, bytes, int, tuple, frozenset, Enum, BaseModel, MappingProxyType, type(None))
LOGS = ("game.log", "game-without-referee.log", "game-with-secret-packs.log")


def is_fixed(value):
    """Whether nobody can change it: what holds only such things may be shared."""
    frozen = dataclasses.is_dataclass(value) and value.__dataclass_params__.frozen
    return frozen or isinstance(value, FIXED)


def inside(value):
    if isinstance(value, dict):
        return [*value.values()]
    if isinstance(value, (list, set)):
        return [*value]
    slots = getattr(type(value), "__slots__", ())
    return [*getattr(value, "__dict__", {}).values(), *(getattr(value, name) for name in slots)]


def changeable(value, found=None):
    """All that can be changed within a value, by its identity."""
    found = {} if found is None else found
    if not is_fixed(value) and id(value) not in found:
        found[id(value)] = value
        for each in inside(value):
            changeable(each, found)
    return found


@pytest.fixture(params=LOGS)
def lines(request):
    return LogText.parse((VECTORS / request.param).read_bytes()).lines


@pytest.fixture
def log(tmp_path, lines):
    return GameLog.create(tmp_path / "game.log", SignedEntry.from_record(lines[0]))


def test_a_copy_shares_nothing_that_can_be_changed(lines):
    verifier = LogVerifier()
    for line in lines:
        verifier.apply(verify_entry(SignedEntry.from_record(line)))
        shared = changeable(verifier).keys() & changeable(verifier.copy()).keys()
        assert not shared, [changeable(verifier)[each] for each in shared]


def test_it_goes_on_where_it_was_and_ends_as_one_walk_of_all(log, lines, monkeypatch):
    opened = []
    whole = verify_room.verify_entry
    monkeypatch.setattr(verify_room, "verify_entry", lambda signed: opened.append(signed) or whole(signed))
    for line in lines[1:]:
        before = verify_entries(log)
        log.append(SignedEntry.from_record(line))
        after = verify_entries(log)
        assert len(after.entries) == len(before.entries) + 1
        before.apply(verify_entry(SignedEntry.from_record(line)))
        assert before.verdict() == after.verdict()
    assert len(opened) == len(lines), "each entry once by walked"
    alone = LogVerifier()
    for line in lines:
        alone.apply(verify_entry(SignedEntry.from_record(line)))
    assert verify_entries(log).verdict() == alone.verdict()


def test_a_line_that_was_changed_since_is_found(log, lines):
    for line in lines[1:]:
        log.append(SignedEntry.from_record(line))
    assert len(verify_entries(log).entries) == len(lines)
    forged = [lines[0], lines[1].replace(b"A", b"B", 1), *lines[2:]]
    log.path.write_bytes(FIRST_LINE + b"".join(line + b"\n" for line in forged))
    with pytest.raises(errors.BrokenLog):
        verify_entries(log)
    log.path.write_bytes(FIRST_LINE + b"".join(line + b"\n" for line in lines[:2]))
    assert len(verify_entries(log).entries) == 2
