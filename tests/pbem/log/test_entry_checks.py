"""The numbered list of a walk's checks: each has a sentence and raises no code but those that it names."""

import re

import pytest
from pbem_play import Table, whole_game

from pbem import errors
from pbem.entry.entries import SignedEntry
from pbem.entry.verified_entries import verify_entry
from pbem.log import entry_checks
from pbem.log.entry_checks import CHECKS, Step
from pbem.log.log_verifier import LogVerifier
from pbem.reason_codes import Code

GAME = whole_game()


def test_they_are_numbered_and_each_says_what_it_demands():
    assert [each.number for each in CHECKS] == list(range(1, len(CHECKS) + 1))
    assert len({each.name for each in CHECKS}) == len(CHECKS)
    for each in CHECKS:
        assert re.fullmatch(r"[A-Z`][^.]*\.", each.demands), each.demands
        assert each.codes


def test_each_is_asked_of_what_goes_into_a_log_but_that_of_what_is_not_whole():
    assert [each.number for each in entry_checks.WHOLE] == [
        each.number for each in CHECKS if each is not entry_checks.check_gathering
    ]


def first_to_fail(verifier, verified):
    """The check that refuses an entry, and with which code."""
    step = Step(verifier, verified)
    for check in entry_checks.WHOLE:
        try:
            entry_checks.run_checks((check,), step)
        except errors.PbemError as error:
            return check, error.code
    return None


@pytest.mark.parametrize("place", range(1, len(GAME.log)))
def test_what_is_out_of_its_place_is_refused_by_a_check_that_names_the_code(place):
    verifier = LogVerifier()
    for signed in GAME.log[:place]:
        verifier.apply(verify_entry(signed))
    for signed in GAME.log:
        verified = verify_entry(signed)
        if signed == GAME.log[place]:
            assert first_to_fail(verifier, verified) is None
            continue
        check, code = first_to_fail(verifier, verified)
        assert code in check.codes, (check.name, code)


NEW = [
    ("ack", "referee", {"applied": 0}, "link-missing"),
    ("order", "referee", {"lines": []}, "not-entitled"),
    ("late", "referee", {"role": "nobody", "kind": "order"}, "unknown-author"),
    ("end", "normans", {"outcome": {}}, "not-entitled"),
]


@pytest.mark.parametrize(("kind", "author", "body", "code"), NEW)
def test_what_nobody_may_write_here_is_refused_by_a_check_that_names_the_code(kind, author, body, code):
    table = Table()
    verifier = LogVerifier()
    verifier.apply(verify_entry(table.log[0]))
    body = body | ({"at": 1} if kind in ("ack", "late") else {})
    check, found = first_to_fail(verifier, verify_entry(table.make(kind, author, body)))
    assert found == code
    assert Code(found) in check.codes


def test_a_changed_byte_never_reaches_a_check():
    signed = GAME.log[1]
    with pytest.raises(errors.Refusal):
        verify_entry(SignedEntry(signed.data.replace(b"knight", b"knightt", 1), signed.signatures))
