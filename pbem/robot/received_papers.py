"""Signed papers of a game in progress, taken in by whoever owns the folder: a refusal is judged, a dispute
and a notice are kept, who asks for a receipt gets one, and the last receipt that was asked for makes a
folder the true one again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem import errors
from pbem.entry import peer_notices
from pbem.entry.bodies import Proof
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.field_types import REFEREE
from pbem.entry.peer_notices import Dispute, HoldingNotice, ObservedNotice, OpenedSlip, Refusal
from pbem.entry.verified_entries import VerifiedEntry, keep_verified, verify_each
from pbem.judge import closed_lines, signed_refusals
from pbem.log.log_verifier import LogVerifier
from pbem.log.party import disclosures, observed_entries, refusal_records
from pbem.log.party.folder import Folder
from pbem.log.verification import verify_entries
from pbem.messages.letters import notice_letters
from pbem.play import folder_restoration, standing_orders
from pbem.play.agreements import lateness
from pbem.play.host import out_of_order, referee
from pbem.play.refusals import disputes, objections, refusal_papers
from pbem.reason_codes import Code
from pbem.robot import restoration_request
from pbem.rules.rules_lookup import Build, rules_of

_UNTIMELY: Final[dict[str, tuple[str, str]]] = {
    Code.LATE_TOO_EARLY: (
        "says that a side is late, and by the clock here its time is not over",
        notice_letters.NOT_LATE,
    ),
    Code.COMPLETED: (
        "says that you were late, and what all have signed for this place was whole in this folder before "
        "your time was over",
        notice_letters.NOT_SILENT,
    ),
    Code.CLAIM_CONTESTED: (
        "claims the game, and what was due of you had left this folder in time",
        notice_letters.CONTESTED,
    ),
    Code.DUE_DIFFERS: (
        "says another moment at which a time is over than is worked out here",
        notice_letters.DUE_DIFFERS,
    ),
    Code.BACKDATED: ("is dated more than a day before your order left this folder", notice_letters.BACKDATED),
}
"""Why an entry with a false time is refused, here and to all, by the code."""


@dataclass(frozen=True, slots=True)
class PapersResult:
    """What was said of the papers, the mails that they led to, and whether one was refused. `entries` are
    those of the mail that were taken in with them."""

    text: str
    files: tuple[Path, ...] = ()
    refused: bool = False
    entries: bool = False


def split(found: Sequence[SignedEntry]) -> tuple[list[SignedEntry], list[SignedEntry]]:
    """Papers of a game in progress, and those before a game."""
    mine = [each for each in found if peer_notices.is_slip(each)]
    return mine, [each for each in found if each not in mine]


def take(
    folder: Folder,
    found: Sequence[SignedEntry],
    entries: Sequence[SignedEntry],
    now: int,
    build: Build = rules_of,
    lost: Sequence[SignedEntry] = (),
    boxes: Sequence[bytes] = (),
) -> PapersResult:
    """Take in the papers of one mail or file; what is wrong with one of them is said. `lost` and `boxes`:
    what came with receipts for a referee whose folder was put back. Raises what the folder or the machine is
    to blame for."""
    verifier = verify_entries(folder.log)
    me = folder.role(verifier.parties)
    text, files, refused, given = "", list[Path](), False, list[OpenedSlip]()
    for signed in found:
        try:
            slip = peer_notices.open_slip(signed)
            folder_restoration.check_signer(verifier.parties, slip)
            if isinstance(slip.said, HoldingNotice) and not slip.said.asks:
                if slip.said.author == me:
                    folder_restoration.keep_given(folder, slip)
                else:
                    given.append(slip)
                continue
            said, made = _take_paper(folder, verifier, slip, now, build)
            text, files = text + said, files + made
        except errors.FOLDERS_FAULT:
            raise
        except errors.PbemError as error:
            text, refused = f"{text}refused [{error.code}]: {error}\n", True
    came = keep_verified(verify_each(entries)) if given else ()
    early, with_them = refuse_early(folder, came, now), bool(given)
    if early is not None:
        text, files, refused = text + early.text, [*files, *early.files], True
    elif given:
        try:
            said, made = _answer_restoration(folder, given, entries, now, build, lost, boxes)
            text, files = text + said, files + made
        except errors.PbemError as error:
            text, refused = f"{text}refused [{error.code}]: {error}\n", True
            with_them = not disclosures.is_own(folder, verifier)  # unasked receipts: the order is judged
    return PapersResult(text, tuple(files), refused, with_them)


def note_observed_order(folder: Folder, entries: Sequence[VerifiedEntry]) -> str:
    """Keep that an entry of another side, which is not in the log yet, was shown to the folder's owner, who
    does not answer it; what that means, or nothing where it is no such mail."""
    verifier = verify_entries(folder.log)
    me, parties = folder.role(verifier.parties), verifier.parties
    opened = entries[-1]
    entry = opened.entry
    placed = (entry.game, entry.seq, entry.prev) == (verifier.game, len(verifier.entries), verifier.head)
    if verifier.batch is not None or not placed or entry.link is None or entry.author not in parties.active:
        return ""
    closer = parties.closer(entry.author)
    if me in (entry.author, closer) or opened.signers != (parties[entry.author].key,):
        return ""
    proof = Proof(author=entry.author, seq=entry.seq, digest=opened.head)
    observed_entries.keep_observed(folder, proof, opened.signed)
    return (
        f"{entry} is out and not answered yet: wait for the answer of {closer}; your next entry says that "
        f"you have seen it\n"
    )


def mail_refusals(
    folder: Folder, entries: Sequence[VerifiedEntry], error: errors.PbemError, now: int | None = None
) -> tuple[Path, ...]:
    """The signed refusal of what these hold, as mails. With a referee: of an answer that the folder's owner
    alone can see to be wrong, to all. Without one: of the last of these, to its author; nothing where the
    folder's owner does not answer it, or it did not come in its place."""
    verifier = verify_entries(folder.log)
    if verifier.parties.has_referee:
        objection = objections.object_to_answer(folder, entries, error)
        to = [role for role in verifier.parties.roles if objection and role != objection.said.author]
        return (
            tuple(notice_letters.send_slip(folder, verifier, to, notice_letters.NOT_SO, objection, now=now))
            if objection
            else ()
        )
    try:
        for each in entries[:-1]:
            if each.entry.seq >= len(verifier.entries):
                verifier.apply(each)
    except errors.PbemError:
        return ()
    opened = entries[-1]
    if error.code in refusal_records.BY_ANYBODY and len(verifier.entries) > folder.log.length():
        return ()  # what came with it is not in the log, so no reader of the log finds the fault
    paper = signed_refusals.due_refusal(folder, verifier, opened, error)
    if paper is None:
        return ()
    slip = refusal_papers.write_refusal(folder, verifier, opened, paper)
    return tuple(
        notice_letters.send_slip(
            folder, verifier, [opened.entry.author], notice_letters.REFUSED, slip, now=now
        )
    )


