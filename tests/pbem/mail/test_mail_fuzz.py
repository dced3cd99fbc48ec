"""Whatever the bytes are: a letter or a refusal, and whatever is read was signed by somebody's program.

Hypothesis cuts, flips, doubles and splices the mails of the corpus.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mail_corpus import HEAD, LOG, PAPER, REAL
from mutations import WORDS, mutated

from pbem.mail import faults, headers
from pbem.mail.letter import Letter
from pbem.mail.reader import read

KNOWN = {*LOG, PAPER}
SOUP = st.lists(st.one_of(WORDS, st.binary(max_size=20)), max_size=60).map(b"".join)


def attempt(mail):
    """The letter or None; anything but a letter or a refusal is an error of the test."""
    try:
        letter = read(mail)
    except faults.MailRefused as refused:
        assert refused.code.startswith("mail-")
        assert refused.letterhead is not None or not refused.answerable
        return None
    assert type(letter) is Letter
    assert headers.ADDRESS.fullmatch(letter.sender)
    assert letter.subject == headers.one_line(letter.subject, headers.MAX_SUBJECT)
    assert letter.id.startswith(("<", "sha256:"))
    assert all(headers.MESSAGE_ID.fullmatch(each) for each in letter.references)
    assert len(set(letter.entries)) == len(letter.entries)
    return letter


@given(st.binary(max_size=2_000))
def test_any_bytes(data):
    attempt(data)


@given(SOUP)
def test_words_of_mail_in_any_order(data):
    attempt(data)


@given(SOUP)
def test_words_of_mail_after_good_headers(data):
    attempt(HEAD + data)


@given(st.sampled_from([b"From: ", b"Subject: ", b"Content-Type: ", b"Content-Disposition: "]), SOUP)
def test_one_header_of_anything(name, data):
    attempt(name + data.replace(b"\r", b"").replace(b"\n", b"") + b"\r\n" + HEAD + b"\r\nx")


@given(mutated())
def test_mutations_of_the_corpus(mail):
    """Check bytes: damage never makes a new entry out of one of ours, except those that the corpus forged."""
    letter = attempt(mail)
    if letter is not None:
        assert all(any(entry.signatures == known.signatures for known in KNOWN) for entry in letter.entries)


@pytest.mark.parametrize("case", REAL, ids=lambda case: case.name)
def test_a_mail_forwarded_in_another_is_read(case):
    parts = b'Content-Type: multipart/mixed; boundary="forward"\r\n\r\n--forward\r\n'
    inner = case.mail.removeprefix(b"\xef\xbb\xbf")
    letter = read(HEAD + parts + b"Content-Type: message/rfc822\r\n\r\n" + inner + b"\r\n--forward--\r\n")
    assert [LOG.index(entry) for entry in letter.entries] == case.says["entries"]
