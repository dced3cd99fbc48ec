"""What is written can be read, here and by the standard library, and nobody's words become headers."""

import email
import email.policy
import re
from dataclasses import replace

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from mail_corpus import LOG, PAPER
from refusing import refuses

from pbem.entry import armor
from pbem.entry.entries import SignedEntry
from pbem.mail import html_text, layout, limits, writer
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose
from pbem.reason_codes import Code

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8
DRAFT = Draft(
    sender="The referee <referee@example.net>",
    to=("Ann <ann@example.org>", "harald@example.com"),
    subject="Hastings: turn 3",
    text="Your move.\n\n    N-foot-3   2024\n    N-foot-4   2025\n\nBy Monday.",
    entries=tuple(LOG[2:4]),
    papers=(PAPER,),
    picture=PNG,
    template="# orders\ndone\n",
    in_reply_to="<2@example.org>",
    references=("<1@example.org>", "<2@example.org>"),
)
TEXT = st.text(st.characters(), max_size=300)
LINES = st.lists(st.one_of(TEXT, st.text(" abc-", max_size=200)), max_size=5).map("\n".join)
THING = st.builds(
    SignedEntry, st.binary(max_size=200), st.lists(st.binary(max_size=90), min_size=1, max_size=3).map(tuple)
)
THINGS = st.lists(THING, max_size=4, unique=True).map(tuple)


def parsed(data):
    return email.message_from_bytes(data, policy=email.policy.default)


def words(part):
    return part.get_content().replace("\r\n", "\n")


def test_the_shape_of_a_mail_with_everything():
    mail = parsed(compose(DRAFT))
    body, entries, papers, orders = mail.iter_parts()
    text, related = body.iter_parts()
    page, inline = related.iter_parts()
    assert [part.get_content_type() for part in (mail, body, related)] == [
        "multipart/mixed",
        "multipart/alternative",
        "multipart/related",
    ]
    assert [part.get_filename() for part in (entries, papers, orders)] == [
        "entries.pbem",
        "papers.pbem",
        "orders.txt",
    ]
    assert entries.get_content().decode() == "".join(map(armor.encode, DRAFT.entries))
    assert papers.get_content().decode() == armor.encode(PAPER, armor.PAPER)
    assert words(orders) == DRAFT.template
    assert inline.get_content() == PNG
    assert inline.get_content_disposition() == "inline"
    assert f"cid:{inline['Content-ID'][1:-1]}" in words(page)
    assert ">    N-foot-3   2024\n    N-foot-4   2025</pre>" in words(page)
    assert words(text).startswith(DRAFT.text)
    assert "BEGIN SENLAC" not in words(page)
    above, below = words(text).split(
        "---- For the program alone: nothing below this line needs to be read ----"
    )
    assert "BEGIN SENLAC" not in above
    assert "BEGIN SENLAC" in below


def test_the_headers():
    mail = parsed(compose(DRAFT))
    assert mail["From"] == "The referee <referee@example.net>"
    assert mail["To"] == "Ann <ann@example.org>, harald@example.com"
    assert mail["Subject"] == DRAFT.subject
    assert mail["In-Reply-To"] == DRAFT.in_reply_to
    assert mail["References"].split() == list(DRAFT.references)
    assert mail["Auto-Submitted"] == "auto-replied"
    assert mail["X-Senlac"] == "answer"
    assert mail["Date"] is None
    assert parsed(compose(replace(DRAFT, date=0)))["Date"] == "Thu, 01 Jan 1970 00:00:00 +0000"
    by_hand = parsed(compose(replace(DRAFT, automatic=False)))
    assert not {"Auto-Submitted", "X-Senlac", "X-Auto-Response-Suppress"} & set(by_hand.keys())


def test_an_automatic_mail_is_read_only_by_who_asks_for_it():
    with refuses(Code.MAIL_OWN_ANSWER):
        read(compose(DRAFT))
    assert read(compose(DRAFT), from_robot=True).entries == DRAFT.entries
    assert read(compose(replace(DRAFT, automatic=False))).entries == DRAFT.entries
    holiday = b"Auto-Submitted: auto-replied\r\nFrom: a@b\r\n\r\n"
    with refuses(Code.MAIL_AUTOMATIC):
        read(holiday, from_robot=True)


def test_an_answer_refers_to_what_it_answers():
    first = read(compose(replace(DRAFT, automatic=False)))
    again = replace(DRAFT, automatic=False, in_reply_to=first.id, references=first.references, text="other")
    answer = read(compose(again))
    assert answer.references == (*first.references, answer.id)
    assert parsed(compose(again))["In-Reply-To"] == first.id


