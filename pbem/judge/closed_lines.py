"""Closed lines that a party holds: its own, or as the referee those of all, and what it finds in their boxes.

They lie in the room `lines`, one text for each order, under the digest of its box: nothing else can open what
an order closed. What a mail brings is kept only where an entry of a party asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from pbem import errors
from pbem.entry import canonical_json
from pbem.entry.bodies import LEAVES, Ack, CarriedSealedPaper, Carrier, Move, Rest, RestsOpening
from pbem.entry.canonical_json import MAX_BYTES
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE, Misfit
from pbem.entry.verified_entries import VerifiedEntry, trust_walked
from pbem.judge.standing_filing import LINES_HEAD, Filings, kept_lines
from pbem.keys.openssh_keys import PublicKey
from pbem.log.log_verifier import LogVerifier
from pbem.log.party.holdings import Holdings, lines_name, standing_name, text
from pbem.reason_codes import Code
from pbem.rules.replay.order_report import LineStop
from pbem.rules.replay.replay_base import Known
from pbem.rules.table import Table
from pbem.secrets import line_commitments, standing_lines
from pbem.secrets.line_commitments import ClosedOrder

_MOST: Final = MAX_BYTES // 2
"""Bytes of lines that one entry opens at the end."""
_MOST_PAPERS: Final = 8
"""Standing papers that one entry opens then: each has at most 64 lines of 500 letters."""


def keep_lines(holdings: Holdings, box: str, closed: ClosedOrder) -> None:
    """Keep closed lines under the digest of their box."""
    text = "".join(f"{line}\n" for line in (LINES_HEAD, closed.root, *closed.lines))
    holdings.keep(lines_name(box), text.encode(), secret=True)


def load_lines(holdings: Holdings, entry: Entry) -> ClosedOrder | None:
    """What an order closed, as its owner knows it; raises `lines-lost` for a damaged file."""
    body = entry.body
    if not isinstance(body, Move) or body.box is None:
        return None
    found = kept_lines(holdings, body.box)
    return None if found is None else ClosedOrder(entry.game, entry.author, *found)


def known_lines(holdings: Holdings) -> Known:
    """The closed lines that the owner knows: a side its own, the referee all."""

    def of(entry: Entry) -> tuple[str, ...] | None:
        closed = load_lines(holdings, entry)
        body = entry.body
        fits = closed is not None and isinstance(body, Move) and closed.rest == body.rest
        return closed.lines if closed is not None and fits else None

    return of


def take_boxes(
    holdings: Holdings, verifier: LogVerifier, opened: VerifiedEntry, boxes: Sequence[bytes]
) -> None:
    """As the referee, keep what is in the box of an order that a party has signed, if it can be opened; as a
    new one, what comes with the link that a side burns.

    Raises what the folder's key raises.
    """
    entry = opened.entry
    asked = entry.body.box if isinstance(entry.body, Move) else None
    if (
        not boxes
        or not verifier.parties.know_keys(opened.signers)
        or holdings.role(verifier.parties) != REFEREE
    ):
        return
    if isinstance(entry.body, Ack) and entry.body.burnt:
        _take_over(holdings, verifier, entry.author, boxes)
    for box in boxes:
        if line_commitments.digest(box) == asked and holdings.read(lines_name(asked)) is None:
            try:
                closed = line_commitments.open_box(box, holdings.key_text(), entry.game, entry.author)
                keep_lines(holdings, asked, closed)
            except errors.Unreadable:
                continue


def judge(table: Table, holdings: Holdings, entry: Entry) -> None:
    """As the referee, look into the box of an order that the table has taken in.

    Raises `box-missing` if it has not come or does not open (as a new referee for all that who burns a link
    has closed before: without that the game could not end), `box-wrong` if it does not hold what the order
    closed: then root and lines, shown to all, show who lied (`line_commitments.proves_bad_box`); or if it
    closed what can never be opened, so that the game could not end.
    """
    body, parties = entry.body, table.verifier.parties
    if holdings.role(parties) != REFEREE:
        return
    if isinstance(body, Ack) and body.burnt:
        _refuse_without_openings(table.verifier, holdings, entry)
    if not isinstance(body, Move) or body.rest is None:
        return
    closed, key = _open_box(holdings, entry), PublicKey(parties[REFEREE].key)
    if not line_commitments.matches_commitment(closed, key, body.rest, str(body.box)):
        raise errors.LogFault(Code.BOX_WRONG, f"the box of {entry} does not hold the lines that it closed")
    try:
        lines = {"lines": list(closed.lines)} if closed.lines else {}
        canonical_json.encode(Rest.read({"order": 0, "root": closed.root, **lines}).to_plain())
    except (Misfit, errors.PbemError) as misfit:
        raise errors.LogFault(
            Code.BOX_WRONG, f"{entry} closes lines that no entry can open when the game is over: {misfit}"
        ) from misfit


def _refuse_without_openings(verifier: LogVerifier, holdings: Holdings, entry: Entry) -> None:
    """Of what its author has closed with the key that he has now: nobody can hand over another's lines."""
    key = (verifier.parties[entry.author].key,)
    for seq in verifier.closings.open_orders:
        closed = verifier.history[seq]
        mine = closed.author == entry.author and trust_walked(verifier.entries[seq]).signers == key
        if mine and load_lines(holdings, closed) is None:
            raise errors.Refusal(
                Code.BOX_MISSING,
                f"what {closed} closed has not come with {entry}, and a new referee cannot open it: send "
                "the whole mail again",
            )


