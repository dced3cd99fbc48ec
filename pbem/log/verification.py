"""Whether a log holds: `verify` makes a verdict of a whole log, `compare` of two copies. Needs no rules."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from modules.amounts import count_noun
from pbem import errors
from pbem.entry.entries import SignedEntry
from pbem.entry.peer_notices import OpenedSlip
from pbem.entry.verified_entries import verify_entry
from pbem.log import adoptions, mail_word_sides
from pbem.log.log_file import GameLog, LogText
from pbem.log.log_verifier import LogVerifier
from pbem.log.party import refusal_records
from pbem.log.replay_protocol import Replay
from pbem.log.verdict import CANNOT_JUDGE, Status, Verdict
from pbem.reason_codes import Code

_MOST_KEPT: Final = 32
_kept: Final[OrderedDict[Path, tuple[tuple[bytes, ...], LogVerifier]]] = OrderedDict()
"""The logs that this process walked last: their lines, and the verifier as it stands after them."""


def remember(log: GameLog, text: LogText, verifier: LogVerifier) -> None:
    """The verifier with the rules as it stands after this text of a log, for `verify_entries`."""
    if verifier.sound:
        _keep(log, text, verifier.copy_without_rules())


def _keep(log: GameLog, text: LogText, verifier: LogVerifier) -> None:
    _kept[log.path] = text.lines, verifier
    _kept.move_to_end(log.path)
    if len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)


def forget() -> None:
    """Forget all logs that this process has walked, as a new one."""
    _kept.clear()


def verify_entries(log: GameLog) -> LogVerifier:
    """A whole log without the rules, which is quick; raises BrokenLog.

    Lines that are, to the byte, those of an earlier call are not checked again: a robot asks this of a log
    several times for each mail.
    """
    before, verifier = _kept.pop(log.path, ((), LogVerifier()))
    try:
        text = log.read()
        if text.lines[: len(before)] != before:
            before, verifier = (), LogVerifier()
        for signed in text.records(len(before)):
            verifier.apply(verify_entry(signed))
    except errors.PbemError as error:
        raise errors.BrokenLog.after_entries(log.path, len(verifier.entries), error) from error
    if not verifier.entries:
        raise errors.BrokenLog(f"{log.path} has no charter", errors.LogFault(Code.EMPTY_LOG, "no charter"))
    _keep(log, text, verifier)
    return verifier.copy()


def verify(
    entries: Iterable[SignedEntry], replay: Replay | None = None, papers: Sequence[OpenedSlip] = ()
) -> Verdict:
    """Check a whole log; with a replay also that the dice and the outcome are those of the rules. `papers`:
    among them the refusals that were shown of what it holds.

    Whatever is wrong with the entries comes back in the verdict; raises only what the replay's own
    machinery raises.
    """
    verifier = LogVerifier(replay)
    verifier.is_refused = partial(refusal_records.is_held_back, papers)
    try:
        for signed in entries:
            verifier.apply(verify_entry(signed))
    except errors.PbemError as error:
        return verifier.break_verdict(error)
    return verifier.verdict()


def verify_file(path: Path, replay: Replay | None = None, papers: Sequence[OpenedSlip] = ()) -> Verdict:
    """Check a log file, with `papers` as `verify`. A torn last line is ignored and mentioned; raises NotALog
    or OSError."""
    text = GameLog(path).read()
    adopted = adoptions.in_text(text)
    if replay is not None and adopted is not None:
        replay.adopt(adopted)
    verdict = verify(text.records(), replay, papers)
    if verdict.code in CANNOT_JUDGE:
        verdict = _judge_without_rules(verdict, verify(text.records(), None, papers))
    if text.torn:
        cut = f"its unfinished last line of {len(text.torn)} bytes is ignored"
        note = f"{verdict.message} (entry {len(text.lines)} does not count: {cut})"
        return replace(verdict, message=note)
    return verdict


def _judge_without_rules(verdict: Verdict, alone: Verdict) -> Verdict:
    """What can be said of a log whose rules are not installed here: never that it is broken by them."""
    if alone.status is Status.BROKEN:
        return alone
    why = f"cannot judge by the rules ({verdict.message}); without them: {alone.message}"
    return replace(alone, status=Status.INCOMPLETE, code=verdict.code, message=why)


def verify_dice(entries: Iterable[SignedEntry]) -> Verdict:
    """Check the dice log alone: it holds when every roll is the one that its links give.

    A game that has not ended is incomplete here only while an opened batch waits for its answer.
    """
    verdict = verify(entries)
    waiting = verdict.waiting
    if waiting is None or waiting.roles:
        return verdict
    message = f"every roll holds: {count_noun(len(verdict.rolls), 'roll')}, head {verdict.head[:8]}"
    return replace(verdict, status=Status.HOLDS, code="holds", message=message, waiting=None)


def compare(first: Iterable[SignedEntry], second: Iterable[SignedEntry]) -> Verdict:
    """Check two copies of one game's log against each other.

    Broken if either is, or at the first seq where they differ, with both entries; otherwise the verdict
    of the longer copy.
    """
    verifiers = LogVerifier(), LogVerifier()
    for verifier, entries in zip(verifiers, (first, second), strict=True):
        try:
            for signed in entries:
                verifier.apply(verify_entry(signed))
        except errors.PbemError as error:
            return verifier.break_verdict(error)
    one, two = verifiers
    for seq, (left, right) in enumerate(zip(one.entries, two.entries, strict=False)):
        if left.data != right.data:
            message = f"the copies differ from entry {seq} on: heads {left.head[:8]} and {right.head[:8]}"
            pair, word = (left, right), mail_word_sides.sides([*one.history, *two.history])
            return Verdict(Status.BROKEN, Code.FORK, message, seq, left.head, seq, pair, word=word)
    return max(verifiers, key=lambda verifier: len(verifier.entries)).verdict()
