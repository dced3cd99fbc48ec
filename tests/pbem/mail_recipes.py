"""Huge and hostile mails, each made by a short recipe, for the tests and for the figures of scripts/bench."""

from mail_corpus import HEAD, armored

from pbem.entry import armor
from pbem.entry.entries import SignedEntry
from pbem.mail import limits

HTML = HEAD + b"Content-Type: text/html\r\n"
MIXED = HEAD + b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n'
MEGABYTE = 1_000_000
LINES = limits.MAX_LINES - 2_000
END = b"\r\n"


def nested(depth, leaf=b"x", kind=b'multipart/mixed; boundary="b%d"', head=HEAD):
    levels = (b"Content-Type: " + kind % n + END + END + b"--b%d" % n + END for n in range(depth))
    return head + b"".join(levels) + END + leaf


def parts(count, each):
    return MIXED + b"".join(b"--b\r\n" + each + END for _ in range(count)) + b"--b--\r\n"


def many_entries(count, size=1, first=0):
    """Armor of this many different things."""
    things = (SignedEntry(b"%d" % n * size, (b"s" * 185,)) for n in range(first, first + count))
    return "".join(map(armor.encode, things)).encode()


REFUSED = {
    "nested a thousand deep": (lambda: nested(1_000), "mail-nested-too-deep"),
    "nested a level too deep": (lambda: nested(limits.MAX_DEPTH + 1), "mail-nested-too-deep"),
    "mails in mails": (
        lambda: HEAD + b"Content-Type: message/rfc822\r\n\r\n" * 1_000 + b"x",
        "mail-nested-too-deep",
    ),
    "digests in digests": (
        lambda: nested(1_000, kind=b'multipart/digest; boundary="b%d"'),
        "mail-nested-too-deep",
    ),
    "a part too many": (lambda: parts(limits.MAX_PARTS, b"\r\nx"), "mail-too-many-parts"),
    "thousands of parts": (lambda: parts(15_000, b"\r\nx"), "mail-too-many-parts"),
    "thousands of delivery reports": (
        lambda: parts(1, b"Content-Type: message/delivery-status\r\n\r\n" + b"a: b\r\n\r\n" * 15_000),
        "mail-too-many-parts",
    ),
    "subject of 280 kB in encoded words": (
        lambda: b"Subject: " + b"=?utf-8?q?a?=\r\n " * 17_500 + END + HEAD + END,
        "mail-headers-too-large",
    ),
    "subject of 60 kB in encoded words": (
        lambda: b"Subject: " + b"=?utf-8?q?a?= " * 4_200 + END + HEAD + END,
        "mail-header-too-long",
    ),
    "subject too long by one": (
        lambda: b"From: a@b\r\nSubject: ".ljust(limits.MAX_SUBJECT + 12, b"x") + END + END,
        "mail-header-too-long",
    ),
    "a thousand senders": (lambda: b"From: " + b"a@b," * 1_000 + END + END, "mail-header-too-long"),
    "quotes in From": (lambda: b"From: " + b'"' * 900 + b"<a@b>\r\n\r\n", "mail-unparsable"),
    "comments in From": (lambda: b"From: " + b"(" * 900 + b"<a@b>\r\n\r\n", "mail-unparsable"),
    "words in From": (lambda: b"From: " + b"a " * 450 + b"<a@b>\r\n\r\n", "mail-unparsable"),
    "long References": (
        lambda: HEAD + b"References: " + b"<a@b>\r\n " * 5_000 + END + END,
        "mail-header-too-long",
    ),
    "thousands of headers": (lambda: HEAD + b"A: b\r\n" * 5_000 + END, "mail-too-many-headers"),
    "thousands of headers in a part": (lambda: parts(1, b"A: b\r\n" * 40_000), "mail-too-many-headers"),
    "headers without an end": (lambda: HEAD + b"A: b\r\n" * 20_000, "mail-headers-too-large"),
    "a body in the headers": (lambda: HEAD + b"x" * MEGABYTE, "mail-headers-too-large"),
    "many parameters": (
        lambda: parts(1, b"Content-Type: text/plain" + b";a=b" * 200 + END),
        "mail-unparsable",
    ),
    "a long parameter": (
        lambda: parts(1, b"Content-Type: text/plain; name=" + b"x" * 2_000 + END),
        "mail-header-too-long",
    ),
    "many long parameters": (
        lambda: parts(20, b"Content-Type: text/plain; name=" + b"x" * 900 + END),
        "mail-too-many-headers",
    ),
    "too many bytes": (lambda: HEAD + END + b"x" * limits.MAX_BYTES, "mail-too-large"),
    "too many lines": (lambda: HEAD + b"\n" * (limits.MAX_LINES + 1), "mail-too-large"),
    "too many lines of an old Macintosh": (
        lambda: HEAD + b"\r" * (limits.MAX_LINES + 1),
        "mail-too-large",
    ),
    "too many entries in a text": (lambda: HEAD + END + many_entries(65), "mail-too-many-entries"),
    "too many entries in two texts": (
        lambda: MIXED + b"--b\r\n\r\n" + many_entries(64) + b"--b\r\n\r\n" + many_entries(1, first=64),
        "mail-too-many-entries",
    ),
    "many BEGIN lines": (
        lambda: HEAD + END + b"-----BEGIN SENLAC ENTRY-----" * 35_000,
        "mail-too-many-entries",
    ),
    "a text too long": (lambda: HEAD + END + armored(3) + b"x" * armor.MAX_TEXT, "mail-text-too-long"),
    "tags": (
        lambda: HTML + END + armored(3) + b"<br>" * (limits.MAX_MARKS + 1),
        "mail-text-too-long",
    ),
    "tags in many texts": (
        lambda: parts(30, b"Content-Type: text/html\r\n\r\n" + armored(3) + b"<br>" * 10_000),
        "mail-text-too-long",
    ),
    "entities": (
        lambda: HTML + END + armored(3) + b"&amp;" * (limits.MAX_MARKS + 1),
        "mail-text-too-long",
    ),
}
"""Name: a recipe, and the code with which the mail is refused."""

