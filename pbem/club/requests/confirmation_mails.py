"""Questions to an address before something is done in its name: a mail of its own for each request, with a
code that confirms this one alone. And proofs: a code that has come back.

Anybody can have such mails sent to anybody. So one address gets a few a day, apart from all answers: nobody
who uses up the answers of an address keeps a code from it. A code that came back makes room for another
question, as only the holder of the address has it; `refuse` is for requests of others in its name, and
makes room as often in a day as there are questions. A request without words of its own, as `unsubscribe`, is
asked once a day beside these.

Addresses are made up in any number. So all that play nothing together are asked so many questions a day, each
kind without words of its own apart. For example the 1,001st `join` of a day from an unknown address gets no
code, and the 1,000 before it keep theirs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem import errors
from pbem.club import stopped_addresses
from pbem.club.club_folder import ClubFolder, find
from pbem.club.club_mails import Clerk
from pbem.club.game_index import A_DAY, Index
from pbem.club.requests import pending_requests, request_language
from pbem.club.requests.pending_requests import PendingRequest
from pbem.play import vacations
from pbem.play.vacations import Vacation, Vacations
from pbem.reason_codes import Code

_ALWAYS: Final = (request_language.Unsubscribe, request_language.Subscribe, request_language.Leave)
MOST_OF_STRANGERS: Final = 1_000
"""Questions in a day to addresses that play nothing, all together."""
_QUESTION: Final = (
    "You, or somebody who writes in your name, ask: {what}.\n\nAnybody can write any address into a mail, so "
    "nothing is done yet. If it is your wish, send a line of your own to this address: the word agree, a "
    "space, and the code word below. It confirms this alone, once, within a week. If it is not, there is "
    "nothing to do; the word refuse, a space, and the code word have it forgotten at once.\n\n"
    "Code word: {code}\n"
)
_FULL: Final = (
    "this address was asked {most} times today whether something was its wish, so it is not asked about "
    "this. Somebody may be writing in your name. The word refuse with the code word of one of these mails "
    "makes room: write that line, and below it your own request"
)
_CROWDED: Final = (
    "{most} addresses that play nothing here were asked such a thing today, which is the most: your address "
    "is not asked. Send it again tomorrow (from midnight UTC)"
)


@dataclass(frozen=True, slots=True)
class Proofs:
    """The right codes in a mail. `marks`: the name under which each counts. `own`: one of them was sent to
    the very address in the mail's From, so that its answer goes to nobody else."""

    marks: tuple[str, ...] = ()
    own: bool = False


@dataclass(frozen=True, slots=True)
class _Bound:
    """Beyond how many a count is full, and what is said then."""

    most: int
    text: str