def test_the_last_twenty_references_are_kept_each_once():
    ids = [f"<{n}@example.org>" for n in range(60)]
    head = f"From: a@b\r\nMessage-ID: {ids[30]}\r\nReferences: {' '.join(ids + ids)}\r\n\r\n"
    assert list(read(head.encode()).references) == [*ids[41:], ids[30]]


def test_an_id_that_hides_control_characters_is_none():
    """An encoded word in it would be decoded on its way into the answer's headers."""
    letter = read(b"From: a@b\r\nMessage-ID: <=?utf-16?b?AAA?=1@b>\r\n\r\nHello", from_robot=True)
    assert letter.id.startswith("sha256:")
    assert letter.references == ()


def test_the_same_draft_gives_the_same_bytes_and_another_others():
    data = compose(DRAFT)
    assert compose(replace(DRAFT)) == data
    ids = {parsed(compose(replace(DRAFT, text=text)))["Message-ID"] for text in ("a", "b", "c")}
    assert len(ids) == 3


def test_a_mail_without_a_picture_is_plain():
    mail = parsed(compose(Draft("a@example.org", ("b@example.org",), "s", "Æthelred.")))
    assert mail.get_content_type() == "text/plain"
    assert words(mail) == "Æthelred.\n"


@settings(max_examples=40)
@given(
    subject=TEXT, name=TEXT, text=LINES, entries=THINGS, papers=THINGS,
    picture=st.none() | st.binary(max_size=300), template=st.none() | LINES, automatic=st.booleans(),
)  # fmt: skip
@example("0 \x1b\r0", "", "", (), (), None, None, False)
def test_what_is_written_is_read_back(subject, name, text, entries, papers, picture, template, automatic):
    sender = f"{name} <Referee@Example.net>"
    draft = Draft(
        sender,
        (sender, "x@y"),
        subject,
        text,
        entries,
        papers,
        picture=picture,
        template=template,
        automatic=automatic,
    )
    data = compose(draft)
    letter = read(data, from_robot=True)
    assert letter.entries == entries
    assert letter.papers == papers
    assert letter.sender == "Referee@example.net"
    assert letter.subject == writer.shown_subject(subject)
    mail = parsed(data)
    assert [address.addr_spec for address in mail["To"].addresses] == ["Referee@Example.net", "x@y"]
    names = {key.lower() for key in mail}
    assert names <= {
        *("from", "to", "subject", "message-id", "mime-version", "content-type", "content-transfer-encoding"),
        *("auto-submitted", "x-senlac", "x-auto-response-suppress"),
    }
    assert len(names) == len(mail.keys())
    assert data.isascii()
    assert max(map(len, data.split(b"\r\n"))) <= 998


@given(LINES)
def test_lines_are_short_and_no_word_is_lost(text):
    shown = layout.wrap_plain(text)
    for line in shown.split("\n"):
        assert len(line) <= layout.COLUMNS or " " not in line.strip(" ")
    assert "".join(shown.split()) == "".join(layout.clean(text).split())


@given(LINES)
def test_html_shows_the_same_words(text):
    assume(text.strip())
    shown = html_text.text_of(layout.page(text, "picture", "closing"))
    assert _bare(shown) == _bare(armor.defuse(layout.clean(text))) + "closing"


def _bare(text):
    """Without spaces and the marks of headings, lists and tables."""
    return re.sub(r"[\s|-]", "", text)


def test_html_has_headings_lists_and_tables_and_the_picture_above_the_first_heading():
    text = (
        "Turn 3\n\nLosses\n------\n| Saxons | 12 <of> 80\n| Normans | 9\n\nChoices\n-------\n- move\n- done\n"
    )
    page = layout.page(text, "picture", "")
    marks = re.findall(r"</?(h3|ul|li|table|tr|td|img|pre)\b", page)
    assert page.index("Turn 3") < page.index("cid:picture") < page.index("<h3>Losses</h3>")
    assert [marks.count(each) for each in ("h3", "table", "tr", "td", "ul", "li", "pre")] == [
        4,
        2,
        4,
        8,
        2,
        4,
        0,
    ]
    assert "12 &lt;of&gt; 80</td>" in page
    assert "<li>done</li>" in page


@pytest.mark.parametrize("kind", ["ENTRY", "PAPER"])
@pytest.mark.parametrize("gap", [" ", "\n", " \n> ", " " * 30])
def test_armor_in_words_that_are_repeated_is_made_harmless(kind, gap):
    forged = armor.encode(LOG[5], kind).replace(" ", gap)
    for where in ({"text": f"You wrote:\n> {forged}"}, {"template": forged}, {"subject": forged}):
        letter = read(compose(replace(DRAFT, **where)), from_robot=True)
        assert letter.entries == DRAFT.entries
        assert letter.papers == DRAFT.papers


