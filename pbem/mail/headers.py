"""The headers of a mail: who it is from, what an answer refers to, and whether it may be answered at all.

Programs that answer programs write to each other for ever. RFC 3834 names the marks of a mail that is
never answered; a mail with one of them is ignored.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from email.headerregistry import Address, AddressHeader
from email.utils import parsedate_to_datetime
from typing import Final

from modules.amounts import count_noun
from pbem.mail import faults, limits, parser
from pbem.mail.letter import Letterhead
from pbem.reason_codes import Code

MAX_SUBJECT: Final = 200
MAX_NAME: Final = 60
NOT_IN_NAMES: Final = re.compile(r'[()<>\[\]:;@\\,."=?]')
"""Characters of a subject."""
MAX_REFERENCES: Final = 20
MAX_RECEIVERS: Final = 40
OWN_HEADER: Final = "X-Senlac"
OWN_ANSWER: Final = "answer"
"""What stands in OWN_HEADER of a mail that our robot wrote by itself."""
ADDRESS: Final = re.compile(
    r"(?P<user>[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64})@(?P<host>[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,20})"
)
"""As in a charter: plain ASCII, no quotes, no route, no literal."""
MAX_ADDRESS: Final = 254
"""Characters of an address to which mail can be sent (RFC 5321)."""
_OFFSET: Final = re.compile(r" ([+-])([01][0-9])([0-5][0-9])(?: \([^()]{0,40}\))?\Z", re.ASCII)
_MOST_OFFSET: Final = 14 * 60
"""Minutes by which a clock on earth is ahead of UTC, or behind it, at most."""
MESSAGE_ID: Final = re.compile(r"<(?:(?!=\?)[!-;=?-~]){1,248}>")
"""Nothing in it may begin an encoded word: what that stands for would come into the answer's headers."""

_LISTS: Final = ("list-id", "list-post")
_COMMENT: Final = re.compile(r"\([^()]*+\)")
_BULK: Final = ("bulk", "list", "junk")


def one_line(text: str, limit: int) -> str:
    """One line of at most `limit` characters, in Unicode normal form C as all that is signed: white space
    becomes one space, what does not print is gone."""
    shown = "".join(c for c in " ".join(text.split()) if unicodedata.category(c)[0] != "C")
    return " ".join(unicodedata.normalize("NFC", shown).split())[:limit].strip()


def refuse_automatic(head: parser.Part, from_robot: bool) -> None:
    """Raises `mail-own-answer`, Bounce, `mail-list` or Automatic; `from_robot` lets our own robot's answers
    pass.
    """
    own = _is_own_answer(head)
    if own and not from_robot:
        raise faults.MailIgnored(Code.MAIL_OWN_ANSWER, "an answer of a referee's robot")
    returned = parser.raw(head, "return-path")
    if any(not value.strip() or "<>" in "".join(value.split()) for value in returned):
        raise faults.MailIgnored(Code.MAIL_BOUNCE, "a mail with an empty return path")
    if head.get_content_type() in ("multipart/report", "message/delivery-status"):
        raise faults.MailIgnored(Code.MAIL_BOUNCE, "a report of a mail program")
    for name in _LISTS:
        if parser.raw(head, name):
            raise faults.MailIgnored(Code.MAIL_LIST, f"a mail of a mailing list: {name}")
    if _first_word(head, "precedence") in _BULK:
        raise faults.MailIgnored(Code.MAIL_LIST, "a mail to many: precedence")
    if not own and _is_automatic(head):
        raise faults.MailIgnored(Code.MAIL_AUTOMATIC, "an automatic mail")


def _is_own_answer(head: parser.Part) -> bool:
    return _first_word(head, OWN_HEADER.lower()) == OWN_ANSWER


def _is_automatic(head: parser.Part) -> bool:
    return (
        _first_word(head, "auto-submitted") not in ("", "no")
        or _first_word(head, "x-auto-response-suppress") not in ("", "none")
        or any(_first_word(head, name) for name in ("x-autoreply", "x-autorespond", "x-loop"))
        or _first_word(head, "precedence") == "auto_reply"
    )


