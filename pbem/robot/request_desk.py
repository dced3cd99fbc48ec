"""The referee's desk for what a side asks in one word beside its orders: `undo` of a draft, `rollback` of
what is signed, `vacation`. A side with a program may ask so too, from its address.

Whatever ends it half-way, the same mail again leads to the same: a request has one file, each mail one name.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from pbem import errors
from pbem.entry.field_types import REFEREE
from pbem.judge.shared_entries import SharedEntry
from pbem.log.party.folder import Folder
from pbem.mail.letter import Letter
from pbem.messages import request_text
from pbem.messages.letters import mail_word_letters, proposal_letters
from pbem.messages.letters.game_letters import GameLetters, Occasion
from pbem.play import vacations
from pbem.play.agreements import side_requests, takebacks
from pbem.play.agreements.side_requests import SideRequest
from pbem.play.orders import mail_word_codes, mail_word_drafts, waiting_drafts
from pbem.play.orders.mail_word_codes import Offer
from pbem.play.vacations import Vacation
from pbem.robot.desk_answers import DeskAnswer, answer_flood, answer_side
from pbem.rules.table import Table

_ASKED: Final = "is this your wish?"
_DONE: Final = "what you asked"


class RequestDesk:
    """Answers requests of sides, in the referee's folder."""

    def __init__(self, letters: GameLetters) -> None:
        self._desk, self._letters = letters.desk, letters

    @property
    def _folder(self) -> Folder:
        return self._desk.folder

    # --- what is asked -------------------------------------------------------------------------------------

    def answer_words(self, side: str, letter: Letter, why: Occasion) -> DeskAnswer | None:
        """The answer to a mail of a side that asks for something in one line; None for any other mail."""
        grammar = self._desk.current_table.replay.rules.grammar
        asked, rest = side_requests.split_requests(letter.words, grammar)
        if not asked:
            return None
        if mail_word_letters.is_flooded(self._letters, side, why.now):
            return answer_flood(side)
        table = self._desk.table()
        texts = (rest, *(file.lines for file in letter.files))
        others = any(mail_word_drafts.are_orders(table, lines) for lines in texts)
        if len(asked) > 1 or others or letter.logs or mail_word_codes.is_tried(rest):
            return self._answer(side, request_text.several_requests_text(), why)
        return self._answer_one(side, asked[0], table, why)

    def answer_program(self, letter: Letter, why: Occasion) -> DeskAnswer | None:
        """The same of a side with a program that writes from its address, or says one of its codes; None for
        any other mail."""
        parties = self._desk.table().verifier.parties
        active = (side for side in parties.sides if side in parties.active and not parties[side].word)
        sides = [side for side in active if parties[side].mail.lower() == letter.sender.lower()]
        for side in sides:
            if before := mail_word_letters.find_answers(self._letters, side, why.tag):
                return DeskAnswer(f"{side}: this mail was answered before\n", tuple(before))
        if sides and (asked := self.answer_words(sides[0], letter, why)) is not None:
            return asked
        codes = mail_word_codes.find_codes(letter.words)
        heard = (self.answer_code(side, codes[0], why) for side in sides if len(codes) == 1)
        return next((answer for answer in heard if answer is not None), None)

    def _answer_one(self, side: str, asked: SideRequest, table: Table, why: Occasion) -> DeskAnswer:
        if asked.word == side_requests.UNDO:
            return self._undo(side, table, why)
        if asked.word == side_requests.ROLLBACK:
            return self._ask_rollback(side, asked.why, table, why)
        return self._ask_vacation(side, asked.hours, table, why)

    def _answer(self, side: str, text: str, why: Occasion) -> DeskAnswer:
        """An answer to a mail that changed nothing."""
        return answer_side(self._letters, side, text, why)

    def _done(self, side: str, text: str, why: Occasion, files: tuple[Path, ...] = ()) -> DeskAnswer:
        """An answer to a mail by which something has changed, with other mails to which it led."""
        answer = answer_side(self._letters, side, text, why, word=_DONE)
        return replace(answer, files=(*answer.files, *files))

    # --- undo ----------------------------------------------------------------------------------------------

    def _undo(self, side: str, table: Table, why: Occasion) -> DeskAnswer:
        """Withdraw the draft that waits for its code."""
        if not table.verifier.parties[side].word:
            return self._answer(side, request_text.undo_at_home_text(side), why)
        file = self._folder.word(side).offer_file
        offer = waiting_drafts.find_waiting(self._folder, table, side)
        steps = mail_word_letters.next_steps(self._letters, side, why.now)
        if offer is not None:
            mail_word_codes.save_offer(file, offer.withdraw(why.tag))
            return self._done(side, request_text.withdrawn_text(offer.lines, steps), why)
        before = mail_word_codes.load_offer(file)
        if before is not None and (before.kind, before.tag) == (mail_word_codes.WITHDRAWN, why.tag):
            return self._done(side, request_text.withdrawn_again_text(steps), why)  # a crash before the mail
        try:
            newest = takebacks.plan(table, side).falling[0]
        except errors.PbemError:
            newest = None
        return self._answer(side, request_text.signed_text(newest, steps), why)

    # --- rollback ------------------------------------------------------------------------------------------

    def _ask_rollback(self, side: str, reason: str, table: Table, why: Occasion) -> DeskAnswer:
        """Tell the author what it costs, and who must agree, with the code that asks them."""
        try:
            plan = takebacks.plan(table, side)
            takebacks.refuse_another(self._folder, table, side, plan.to, reason)
        except errors.FOLDERS_FAULT:
            raise
        except errors.PbemError as error:
            return self._answer(side, f"{error}.\nNothing has changed.\n", why)
        lines = (str(plan.to), *([reason] if reason else []))
        code = self._offer(side, side_requests.ROLLBACK, lines, table.verifier.head, why)
        others = [it for it in table.verifier.parties.active if it not in (side, REFEREE)]
        text = request_text.ask_rollback_text(plan, reason, others, code)
        return answer_side(self._letters, side, text, why, word=_ASKED)

    def _offer(self, side: str, kind: str, lines: tuple[str, ...], head: str, why: Occasion) -> str:
        """The code of a request that waits from now on."""
        game = self._desk.table().verifier.game
        made = mail_word_codes.offer((game, head), kind, lines, why.tag, 0, at=why.now or 0)
        return side_requests.keep(self._folder, side, made)

    def answer_code(self, side: str, code: str, why: Occasion) -> DeskAnswer | None:
        """The answer to the code of a request, or of an agreement; None for any other code."""
        table, now = self._desk.table(), why.now or 0
        offer = side_requests.find(self._folder, side, code)
        if offer is None or offer.game != table.verifier.game:
            return self._agree_to_vacation(side, code, table, why)
        if side_requests.is_expired(offer, now):
            return self._answer(side, request_text.expired_text(), why)
        if offer.kind == side_requests.VACATION:
            return self._confirm_vacation(side, offer, table, why)
        if offer.prev != table.verifier.head:
            return self._answer(side, request_text.gone_on_text(table.verifier.history[-1]), why)
        try:
            return self._agree(side, offer, table, why)
        except errors.FOLDERS_FAULT:
            raise
        except errors.PbemError as error:
            return self._answer(side, f"{error}.\nNothing has changed.\n", why)

    def _agree(self, side: str, offer: Offer, table: Table, why: Occasion) -> DeskAnswer:
        """The yes of a side to a rollback, as its author or as one of the others. Raises as
        `takebacks.propose` and `takebacks.sign_agreed`."""
        now, build = why.now or 0, self._desk.build
        made = takebacks.find_proposal(self._folder, table)
        if offer.kind == side_requests.ROLLBACK:
            to, *reason = offer.lines
            made = takebacks.propose(self._folder, table, side, int(to), "".join(reason), now, build)
        digest = "" if made is None else made.signed_entry.head
        if made is None or (offer.kind == side_requests.AGREE and offer.lines != (digest,)):
            return self._answer(side, request_text.gone_on_text(table.verifier.history[-1]), why)
        if table.verifier.parties[side].word:
            side_requests.say_yes(self._folder, side, digest)
        return self._go_on(side, table, why)

    def _go_on(self, side: str, table: Table, why: Occasion) -> DeskAnswer:
        """Sign for those that have agreed; then it is whole, or the next ones are asked."""
        made = takebacks.sign_agreed(self._folder, table, why.now or 0, self._desk.build)
        if made is None or not made.missing:
            return DeskAnswer(signed=made.signed_entry if made else None)
        missing = takebacks.list_missing(self._folder, made)
        return self._done(side, request_text.noted_text(missing), why, self._ask_signers(made, why))

    def _ask_signers(self, made: SharedEntry, why: Occasion) -> tuple[Path, ...]:
        build, picture = self._desk.build, self._letters.picture
        return tuple(proposal_letters.send_unasked(self._folder, made, why.now, picture, build))

    def finish_rollback(self, why: Occasion) -> DeskAnswer:
        """After a signature of a side with a program: sign for who has said yes before and was to sign last.
        What came of it is an entry that is whole, or mails to the next ones."""
        table = self._desk.current_table
        if takebacks.find_proposal(self._folder, table) is None:
            return DeskAnswer()
        made = takebacks.sign_agreed(self._folder, table, why.now or 0, self._desk.build)
        if made is None or not made.missing:
            return DeskAnswer(signed=made.signed_entry if made else None)
        return DeskAnswer(files=self._ask_signers(made, why))

    # --- vacation ------------------------------------------------------------------------------------------

    def _ask_vacation(self, side: str, hours: int, table: Table, why: Occasion) -> DeskAnswer:
        """Ask the author to confirm it."""
        if not hours:
            return self._answer(side, request_text.bad_vacation_text(), why)
        if not table.charter.deadlines:
            return self._answer(side, request_text.no_clock_text(), why)
        code = self._offer(side, side_requests.VACATION, (str(hours),), side_requests.NO_PLACE, why)
        text = request_text.ask_vacation_text(hours, self._others(side, table), code)
        return answer_side(self._letters, side, text, why, word=_ASKED)

    @staticmethod
    def _others(side: str, table: Table) -> list[str]:
        """The other sides that are in the game, and are not played from the same address."""
        parties = table.verifier.parties
        mine = parties[side].mail.lower()
        return [it for it in parties.sides if it in parties.active and parties[it].mail.lower() != mine]

    def _confirm_vacation(self, side: str, offer: Offer, table: Table, why: Occasion) -> DeskAnswer:
        """Ask all others, each with a code of its own."""
        hours, asked = int(offer.lines[0]), offer.at or 0
        others = self._others(side, table)
        unasked = Vacation(side, asked, hours, dict.fromkeys(others, ""))  # a code that nobody can say
        one = vacations.read(self._folder).find(side, asked, hours) or unasked
        if one.begun is not None:
            return self._done(side, request_text.granted_text(side, hours, "All have agreed"), why)
        if not others:
            return self._grant(one, why)
        files = list[Path]()
        for role in others:
            if not self._letters.find_mails(_vacation_mail(one, role)):
                one, mail = self._ask_other(one, role, table, why)
                files += [mail] if mail else []
        return self._done(side, request_text.noted_text(one.missing_roles), why, tuple(files))

    def _ask_other(
        self, one: Vacation, role: str, table: Table, why: Occasion
    ) -> tuple[Vacation, Path | None]:
        """The mail to one of the others; the digest of its code is kept before it can be said."""
        parties, code = table.verifier.parties, mail_word_codes.new_code()
        locked = one.lock_code(table.verifier.game, role, parties[role].mail, code)
        one = replace(one, codes={**one.codes, role: locked})
        vacations.write(self._folder, vacations.read(self._folder).renew_codes(one, why.now or 0))
        text = request_text.agree_vacation_text(one.side, parties[one.side].name, one.hours, code)
        name = _vacation_mail(one, role)
        return one, mail_word_letters.send_named(self._letters, role, name, text, why, "a vacation?")

    def _agree_to_vacation(self, side: str, code: str, table: Table, why: Occasion) -> DeskAnswer | None:
        """The yes of one of the others; None where the code is of no vacation."""
        game, mails = table.verifier.game, {side: table.verifier.parties[side].mail}
        kept = vacations.read(self._folder)
        if (granted := kept.find_granted(game, mails, code)) is not None:
            text = request_text.granted_text(granted.side, granted.hours, "All have agreed")
            return self._done(side, text, why)
        after, one = kept.agree(game, mails, code, why.now or 0)
        if one is None:
            return None
        if not one.missing_roles:
            return self._grant(one, why)
        vacations.write(self._folder, after)
        return self._done(side, request_text.noted_text(one.missing_roles), why)

    def _grant(self, one: Vacation, why: Occasion) -> DeskAnswer:
        """All agree. All are told before it counts: killed between the two, the same yes again finds it
        open."""
        files = tell_vacation(self._letters, one, "All agree", why)
        vacations.write(self._folder, vacations.read(self._folder).renew_codes(one, why.now or 0))
        return DeskAnswer(f"{one.side} has a vacation of {one.hours} hours: all agree\n", files)


def tell_vacation(letters: GameLetters, one: Vacation, by: str, why: Occasion) -> tuple[Path, ...]:
    """The mails to all sides of a vacation that begins. `by`: whose word it is."""
    text = request_text.granted_text(one.side, one.hours, by)
    parties = letters.desk.table().verifier.parties
    names = {role: f"vacation-begins-{one.side}-{one.asked}-{one.hours}-{role}" for role in parties.sides}
    made = (
        mail_word_letters.send_named(letters, role, name, text, why, "a vacation")
        for role, name in names.items()
    )
    return tuple(file for file in made if file is not None)


def _vacation_mail(one: Vacation, role: str) -> str:
    """The name of the mail that asks one of the others."""
    return f"vacation-{one.side}-{one.asked}-{one.hours}-{role}"
