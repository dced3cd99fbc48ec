"""Signed papers of a game in progress, taken in by whoever owns the folder: a refusal is judged, a dispute
and a notice are kept, who asks for a receipt gets one, and the last receipt that was asked for makes a
folder the true one again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem import errors
from pbem.codes import Code
from pbem.entry import slips
from pbem.entry.bodies import Proof
from pbem.entry.border import VerifiedEntry, verified_of, verify_each
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.shapes import REFEREE
from pbem.entry.slips import Dispute, Holding, Notice, OpenedSlip, Refusal
from pbem.judge import closed_lines, refusal
from pbem.log import notices, refusals, shown
from pbem.log.folder import Folder
from pbem.log.verify import walked
from pbem.log.walk import Walk
from pbem.play import disputes, filer, held, lateness, objecting, receipts, referee, refusing
from pbem.robot import restoring
from pbem.rules.games import Build, rules_of
from pbem.tell import slip_letters

_UNTIMELY: Final[dict[str, tuple[str, str]]] = {
    Code.LATE_TOO_EARLY: (
        "says that a side is late, and by the clock here its time is not over",
        slip_letters.NOT_LATE,
    ),
    Code.COMPLETED: (
        "says that you were late, and what all have signed for this place was whole in this folder before "
        "your time was over",
        slip_letters.NOT_SILENT,
    ),
    Code.BACKDATED: ("is dated more than a day before your order left this folder", slip_letters.BACKDATED),
}
"""Why an entry with a false time is refused, here and to all, by the code."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What was said of the papers, the mails that they led to, and whether one was refused. `entries` are
    those of the mail that were taken in with them."""

    text: str
    files: tuple[Path, ...] = ()
    refused: bool = False
    entries: bool = False


def split(found: Sequence[SignedEntry]) -> tuple[list[SignedEntry], list[SignedEntry]]:
    """Papers of a game in progress, and those before a game."""
    mine = [each for each in found if slips.is_slip(each)]
    return mine, [each for each in found if each not in mine]


def take(
    folder: Folder,
    found: Sequence[SignedEntry],
    entries: Sequence[SignedEntry],
    now: int,
    build: Build = rules_of,
    lost: Sequence[SignedEntry] = (),
    boxes: Sequence[bytes] = (),
) -> Taken:
    """Take in the papers of one mail or file; what is wrong with one of them is said. `lost` and `boxes`:
    what came with receipts for a referee whose folder was put back. Raises what the folder or the machine is
    to blame for."""
    walk = walked(folder.log)
    me = folder.role(walk.parties)
    text, files, refused, given = "", list[Path](), False, list[OpenedSlip]()
    for signed in found:
        try:
            slip = slips.open_slip(signed)
            receipts.check_signer(walk.parties, slip)
            if isinstance(slip.said, Holding) and not slip.said.asks:
                if slip.said.author == me:
                    receipts.keep_given(folder, slip)
                else:
                    given.append(slip)
                continue
            said, made = _one(folder, walk, slip, now, build)
            text, files = text + said, files + made
        except errors.FOLDERS_FAULT:
            raise
        except errors.PbemError as error:
            text, refused = f"{text}refused [{error.code}]: {error}\n", True
    came = verified_of(verify_each(entries)) if given else ()
    early, with_them = refuse_early(folder, came, now), bool(given)
    if early is not None:
        text, files, refused = text + early.text, [*files, *early.files], True
    elif given:
        try:
            said, made = _restored(folder, given, entries, now, build, lost, boxes)
            text, files = text + said, files + made
        except errors.PbemError as error:
            text, refused = f"{text}refused [{error.code}]: {error}\n", True
            with_them = not shown.is_own(folder, walk)  # unasked receipts: the order is judged
    return Taken(text, tuple(files), refused, with_them)


def shown_order(folder: Folder, entries: Sequence[VerifiedEntry]) -> str:
    """Keep that an entry of another side, which is not in the log yet, was shown to the folder's owner, who
    does not answer it; what that means, or nothing where it is no such mail."""
    walk = walked(folder.log)
    me, parties = folder.role(walk.parties), walk.parties
    opened = entries[-1]
    entry = opened.entry
    placed = (entry.game, entry.seq, entry.prev) == (walk.game, len(walk.entries), walk.head)
    if walk.batch is not None or not placed or entry.link is None or entry.author not in parties.active:
        return ""
    closer = parties.closer(entry.author)
    if me in (entry.author, closer) or opened.signers != (parties[entry.author].key,):
        return ""
    proof = Proof(author=entry.author, seq=entry.seq, digest=opened.head)
    notices.keep(folder, proof, opened.signed)
    return (
        f"{entry} is out and not answered yet: wait for the answer of {closer}; your next entry says that "
        f"you have seen it\n"
    )


def refused(
    folder: Folder, entries: Sequence[VerifiedEntry], error: errors.PbemError, now: int | None = None
) -> tuple[Path, ...]:
    """The signed refusal of what these hold, as mails. With a referee: of an answer that the folder's owner
    alone can see to be wrong, to all. Without one: of the last of these, to its author; nothing where the
    folder's owner does not answer it, or it did not come in its place."""
    walk = walked(folder.log)
    if walk.parties.refereed:
        objection = objecting.refuse(folder, entries, error)
        to = [role for role in walk.parties.roles if objection and role != objection.said.author]
        return (
            tuple(slip_letters.send(folder, walk, to, slip_letters.NOT_SO, objection, now=now))
            if objection
            else ()
        )
    try:
        for each in entries[:-1]:
            if each.entry.seq >= len(walk.entries):
                walk.step(each)
    except errors.PbemError:
        return ()
    opened = entries[-1]
    if error.code in refusals.BY_ANYBODY and len(walk.entries) > folder.log.length():
        return ()  # what came with it is not in the log, so no reader of the log finds the fault
    paper = refusal.due(folder, walk, opened, error)
    if paper is None:
        return ()
    slip = refusing.refuse(folder, walk, opened, paper)
    return tuple(slip_letters.send(folder, walk, [opened.entry.author], slip_letters.REFUSED, slip, now=now))


