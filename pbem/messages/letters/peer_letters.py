"""The mails of players to each other in a game without a referee, laid into the outbox: one to each reader,
with the same entries, and what they mean for that reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from pbem import errors
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.verified_entries import verify_entry
from pbem.log.party import disclosures
from pbem.log.party.folder import Folder
from pbem.log.verdict import CANNOT_JUDGE
from pbem.log.verification import verify_entries
from pbem.mail import entry_files
from pbem.mail.faults import MailRefused
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose_fitting
from pbem.messages import letter_text, order_templates
from pbem.messages.letters import game_letters, mail_threads
from pbem.messages.letters.game_letters import Picture
from pbem.messages.peer_text import PeerNews
from pbem.play import reader_zones
from pbem.play.host.judge_shell import Receipt
from pbem.play.orders import order_closing
from pbem.play.player import SignedMove
from pbem.post.faults import BadEnvelope
from pbem.post.outbox import Outbox, OutgoingMail
from pbem.rules.rules_lookup import Build
from pbem.rules.table import Table


@dataclass(frozen=True, slots=True)
class PeerMail:
    """What `author` has signed, to be told to the others at Unix time `now`, with all the `entries` that go
    along. The `table` ends with it. `since`: the first of these entries; the picture shows what happened from
    there on."""

    table: Table
    author: str
    entries: tuple[SignedEntry, ...]
    since: int
    now: int | None

    @classmethod
    def of_move(cls, table: Table, entries: Sequence[SignedEntry], now: int | None) -> PeerMail:
        """A move, the last entry on the table."""
        author = table.verifier.history[table.seq].author
        return cls(table, author, tuple(entries), Entry.decode(entries[0].data).seq, now)

    @classmethod
    def of_answer(cls, receipt: Receipt, side: str, now: int | None) -> PeerMail:
        """What a side has signed when it took in another's move."""
        entries = game_letters.newest_entries(receipt.table, receipt.first, receipt.last)
        return cls(receipt.table, side, entries, receipt.first, now)

    @property
    def readers(self) -> tuple[str, ...]:
        """To whom it goes."""
        return tuple(side for side in self.table.verifier.parties.sides if side != self.author)


def send_signed(
    folder: Folder, made: SignedMove, now: int | None = None, picture: Picture | None = None
) -> list[Path]:
    """Lay what a player has just signed into their outbox as mails: one to the referee, or without one to
    each other side. Raises OSError."""
    parcel = entry_files.read(made.file)
    if made.verifier.parties.has_referee:
        return [game_letters.send_move(folder, made.verifier, parcel.entries, parcel.boxes, now, made.press)]
    return send_move(folder, PeerMail.of_move(made.table, parcel.entries, now), made.press, picture)


def send_unsent(folder: Folder, build: Build, now: int | None) -> list[Path]:
    """Lay what a player has signed for the next place, and of which a mail is missing, into their outbox: the
    process ended before. The mails; in plain words where the rules here cannot judge the game. Raises as
    `order_closing.load`, or OSError."""
    verifier, outbox = verify_entries(folder.log), Outbox(folder.path)
    entries = game_letters.find_unsent(folder, verifier)
    if not entries or verifier.parties.has_referee:
        return game_letters.send_unsent(folder, verifier, now)
    try:
        table = order_closing.load(folder, build)
    except errors.PbemError as error:
        if error.code not in CANNOT_JUDGE:
            raise
        return game_letters.send_unsent(folder, verifier, now)
    for signed in entries:
        if Entry.decode(signed.data).seq > table.seq:
            table.verifier.apply(verify_entry(signed))
    told, name = PeerMail.of_move(table, entries, now), move_name(table)
    if outbox.find(name) or len(outbox.find(f"{name}-*")) == len(told.readers):
        return []
    return send_move(folder, told, disclosures.press_of(folder, len(verifier.entries)))


