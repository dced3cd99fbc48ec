"""The rounds of a club: as those of a referee, with the outboxes of many games behind one way out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.club import stops
from pbem.club.desk import ClubDesk
from pbem.club.hall import Hall
from pbem.club.index import Index
from pbem.club.mails import message_id
from pbem.post.outbox import Outbox
from pbem.post.ways import Delivery, Sink


class ClubSink:
    """The way out of a club: it writes to no address that takes no mail, but for the question whether it
    wants mail again. It notes what went where, so that a mail that comes back is known."""

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
        left = [each for each in to if each not in stopped]
        done = self._sink.send(message, left) if left else Delivery()
        if done.delivered and own_id:
            self._index.posted(own_id, done.delivered, self.now)
        return Delivery(done.delivered, {**done.refused, **stopped}, done.later)

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
