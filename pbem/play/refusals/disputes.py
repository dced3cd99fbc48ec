"""Disputes: an order was refused, and its author's own program does not find the fault.

Whether an order can be accepted follows from what its author sees. So the author's program judges a refused
order again. A fault that it finds too frees the place in the log. Else the order stays out, nothing else is
signed for its place, and a signed paper tells all: a second order with the same link would let its answerer,
who knows the dice, choose between the two. For example the referee refuses an attack whose dice are bad for
a friend, and hopes for another attack.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from pbem import errors
from pbem.entry import armor
from pbem.entry.bodies import Move, Seal
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.field_types import REFEREE
from pbem.entry.peer_notices import Dispute, OpenedSlip, Refusal
from pbem.entry.verified_entries import verify_entry
from pbem.judge import closed_lines, seal_files, seal_openings
from pbem.log.log_verifier import LogVerifier
from pbem.log.parties import Parties
from pbem.log.party import disclosures, refusal_records
from pbem.log.party.folder import Folder
from pbem.log.verification import verify_entries
from pbem.play import acceptance
from pbem.play.orders import order_closing
from pbem.reason_codes import Code
from pbem.rules import seat_views
from pbem.rules.boards.closed_board import ClosedBoard
from pbem.rules.rules_lookup import Build, rules_of

CANNOT_TELL: Final = refusal_records.FOR_TIME | {Code.BOX_MISSING, Code.NOT_NAMED, Code.REFUSED_BEFORE}
"""Reasons of the mail, of a clock, or of the folder: what they speak of is not in the entry."""

_FAULTS: Final = refusal_records.BY_ANYBODY | refusal_records.BY_RULES | {Code.LINE_REFUSED}
"""What the author's program must find in the entry to bear a refusal out."""

_MOST_RECORD: Final = 65_536
"""Characters of base64 that a paper holds."""


def is_of_the_way(said: Refusal, own: Entry) -> bool:
    """Whether a refusal speaks of the mail, of a clock or of the folder, so that the entry cannot show
    whether it is true. Of a clock only where the entry states a time."""
    of_time = said.code in refusal_records.FOR_TIME
    return said.code in CANNOT_TELL and (not of_time or own.stated_time is not None)


class Finding(Enum):
    """What the author's program finds of an entry that was refused."""

    FAULTY = "faulty"
    LEGAL = "legal"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class OpenDispute:
    """A dispute of the place that is next in the log. `author` has signed the entry, and `answerer` refused
    it with `code`, empty where that is not known here. `legal`: the author's program finds it legal, else it
    cannot judge. `ways`: the commands by which all together end the dispute."""

    author: str
    answerer: str
    seq: int
    digest: str
    code: str
    rule: str
    legal: bool
    ways: tuple[str, ...]

    words: str
    """The same in words, with the party that may propose each."""
    is_shown: bool = True
    """Whether the refusal itself is in this folder. Without it there is the author's word alone."""

    def __str__(self) -> str:
        why = self.code + (f", rule {self.rule}" if self.rule else "")
        finds = "finds it legal" if self.legal else "cannot judge it"
        refused = f"{self.answerer} has refused entry {self.seq} of {self.author}"
        if not self.is_shown:
            refused = f"{self.author} says, and does not show, that {refused}"
        return (
            refused + (f" [{why}]" if why else "") + f", and the program of {self.author} {finds}: "
            f"{self.author} signs no other entry for that place"
        )


