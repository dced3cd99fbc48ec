"""Each mail that is too much of something is refused for just that, and up to the limit it is read."""

import re
from pathlib import Path

import pytest
from mail_corpus import HEAD, LOG, armored
from mail_recipes import READ, REFUSED, many_entries, nested, parts

from pbem.entry import armor
from pbem.mail import faults, limits
from pbem.mail.letter import Letter
from pbem.mail.reader import read

PAGE = Path(__file__).parents[3] / "pbem" / "docs" / "reference" / "formats.md"


def refusal(mail):
    with pytest.raises(faults.MailRefused) as refused:
        read(mail)
    return refused.value


@pytest.mark.parametrize("name", REFUSED)
def test_too_much(name):
    recipe, code = REFUSED[name]
    assert refusal(recipe()).code == code


@pytest.mark.parametrize("name", READ)
def test_just_not_too_much(name):
    assert isinstance(read(READ[name]()), Letter)


def test_nothing_is_parsed_before_its_size_is_known(monkeypatch):
    """The body of a mail that is too large never reaches the parser."""
    seen = []
    monkeypatch.setattr("pbem.mail.parser.parse", lambda data: seen.append(data))
    refusal(HEAD + b"\r\n" + b"x" * limits.MAX_BYTES)
    refusal(HEAD + b"\n" * (limits.MAX_LINES + 1))
    refusal(HEAD + b"\r\n\0")
    assert not seen


@pytest.mark.parametrize("most", [limits.MAX_DEPTH, 3])
def test_depth_is_counted_from_the_mail_itself(most, monkeypatch):
    monkeypatch.setattr(limits, "MAX_DEPTH", most)
    assert read(nested(most, armored(3))).entries == (LOG[3],)
    assert refusal(nested(most + 1, armored(3))).code == "mail-nested-too-deep"


def test_the_mail_itself_counts_as_a_part():
    assert read(parts(limits.MAX_PARTS - 1, b"\r\n" + armored(3))).entries == (LOG[3],)
    assert refusal(parts(limits.MAX_PARTS, b"\r\n" + armored(3))).code == "mail-too-many-parts"


def test_sixty_four_entries_are_read():
    assert len(read(HEAD + b"\r\n" + many_entries(64)).entries) == 64


def test_a_mail_that_is_too_large_can_be_answered_as_its_headers_are_known():
    refused = refusal(HEAD + b"\r\n" + b"x" * limits.MAX_BYTES)
    assert refused.answerable
    assert refused.letterhead.sender == "ann@example.org"
    assert refused.letterhead.id == "<1@example.org>"
    assert not refusal(b"From: a@b\r\n" + b"A: b\r\n" * 1_001 + b"\r\n").answerable


def test_the_page_tells_the_limits():
    section = PAGE.read_text(encoding="utf-8").partition("## Mail\n")[2].partition("*Ignored*")[0]
    told = {int(number.replace(",", "")) for number in re.findall(r"\b[0-9][0-9,]*\b", section)}
    named = {value for name, value in vars(limits).items() if name.startswith("MAX_")}
    assert told == named | {armor.MAX_ENTRIES}
