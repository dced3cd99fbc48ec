"""Closed lines that a party holds: its own, or as the referee those of all, and what it finds in their boxes.

They lie in the room `lines`, one text for each order, under the digest of its box: nothing else can open what
an order closed. What a mail brings is kept only where an entry of a party asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from pbem import errors
from pbem.codes import Code
from pbem.entry import canonical
from pbem.entry.bodies import LEAVES, Ack, Carrier, Move, Rest, Rests, SealedCarried
from pbem.entry.border import VerifiedEntry, verified_before
from pbem.entry.canonical import MAX_BYTES
from pbem.entry.entries import Entry
from pbem.entry.shapes import REFEREE, Misfit
from pbem.judge.filing import LINES_HEAD, Filings, kept_lines
from pbem.keys.openssh import PublicKey
from pbem.log.holdings import Holdings, lines_name, standing_name, text
from pbem.log.walk import Walk
from pbem.rules.account import Stop
from pbem.rules.ground import Known
from pbem.rules.table import Table
from pbem.secret import lines as secret_lines
from pbem.secret import standing_lines
from pbem.secret.lines import Closed

_MOST: Final = MAX_BYTES // 2
"""Bytes of lines that one entry opens at the end."""
_MOST_PAPERS: Final = 8
"""Standing papers that one entry opens then: each has at most 64 lines of 500 letters."""


def keep(holdings: Holdings, box: str, closed: Closed) -> None:
    """Keep closed lines under the digest of their box."""
    text = "".join(f"{line}\n" for line in (LINES_HEAD, closed.root, *closed.lines))
    holdings.keep(lines_name(box), text.encode(), secret=True)


def kept(holdings: Holdings, entry: Entry) -> Closed | None:
    """What an order closed, as its owner knows it; raises `lines-lost` for a damaged file."""
    body = entry.body
    if not isinstance(body, Move) or body.box is None:
        return None
    found = kept_lines(holdings, body.box)
    return None if found is None else Closed(entry.game, entry.author, *found)


def known(holdings: Holdings) -> Known:
    """The closed lines that the owner knows: a side its own, the referee all."""

    def of(entry: Entry) -> tuple[str, ...] | None:
        closed = kept(holdings, entry)
        body = entry.body
        fits = closed is not None and isinstance(body, Move) and closed.rest == body.rest
        return closed.lines if closed is not None and fits else None

    return of


def take_boxes(holdings: Holdings, walk: Walk, opened: VerifiedEntry, boxes: Sequence[bytes]) -> None:
    """As the referee, keep what is in the box of an order that a party has signed, if it can be opened; as a
    new one, what comes with the link that a side burns.

    Raises what the folder's key raises.
    """
    entry = opened.entry
    asked = entry.body.box if isinstance(entry.body, Move) else None
    if not boxes or not walk.parties.known(opened.signers) or holdings.role(walk.parties) != REFEREE:
        return
    if isinstance(entry.body, Ack) and entry.body.burnt:
        _take_over(holdings, walk, entry.author, boxes)
    for box in boxes:
        if secret_lines.digest(box) == asked and holdings.read(lines_name(asked)) is None:
            try:
                closed = secret_lines.unboxed(box, holdings.key_text(), entry.game, entry.author)
                keep(holdings, asked, closed)
            except errors.Unreadable:
                continue


def judge(table: Table, holdings: Holdings, entry: Entry) -> None:
    """As the referee, look into the box of an order that the table has taken in.

    Raises `box-missing` if it has not come or does not open (as a new referee for all that who burns a link
    has closed before: without that the game could not end), `box-wrong` if it does not hold what the order
    closed: then root and lines, shown to all, show who lied (`lines.convicts`); or if it closed what can
    never be opened, so that the game could not end.
    """
    body, parties = entry.body, table.walk.parties
    if holdings.role(parties) != REFEREE:
        return
    if isinstance(body, Ack) and body.burnt:
        _refuse_without_openings(table.walk, holdings, entry)
    if not isinstance(body, Move) or body.rest is None:
        return
    closed, key = _opened(holdings, entry), PublicKey(parties[REFEREE].key)
    if not secret_lines.gives(closed, key, body.rest, str(body.box)):
        raise errors.LogFault(Code.BOX_WRONG, f"the box of {entry} does not hold the lines that it closed")
    try:
        lines = {"lines": list(closed.lines)} if closed.lines else {}
        canonical.encode(Rest.read({"order": 0, "root": closed.root, **lines}).plain())
    except (Misfit, errors.PbemError) as misfit:
        raise errors.LogFault(
            Code.BOX_WRONG, f"{entry} closes lines that no entry can open when the game is over: {misfit}"
        ) from misfit


def _refuse_without_openings(walk: Walk, holdings: Holdings, entry: Entry) -> None:
    """Of what its author has closed with the key that he has now: nobody can hand over another's lines."""
    key = (walk.parties[entry.author].key,)
    for seq in walk.closings.closed:
        closed = walk.history[seq]
        mine = closed.author == entry.author and verified_before(walk.entries[seq]).signers == key
        if mine and kept(holdings, closed) is None:
            raise errors.Refusal(
                Code.BOX_MISSING,
                f"what {closed} closed has not come with {entry}, and a new referee cannot open it: send "
                "the whole mail again",
            )