@pytest.mark.parametrize(
    ("subject", "shown"),
    [
        ("a\r\nBcc: all@example.com", "a Bcc: all@example.com"),
        ("a\0b\x1b[31m", "ab[31m"),
        ("turn\u202e3 \ud800", "turn3"),
        ("戦い " * 100, ("戦い " * 100)[:200].strip()),
        ("", ""),
        ("=?utf-8?q?a=0D=0ABcc:_x=40y?=", "= ?utf-8?q?a=0D=0ABcc:_x=40y?="),
        ("Æ " + "=?utf-8?q?=0D=0A?=", "Æ = ?utf-8?q?=0D=0A?="),
    ],
)
def test_subjects_are_cleaned(subject, shown):
    assert read(compose(replace(DRAFT, subject=subject)), from_robot=True).subject == shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ('Ann "the sword", of <Hastings>', "Ann the sword of Hastings"),
        ("Ann\r\nBcc: all@example.com", "Ann Bcc all example com"),
        ("Änne, Müller", "Änne Müller"),
        ("x" * 500, "x" * 60),
        ("00¡¡¡¡¡¡¡¡¡¡¡¡¡", "00¡¡¡¡¡¡¡¡¡¡¡¡¡"),
        ("戦い 三番", "戦い 三番"),
    ],
)
def test_names_are_cleaned(name, shown):
    full = f"{name} <a@example.org>"
    mail = parsed(compose(replace(DRAFT, sender=full, to=(full, "b@example.org", full))))
    assert [each.display_name for each in mail["From"].addresses] == [shown]
    assert [each.display_name for each in mail["To"].addresses] == [shown, "", shown]


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ann",
        "ann@",
        "@b",
        "a b@c",
        "a@b\nc",
        "Ann <a@b",
        "Ann <a@b>>",
        "a@b, c@d",
        "ä@b",
        "a@b>",
        "<a@b> x",
    ],
)
def test_addresses_that_are_none(address):
    for draft in (replace(DRAFT, sender=address), replace(DRAFT, to=("x@y", address))):
        with refuses(Code.DRAFT_ADDRESS):
            compose(draft)
    with refuses(Code.DRAFT_ADDRESS, match="nobody"):
        compose(replace(DRAFT, to=()))


def test_message_ids_that_are_none_are_left_out():
    bad = replace(DRAFT, in_reply_to="sha256:00", references=("<a@b>\r\nBcc: x@y", "<" + "c" * 200 + "@d>"))
    mail = parsed(compose(bad))
    assert mail["In-Reply-To"] is None
    assert mail["References"].split() == ["<" + "c" * 200 + "@d>"]


@pytest.mark.parametrize(
    "draft",
    [
        replace(DRAFT, picture=b"x" * (writer.MAX_PICTURE + 1)),
        replace(DRAFT, entries=(LOG[3],) * 65),
        replace(DRAFT, papers=(PAPER,) * 65),
        replace(DRAFT, text="x" * limits.MAX_TEXT),
        replace(DRAFT, text="x\n" * limits.MAX_LINES, picture=None),
        replace(DRAFT, template="x" * limits.MAX_BYTES),
    ],
)
def test_a_mail_that_would_not_be_read_is_not_written(draft):
    with refuses(Code.DRAFT_TOO_LARGE):
        compose(draft)


def test_the_largest_picture_with_many_entries_is_read():
    big = replace(DRAFT, picture=b"x" * writer.MAX_PICTURE, entries=tuple(LOG), automatic=False)
    assert read(compose(big)).entries == tuple(LOG)


def test_a_numbered_list_keeps_its_numbers_and_a_picture_has_words():
    long = "2. retreat N-foot-3 2024 and so on until the line is longer than a line of a mail"
    text = f"Choices\n-------\n1. hold\n{long}\n"
    mail = parsed(compose(replace(DRAFT, text=text, caption='Map; "2024", below <William>')))
    text_part, page = (mail.get_body((kind,)) for kind in ("plain", "html"))
    assert "2. retreat N-foot-3" in words(text_part)
    assert "\n  " in words(text_part)
    assert "<li>1. hold</li>" in words(page)
    assert "<li>2. retreat N-foot-3" in words(page)
    assert 'alt="Map; &quot;2024&quot;, below &lt;William&gt;"' in words(page)