def find_closed(holdings: Holdings, entry: Entry) -> ClosedOrder | None:
    """As who answers, what an order closed; None if it closes nothing. Raises `box-missing`."""
    return (
        _open_box(holdings, entry) if isinstance(entry.body, Move) and entry.body.rest is not None else None
    )


def _open_box(holdings: Holdings, entry: Entry) -> ClosedOrder:
    found = load_lines(holdings, entry)
    if found is None:
        raise errors.Refusal(
            Code.BOX_MISSING,
            f"the box with the closed lines of {entry} has not come with it, or the referee's key does not "
            "open it: send the whole file of the move, or the whole mail, again",
        )
    return found


def _own_lines(holdings: Holdings, entry: Entry) -> ClosedOrder:
    found = load_lines(holdings, entry)
    if found is None:
        raise errors.Refusal(
            Code.LINES_LOST, f"{holdings.path_of('lines')} does not hold what your {entry} closed"
        )
    return found


def open_rests(holdings: Holdings, table: Table, author: str = "") -> RestsOpening | None:
    """What is still closed of the game's orders, and where they stay closed of standing orders, or of one
    author's, as much as one entry opens; None if all is open.

    Raises `box-missing`, or of one's own orders `lines-lost`; `standing-lost`.
    """
    verifier, found, size = table.verifier, list[Rest](), 0
    papers = verifier.closings.sealed_papers if table.replay.rules.closed_orders else []
    filed = tuple(
        Filings(holdings, table).open_logged_paper(*paper)
        for paper in papers[:_MOST_PAPERS]
        if author in ("", paper[0])
    )
    if filed:
        return RestsOpening(rests=(), filed=filed, at=table.time_of_writing(None))
    for seq in verifier.closings.open_orders:
        if author not in ("", verifier.history[seq].author):
            continue
        closed = (
            _own_lines(holdings, verifier.history[seq])
            if author
            else _open_box(holdings, verifier.history[seq])
        )
        left = closed.lines[verifier.closings.count_used(seq) :]
        size += 200 + sum(len(line.encode()) + 3 for line in left)
        if found and size > _MOST:
            break
        found.append(Rest(order=seq, root=closed.root, lines=left or None))
    return RestsOpening(rests=tuple(found), at=table.time_of_writing(None)) if found else None


def find_differences(table: Table, role: str, since: int) -> list[LineStop]:
    """Where answers after entry `since` stopped before a line of this side that was legal: as far as the
    table knows its lines. For each of them its program signs a refusal of that answer."""
    return [stop for stop in table.replay.stops if stop.author == role and stop.seq >= since]


def refuse_stop(table: Table, role: str, since: int) -> None:
    """Raise `stop-wrong` for the first that `find_differences`."""
    for stop in find_differences(table, role, since):
        raise errors.ContradictedAnswer(
            Code.STOP_WRONG,
            f"the answer to your entry {stop.seq} stops before your line `{stop.line}`, which is legal "
            "there: this is the referee's doing, and his answer with your order is the evidence",
            stop.seq,
        )


def restore_lines(holdings: Holdings, verifier: LogVerifier, boxes: Sequence[bytes]) -> None:
    """As the referee whose folder was put back, keep what is in the boxes of orders that stand in the log.
    Raises what the folder's key raises."""
    by_digest = {line_commitments.digest(box): box for box in boxes}
    for seq in verifier.closings.open_orders:
        order = verifier.history[seq]
        asked = order.body.box if isinstance(order.body, Move) else None
        if asked in by_digest and holdings.read(lines_name(str(asked))) is None:
            box = by_digest[str(asked)]
            with suppress(errors.Unreadable):
                closed = line_commitments.open_box(box, holdings.key_text(), order.game, order.author)
                keep_lines(holdings, str(asked), closed)


