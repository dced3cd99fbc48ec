"""A folder that was put back from a backup or copied to another PC becomes the true one again: its owner asks
the parties that may hold an entry of the owner's. Each says in a signed receipt how far its log goes, and
what it holds.

A party that gave such a receipt takes in nothing of the owner's for that place but what it named, or what
names the receipt. Else it could keep an order back that it had got before, and choose between two.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeAlias

from pbem import errors
from pbem.disk import atomic_files
from pbem.entry import armor, standing_papers
from pbem.entry.bodies import Move
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.field_types import REFEREE
from pbem.entry.peer_notices import HoldingNotice, OpenedSlip
from pbem.entry.verified_entries import verify_entry
from pbem.judge import closed_orders, prohibitions, standing_filing
from pbem.log.log_verifier import LogVerifier
from pbem.log.parties import Parties
from pbem.log.party import disclosures, refusal_records
from pbem.log.party.folder import Folder
from pbem.log.party.signing_record import ReceiptAllowance
from pbem.log.verification import verify_entries
from pbem.play.orders import order_closing
from pbem.play.refusals import refusal_papers
from pbem.reason_codes import Code
from pbem.rules.rules_lookup import Build, rules_of
from pbem.rules.table import Table

MOST_ENTRIES = 60
"""Entries of a log that go with a receipt."""

_ROOM: Final = "receipts"
_EACH: Final = 6
"""Receipts that one party gets for one place: a folder that was put back asks once, and its next entry names
each, of all parties, with room for 32 of whatever was seen."""


Follow: TypeAlias = Callable[[list[SignedEntry]], object]
"""Takes in answers of the referee, as those of any mail."""


@dataclass(frozen=True, slots=True)
class ReceiptAnswer:
    """A receipt with what the party that asked for it may lack: entries, and the boxes of its answerer's
    orders. `earlier`: those that it got for the same place before. `given`: what it has given itself.
    `filed`: standing papers, and receipts of them."""

    to: str
    receipt: OpenedSlip
    entries: tuple[SignedEntry, ...]
    earlier: tuple[OpenedSlip, ...] = ()
    given: tuple[OpenedSlip, ...] = ()
    filed: tuple[SignedEntry, ...] = ()
    boxes: tuple[bytes, ...] = ()


def askable_roles(parties: Parties, me: str) -> tuple[str, ...]:
    """The roles that may hold an entry of a party which its folder does not know: those that answer it, or
    are answered by it. A side by mail word holds nothing outside of the referee's folder."""
    if parties.has_referee and me != REFEREE:
        return (REFEREE,)
    return tuple(role for role in parties.active if role != me and not parties[role].word)


def by_word(parties: Parties) -> tuple[str, ...]:
    """The sides whose keys and chains lie in the referee's folder."""
    return tuple(role for role in parties.active if role != REFEREE and parties[role].word)


def ask(folder: Folder, now: int) -> OpenedSlip:
    """The question for receipts, signed; the same until they are in, as long as the log does not grow and the
    folder is not put back again. Raises `nothing-owed` where the folder is the true one."""
    verifier = verify_entries(folder.log)
    me = folder.role(verifier.parties)
    if disclosures.is_own(folder, verifier):
        raise errors.Refusal(
            Code.NOTHING_OWED,
            f"{folder.path} is where it was and as you left it: there is nothing to restore",
        )
    kept = _open_question(folder)
    at = (verifier.game, me, len(verifier.entries) - 1)
    if kept is not None and (kept.said.game, kept.said.author, kept.said.seq) == at:
        return kept
    said = HoldingNotice(
        game=verifier.game,
        author=me,
        of=me,
        seq=len(verifier.entries) - 1,
        head=verifier.head,
        digests=(secrets.token_hex(32),),  # what makes it another question than each before
        at=now,
    )
    made = standing_papers.sign(said, folder.key())
    disclosures.note_question(folder, made.digest)
    _write(folder, _ASKED, made)
    return made


