"""The referee's mails, written and laid into the outbox: to each side what it may read, and nothing else."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypedDict

from pbem.entry import armor
from pbem.entry.bodies import Substitute
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.field_types import REFEREE
from pbem.entry.standing_papers import Receipt as Receipted
from pbem.errors import BadPicture, UnknownGame
from pbem.judge import closed_lines, closed_orders
from pbem.judge.standing_filing import Filings
from pbem.log.log_verifier import LogVerifier
from pbem.log.parties import Party
from pbem.log.party import disclosures
from pbem.log.party.folder import LOG, Folder
from pbem.log.verification import verify_entries
from pbem.mail import author_text
from pbem.mail.author_text import MARK
from pbem.mail.faults import DraftRefused
from pbem.mail.letter import Letterhead
from pbem.mail.writer import Draft, compose_fitting
from pbem.messages import charter_text, letter_text, mail_word_text, order_templates
from pbem.messages.letters import mail_threads
from pbem.play import chain_rotation
from pbem.play.host.judge_shell import Receipt
from pbem.play.host.referee_desk import RefereeDesk
from pbem.play.orders import sealed_orders, waiting_drafts
from pbem.play.standing_orders import FiledOrders
from pbem.post.faults import BadEnvelope, NameTaken
from pbem.post.outbox import Outbox
from pbem.rules.table import Table

Picture = Callable[[Table, str, int], bytes]
"""The position as a side may see it, with what happened since an entry: PNG."""

_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
_NO_PAPERS: Final[Mapping[str, tuple[SignedEntry, ...]]] = MappingProxyType({})
_A_DAY: Final = 86_400
MOST_ENTRIES: Final = 60
MOST_BYTES: Final = 500_000
MOST_BOXES: Final = closed_orders.MOST_BOXES
_REPEATED: Final = 20
"""Of so many entries, the newest, each mail brings the news once more."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """The mail that is answered. `tag` tells it from all others: each answer has a name of its own."""

    tag: str
    letterhead: Letterhead | None
    now: int | None
    press: tuple[str, ...] = ()
    """What its author says to the other players."""


@dataclass(slots=True)
class GameLetters:
    """Writes the mails of the referee at a desk; `picture` draws them, if they are to have one.

    `unwritten` says which mails could not be written, and why: the others must not wait for these.
    """

    desk: RefereeDesk
    picture: Picture | None = None
    unwritten: list[str] = field(default_factory=list)
    _outbox: Outbox = field(init=False)

    def __post_init__(self) -> None:
        self._outbox = Outbox(self.desk.folder.path)

    def news(
        self,
        table: Table,
        first: int,
        last: int,
        why: Occasion,
        more: Mapping[str, str] = _NOTHING,
        papers: Mapping[str, tuple[SignedEntry, ...]] = _NO_PAPERS,
    ) -> list[Path]:
        """Tell every side what entries `first` to `last` came to, and `more` and `papers`, by side; raises
        OSError."""
        sides = table.verifier.parties.sides
        made = [
            self.tell(table, side, first, last, why, more=more.get(side, ""), papers=papers.get(side, ()))
            for side in sides
        ]
        for side in sides:
            made += self._rest_of_news(table, side, first, last, why)
        return [file for file in made if file]

    def _rest_of_news(
        self, table: Table, side: str, first: int, last: int, why: Occasion
    ) -> list[Path | None]:
        """The boxes that the mail to who has just come in could not hold, in mails with the same entries."""
        party, count = table.verifier.parties[side], last + 1 - first
        if count <= MOST_BOXES and not _is_newcomer(table, side, first, last):
            return []  # an entry has one box at most
        boxes = () if party.word else _news(table, self.desk.folder, side, first, last)
        parts = [boxes[at : at + MOST_BOXES] for at in range(MOST_BOXES, len(boxes), MOST_BOXES)]
        made = []
        for number, part in enumerate(parts, 2):
            draft = Draft(
                sender=address(table.verifier.parties[REFEREE]),
                to=(address(party),),
                subject=f"what {side} was told [{table.verifier.game[:8]}], mail {number} of "
                f"{len(parts) + 1}",
                text=letter_text.more_news_text(number, len(parts) + 1),
                entries=newest_entries(table, first, last),
                boxes=part,
                **thread_fields(table, why),
            )
            made.append(
                self.put(f"{first:04d}-{side}-news-{number}-{table.verifier.head[:16]}", draft, party.mail)
            )
        return made

    def tell_again(
        self,
        table: Table,
        side: str,
        first: int,
        last: int,
        why: Occasion,
        more: str = "",
        papers: tuple[SignedEntry, ...] = (),
    ) -> list[Path]:
        """Tell one side what it was told before, and `more`, with `papers`: once a day, in a mail without a
        picture, and only if a party writes, since anybody can send an old move again. Raises OSError."""
        if not is_known(table, why):
            return []
        daily = replace(why, tag=f"{_day(why):06d}")
        made = self.tell(table, side, first, last, daily, again=True, more=more, papers=papers)
        return [made] if made else []

    def list_untold(self, receipt: Receipt) -> bool:
        """Whether a side was told neither of these entries nor of later ones: the process ended before."""
        return any(self._last_told(side) < receipt.last for side in receipt.table.verifier.parties.sides)

    def _last_told(self, side: str) -> int:
        return max((int(file.stem.rsplit("-", 2)[1]) for file in self._find_told(side, "*")), default=-1)

    def _find_told(self, side: str, tag: str) -> list[Path]:
        """The mails of `tell`; a role may have hyphens in it."""
        form = re.compile(rf"\d+-{side}-\d+-[0-9a-f]+")
        return [file for file in self._outbox.find(f"*-{side}-*-{tag}") if form.fullmatch(file.stem)]

    def find_told(self, side: str, why: Occasion) -> list[Path]:
        """What this very mail led to for a side, if it was answered before."""
        return self._find_told(side, why.tag)

    def tell(
        self,
        table: Table,
        side: str,
        first: int,
        last: int,
        why: Occasion,
        *,
        again: bool = False,
        more: str = "",
        papers: tuple[SignedEntry, ...] = (),
    ) -> Path | None:
        """Tell one side; its own entry is told as the answer to it. None if the mail cannot be written."""
        party = table.verifier.parties[side]
        seen = self.desk.seat_table(table, side)
        mine = table.verifier.history[first].author == side
        text = (
            letter_text.accepted_text(seen, side, first, last, why.now, again)
            if mine
            else letter_text.news_text(seen, side, first, last, why.now)
        )
        since = _last_own_entry(table, side, first)
        draft = Draft(
            sender=address(table.verifier.parties[REFEREE]),
            to=(address(party),),
            subject=letter_text.subject_text(seen, side),
            text=_add_answer_line(party, f"{text}\n{more}" if more else text),
            entries=() if party.word else newest_entries(table, min(since, first), last),
            papers=() if party.word else papers,
            boxes=() if party.word else self._boxes(table, side, first, last, since),
            **({} if again else self.draw(seen, side, max(first - 1, 0) if mine else since)),
            template=None if party.word else self._template(seen, side, why.now),
            save=self._save(seen, side) if party.word and not again else None,
            **thread_fields(table, why, answers=mine),
        )
        if first == 0:
            begins = mail_threads.charter_threads(self.desk.folder, table.verifier)
            draft = replace(draft, references=(*begins, *draft.references))
        self.desk.unseat_table(table)
        return self.put(f"{first:04d}-{side}-{last:04d}-{why.tag}", draft, party.mail)

    def _boxes(self, table: Table, side: str, first: int, last: int, since: int) -> tuple[bytes, ...]:
        """The news that go with a mail about entries `first` to `last`: of those before, since the side's own
        move, the newest, in case that a mail was lost."""
        if _is_newcomer(table, side, first, last):
            return _news(table, self.desk.folder, side, first, last)[:MOST_BOXES]
        found = _news(table, self.desk.folder, side, max(min(since, first), last + 1 - _REPEATED), last)
        return found or _news(table, self.desk.folder, side, first, last)

    def draw(self, table: Table, side: str, since: int) -> PictureFields:
        """The picture and its words, if there is to be one. The entry stands in the log by now: its news must
        not wait for a game that cannot be drawn."""
        return draw_picture(self.picture, table, side, since)

    def _save(self, table: Table, side: str) -> bytes | None:
        """The position for VASSAL, where there are pictures and it is this side that must act: who has no
        program may record his orders on it."""
        if self.picture is None or side not in table.owing_roles:
            return None
        from pbem.messages import position_pictures

        try:
            return position_pictures.save(table, side)
        except BadPicture:
            return None

    def reminder(self, table: Table, side: str, now: int, tag: str = "") -> Path | None:
        """Tell a side again what it owes, at Unix time `now`; `tag` tells this mail from others. None if the
        mail cannot be written."""
        party, seen = table.verifier.parties[side], self.desk.seat_table(table, side)
        since, waiting = _last_own_entry(table, side, table.seq), self._remind_of_draft(table, side)
        draft = Draft(
            sender=address(table.verifier.parties[REFEREE]),
            to=(address(party),),
            subject=letter_text.subject_text(seen, side, "reminder"),
            text=_add_answer_line(party, waiting + letter_text.reminder_text(seen, side, now)),
            entries=() if party.word else newest_entries(table, since, table.seq),
            boxes=() if party.word else self._boxes(table, side, since, table.seq, since),
            **self.draw(seen, side, since),
            template=None if party.word else self._template(seen, side, now),
            **thread_fields(table, Occasion("", None, now)),
        )
        self.desk.unseat_table(table)
        return self.put(f"{table.seq:04d}-{side}-reminder-{tag or now}", draft, party.mail)

    def _remind_of_draft(self, table: Table, side: str) -> str:
        """The first words to a side by mail word whose draft waits for its code; a new code goes with them,
        since the one that was sent is kept nowhere."""
        offer = waiting_drafts.find_waiting(self.desk.folder, table, side)
        if offer is None:
            return ""
        code = waiting_drafts.renew_code(self.desk.folder, side, offer)
        return f"{mail_word_text.waiting_draft_text(table, side, offer, code)}\n"

    def find_mails(self, pattern: str) -> list[Path]:
        """The mails whose names fit a pattern, wherever they lie by now."""
        return self._outbox.find(pattern)

    def _template(self, table: Table, side: str, now: int | None) -> str | None:
        """A file of orders to edit, for who has something to decide."""
        if side not in table.owing_roles:
            return None
        filed = Filings(self.desk.folder, table).lines_in_force(side)[1]
        return order_templates.template(table, side, filed, now)

    def receipts(
        self, table: Table, made: Sequence[tuple[Receipted, SignedEntry]], why: Occasion
    ) -> list[Path]:
        """Tell all sides that standing orders have come: of whom, and their number, nothing else; of the same
        once a day, and only if a party writes. Raises OSError."""
        files = []
        said = [paper for paper, _ in made]
        same = hashlib.sha256(b"".join(signed.data for _, signed in made)).hexdigest()[:16]
        if not is_known(table, why) and self.find_mails(f"standing-*-{same}-*"):
            return []
        papers = tuple(dict.fromkeys((*Filings(self.desk.folder, table).receipts(), *(it for _, it in made))))
        for side in table.verifier.parties.sides if made else ():
            party = table.verifier.parties[side]
            draft = Draft(
                sender=address(table.verifier.parties[REFEREE]),
                to=(address(party),),
                subject=f"standing orders [{table.verifier.game[:8]}]",
                text=_add_answer_line(party, letter_text.receipted_text(said, side)),
                papers=() if party.word else papers,
                **thread_fields(table, why, answers=any(it.side == side for it in said)),
            )
            files.append(self.put(f"standing-{side}-{same}-{_day(why):06d}", draft, party.mail))
        return [file for file in files if file]

    def answer(
        self,
        table: Table,
        role: str | None,
        word: str,
        text: str,
        why: Occasion,
        papers: tuple[SignedEntry, ...] = (),
        same: str = "",
    ) -> Path | None:
        """A short answer: to a party, under turn, phase and what is due, or to who wrote the mail, if a party
        writes from there; a stranger gets none.

        The same thing is said once a day at each place in the log: two programs that do not know each other
        for such would else write to each other for ever. `same`: what makes it the same, if not its text.
        """
        if role is None and (why.letterhead is None or not is_known(table, why)):
            return None
        to = table.verifier.parties[role].mail if role else str(why.letterhead and why.letterhead.sender)
        head = ""
        if role in table.verifier.parties.sides:
            head = letter_text.head(self.desk.seat_table(table, role), role, why.now) + "\n"
            self.desk.unseat_table(table)
        draft = Draft(
            sender=address(table.verifier.parties[REFEREE]),
            to=(to,),
            subject=f"{word} [{table.verifier.game[:8]}]",
            text=_add_answer_line(table.verifier.parties[role], head + text) if role else text,
            papers=papers,
            **thread_fields(table, why, answers=True),
        )
        once = hashlib.sha256(f"{to}\n{table.seq}\n{same or text}\n{_day(why)}".encode()).hexdigest()[:16]
        return self.put(f"{word}-{role or 'sender'}-{once}", draft, to)

    def put(self, name: str, draft: Draft, to: str) -> Path | None:
        """Lay a mail into the outbox; None if it cannot be written."""
        try:
            return self._outbox.put(name, compose_fitting(draft), [to])
        except (DraftRefused, BadEnvelope) as error:
            self.unwritten.append(f"no mail to {to}: {error}")
            return None
        except NameTaken:
            # The same mail was answered before the game went on: that answer stands.
            return self._outbox.find(name)[0]


def send_move(
    folder: Folder,
    verifier: LogVerifier,
    entries: Sequence[SignedEntry],
    boxes: Sequence[bytes] = (),
    now: int | None = None,
    press: Sequence[str] = (),
) -> Path:
    """Lay a player's signed entry, the last of these, and its box into his outbox as a mail to who takes it
    in.

    A mail program can open the file and send it. Raises OSError.
    """
    signed = entries[-1]
    entry, parties = Entry.decode(signed.data), verifier.parties
    to = [REFEREE] if parties.has_referee else [side for side in parties.sides if side != entry.author]
    draft = Draft(
        sender=address(parties[entry.author]),
        to=tuple(address(parties[role]) for role in to),
        subject=letter_text.move_subject(verifier, entry),
        text=letter_text.move_text(entry) + "".join(f"{author_text.PRESS}{line}\n" for line in press),
        entries=tuple(entries),
        boxes=tuple(boxes),
        automatic=False,
        references=(mail_threads.game_thread(verifier),),
        date=now,
        whole_lines=bool(press),
    )
    name = _name_of(signed)
    return Outbox(folder.path).put(name, compose_fitting(draft), [parties[role].mail for role in to])


def _name_of(signed: SignedEntry) -> str:
    entry = Entry.decode(signed.data)
    return f"{entry.seq:04d}-{entry.author}-{signed.head[:16]}"


def send_unsent(folder: Folder, verifier: LogVerifier, now: int | None) -> list[Path]:
    """Lay what a player has signed for the next place, and of which there is no mail, into his outbox: the
    process ended before. The mails. Raises as `walked`, or OSError."""
    entries = find_unsent(folder, verifier)
    if not entries or Outbox(folder.path).find(_name_of(entries[-1])):
        return []
    file = folder.move_file(len(verifier.entries), folder.role(verifier.parties))
    press = disclosures.press_of(folder, len(verifier.entries))
    boxes = armor.boxes(file.read_text("ascii", "replace"))
    return [send_move(folder, verifier, entries, boxes, now, press)]


def find_unsent(folder: Folder, verifier: LogVerifier) -> list[SignedEntry]:
    """What a player has signed for the next place and let go, with what goes along; nothing if that is not
    in the file of the move."""
    file = folder.move_file(len(verifier.entries), folder.role(verifier.parties))
    out = {
        each.digest
        for each in disclosures.list_pending(folder, verifier)
        if each.seq == len(verifier.entries)
    }
    if not out or not file.is_file():
        return []
    entries = armor.decode_all(file.read_text("ascii", "replace"))
    return [*entries] if any(each.head in out for each in entries) else []


def send_opened(folder: Folder, verifier: LogVerifier) -> Path:
    """Lay what sides have opened of their own orders since the game was over into a player's outbox as a mail
    to all; raises OSError."""
    first = verifier.withheld[0] + 1 if verifier.withheld else len(verifier.entries)
    entry, parties = verifier.history[-1], verifier.parties
    to = [role for role in parties.roles if role != entry.author and not parties[role].word]
    draft = Draft(
        sender=address(parties[entry.author]),
        to=tuple(address(parties[role]) for role in to),
        subject=letter_text.move_subject(verifier, entry),
        text=letter_text.OPENED.format(author=entry.author),
        entries=tuple(verifier.entries[first:]),
        automatic=False,
    )
    name = f"{entry.seq:04d}-{entry.author}-opened-{verifier.head[:16]}"
    return Outbox(folder.path).put(name, compose_fitting(draft), [parties[role].mail for role in to])


def send_standing(folder: Folder, made: FiledOrders, now: int | None = None) -> Path:
    """Lay a side's standing orders, and all before them that have no receipt yet, into its outbox as a mail
    to the referee; raises as `walked`, or OSError."""
    verifier = verify_entries(folder.log)
    me, referee = verifier.parties[made.side], verifier.parties[REFEREE]
    draft = Draft(
        sender=address(me),
        to=(address(referee),),
        subject=f"{charter_text.title(verifier.parties.charter)} [{verifier.game[:8]}]: standing "
        f"orders of {made.side}",
        text=letter_text.filed_text(made.side, made.number),
        papers=made.papers,
        automatic=False,
        references=(mail_threads.game_thread(verifier),),
        date=now,
    )
    name = f"standing-{made.side}-{made.number:04d}-{made.papers[-2].head[:16]}"
    return Outbox(folder.path).put(name, compose_fitting(draft), [referee.mail])


def send_unasked(folder: Folder, table: Table, now: int | None) -> Path | None:
    """Lay into a player's outbox what his program signs by itself: a link to burn, with what a new referee
    needs to know, or his sealed order, if it had to be signed for another place in the log.

    Raises as `sealed_orders.renew`, or OSError.
    """
    disclosures.write_planned_files(folder)
    burnt = chain_rotation.sign_burning(folder, table, now)
    if burnt is not None:
        boxes = closed_lines.hand_over(folder, table.verifier, folder.role(table.verifier.parties))
        return send_move(folder, table.verifier, [burnt], boxes, now)
    signed = sealed_orders.renew(folder, table)
    return None if signed is None else send_move(folder, table.verifier, [signed], now=now)


def send_in_words(
    folder: Folder, receipt: Receipt, now: int | None, picture: Picture | None = None
) -> list[Path]:
    """The mails to sides by mail word about what a referee took in by hand: no file would help them.

    Raises OSError.
    """
    table = receipt.table
    sides = [side for side in table.verifier.parties.sides if table.verifier.parties[side].word]
    why, boxes = Occasion(table.verifier.head[:16], None, now), GameLetters(RefereeDesk(folder), picture)
    made = (boxes.tell(table, side, receipt.first, receipt.last, why) for side in sides)
    return [file for file in made if file]


def send_beginning(folder: Folder, now: int | None, picture: Picture | None = None) -> list[Path]:
    """The same about the game's beginning, once the last join was taken in; dice that such a side must open
    first are opened. Raises as `RefereeDesk.settle`, or OSError."""
    if not (folder.path / LOG).is_file() or not any(
        p.word for p in verify_entries(folder.log).parties.charter.parties
    ):
        return []
    desk = RefereeDesk(folder)
    desk.settle(now)
    table = desk.table()
    return send_in_words(folder, Receipt(table, 0, table.seq), now, picture)


def map_picture(folder: Folder) -> Picture:
    """What draws the map for mails of a folder, which keeps parts of it."""
    from pbem.messages import position_pictures  # drawing is only imported where something is drawn

    return partial(position_pictures.mail_picture, store=folder.cache)


class PictureFields(TypedDict, total=False):
    """The fields of a draft with a picture; none where there is no picture."""

    picture: bytes
    caption: str


def draw_picture(picture: Picture | None, table: Table, side: str, since: int) -> PictureFields:
    """The picture with its words, if there is to be one and the game can be drawn."""
    if picture is None:
        return {}
    from pbem.messages import position_pictures  # drawing is only imported where something is drawn

    try:
        drawn = picture(table, side, since)
    except BadPicture:
        return {}
    try:
        return {"picture": drawn, "caption": position_pictures.mail_caption(table, side)}
    except UnknownGame:  # its names are not known here
        return {"picture": drawn}


def is_known(table: Table, why: Occasion) -> bool:
    """Whether a mail names a party's address as its sender's: what a stranger's does not, unless he forges
    it."""
    parties = table.verifier.parties
    sender = why.letterhead.sender.lower() if why.letterhead else ""
    return any(parties[role].mail.lower() == sender for role in parties.roles)


class ThreadFields(TypedDict):
    """The fields of a draft that put it into its game's thread."""

    in_reply_to: str
    references: tuple[str, ...]
    date: int | None