def _first_word(head: parser.Part, name: str) -> str:
    """The first word of a header's values that is not empty, in lower case, without comments."""
    for value in parser.raw(head, name):
        word = re.split(r"[;\s]", _COMMENT.sub(" ", value).strip(), maxsplit=1)[0].lower()
        if word:
            return word
    return ""


def letterhead(head: parser.Part, data: bytes) -> Letterhead:
    """What an answer needs; `data` are the mail's bytes as they came.

    Raises `mail-no-sender`, `mail-several-senders`, `mail-group-sender` or `mail-bad-sender`.
    """
    found = [value for value in parser.raw(head, "message-id") if MESSAGE_ID.fullmatch(value.strip())]
    own_id = found[0].strip() if found else ""
    chain = MESSAGE_ID.findall(" ".join(parser.raw(head, "references"))) if own_id else []
    earlier = [each for each in dict.fromkeys(chain) if each != own_id]
    return Letterhead(
        id=own_id or f"sha256:{hashlib.sha256(data).hexdigest()}",
        sender=_address(_from(head)),
        name=_name(_from(head).display_name),
        subject=one_line(str(head.get("subject", "")), MAX_SUBJECT),
        to=_receivers(head),
        references=(*earlier[-(MAX_REFERENCES - 1) :], own_id) if own_id else (),
        offset=_offset(head),
        by_program=_is_own_answer(head),
    )


def _offset(head: parser.Part) -> int | None:
    """Minutes ahead of UTC by the one Date header, where it ends as RFC 5322 says."""
    dates = parser.raw(head, "date")
    found = _OFFSET.search(dates[0].strip()) if len(dates) == 1 else None
    if found is None:
        return None
    minutes = int(found[2]) * 60 + int(found[3])
    return (-minutes if found[1] == "-" else minutes) if minutes <= _MOST_OFFSET else None


def read_date(data: bytes) -> int | None:
    """When a mail was written by its one Date header, Unix seconds; None where none tells it."""
    dates = parser.raw(parser.parse_head(limits.head_of(data)), "date")
    try:
        return int(parsedate_to_datetime(dates[0].strip()).timestamp()) if len(dates) == 1 else None
    except (ValueError, OverflowError):
        return None


def _receivers(head: parser.Part) -> tuple[str, ...]:
    said = " ".join([*parser.raw(head, "to"), *parser.raw(head, "cc")])
    return tuple(dict.fromkeys(found[0].lower() for found in ADDRESS.finditer(said)))[:MAX_RECEIVERS]


def _from(head: parser.Part) -> Address:
    found = head.get_all("from", [])
    if len(found) > 1:
        raise faults.BadHeaders(Code.MAIL_SEVERAL_SENDERS, f"{len(found)} From headers")
    if not found or not isinstance(found[0], AddressHeader):
        raise faults.BadHeaders(
            Code.MAIL_NO_SENDER,
            "no From header, so this is not a complete mail; a *.pbem file, or a text with an entry "
            "in it, is taken in with `pbem receive FILE.pbem`",
        )
    header = found[0]
    if any(group.display_name is not None for group in header.groups):
        raise faults.BadHeaders(Code.MAIL_GROUP_SENDER, "the From header names a group")
    if len(header.addresses) != 1:
        code = Code.MAIL_SEVERAL_SENDERS if header.addresses else Code.MAIL_NO_SENDER
        raise faults.BadHeaders(code, f"{count_noun(len(header.addresses), 'address')} in the From header")
    return header.addresses[0]


def _name(display: str) -> str:
    return "" if "@" in display else one_line(NOT_IN_NAMES.sub(" ", display), MAX_NAME)


def _address(sender: Address) -> str:
    address = sender.addr_spec
    if address in ("", "<>"):
        raise faults.BadHeaders(Code.MAIL_NO_SENDER, "no address in the From header")
    plain = ADDRESS.fullmatch(address)
    if not plain or len(address) > MAX_ADDRESS:
        raise faults.BadHeaders(
            Code.MAIL_BAD_SENDER,
            f"the sender's address is not a plain user@host of at most {MAX_ADDRESS} characters",
        )
    return f"{plain['user']}@{plain['host'].lower()}"
