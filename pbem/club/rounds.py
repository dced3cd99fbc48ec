"""The rounds of a club: as those of a referee, with the outboxes of many games behind one way out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.club import bounces, stops
from pbem.club.desk import ClubDesk
from pbem.club.hall import Hall
from pbem.club.index import Index
from pbem.club.mails import message_id
from pbem.post.outbox import Outbox
from pbem.post.ways import Delivery, Sink


class ClubSink:
    """The way out of a club: it writes to no address that takes no mail, but for the question whether it
    wants mail again. Each mail bears a mark that nobody can foresee; it notes which went where, so that
    it knows a mail that comes back."""

    def __init__(self, sink: Sink, hall: Hall, index: Index, now: int) -> None:
        self._sink, self._hall, self._index, self.now = sink, hall, index, now

    def send(self, message: bytes, to: Sequence[str]) -> Delivery:
        """As the sink behind it; an address that takes no mail refuses it."""
        own_id = message_id(message)
        stopped = {
            each: why
            for each in to
            if (why := stops.why_stopped(self._hall, each)) is not None
            and not stops.lets(self._hall, each, own_id)
        }
        done = [self._send(message, each) for each in to if each not in stopped]
        delivered = tuple(mail for each in done for mail in each.delivered)
        refused = {mail: why for each in done for mail, why in each.refused.items()}
        later = {mail: why for each in done for mail, why in each.later.items()}
        return Delivery(delivered, {**refused, **stopped}, later)

    def _send(self, message: bytes, mail: str) -> Delivery:
        """To one address, with a mark that no other receiver of the same mail is shown."""
        mark = bounces.new_mark()
        done = self._sink.send(bounces.marked(message, mark), [mail])
        if done.delivered:
            self._index.posted(mark, mail, self.now)
        return done

    def close(self) -> None:
        """As the sink behind it."""
        self._sink.close()


def outboxes(hall: Hall, desk: ClubDesk, *, everyone: bool) -> Iterator[Outbox]:
    """Those in which mails may wait: the club's own, and of the games that were touched, or of all."""
    yield Outbox(hall.path, keeps=False)
    names = hall.names() if everyone else sorted(desk.touched)
    desk.touched.clear()
    for name in names:
        outbox = Outbox(hall.game(name).path, keeps=False)
        if any(outbox.path.glob("*.eml")):
            desk.touched.add(name)  # until a round finds it empty
            yield outbox
