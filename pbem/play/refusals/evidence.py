"""Signed papers held against a log: a party that refused what is legal, appended what it refused, or answered
what its receipt left out, is convicted by its own signature.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from pbem import errors
from pbem.entry import armor, peer_notices
from pbem.entry.bodies import Ack, Move, Roll
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.peer_notices import Dispute, HoldingNotice, OpenedSlip, Refusal
from pbem.entry.verified_entries import verify_entry
from pbem.judge import closed_lines
from pbem.log import adoptions
from pbem.log.entry_checks import Fork
from pbem.log.log_file import GameLog
from pbem.log.party import observed_entries, refusal_records
from pbem.log.party.folder import Folder
from pbem.log.verdict import Status, Verdict
from pbem.log.verification import verify_entries
from pbem.mail.entry_files import ReceivedFile
from pbem.play.refusals import disputes
from pbem.reason_codes import Code
from pbem.rules.audits import refused_orders
from pbem.rules.rules_lookup import Build, rules_of
from pbem.rules.table import Table
from pbem.secrets.line_commitments import ClosedOrder


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What papers are held against: the log, entries that are not in it, and what disputes open of them.
    `folder`: whose closed lines may be looked up."""

    log: Path
    entries: Sequence[SignedEntry]
    beside: Sequence[SignedEntry]
    opened: Sequence[Dispute]
    build: Build
    folder: Folder | None = None

    def find_closed(self, entry: Entry, digest: str) -> ClosedOrder | None:
        """What an entry closed, by a dispute that gives it, or by the folder."""
        rest = entry.body.rest if isinstance(entry.body, Move) else None
        for said in self.opened:
            if said.digest == digest and said.root is not None:
                found = ClosedOrder(entry.game, entry.author, said.root, said.lines or ())
                if found.rest == rest:
                    return found
        return closed_lines.load_lines(self.folder, entry) if self.folder is not None else None


def papers_in(parcel: ReceivedFile) -> list[OpenedSlip]:
    """The papers of a game in progress in a parcel; raises what opening a paper raises."""
    return [peer_notices.open_slip(signed) for signed in parcel.papers if peer_notices.is_slip(signed)]


def papers_of(folder: Folder) -> list[OpenedSlip]:
    """The refusals, and then the disputes and the receipts, that are kept in a folder. Raises OSError."""
    disputed = [slip for slip, _ in refusal_records.disputes(folder)]
    return [*refusal_records.list_refusals(folder), *disputed, *refusal_records.receipts(folder)]