def judge(folder: Folder, signed: SignedEntry, build: Build = rules_of) -> Finding:
    """What the owner's program finds of an own entry that was refused. Raises OSError."""
    entry = Entry.decode(signed.data)
    if _is_unanswered(verify_entries(folder.log), entry.author, entry.seq, signed.head):
        return Finding.LEGAL
    closed = closed_lines.load_lines(folder, entry)
    try:
        table = order_closing.load(folder, build)
        seat_views.sit(table, folder)
        if isinstance(table.seat, ClosedBoard) and isinstance(entry.body, Move) and closed is None:
            return Finding.UNKNOWN
        for before in _preceding_entries(folder, entry):
            table.verifier.apply(verify_entry(before))
    except errors.PbemError:
        return Finding.UNKNOWN
    try:
        if isinstance(entry.body, Seal):
            sealed = seal_files.load_seal(folder, entry.game, entry.author, entry.body.choice)
            choice = table.choice(entry.author)
            if sealed is None or choice is None:
                return Finding.UNKNOWN
            seal_openings.check(table, choice, sealed.lines)
        acceptance.take_own(folder, table, signed, closed)
    except errors.PbemError as error:
        return Finding.FAULTY if error.code in _FAULTS else Finding.UNKNOWN
    return Finding.LEGAL


def _preceding_entries(folder: Folder, entry: Entry) -> Iterator[SignedEntry]:
    """The entries of the same file that come before this one and are not in the log: a seal before its
    opening."""
    count = folder.log.length()
    for file in sorted(folder.move_file(0, entry.author).parent.glob(f"*-{entry.author}.pbem")):
        found = {each.head: Entry.decode(each.data) for each in armor.read(file)}
        if any(other.seq == entry.seq for other in found.values()):
            yield from (each for each in armor.read(file) if count <= found[each.head].seq < entry.seq)


def _is_unanswered(verifier: LogVerifier, author: str, seq: int, digest: str) -> bool:
    """Whether an entry stands in this log, its author's, and nothing of others after it: without a referee
    what a side answers is in its own log before the other side has it."""
    stands = seq < len(verifier.entries) and verifier.entries[seq].head == digest
    return stands and all(entry.author == author for entry in verifier.history[seq:])


def settle_time(folder: Folder, slip: OpenedSlip, said: Refusal) -> None:
    """Note of an own entry that was refused for the time that it states: the same may be signed with an
    earlier one. Raises OSError."""
    if said.code in refusal_records.FOR_TIME:
        refusal_records.confirm(folder, slip)


def settle(folder: Folder, slip: OpenedSlip, said: Refusal, signed: SignedEntry, build: Build) -> Finding:
    """Judge an own entry again that was refused by a paper, and keep what that comes to: the paper is
    confirmed, or a dispute of it is signed. Raises OSError."""
    finding = judge(folder, signed, build)
    if finding is Finding.FAULTY:
        refusal_records.confirm(folder, slip)
    elif not any(made.digest == said.digest for made in _own_disputes(folder)):
        _dispute(folder, slip, said, signed, finding, build)
    return finding


def _own_disputes(folder: Folder) -> list[Dispute]:
    me = folder.role(verify_entries(folder.log).parties)
    return [said for _, said in refusal_records.disputes(folder) if said.author == me]


def _dispute(
    folder: Folder, slip: OpenedSlip, said: Refusal, signed: SignedEntry, finding: Finding, build: Build
) -> None:
    record = base64.b64encode(signed.to_record()).decode("ascii")
    verifier = verify_entries(folder.log)
    if not disclosures.is_own(folder, verifier):
        return  # once it is the true folder again, what is signed next asks for it
    tells = len(record) <= _MOST_RECORD and not _Kind.of(verifier, build).hidden
    paper = Dispute(
        game=said.game,
        author=folder.role(verifier.parties),
        seq=said.seq,
        digest=said.digest,
        refusal=slip.digest,
        legal=True if finding is Finding.LEGAL else None,
        record=record if tells else None,
    )
    refusal_records.keep_refusal(folder, disclosures.sign_paper(folder, verifier.parties, paper))