def refuse_early(folder: Folder, entries: Sequence[VerifiedEntry], now: int | None) -> Taken | None:
    """Where these hold a `late` before its time by the clock `now`, or an answer dated before what it
    answers: its refusal, and the mails with it to all."""
    slip = None if now is None else lateness.refuse(folder, entries, now)
    if slip is None:
        return None
    walk = walked(folder.log)
    code = slip.said.code if isinstance(slip.said, Refusal) else ""
    why, letter = _UNTIMELY[code]
    to = [role for role in walk.parties.active if role != slip.said.author]
    files = slip_letters.send(folder, walk, to, letter, slip, now=now)
    text = f"refused [{code}]: entry {slip.said.seq} {why}. Your log is unchanged; outbox/ has mails to all\n"
    return Taken(text, tuple(files), refused=True)


def disputed(folder: Folder, walk: Walk, now: int | None) -> list[Path]:
    """Mails to all with each dispute that the folder's owner has signed; once the game has ended with what
    was closed. Those that were written before are the same. Raises OSError."""
    if walk.ended:
        disputes.show_closed(folder, walk)
    me, files = folder.role(walk.parties), list[Path]()
    known = {slip.digest: slip for slip in refusals.kept(folder)}
    for slip, said in refusals.disputes(folder):
        if said.author != me:
            continue
        # What a refusal says of an order that others may not read is not for their eyes.
        beside = [known[said.refusal].signed] if said.record and said.refusal in known else []
        for role in walk.parties.roles:
            if role != me:
                letter = slip_letters.DISPUTED
                found = slip_letters.sent(folder, slip, role)
                files += found or slip_letters.send(folder, walk, [role], letter, slip, (), now, beside)
    return files


def _take_dispute(folder: Folder, walk: Walk, slip: OpenedSlip, said: Dispute, build: Build) -> str:
    """Keep a dispute of another, and the entry in it as seen. Raises `bad-paper`, OSError."""
    if refusals.full(folder, said.seq, said.author):
        raise errors.BadPaper(f"{said.author} has signed very many papers for place {said.seq}: not kept")
    refusals.keep(folder, slip)
    carried = disputes.entry_in(walk.parties, said)
    others = folder.role(walk.parties) not in (said.author, walk.parties.closer(said.author))
    if others and carried is not None and Entry.decode(carried.data).seq == said.seq:
        notices.keep(folder, Proof(author=said.author, seq=said.seq, digest=said.digest), carried)
    for each in disputes.open_ones(folder, walk, build):
        if each.digest == said.digest:
            return f"{each}. {disputes.ways_out(each)}\n"
    return (
        f"{said.author} disputes the refusal of entry {said.seq} ({said.digest[:8]}). Both papers are kept\n"
    )


def _one(folder: Folder, walk: Walk, slip: OpenedSlip, now: int, build: Build) -> tuple[str, list[Path]]:
    if not isinstance(slip.said, Holding) and slip.said.seq > len(walk.entries) + held.AHEAD:
        raise errors.BadPaper(f"the {slip.said.type} is for place {slip.said.seq}, far ahead of the log here")
    match slip.said:
        case Refusal():
            return refusing.take(folder, walk, slip, build), disputed(folder, walk, now)
        case Dispute() as said:
            return _take_dispute(folder, walk, slip, said, build), []
        case Notice(author=author, seq=seq, prev=prev, digest=digest):
            if 0 < seq <= len(walk.entries) and walk.entries[seq - 1].head != prev:
                raise errors.BadPaper(
                    f"the notice is of an entry after head {prev[:8]}, which is not that of entry {seq - 1}"
                )
            notices.keep(folder, Proof(author=author, seq=seq, digest=digest))
            return f"{author} has an order out for place {seq} ({digest[:8]}): your next entry names it\n", []
        case Holding():
            answer = receipts.answer(folder, slip, now, build)
            files = slip_letters.send_receipt(folder, walk, answer, now)
            return f"a receipt for {answer.to}, whose folder was put back: {files[0]}\n", files
    return "", []


def _restored(
    folder: Folder,
    given: Sequence[OpenedSlip],
    entries: Sequence[SignedEntry],
    now: int,
    build: Build,
    lost: Sequence[SignedEntry],
    boxes: Sequence[bytes],
) -> tuple[str, list[Path]]:
    before = len(walked(folder.log).entries)

    def follow(answers: list[SignedEntry]) -> object:
        return referee.take_in(folder, answers, build, None, boxes)

    def regain() -> None:
        walk = walked(folder.log)
        if folder.role(walk.parties) == REFEREE:
            filer.put_back(folder, walk, lost)
            closed_lines.put_back(folder, walk, boxes)

    missing = receipts.take(folder, given, entries, build, follow, regain)
    if missing and len(walked(folder.log).entries) > before:
        asked = restoring.ask(folder, now)
        text = f"The receipt is in, with newer entries: {', '.join(asked.to)} are asked again\n"
        return text, list(asked.files)
    if missing:
        return f"The receipt is in; still to come: {', '.join(missing)}\n", []
    own = walked(folder.log)
    place, role = len(own.entries), folder.role(own.parties)
    file = folder.move_file(place, role)
    held = any(slip.said.digests for slip in given if isinstance(slip.said, Holding))
    kept = (
        f". You have signed entry {place} before: send {file} again, or see the refusal of it" if held else ""
    )
    return f"All receipts are in: this folder is yours again, and signs as before{kept}\n", []