def send_beginning(
    folder: Folder,
    table: Table,
    to: Sequence[str],
    now: int | None = None,
    picture: Picture | None = None,
) -> list[Path]:
    """The host's mails to these sides with the charter, with which the game begins and this table ends, and
    what is due; whoever joins again has the same mail again. Raises OSError."""
    charter, outbox = table.entries(0, 0), Outbox(folder.path)
    files: list[Path] = []
    told = PeerMail(table, table.verifier.history[0].author, tuple(charter), 0, now)
    for side in to:
        name = f"begins-{side}-{charter[0].head[:16]}"
        if found := outbox.find(name):
            files += found
            continue
        draft = replace(
            _draft(told, side, "", picture),
            references=mail_threads.charter_threads(folder, table.verifier),
            automatic=True,
        )
        files.append(outbox.put(name, compose_fitting(draft), [table.verifier.parties[side].mail]))
    return files


def send_move(
    folder: Folder, told: PeerMail, press: Sequence[str] = (), picture: Picture | None = None
) -> list[Path]:
    """Lay a move into its player's outbox as mails, with their words to the others. Between two, an answer
    that waits there, and is part of this, need not go out alone any more. Raises OSError."""
    words = letter_text.press_text(told.author, press)
    files = _send(folder, told, move_name(told.table), words, picture)
    if len(told.readers) == 1:  # of several one may have got it, and the next answers them by what it brought
        _drop_carried(folder, told)
    return files


def send_answer(
    folder: Folder, receipt: Receipt, side: str, now: int | None = None, picture: Picture | None = None
) -> list[Path]:
    """Lay what a side signed in answer to another's move into its outbox as mails. The picture shows what
    came of that move. Raises OSError."""
    told = PeerMail.of_answer(receipt, side, now)
    head = receipt.table.verifier.head[:16]
    return _send(folder, told, f"{receipt.last:04d}-{side}-answer-{head}", "", picture)


def move_name(table: Table) -> str:
    """The name of the mail with the move that ends a table, or how the names of several begin."""
    return f"{table.seq:04d}-{table.verifier.history[table.seq].author}-{table.verifier.head[:16]}"


def _send(folder: Folder, told: PeerMail, name: str, words: str, picture: Picture | None) -> list[Path]:
    """A mail to each reader. Of two sides there is one reader, and the mail has the name alone."""
    parties, outbox = told.table.verifier.parties, Outbox(folder.path)
    told.table.zone_of = partial(reader_zones.find_zone, folder, parties)
    files = []
    for side in told.readers:
        named = name if len(told.readers) == 1 else f"{name}-{side}"
        mail = compose_fitting(_draft(told, side, words, picture))
        files.append(outbox.put(named, mail, [parties[side].mail]))
    return files


def _draft(told: PeerMail, side: str, words: str, picture: Picture | None) -> Draft:
    table, parties = told.table, told.table.verifier.parties
    news = PeerNews.of(table, side, told.since, told.now)
    return Draft(
        sender=game_letters.address(parties[told.author]),
        to=(game_letters.address(parties[side]),),
        subject=news.subject,
        text=f"{news.text}\n{words}" if words else news.text,
        entries=told.entries,
        template=order_templates.template(news.ahead, side, (), told.now) if news.decides else None,
        **game_letters.draw_picture(picture, news.shown, side, max(told.since - 1, 0)),
        automatic=False,
        references=(mail_threads.game_thread(table.verifier),),
        date=told.now,
    )


def _drop_carried(folder: Folder, told: PeerMail) -> None:
    """Take answers out of the outbox of which a move's mail, with what its readers have, brings every entry.
    Not while another process sends."""
    outbox = Outbox(folder.path)
    found = outbox.find(f"*-{told.author}-answer-*")
    if not any(file.parent == outbox.path for file in found):
        return
    with outbox.hold_sending() as mine:
        for file in found if mine else ():
            if file.parent == outbox.path and _is_carried(file, told):
                outbox.drop(file.stem)


def _is_carried(file: Path, told: PeerMail) -> bool:
    try:
        mail = OutgoingMail.decode(file.stem, file.read_bytes())
        letter = read(mail.message, from_robot=True)
    except (BadEnvelope, MailRefused):
        return False
    parties, history = told.table.verifier.parties, told.table.verifier.history
    to = [side for side in told.readers if parties[side].mail in mail.to]
    # Whoever wrote an entry has all that stand before it.
    has = min(
        (max((each.seq for each in history if each.author == side), default=0) for side in to), default=0
    )
    return bool(letter.entries) and all(
        each in told.entries or Entry.decode(each.data).seq < has for each in letter.entries
    )
