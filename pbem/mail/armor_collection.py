"""What is in armor in a mail: collected from all its texts, each thing once, contradictions refused.

People answer above what they quote, trim it in the middle, and their programs send every text twice. So an
old entry may stand beside a new one, and damage in what is quoted or attached whole as well does no harm.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from pbem import errors
from pbem.entry import armor
from pbem.entry.entries import SignedEntry
from pbem.mail import faults, html_text, limits, parser, parts
from pbem.reason_codes import Code

# Keys are sorted, so the fields that tell a place end the bytes.
_END_BYTES = 400
_ENTRY_END = re.compile(
    rb'"game":"(?P<game>[0-9a-f]{64})",(?:"link":"[0-9a-f]{64}",)?"prev":"[0-9a-f]{64}",'
    rb'"seq":(?P<seq>[0-9]{1,16}),"type":"[a-z-]{1,20}","v":[0-9]{1,4}\}\Z'
)
_PAPER_END = re.compile(rb'"type":"(?P<type>[a-z-]{1,32})","v":[0-9]{1,4}\}\Z')


@dataclass(slots=True)
class FoundPieces:
    """What was found of one kind: each thing with the numbers of the parts in which it stands."""

    kind: armor.Kind
    where: dict[SignedEntry, set[int]] = field(default_factory=dict)
    attached: bool = False
    """Whether something came whole out of an attachment *.pbem."""
    whole: int = 0
    """The most pieces in a text that has no damage: the text and HTML of one body hold the same."""
    damage: list[tuple[armor.Piece, errors.PbemError, int]] = field(default_factory=list)
    """What was damaged in a text, and how many pieces that text has."""

    def take(self, text: str, number: int, attached: bool) -> int:
        """Collect from the text of a part; how many pieces it has. Raises `mail-too-many-entries`."""
        try:
            pieces = list(armor.pieces(text, self.kind))
        except errors.MissingArmor as error:
            raise faults.MailRefused(
                Code.MAIL_TOO_MANY_ENTRIES, f"{error}; delete the quoted text"
            ) from error
        damaged = len(self.damage)
        for piece in pieces:
            try:
                signed = piece.open()
            except (errors.MissingArmor, errors.DamagedArmor, errors.BadRecord) as error:
                if attached:
                    raise _refusal(error) from error
                self.damage.append((piece, error, len(pieces)))
                continue
            self.where.setdefault(signed, set()).add(number)
            self.attached |= attached
        if len(self.damage) == damaged:
            self.whole = max(self.whole, len(pieces))
        if len(self.where) > armor.MAX_ENTRIES:
            raise faults.MailRefused(
                Code.MAIL_TOO_MANY_ENTRIES, f"more than {armor.MAX_ENTRIES} entries; delete the quoted text"
            )
        return len(pieces)

    def settle(self) -> tuple[SignedEntry, ...]:
        """All in order of appearance; raises `mail-armor-cut`, `mail-armor-changed` or `mail-entries-
        differ`.
        """
        for piece, error, count in self.damage:
            if not (self.attached or count <= self.whole or (piece.quoted and self.where)):
                raise _refusal(error) from error
        for one, other in self._rivals():
            here, there = self.where[one], self.where[other]
            if here - there and there - here:
                raise faults.MailRefused(
                    Code.MAIL_ENTRIES_DIFFER,
                    f"the mail holds two different {_place(one)}, in two texts or attachments;"
                    " send only one of them",
                )
        return tuple(self.where)

    def _rivals(self) -> Iterator[tuple[SignedEntry, SignedEntry]]:
        places: dict[str, list[SignedEntry]] = {}
        for signed in self.where if len(self.where) > 1 else ():
            places.setdefault(_place(signed), []).append(signed)
        for rivals in places.values():
            yield from combinations(rivals, 2)


@dataclass(frozen=True, slots=True)
class Armored:
    """What is in armor in a mail, each kind in order of appearance."""

    entries: tuple[SignedEntry, ...]
    papers: tuple[SignedEntry, ...]
    boxes: tuple[bytes, ...]
    games: tuple[bytes, ...]


def collect_armor(mail: parser.Part) -> Armored:
    """The entries, the papers, the boxes and the files of games in a mail whose structure was checked.

    Raises `mail-encoding`, `mail-base64`, `mail-charset`, Archive, `mail-empty-attachment`, `mail-text-too-
    long`, `mail-too-many-entries`, `mail-armor-cut`, `mail-armor-changed` or `mail-entries-differ`.
    """
    entries, papers = FoundPieces(armor.ENTRY), FoundPieces(armor.PAPER)
    boxes: dict[bytes, None] = {}
    games: dict[bytes, None] = {}
    for number, (part, text) in enumerate(_texts(mail)):
        attached = parts.is_attached_entries(part)
        count = entries.take(text, number, attached) + papers.take(text, number, attached)
        boxes |= dict.fromkeys(_unsigned(armor.boxes, text))
        found = _unsigned(armor.games, text)
        games |= dict.fromkeys(found)
        if len(boxes) > armor.MAX_ENTRIES:
            raise faults.MailRefused(Code.MAIL_TOO_MANY_ENTRIES, f"more than {armor.MAX_ENTRIES} boxes")
        if attached and not (count or found):
            raise faults.MailRefused(
                Code.MAIL_EMPTY_ATTACHMENT, "there is no entry in the attached *.pbem file; make a new one"
            )
    return Armored(entries.settle(), papers.settle(), tuple(boxes), tuple(games))


def logs(mail: parser.Part) -> tuple[bytes, ...]:
    """The attached logs of VASSAL, each once; raises `mail-encoding`, `mail-base64`."""
    found = (parts.log_of(part) for part in parser.walk(mail) if parts.is_vassal_log(part))
    return tuple(dict.fromkeys(found))


def _unsigned(read: Callable[[str], list[bytes]], text: str) -> list[bytes]:
    try:
        return read(text)
    except errors.MissingArmor as error:
        raise faults.MailRefused(Code.MAIL_TOO_MANY_ENTRIES, f"{error}; delete the quoted text") from error


def _texts(mail: parser.Part) -> Iterator[tuple[parser.Part, str]]:
    marks = 0
    for part in parser.walk(mail):
        if part.is_multipart() or not parts.is_read(part):
            continue
        text = parts.text_of(part)
        if part.get_content_type() == "text/html":
            marks += text.count("<") + text.count("&")
            if marks > limits.MAX_MARKS:
                raise faults.MailRefused(
                    Code.MAIL_TEXT_TOO_LONG, "the HTML of the mail is too long; send it as plain text"
                )
            text = html_text.text_of(text)
        yield part, text


def _refusal(error: errors.PbemError) -> faults.MailRefused:
    cut = isinstance(error, errors.MissingArmor)
    return faults.MailRefused(Code.MAIL_ARMOR_CUT if cut else Code.MAIL_ARMOR_CHANGED, str(error))


def _place(signed: SignedEntry) -> str:
    """Which place a signed thing claims, not believed, only compared: for an entry its game and number."""
    end = signed.data[-_END_BYTES:]
    if entry := _ENTRY_END.search(end):
        return f"entries {entry['seq'].decode()} of game {entry['game'][:8].decode()}"
    if paper := _PAPER_END.search(end):
        return f"papers of type {paper['type'].decode()}"
    return "things that are no entries"