def show_closed(folder: Folder, verifier: LogVerifier) -> None:
    """Once a game has ended, sign each own dispute anew with the entry itself and what it closed, so that
    anybody can judge it. Raises what the folder's key raises, OSError."""
    me = folder.role(verifier.parties)
    own_ones = _own_disputes(folder) if disclosures.is_own(folder, verifier) else []
    shown_ones = {said.digest for said in own_ones if said.record}
    for said in own_ones:
        signed = find_own_entry(folder, me, said)
        if said.digest in shown_ones or signed is None:
            continue
        record = base64.b64encode(signed.to_record()).decode("ascii")
        closed = closed_lines.load_lines(folder, Entry.decode(signed.data))
        if len(record) <= _MOST_RECORD:
            told = {"root": closed.root, "lines": closed.lines or None} if closed else {}
            paper = said.replace(record=record, **told)
            refusal_records.keep_refusal(folder, disclosures.sign_paper(folder, verifier.parties, paper))


def refuse_open(folder: Folder, build: Build = rules_of) -> None:
    """Raise `disputed` if an own entry for the next place is out and was refused, and its refusal has not
    been borne out: then nothing else is signed for that place. A refusal that was kept before it could be
    judged is judged now."""
    verifier = verify_entries(folder.log)
    me = folder.role(verifier.parties)
    for slip, said in refusal_records.is_by_closer(folder, verifier.parties, me):
        signed = find_own_entry(folder, me, said) if is_open(verifier, me, said) else None
        if signed is not None and is_of_the_way(said, Entry.decode(signed.data)):
            settle_time(folder, slip, said)
            continue
        if signed is None or (said.seq, said.digest) in refusal_records.freed_entries(
            folder, verifier.parties, me
        ):
            continue
        if not any(made.digest == said.digest for made in _own_disputes(folder)):
            settle(folder, slip, said, signed, build)
    for dispute in list_open(folder, verifier, build):
        if dispute.author == me and dispute.seq == len(verifier.entries):
            raise errors.Refusal(Code.DISPUTED, f"{dispute}. {describe_ways_out(dispute)}")


def find_own_entry(folder: Folder, me: str, said: Refusal | Dispute) -> SignedEntry | None:
    """What the folder's owner has signed and a paper speaks of."""
    moves, answers = folder.move_file(0, me).parent, folder.answer_file(0).parent
    for file in sorted([*moves.glob(f"*-{me}.pbem"), *answers.glob("*.pbem")]):
        try:
            found = armor.read(file)
        except (OSError, errors.PbemError):
            continue
        for signed in found:
            if signed.head == said.digest and Entry.decode(signed.data).author == me:
                return signed
    return None


@dataclass(frozen=True, slots=True)
class _Kind:
    """What a game is for a dispute: whether orders are `hidden` from others, and all of them `closed`."""

    hidden: bool
    closed: bool

    @classmethod
    def of(cls, verifier: LogVerifier, build: Build) -> _Kind:
        """By the rules; without them the most careful."""
        try:
            rules = build(verifier.parties.charter)
        except errors.PbemError:
            return cls(hidden=True, closed=True)
        return cls(rules.needs_secret, rules.closed_orders)


def is_open(verifier: LogVerifier, author: str, said: Refusal) -> bool:
    """Whether the place of a refused entry of this author is next in the log, or nobody has answered it."""
    return said.seq >= len(verifier.entries) or _is_unanswered(verifier, author, said.seq, said.digest)


def entry_in(parties: Parties, said: Dispute) -> SignedEntry | None:
    """The entry that a dispute bears, if its author has signed it."""
    if said.record is None:
        return None
    try:
        opened = verify_entry(SignedEntry.from_record(base64.b64decode(said.record, validate=True)))
    except (errors.PbemError, ValueError):
        return None
    mine = opened.head == said.digest and opened.entry.author == said.author and len(opened.signers) == 1
    return opened.signed if mine and parties.had_key(said.author, opened.signers[0]) else None