def judge_papers(
    log: Path,
    parcel: ReceivedFile,
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
    shown = _collect_evidence(log, papers, parcel.entries, build)
    judged = {slip.digest for slip in known} if verdict.status is Status.BROKEN else set[str]()
    for slip in papers:
        if slip.digest not in judged:
            verdict = _judge_paper(shown, slip, verdict)
    verdict = _find_double_signature(log, parcel.entries, [*papers, *known], verdict)
    done = papers or verdict.status is Status.BROKEN
    return verdict if done else _add_note(verdict, "no refusal and no receipt was given to hold against it")


def _find_double_signature(
    log: Path, beside: Sequence[SignedEntry], papers: Sequence[OpenedSlip], verdict: Verdict
) -> Verdict:
    """Broken if the author of one of these entries has signed another one for its place that stands in the
    log, and no paper says that it was refused."""
    verifier = verify_entries(GameLog(log))
    verifier.is_refused = partial(refusal_records.is_held_back, papers)
    for signed in beside:
        entry = Entry.decode(signed.data)
        if isinstance(entry.body, Move) and entry.link is None:
            continue  # a draft binds nobody
        try:
            verifier.check_place(verify_entry(signed))
        except Fork as fork:
            conflict = verdict.conflict or fork.conflict
            verdict = replace(_break_verdict(verdict, Code.FORK, entry.seq, str(fork)), conflict=conflict)
        except errors.PbemError:
            continue
    return verdict


def judge_kept_papers(
    folder: Folder, verdict: Verdict, build: Build = rules_of, beside: Sequence[SignedEntry] = ()
) -> Verdict:
    """The verdict on a folder whose log holds, with the papers that are kept there: broken where one
    convicts its author; the message then says each that does, and the code is that of the first. `beside`:
    entries from elsewhere that may have been refused. Raises OSError."""
    papers = papers_of(folder)
    entries = [*_entries(folder), *beside]
    shown = replace(_collect_evidence(folder.log.path, papers, entries, build), folder=folder)
    found = [one for slip in papers if (one := _judge_paper(shown, slip, verdict)).status is Status.BROKEN]
    if found:
        return replace(found[0], message="; ".join(one.message for one in found))
    nothing = f"none of the papers in refusals/ and receipts/ ({len(papers)}) convicts anybody"
    return _add_note(verdict, nothing) if papers else verdict


def _entries(folder: Folder) -> Iterator[SignedEntry]:
    """The entries in a folder that may have been refused: refused here, signed here, or shown."""
    for place in ("refused", "moves"):
        for file in sorted((folder.path / place).glob("*.pbem")):
            try:
                yield from armor.read(file)
            except errors.PbemError:
                continue
    yield from observed_entries.list_observed(folder)


def _collect_evidence(
    log: Path, papers: Sequence[OpenedSlip], beside: Sequence[SignedEntry], build: Build
) -> _Evidence:
    parties = verify_entries(GameLog(log)).parties
    opened = [slip.said for slip in papers if isinstance(slip.said, Dispute)]
    carried = [entry for said in opened if (entry := disputes.entry_in(parties, said)) is not None]
    return _Evidence(log, list(GameLog(log).read().records()), [*beside, *carried], opened, build)


def _judge_paper(shown: _Evidence, slip: OpenedSlip, verdict: Verdict) -> Verdict:
    said, parties = slip.said, verify_entries(GameLog(shown.log)).parties
    if said.game != parties.game or not parties.had_key(said.author, slip.signer):
        return _add_note(verdict, f"a {said.type} that no party of this game has signed")
    match said:
        case Refusal():
            return _refusal(shown, said, slip.signer, verdict)
        case HoldingNotice() if (seq := _find_left_out(shown, slip)) is not None:
            return _break_verdict(
                verdict,
                Code.NOT_NAMED,
                seq,
                f"{said.author} said in a receipt that it did not hold this entry of {said.of}, which was "
                "not signed after that, and answered it",
            )
    return _add_note(verdict, f"the {said.type} of {said.author} (seq {said.seq}) goes with the log")


def _find_left_out(shown: _Evidence, slip: OpenedSlip) -> int | None:
    """The place of an entry that the author of a receipt has answered although the receipt left it out; None
    if there is none."""
    said, verifier = slip.said, verify_entries(GameLog(shown.log))
    if not isinstance(said, HoldingNotice) or said.author != verifier.parties.closer(said.of):
        return None
    places = (
        entry.seq for entry in verifier.history[said.seq + 1 :] if refusal_records.is_own(entry, said.of)
    )
    seq = next(places, None)
    if seq is None or not refusal_records.is_left_out(
        verifier, slip, verifier.entries[seq], verifier.history[seq]
    ):
        return None
    return seq if _has_answered(shown.entries, seq, slip.signer) else None


def _refusal(shown: _Evidence, said: Refusal, signer: bytes, verdict: Verdict) -> Verdict:
    what = f"{said.author} refused entry {said.seq} ({said.digest[:8]}) [{said.code}]"
    if refusal_records.is_binding(said) and _has_taken_in(shown.entries, said, signer):
        return _break_verdict(verdict, Code.REFUSED_TAKEN, said.seq, f"{what}, and it stands in the log")
    signed = next((each for each in shown.beside if each.head == said.digest), None)
    if signed is None or not 0 < said.seq <= len(shown.entries):
        return _add_note(verdict, f"{what}; to judge that, give the refused entry with it")
    before = Table.load(GameLog(shown.log), shown.build, upto=said.seq - 1)
    count, hidden = len(before.replay.record), before.replay.rules.needs_secret
    try:
        entry = before.verifier.apply(verify_entry(signed))
        if said.code == Code.LINE_REFUSED and hidden:
            whole = _open_table(shown)
            refused_orders.judge(whole, before, count, entry, shown.find_closed(entry, said.digest))
    except errors.PbemError as error:
        if error.code != Code.LINES_CLOSED:
            return _add_note(verdict, f"{what}: rightly, {error}")
        return _add_note(verdict, f"{what}: log and rules allow it, but what it rests on is not in the log")
    if not refusal_records.is_binding(said) and said.code not in refusal_records.BY_RULES:
        return _add_note(verdict, f"{what}: log and rules allow it, but what it rests on is not in the log")
    if adoptions.find_newest(shown.entries[said.seq :]) is not None:
        return _add_note(verdict, f"{what}: the rules that were adopted since allow it, and convict nobody")
    return _break_verdict(verdict, Code.REFUSED_LEGAL, said.seq, f"{what}, and log and rules allow it")


def _has_taken_in(entries: Sequence[SignedEntry], said: Refusal, signer: bytes) -> bool:
    """Whether a refused entry stands in the log and its refuser has answered it. A new answerer may: the
    order was out, and all have signed that it stands."""
    if said.seq >= len(entries) or entries[said.seq].head != said.digest:
        return False
    return _has_answered(entries, said.seq, signer)


def _has_answered(entries: Sequence[SignedEntry], seq: int, signer: bytes) -> bool:
    """Whether this key has signed the answer to an entry of the log, or the entry asks for none."""
    if Entry.decode(entries[seq].data).link is None:
        return True
    for later in entries[seq + 1 :]:
        opened = verify_entry(later)
        body = opened.entry.body
        if isinstance(body, Roll) or (isinstance(body, Ack) and body.burnt is None):
            return opened.signers == (signer,)
    return False


def _open_table(shown: _Evidence) -> Table:
    """The whole game, with all that its log opens."""
    known = verify_entries(GameLog(shown.log)).closings.known
    return Table.load(GameLog(shown.log), shown.build, known=lambda order: known.get(order.seq))


def _break_verdict(verdict: Verdict, code: Code, seq: int, why: str) -> Verdict:
    if verdict.status is Status.BROKEN:  # the first conviction gives the code
        return _add_note(verdict, f"entry {seq}: {why}")
    return replace(verdict, status=Status.BROKEN, code=code, seq=seq, message=f"entry {seq}: {why}")


def _add_note(verdict: Verdict, what: str) -> Verdict:
    return replace(verdict, message=f"{verdict.message}; {what}")