def refuse_early(folder: Folder, entries: Sequence[VerifiedEntry], now: int | None) -> PapersResult | None:
    """Where these hold a `late` before its time by the clock `now`, or an answer dated before what it
    answers: its refusal, and the mails with it to all."""
    slip = None if now is None else lateness.refuse(folder, entries, now)
    if slip is None:
        return None
    verifier = verify_entries(folder.log)
    code = slip.said.code if isinstance(slip.said, Refusal) else ""
    why, letter = _UNTIMELY[code]
    to = [role for role in verifier.parties.active if role != slip.said.author]
    files = notice_letters.send_slip(folder, verifier, to, letter, slip, now=now)
    text = f"refused [{code}]: entry {slip.said.seq} {why}. Your log is unchanged; outbox/ has mails to all\n"
    return PapersResult(text, tuple(files), refused=True)


def mail_disputes(folder: Folder, verifier: LogVerifier, now: int | None) -> list[Path]:
    """Mails to all with each dispute that the folder's owner has signed; once the game has ended with what
    was closed. Those that were written before are the same. Raises OSError."""
    if verifier.ended:
        disputes.show_closed(folder, verifier)
    me, files = folder.role(verifier.parties), list[Path]()
    known = {slip.digest: slip for slip in refusal_records.list_refusals(folder)}
    for slip, said in refusal_records.disputes(folder):
        if said.author != me:
            continue
        # What a refusal says of an order that others may not read is not for their eyes.
        beside = [known[said.refusal].signed] if said.record and said.refusal in known else []
        for role in verifier.parties.roles:
            if role != me:
                letter = notice_letters.DISPUTED
                found = notice_letters.find_sent(folder, slip, role)
                files += found or notice_letters.send_slip(
                    folder, verifier, [role], letter, slip, (), now, beside
                )
    return files