def closed_by(holdings: Holdings, entry: Entry) -> Closed | None:
    """As who answers, what an order closed; None if it closes nothing. Raises `box-missing`."""
    return _opened(holdings, entry) if isinstance(entry.body, Move) and entry.body.rest is not None else None


def _opened(holdings: Holdings, entry: Entry) -> Closed:
    found = kept(holdings, entry)
    if found is None:
        raise errors.Refusal(
            Code.BOX_MISSING,
            f"the box with the closed lines of {entry} has not come with it, or the referee's key does not "
            "open it: send the whole file of the move, or the whole mail, again",
        )
    return found


def _own(holdings: Holdings, entry: Entry) -> Closed:
    found = kept(holdings, entry)
    if found is None:
        raise errors.Refusal(
            Code.LINES_LOST, f"{holdings.where('lines')} does not hold what your {entry} closed"
        )
    return found


def rests(holdings: Holdings, table: Table, author: str = "") -> Rests | None:
    """What is still closed of the game's orders, and where they stay closed of standing orders, or of one
    author's, as much as one entry opens; None if all is open.

    Raises `box-missing`, or of one's own orders `lines-lost`; `standing-lost`.
    """
    walk, found, size = table.walk, list[Rest](), 0
    papers = walk.closings.sealed if table.replay.rules.closed_orders else []
    filed = tuple(
        Filings(holdings, table).opened(*paper) for paper in papers[:_MOST_PAPERS] if author in ("", paper[0])
    )
    if filed:
        return Rests(rests=(), filed=filed, at=table.at(None))
    for seq in walk.closings.closed:
        if author not in ("", walk.history[seq].author):
            continue
        closed = _own(holdings, walk.history[seq]) if author else _opened(holdings, walk.history[seq])
        left = closed.lines[walk.closings.used(seq) :]
        size += 200 + sum(len(line.encode()) + 3 for line in left)
        if found and size > _MOST:
            break
        found.append(Rest(order=seq, root=closed.root, lines=left or None))
    return Rests(rests=tuple(found), at=table.at(None)) if found else None


def differs(table: Table, role: str, since: int) -> list[Stop]:
    """Where answers after entry `since` stopped before a line of this side that was legal: as far as the
    table knows its lines. For each of them its program signs a refusal of that answer."""
    return [stop for stop in table.replay.stops if stop.author == role and stop.seq >= since]


def refuse_stop(table: Table, role: str, since: int) -> None:
    """Raise `stop-wrong` for the first that `differs`."""
    for stop in differs(table, role, since):
        raise errors.Contradicted(
            Code.STOP_WRONG,
            f"the answer to your entry {stop.seq} stops before your line `{stop.line}`, which is legal "
            "there: this is the referee's doing, and his answer with your order is the evidence",
            stop.seq,
        )


def put_back(holdings: Holdings, walk: Walk, boxes: Sequence[bytes]) -> None:
    """As the referee whose folder was put back, keep what is in the boxes of orders that stand in the log.
    Raises what the folder's key raises."""
    by_digest = {secret_lines.digest(box): box for box in boxes}
    for seq in walk.closings.closed:
        order = walk.history[seq]
        asked = order.body.box if isinstance(order.body, Move) else None
        if asked in by_digest and holdings.read(lines_name(str(asked))) is None:
            box = by_digest[str(asked)]
            with suppress(errors.Unreadable):
                closed = secret_lines.unboxed(box, holdings.key_text(), order.game, order.author)
                keep(holdings, str(asked), closed)


