"""What every way in and every way out has in common: a mail that waits, a source of them, a sink for them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class TooBig:
    """Stands for a mail over the limit, which is never loaded; `size` in bytes."""

    size: int


@dataclass(frozen=True, slots=True)
class WaitingMail:
    """A mail that waits. `name` is what its source calls it: no other mail of the source is called so."""

    name: str
    data: bytes | TooBig


class Source(Protocol):
    """Where mails come from. Each method raises Unreachable where trying again later may help."""

    def waiting_mails(self, but: Container[str] = ()) -> Iterator[WaitingMail]:
        """The mails that nobody has settled, oldest first, each loaded when its turn comes; those that are
        called as in `but` are passed over."""
        ...

    def settle(self, mail: WaitingMail, *, refused: bool) -> None:
        """Puts a mail where it does not wait any more. A crash before leads to the same mail again."""
        ...

    def close(self) -> None:
        """Ends a connection; the next use makes a new one."""
        ...


@dataclass(frozen=True, slots=True)
class Delivery:
    """What became of a mail, address by address. Those in none of the three will be tried again: nothing
    is known of them, or `later` says why."""

    delivered: Sequence[str] = ()
    refused: Mapping[str, str] = field(default_factory=dict)
    later: Mapping[str, str] = field(default_factory=dict)


class Sink(Protocol):
    """Where mails go to."""

    def send(self, message: bytes, to: Sequence[str]) -> Delivery:
        """Hands a mail over; raises Unreachable, or another PbemError if a person must do something."""
        ...

    def close(self) -> None:
        """Ends a connection; the next use makes a new one."""
        ...
