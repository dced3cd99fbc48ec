"""Words, pictures and entries become the bytes of a mail: the same draft always the same bytes.

Headers go through the standard library, which encodes them; whatever somebody else wrote and a header repeats
goes through one rule first (`headers.one_line`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.header import Header
from email.headerregistry import Address, UniqueAddressHeader, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, Policy
from functools import cache
from typing import Any, Final

from modules.amounts import count_noun
from pbem.entry import armor
from pbem.entry.entries import SignedEntry
from pbem.mail import author_text, faults, headers, layout, limits
from pbem.mail.parser import Registry
from pbem.reason_codes import Code

MAX_PICTURE: Final = 1_000_000
"""Bytes."""
SHORT_TEXT: Final = 100_000
SHORT_LINES: Final = 2_000
"""Characters and lines that are left of a text that is too long for a mail."""
_NAME_AND_ADDRESS: Final = re.compile(r"(?:(?P<name>.*)<)?(?P<address>[^<>]*)(?(name)>)", re.DOTALL)
_CLOSING: Final = "For the program, the signed entries are attached; save the whole mail to take them in."


@dataclass(frozen=True, slots=True)
class Draft:
    """What a mail is to say. Addresses are `user@host` or `Name <user@host>`.

    `picture` (PNG) is shown in the HTML, with `caption` as its words. `template` is attached as orders.txt,
    `save` (of VASSAL) as now.vsav.
    `in_reply_to` and `references` are Message-IDs; what is none is left out. `automatic`: written by a
    program by itself, so that no program answers. `date` in Unix seconds; without it there is no Date.
    `name` tells it from another mail of the same words, by its Message-ID alone. `whole_lines`: a program
    reads what a person has typed in the text line by line, so that none is broken.
    """

    sender: str
    to: tuple[str, ...]
    subject: str
    text: str
    entries: tuple[SignedEntry, ...] = ()
    papers: tuple[SignedEntry, ...] = ()
    boxes: tuple[bytes, ...] = ()
    game: bytes | None = field(default=None, repr=False)
    picture: bytes | None = None
    caption: str = ""
    template: str | None = None
    save: bytes | None = None
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    automatic: bool = True
    date: int | None = None
    name: str = field(default="", repr=False)
    whole_lines: bool = field(default=False, repr=False)


class _MessageIds(UnstructuredHeader):
    """References, one a line: the library's own folding would encode an id that is longer than a line."""

    name: str

    def fold(self, *, policy: Policy[Any]) -> str:
        return f"{self.name}: " + f"{policy.linesep} ".join(str(self).split()) + policy.linesep


class _Subject(UnstructuredHeader):
    """A subject: the library's own folding loses spaces between encoded words."""

    name: str

    def fold(self, *, policy: Policy[Any]) -> str:
        return f"{self.name}: {_encode(str(self), self.name, policy.linesep)}{policy.linesep}"


class _Addresses(UniqueAddressHeader):
    """Addresses, one a line: the library's own folding loses the end of a list after some encoded names."""

    name: str

    def fold(self, *, policy: Policy[Any]) -> str:
        shown = (
            f"{_encode(each.display_name, self.name, policy.linesep)} <{each.addr_spec}>"
            if each.display_name
            else each.addr_spec
            for each in self.addresses
        )
        return f"{self.name}: " + f",{policy.linesep} ".join(shown) + policy.linesep


def _encode(text: str, header: str, linesep: str) -> str:
    charset = "us-ascii" if text.isascii() else "utf-8"
    return Header(text, charset, header_name=header).encode(linesep=linesep)


_KINDS: Final = {
    "from": _Addresses,
    "to": _Addresses,
    "subject": _Subject,
    "in-reply-to": _MessageIds,
    "references": _MessageIds,
}


@cache
def _policy() -> Any:
    registry = Registry()
    for name, kind in _KINDS.items():
        registry.map_to_type(name, kind)  # type: ignore[arg-type]  # typeshed: as for the library's own
    return SMTP.clone(header_factory=registry, cte_type="7bit")


def compose(draft: Draft) -> bytes:
    """The mail's bytes, lines ended by CRLF, all in ASCII.

    Message-ID and boundaries come from a digest of the draft without its date. `reader` gives back the
    same entries and papers (with `from_robot`, if the draft is automatic). Raises `draft-address`, or
    DraftTooLarge where another program would not read the mail.
    """
    _check_amount(draft)
    said = ascii(replace(draft, date=None)) + draft.name
    carried = b"" if draft.game is None else hashlib.sha256(draft.game).digest()
    digest = hashlib.sha256(said.encode("ascii") + carried).hexdigest()
    message = EmailMessage(policy=_policy())
    _set_headers(message, draft, digest)
    armored = "".join([*map(armor.encode, draft.entries), *map(armor.encode_box, draft.boxes)])
    armored_papers = "".join(armor.encode(paper, armor.PAPER) for paper in draft.papers)
    _set_body(message, draft, armored + armored_papers, digest)
    game = "" if draft.game is None else armor.encode_game(draft.game)
    for name, content in (("entries.pbem", armored), ("papers.pbem", armored_papers), ("game.pbem", game)):
        if content:
            message.add_attachment(
                content.encode("ascii"), maintype="application", subtype="octet-stream", filename=name
            )
    if draft.save is not None:
        message.add_attachment(
            draft.save, maintype="application", subtype="octet-stream", filename="now.vsav"
        )
    if draft.template is not None:
        message.add_attachment(layout.clean(draft.template), filename="orders.txt", cte="base64")
    for number, part in enumerate(message.walk()):
        if part.is_multipart():
            part.set_boundary(f"=_senlac_{digest[:32]}_{number}")
    data = message.as_bytes()
    try:
        limits.check_size(data)
    except faults.MailTooLarge as error:
        raise faults.DraftTooLarge(f"the mail would be too large: {error}") from error
    return data