READ = {
    "as deep as may be": lambda: nested(limits.MAX_DEPTH, b"\r\n" * LINES),
    "as many parts as may be": lambda: parts(limits.MAX_PARTS - 1, b"\r\n" + armored(3)),
    "as many bytes as may be": lambda: HEAD + END + (b"x" * 62 + END) * (LINES - 1_000),
    "as many bytes, none of them ASCII": lambda: HEAD + END + (b"\xff" * 62 + END) * (LINES - 1_000),
    "one line": lambda: HEAD + END + b"x" * 3 * MEGABYTE,
    "lines that look like boundaries": lambda: nested(limits.MAX_DEPTH, (b"--b" + b"x" * 57 + END) * LINES),
    "an unclosed tag": lambda: HTML + END + armored(3) + b"<a" + b" x" * 500_000,
    "many unclosed tags": lambda: HTML + END + armored(3) + b"<a" * 40_000 + b"x" * 900_000,
    "as many tags as may be": lambda: HTML + END + armored(3) + b"<blockquote>" * 49_000,
    "as many entities as may be": lambda: HTML + END + armored(3) + b"&#62;" * 49_000,
    "long numbers in entities": lambda: HTML + END + armored(3) + b"&#" + b"9" * MEGABYTE + b";",
    "three texts of a megabyte that is not UTF-8": lambda: parts(3, END + armored(3) + b"\xff" * 999_000),
    "half BEGIN lines": lambda: HEAD + END + b"-----BEGIN SENLAC " * 58_000,
    "gaps in BEGIN lines": lambda: HEAD + END + b"SENLAC" + b"-----BEGIN                    " * 34_000,
    "dashes": lambda: HEAD + END + b"SENLAC" + b"-" * MEGABYTE,
    "large entries": lambda: HEAD + END + many_entries(64, 5_800),
    "base64": lambda: HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n" + b"A" * 3 * MEGABYTE,
    "quoted-printable": lambda: (
        HEAD + b"Content-Transfer-Encoding: quoted-printable\r\n\r\n" + b"=41" * MEGABYTE
    ),
    "everything at once": lambda: nested(
        limits.MAX_DEPTH - 1,
        END + many_entries(64, 5_000) + (b"x" * 60 + END) * 1_000,
        b'multipart/mixed; a="x";' + b"a=b;" * 40 + b' boundary="b%d"',
        b'From: "a" b c d e f g h i j k l m n <a@b>\r\nSubject: ' + b"=?utf-8?q?a?= " * 280 + END,
    ),
}
"""Name: a recipe for a mail within all limits, at the most of one of them."""