def thread_fields(table: Table, why: Occasion, *, answers: bool = False) -> ThreadFields:
    """In the thread of the game, as an answer to the mail `why` where it is one, and written at its time."""
    head = why.letterhead if answers else None
    return ThreadFields(
        in_reply_to=head.id if head else "",
        references=(mail_threads.game_thread(table.verifier), *(head.references if head else ())),
        date=why.now,
    )


def _day(why: Occasion) -> int:
    return (why.now or 0) // _A_DAY


def address(party: Party) -> str:
    return f"{party.name} <{party.mail}>"


def _news(table: Table, folder: Folder, side: str, first: int, last: int) -> tuple[bytes, ...]:
    """A side's own news in the answers among these entries; all that there are, and
    its own orders, for who has just come in, whose folder has none."""
    if _is_newcomer(table, side, first, last):
        return closed_orders.all_boxes(table, folder, side)
    return tuple(box for _, box in closed_orders.boxes(table, folder, first, last, side))


def _is_newcomer(table: Table, side: str, first: int, last: int) -> bool:
    bodies = (entry.body for entry in table.verifier.history[first : last + 1])
    return any(isinstance(body, Substitute) and body.role == side for body in bodies)


def _add_answer_line(party: Party, text: str) -> str:
    """What a player without a program gets begins with the line above which he writes his answer."""
    return f"{MARK}\n\n{text}" if party.word else text


def _last_own_entry(table: Table, side: str, before: int) -> int:
    """The newest entry of a side at or before a place, which proves that it has the log so far; else 0."""
    for seq in range(before, 0, -1):
        if table.verifier.history[seq].author == side:
            return seq
    return 0


def newest_entries(table: Table, first: int, last: int) -> tuple[SignedEntry, ...]:
    """As many of these entries as one mail holds, the newest."""
    found: list[SignedEntry] = []
    size = 0
    for signed in reversed(table.entries(first, last)):
        size += len(signed.to_record())
        if found and (len(found) == MOST_ENTRIES or size > MOST_BYTES):
            break
        found.append(signed)
    return tuple(reversed(found))
