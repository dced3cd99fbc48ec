"""One flush of the outbox: each mail that waits is handed over once, and what became of it written down."""

from __future__ import annotations

from typing import Final

from pbem.post.faults import Unreachable
from pbem.post.outbox import Outbox, OutgoingMail
from pbem.post.robot_log import LogNote, Tell
from pbem.post.stop_signal import Stop
from pbem.post.transports import Delivery, Sink

BUSY: Final = "another process is sending the mails in the outbox"
"""No fault: whoever sends them tells what became of them."""
_GIVE_UP = 2
"""Mails in a row at which the server breaks off before the others wait for the next flush."""


def flush(outbox: Outbox, sink: Sink, stop: Stop, tell: Tell) -> int:
    """Sends what waits; 0 if all was delivered, 1 if something was refused or still waits.

    Raises Unreachable after as many mails as could be sent, any other PbemError of the sink, and OSError.
    """
    with outbox.hold_sending() as mine:
        if not mine:
            tell(LogNote("trouble", "outbox", BUSY))
            return 1
        try:
            return _flush(outbox, sink, stop, tell)
        finally:
            sink.close()


def _flush(outbox: Outbox, sink: Sink, stop: Stop, tell: Tell) -> int:
    failed, in_a_row = 0, 0
    broken: Unreachable | None = None
    for mail in outbox.list_waiting():
        if stop.is_set() or in_a_row == _GIVE_UP:
            break
        try:
            delivery = sink.send(mail.message, mail.undelivered) if mail.undelivered else Delivery()
        except Unreachable as error:
            broken, in_a_row = error, in_a_row + 1
            continue
        in_a_row = 0
        after = outbox.record(mail.name, delivery)
        _report(after, delivery, tell)
        failed |= bool(after.undelivered or delivery.refused)
    if broken is not None:
        raise Unreachable(f"{broken}; {len(outbox.list_waiting())} still in the outbox") from broken
    return failed


def _report(mail: OutgoingMail, delivery: Delivery, tell: Tell) -> None:
    if delivery.delivered:
        tell(LogNote("sent", mail.name, f"to {', '.join(delivery.delivered)}"))
    for address, why in delivery.refused.items():
        tell(LogNote("undeliverable", mail.name, f"to {address}, refused for good: {why}"))
    for address in mail.undelivered:
        why = delivery.later.get(address, "not taken")
        tell(LogNote("waiting", mail.name, f"to {address}, will be tried again: {why}"))
