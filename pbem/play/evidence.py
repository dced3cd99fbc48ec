"""Signed papers held against a log: who refused what is legal, appended what he refused, or answered what
his receipt left out, is convicted by his own signature.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pbem import errors
from pbem.codes import Code
from pbem.entry import slips
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.slips import Holding, OpenedSlip, Refusal
from pbem.log import refusals
from pbem.log.file import GameLog
from pbem.log.verdict import Status, Verdict
from pbem.mail.parcels import Parcel
from pbem.play import receipts
from pbem.rules.games import Build, rules_of
from pbem.rules.table import Table


def held_against(log: Path, parcel: Parcel, verdict: Verdict, build: Build = rules_of) -> Verdict:
    """The verdict on a log that holds, with the papers of a parcel (and what they refuse, if it is in it).

    Broken where a paper convicts its author; else the message says what each paper comes to. Raises what
    opening a paper raises.
    """
    entries = list(GameLog(log).read().records())
    papers = [signed for signed in parcel.papers if slips.is_slip(signed)]
    for signed in papers:
        verdict = _one(log, entries, parcel.entries, slips.open_slip(signed), verdict, build)
    return verdict if papers else _noted(verdict, "no refusal and no receipt was given to hold against it")


def _one(
    log: Path,
    entries: Sequence[SignedEntry],
    shown: Sequence[SignedEntry],
    slip: OpenedSlip,
    verdict: Verdict,
    build: Build,
) -> Verdict:
    table = Table.load(GameLog(log), build)
    said, parties = slip.said, table.walk.parties
    if said.game != table.walk.game or not parties.had(said.author, slip.signer):
        return _noted(verdict, f"a {said.type} that no party of this game has signed")
    match said:
        case Refusal():
            return _refusal(log, entries, shown, said, verdict, build)
        case Holding() if said.seq + 1 < len(entries):
            found = entries[said.seq + 1]
            if receipts.unnamed(slip, found, Entry.decode(found.data)):
                return _broken(
                    verdict,
                    Code.NOT_NAMED,
                    said.seq + 1,
                    f"{said.author} said in a receipt that he did not hold this entry of {said.of}, which "
                    f"was not signed after that, and answered it",
                )
    return _noted(verdict, f"the {said.type} of {said.author} (seq {said.seq}) goes with the log")


def _refusal(
    log: Path,
    entries: Sequence[SignedEntry],
    shown: Sequence[SignedEntry],
    said: Refusal,
    verdict: Verdict,
    build: Build,
) -> Verdict:
    what = f"{said.author} refused entry {said.seq} ({said.digest[:8]}) [{said.code}]"
    if said.seq < len(entries) and entries[said.seq].head == said.digest and refusals.frees(said):
        return _broken(verdict, Code.REFUSED_TAKEN, said.seq, f"{what}, and it stands in the log")
    bytes_of = next((each for each in shown if each.head == said.digest), None)
    if bytes_of is None or not 0 < said.seq <= len(entries):
        return _noted(verdict, f"{what}; to judge that, give the refused entry with it")
    table = Table.load(GameLog(log), build, upto=said.seq - 1)
    try:
        table.walk.step(bytes_of)
    except errors.PbemError as error:
        return _noted(verdict, f"{what}: rightly, {error}")
    if not _told_by_log(said, table):
        return _noted(verdict, f"{what}: log and rules allow it, but what it rests on is not in the log")
    return _broken(verdict, Code.REFUSED_LEGAL, said.seq, f"{what}, and log and rules allow it")


def _told_by_log(said: Refusal, table: Table) -> bool:
    """Whether log and rules alone tell if the refusal is true. By his own clock, cards or closed lines, or by
    a box that did not come, somebody honest refuses what everybody else would take in."""
    if said.code == Code.LINE_REFUSED and table.replay.rules.needs_secret:
        return False
    return refusals.frees(said) or said.code in refusals.BY_RULES


def _broken(verdict: Verdict, code: Code, seq: int, why: str) -> Verdict:
    return replace(verdict, status=Status.BROKEN, code=code, seq=seq, message=f"entry {seq}: {why}")


def _noted(verdict: Verdict, what: str) -> Verdict:
    return replace(verdict, message=f"{verdict.message}; {what}")