def answer(folder: Folder, slip: OpenedSlip, now: int, build: Build = rules_of) -> ReceiptAnswer:
    """The receipt for a party that asks; to the same question always the same.

    Raises `wrong-signer`, `wrong-game`, `not-entitled`, `wrong-prev` where the question is about another log,
    or `old-log` where this one ends before it: a receipt for an earlier place would bind nobody.
    """
    verifier = verify_entries(folder.log)
    said = slip.said
    me = folder.role(verifier.parties)
    check_signer(verifier.parties, slip)
    if (
        not isinstance(said, HoldingNotice)
        or not said.asks
        or me not in askable_roles(verifier.parties, said.of)
    ):
        raise errors.LogFault(Code.NOT_ENTITLED, f"{me} has no receipt to give to {said.author}")
    _check_place(verifier, said)
    name = _to_name(said.of, slip.digest)
    given_before = (
        each for each in prohibitions.list_given_receipts(folder) if _is_for(each, said.of, verifier)
    )
    earlier = [each for each in given_before if _asks(each) != slip.digest]
    given = _read(folder, name) or _receipt(folder, verifier, slip, earlier, now)
    _write(folder, name, given)
    names = given.said.digests if isinstance(given.said, HoldingNotice) else ()
    before = [
        one
        for one in refusal_papers.refused_entries(folder, said.of, len(verifier.entries))
        if one.head in names
    ]
    first = max(1, min(said.seq + 1, len(verifier.entries)))
    last = first + max(MOST_ENTRIES - len(before), 0)
    theirs = _read(folder, _from_name(said.of))
    boxes = (
        order_closing.boxes_of(folder, verifier, me)
        if said.of == REFEREE
        else _news(folder, verifier, said.of, build)
    )
    entries = (*verifier.entries[first:last], *before)
    return ReceiptAnswer(
        to=said.of,
        receipt=given,
        entries=entries or (verifier.entries[-1],),  # boxes go with entries alone
        earlier=tuple(earlier),
        given=(theirs,) if theirs else (),
        filed=tuple(standing_filing.find_lost_papers(folder, verifier, me, said.of)),
        boxes=boxes,
    )


def _news(folder: Folder, verifier: LogVerifier, side: str, build: Build) -> tuple[bytes, ...]:
    """As the referee of a game in which something is hidden, the boxes with all that a side has learnt, and
    with what its own orders closed."""
    if verifier.parties.commitment() is None or folder.role(verifier.parties) != REFEREE:
        return ()
    found = closed_orders.all_boxes(order_closing.load(folder, build), folder, side)
    return tuple(found)[: closed_orders.MOST_BOXES]


def _check_place(verifier: LogVerifier, said: HoldingNotice) -> None:
    if said.seq >= len(verifier.entries):
        raise errors.Refusal(
            Code.OLD_LOG,
            f"the log of {said.author} ends with entry {said.seq}, and yours with entry "
            f"{len(verifier.entries) - 1}: take in the mails that you lack, or the newest game.log "
            "of any party, "
            "and then this question again",
        )
    if verifier.entries[said.seq].head != said.head:
        raise errors.LogFault(
            Code.WRONG_PREV,
            f"{said.author} asks about head {said.head[:8]} at entry {said.seq}; here stands "
            f"{verifier.entries[said.seq].head[:8]}",
        )


def _receipt(
    folder: Folder, verifier: LogVerifier, slip: OpenedSlip, earlier: Sequence[OpenedSlip], now: int
) -> OpenedSlip:
    """A new receipt. It names no entry that one of the `earlier` ones for this place left out: that can never
    be taken in."""
    of = slip.said.author
    if len(earlier) >= _EACH:
        raise errors.Refusal(Code.NOTHING_OWED, f"{of} has {_EACH} receipts for this place already")
    held = [
        one
        for one in refusal_papers.refused_entries(folder, of, len(verifier.entries))
        if not any(
            refusal_records.is_left_out(verifier, each, one, Entry.decode(one.data)) for each in earlier
        )
    ]
    said = HoldingNotice(
        game=verifier.game,
        author=folder.role(verifier.parties),
        of=of,
        seq=len(verifier.entries) - 1,
        head=verifier.head,
        digests=tuple(each.head for each in held),
        at=max(now, verifier.time or 0),
        asked=slip.digest,
    )
    return disclosures.sign_paper(folder, verifier.parties, said, put_back=True)


