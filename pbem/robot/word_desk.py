"""A mail without anything signed, from a player who has no program: what he typed is drafted, or his code
locks the draft before. Before the game begins his code seats him.

By the address he is told from others, and an address can be forged. So nothing is played before a code came
that was sent to that address alone, and every answer goes there too, whatever the mail asks for.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

from generator.vassal.format.orders.block import read_blocks
from modules.amounts import counted
from pbem import errors
from pbem.begin import word_joins
from pbem.codes import Code
from pbem.entry.bodies import Ack, Asked
from pbem.entry.entries import SignedEntry
from pbem.entry.papers import Invitation, Join, Paper
from pbem.judge import closed_lines
from pbem.log.folder import Folder
from pbem.mail.letter import Letter
from pbem.play import word_codes, word_drafts
from pbem.play.word_codes import Offer
from pbem.play.word_drafts import RESIGN, Understood
from pbem.rules.table import Table
from pbem.tell import vassal_orders, word_letters, word_texts
from pbem.tell.letters import Letters, Occasion, is_known
from pbem.vassal import pasted, reading


@dataclass(frozen=True, slots=True)
class Heard:
    """What came of such a mail: the entry of a draft that it locked, which goes the way of all entries, or
    `text` for the terminal and the mails that it led to; `began`: it is what began the game."""

    text: str = ""
    files: tuple[Path, ...] = ()
    signed: SignedEntry | None = None
    began: bool = False
    good: bool = True


class WordDesk:
    """The desk of the referee's robot for sides by mail word."""

    def __init__(self, letters: Letters) -> None:
        self._desk, self._letters = letters.desk, letters

    def side(self, sender: str) -> str | None:
        """Which side by mail word writes from this address: of several the one that owes something."""
        table = self._desk.table()
        parties = table.walk.parties
        found = [s for s in parties.sides if parties[s].word and parties[s].mail.lower() == sender.lower()]
        return next((side for side in found if side in table.owing), next(iter(found), None))

    def hear(self, side: str, letter: Letter, why: Occasion) -> Heard:
        """Take in what a side wrote; raises what the folder or the machine is to blame for."""
        opened = self._settled(why)
        heard = self._heard(side, letter, why)
        return replace(heard, files=(*opened, *heard.files))

    def _settled(self, why: Occasion) -> list[Path]:
        """What was owed is appended. After a crash it is told when its own mail comes again; dice that such a
        side must open, where the game was begun without the robot, are told at once."""
        before = self._desk.table().seq
        self._desk.settle(why.now)
        table = self._desk.table()
        dice = (e.seq for e in table.walk.history[before + 1 :] if isinstance(e.body, Ack) and e.body.word)
        first = next(dice, None)
        return [] if first is None else self._letters.news(table, first, table.seq, why)

    def _heard(self, side: str, letter: Letter, why: Occasion) -> Heard:
        if before := word_letters.answered(self._letters, side, why.tag):
            return Heard(f"{side}: this mail was answered before\n", tuple(before))
        codes = word_codes.said(letter.words)
        if codes:
            return self._lock(side, codes, letter, why)
        return self._draft(side, letter, why)

    def _own(self, side: str) -> Folder:
        return self._desk.folder.word(side)

    # --- a code --------------------------------------------------------------------------------------------

    def _lock(self, side: str, codes: list[str], letter: Letter, why: Occasion) -> Heard:
        table = self._desk.table()
        if len(codes) > 1:
            return self._said(side, word_texts.several(), why, once=True)
        (code,) = codes
        offer = word_codes.kept(self._own(side).offer_file)
        if offer is not None and offer.fits(code):
            return self._locked(side, offer, letter, why)
        if told := self._letters.told_already(side, why):
            return Heard(f"{side}: this mail was answered before\n", tuple(told))
        joined = word_codes.kept(self._own(side).invited_file)
        if joined is not None and joined.fits(code):
            return Heard(began=True)
        if offer is not None and offer.knew(code):
            return self._said(side, word_texts.old(table), why, once=True)
        if offer is None:
            return self._said(side, word_texts.without_draft(), why, once=True)
        if not offer.left:
            return Heard(f"{side}: one more wrong code word is not answered; the draft stands\n", good=False)
        offer = offer.after_wrong(why.tag)
        word_codes.keep(self._own(side).offer_file, offer)
        return self._said(side, word_texts.wrong(offer.left), why)

    def _locked(self, side: str, offer: Offer, letter: Letter, why: Occasion) -> Heard:
        """The right code: the entry, if nothing stands against it."""
        table = self._desk.table()
        if (before := word_drafts.was_locked(table, side, offer)) is not None:
            return Heard(signed=before)
        if word_drafts.are_orders(table, letter.words):
            return self._said(side, word_texts.both(), why, once=True)
        if not word_drafts.is_open(table, side, offer):
            return self._said(side, word_texts.place_taken(table, self._next(side, why)), why, once=True)
        signed = word_drafts.locked(self._desk.folder, table, side, offer)
        self._desk.unseat(table)
        return Heard(signed=signed)

    # --- orders --------------------------------------------------------------------------------------------

    def _draft(self, side: str, letter: Letter, why: Occasion) -> Heard:
        folder, table = self._desk.folder, self._desk.table()
        typed, told = letter.words, ""
        if letter.logs:
            try:
                typed, told = self._logged(side, letter)
            except errors.PbemError as error:
                if isinstance(error, errors.FOLDERS_FAULT):
                    raise
                return self._said(side, word_texts.no_log(error, self._next(side, why)), why)
        elif (heading := pasted.damaged_block(typed)) is not None:
            return self._said(side, word_texts.damaged_block(heading, self._next(side, why)), why)
        else:
            typed, told = self._pasted(side, typed)
        made = word_drafts.understood(folder, self._load, side, typed)
        if not made.is_draft:
            return self._not_drafted(side, table, made, letter, why, told)
        if word_letters.too_many(self._letters, side, why.now):
            return _flooded(side)
        place, file = (table.walk.game, table.walk.head), self._own(side).offer_file
        before, code = word_codes.kept(file), word_codes.new_code()
        count = 0 if before is None else before.count + 1
        offer = word_codes.offer(place, made.kind, made.lines, why.tag, count, made.choice)
        word_codes.keep(file, offer.coded(code, before))
        mail = word_letters.draft(self._letters, side, made, code, why, told)
        many = "resigning" if made.kind == RESIGN else counted(len(made.lines), "order")
        return Heard(f"{side}: a draft of {many}, which waits for its code word\n", _files(mail))

    def _logged(self, side: str, letter: Letter) -> tuple[tuple[str, ...], str]:
        """The orders in the log of VASSAL that a mail brings, and what was understood of it; raises
        LogOfVassal.
        """
        if len(letter.logs) > 1:
            raise errors.LogOfVassal(
                Code.BAD_VASSAL_LOG, "the mail holds several logs: send the one that counts"
            )
        table = word_drafts.seated(self._desk.folder, self._load(), side)
        found = reading.read_bytes(letter.logs[0], "your log", table, side)
        return found.lines, word_texts.said_by("Your log", vassal_orders.text(found))

    def _pasted(self, side: str, typed: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
        """The same of a block of orders that was pasted into a mail; of any other the lines as they are."""
        if not read_blocks(typed):
            return typed, ""
        table = word_drafts.seated(self._desk.folder, self._load(), side)
        found = pasted.read(typed, table, side)
        if found is None:
            return typed, ""
        return found.lines, word_texts.said_by("Your block", vassal_orders.text(found))

    def _load(self) -> Table:
        folder = self._desk.folder
        return Table.load(folder.log, self._desk.build, known=closed_lines.known(folder))

    def _not_drafted(
        self, side: str, table: Table, made: Understood, letter: Letter, why: Occasion, told: str
    ) -> Heard:
        steps = self._next(side, why)
        if made.fault is None and word_codes.is_tried(letter.words):
            return self._said(side, self._no_code(side), why)
        if side not in table.owing:
            return self._said(side, word_texts.not_due(steps), why, once=True)
        text = word_texts.nothing_drafted(made, steps, told)
        return self._said(side, text, why, once=made.fault is None)

    def _no_code(self, side: str) -> str:
        """What is said of a line that was meant for a code: no try, as nobody guesses so."""
        offer = word_codes.kept(self._own(side).offer_file)
        return word_texts.without_draft() if offer is None else word_texts.no_code(offer.left)

    def elsewhere(self, letter: Letter, why: Occasion) -> Heard | None:
        """What is answered to a stranger's address from which somebody writes as a player by mail word does;
        None for any other mail."""
        table = self._desk.table()
        parties = table.walk.parties
        if is_known(table, why) or not any(parties[side].word for side in parties.sides):
            return None
        if not (word_codes.is_tried(letter.words) or word_drafts.are_orders(table, letter.words)):
            return None
        return Heard(word_texts.elsewhere(), _files(word_letters.elsewhere(self._letters, why)), good=False)

    def _next(self, side: str, why: Occasion) -> list[str]:
        return word_letters.next_steps(self._letters, side, why.now)

    def _said(self, side: str, text: str, why: Occasion, *, once: bool = False) -> Heard:
        """An answer to a mail that changed nothing."""
        if word_letters.too_many(self._letters, side, why.now):
            return _flooded(side)
        first = text.splitlines()[0]
        return Heard(
            f"{side}: {first}\n",
            _files(word_letters.say(self._letters, side, text, why, once=once)),
            good=False,
        )


def _flooded(side: str) -> Heard:
    return Heard(
        f"{side}: this mail is not answered, since {word_letters.MOST} mails to it were answered today: "
        "somebody may be writing in its name. It can lock its newest draft as before\n",
        good=False,
    )


def _files(mail: Path | None) -> tuple[Path, ...]:
    return () if mail is None else (mail,)


# --- before the game -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of a mail of who was invited, or writes so from another address (`asked` is None): the join
    that was agreed to, or what was answered."""

    asked: Asked | None
    join: Paper[Join] | None
    mail: Path | None = None


def answer_invited(
    folder: Folder, invited: Paper[Invitation], letter: Letter, data: bytes, now: int | None = None
) -> Answered | None:
    """Take in what somebody who was invited to play by mail word has written; None for anybody else, unless a
    code is said.

    Raises what the folder's files raise, or OSError.
    """
    asked = word_joins.by_address(invited.said, letter.sender)
    tried = word_codes.is_tried(letter.words)
    if asked is None:
        if not tried or not any(each.word for each in invited.said.body.asked):
            return None
        return Answered(None, None, word_letters.elsewhere_before(folder, invited, letter.sender, now))
    offer, codes = word_joins.offered(folder, invited, asked.role), word_codes.said(letter.words)
    if offer is None or len(codes) > 1 or not tried:
        text = word_texts.how_to_join(asked.role)
        return Answered(asked, None, word_letters.before_game(folder, invited, asked, text, now=now))
    if codes and offer.fits(codes[0]):
        return Answered(asked, word_joins.join(folder, invited, asked))
    tag = hashlib.sha256(data).hexdigest()[:16]
    return Answered(asked, None, word_letters.wrong_code(folder, invited, asked, tag, now))