def hand_over(holdings: Holdings, verifier: LogVerifier, role: str) -> list[bytes]:
    """What a side's orders closed for a referee who was replaced, in boxes for the new one, who cannot open
    those of before; they go with the link that the side burns. Raises `lines-lost` for a damaged file."""
    key = PublicKey(verifier.parties[REFEREE].key)
    mine = (seq for seq in verifier.closings.open_orders if verifier.history[seq].author == role)
    found = {seq: load_lines(holdings, verifier.history[seq]) for seq in mine}
    lost = {
        seq: closed
        for seq, closed in found.items()
        if closed is not None and not _is_for(key, closed, verifier.history[seq])
    }
    found_all = [*lost.items(), *_papers(holdings, verifier, role)]
    return line_commitments.bundle(found_all, key) if found_all else []


def _papers(holdings: Holdings, verifier: LogVerifier, role: str) -> Iterator[tuple[int, ClosedOrder]]:
    """What a side's standing papers hold where orders stay closed, each by the entry that carried it; those
    that it can give. In other games a use has opened all that counts."""
    for entry in verifier.history if verifier.rules is not None and verifier.rules.has_closed_orders else ():
        for paper in sealed_papers(entry, role):
            kept_text = text(holdings, standing_name(role, paper.number, ".txt"))
            if kept_text is not None:
                lines = tuple(kept_text.splitlines())
                own = standing_lines.make_filing(verifier.game, role, paper.number, holdings.key(), lines)
                yield entry.seq, ClosedOrder(verifier.game, role, own.root, lines)


def sealed_papers(entry: Entry, author: str) -> Iterator[CarriedSealedPaper]:
    """The sealed standing papers of a side that an entry carries."""
    papers = entry.body.papers if isinstance(entry.body, Carrier) else None
    yield from (
        each for each in papers or () if isinstance(each, CarriedSealedPaper) and each.author == author
    )


def hand_back(holdings: Holdings, table: Table, role: str) -> list[bytes]:
    """As the referee, what a side's orders and standing papers closed, in boxes for its owner, who has lost
    it. Raises `lines-lost` for a damaged file, `standing-lost`."""
    verifier = table.verifier
    mine = (entry for entry in verifier.history if entry.author == role)
    found = [(entry.seq, closed) for entry in mine if (closed := load_lines(holdings, entry)) is not None]
    for entry in verifier.history if table.replay.rules.closed_orders else ():
        for paper in sealed_papers(entry, role):
            filing = Filings(holdings, table).open_paper(role, paper.number)
            found.append((entry.seq, ClosedOrder(verifier.game, role, filing.root, filing.lines)))
    return line_commitments.bundle(found, PublicKey(verifier.parties[role].key)) if found else []


def take_back(holdings: Holdings, verifier: LogVerifier, role: str, boxes: Iterable[bytes]) -> None:
    """As a side, keep what the referee gives back of its own orders and papers, or of those of who had its
    role before, where that gives what stands in the log and the folder has not kept it."""
    mine = (entry for entry in verifier.history if entry.author == role and isinstance(entry.body, Move))
    papers = (paper for entry in verifier.history for paper in sealed_papers(entry, role))
    has_papers = all(
        holdings.read(standing_name(role, each.number, ".txt")) is not None
        or holdings.read(lines_name(each.box)) is not None
        for each in papers
    )
    if has_papers and all(load_lines(holdings, entry) is not None for entry in mine):
        return
    _take_over(holdings, verifier, role, boxes)


def _is_for(key: PublicKey, closed: ClosedOrder, entry: Entry) -> bool:
    return isinstance(entry.body, Move) and line_commitments.digest(closed.box(key)) == entry.body.box


def _take_over(holdings: Holdings, verifier: LogVerifier, author: str, boxes: Iterable[bytes]) -> None:
    """Keep what somebody says that an author's orders closed, where that gives what stands in the log."""
    for box in boxes:
        with suppress(errors.Unreadable):
            for seq, root, lines in line_commitments.unbundle(box, holdings.key_text()):
                if seq < len(verifier.history):
                    _keep_if_true(
                        holdings, verifier.history[seq], ClosedOrder(verifier.game, author, root, lines)
                    )


def _keep_if_true(holdings: Holdings, entry: Entry, closed: ClosedOrder) -> None:
    body = entry.body
    mine = isinstance(body, Move) and entry.author == closed.author and body.rest == closed.rest
    if mine and isinstance(body, Move) and body.box is not None:
        keep_lines(holdings, body.box, closed)
    filing = standing_lines.StandingFiling
    for paper in sealed_papers(entry, closed.author):
        found = filing(closed.game, closed.author, paper.number, closed.root, closed.lines)
        if len(closed.lines) <= LEAVES and found.matches_paper(paper):
            keep_lines(holdings, paper.box, closed)
