"""The hands on sealed orders: a side seals its own, and signs it again where another's entry was quicker; the
referee looks into the box before he takes a seal in; he, or without one the side itself, opens it.
"""

from __future__ import annotations

from collections.abc import Sequence

from modules.engine.errors import Illegal, OrderError
from modules.engine.requests import Choose, Secret
from pbem import errors
from pbem.codes import Code
from pbem.entry import armor, bodies
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.shapes import REFEREE
from pbem.keys.openssh import PublicKey
from pbem.log import own_record, shown
from pbem.log.folder import Folder
from pbem.play import own_seals, signing
from pbem.rules import seats
from pbem.rules.table import Table
from pbem.secret import order_box
from pbem.secret.order_box import Sealed


def seal(folder: Folder, table: Table, side: str, lines: Sequence[str], salt: str = "") -> Entry:
    """The seal of an order, with what opens it kept in the side's folder; the same order gives the same
    seal.

    The table shows what the side may see. Raises `not-your-decision` or LineRefused for what is not legal.
    """
    sealing = table.replay.sealing
    if sealing is None or side not in sealing.may_seal:
        raise errors.LogFault(
            Code.NOT_YOUR_DECISION, f"{side} has nothing to seal now: {sealing.waiting if sealing else ''}"
        )
    choice = table.choice(side)
    check(table, choice or sealing.choices[side], lines)
    before = own_seals.kept(folder, table.walk.game, side, sealing.token(side))
    if before is None or before.lines != tuple(lines):
        _refuse_second(folder, table, side)
        salt = salt or order_box.new_salt()
        before = Sealed(table.walk.game, side, sealing.token(side), salt, tuple(lines))
        own_seals.keep(folder, before)
    return _entry(table, before)


def check(table: Table, choice: Choose, lines: Sequence[str]) -> None:
    """Raise LineRefused unless these lines are one order that is legal."""
    order = None
    for index, line in enumerate(lines):
        if index:
            raise errors.LineRefused(
                index, line, errors.LogFault(Code.RULES_REFUSE, "only one order is sealed here")
            )
        try:
            order = table.replay.rules.grammar.parse(line)
            choice.options.check(order)
        except Illegal as error:
            raise errors.LineRefused(index, line, error, error.rule, choice) from error
        except OrderError as error:
            raise errors.LineRefused(index, line, error) from error
        if str(order) != line:
            raise errors.LineRefused(
                index, line, errors.LogFault(Code.RULES_REFUSE, f"written in full it is `{order}`")
            )
    if order is None:
        raise errors.LogFault(Code.SEAL_WRONG, "the seal has no order")


def _refuse_second(folder: Folder, table: Table, side: str) -> None:
    """A second seal for one place would be a fork; it must not take the salt of the first away, either."""
    file = folder.move_file(table.seq + 1, side)
    if file.exists():
        raise errors.Refusal(
            Code.ALREADY_SIGNED,
            f"{file} holds your sealed order for this place in the log: send that one. Move it away "
            "only if the referee has refused it",
        )


def _entry(table: Table, sealed: Sealed) -> Entry:
    parties = table.walk.parties
    box = sealed.box(PublicKey(parties[REFEREE].key)) if parties.refereed else None
    seal = bodies.Seal(choice=sealed.choice, commit=sealed.commit, box=box)
    return table.next_entry(sealed.author, seal)


def renew(folder: Folder, table: Table) -> SignedEntry | None:
    """A side's seal signed for the place that comes next, and its file, if another's entry took the place of
    the one that was signed; else None. Raises what the folder's files raise."""
    sealing = table.replay.sealing
    side = folder.role(table.walk.parties)
    if sealing is None or side not in sealing.may_seal:
        return None
    sealed = own_seals.kept(folder, table.walk.game, side, sealing.token(side))
    if sealed is None or not _overtaken(folder, table, sealed):
        return None
    signed = signing.signed(folder, table.walk, _entry(table, sealed))
    file = folder.move_file(table.seq + 1, side)
    shown.let_go(
        folder, table.walk, [signed], files=[own_record.Begun.of(folder, file, armor.text([signed]))]
    )
    return signed


def _overtaken(folder: Folder, table: Table, sealed: Sealed) -> bool:
    """Whether the newest seal of this order was signed for a place that is another's now."""
    for seq in range(table.seq + 1, 0, -1):
        file = folder.move_file(seq, sealed.author)
        if file.exists():
            body = Entry.decode(armor.read(file)[-1].data).body
            same = isinstance(body, bodies.Seal) and body.commit == sealed.commit
            return same and seq <= table.seq and table.walk.history[seq].author != sealed.author
    return False


def judge(table: Table, folder: Folder, entry: Entry) -> None:
    """As the referee, look into the box of a seal that the table has taken in.

    Raises `seal-wrong` for a box that is not what the seal says, and for an order that is not legal
    LineRefused, for its author's eyes.
    """
    parties = table.walk.parties
    sealing = isinstance(entry.body, bodies.Seal) and parties.refereed
    if not sealing or folder.role(parties) != REFEREE:
        return
    sealed = _from_box(table, folder, entry)
    board = seats.for_side(table, folder, entry.author)
    request = (board or table.replay).play.request
    if isinstance(request, Secret):
        check(table, request.choices[entry.author], sealed.lines)


def _from_box(table: Table, folder: Folder, entry: Entry) -> Sealed:
    """What is in the box of a seal. All that can be wrong has one answer, which tells nothing of it."""
    seal, key = entry.body, folder.key()
    if not isinstance(seal, bodies.Seal):
        raise errors.LogFault(Code.SEAL_WRONG, f"{entry} is no seal")
    try:
        salt, lines = order_box.opened(seal.box or "", key.text())
        found = Sealed(table.walk.game, entry.author, seal.choice, salt, lines)
        good = found.commit == seal.commit and found.box(key.public) == seal.box
    except errors.Unreadable:
        good = False
    if not good:
        raise errors.LogFault(
            Code.SEAL_WRONG,
            f"the box of {entry} is not what its author's order gives, sealed to the referee's key",
        )
    return found


def opening(table: Table, folder: Folder, role: str) -> Entry | None:
    """The opening that a party owes now, without the time; None if it owes none.

    Raises `seal-lost` if a side no longer has what it sealed.
    """
    sealing = table.replay.sealing
    for side in sealing.closed[:1] if sealing else ():
        if role not in (REFEREE, side) or sealing is None:
            return None
        entry = sealing.sealed[side]
        sealed = (
            _from_box(table, folder, entry)
            if role == REFEREE
            else own_seals.kept(folder, table.walk.game, side, sealing.token(side))
        )
        if sealed is None:
            file = folder.sealed_file(sealing.token(side))
            raise errors.Refusal(
                Code.SEAL_LOST, f"{file} is missing: without it your sealed order cannot be opened"
            )
        said = bodies.Open(seal=entry.seq, salt=sealed.salt, lines=sealed.lines, at=table.at(None))
        return table.next_entry(role, said)
    return None
