"""Every file of tests/mail says what must come out of it, and it does."""

import pytest
from mail_corpus import HOSTILE, LOG, PAPER, REAL

from pbem.mail import faults
from pbem.mail.reader import read
from pbem.reason_codes import Code


@pytest.mark.parametrize("case", REAL, ids=lambda case: case.name)
def test_what_real_programs_send_is_read(case):
    letter = read(case.mail)
    assert [LOG.index(entry) for entry in letter.entries] == case.says["entries"]
    assert letter.papers == (PAPER,) * case.says.get("papers", 0)
    for name in {"sender", "subject", "id"} & set(case.says):
        assert getattr(letter, name) == case.says[name]
    assert list(letter.references) == case.says.get("references", list(letter.references))


@pytest.mark.parametrize("case", HOSTILE, ids=lambda case: case.name)
def test_what_must_not_be_read_is_refused(case):
    with pytest.raises(faults.MailRefused) as refused:
        read(case.mail)
    assert refused.value.code == case.says["refused"]
    assert refused.value.answerable == case.says["answerable"]
    assert str(refused.value)


@pytest.mark.parametrize("case", REAL + HOSTILE, ids=lambda case: case.name)
def test_the_line_ends_do_not_matter(case):
    plain = case.mail.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    assert outcome(plain) == outcome(case.mail)
    assert outcome(plain.replace(b"\n", b"\r\n")) == outcome(case.mail)


def outcome(mail):
    try:
        letter = read(mail)
    except faults.MailRefused as refused:
        return refused.code, refused.answerable
    return letter.sender, letter.subject, letter.entries, letter.papers


def test_the_corpus_knows_every_refusal():
    """Those that take a huge mail are in test_mail_limits."""
    huge = {
        Code.MAIL_HEADERS_TOO_LARGE,
        Code.MAIL_TOO_LARGE,
        Code.MAIL_HEADER_TOO_LONG,
        Code.MAIL_TOO_MANY_HEADERS,
        Code.MAIL_TOO_MANY_PARTS,
        Code.MAIL_NESTED_TOO_DEEP,
        Code.MAIL_TOO_MANY_ENTRIES,
        Code.MAIL_TEXT_TOO_LONG,
    }
    known = {code for code in Code if code.startswith("mail-")}
    assert known - huge == {case.says["refused"] for case in HOSTILE}