def _is_for(slip: OpenedSlip, of: str, verifier: LogVerifier) -> bool:
    """Whether a receipt is for the next place of this party."""
    said = slip.said
    place = len(verifier.entries) - 1, verifier.head
    return isinstance(said, HoldingNotice) and said.of == of and (said.seq, said.head) == place


def _asks(slip: OpenedSlip) -> str | None:
    return slip.said.asked if isinstance(slip.said, HoldingNotice) else None


def take(
    folder: Folder,
    found: Sequence[OpenedSlip],
    entries: Sequence[SignedEntry],
    build: Build = rules_of,
    follow: Follow | None = None,
    regain: Callable[[], None] = lambda: None,
) -> tuple[str, ...]:
    """Take in receipts that were asked for, with the entries that came with them; who has yet to give one.
    `follow`: how a side takes in the referee's answers; `regain` keeps what else came back, before the folder
    is the true one.

    With the last the folder is the true one again, and so are those of sides by mail word in it. A receipt
    for an earlier place than the log's next, where somebody's log was behind, is asked for anew: by `ask`.
    Raises `wrong-signer`, `nothing-owed`, BadPaper for what one names and does not bring or for one of a
    place that was over when it was asked for, OldLog where entries are still missing, or what the log raises.
    """
    if found and disclosures.is_restored_by(folder, [slip.digest for slip in found]):
        atomic_files.DISK.unlink(folder.path_of(_ASKED))  # the process had ended before
        return ()
    asked = _open_question(folder)
    new = [slip for slip in found if asked is not None and _asks(slip) == asked.digest]
    _check(folder, verify_entries(folder.log), found, new, entries)
    for slip in [*new, *(each for each in found if each not in new)][: len(new) * _EACH]:
        _write(folder, _from_name(slip.said.author, "" if slip in new else slip.digest), slip)
    _bring_up_to_date(folder, found, entries, max((slip.said.seq for slip in new), default=-1), build, follow)
    regain()
    return _renew(folder, verify_entries(folder.log), asked)


def _check(
    folder: Folder,
    verifier: LogVerifier,
    found: Sequence[OpenedSlip],
    new: Sequence[OpenedSlip],
    entries: Sequence[SignedEntry],
) -> None:
    """Raise as `take` unless each is a receipt that was asked for, or an earlier one with it."""
    me, asked = folder.role(verifier.parties), _open_question(folder)
    for slip in found:
        check_signer(verifier.parties, slip)
        if (
            asked is None
            or not isinstance(slip.said, HoldingNotice)
            or not (slip in new or _is_earlier(slip, new))
        ):
            raise errors.Refusal(
                Code.NOTHING_OWED,
                f"nobody has asked for this receipt with {folder.path} on this PC since it was put back; "
                "`pbem restore` asks",
            )
        _check_whose(verifier, me, slip.said)
        _check_seq(slip.said, asked)
        _check_came(folder, verifier, me, slip.said, entries)


def _bring_up_to_date(
    folder: Folder,
    found: Sequence[OpenedSlip],
    entries: Sequence[SignedEntry],
    last: int,
    build: Build,
    follow: Follow | None,
) -> None:
    """Take in what came up to place `last`, with which the log of a receipt's author ends, and keep the bytes
    of the owner's own entries that a receipt names. Raises as `take`."""
    parties = verify_entries(folder.log).parties
    me = folder.role(parties)
    named = {each for slip in found if isinstance(slip.said, HoldingNotice) for each in slip.said.digests}
    for signed in entries:
        entry = Entry.decode(signed.data)
        if signed.head in named and entry.author == me:
            _write_own(folder, signed, entry)
    came = [each for each in entries if Entry.decode(each.data).seq <= last]
    if follow is not None and parties.has_referee and me != REFEREE:
        _take_answers(follow, came)
    else:
        _append(folder, came, build)