def handed_over(holdings: Holdings, walk: Walk, role: str) -> list[bytes]:
    """What a side's orders closed for a referee who was replaced, in boxes for the new one, who cannot open
    those of before; they go with the link that the side burns. Raises `lines-lost` for a damaged file."""
    key = PublicKey(walk.parties[REFEREE].key)
    mine = (seq for seq in walk.closings.closed if walk.history[seq].author == role)
    found = {seq: kept(holdings, walk.history[seq]) for seq in mine}
    lost = {
        seq: closed
        for seq, closed in found.items()
        if closed is not None and not _is_for(key, closed, walk.history[seq])
    }
    found_all = [*lost.items(), *_papers(holdings, walk, role)]
    return secret_lines.bundled(found_all, key) if found_all else []


def _papers(holdings: Holdings, walk: Walk, role: str) -> Iterator[tuple[int, Closed]]:
    """What a side's standing papers hold where orders stay closed, each by the entry that carried it; those
    that it can give. In other games a use has opened all that counts."""
    for entry in walk.history if walk.rules is not None and walk.rules.closed else ():
        for paper in sealed_in(entry, role):
            kept_text = text(holdings, standing_name(role, paper.number, ".txt"))
            if kept_text is not None:
                lines = tuple(kept_text.splitlines())
                own = standing_lines.filing(walk.game, role, paper.number, holdings.key(), lines)
                yield entry.seq, Closed(walk.game, role, own.root, lines)


def sealed_in(entry: Entry, author: str) -> Iterator[SealedCarried]:
    """The sealed standing papers of a side that an entry carries."""
    papers = entry.body.papers if isinstance(entry.body, Carrier) else None
    yield from (each for each in papers or () if isinstance(each, SealedCarried) and each.author == author)


def given_back(holdings: Holdings, table: Table, role: str) -> list[bytes]:
    """As the referee, what a side's orders and standing papers closed, in boxes for its owner, who has lost
    it. Raises `lines-lost` for a damaged file, `standing-lost`."""
    walk = table.walk
    mine = (entry for entry in walk.history if entry.author == role)
    found = [(entry.seq, closed) for entry in mine if (closed := kept(holdings, entry)) is not None]
    for entry in walk.history if table.replay.rules.closed_orders else ():
        for paper in sealed_in(entry, role):
            filing = Filings(holdings, table).filing(role, paper.number)
            found.append((entry.seq, Closed(walk.game, role, filing.root, filing.lines)))
    return secret_lines.bundled(found, PublicKey(walk.parties[role].key)) if found else []


def take_back(holdings: Holdings, walk: Walk, role: str, boxes: Iterable[bytes]) -> None:
    """As a side, keep what the referee gives back of its own orders and papers, or of those of who had its
    role before, where that gives what stands in the log and the folder has not kept it."""
    mine = (entry for entry in walk.history if entry.author == role and isinstance(entry.body, Move))
    papers = (paper for entry in walk.history for paper in sealed_in(entry, role))
    has_papers = all(
        holdings.read(standing_name(role, each.number, ".txt")) is not None
        or holdings.read(lines_name(each.box)) is not None
        for each in papers
    )
    if has_papers and all(kept(holdings, entry) is not None for entry in mine):
        return
    _take_over(holdings, walk, role, boxes)


def _is_for(key: PublicKey, closed: Closed, entry: Entry) -> bool:
    return isinstance(entry.body, Move) and secret_lines.digest(closed.box(key)) == entry.body.box


def _take_over(holdings: Holdings, walk: Walk, author: str, boxes: Iterable[bytes]) -> None:
    """Keep what somebody says that an author's orders closed, where that gives what stands in the log."""
    for box in boxes:
        with suppress(errors.Unreadable):
            for seq, root, lines in secret_lines.unbundled(box, holdings.key_text()):
                if seq < len(walk.history):
                    _keep_if_true(holdings, walk.history[seq], Closed(walk.game, author, root, lines))


def _keep_if_true(holdings: Holdings, entry: Entry, closed: Closed) -> None:
    body = entry.body
    mine = isinstance(body, Move) and entry.author == closed.author and body.rest == closed.rest
    if mine and isinstance(body, Move) and body.box is not None:
        keep(holdings, body.box, closed)
    filing = standing_lines.Filing
    for paper in sealed_in(entry, closed.author):
        found = filing(closed.game, closed.author, paper.number, closed.root, closed.lines)
        if len(closed.lines) <= LEAVES and found.fits(paper):
            keep(holdings, paper.box, closed)
