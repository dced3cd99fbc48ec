"""A refusal as a signed paper: made by the party that answers an entry and does not take it in, kept by that
party and by the entry's author.

The author's folder signs another entry for the place only if the author's own program finds the fault too
(`disputes`). Everybody can show later that a party refused a legal entry, or appended a refused one.
"""

from __future__ import annotations

from pbem import errors
from pbem.entry import armor
from pbem.entry.bodies import lines_of
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.peer_notices import OpenedSlip, Refusal
from pbem.entry.verified_entries import VerifiedEntry
from pbem.judge import closed_lines
from pbem.log.log_verifier import LogVerifier
from pbem.log.party import disclosures, refusal_records, restoration_receipts
from pbem.log.party.folder import Folder
from pbem.play.refusals import disputes
from pbem.reason_codes import Code
from pbem.rules.rules_lookup import Build, rules_of

_REFUSED = "refused"
"""The room of the entries that were refused."""


def write_refusal(
    folder: Folder, verifier: LogVerifier, verified: VerifiedEntry, paper: Refusal | OpenedSlip
) -> OpenedSlip:
    """Sign what a refusal says, and keep it with the bytes of the entry; one that was signed before is given
    back. Raises as `disclosures.sign_paper`, OSError."""
    if not isinstance(paper, Refusal):
        return paper
    made = disclosures.sign_paper(folder, verifier.parties, paper)
    entry = verified.entry
    name = f"{_REFUSED}/{entry.seq:04d}-{entry.author}-{verified.head}.pbem"
    folder.keep(name, armor.text([verified.signed]))  # before the paper, after which nobody would write it
    refusal_records.keep_refusal(folder, made)
    return made


def say(folder: Folder, verifier: LogVerifier, seq: int, digest: str, code: Code) -> OpenedSlip:
    """A refusal by the folder's owner of the bytes of this digest at place `seq`, kept; the same again for
    the same. Raises as `disclosures.sign_paper`, OSError."""
    me = folder.role(verifier.parties)
    said = Refusal(game=verifier.game, author=me, seq=seq, digest=digest, code=str(code))
    slip = disclosures.sign_paper(folder, verifier.parties, said, put_back=True)
    refusal_records.keep_refusal(folder, slip)
    return slip


def take(folder: Folder, verifier: LogVerifier, slip: OpenedSlip, build: Build = rules_of) -> str:
    """Keep a refusal that came, and say what it means for the folder's owner; raises `bad-paper`."""
    said = slip.said
    if not isinstance(said, Refusal):
        raise errors.BadPaper(f"a {said.type} where a refusal was expected")
    signed = disputes.find_own_entry(folder, folder.role(verifier.parties), said)
    own = Entry.decode(signed.data) if signed else None
    if said.line is not None and own is not None and said.line >= _count(folder, own):
        raise errors.BadPaper(
            f"the refusal of entry {said.seq} names line {said.line + 1}, which the entry does not show: it "
            f"frees nothing"
        )
    if own is not None and said.seq != own.seq:
        raise errors.BadPaper(
            f"the refusal names place {said.seq}, and your entry is for place {own.seq}: it frees nothing"
        )
    if refusal_records.is_full(folder, said.seq, said.author) and slip.digest not in map(
        _digest, refusal_records.list_refusals(folder)
    ):
        raise errors.BadPaper(f"{said.author} has signed very many refusals for place {said.seq}: not kept")
    refusal_records.keep_refusal(folder, slip)
    what = f"{said.author} has refused {own or f'entry {said.seq} ({said.digest[:8]})'} [{said.code}]"
    if said.rule:
        what += f", line {(said.line or 0) + 1}, rule {said.rule}"
    if own is None or signed is None or said.author != verifier.parties.closer(own.author):
        return f"{what}. The refusal is kept\n"
    if not disputes.is_open(verifier, own.author, said):
        return f"{what}. Its place in the log is taken; the refusal is kept\n"
    if disputes.is_of_the_way(said, own):
        disputes.settle_time(folder, slip, said)
        return f"{what}{_ask_again(folder, said, own)}"
    return f"{what}{_judge_again(folder, verifier, slip, said, signed, build)}"


def _digest(slip: OpenedSlip) -> str:
    return slip.digest


def _ask_again(folder: Folder, said: Refusal, own: Entry) -> str:
    """What to do about a refusal for what is not in the entry."""
    if said.code == Code.TIME_AHEAD:
        return (
            ": it states a time far ahead. Set the clock of this PC, and run `pbem move` again: the "
            "same is signed with the right time, and goes out instead\n"
        )
    if said.code == Code.DUE_DIFFERS:
        return (
            ": by the zone data of the other PC a time is over at another moment. Renew the data of both "
            "with `pip install --upgrade tzdata`, and run `pbem move` again: the same is signed with the "
            "moment as it is worked out then\n"
        )
    if said.code == Code.NOT_NAMED:
        return ". It was signed before a folder of yours was restored, and counts no more. " + (
            "Give the orders again here with `pbem move`: they are signed anew\n"
            if restoration_receipts.is_void(folder, said.digest)
            else "Play on in the folder that was restored last, and give the orders again there\n"
        )
    return (
        ". The entry itself does not show this, so its place is not free: bring your log up "
        f"to date and send the same file again ({folder.move_file(own.seq, own.author)})\n"
    )


def _judge_again(
    folder: Folder, verifier: LogVerifier, slip: OpenedSlip, said: Refusal, signed: SignedEntry, build: Build
) -> str:
    """What the owner's program makes of a refusal of an own entry, which it judges again."""
    finding = disputes.settle(folder, slip, said, signed, build)
    if finding is not disputes.Finding.FAULTY:
        finds = "finds it legal" if finding is disputes.Finding.LEGAL else "cannot judge it"
        (opened,) = (
            each for each in disputes.list_open(folder, verifier, build) if each.digest == said.digest
        )
        return (
            f". Your program {finds}, and disputes that: it signs nothing else for that place. "
            f"{disputes.describe_ways_out(opened)}\n"
        )
    if refusal_records.is_binding(said):
        return ". Correct it and sign again with `pbem move`: the same link goes with the new orders\n"
    return (
        ". Your program finds a fault too, but the refusal does not bind its author, so the place is not "
        "free: bring your log up to date and send the same file again\n"
    )


def refused_entries(folder: Folder, author: str, seq: int) -> tuple[SignedEntry, ...]:
    """What was refused of a party for this place."""
    files = sorted((folder.path / _REFUSED).glob(f"{seq:04d}-{author}-*.pbem"))
    return tuple(one for file in files for one in armor.read(file))


def _count(folder: Folder, own: Entry) -> int:
    """The lines of an own entry that a refusal can name: those that it shows, or if all are closed these."""
    closed = closed_lines.load_lines(folder, own)
    return len(lines_of(own.body)) or (len(closed.lines) if closed else 0)