def _renew(folder: Folder, verifier: LogVerifier, asked: OpenedSlip | None) -> tuple[str, ...]:
    """Make the folder the true one if all receipts are in; else the parties whose receipts are missing."""
    me, end = folder.role(verifier.parties), len(verifier.entries) - 1
    have = {role: _read_saved(folder, role, asked) for role in askable_roles(verifier.parties, me)}
    missing = tuple(role for role, slip in have.items() if slip is None or slip.said.seq < end)
    if missing:
        return missing
    newest = [slip for slip in have.values() if slip is not None]
    every = [*newest, *(each for slip in newest for each in _earlier_answer(folder, slip)[: _EACH - 1])]
    disclosures.confirm_restored(
        folder, verifier, me, [_named_entries(folder, verifier, slip) for slip in every]
    )
    for side in by_word(verifier.parties) if me == REFEREE else ():
        disclosures.confirm_restored(folder.word(side), verifier, side, ())
    atomic_files.DISK.unlink(folder.path_of(_ASKED))
    return ()


def _take_answers(follow: Follow, entries: list[SignedEntry]) -> None:
    """Raises OldLog where they end within an answer: the rest did not fit into the mail."""
    try:
        if entries:
            follow(entries)
    except errors.LogFault as error:
        if error.code != Code.ROLL_DUE:
            raise
        raise errors.OldLog(f"{error}: take in the newest game.log of any party, then this again") from error


def _check_whose(verifier: LogVerifier, me: str, said: HoldingNotice) -> None:
    """Raise BadPaper for a receipt that speaks of another party, or of a party that is not asked."""
    if said.of != me or said.author not in askable_roles(verifier.parties, me):
        raise errors.BadPaper(f"the receipt of {said.author} is about entries of {said.of}, and you are {me}")


def _check_seq(said: HoldingNotice, asked: OpenedSlip) -> None:
    """Raise BadPaper for a receipt of a place that was over when it was asked for: it would bind nobody, and
    leave its author the choice between what was signed before and what is signed next."""
    if said.seq < asked.said.seq:
        raise errors.BadPaper(
            f"the receipt of {said.author} is for a log that ends with entry {said.seq}, and yours ended "
            f"with entry {asked.said.seq} when you asked: it says nothing of your next entry. {said.author} "
            "has to take in the entries that came with your question first"
        )


def _is_earlier(slip: OpenedSlip, new: Sequence[OpenedSlip]) -> bool:
    """Whether a receipt is one that the author of a new one has given for the same place before."""
    said = slip.said
    return isinstance(said, HoldingNotice) and any(
        isinstance(each.said, HoldingNotice)
        and (each.said.author, each.said.of, each.said.seq, each.said.head)
        == (said.author, said.of, said.seq, said.head)
        for each in new
    )


def _earlier_answer(folder: Folder, slip: OpenedSlip) -> list[OpenedSlip]:
    """The earlier receipts of the same author for the same place that came with a receipt."""
    names = (name for name in folder.list_names(_ROOM) if name.startswith(f"from-{slip.said.author}-"))
    came = refusal_records.read_all(folder, (f"{_ROOM}/{name}" for name in names))
    return [each for each in came if _is_earlier(each, [slip])]


def _check_came(
    folder: Folder, verifier: LogVerifier, me: str, said: HoldingNotice, entries: Sequence[SignedEntry]
) -> None:
    """Raise BadPaper unless all that a receipt names is here, signed by the folder's owner: nothing else may
    be signed for the place, so that a name without bytes would silence that owner for good."""
    key, here = verifier.parties[me].key, list(entries)
    with suppress(OSError, errors.PbemError):
        here += armor.read(folder.move_file(said.seq + 1, me))
    for digest in said.digests:
        found = next((each for each in here if each.head == digest), None)
        if found is None or verify_entry(found).signers != (key,) or not _is_next_entry(found, said):
            raise errors.BadPaper(
                f"the receipt of {said.author} names an entry of {me} ({digest[:8]}) for that place that has "
                f"not come with it, signed with the key of {me}: ask {said.author} to send both in one mail"
            )


def _is_next_entry(signed: SignedEntry, said: HoldingNotice) -> bool:
    """Whether the party of whose entries the receipt speaks has signed this one for the place after it."""
    entry = Entry.decode(signed.data)
    draft = isinstance(entry.body, Move) and entry.link is None
    place = (entry.game, entry.author, entry.seq, entry.prev)
    return not draft and refusal_records.is_own(entry, said.of) and place == (
        said.game, said.of, said.seq + 1, said.head
    )  # fmt: skip