def compose_fitting(draft: Draft) -> bytes:
    """As `compose`, of a draft that may say too much: then the picture is left out, the template, the end of
    the text. Raises `draft-address`, or DraftTooLarge for entries alone.
    """
    bare = replace(draft, picture=None, template=None)
    for smaller in (draft, replace(draft, picture=None), bare):
        try:
            return compose(smaller)
        except faults.DraftTooLarge:
            continue
    return compose(replace(bare, text=_shorten(draft.text)))


def _shorten(text: str) -> str:
    lines = text[:SHORT_TEXT].split("\n")[:SHORT_LINES]
    return "\n".join(
        [*lines, "", "[The rest is too long for a mail: `pbem verify --full` shows everything.]", ""]
    )


def _check_amount(draft: Draft) -> None:
    for what, count, most in (
        ("entries", len(draft.entries), armor.MAX_ENTRIES),
        ("papers", len(draft.papers), armor.MAX_ENTRIES),
        ("boxes", len(draft.boxes), armor.MAX_ENTRIES),
        ("bytes of the picture", len(draft.picture or b""), MAX_PICTURE),
    ):
        if count > most:
            raise faults.DraftTooLarge(f"{count} {what}; at most {most} go into one mail")


def _set_headers(message: EmailMessage, draft: Draft, digest: str) -> None:
    if not draft.to:
        raise faults.DraftRefused(Code.DRAFT_ADDRESS, "a mail to nobody")
    sender = _address(draft.sender)
    message["From"] = sender
    message["To"] = [_address(each) for each in draft.to]
    message["Subject"] = shown_subject(draft.subject)
    if draft.date is not None:
        message["Date"] = datetime.fromtimestamp(draft.date, UTC)
    message["Message-ID"] = f"<{digest[:32]}@{sender.domain}>"
    for name, ids in (("In-Reply-To", (draft.in_reply_to,)), ("References", draft.references)):
        good = [each for each in dict.fromkeys(ids) if headers.MESSAGE_ID.fullmatch(each)]
        if good:
            message[name] = " ".join([good[0], *good[1:][1 - headers.MAX_REFERENCES :]])
    if draft.automatic:
        message["Auto-Submitted"] = "auto-replied"
        message["X-Auto-Response-Suppress"] = "All"
        message[headers.OWN_HEADER] = headers.OWN_ANSWER


def shown_subject(subject: str) -> str:
    """The subject as the mail has it: one line, and nothing in it that a reader would decode once more."""
    return headers.one_line(subject.replace("=?", "= ?"), headers.MAX_SUBJECT)


def _address(text: str) -> Address:
    """Read `user@host` or `Name <user@host>`; a name loses the signs that mean something in a header."""
    found = _NAME_AND_ADDRESS.fullmatch(text)
    plain = headers.ADDRESS.fullmatch(found["address"]) if found else None
    if not found or not plain:
        raise faults.DraftRefused(Code.DRAFT_ADDRESS, f"{text[:80]!a} is not user@host or Name <user@host>")
    name = headers.one_line(headers.NOT_IN_NAMES.sub(" ", found["name"] or ""), headers.MAX_NAME)
    return Address(name, plain["user"], plain["host"])


def _set_body(message: EmailMessage, draft: Draft, armored: str, digest: str) -> None:
    text = layout.wrap_plain(draft.text, whole_lines=draft.whole_lines)
    introduced = f"{author_text.PROGRAM}\n\n{armored}" if armored else ""
    body = f"{text}\n{introduced}" if armored else text
    _check_length(body)
    message.set_content(body)
    if draft.picture is None:
        return
    page = layout.page(draft.text, f"map.{digest[:32]}@senlac", _CLOSING if armored else "", draft.caption)
    _check_length(page)
    message.add_alternative(page, subtype="html")
    related: Sequence[Any] = list(message.iter_parts())
    related[1].add_related(
        draft.picture,
        maintype="image",
        subtype="png",
        cid=f"<map.{digest[:32]}@senlac>",
        disposition="inline",
        filename="map.png",
    )


def _check_length(shown: str) -> None:
    if len(shown.encode()) > limits.MAX_TEXT:
        raise faults.DraftTooLarge(
            f"a text of {count_noun(len(shown), 'character')}; at most {limits.MAX_TEXT} are read"
        )
