"""The parts of a mail: which are read, their bytes out of the transfer encoding, their text.

Read are texts, HTML, files of no particular kind, and whatever is called *.pbem or *.txt. Everything else
is passed over without being decoded. A name is looked at for its ending and its shape, and never opened.
"""

from __future__ import annotations

import binascii
import codecs
import re
from typing import Final

from modules.amounts import count_noun
from pbem.mail import faults, limits, parser
from pbem.reason_codes import Code

_ENCODINGS: Final = ("7bit", "8bit", "binary", "quoted-printable", "base64")
_TYPES_READ: Final = ("text/plain", "text/html", "application/octet-stream")
_ENDINGS_READ: Final = (".pbem", ".txt")
_ARCHIVES: Final = (
    *(".zip", ".gz", ".tgz", ".bz2", ".tbz", ".xz", ".txz", ".lzma", ".zst", ".z", ".lz"),
    *(".7z", ".rar", ".tar", ".ace", ".arj", ".cab", ".iso", ".jar", ".lha", ".lzh"),
)
_TNEF: Final = ("application/ms-tnef", "application/vnd.ms-tnef")
_DOCUMENTS: Final = (".doc", ".docx", ".odt", ".rtf", ".pages", ".pdf", ".xls", ".xlsx", ".ods", ".csv")
_OF_VASSAL: Final = (".vlog", ".vsav")
_ARCHIVE_TYPE: Final = re.compile(
    r"application/(?:x-|vnd\.)?(?:zip|gzip|tar|gtar|7z|rar|bzip|xz|zstd|lz|compress|cab|ace|arj|java-archive).*"
)
_ARCHIVE_STARTS: Final = (
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"\x1f\x8b",
    b"\x1f\x9d",
    b"7z\xbc\xaf",
    b"Rar!",
    b"BZh",
    b"\xfd7zXZ",
    b"\x28\xb5\x2f\xfd",
)
_CHARSETS: Final = frozenset(
    codecs.lookup(name).name
    for name in (
        *(
            "ascii",
            "utf-8",
            "utf-8-sig",
            "utf-16",
            "utf-16-le",
            "utf-16-be",
            "mac-roman",
            "koi8-r",
            "koi8-u",
            "tis-620",
        ),
        *(
            "gb2312",
            "gbk",
            "gb18030",
            "big5",
            "shift_jis",
            "cp932",
            "euc-jp",
            "iso2022_jp",
            "euc-kr",
            "cp949",
        ),
        *(f"iso-8859-{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16)),
        *(f"cp125{n}" for n in range(9)),
    )
)
_BAD_NAME: Final = re.compile(r"[/\\\x00-\x1f\x7f]|\A[A-Za-z]:|\A\.{1,2}\Z")
_WIDE: Final = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_BOUNDARY: Final = re.compile(r"[ -~]{0,69}[!-~]")


def check_structure(mail: parser.Part) -> None:
    """Refuse any part, read or not, that is malformed, has a path for a name, or is an archive."""
    _check_boundaries(mail, frozenset())
    for part in parser.walk(mail):
        for name in parser.ABOUT_CONTENT:
            if len(part.get_all(name, [])) > 1:
                raise faults.MailRefused(
                    Code.MAIL_REPEATED_HEADER, f"a part of the mail has two headers {name}"
                )
        for name in _names(part):
            if _BAD_NAME.search(name):
                raise faults.MailRefused(
                    Code.MAIL_PATH_NAME,
                    f"the attachment {name[:80]!a} has a path for a name; rename the file",
                )
        if _is_archive(part):
            raise faults.MailRefused(
                Code.MAIL_ARCHIVE,
                f"{_part_name(part)} is an archive, and none is opened: unpack it, and attach the file in it "
                "as it is (*.vlog, *.pbem, *.txt), or write your orders into the mail as plain text",
            )


def _check_boundaries(part: parser.Part, outer: frozenset[str]) -> None:
    if part.get_content_maintype() != "multipart":
        inside = outer
    else:
        boundary = parser.parameter(part, "content-type", "boundary").rstrip()
        if not _BOUNDARY.fullmatch(boundary):
            raise faults.MailRefused(
                Code.MAIL_BOUNDARY, "a part of the mail is multipart without a proper boundary"
            )
        if boundary in outer:
            raise faults.MailRefused(
                Code.MAIL_BOUNDARY, "a part of the mail has the boundary of the part that it is in"
            )
        if not part.is_multipart():
            raise faults.MailRefused(
                Code.MAIL_BOUNDARY, "the boundary of a part of the mail is nowhere in it"
            )
        inside = outer | {boundary}
    for each in parser.list_inside(part):
        _check_boundaries(each, inside)


def _names(part: parser.Part) -> list[str]:
    """The names of a part: two, if its headers differ."""
    found = (
        parser.parameter(part, "content-disposition", "filename"),
        parser.parameter(part, "content-type", "name"),
    )
    return [name for name in dict.fromkeys(found) if name]


def _part_name(part: parser.Part) -> str:
    return ascii(_names(part)[0][:80]) if _names(part) else f"a part of type {part.get_content_type()}"


def _ends(part: parser.Part, endings: tuple[str, ...]) -> bool:
    return any(name.strip().lower().endswith(endings) for name in _names(part))


def name_of(part: parser.Part) -> str:
    """The name of the file that it is; empty for one without a name."""
    return next(iter(_names(part)), "")


def is_named_text(part: parser.Part) -> bool:
    """Whether it is a text with a name, such as orders.txt, and no log or entries."""
    kind, text = part.get_content_type(), _ends(part, (".txt",))
    named = bool(_names(part)) and not _ends(part, (*_OF_VASSAL, ".pbem", *_DOCUMENTS))
    return (kind == "text/plain" and named) or (kind == "application/octet-stream" and text)


def is_document(part: parser.Part) -> bool:
    """Whether it is called like a file of a word processor or the like, in which somebody may have typed."""
    return _ends(part, _DOCUMENTS)


def is_winmail(part: parser.Part) -> bool:
    """Whether it is what Outlook packs for its own kind alone (TNEF)."""
    return part.get_content_type() in _TNEF or _ends(part, ("winmail.dat",))


def is_vassal_log(part: parser.Part) -> bool:
    """Whether it is called like a log or save of VASSAL: a zip, and never unpacked here."""
    return _ends(part, _OF_VASSAL)


def log_of(part: parser.Part) -> bytes:
    """The bytes of a log of VASSAL; raises `mail-encoding`, `mail-base64`."""
    return _bytes(part)


def _is_archive(part: parser.Part) -> bool:
    if is_vassal_log(part):
        return False
    return _ends(part, _ARCHIVES) or bool(_ARCHIVE_TYPE.fullmatch(part.get_content_type()))


def is_attached_entries(part: parser.Part) -> bool:
    """Whether it is called *.pbem, so that there must be entries in it."""
    return _ends(part, (".pbem",))


def is_read(part: parser.Part) -> bool:
    """Whether armor is looked for in it."""
    read = part.get_content_type() in _TYPES_READ or _ends(part, _ENDINGS_READ)
    return read and not is_vassal_log(part)


def text_of(part: parser.Part) -> str:
    """What stands in it, lines ended by a newline, HTML as it is. Empty where there is no armor.

    Raises `mail-encoding`, `mail-base64`, `mail-charset`, `mail-text-too-long`, or Archive for a *.pbem that
    is one.
    """
    codec, data = _decode(part)
    if is_attached_entries(part) and data.startswith(_ARCHIVE_STARTS):
        raise faults.MailRefused(
            Code.MAIL_ARCHIVE,
            f"{_part_name(part)} is an archive under another name; attach the *.pbem file itself",
        )
    if b"SENLAC" not in data.replace(b"\0", b""):
        return ""
    if len(data) > limits.MAX_TEXT:
        raise faults.MailRefused(
            Code.MAIL_TEXT_TOO_LONG,
            f"{_part_name(part)} has {count_noun(len(data), 'byte')}, at most {limits.MAX_TEXT} "
            "are read; quote less",
        )
    return _text(codec, data)


def words_of(part: parser.Part, most: int) -> tuple[str, bool]:
    """What stands in the first `most` bytes of it, armor or not, and whether there is more; raises as
    `text_of`. A text that calls itself Latin-1 is read as windows-1252, which has quotes and dashes where
    Latin-1 has nothing that prints."""
    codec, data = _decode(part)
    text = _text("cp1252" if codec == "iso8859-1" else codec, data[:most])
    return text.removeprefix("\ufeff"), len(data) > most


def _decode(part: parser.Part) -> tuple[str, bytes]:
    return _codec(parser.parameter(part, "content-type", "charset")), _bytes(part)


def _text(codec: str, data: bytes) -> str:
    return data.decode(_WIDE.get(data[:2], codec), "replace").replace("\r\n", "\n").replace("\r", "\n")


def _codec(charset: str) -> str:
    """The codec's name; raises `mail-charset`. Others than these are slow, or no character sets at all."""
    try:
        name = codecs.lookup(charset.strip() or "utf-8").name
    except (LookupError, ValueError):
        name = ""
    if name not in _CHARSETS:
        raise faults.MailRefused(
            Code.MAIL_CHARSET, f"a text is in the character set {charset[:40]!a}; send it in UTF-8"
        )
    return name


def _bytes(part: parser.Part) -> bytes:
    encoding = str(part.get("content-transfer-encoding", "")).strip().lower() or "7bit"
    if encoding not in _ENCODINGS:
        raise faults.MailRefused(
            Code.MAIL_ENCODING, f"a part of the mail is in the encoding {encoding[:40]!a}"
        )
    if encoding != "base64":
        return bytes(part.get_payload(decode=True))
    try:
        return binascii.a2b_base64("".join(str(part.get_payload()).split()).encode("ascii"), strict_mode=True)
    except ValueError as error:
        raise faults.MailRefused(
            Code.MAIL_BASE64, f"{_part_name(part)} is damaged: its base64 is not whole"
        ) from error
