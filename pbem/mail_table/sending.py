"""What *Send* would sign, shown before it is signed; and the signing of exactly that.

The preview has a digest over the draft, the head of the log and each line. *Send* names that digest. If
anything is another by then, as when a robot has signed in between, then nothing is signed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from pbem import errors
from pbem.entry.canonical_json import encode
from pbem.entry.field_types import REFEREE
from pbem.mail import author_text
from pbem.mail_table.draft_file import NAME
from pbem.mail_table.mail_seat import MailSeat
from pbem.mail_table.supposed_dice import GAMES
from pbem.messages import report_text
from pbem.messages.letters import game_letters, peer_letters
from pbem.play import player
from pbem.play.orders import order_closing, shorthand
from pbem.play.orders.order_file import OrderFile
from pbem.play.refusals import disputes
from pbem.play.standing_orders import FiledOrders
from pbem.reason_codes import Code

_UNFIT: Final = "a line does not fit any more: take it out, or undo"
_NOTHING: Final = "nothing is said yet"
_SIGNED: Final = {"seal": "Your choice is sealed", "ack": "Your dice are opened"}


@dataclass(frozen=True, slots=True)
class Reader:
    """A party to which a mail goes."""

    role: str
    name: str
    mail: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be signed. `kind`: `order`, `decision`, `seal`, or `dice` that are opened before any
    decision. `closed` lines are read by nobody before they are used. `spent` lines are left out, as what
    they end has ended. `still`: what the player leaves undecided."""

    kind: str
    shown: tuple[str, ...]
    closed: tuple[str, ...]
    spent: tuple[str, ...]
    press: tuple[str, ...]
    to: tuple[Reader, ...]
    warnings: tuple[str, ...]
    still: str

    def digest(self, seat: MailSeat) -> str:
        """What tells it, on the draft and the log of a seat, from any other."""
        verifier = seat.table.verifier
        place = {"game": verifier.game, "seq": seat.table.seq, "head": verifier.head}
        said = {**place, "draft": seat.draft.number, **_plain(asdict(self))}
        return hashlib.sha256(encode(said)).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def find_hindrance(seat: MailSeat) -> str:
    """Why nothing can be sent now, in a sentence; empty where something can."""
    if seat.pending:
        return f"entry {seat.pending[-1].seq} is signed, and waits for its answer"
    if not seat.is_due:
        return "nothing is due of you now"
    if seat.dice_due:
        return ""
    if any(line.when == "unfit" for line in seat.board.lines):
        return _UNFIT
    return "" if seat.draft.lines else _NOTHING


def preview(seat: MailSeat) -> Preview:
    """What *Send* would sign now. Raises `not-your-decision` where nothing can be sent, `disputed`, and
    OrderFileFault for a line to which several ways lead. Nothing is written."""
    if why := find_hindrance(seat):
        raise errors.LogFault(Code.NOT_YOUR_DECISION, why)
    disputes.refuse_open(seat.folder, seat.desk.build)
    to = _list_readers(seat)
    if seat.dice_due:
        return Preview("dice", (), (), (), (), to, (), "")
    press = author_text.press(f"{author_text.PRESS}{line}" for line in seat.draft.press)
    table, side = seat.table, seat.side
    if table.replay.due_sealing is not None:
        return Preview("seal", (), tuple(seat.draft.lines), (), press, to, (), "")
    made = shorthand.expand_lines(table.play, side, _file(seat), partial(shorthand.ground_of, table))
    shown, closed = order_closing.split_lines(table, side, made.file.lines)
    kind = "order" if table.replay.is_active(side) else "decision"
    return Preview(kind, shown, closed, made.spent, press, to, _list_warnings(seat), _find_left(seat))


def _list_readers(seat: MailSeat) -> tuple[Reader, ...]:
    parties = seat.table.verifier.parties
    roles = [REFEREE] if parties.has_referee else [each for each in parties.sides if each != seat.side]
    return tuple(Reader(role, parties[role].name, parties[role].mail) for role in roles)


def _file(seat: MailSeat) -> OrderFile:
    lines = tuple(seat.draft.lines)
    numbers = tuple(range(1, len(lines) + 1))
    return OrderFile(seat.folder.path / NAME, lines, numbers, tuple(seat.draft.press))


def _list_warnings(seat: MailSeat) -> tuple[str, ...]:
    never = (each.text for each in seat.board.lines if each.used == 0)
    return tuple(
        f"`{line}` could be carried out in none of {GAMES} games with supposed dice" for line in never
    )


def _find_left(seat: MailSeat) -> str:
    """What the player still decides after the sure lines, and leaves open."""
    choice = None if seat.board.is_supposed else seat.due_choice
    return "" if choice is None else report_text.decision_text(choice)


@dataclass(frozen=True, slots=True)
class Sent:
    """What was signed, in words, and the mails of it in the outbox."""

    told: str
    mails: tuple[Path, ...]


def send(seat: MailSeat, number: object, digest: object, now: int) -> Sent:
    """Signs what a preview showed, and lays the mail of it into the outbox. `now`: Unix seconds. Raises
    StaleDraft where anything is another than it was shown; otherwise as `player.sign_move`."""
    with seat.change(number):
        shown = preview(seat)
        if digest != shown.digest(seat):
            raise errors.StaleDraft("these are not the lines that you were shown: look at them again")
        file = None if shown.kind == "dice" else _file(seat)
        made = player.sign_move(seat.folder, file, build=seat.desk.build, now=now)
        picture = game_letters.map_picture(seat.folder)
        mails = peer_letters.send_signed(seat.folder, made, now, picture)
        seat.keep(lines=[], press=[])
    seat.refresh()
    return Sent(_tell(made), tuple(mails))


def _tell(made: player.SignedMove) -> str:
    readers = " and ".join(party.name for party in made.to)
    what = _SIGNED.get(made.entry.type, "Your lines are signed")
    return f"{what}: entry {made.entry.seq}. The mail to {readers} waits to be sent."


def describe(shown: Preview, seat: MailSeat) -> dict[str, Any]:
    """A preview as a value for a page."""
    said: dict[str, Any] = _plain(asdict(shown))
    return {"digest": shown.digest(seat), **said}


def file_standing(seat: MailSeat, number: object, now: int) -> Sent:
    """Signs the standing orders as they shall be. Raises StaleDraft, and as `StandingOrders.file`."""
    with seat.change(number):
        lines: Sequence[str] = seat.standing
        made = player.file_standing_lines(seat.folder, lines, seat.desk.build)
        mail = game_letters.send_standing(seat.folder, made, now) if made.papers else None
        seat.keep(standing=None)
    return Sent(_tell_filed(made, mail), () if mail is None else (mail,))


def _tell_filed(made: FiledOrders, mail: Path | None) -> str:
    what = f"Your standing orders, number {made.number}, are signed."
    if mail is None:
        return f"{what} Your next move carries them; they count from the dice after its own."
    return f"{what} The mail to the referee waits to be sent; they count when its receipt has come."
