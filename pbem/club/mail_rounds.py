"""The rounds of a club: as those of a referee, with the outboxes of many games behind one way out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.club import bounces, stopped_addresses
from pbem.club.club_desk import ClubDesk
from pbem.club.club_folder import ClubFolder
from pbem.club.club_mails import message_id
from pbem.club.game_index import Index
from pbem.post.outbox import Outbox
from pbem.post.transports import Delivery, Sink


class ClubSink:
    """The way out of a club: it writes to no address that takes no mail, but for the question whether it
    wants mail again. Each mail bears a mark that nobody can foresee; it notes which went where, so that
    it knows a mail that comes back."""

    def __init__(self, sink: Sink, hall: ClubFolder, index: Index, now: int) -> None:
        self._sink, self._hall, self._index, self.now = sink, hall, index, now

    def send(self, message: bytes, to: Sequence[str]) -> Delivery:
        """As the sink behind it; an address that takes no mail refuses it."""
        own_id = message_id(message)
        stopped = {
            each: why
            for each in to
            if (why := stopped_addresses.why_stopped(self._hall, each)) is not None
            and not stopped_addresses.allows_mail(self._hall, each, own_id)
        }
        done = [self._send(message, each) for each in to if each not in stopped]
        delivered = tuple(mail for each in done for mail in each.delivered)
        refused = {mail: why for each in done for mail, why in each.refused.items()}
        later = {mail: why for each in done for mail, why in each.later.items()}
        return Delivery(delivered, {**refused, **stopped}, later)

    def _send(self, message: bytes, mail: str) -> Delivery:
        """To one address, with a mark that no other receiver of the same mail is shown."""
        mark = bounces.new_mark()
        done = self._sink.send(bounces.add_mark(message, mark), [mail])
        if done.delivered:
            self._index.note_posted(mark, mail, self.now)
        return done

    def close(self) -> None:
        """As the sink behind it."""
        self._sink.close()


def outboxes(hall: ClubFolder, desk: ClubDesk, *, everyone: bool) -> Iterator[Outbox]:
    """Those in which mails may wait: the club's own, and of the games that were touched, or of all."""
    yield Outbox(hall.path, keeps=False)
    names = hall.names() if everyone else sorted(desk.touched)
    desk.touched.clear()
    for name in names:
        outbox = Outbox(hall.game(name).path, keeps=False)
        if any(outbox.path.glob("*.eml")):
            desk.touched.add(name)  # until a round finds it empty
            yield outbox