def list_open(folder: Folder, verifier: LogVerifier, build: Build = rules_of) -> list[OpenDispute]:
    """The disputes in the folder whose place in the log is still free, one for each entry."""
    papers = [
        (slip, said)
        for slip, said in refusal_records.disputes(folder)
        if said.seq == len(verifier.entries) or _is_unanswered(verifier, said.author, said.seq, said.digest)
    ]
    if not papers or verifier.ended:
        return []
    known = {slip.digest: slip.said for slip in refusal_records.list_refusals(folder)}
    kind, me = _Kind.of(verifier, build), ""
    if folder.public_file.is_file():
        me = folder.role(verifier.parties)
    found: dict[str, OpenDispute] = {}
    for slip, said in papers:
        if said.game != verifier.game or not verifier.parties.had_key(said.author, slip.signer):
            continue
        refused = known.get(said.refusal)
        if refused is None and me == verifier.parties.closer(said.author):
            continue  # what was never refused here needs no way out
        said_so = refused if isinstance(refused, Refusal) else None
        stays = _is_bound(verifier.parties, kind, said)
        ways = _ways(verifier.parties, kind, _may_sign(verifier.parties, said_so), stays)
        found[said.digest] = OpenDispute(
            said.author,
            verifier.parties.closer(said.author),
            said.seq,
            said.digest,
            said_so.code if said_so else "",
            (said_so.rule or "") if said_so else "",
            bool(said.legal),
            ways,
            _words(verifier.parties, kind, ways, stays),
            refused is not None,
        )
    return list(found.values())


def _may_sign(parties: Parties, refused: Refusal | None) -> bool:
    """Whether the author may sign what all sign in the place of the refused entry: not where the refusal
    convicts nobody, since the answerer could take the entry in as well, and choose. Of a refusal that is not
    here nobody knows."""
    return refused is None or refusal_records.answers(parties, refused)


def _is_bound(parties: Parties, kind: _Kind, said: Dispute) -> bool:
    """Whether the entry goes into the log before a new referee, as far as is known: a seal cannot, nor what
    the party that proposes the referee does not have, since others may not read it."""
    carried = entry_in(parties, said)
    has_link = carried is None or Entry.decode(carried.data).link is not None
    return has_link and (not kind.hidden or parties.next_role(REFEREE) == said.author)


def _ways(parties: Parties, kind: _Kind, may_sign: bool, stays: bool) -> tuple[str, ...]:
    """What all can sign in such a game. Only a new referee brings other dice: the old one knows those of the
    order that was refused."""
    new_referee = (f"pbem substitute {REFEREE}",) if parties.has_referee and (stays or may_sign) else ()
    if not may_sign:
        return new_referee
    back = () if kind.hidden else ("pbem rollback",)
    ruling = 'pbem rule "game over: draw"' if kind.closed else "pbem rule"
    return (*new_referee, *back, ruling, "pbem adopt")


def _words(parties: Parties, kind: _Kind, ways: tuple[str, ...], stays: bool) -> str:
    """The ways with the party that may propose each, and what remains without them."""
    new = [f"`{way}`" for way in ways if way.startswith("pbem substitute")]
    others = _join_ways([f"`{way}`" for way in ways if not way.startswith("pbem substitute")])
    if not parties.has_referee:
        return f"{others or 'nothing'}. If the other does not agree, the game ends here"
    said = []
    if new:
        secret = ", who needs the old referee's file `secret`" if kind.hidden else ""
        then = (
            "and the order stays: whoever has proposed or signed it can sign nothing else for that place"
            if stays
            else "and the order is signed again after it, with other dice"
        )
        said.append(f"{new[0]} (a new referee{secret}; {parties.next_role(REFEREE)} proposes it, {then})")
    if others:
        said.append(f"what the referee proposes: {others}")
    if kind.hidden or not new:
        return f"{', or '.join(said) or 'nothing'}. If the referee does not agree, the game ends here"
    return ", or ".join(said)


def _join_ways(ways: list[str]) -> str:
    return " or ".join(filter(None, [", ".join(ways[:-1]), *ways[-1:]]))


def describe_ways_out(dispute: OpenDispute) -> str:
    """The ways out of a dispute in words, and what is left where there is none."""
    return (
        f"Only what all parties sign ends this: {dispute.words}. Keep order, refusal and dispute: they are "
        "the evidence, also of a game that ends here. If the programs differ in version, install the same "
        "version first"
    )
