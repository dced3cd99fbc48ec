"""The desk of a club: one mail in, what came of it out. Each game takes in what is its own, as it would in a
folder of its own; what is no game's is a request, or a stranger's.

A game that fails is set aside with its mail, and the operator is told: no other game waits for it.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from modules.amounts import count_noun
from pbem.club import mail_routing, offered_games, quarantine, stopped_addresses
from pbem.club.admission import Admission, AdmittedMail
from pbem.club.bounces import find_bounces
from pbem.club.claims import Claims
from pbem.club.club_folder import ClubFolder
from pbem.club.club_mails import Clerk
from pbem.club.game_index import A_DAY, Index
from pbem.club.game_opening import Opener
from pbem.club.open_tables import OpenTables
from pbem.club.requests import confirmed_requests, request_language
from pbem.club.requests.confirmation_mails import Proofs
from pbem.club.requests.request_answers import RequestAnswers
from pbem.disk import atomic_files
from pbem.disk.game_shelf import ROOM
from pbem.log.party.folder import LOG
from pbem.mail import faults
from pbem.mail.letter import Letter
from pbem.mail.reader import read
from pbem.play.agreements import side_requests
from pbem.post.outbox import is_unsent
from pbem.post.robot_log import LogNote
from pbem.robot.mail_outcome import MailOutcome, Outcome
from pbem.rules import timetable
from pbem.rules.rules_lookup import Build, rules_of

_UNSENT = "This is a file of an outbox: nobody has sent it yet.\n"
_STRANGER = (
    "This is {name}, where wargames are played by mail; a program reads this address. Write `help` as the "
    "first line of a mail to learn what it understands. If you play here by mail word, write from the "
    "address to which the mails of your game come: no other counts.\n"
)
_NOT_HERE = "no game of this club\n"
_CROWDED = (
    "Game {name} had more mails on {day} than `limits.game` allows. Orders that its players have signed are "
    "taken in all the same; everything else is put off until the day after, or left out where that is too "
    "much.\n"
)
_FULL: Final = {
    "mails": "this address has written enough for today",
    "game": "this game had enough mails today",
    "seat": "this seat has signed enough for today",
    "words": "this player by mail word has written enough for today",
}
_DRAFTS: Final = {
    True: "put off until tomorrow (from midnight UTC). They are taken in then before all others",
    False: "left out, as there is no room for more of them: send yours again tomorrow (from midnight UTC)",
}
_SO_MANY: Final = (
    "So many mails came today from your address to game {name} that further ones are {kept}.\n\nSomebody may "
    "be writing in your name. Nothing is played without a code word, and the newest draft that came to you "
    "can be confirmed as before. You get this once a day.\n"
)
_MOST_FAILED: Final = 100
"""Mails in a day that are kept because the desk failed at them; a further one is left out."""
_UNREAD = "Nothing else in your mail was read: orders go in a mail of their own.\n"
_LATER = 900
"""Seconds until a mail that was put off, and at which this machine has failed, is tried again."""
_RESTS = "Game {name} rests, as something is wrong with it. Your mail is kept, and the operator knows.\n"
_RESTS_FULL = (
    "Game {name} rests, as something is wrong with it, and there is no room for your mail: send it again "
    "when the game goes on.\n"
)


class ClubDesk:
    """Takes in the mails of a club, one after another."""

    def __init__(
        self, hall: ClubFolder, index: Index, sender: str, *, pictured: bool = True, build: Build = rules_of
    ) -> None:
        self.hall, self.index = hall, index
        self.settings = hall.settings()
        self.tables = OpenTables(hall, pictured=pictured, build=build)
        self._sender = sender
        self._clerk = Clerk(self.settings, sender, index, hall)
        self._claims = Claims(hall, index, self.tables)
        self._admission = Admission(hall, index, self.settings.limits, self._claims)
        opener = Opener(hall, index, self.settings, sender)
        opener.check_settings()
        self._inquiries = RequestAnswers(hall, index, self._clerk, opener, self.tables)
        self._bad_files: set[str] = set()
        self._failed: dict[str, int] = {}
        """Mails that were put off and at which this machine has failed: until when they rest."""
        self.touched: set[str] = set()
        """Games in whose outbox mails may have come to lie since this was last emptied."""

    def receive(self, data: bytes, now: int) -> MailOutcome:
        """Take in one mail at Unix time `now`; raises OSError of this machine, after which the same mail
        again is taken in once. One that breaks the desk is kept, and the next is taken in. One beyond a
        day's limits is put off: `keep_time` takes it in."""
        return self._safely(data, now, counts=True)

    def _safely(self, data: bytes, now: int, *, counts: bool) -> MailOutcome:
        try:
            self._finish()
            return self._receive_once(data, now, counts)
        except OSError:
            raise
        except Exception as error:  # nobody may stop a club with a mail, whatever is wrong here
            return self._report_failure(data, f"{type(error).__name__}: {error}", now)

    def _report_failure(self, data: bytes, why: str, now: int) -> MailOutcome:
        """The operator is told, so many times a day; the mail is kept where there is room."""
        if self.index.count("failed here", now) > _MOST_FAILED or quarantine.is_full(
            self.hall, len(data), quarantine.OF_DESK
        ):
            return MailOutcome("refused", f"not kept: {why}\n")
        file = quarantine.keep_mail(self.hall, data, quarantine.OF_DESK)
        self._clerk.operator("a mail failed here", f"{file.name} in aside/mails: {why}\n", now)
        return MailOutcome("ignored", f"kept: {why}\n")

    def _finish(self) -> None:
        """Finish what was confirmed, if a process died while it was done: no other mail comes between."""
        if confirmed_requests.list_started(self.hall):
            with self.hall.lock_shared():
                self.touched |= set(self._inquiries.finish())

    def _receive_once(self, data: bytes, now: int, counts: bool) -> MailOutcome:
        if is_unsent(data):
            return MailOutcome("ignored", _UNSENT)
        if said := self._note_bounces(data, now):
            return MailOutcome("ignored", said)
        try:
            letter = read(data)
        except faults.MailRefused as error:
            return self._answer_unreadable(error, data, now)
        if letter.sender.lower() == self._sender.lower():
            return MailOutcome("ignored", "a mail from this club's own address\n")
        signed = bool(letter.entries or letter.papers)
        requests = () if signed else self._requests(letter, now)
        proofs = self._inquiries.questions.proofs(requests, letter.sender, now)
        counts = counts and not proofs.marks
        parts = mail_routing.SortedMail({}) if requests else self._sort_parts(letter)
        admitted = self._admit(letter, parts.parts, now, counts)
        if admitted.over and not admitted.parts:
            keeps = bool(requests or parts.parts)
            kept, said = self._put_off(data, admitted.over if keeps else (), now)
            return MailOutcome("ignored", said, self._tell_of_drafts(letter, admitted.over, now, kept=kept))
        if requests:
            return self._answer_requests(requests, letter, data, now, proofs)
        if not parts.parts:
            return self._answer_stranger(letter, now)
        if self._is_only_invited(letter, admitted.parts) and not self._clerk.reach(letter.sender, now):
            return MailOutcome("ignored", self._put_off(data, [f"mails {letter.sender.lower()}"], now)[1])
        done = self._hand_to_game(admitted.parts, data, now)
        self._admission.use_claims(admitted, now)
        more = f"{count_noun(parts.strange, 'thing')} in it are for {_NOT_HERE}" if parts.strange else ""
        if admitted.over:
            more += self._put_off(data, admitted.over, now)[1]
        return MailOutcome(done.outcome, done.text + more, done.files)

    def _admit(self, letter: Letter, parts: dict[str, Letter], now: int, counts: bool) -> AdmittedMail:
        """A mail that was put off counts for nothing but the drafts that the game answers in a day."""
        if counts:
            return self._admission.admit(letter, parts, now)
        if not (letter.entries or letter.papers):
            for name in parts:
                self._admission.count_draft(letter, name, now)
        return AdmittedMail(parts)

    def _tell_of_drafts(
        self, letter: Letter, over: Sequence[str], now: int, *, kept: bool
    ) -> tuple[Path, ...]:
        """Tell a player by mail word, once a day each, that mails in their name are put off, and that they
        are left out."""
        names = [what.split(" ")[1] for what in over if what.startswith("words ")]
        if not names:
            return ()
        to = self._inquiries.address(letter.sender)
        tag = _tag(f"{names[0]} {to.lower()} {now // A_DAY} {kept}".encode())
        text = _SO_MANY.format(name=names[0], kept=_DRAFTS[kept])
        file = self._clerk.write(f"words-{tag}", to, f"{self.settings.name}: mails in your name", text, now)
        return (file,) if file else ()

    # --- games ---------------------------------------------------------------------------------------------

    def _requests(
        self, letter: Letter, now: int
    ) -> Sequence[request_language.Request | request_language.Unclear]:
        return request_language.read(letter.words) or self._inquiries.confirmations(letter, now)

    def _is_only_invited(self, letter: Letter, parts: dict[str, Letter]) -> bool:
        """Whether a mail, of an address that plays nothing, is for games that begin later alone and joins
        none with a ticket or a code: what is answered to it goes to somebody who may not have written it."""
        if self.index.plays(letter.sender):
            return False
        rows = [self.index.row(name) for name in parts]
        if not all(row is not None and row.state == "joining" for row in rows):
            return False
        return not any(self._claims.find_claims(name, part) for name, part in parts.items())

    def _sort_parts(self, letter: Letter) -> mail_routing.SortedMail:
        """A mail in parts for games: by what is signed in it, else by mail word."""
        if letter.entries or letter.papers:
            return mail_routing.sort_mail(letter, self.index)
        name = self._by_word(letter)
        return mail_routing.SortedMail({} if name is None else {name: letter})

    def _put_off(self, data: bytes, over: Sequence[str], now: int) -> tuple[bool, str]:
        """Keep a mail for the day after because these counts are full; whether there was room for it, and the
        words to say."""
        for name in (what.partition(" ")[2] for what in over if what.startswith("game ")):
            day = time.strftime("%Y-%m-%d", time.gmtime(now))
            self._clerk.operator("a game has too many mails", _CROWDED.format(name=name, day=day), now)
        why = ", ".join(_FULL[what.partition(" ")[0]] for what in over) or _FULL["mails"]
        kept = self._admission.postpone(data, over, now)
        return kept, f"{why}: {'put off until tomorrow' if kept else 'left out'}\n"

    def _hand_to_game(self, parts: dict[str, Letter], data: bytes, now: int) -> MailOutcome:
        """Each game takes in its part."""
        done = [(name, self._hand_to_games(name, part, data, now)) for name, part in parts.items()]
        outcomes = {received.outcome for _, received in done}
        worst: Outcome = next(it for it in ("refused", "accepted", "ignored") if it in outcomes)
        text = "".join(f"game {name}: {received.text}" for name, received in done)
        return MailOutcome(worst, text, tuple(file for _, received in done for file in received.files))

    def _hand_to_games(self, name: str, letter: Letter, data: bytes, now: int) -> MailOutcome:
        if quarantine.is_quarantined(self.hall, name):
            return self._keep_for_quarantined(name, letter, data, now)
        try:
            self._welcome(name, letter)
            received = self.tables.inbox(name).receive(data, now, letter)
            self._note(name)
        except OSError:
            self.tables.drop(name)
            raise
        except Exception as error:  # whatever is wrong with one game, the others go on
            quarantine.keep_mail(self.hall, data)
            return self._quarantine(name, error, now)
        self.touched.add(name)
        return received

    def _keep_for_quarantined(self, name: str, letter: Letter, data: bytes, now: int) -> MailOutcome:
        """Keep a mail for a game that rests. A mail that a player has signed finds room whatever others have
        sent, and its player hears of it. Of a mail without room each of the game's players hears once a
        day."""
        roles = {claim.role for claim in self._admission.unused_claims(name, letter, now)}
        own = [seat for seat in self.index.seats(name) if seat.mail == letter.sender.lower()]
        number = name.partition("-")[0]
        if not roles and quarantine.is_full(self.hall, len(data), number):
            text = _RESTS_FULL.format(name=name)
            if not own:
                return MailOutcome("refused", text)
            tag = _tag(f"{name} {own[0].mail} {now // A_DAY}".encode())
            file = self._clerk.write(f"no-room-{tag}", own[0].mail, f"Game {name} rests", text, now)
            return MailOutcome("refused", text, (file,) if file else ())
        quarantine.keep_mail(self.hall, data, "" if roles else number)
        text = _RESTS.format(name=name)
        proven = any(seat.role in roles for seat in own)
        file = self._clerk.answer(letter, f"{_tag(data)}-{name[:40]}", text, now, proven=proven)
        return MailOutcome("ignored", text, (file,) if file else ())

    def _welcome(self, name: str, letter: Letter) -> None:
        """A player who takes a seat, as only that player can, gets the mails of the game."""
        row = self.index.row(name)
        if row is None or row.state != "joining":
            return
        roles = {claim.role for claim in self._claims.find_claims(name, letter)}
        for seat in self.index.seats(name):
            if seat.role in roles:
                stopped_addresses.welcome(self.hall, seat.mail)

    def _note(self, name: str) -> None:
        """Tell the index of a game from the table in hand: working it out of the log takes a replay."""
        if (self.hall.game(name).path / LOG).is_file():
            self.index.note(name, self.tables.table(name))
        else:
            self.index.refresh([name])

    def _quarantine(self, name: str, error: Exception, now: int) -> MailOutcome:
        """A game rests from now on."""
        why = f"{type(error).__name__}: {error}"
        quarantine.quarantine(self.hall, name, why + "\n")
        self.tables.drop(name)
        self._clerk.operator(
            f"game {name} rests",
            f"Game {name} was set aside, its mail is kept, all others go on. What is wrong:\n\n    {why}\n\n"
            f"When it is mended:\n\n    pbem club resume {name}\n",
            now,
        )
        return MailOutcome("ignored", f"set aside: {why}\n")

    def resume(self, name: str, now: int) -> list[MailOutcome]:
        """Let a game go on, and give it the mails that were kept; those of other games that rest stay. One
        that fails is tried again after the others, of which one may mend it: rules that all adopt."""
        quarantine.resume(self.hall, name)
        done, left = list[MailOutcome](), list(self._kept_mails(name))
        while left:
            failed = []
            for file, part, data in left:
                quarantine.resume(self.hall, name)
                done.append(self._hand_to_games(name, part, data, now))
                if quarantine.is_quarantined(self.hall, name):
                    failed.append((file, part, data))
                else:
                    file.unlink()
            if len(failed) == len(left):
                break
            left = failed
        return done

    def _kept_mails(self, name: str) -> Iterator[tuple[Path, Letter, bytes]]:
        """The mails that were kept and are for this game, each with its part for it."""
        for file, data in list(quarantine.kept_mails(self.hall)):
            letter = read(data)
            part = mail_routing.sort_mail(letter, self.index).parts.get(name)
            if part is None and self._by_word(letter) == name:
                part = letter
            if part is not None:
                yield file, part, data

    def _by_word(self, letter: Letter) -> str | None:
        """The game of a mail by mail word: of those in which this address has a seat so, the one to which the
        code in it belongs; else the one in which it has something to do. The address alone plays nothing.
        A request, such as `rollback`, may come from any seat: it is for the game in whose mail it answers."""
        if (coded := self._claims.find_coded_seat(letter)) is not None:
            return coded[0].game
        asks = side_requests.is_asked(letter.words)
        seats = [seat for seat in self.index.seats_of(letter.sender) if seat.word or asks]
        rows = {seat.game: self.index.row(seat.game) for seat in seats}
        open_ = [seat for seat in seats if (row := rows[seat.game]) and row.state in ("playing", "joining")]
        owing = [seat for seat in open_ if (row := rows[seat.game]) and seat.role in row.owing]
        if asks:
            owing = [
                seat for seat in open_ if (row := rows[seat.game]) and f"[{row.id[:8]}]" in letter.subject
            ]
        return next((seat.game for seat in [*owing, *open_]), None)

    # --- everything else -----------------------------------------------------------------------------------

    def _answer_requests(
        self,
        requests: Sequence[request_language.Request | request_language.Unclear],
        letter: Letter,
        data: bytes,
        now: int,
        proofs: Proofs,
    ) -> MailOutcome:
        tag = _tag(data)
        if before := self.hall.outbox.find(f"answer-{tag}"):
            return MailOutcome("accepted", "this mail was answered before\n", tuple(before))
        letter = replace(letter, sender=self._inquiries.address(letter.sender))
        with self.hall.lock_shared():
            answers = [self._inquiries.answer(request, letter, now) for request in requests]
        self.touched |= {seat.game for seat in self.index.seats_of(letter.sender)}
        self.touched |= {answer.game for answer in answers if answer.game}
        text = "\n".join(answer.text for answer in answers)
        good = all(answer.good for answer in answers)
        questions = tuple(answer.question for answer in answers if answer.question)
        if not text.strip():
            self._inquiries.questions.use_proofs(proofs, now)
            said = f"{letter.sender} is asked whether that is their wish\n" if questions else "done\n"
            return MailOutcome("accepted", said, questions)
        if not good:
            text += f"\nWhat this address understands, one request a line:\n\n{request_language.help_text()}"
        elif len(letter.words) > len(requests) and self._by_word(letter) is not None:
            text += f"\n{_UNREAD}"
        picture = next((answer.picture for answer in answers if answer.picture), None)
        file = self._clerk.answer(letter, tag, text, now, picture, proven=proofs.own)
        self._inquiries.questions.use_proofs(proofs, now)
        outcome: Outcome = "accepted" if good else "refused"
        files = (*questions, file) if file else questions
        return MailOutcome(outcome, text.lstrip().splitlines()[0] + "\n", files)

    def _answer_stranger(self, letter: Letter, now: int) -> MailOutcome:
        file = self._clerk.stranger(letter, _STRANGER.format(name=self.settings.name), now)
        return MailOutcome("refused", "nothing in it is for a game of this club\n", (file,) if file else ())

    def _answer_unreadable(self, error: faults.MailRefused, data: bytes, now: int) -> MailOutcome:
        if isinstance(error, faults.MailIgnored):
            return MailOutcome("ignored", f"{error} [{error.code}]\n")
        file = None
        if error.answerable and error.letterhead is not None:
            text = f"Your mail could not be read: {error} [{error.code}]\n"
            file = self._clerk.answer(error.letterhead, _tag(data), text, now)
        return MailOutcome("refused", f"{error} [{error.code}]\n", (file,) if file else ())

    def _note_bounces(self, data: bytes, now: int) -> str:
        """Stop writing to addresses that our mails do not reach. A mark counts once: else the same report
        stops an address again that was mended."""
        said = ""
        for bounce in find_bounces(data):
            if not self.index.was_posted(bounce.mark, bounce.mail):
                continue
            if bounce.mail.lower() == self.settings.operator.lower():  # the one who is told of all others
                continue
            if stopped_addresses.stop(self.hall, bounce.mail, "mail to it came back"):
                seats = ", ".join(seat.game for seat in self.index.seats_of(bounce.mail)) or "no game"
                whose = " to a player" if self.index.plays(bounce.mail) else ""
                self._clerk.operator(
                    f"mail{whose} came back",
                    f"Mail to {bounce.mail} cannot be delivered, so nothing more is sent there. Seats: "
                    f"{seats}. Once it is mended:\n\n    pbem club write-again {bounce.mail}\n",
                    now,
                )
            self.index.forget_posted(bounce.mark)
            said += f"mail to {bounce.mail} came back\n"
        return said

    # --- time ----------------------------------------------------------------------------------------------

    def keep_time(self, now: int) -> list[LogNote]:
        """Take in what was put off until today, then do what the clock makes due, in the games of which the
        index says that something is."""
        notes = [*self._note_bad_files(), *self.take_all_up(now)]
        self.index.forget_old(now)
        for name in self.index.due_games(now):
            notes += self.keep_time_of(name, now)
        return notes

    def _note_bad_files(self) -> Iterator[LogNote]:
        """For the operator: each file in `games/` that is passed over, once."""
        faults = {str(fault) for fault in offered_games.find_faults(self.hall.path)}
        yield from (LogNote("trouble", ROOM, each) for each in sorted(faults - self._bad_files))
        self._bad_files = faults

    def take_all_up(self, now: int) -> Iterator[LogNote]:
        """Take in the mails that were put off until today: a note for each."""
        while taken := self._try_take_up(now):
            yield taken

    def _try_take_up(self, now: int) -> LogNote | None:
        try:
            return self.take_up(now)
        except OSError as error:
            return LogNote("kept", "put off", str(error))

    def take_up(self, now: int) -> LogNote | None:
        """Take in the first mail that was put off until today; None if there is none. Raises OSError of this
        machine, after which the others come first, and the same mail again later."""
        if self._next_postponed(now) is None:
            return None
        with self.hall.lock_shared():
            if (file := self._next_postponed(now)) is None:
                return None
            self._failed[file.name] = now + _LATER
            received = self._safely(file.read_bytes(), now, counts=False)
            atomic_files.DISK.unlink(file)
            del self._failed[file.name]
            return LogNote(received.outcome, file.stem, received.text)

    def _next_postponed(self, now: int) -> Path | None:
        files = self._admission.postponed_mails(now)
        return next((file for file in files if self._failed.get(file.name, 0) <= now), None)

    def keep_time_of(self, name: str, now: int) -> list[LogNote]:
        """Do what the clock makes due in one game."""
        if quarantine.is_quarantined(self.hall, name):
            return []
        try:
            return self._keep_time(name, now)
        except OSError:
            raise
        except Exception as error:  # as in `_hand_to_games`
            return [LogNote("trouble", name, self._quarantine(name, error, now).text)]

    def _keep_time(self, name: str, now: int) -> list[LogNote]:
        inbox = self.tables.inbox(name)
        if not (inbox.folder.path / LOG).is_file():
            return []
        found = inbox.keep_time(now)
        self._note(name)
        self.index.reckon(name, timetable.next_time(inbox.desk.table(), now))
        self.touched.add(name)
        return [LogNote(note.what, f"{name} {note.name}", note.text) for note in found]


def _tag(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
