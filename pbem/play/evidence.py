"""Signed papers held against a log: a party that refused what is legal, appended what it refused, or answered
what its receipt left out, is convicted by its own signature.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from pbem import errors
from pbem.codes import Code
from pbem.entry import armor, slips
from pbem.entry.bodies import Ack, Move, Roll
from pbem.entry.border import verify_entry
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.slips import Dispute, Holding, OpenedSlip, Refusal
from pbem.judge import closed_lines
from pbem.log import adoptions, notices, refusals
from pbem.log.checks import Fork
from pbem.log.file import GameLog
from pbem.log.folder import Folder
from pbem.log.verdict import Status, Verdict
from pbem.log.verify import walked
from pbem.mail.parcels import Parcel
from pbem.play import disputes
from pbem.rules import refused_orders
from pbem.rules.games import Build, rules_of
from pbem.rules.table import Table
from pbem.secret.lines import Closed


@dataclass(frozen=True, slots=True)
class _Shown:
    """What papers are held against: the log, entries that are not in it, and what disputes open of them.
    `folder`: whose closed lines may be looked up."""

    log: Path
    entries: Sequence[SignedEntry]
    beside: Sequence[SignedEntry]
    opened: Sequence[Dispute]
    build: Build
    folder: Folder | None = None

    def closed(self, entry: Entry, digest: str) -> Closed | None:
        """What an entry closed, by a dispute that gives it, or by the folder."""
        rest = entry.body.rest if isinstance(entry.body, Move) else None
        for said in self.opened:
            if said.digest == digest and said.root is not None:
                found = Closed(entry.game, entry.author, said.root, said.lines or ())
                if found.rest == rest:
                    return found
        return closed_lines.kept(self.folder, entry) if self.folder is not None else None


def papers_in(parcel: Parcel) -> list[OpenedSlip]:
    """The papers of a game in progress in a parcel; raises what opening a paper raises."""
    return [slips.open_slip(signed) for signed in parcel.papers if slips.is_slip(signed)]


def papers_of(folder: Folder) -> list[OpenedSlip]:
    """The refusals, and then the disputes and the receipts, that are kept in a folder. Raises OSError."""
    disputed = [slip for slip, _ in refusals.disputes(folder)]
    return [*refusals.kept(folder), *disputed, *refusals.receipts(folder)]


def held_against(
    log: Path,
    parcel: Parcel,
    verdict: Verdict,
    build: Build = rules_of,
    known: Sequence[OpenedSlip] = (),
) -> Verdict:
    """The verdict on a log that holds, with the papers of a parcel (and what they refuse, if it is in it).
    `known`: papers that may clear an entry of the parcel, and were held against the log before.

    Broken where a paper, or an entry that stands beside another of its author, convicts; else the message
    says what each paper comes to. Of several convictions the message says all, and the code is that of the
    first. Raises what opening a paper raises.
    """
    papers = papers_in(parcel)
    shown = _shown(log, papers, parcel.entries, build)
    judged = {slip.digest for slip in known} if verdict.status is Status.BROKEN else set[str]()
    for slip in papers:
        if slip.digest not in judged:
            verdict = _one(shown, slip, verdict)
    verdict = _twice_signed(log, parcel.entries, [*papers, *known], verdict)
    done = papers or verdict.status is Status.BROKEN
    return verdict if done else _noted(verdict, "no refusal and no receipt was given to hold against it")


def _twice_signed(
    log: Path, beside: Sequence[SignedEntry], papers: Sequence[OpenedSlip], verdict: Verdict
) -> Verdict:
    """Broken if the author of one of these entries has signed another one for its place that stands in the
    log, and no paper says that it was refused."""
    walk = walked(GameLog(log))
    walk.is_refused = partial(refusals.holds, papers)
    for signed in beside:
        entry = Entry.decode(signed.data)
        if isinstance(entry.body, Move) and entry.link is None:
            continue  # a draft binds nobody
        try:
            walk.check_place(verify_entry(signed))
        except Fork as fork:
            conflict = verdict.conflict or fork.conflict
            verdict = replace(_broken(verdict, Code.FORK, entry.seq, str(fork)), conflict=conflict)
        except errors.PbemError:
            continue
    return verdict


def kept_in(
    folder: Folder, verdict: Verdict, build: Build = rules_of, beside: Sequence[SignedEntry] = ()
) -> Verdict:
    """The verdict on a folder whose log holds, with the papers that are kept there: broken where one
    convicts its author; the message then says each that does, and the code is that of the first. `beside`:
    entries from elsewhere that may have been refused. Raises OSError."""
    papers = papers_of(folder)
    entries = [*_entries(folder), *beside]
    shown = replace(_shown(folder.log.path, papers, entries, build), folder=folder)
    found = [one for slip in papers if (one := _one(shown, slip, verdict)).status is Status.BROKEN]
    if found:
        return replace(found[0], message="; ".join(one.message for one in found))
    nothing = f"none of the papers in refusals/ and receipts/ ({len(papers)}) convicts anybody"
    return _noted(verdict, nothing) if papers else verdict


def _entries(folder: Folder) -> Iterator[SignedEntry]:
    """The entries in a folder that may have been refused: refused here, signed here, or shown."""
    for place in ("refused", "moves"):
        for file in sorted((folder.path / place).glob("*.pbem")):
            try:
                yield from armor.read(file)
            except errors.PbemError:
                continue
    yield from notices.out(folder)


def _shown(log: Path, papers: Sequence[OpenedSlip], beside: Sequence[SignedEntry], build: Build) -> _Shown:
    parties = walked(GameLog(log)).parties
    opened = [slip.said for slip in papers if isinstance(slip.said, Dispute)]
    carried = [entry for said in opened if (entry := disputes.entry_in(parties, said)) is not None]
    return _Shown(log, list(GameLog(log).read().records()), [*beside, *carried], opened, build)


def _one(shown: _Shown, slip: OpenedSlip, verdict: Verdict) -> Verdict:
    said, parties = slip.said, walked(GameLog(shown.log)).parties
    if said.game != parties.game or not parties.had(said.author, slip.signer):
        return _noted(verdict, f"a {said.type} that no party of this game has signed")
    match said:
        case Refusal():
            return _refusal(shown, said, slip.signer, verdict)
        case Holding() if (seq := _left_out(shown, slip)) is not None:
            return _broken(
                verdict,
                Code.NOT_NAMED,
                seq,
                f"{said.author} said in a receipt that it did not hold this entry of {said.of}, which was "
                "not signed after that, and answered it",
            )
    return _noted(verdict, f"the {said.type} of {said.author} (seq {said.seq}) goes with the log")


def _left_out(shown: _Shown, slip: OpenedSlip) -> int | None:
    """The place of an entry that the author of a receipt has answered although the receipt left it out; None
    if there is none."""
    said, walk = slip.said, walked(GameLog(shown.log))
    if not isinstance(said, Holding) or said.author != walk.parties.closer(said.of):
        return None
    places = (entry.seq for entry in walk.history[said.seq + 1 :] if refusals.is_own(entry, said.of))
    seq = next(places, None)
    if seq is None or not refusals.leaves_out(walk, slip, walk.entries[seq], walk.history[seq]):
        return None
    return seq if _answered(shown.entries, seq, slip.signer) else None


def _refusal(shown: _Shown, said: Refusal, signer: bytes, verdict: Verdict) -> Verdict:
    what = f"{said.author} refused entry {said.seq} ({said.digest[:8]}) [{said.code}]"
    if refusals.binds(said) and _took_in(shown.entries, said, signer):
        return _broken(verdict, Code.REFUSED_TAKEN, said.seq, f"{what}, and it stands in the log")
    signed = next((each for each in shown.beside if each.head == said.digest), None)
    if signed is None or not 0 < said.seq <= len(shown.entries):
        return _noted(verdict, f"{what}; to judge that, give the refused entry with it")
    before = Table.load(GameLog(shown.log), shown.build, upto=said.seq - 1)
    count, hidden = len(before.replay.record), before.replay.rules.needs_secret
    try:
        entry = before.walk.step(verify_entry(signed))
        if said.code == Code.LINE_REFUSED and hidden:
            whole = _opened_table(shown)
            refused_orders.judge(whole, before, count, entry, shown.closed(entry, said.digest))
    except errors.PbemError as error:
        if error.code != Code.LINES_CLOSED:
            return _noted(verdict, f"{what}: rightly, {error}")
        return _noted(verdict, f"{what}: log and rules allow it, but what it rests on is not in the log")
    if not refusals.binds(said) and said.code not in refusals.BY_RULES:
        return _noted(verdict, f"{what}: log and rules allow it, but what it rests on is not in the log")
    if adoptions.newest(shown.entries[said.seq :]) is not None:
        return _noted(verdict, f"{what}: the rules that were adopted since allow it, and convict nobody")
    return _broken(verdict, Code.REFUSED_LEGAL, said.seq, f"{what}, and log and rules allow it")


def _took_in(entries: Sequence[SignedEntry], said: Refusal, signer: bytes) -> bool:
    """Whether a refused entry stands in the log and its refuser has answered it. A new answerer may: the
    order was out, and all have signed that it stands."""
    if said.seq >= len(entries) or entries[said.seq].head != said.digest:
        return False
    return _answered(entries, said.seq, signer)


def _answered(entries: Sequence[SignedEntry], seq: int, signer: bytes) -> bool:
    """Whether this key has signed the answer to an entry of the log, or the entry asks for none."""
    if Entry.decode(entries[seq].data).link is None:
        return True
    for later in entries[seq + 1 :]:
        opened = verify_entry(later)
        body = opened.entry.body
        if isinstance(body, Roll) or (isinstance(body, Ack) and body.burnt is None):
            return opened.signers == (signer,)
    return False


def _opened_table(shown: _Shown) -> Table:
    """The whole game, with all that its log opens."""
    known = walked(GameLog(shown.log)).closings.known
    return Table.load(GameLog(shown.log), shown.build, known=lambda order: known.get(order.seq))


def _broken(verdict: Verdict, code: Code, seq: int, why: str) -> Verdict:
    if verdict.status is Status.BROKEN:  # the first conviction gives the code
        return _noted(verdict, f"entry {seq}: {why}")
    return replace(verdict, status=Status.BROKEN, code=code, seq=seq, message=f"entry {seq}: {why}")


def _noted(verdict: Verdict, what: str) -> Verdict:
    return replace(verdict, message=f"{verdict.message}; {what}")
