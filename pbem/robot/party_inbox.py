"""The inbox of a party of a game that has begun: papers of the game first, then joins, then entries."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar

from pbem import errors
from pbem.entry import peer_notices, standing_papers
from pbem.entry.entries import SignedEntry
from pbem.entry.peer_notices import HoldingNotice
from pbem.log.party.folder import LOG
from pbem.log.verification import verify_entries
from pbem.play.host.referee_desk import RefereeDesk
from pbem.robot import received_papers
from pbem.robot.host_inbox import HostInbox, joins_in
from pbem.robot.mail_outcome import MailInHand, MailOutcome, Outcome


class PartyInbox(ABC):
    """What the inboxes of the referee and of players have in common. `host` gives the host's, if the folder
    is the host's; only papers ask for it."""

    FILES_ONCE: ClassVar[bool] = False
    """Whether papers of standing orders that came with receipts are done with once these are taken in."""

    def __init__(self, desk: RefereeDesk, host: Callable[[], HostInbox | None]) -> None:
        self._desk, self._folder, self._host = desk, desk.folder, host

    def receive(self, mail: MailInHand) -> MailOutcome:
        """Take in a mail; raises what the folder or the machine is to blame for."""
        if not mail.letter.papers:
            return self._take(mail)
        host = self._host()
        if host is not None:
            mail = replace(mail, letter=host.drop_quoted(mail.letter)[0])
        mine, before = (
            received_papers.split(mail.letter.papers) if self._has_begun else ([], list(mail.letter.papers))
        )
        if mine:
            return self._take_papers(mail, mine, before)
        joins = joins_in(mail.letter)
        if host is not None and joins and not mail.letter.entries:
            return self._seat(host, mail, joins)
        return self._take(mail)

    @abstractmethod
    def _take(self, mail: MailInHand) -> MailOutcome:
        """Take in the entries of a mail, or its words where it has none."""

    def _take_rest(self, mail: MailInHand) -> MailOutcome:
        """As `_take`, of what is left of a mail that brought papers of the game."""
        return self._take(mail)

    @property
    def _has_begun(self) -> bool:
        return (self._folder.path / LOG).is_file()

    def _seat(self, host: HostInbox, mail: MailInHand, joins: Sequence[SignedEntry]) -> MailOutcome:
        """Seat who joins although the game has begun: it is told again, or refused."""
        return host.seat(mail, joins)

    def _take_papers(
        self, mail: MailInHand, mine: list[SignedEntry], before: list[SignedEntry]
    ) -> MailOutcome:
        """Papers of the game first, then the entries that came with them; but a question about a log that is
        ahead of the one here after these."""
        letter, now, build = mail.letter, mail.now or 0, self._desk.build
        log = verify_entries(self._folder.log).entries
        fresh = tuple(signed for signed in letter.entries if signed not in log)
        ahead = [signed for signed in mine if self._is_ahead(signed)] if fresh else []
        if ahead:
            return self._answer_after(mail, fresh, ahead, [*before, *mine])
        filed = [signed for signed in before if standing_papers.is_one(signed)]
        taken = received_papers.take(self._folder, mine, letter.entries, now, build, filed, letter.boxes)
        self._desk.table()  # receipts may have brought entries
        asked = any(_asks(signed) is not None for signed in mine)
        entries = () if taken.entries else fresh if asked else letter.entries
        filed = [] if taken.entries and self.FILES_ONCE else filed
        if not entries and not filed:
            return MailOutcome("refused" if taken.refused else "accepted", taken.text, taken.files)
        done = self._take_rest(replace(mail, letter=replace(letter, papers=tuple(before), entries=entries)))
        outcome: Outcome = "refused" if taken.refused else done.outcome
        return replace(done, outcome=outcome, text=taken.text + done.text, files=(*taken.files, *done.files))

    def _answer_after(
        self,
        mail: MailInHand,
        fresh: tuple[SignedEntry, ...],
        ahead: list[SignedEntry],
        found: Sequence[SignedEntry],
    ) -> MailOutcome:
        """Take everything else in first, then the questions that are ahead of the log."""
        others = tuple(signed for signed in found if signed not in ahead)
        first = self.receive(replace(mail, letter=replace(mail.letter, papers=others, entries=fresh)))
        then = received_papers.take(self._folder, ahead, (), mail.now or 0, self._desk.build)
        outcome: Outcome = "refused" if then.refused else "accepted"
        return MailOutcome(outcome, first.text + then.text, (*first.files, *then.files))

    def _is_ahead(self, signed: SignedEntry) -> bool:
        """Whether a paper asks for a receipt, of a log that is ahead of this one."""
        asked = _asks(signed)
        return asked is not None and asked.seq >= self._folder.log.length()


def _asks(signed: SignedEntry) -> HoldingNotice | None:
    """What a paper says that asks for a receipt; None for any other."""
    try:
        said = peer_notices.open_slip(signed).said
    except errors.PbemError:
        return None
    return said if isinstance(said, HoldingNotice) and said.asks else None
