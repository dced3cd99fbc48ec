"""A mail without anything signed, from a player who has no program: what he typed is drafted, or his code
locks the draft before. Before the game begins his code seats him.

By the address he is told from others, and an address can be forged. So nothing is played before a code came
that was sent to that address alone, and every answer goes there too, whatever the mail asks for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from generator.vassal.format.orders.block import read_blocks
from modules.amounts import count_noun
from pbem import errors
from pbem.entry.bodies import Ack, InvitedPerson
from pbem.entry.setup_papers import Invitation, Join, Paper
from pbem.judge import closed_lines
from pbem.log.party.folder import Folder
from pbem.mail.faults import MailRefused
from pbem.mail.letter import Letter
from pbem.messages import mail_word_text, vassal_log_text
from pbem.messages.letters import mail_word_letters
from pbem.messages.letters.game_letters import GameLetters, Occasion, is_known
from pbem.play.orders import mail_word_codes, mail_word_drafts, waiting_drafts
from pbem.play.orders.mail_word_codes import Offer
from pbem.play.orders.mail_word_drafts import UnderstoodDraft
from pbem.play.orders.order_candidates import RESIGN
from pbem.reason_codes import Code
from pbem.robot import mail_word_questions
from pbem.robot.desk_answers import DeskAnswer, answer_flood, answer_side, list_files
from pbem.robot.mail_word_questions import Question
from pbem.robot.request_desk import RequestDesk
from pbem.rules.table import Table
from pbem.setup import mail_word_joins
from pbem.vassal import pasted_orders, recorded_log


class _Unclear(Exception):
    """No orders can be read from a mail; `text` makes the answer from what its side is asked to do next."""

    def __init__(self, text: Callable[[Sequence[str]], str]) -> None:
        super().__init__()
        self.text = text


class MailWordDesk:
    """The desk of the referee's robot for sides by mail word."""

    def __init__(self, letters: GameLetters) -> None:
        self._desk, self._letters = letters.desk, letters
        self._requests = RequestDesk(letters)

    def side(self, sender: str) -> str | None:
        """Which side by mail word writes from this address: of several the one that owes something."""
        table = self._desk.table()
        parties = table.verifier.parties
        found = [s for s in parties.sides if parties[s].word and parties[s].mail.lower() == sender.lower()]
        return next((side for side in found if side in table.owing_roles), next(iter(found), None))

    def answer_mail(self, side: str, letter: Letter, why: Occasion) -> DeskAnswer:
        """Take in what a side wrote; raises what the folder or the machine is to blame for."""
        opened = self._settle(why)
        heard = self._answer_mail(side, letter, why)
        return replace(heard, files=(*opened, *heard.files))

    def _settle(self, why: Occasion) -> list[Path]:
        """What was owed is appended. After a crash it is told when its own mail comes again; dice that such a
        side must open, where the game was begun without the robot, are told at once."""
        before = self._desk.table().seq
        self._desk.settle(why.now)
        table = self._desk.table()
        dice = (
            e.seq for e in table.verifier.history[before + 1 :] if isinstance(e.body, Ack) and e.body.word
        )
        first = next(dice, None)
        return [] if first is None else self._letters.news(table, first, table.seq, why)

    def _answer_mail(self, side: str, letter: Letter, why: Occasion) -> DeskAnswer:
        if before := mail_word_letters.find_answers(self._letters, side, why.tag):
            return DeskAnswer(f"{side}: this mail was answered before\n", tuple(before))
        if (asked := self._requests.answer_words(side, letter, why)) is not None:
            return asked
        grammar = self._desk.table().replay.rules.grammar
        questions, words = mail_word_questions.split_questions(letter.words, grammar)
        letter = replace(letter, words=words)
        codes = mail_word_codes.find_codes(letter.words)
        if codes:
            return self._try_lock(side, codes, letter, why)
        answers = self._answer_questions(side, questions)
        texts = (letter.words, *(file.lines for file in letter.files))
        if answers and not letter.logs and not self._are_orders(texts):
            return self._tell_answers(side, answers, why)
        return self._draft(side, letter, why, answers)

    def _answer_questions(self, side: str, questions: Sequence[Question]) -> list[str]:
        if not questions:
            return []
        table = mail_word_drafts.seat_table(self._desk.folder, self._load(), side)
        return mail_word_questions.answer_questions(table, side, questions)

    def _tell_answers(self, side: str, answers: Sequence[str], why: Occasion) -> DeskAnswer:
        if mail_word_letters.is_flooded(self._letters, side, why.now):
            return answer_flood(side)
        text = mail_word_text.answers_text(answers, self._next_steps(side, why))
        mail = mail_word_letters.send_text(self._letters, side, text, why, word="answers to your questions")
        return DeskAnswer(f"{side}: questions were answered\n", list_files(mail))

    def _are_orders(self, texts: Iterable[Sequence[str]]) -> bool:
        table = self._desk.table()
        return any(mail_word_drafts.are_orders(table, lines) for lines in texts)

    def _side_folder(self, side: str) -> Folder:
        return self._desk.folder.word(side)

    # --- a code --------------------------------------------------------------------------------------------

    def _try_lock(self, side: str, codes: list[str], letter: Letter, why: Occasion) -> DeskAnswer:
        table = self._desk.table()
        if len(codes) > 1:
            return self._answer(side, mail_word_text.several_codes_text(), why, once=True)
        (code,) = codes
        offer = mail_word_codes.load_offer(self._side_folder(side).offer_file)
        if offer is not None and offer.is_code(code):
            return self._lock_draft(side, offer, letter, why)
        if (agreed := self._requests.answer_code(side, code, why)) is not None:
            return agreed
        if told := self._letters.find_told(side, why):
            return DeskAnswer(f"{side}: this mail was answered before\n", tuple(told))
        joined = mail_word_codes.load_offer(self._side_folder(side).invitation_offer_file)
        if joined is not None and joined.is_code(code):
            return DeskAnswer(began=True)
        if offer is not None and offer.is_earlier_code(code):
            return self._answer(side, mail_word_text.old_code_text(table), why, once=True)
        if offer is None or offer.kind == mail_word_codes.WITHDRAWN:
            return self._answer(side, mail_word_text.no_draft_text(), why, once=True)
        if not offer.tries_left:
            return DeskAnswer(
                f"{side}: one more wrong code word is not answered; the draft stands\n", good=False
            )
        offer = offer.count_wrong(why.tag)
        mail_word_codes.save_offer(self._side_folder(side).offer_file, offer)
        return self._answer(side, mail_word_text.wrong_code_text(offer.tries_left), why)

    def _lock_draft(self, side: str, offer: Offer, letter: Letter, why: Occasion) -> DeskAnswer:
        """The right code: the entry, if nothing stands against it."""
        table = self._desk.table()
        if (before := waiting_drafts.was_locked(table, side, offer)) is not None:
            return DeskAnswer(signed=before)
        if self._are_orders((letter.words, *(file.lines for file in letter.files))):
            return self._answer(side, mail_word_text.code_and_orders_text(), why, once=True)
        if not waiting_drafts.is_open(table, side, offer):
            return self._answer(
                side, mail_word_text.place_taken_text(table, self._next_steps(side, why)), why, once=True
            )
        signed = mail_word_drafts.lock_draft(self._desk.folder, table, side, offer)
        self._desk.unseat_table(table)
        return DeskAnswer(signed=signed)

    # --- orders --------------------------------------------------------------------------------------------

    def _draft(self, side: str, letter: Letter, why: Occasion, answers: Sequence[str] = ()) -> DeskAnswer:
        folder, table = self._desk.folder, self._desk.table()
        try:
            typed, told = self._find_orders(side, table, letter)
        except _Unclear as unclear:
            return self._answer(side, unclear.text(self._next_steps(side, why)), why)
        told = "\n".join([*answers, told])
        made = mail_word_drafts.read_draft(folder, self._load, side, typed)
        if not made.is_draft:
            return self._answer_undrafted(side, table, made, letter, why, told)
        if mail_word_letters.is_flooded(self._letters, side, why.now):
            return answer_flood(side)
        place, file = (table.verifier.game, table.verifier.head), self._side_folder(side).offer_file
        before, code = mail_word_codes.load_offer(file), mail_word_codes.new_code()
        count = 0 if before is None else before.count + 1
        offer = mail_word_codes.offer(place, made.kind, made.lines, why.tag, count, made.choice, why.now)
        mail_word_codes.save_offer(file, offer.set_code(code, before))
        mail = mail_word_letters.send_draft(self._letters, side, made, code, why, told, letter.unread)
        many = "resigning" if made.kind == RESIGN else count_noun(len(made.lines), "order")
        return DeskAnswer(f"{side}: a draft of {many}, which waits for its code word\n", list_files(mail))

    def _find_orders(self, side: str, table: Table, letter: Letter) -> tuple[tuple[str, ...], str]:
        """The lines that are read as orders, and what is said of where they come from: a log, a block, an
        attached text, or the words of the mail. Raises _Unclear."""
        own = mail_word_drafts.are_orders(table, letter.words)
        files = [file for file in letter.files if mail_word_drafts.are_orders(table, file.lines)]
        names = [
            *(["your VASSAL log"] if letter.logs else []),
            *(f"the file `{file.name}`" for file in files),
        ]
        if len(names) + own > 1:
            places = [*(["its text"] if own else []), *names]
            raise _Unclear(partial(mail_word_text.which_orders_text, places))
        if letter.logs:
            try:
                return self._read_log(side, letter)
            except errors.PbemError as error:
                if isinstance(error, errors.FOLDERS_FAULT):
                    raise
                raise _Unclear(partial(mail_word_text.no_log_text, error)) from error
        if (heading := pasted_orders.find_damaged_block(letter.words)) is not None:
            raise _Unclear(partial(mail_word_text.damaged_block_text, heading))
        if files:
            (file,) = files
            return (*letter.words, *file.lines), mail_word_text.file_text(file.name)
        return self._read_block(side, letter.words)

    def _read_log(self, side: str, letter: Letter) -> tuple[tuple[str, ...], str]:
        """The orders in the log of VASSAL that a mail brings, and what was understood of it; raises
        LogOfVassal.
        """
        if len(letter.logs) > 1:
            raise errors.BadVassalLog(
                Code.BAD_VASSAL_LOG, "the mail holds several logs: send the one that counts"
            )
        table = mail_word_drafts.seat_table(self._desk.folder, self._load(), side)
        found = recorded_log.read_bytes(letter.logs[0], "your log", table, side)
        return found.lines, mail_word_text.understood_text("Your log", vassal_log_text.text(found))

    def _read_block(self, side: str, typed: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
        """The same of a block of orders that was pasted into a mail; of any other the lines as they are."""
        if not read_blocks(typed):
            return typed, ""
        table = mail_word_drafts.seat_table(self._desk.folder, self._load(), side)
        found = pasted_orders.read(typed, table, side)
        if found is None:
            return typed, ""
        return found.lines, mail_word_text.understood_text("Your block", vassal_log_text.text(found))

    def _load(self) -> Table:
        folder = self._desk.folder
        return Table.load(folder.log, self._desk.build, known=closed_lines.known_lines(folder))

    def _answer_undrafted(
        self, side: str, table: Table, made: UnderstoodDraft, letter: Letter, why: Occasion, told: str
    ) -> DeskAnswer:
        steps = self._next_steps(side, why)
        if made.fault is None and mail_word_codes.is_tried(letter.words):
            return self._answer(side, self._answer_no_code(side), why)
        if side not in table.owing_roles:
            return self._answer(side, mail_word_text.not_due_text(steps), why, once=True)
        text = mail_word_text.nothing_drafted_text(made, steps, told, letter.unread)
        return self._answer(side, text, why, once=made.fault is None)

    def _answer_no_code(self, side: str) -> str:
        """What is said of a line that was meant for a code: no try, as nobody guesses so."""
        offer = mail_word_codes.load_offer(self._side_folder(side).offer_file)
        return (
            mail_word_text.no_draft_text() if offer is None else mail_word_text.no_code_text(offer.tries_left)
        )

    def answer_unreadable(self, sender: str, error: MailRefused, why: Occasion) -> DeskAnswer | None:
        """What a side by mail word is answered to a mail that could not be read, in words that say what to do
        in a mail program; None where no such side writes from this address."""
        if (side := self.side(sender)) is None:
            return None
        text = mail_word_text.unreadable_text(error, self._next_steps(side, why))
        return self._answer(side, text, why, once=True)

    def answer_stranger(self, letter: Letter, why: Occasion) -> DeskAnswer | None:
        """What is answered to a stranger's address from which somebody writes as a player by mail word does;
        None for any other mail."""
        table = self._desk.table()
        parties = table.verifier.parties
        if is_known(table, why) or not any(parties[side].word for side in parties.sides):
            return None
        if not (mail_word_codes.is_tried(letter.words) or mail_word_drafts.are_orders(table, letter.words)):
            return None
        return DeskAnswer(
            mail_word_text.stranger_text(),
            list_files(mail_word_letters.send_to_stranger(self._letters, why)),
            good=False,
        )

    def _next_steps(self, side: str, why: Occasion) -> list[str]:
        return mail_word_letters.next_steps(self._letters, side, why.now)

    def _answer(self, side: str, text: str, why: Occasion, *, once: bool = False) -> DeskAnswer:
        """An answer to a mail that changed nothing."""
        return answer_side(self._letters, side, text, why, once=once)


# --- before the game -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class InvitationAnswer:
    """What came of a mail of who was invited, or writes so from another address (`asked` is None): the join
    that was agreed to, or what was answered."""

    asked: InvitedPerson | None
    join: Paper[Join] | None
    mail: Path | None = None


def answer_invited(
    folder: Folder, invited: Paper[Invitation], letter: Letter, data: bytes, now: int | None = None
) -> InvitationAnswer | None:
    """Take in what somebody who was invited to play by mail word has written; None for anybody else, unless a
    code is said.

    Raises what the folder's files raise, or OSError.
    """
    asked = mail_word_joins.find_role(invited.said, letter.sender)
    tried = mail_word_codes.is_tried(letter.words)
    if asked is None:
        if not tried or not any(each.word for each in invited.said.body.invited_persons):
            return None
        return InvitationAnswer(
            None, None, mail_word_letters.send_to_stranger_before(folder, invited, letter.sender, now)
        )
    offer, codes = (
        mail_word_joins.find_offer(folder, invited, asked.role),
        mail_word_codes.find_codes(letter.words),
    )
    if offer is None or len(codes) > 1 or not tried:
        text = mail_word_text.how_to_join_text(asked.role)
        return InvitationAnswer(
            asked, None, mail_word_letters.send_before_game(folder, invited, asked, text, now=now)
        )
    if codes and offer.is_code(codes[0]):
        return InvitationAnswer(asked, mail_word_joins.join(folder, invited, asked))
    tag = hashlib.sha256(data).hexdigest()[:16]
    return InvitationAnswer(asked, None, mail_word_letters.send_wrong_code(folder, invited, asked, tag, now))