def _take_dispute(
    folder: Folder, verifier: LogVerifier, slip: OpenedSlip, said: Dispute, build: Build
) -> str:
    """Keep a dispute of another, and the entry in it as seen. Raises `bad-paper`, OSError."""
    if refusal_records.is_full(folder, said.seq, said.author):
        raise errors.BadPaper(f"{said.author} has signed very many papers for place {said.seq}: not kept")
    refusal_records.keep_refusal(folder, slip)
    carried = disputes.entry_in(verifier.parties, said)
    others = folder.role(verifier.parties) not in (said.author, verifier.parties.closer(said.author))
    if others and carried is not None and Entry.decode(carried.data).seq == said.seq:
        observed_entries.keep_observed(
            folder, Proof(author=said.author, seq=said.seq, digest=said.digest), carried
        )
    for each in disputes.list_open(folder, verifier, build):
        if each.digest == said.digest:
            return f"{each}. {disputes.describe_ways_out(each)}\n"
    return (
        f"{said.author} disputes the refusal of entry {said.seq} ({said.digest[:8]}). Both papers are kept\n"
    )


def _take_paper(
    folder: Folder, verifier: LogVerifier, slip: OpenedSlip, now: int, build: Build
) -> tuple[str, list[Path]]:
    if (
        not isinstance(slip.said, HoldingNotice)
        and slip.said.seq > len(verifier.entries) + out_of_order.AHEAD
    ):
        raise errors.BadPaper(f"the {slip.said.type} is for place {slip.said.seq}, far ahead of the log here")
    match slip.said:
        case Refusal():
            return refusal_papers.take(folder, verifier, slip, build), mail_disputes(folder, verifier, now)
        case Dispute() as said:
            return _take_dispute(folder, verifier, slip, said, build), []
        case ObservedNotice(author=author, seq=seq, prev=prev, digest=digest):
            if 0 < seq <= len(verifier.entries) and verifier.entries[seq - 1].head != prev:
                raise errors.BadPaper(
                    f"the notice is of an entry after head {prev[:8]}, which is not that of entry {seq - 1}"
                )
            observed_entries.keep_observed(folder, Proof(author=author, seq=seq, digest=digest))
            return f"{author} has an order out for place {seq} ({digest[:8]}): your next entry names it\n", []
        case HoldingNotice():
            answer = folder_restoration.answer(folder, slip, now, build)
            files = notice_letters.send_receipt(folder, verifier, answer, now)
            return f"a receipt for {answer.to}, whose folder was put back: {files[0]}\n", files
    return "", []


def _answer_restoration(
    folder: Folder,
    given: Sequence[OpenedSlip],
    entries: Sequence[SignedEntry],
    now: int,
    build: Build,
    lost: Sequence[SignedEntry],
    boxes: Sequence[bytes],
) -> tuple[str, list[Path]]:
    before = len(verify_entries(folder.log).entries)

    def follow(answers: list[SignedEntry]) -> object:
        return referee.take_in(folder, answers, build, None, boxes)

    def regain() -> None:
        verifier = verify_entries(folder.log)
        if folder.role(verifier.parties) == REFEREE:
            standing_orders.restore_papers(folder, verifier, lost)
            closed_lines.restore_lines(folder, verifier, boxes)

    missing = folder_restoration.take(folder, given, entries, build, follow, regain)
    if missing and len(verify_entries(folder.log).entries) > before:
        asked = restoration_request.ask_for_receipts(folder, now)
        text = f"The receipt is in, with newer entries: {', '.join(asked.to)} are asked again\n"
        return text, list(asked.files)
    if missing:
        return f"The receipt is in; still to come: {', '.join(missing)}\n", []
    own = verify_entries(folder.log)
    place, role = len(own.entries), folder.role(own.parties)
    file = folder.move_file(place, role)
    held = any(slip.said.digests for slip in given if isinstance(slip.said, HoldingNotice))
    kept = (
        f". You have signed entry {place} before: send {file} again, or see the refusal of it" if held else ""
    )
    return f"All receipts are in: this folder is yours again, and signs as before{kept}\n", []