@dataclass(frozen=True, slots=True)
class ConfirmationMails:
    """Asks them in the name of a club."""

    hall: ClubFolder
    index: Index
    clerk: Clerk

    def ask(self, one: PendingRequest, what: str, mail_id: str) -> tuple[Path | None, str]:
        """Ask an address whether a request is its own wish. The mail that asks it, and what is to be said
        beside it; nothing is kept or sent where the same was asked today, or where the address takes no mail.
        `mail_id` names the mail that asked for it. Raises `club-limit` or OSError."""
        resumes = isinstance(one.request, request_language.Subscribe)
        if not resumes and stopped_addresses.why_stopped(self.hall, one.mail) is not None:
            return None, ""
        tag = hashlib.sha256(mail_id.encode()).hexdigest()[:16]
        if (before := self._earlier_question(one)) is not None:
            said = "This was asked in your name before today: the code word is in the mail of then.\n"
            return before, "" if before.stem.endswith(tag) else said
        counts = self._question_bounds(one)
        self._check_room(counts, one.at)
        code = pending_requests.keep(self.hall, one)
        text = _QUESTION.format(what=what, code=code)
        if resumes:
            file = self.clerk.ask_stopped(one.mail, text, one.at)
        else:
            file = self.clerk.ask(f"{_name(pending_requests.code_name(code))}-{tag}", one.mail, text, one.at)
        for what in counts:
            self.index.count(what, one.at)
        return file, ""

    def note_answered(self, one: PendingRequest, now: int) -> None:
        """The code of a request came back: if it was asked today, there is room for one more question."""
        if not isinstance(one.request, _ALWAYS) and one.at // A_DAY == now // A_DAY:
            self.index.count(_question_key(one.mail), now, -1)

    def note_refused(self, one: PendingRequest, now: int) -> None:
        """As `note_answered`, of one that its address has refused."""
        if self.index.count(f"refused {one.mail.lower()}", now) <= self.clerk.settings.limits.questions:
            self.note_answered(one, now)

    # --- what codes prove ----------------------------------------------------------------------------------

    def proofs(
        self, requests: Sequence[request_language.Request | request_language.Unclear], sender: str, now: int
    ) -> Proofs:
        """The proofs that holders of addresses have written a mail from `sender`. A code that was sent to
        that very address proves the whole mail. Any other code proves a mail that has codes alone. Each does
        so the first time today."""
        found = [self._proof(each, now) for each in requests]
        fresh = [each for each in found if each and not self.index.count_today(each[0], now)]
        own = any(mail.lower() == sender.lower() for _, mail in fresh)
        if own or len(fresh) == len(found):
            return Proofs(tuple(mark for mark, _ in fresh), own)
        return Proofs()

    def use_proofs(self, proofs: Proofs, now: int) -> None:
        """A mail that had these is answered: they prove nothing more today."""
        for each in proofs.marks:
            self.index.count(each, now)

    def _proof(
        self, request: request_language.Request | request_language.Unclear, now: int
    ) -> tuple[str, str] | None:
        """As what the code of a request counts, and the address to which it was sent."""
        if not isinstance(request, request_language.Agree | request_language.Refuse):
            return None
        mark = f"proven {pending_requests.code_name(request.code)}"
        if (found := pending_requests.find(self.hall, request.code, now)) is not None:
            return mark, found[1].mail
        if isinstance(request, request_language.Refuse) or not request.game:
            return None
        try:
            one = self.agreement(request, now)[1]
        except errors.PbemError:
            return None
        name = find(self.hall, request.game)
        mails = {seat.role: seat.mail for seat in self.index.seats(name)}
        role = one.role_of_code(name, mails, request.code) if one is not None else None
        return (mark, mails[role]) if role is not None else None

    def agreement(self, request: request_language.Agree, now: int) -> tuple[Vacations, Vacation | None]:
        """The vacations of a game with this yes of one of the others, and which it is for; raises as
        `club_folder.find`."""
        name = find(self.hall, request.game)
        mails = {seat.role: seat.mail for seat in self.index.seats(name)}
        return vacations.read(self.hall.game(name)).agree(name, mails, request.code, now)

    # --- one question --------------------------------------------------------------------------------------

    def _earlier_question(self, one: PendingRequest) -> Path | None:
        """The mail that asked the same today. A request that was kept and never asked, because the program
        was killed or no server took its mail, is forgotten."""
        outbox = self.hall.outbox
        for file in pending_requests.find_same(self.hall, one):
            found = outbox.find(f"{_name(pending_requests.code_of(file))}-*")
            if went := [each for each in found if each.parent != outbox.undeliverable]:
                return went[0]
            pending_requests.drop(file)
        return None

    def _question_bounds(self, one: PendingRequest) -> dict[str, _Bound]:
        """As what a question counts, and what is said where that is full. Somebody who was invited can always
        take that back: so many invitations are not made up."""
        kind, known = "", self.index.plays(one.mail)
        counts = {}
        if isinstance(one.request, _ALWAYS):
            kind, known = type(one.request).__name__, bool(self.index.seats_of(one.mail))
        else:
            counts[_question_key(one.mail)] = _Bound(self.clerk.settings.limits.questions, _FULL)
        if not known:
            counts[f"asked strangers {kind}"] = _Bound(MOST_OF_STRANGERS, _CROWDED)
        return counts

    def _check_room(self, counts: Mapping[str, _Bound], now: int) -> None:
        for what, full in counts.items():
            if self.index.count_today(what, now) >= full.most:
                raise errors.Refusal(Code.CLUB_LIMIT, full.text.format(most=full.most))


def _name(code: str) -> str:
    return f"question-{code}"


def _question_key(mail: str) -> str:
    return f"asked {mail.lower()}"