def check_signer(parties: Parties, slip: OpenedSlip) -> None:
    """Raise `wrong-game` or `wrong-signer` unless a party of this game has signed what it says."""
    said = slip.said
    if said.game != parties.game:
        raise errors.LogFault(
            Code.WRONG_GAME, f"a {said.type} of game {said.game[:8]}; this is game {parties.game[:8]}"
        )
    if slip.signer != parties[said.author].key:
        raise errors.LogFault(
            Code.WRONG_SIGNER,
            f"this {said.type} is not signed with the key that {said.author} has in this game",
        )


def _append(folder: Folder, entries: Sequence[SignedEntry], build: Build) -> None:
    """Append what the log lacks of these."""
    table = Table.load(folder.log, build)
    before = table.seq
    for signed in entries:
        if Entry.decode(signed.data).seq <= table.seq + 1:
            with suppress(errors.RepeatedEntry):
                table.verifier.apply(verify_entry(signed))
    folder.log.append(*table.verifier.entries[before + 1 :])


def _write_own(folder: Folder, signed: SignedEntry, entry: Entry) -> None:
    file = folder.move_file(entry.seq, entry.author)
    with suppress(OSError, errors.PbemError):
        if signed in armor.read(file):
            return  # with its box, which has not come
    atomic_files.DISK.make_directory(file.parent)
    armor.write(file, [signed])


def _named_entries(folder: Folder, verifier: LogVerifier, slip: OpenedSlip) -> ReceiptAllowance:
    said = slip.said
    if not isinstance(said, HoldingNotice) or said.seq >= len(verifier.entries):
        raise errors.OldLog(
            f"{folder.log.path} ends with entry {len(verifier.entries) - 1}, and the log of "
            f"{said.author} with "
            f"entry {said.seq}: take in the newer game.log of {said.author}, then this receipt again"
        )
    if verifier.entries[said.seq].head != said.head:
        raise errors.LogFault(
            Code.WRONG_PREV,
            f"the receipt of {said.author} is for head {said.head[:8]} at entry {said.seq}; here stands "
            f"{verifier.entries[said.seq].head[:8]}",
        )
    return ReceiptAllowance(said.author, said.seq, slip.digest, said.digests)


def keep_given(folder: Folder, slip: OpenedSlip) -> None:
    """Keep a receipt that the folder's owner has given and that came back: this folder may have been put
    back, and what it says binds its owner. Raises OSError."""
    said = slip.said
    if isinstance(said, HoldingNotice) and said.asked is not None:
        _write(folder, _to_name(said.of, said.asked), slip)


def _to_name(role: str, asked: str) -> str:
    return f"{_ROOM}/to-{role}-{asked[:16]}.pbem"


_ASKED: Final = f"{_ROOM}/asked.pbem"
"""The owner's own question."""


def _open_question(folder: Folder) -> OpenedSlip | None:
    """The question that is open: asked with this folder on this PC, and since it was last put back."""
    kept = _read(folder, _ASKED)
    return kept if kept is not None and disclosures.was_asked(folder, kept.digest) else None


def _read_saved(folder: Folder, role: str, asked: OpenedSlip | None) -> OpenedSlip | None:
    slip = _read(folder, _from_name(role))
    good = slip and asked and isinstance(slip.said, HoldingNotice) and slip.said.asked == asked.digest
    return slip if good else None


def _from_name(role: str, digest: str = "") -> str:
    """Under which a receipt that came lies: the newest of a role, or an earlier one, by its digest."""
    more = f"-{digest[:16]}" if digest else ""
    return f"{_ROOM}/from-{role}{more}.pbem"


def _read(folder: Folder, name: str) -> OpenedSlip | None:
    return next(refusal_records.read_all(folder, [name]), None)


def _write(folder: Folder, name: str, slip: OpenedSlip) -> None:
    folder.keep(name, armor.encode(slip.signed, armor.PAPER).encode("ascii"))
